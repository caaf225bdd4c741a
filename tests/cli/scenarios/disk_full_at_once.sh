# Not even run.csv fits.
(
    ulimit -f 1
    run 4 run --device "fake:$scripts/steady.txt" --bench shared_service --axis n=1 --out out
) || exit 1
says 'out/run.csv: not written: File too large'
[ -z "$(find out -type f)" ] || fail "left behind: $(find out -type f)"
