# Every stop reason, to the byte. The golden file was worked out apart from this program: medians and
# type 7 quartiles by Python's statistics module, intervals by exact binomials.
run 0 run --device "fake:$scripts/golden.txt" --bench shared_service --axis n=1,2,4 --axis e=1,4 \
    --axis c=0,1 --samples 6 --seed 1 --out out
golden out/shared_service.csv
state complete
[ "$(value shared_service.points)" = 12 ] || fail "run.csv: points"
[ "$(value shared_service.ok)" = 12 ] || fail "run.csv: ok"
