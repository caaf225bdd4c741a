# The disk loses what was written, and says so when the file is to last: no file gets its name, and one of before stays.
point='--bench shared_service --axis n=1,2 --axis e=1 --axis c=0 --samples 6'
run 0 run --device "fake:$scripts/steady.txt" $point --out out
sed -i '$d' out/shared_service.csv
sed -i 's/^status,complete/status,interrupted/' out/run.csv
cp -r out before
(
    preload fsync_fails
    run 4 run --device "fake:$scripts/steady.txt" $point --out new
    says 'new/run.csv: not written: Input/output error'
    run 4 run --resume --out out
    says 'out/run.csv: not written: Input/output error'
) || exit 1
[ -z "$(ls -A new)" ] || fail "left behind: $(ls -A new)"
diff -r before out || fail "out has changed"

export FAKE_LOG="$log/arguments" FAKE_NCU="$here/../recordings/ncu_raw.csv"
PATH=$scripts/ncu:$PATH
(
    preload fsync_fails
    run 4 profile -o p --table "$here/../../results/nvidia-h200" -- true
    says 'p/counters.csv: not written: Input/output error'
) || exit 1
[ ! -e p ] || fail "left behind: $(ls -A p)"
