# A signal from outside while the stand-in measures. run.csv is there once signals are caught. On a
# fast machine the run may end first: then the next one takes longer.
code=0
for samples in 1000 10000 100000; do
    [ $code -eq 0 ] || break
    rm -rf out
    "$program" run --device cpu --bench shared_service --axis n=1,2 --axis e=1,2 --axis c=0 \
        --samples $samples --out out >"$log/out" 2>"$log/err" &
    child=$!
    tries=0
    while [ ! -e out/run.csv ]; do
        tries=$((tries + 1))
        [ $tries -lt 1000 ] || fail "run.csv never came"
        sleep 0.02
    done
    kill -INT $child
    wait $child
    code=$?
done
[ $code -eq 130 ] || fail "exit status $code, expected 130"
says interrupted
state interrupted
no_parts
run 0 run --resume --out out
state complete
[ "$(axes out/shared_service.csv ok)" = '1 1 0
1 2 0
2 1 0
2 2 0' ] || fail "points after resuming"
