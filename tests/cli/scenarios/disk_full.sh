# Files can be 4 KiB, which run.csv is below and this table of 176 rows is not. (A full disk fails
# the same write call.) Neither half a table nor its temporary file is left.
(
    ulimit -f 8
    run 4 run --device "fake:$scripts/steady.txt" --bench shared_service --axis n=all --axis e=all \
        --axis c=all --samples 6 --out out
) || exit 1
says 'out/shared_service.csv: not written: File too large'
no_parts
[ ! -e out/shared_service.csv ] || fail "a table was left"
state failed
run 0 run --resume --out out
rows out/shared_service.csv 176
