# Two that would finish one run: the second sees that the first is there before it reads what that will change.
all='--bench shared_service --axis n=1,2 --axis e=1 --axis c=0 --samples 6'
run 0 run --device "fake:$scripts/steady.txt" $all --out out
sed -i '$d' out/shared_service.csv
sed -i 's/^status,complete/status,interrupted/' out/run.csv
mkfifo device
"$program" run --resume --out out --device fake:device >first 2>&1 &
first=$!
exec 3>device # is open as soon as the first reads it, and so has its lock
run 2 run --resume --out out
says 'out: another run or profile is writing there'
cat "$scripts/steady.txt" >&3
exec 3>&-
wait $first || fail "the first did not finish: $(cat first)"
state complete
[ -n "$(value resumed_utc)" ] || fail "run.csv does not say that the run was resumed"
rows out/shared_service.csv 2
