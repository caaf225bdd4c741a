#!/bin/sh
# predictions.sh PROGRAM ROOT: of the case study's changes, of those of its large images, of each change and of each size of
# blocks, `model predict` has nine of ten within its bounds, as it says, and model/manual.md has the numbers that
# tests/recordings/histogram_predictions.sh prints.
set -eu
program=$1
cd "$2"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for gpu in h200 h100; do
    tests/recordings/histogram_predictions.sh "$program" results/nvidia-$gpu 90 >"$work/$gpu" || { cat "$work/$gpu"; exit 1; }
done
"$program" model predict --table results/nvidia-h200 --counters results/nvidia-h200-histogram/histogram_counters.csv --unused \
    --kernel '*kernel=plain*pixels=4194304*' >"$work/says"
# The rows of the manual, of both: a class is its name and images; its columns count from the last.
awk -v held_file="$work/held" '
    FNR == 1 { gpu = NR == 1 ? "h200" : "h100"; part = "" }
    /^misses/ { part = "10" }
    /off by more than 5/ { part = "5" }
    part == "" && NF > 9 && !/U before/ {
        class = /^all but threads  *(all sizes|large)  *[0-9]/ ? ($4 == "all" ? "all" : "large") : $1 " " $2
        if (!((gpu, class, "near") in is)) {
            is[gpu, class, "n"] = $(NF - 8)
            is[gpu, class, "near"] = $(NF - 7); is[gpu, class, "within"] = $(NF - 6); is[gpu, class, "inside"] = $(NF - 5)
            is[gpu, class, "mean"] = $(NF - 2); sub("%", "", is[gpu, class, "mean"])
            is[gpu, class, "apart"] = sprintf("%.1f", $(NF - 4))
        }
    }
    part != "" && NF > 5 && $(NF - 1) == "of" {
        key = gpu SUBSEP part SUBSEP $(NF - 4)
        short[key] += $(NF - 3); long[key] += $(NF - 2); of[key] += $NF
    }
    function both(class, column) { return is["h200", class, column] " | " is["h100", class, column] }
    function pair(class, x, y, between) {
        return is["h200", class, x] ", " is["h200", class, y] between is["h100", class, x] ", " is["h100", class, y]
    }
    function noise(class, column) { return is["h200", class, column] ", " is["h100", class, column] }
    function misses(part, cause, text,    k, row, key) {
        row = "| " text
        for (k = 1; k <= 2; k++) {
            key = (k == 1 ? "h200" : "h100") SUBSEP part SUBSEP cause
            row = row " | " short[key] + 0 ", " long[key] + 0 " of " of[key] + 0
        }
        print row " |"
    }
    END {
        held = is["h200", "all", "inside"]
        if (is["h100", "all", "inside"] < held) held = is["h100", "all", "inside"]
        printf "%d %% of %d changes\n", 100 * held / is["h200", "all", "n"], is["h200", "all", "n"] >held_file
        print "| within 5 % | " both("all", "near") " | " noise("profiled all", "near") " |"
        print "| within 10 % | " both("all", "within") " | " noise("profiled all", "within") " |"
        print "| mean absolute error, % | " both("all", "mean") " | " noise("profiled all", "mean") " |"
        print "| if nothing is predicted to change: within 10 %, mean error, % | " pair("no change", "within", "mean", " | ") " | |"
        apart = ", of which the median is %s apart | %s | |\n"
        printf "| between least and most" apart, is["h200", "all", "apart"], both("all", "inside")
        print "| 2 and 4 Mi pixels, 360: within 5 %, 10 % | " pair("large", "near", "within", " | ") \
            " | " pair("profiled large", "near", "within", "; ") " |"
        printf "| the same, between least and most" apart, is["h200", "large", "apart"], both("large", "inside")
        small = "64-threads large"
        printf "| of these in blocks of 64 threads, 120: between least and most" apart, is["h200", small, "apart"], both(small, "inside")
        print "| against the profiler\047s time: within 10 %, between least and most | " \
            pair("profiler all", "within", "inside", " | ") " | |"
        misses("10", "profile", "the profiler\047s two times are off by over 10 % themselves")
        misses("10", "merge", "the merge: the busiest L2 slice has atomics for 40 % of the time")
        misses("10", "results", "use of results, at most 6 atomics a warp")
        misses("10", "overlap", "the unit or issue is busy for 40 %: how much is at once")
        misses("10", "none", "none of these")
        misses("5", "profile", "the profiler\047s two times are off by over 5 % themselves")
        misses("5", "merge", "the merge: the busiest L2 slice has atomics for 40 % of the time")
        misses("5", "overlap", "the unit or issue is busy for 40 %: how much is at once")
    }' "$work/h200" "$work/h100" >"$work/rows"
if grep -vxFf model/manual.md "$work/rows"; then
    echo "model/manual.md has other numbers than these"
    exit 1
fi
grep -qFf "$work/held" "$work/says" || { echo "the program says otherwise: $(cat "$work/held")"; exit 1; }
