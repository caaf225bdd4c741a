# A run.csv that something else has cut.
run 0 run --device "fake:$scripts/steady.txt" --bench shared_service --axis n=1 --axis e=1 \
    --axis c=0 --samples 6 --out out
printf 'key,value\nargument,--dev' >out/run.csv
cp out/run.csv bad
run 2 run --resume --out out
says 'out/run.csv:2: the last line is cut short'
same bad out/run.csv

# One whose arguments ask for something else than a run, or are none of `run`: that is said, and nothing else is done.
for argument in --help --usage --version --samples --frobnicate extra; do
    printf 'key,value\nargument,--samples\nargument,6\nargument,%s\nstatus,interrupted\n' "$argument" >out/run.csv
    cp out/run.csv bad
    run 2 run --resume --out out
    says "out/run.csv: "
    says argument
    says "${argument#--}"
    [ ! -s "$log/out" ] || fail "something was printed for $argument"
    same bad out/run.csv
done
