#!/bin/sh
# sm_clock.sh ROOT: in every shipped table the SM's clock (sm_mhz) is at most 0.3 % above the highest that the card's driver
# states (run.csv). A span that is too short for the timer's step, or clocks that are not read together, show here.
set -u
cd "$1" || exit 1
# shellcheck source=tests/cli/columns.sh disable=SC1091
. tests/cli/columns.sh
# Older programs read the timer before the cycles at the end of a lap, so the timer's latency counted as cycles: of 3 us in
# lock_turnstile, of the few us of a launch elsewhere. Whoever measures such a table anew takes it off. lock_barriers still does:
# its shortest sample, of a block of one warp, is 11 us long.
old='
nvidia-h100/global_counters
nvidia-h100/lock_turnstile
nvidia-h100/shared_histogram
nvidia-h100-histogram/shared_histogram
nvidia-h100-processes/lock_turnstile
nvidia-h100-processes/shared_histogram
nvidia-h100-processes-again/lock_turnstile
nvidia-h100-processes-again/shared_histogram
nvidia-h200/lock_barriers
nvidia-h200-histogram/shared_histogram
nvidia-h200-processes/lock_turnstile
nvidia-h200-processes/shared_histogram
nvidia-h200-processes-again/lock_turnstile
nvidia-h200-processes-again/shared_histogram
'
code=0 n=0
for table in results/nvidia-*/*.csv results/cards/*/*.csv; do
    case $(head -n 1 "$table") in *,sm_mhz*) ;; *) continue ;; esac
    most=$(sed -n 's/^sm_clock_max_mhz,//p' "${table%/*}/run.csv")
    [ -n "$most" ] || { echo "$table: its run.csv has no sm_clock_max_mhz"; code=1; continue; }
    n=$((n + 1)) name=${table#results/} name=${name%.csv}
    above=$(columns "@sm_mhz > $most * 1.003 {n++} END {print n + 0}" "$table")
    case "$old" in
    *"
$name
"*) [ "$above" -gt 0 ] || { echo "$table: no row is above the highest clock: take it off the list"; code=1; } ;;
    *) [ "$above" -eq 0 ] || { echo "$table: $above rows are above the highest clock, $most MHz"; code=1; } ;;
    esac
done
[ "$n" -ge 100 ] || { echo "only $n tables have a clock"; code=1; }
exit $code
