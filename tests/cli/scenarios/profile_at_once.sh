# Two profiles of one program at once: neither gets the other's counters, and the directory of one is not
# another's.
recordings=$here/../recordings
export FAKE_LOG="$log/arguments" FAKE_NCU="$recordings/ncu_raw.csv"
cp -r "$here/../../results/nvidia-h200" tables
sed '$d' "$recordings/ncu_raw.csv" >one_less.csv
PATH=$scripts/ncu:$PATH
cat >program <<'END_PROGRAM'
#!/bin/sh
echo >"$1"
for _ in $(seq 600); do
    [ $# -eq 2 ] && [ ! -e "$2" ] || exit 0
    sleep 0.05
done
END_PROGRAM
chmod +x program

# begin OPTION...: a profile of a program that ends when there is `go`.
begin() {
    rm -f began go
    "$program" profile --table tables "$@" -- ./program began go >"$log/first" 2>&1 </dev/null &
    first=$!
    for _ in $(seq 300); do
        [ ! -e began ] || return 0
        sleep 0.1
    done
    fail "the first never began: $(cat "$log/first")"
}
# end: it does, well.
end() {
    : >go
    wait $first || fail "the first failed: $(cat "$log/first")"
}

begin
FAKE_NCU=$PWD/one_less.csv
run 0 profile --table tables -- ./program second
prints 'counters of ./program in profile/program-2/counters.csv'
end
rows profile/program/utilization.csv 13
rows profile/program-2/utilization.csv 12
run 0 profile --table tables -- ./program second
prints 'counters of ./program in profile/program-3/counters.csv'

# With --out it is refused before the program runs, as is a run that would write there.
rm second
begin -o p
run 2 profile --table tables -o p -- ./program second
busy='another run or profile is writing there; wait until it has ended'
says "p: $busy"
[ ! -e second ] || fail "the program was run"
run 2 run --device "fake:$scripts/steady.txt" --out p
says "p: $busy"
end
rows p/utilization.csv 12
[ "$(ls p)" = 'counters.csv
run.csv
utilization.csv' ] || fail "p has $(ls p)"
no_parts

# A run without --out goes beside it.
rm second
begin -o results/fake
run 0 run --device "fake:$scripts/steady.txt" --bench shared_service --axis n=1 --axis e=1 --axis c=0 --samples 6
prints 'results in results/fake-2'
end
[ "$(ls results/fake)" = 'counters.csv
run.csv
utilization.csv' ] || fail "results/fake has $(ls results/fake)"
