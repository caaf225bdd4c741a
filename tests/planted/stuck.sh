#!/bin/sh
# stuck.sh PROGRAM DIR: measures, on the best device, into a DIR made anew, with a kernel that runs for 100 s and a
# watchdog of 1 s. The run must end long before the kernel would, with exit status 3, the watchdog's message and a
# run.csv that says that it failed.
# shellcheck source=tests/planted/measured.sh disable=SC1091,SC2154
. "$(dirname "$0")/measured.sh"

begin=$(date +%s)
measured 3 stuck --bench planted_stuck
took=$(($(date +%s) - begin))
[ "$took" -lt 30 ] || fail "the run took $took s, expected less than 30"
grep -q 'a kernel ran for more than 1 s' "$dir/log" || fail "the log does not say that a kernel ran too long"
! grep -q Sanitizer "$dir/log" || fail "a sanitizer has something to say"
grep -q '^status,failed' "$dir/stuck/run.csv" || fail "run.csv does not say that the run failed"
