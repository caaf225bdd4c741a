#!/bin/sh
# histogram_passes.sh DIR: holds the passes that shared_histogram.csv predicts of each point against those that a
# profiler counted, in histogram_utilization.csv, the model's answer whose kernels have the points' names; of
# two of one name the last. They may differ by 2 % and 32 passes. Exit status 77 if one is not there.
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
            off = counted[label] - predicted[label]
            if (off < 0) off = -off
            share = 100 * off / predicted[label]
            if (off > 32 && share > most) { most = share; where = label }
            if (off > 0.02 * predicted[label] + 32 || counted[label] == "") {
                print label ": counted " counted[label] ", predicted " predicted[label]
                bad = 1
            }
        }
        printf "%d points; most %.3f %%%s\n", n, most, where == "" ? "" : ": " where
        exit bad || n == 0
    }' "$table" "$answer"
