# tests/bench/reach_bytes.sh with a profiler that says what is written here, and the reference backend in place of a GPU.
mkdir bin
cat >bin/ncu <<'END'
#!/bin/sh
while [ "$1" != --log-file ]; do shift; done
printf '%s\n' '==PROF== a remark' '"ID","Kernel Name","dram__bytes_write.sum","dram__bytes_read.sum"' '"","","byte","byte"' \
    '"0","f(a, b)","1,000","64,000"' '"1","f(a, b)","2,000","32,000"' '"2","f(a, b)","3,000","48,000"' >"$2"
while [ "$1" != "$FAKE_PROGRAM" ]; do shift; done
exec "$@"
END
cat >program <<'END'
#!/bin/sh
[ "$1" != devices ] || { echo 'cuda:0: a GPU'; exit 0; }
[ -z "$FAILS" ] || exit 3
exec "$REAL" "$@" --device cpu
END
chmod +x bin/ncu program
export REAL="$program" FAKE_PROGRAM="$work/program" FAILS=
PATH=$work/bin:$PATH

sh "$here/../bench/reach_bytes.sh" ./program out >"$log/out" 2>"$log/err" || fail "exit status $?"
rows out/global_reach_bytes.csv 30
columns '@dram_read_bytes != 48000 || @dram_write_bytes != 2000 || @n_launches != 3 {print}
    (@read_bytes_per_access - 48000 / @ops) ^ 2 > 1e-4 * (48000 / @ops) ^ 2 {print}' out/global_reach_bytes.csv >"$log/wrong"
[ ! -s "$log/wrong" ] || fail "$(cat "$log/wrong")"
grep -q '^command_line,gpu-atomics run --bench global_reach ' out/run.csv || fail "whose run"
[ ! -e out/part ] || fail "what is left"
FAILS=1 sh "$here/../bench/reach_bytes.sh" ./program failed >"$log/out" 2>"$log/err" && fail "a program that fails"
grep -q 'random add dependent 0: failed' "$log/out" || fail "which point failed"
