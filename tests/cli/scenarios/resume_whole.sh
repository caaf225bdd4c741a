# Resuming what is complete measures nothing and leaves every file; it does not even need a device that works.
run 0 run --device "fake:$scripts/steady.txt" --axis n=1 --samples 6 --out out
cp -r out before
echo lost >script
run 0 run --resume --out out --device fake:script
says 'out is complete; nothing was left to measure'
diff -r before out >"$log/out" || fail "files were changed"
state complete

# Killed after a whole table and before run.csv tells of it: the run is finished, and tells.
cp out/run.csv whole
sed -i '/^shared_service\./d; s/^status,.*/status,started/' out/run.csv
run 0 run --resume --out out
state complete
for key in points ok wrong samples_least ci_target_percent; do
    [ "$(value shared_service.$key)" = "$(sed -n "s/^shared_service.$key,//p" whole)" ] || fail "no shared_service.$key"
done
[ -n "$(value resumed_utc)" ] || fail "run.csv does not say that the run was resumed"
same before/shared_service.csv out/shared_service.csv

# Two processes do not write into one directory.
sed -i '$d' out/shared_service.csv
flock out "$program" run --resume --out out >"$log/out" 2>"$log/err" </dev/null
code=$?
[ $code -eq 2 ] || fail "exit status $code, expected 2"
says 'out: another run or profile is writing there'
run 0 run --resume --out out
same before/shared_service.csv out/shared_service.csv
