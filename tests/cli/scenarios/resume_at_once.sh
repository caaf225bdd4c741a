# Two that would finish one run: the second sees that the first is there before it reads what that will change.
run 0 run --device cpu --bench shared_service --bench shared_demand --axis n=1 --axis e=1 --axis c=0 --samples 6 --out out
sed -i '$d' out/shared_service.csv out/shared_demand.csv
sed -i 's/^status,complete/status,interrupted/; s/^argument,6$/argument,10000/' out/run.csv # takes a while
"$program" run --resume --out out >first 2>&1 &
first=$!
tries=0
while [ -z "$(value resumed_utc)" ]; do # it has its lock, and a table to go
    tries=$((tries + 1))
    [ $tries -lt 1000 ] || fail "the first never resumed: $(cat first)"
    sleep 0.02
done
kill -STOP $first
run 2 run --resume --out out
says 'out: another run or profile is writing there'
kill -CONT $first
wait $first || fail "the first did not finish: $(cat first)"
state complete
[ "$(grep -c resumed_utc out/run.csv)" -eq 1 ] || fail "run.csv does not say that the run was resumed once"
rows out/shared_service.csv 1
rows out/shared_demand.csv 28
