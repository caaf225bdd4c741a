# A directory that is removed or moved while a run measures, and made again by another run, is the other's.
all='--bench shared_service --axis n=1,2 --axis e=1 --axis c=0'
replaced='out: the directory was removed or replaced during this run; nothing more is written there'

# replace HOW: begins a run, replaces its directory HOW by that of another run, and lets the first go on.
replace() {
    # shellcheck disable=SC2086 # options
    "$program" run --device cpu $all --samples 5000 --out out >first.out 2>first.err &
    first=$!
    tries=0
    while [ ! -e out/run.csv ]; do
        tries=$((tries + 1))
        [ $tries -lt 1000 ] || fail "run.csv never came"
        sleep 0.02
    done
    kill -STOP $first
    eval "$1"
    # shellcheck disable=SC2086
    run 0 run --device "fake:$scripts/steady.txt" $all --samples 6 --out out
    cp -r out others
    kill -CONT $first
}
# refused: the first ends with the reason, and the other's files are as they were.
refused() {
    wait $first
    code=$?
    [ $code -eq 4 ] || fail "exit status $code of the first, expected 4: $(cat first.err)"
    contains first.err "$replaced"
    ! grep 'results in' first.out || fail "the first says that its results are there"
    diff -r others out || fail "files were changed"
    rm -r out others
}

replace 'rm -r out'
refused
replace 'mv out away'
kill -INT $first
refused
[ "$(ls away)" = run.csv ] || fail "there is $(ls away) in the directory of the first"
