#!/bin/sh
# histogram_passes.sh DIR: holds the passes that shared_histogram.csv predicts of each point against those that a
# profiler counted, in histogram_utilization.csv, the model's answer whose kernels have the points' names; of
# two of one name the last. Fewer than predicted are not possible. More there are where the zeroing and merging of one
# block meets the adds of another on the same SM: at most 4 %, and more than 2 % in one point of twenty at most.
# Exit status 77 if one is not there.
set -eu
# shellcheck source=tests/cli/columns.sh disable=SC1091
. "$(dirname "$0")/../cli/columns.sh"
table=$1/shared_histogram.csv
answer=$1/histogram_utilization.csv
for file in "$table" "$answer"; do
    [ -f "$file" ] || { echo "$file is not there"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
{
    echo kernel,passes
    columns '@status == "ok" {
        print "shared_histogram kernel=" @kernel " result=" @result " counter=" @counter " image=" @image \
            " pixels=" @pixels " threads=" @threads " extra=" @extra "," @passes
    }' "$table"
} >"$work/predicted"
columns '
    NR == FNR { predicted[@kernel] = @passes; next }
    @kernel ~ /^shared_histogram / {
        if (@kernel in predicted) counted[@kernel] = @passes
        else { print "not in the table: " @kernel; bad = 1 }
    }
    END {
        for (label in counted) {
            n++
            share = 100 * (counted[label] / predicted[label] - 1)
            n_equal += share == 0
            n_far += share > 2
            if (share > most) { most = share; where = label }
            if (share < 0 || share > 4 || counted[label] == "") {
                print label ": counted " counted[label] ", predicted " predicted[label]
                bad = 1
            }
        }
        printf "%d points, %d of them exactly as predicted, %d within 2 %%; most %.3f %% more%s\n", n, n_equal, n - n_far,
            most, where == "" ? "" : ": " where
        exit bad || n == 0 || 20 * n_far > n
    }' "$work/predicted" "$answer"
