#!/bin/sh
# histogram_l2.sh DIR: holds the model's U of the L2 by demand against the L2's own counter of its atomic unit, in
# histogram_utilization.csv. A lane's add to a word under full load takes the time in which that counter counts 1.25
# cycles; so U by demand is 1.25 times the counter's: within a point, or the exit status is 1. 77: the file is not there.
set -eu
# shellcheck source=tests/cli/columns.sh disable=SC1091
. "$(dirname "$0")/../cli/columns.sh"
answer=$1/histogram_utilization.csv
[ -f "$answer" ] || { echo "$answer is not there"; exit 77; }
columns '
    @l2_hardware_percent != "" && @l2_demand_percent != "" {
        counter = @l2_hardware_percent
        demand = @l2_demand_percent
        off = demand / 1.25 - counter
        off = off < 0 ? -off : off
        n++
        sum += off
        most = off > most ? off : most
        if (counter < 0.5) next # the counter is given to 0.01
        ratio = demand / counter
        n_busy++
        high = ratio > high ? ratio : high
        low = n_busy == 1 || ratio < low ? ratio : low
    }
    END {
        if (n == 0 || n_busy == 0) exit 1
        printf "%d launches: U by demand / 1.25 is %.3f points off the counter in the mean, %.3f at most; ", n, sum / n, most
        printf "U by demand over the counter is %.3f to %.3f in the %d with 0.5 %% and more\n", low, high, n_busy
        exit most > 1
    }' "$answer"
