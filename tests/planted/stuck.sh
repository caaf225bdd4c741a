#!/bin/sh
# stuck.sh PROGRAM DIR: measures, on the best device, into a DIR made anew, with a kernel that runs for 100 s and a
# watchdog of 1 s. The run must end long before the kernel would, with exit status 3, the watchdog's message and a
# run.csv that says that it failed.
set -u
program=$1
dir=$2
rm -rf "$dir"
mkdir -p "$dir"
fail() { echo "FAILED: $*"; tail -n 20 "$dir/log"; exit 1; }

timeout 30 "$program" run --bench planted_stuck --preset quick --out "$dir/out" >"$dir/log" 2>&1
code=$?
[ "$code" -eq 3 ] || fail "exit status $code, expected 3 (124: it had not ended after 30 s)"
grep -q 'a kernel ran for more than 1 s' "$dir/log" || fail "the log does not say that a kernel ran too long"
! grep -q Sanitizer "$dir/log" || fail "a sanitizer has something to say"
grep -q '^status,failed' "$dir/out/run.csv" || fail "run.csv does not say that the run failed"
