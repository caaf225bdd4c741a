#!/bin/sh
# histogram_passes.sh DIR: holds the passes that shared_histogram.csv predicts of each point against those that a
# profiler counted, in histogram_utilization.csv, the model's answer whose kernels have the points' names; of
# two of one name the last. Fewer than predicted are not possible. More there are where the zeroing and merging of one
# block meets the adds of another on the same SM: at most 4 %, and more than 2 % in one point of twenty at most.
# Exit status 77 if one is not there.
set -eu
table=$1/shared_histogram.csv
answer=$1/histogram_utilization.csv
for file in "$table" "$answer"; do
    [ -f "$file" ] || { echo "$file is not there"; exit 77; }
done
awk -F, '
    FNR == 1 {
        split("", at)
        for (i = 1; i <= NF; i++) at[$i] = i
        file++
        n_names = split(file == 1 ? "kernel result counter image pixels threads extra status passes" : "kernel passes", name, " ")
        for (i = 1; i <= n_names; i++)
            if (!(name[i] in at)) { print FILENAME ": there is no column " name[i]; bad = 1; exit }
        next
    }
    file == 1 && $at["status"] == "ok" {
        label = "shared_histogram"
        for (i = 1; i <= 7; i++) label = label " " name[i] "=" $at[name[i]]
        predicted[label] = $at["passes"]
    }
    file == 2 && $at["kernel"] ~ /^shared_histogram / {
        if ($at["kernel"] in predicted) counted[$at["kernel"]] = $at["passes"]
        else { print "not in the table: " $at["kernel"]; bad = 1 }
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
    }' "$table" "$answer"
