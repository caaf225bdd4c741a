#!/bin/sh
# histogram_predictions.sh PROGRAM DIR [LEAST [OUT]]: holds `model predict` against the launches of shared_histogram: what it
# says of each with another order of the channels, use of the results or size of the blocks, against the launch that
# has it. DIR: run.csv, shared_service.csv and shared_demand.csv of one GPU, and there, or in DIR-histogram,
# shared_histogram.csv and histogram_counters.csv. Lanes are those of the launch that has the change, to 1 %; instructions
# that it adds to an atomic, or removes, as many as the two launches' counters say, to a whole one.
#
# The truth is the profile's T times what the change does to the time without a profiler. Of each class: how many predictions
# are within 5 and 10 % of it, how many truths within the bounds; and these, the most over the least, median; then errors: the
# median, the mean and what nine of ten are not above, whatever their sign, and the worst. Large images: the two largest
# sizes. With LEAST exits with 1 if fewer than so many percent of the launches, --threads apart, are within the bounds, of all or of
# the large images, of one change of either, or of one size of blocks of the large. OUT: a file for the pairs, --threads apart,
# histogram_predictions.csv of which a figure is drawn. Exits with 77 if a file is not there.
#
# These are not the program's. "no change": T. "profiler": what was predicted, against the profile that has the change.
# "profiled": that profile's T' over T, against the truth. "rest known": where an atomic becomes shorter the larger of
# T - (B - B') and the time of the launch with the change that counts in place of adding, and has one atomic less, which
# stands for the time of the kernel without its atomics; elsewhere what was predicted. "rest hidden": what was predicted of
# the same launches. "with whatif": with --without of histogram_without.csv, where that is beside histogram_counters.csv; LEAST does
# not hold it, which makes half of the work, so that it is left out then.
#
# Misses, predictions that are off by more than 10 %, and of large images by more than 5 %, are counted by the first of these
# causes that a counter shows, and so are all predictions:
#   profile    the profile's T' over T is itself off by as much
#   merge      the busiest L2 slice takes atomics for 40 % of the time, before the change or after it
#   results    their use changes, and a warp has 6 atomics at the most: of launches of 1 to 3 us
#   overlap    the unit or issue is busy for 40 % of the time, before or after
#   none       none of these
set -eu
[ $# -ge 2 ] || { echo "usage: histogram_predictions.sh PROGRAM DIR [LEAST [OUT]]" >&2; exit 2; }
program=$1
dir=$2
least=${3:-}
out=${4:-/dev/null}
export LC_ALL=C
# shellcheck source=tests/cli/columns.sh disable=SC1091
. "$(dirname "$0")/../cli/columns.sh"
cases=$dir
[ -r "$dir/histogram_counters.csv" ] || cases=$dir-histogram
for file in "$dir/run" "$dir/shared_service" "$dir/shared_demand" "$cases/shared_histogram" "$cases/histogram_counters"; do
    [ -r "$file.csv" ] || { echo "histogram_predictions.sh: there is no $file.csv" >&2; exit 77; }
done
work=$(mktemp -d "${TMPDIR:-/tmp}/ga-predictions-XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir "$work/tables" "$work/groups"
cp "$dir/run.csv" "$work/tables"
# The largest tables, which are most of the time, without what is not read here.
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } NR == 1 || $at["regime"] == "unused" || $at["pattern"] $at["type"] == "sameu32"' \
    "$dir/shared_demand.csv" >"$work/tables/shared_demand.csv"
{
    echo n,e,c,status,instruction,median_cycles,median_ns
    columns '{ print @n "," @e "," @c "," @status ",A," @median_cycles ",1" }' "$dir/shared_service.csv"
} >"$work/tables/shared_service.csv"

# Pairs: change and instructions that it adds, lanes with it, the launch without, the launch with it, the former's line,
# what share of its time the latter takes, without a profiler; and, of both, the larger share of time for which the busiest L2
# slice takes atomics, and issue is busy.
awk -F, '
    function changed(label, from, to) { return sub(from, to, label) ? label : "" }
    function larger(x, y) { return x > y ? x : y }
    function pair(change, from, to) {
        if (!(to in line) || from == to) return
        if (change !~ /^threads/) change = change sprintf("%.0f", (instructions[to] - instructions[from]) / jobs[from])
        printf "%s\t%s\t%s\t%s\t%d\t%s\t%s\t%s\n", change, lanes[to], from, to, line[from], time[to] / time[from],
            larger(slice[from], slice[to]), larger(issue[from], issue[to])
    }
    NR == FNR && FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    NR == FNR {
        label = "shared_histogram"
        for (i = 1; i < at["status"]; i++) label = label " " name(i) "=" $i
        lanes[label] = $at["lanes_each"]
        time[label] = $at["median_cycles"]
        next
    }
    function name(i,    k) { for (k in at) if (at[k] == i) return k }
    !/^"/ { next }
    { n_cells = split(substr($0, 2, length($0) - 2), cell, /","/) }
    cell[1] == "ID" { for (i = 1; i <= n_cells; i++) counter[cell[i]] = i }
    match($0, /shared_histogram [^"]*/) {
        label = substr($0, RSTART, RLENGTH)
        line[label] = FNR
        instructions[label] = cell[counter["smsp__inst_executed.sum"]]
        jobs[label] = cell[counter["smsp__inst_executed_op_shared_atom_dot_alu.sum"]]
        slice[label] = cell[counter["lts__d_atomic_input_cycles_active.max.pct_of_peak_sustained_elapsed"]] + 0
        issue[label] = cell[counter["sm__instruction_throughput.avg.pct_of_peak_sustained_elapsed"]] + 0
    }
    END {
        for (from in line) {
            pair("reorder", from, changed(from, "kernel=plain", "kernel=reordered"))
            if (from ~ /counter=word/) {
                pair("unused", from, changed(from, "result=used", "result=unused"))
                pair("used", from, changed(from, "result=unused", "result=used"))
            }
            for (t = 64; t <= 1024; t *= 4)
                pair("threads" t, from, changed(from, "threads=[0-9]+", "threads=" t))
        }
    }' "$cases/shared_histogram.csv" "$cases/histogram_counters.csv" | sort -t"$(printf '\t')" -k1,1 -k2,2g >"$work/pairs"

# A run of the program for all pairs of about the same lanes.
awk -F'\t' -v out="$work/groups/" '
    NR == FNR { text[FNR] = $0; n_head += /^"(ID)?",/; next }
    {
        threads = $1 ~ /^threads/
        if ($1 != change || !threads && $2 > 1.01 * lanes) {
            if (file) close(file)
            change = $1
            lanes = $2
            file = out change (threads ? "" : "_" lanes)
            for (i = 1; i <= n_head; i++) print text[i] >file
        }
        print text[$5] >file
    }' "$cases/histogram_counters.csv" "$work/pairs"
answer() {
    name=${1##*/}
    change=${name%%_*}
    lanes=${name#*_}
    added=$(printf '%s' "$change" | tr -d '[:lower:]')
    case $change in
    reorder*) set -- --reorder 4 --instructions "$added" --lanes "$lanes" ;;
    unused*) set -- --unused --instructions "$added" --lanes "$lanes" ;;
    used*) set -- --used --instructions "$added" --lanes "$lanes" ;;
    threads*) set -- --threads "$added" ;;
    esac
    "$program" model predict --table "$work/tables" --counters "$work/groups/$name" --csv "$work/answers/$name" "$@" \
        >/dev/null && sed -i "s/^/$change,/" "$work/answers/$name"
    [ -z "$least" ] && [ -r "$without" ] || return 0
    "$program" model predict --table "$work/tables" --counters "$work/groups/$name" --csv "$work/floors/$name" \
        --without "$without" "$@" >/dev/null && sed -i "s/^/$change,/" "$work/floors/$name"
}
without=$cases/histogram_without.csv
mkdir "$work/answers" "$work/floors"
groups=0
for group in "$work"/groups/*; do
    answer "$group" &
    groups=$((groups + 1))
    [ $((groups % 4)) -ne 0 ] || wait
done
wait
cat "$work"/answers/* >"$work/all"
cat "$work"/floors/* >"$work/floor" 2>/dev/null || :
[ "$(grep -c predicted_launch "$work/all")" -eq "$groups" ] || { echo "histogram_predictions.sh: some were not predicted" >&2; exit 1; }

awk -F'\t' -v least="$least" -v out="$work/table" '
    function busy(percent) { return percent < 50 ? "<50" : percent < 80 ? "50-80" : ">=80" }
    function absolute(x) { return x < 0 ? -x : x }
    function add(class, off, inside, width) {
        if (!(class in n)) order[++classes] = class
        error[class, ++n[class]] = off
        near[class] += off > -0.05 && off < 0.05
        within[class] += off > -0.1 && off < 0.1
        in_it[class] += inside
        sum[class] += absolute(off)
        bounds[class, n[class]] = width
        if (absolute(off) > absolute(worst[class])) worst[class] = off
    }
    # used: the larger share of T, in percent, that the unit is busy before and after.
    # limit: from which on a prediction is a miss.
    function cause(used, by_profile, limit) {
        if (absolute(by_profile) > limit) return "profile"
        if ($7 >= 40) return "merge"
        if (change != "reorder" && few[key] <= 6) return "results"
        return used >= 40 || $8 >= 40 ? "overlap" : "none"
    }
    # out: sorted, of n of a class: without their signs. Their number.
    function sort_these(of, class, sign, sorted,    i, k, x) {
        for (i = 1; i <= n[class]; i++) {
            x = sign ? of[class, i] : absolute(of[class, i])
            for (k = i; k > 1 && sorted[k - 1] > x; k--) sorted[k] = sorted[k - 1]
            sorted[k] = x
        }
        return n[class]
    }
    function median(of, class,    m, sorted) {
        m = sort_these(of, class, 1, sorted)
        return (sorted[int((m + 1) / 2)] + sorted[int(m / 2) + 1]) / 2
    }
    # out: what nine of ten errors are not above, whatever their sign.
    function most_of(class,    m, sorted) {
        m = sort_these(error, class, 0, sorted)
        return sorted[int(0.9 * m + 0.999999)]
    }
    function pixels(label) {
        match(label, /pixels=[0-9]+/)
        return substr(label, RSTART + 7, RLENGTH - 7) + 0
    }
    of != "pairs" {
        k = split($0, cell, ",")
        if (cell[2] == "predicted_launch") { for (i = 1; i <= k; i++) at[cell[i]] = i; next }
        key = cell[1] "\t" cell[at["kernel"]]
        gsub(/"/, "", key)
        if (!(cell[at["predicted_cycles"]] > 0)) next
        if (of == "floor") {
            floor[key] = cell[at["predicted_cycles"]]
            floor_low[key] = cell[at["low_cycles"]]
            floor_high[key] = cell[at["high_cycles"]]
            next
        }
        is[key] = cell[at["predicted_cycles"]]
        low[key] = cell[at["low_cycles"]]
        high[key] = cell[at["high_cycles"]]
        few[key] = cell[at["jobs_per_sm"]] / cell[at["n"]]
        less[key] = cell[at["jobs_per_sm"]] * (cell[at["demand_cycles"]] - cell[at["predicted_demand_cycles"]])
        label = key
        sub(/.*\t/, "", label)
        cycles[label] = cell[at["active_cycles"]]
        share[label] = cell[at["demand_percent"]]
        if (pixels(label) > largest) largest = pixels(label)
        next
    }
    {
        key = $1 "\t" $3
        if (!(key in is)) next
        change = $1
        sub(/-?[0-9]+$/, "", change)
        truth = cycles[$3] * $6
        off = is[key] / truth - 1
        inside = truth >= low[key] && truth <= high[key]
        width = low[key] > 0 ? high[key] / low[key] : 0
        n_pixels = pixels($3)
        add(change "\tall sizes\t\t", off, inside, width)
        size = n_pixels * 128 <= largest ? "to 32 Ki" : n_pixels * 2 < largest ? "to 512 Ki" : "large"
        add(change "\t" size "\t\t", off, inside, width)
        if (change == "threads") next
        if (key in floor) {
            inside_it = truth >= floor_low[key] && truth <= floor_high[key]
            width_of = floor_low[key] > 0 ? floor_high[key] / floor_low[key] : 0
            add("with whatif\tall sizes\t\t", floor[key] / truth - 1, inside_it, width_of)
            add("with whatif\t" size "\t\t", floor[key] / truth - 1, inside_it, width_of)
            of_it_all = change "\t" (share[$3] >= 80 ? ">=80" : "<80")
            add("with whatif\t" size "\t" of_it_all, floor[key] / truth - 1, inside_it, width_of)
        }
        printf "%s,%s,%s,%s,%s,%s,%s\n", $3, change, cycles[$3], is[key], low[key], high[key], truth >out
        by_profile = cycles[$4] / truth - 1
        add("all but threads\tall sizes\t\t", off, inside, width)
        add("all but threads\t" size "\t\t", off, inside, width)
        if (size == "large" && match($3, /threads=[0-9]+/))
            add(substr($3, RSTART + 8, RLENGTH - 8) "-threads\tlarge\t\t", off, inside, width)
        add("no change\tall sizes\t\t", cycles[$3] / truth - 1, 0)
        add("profiled\tall sizes\t\t", by_profile, 0)
        add("profiler\tall sizes\t\t", is[key] / cycles[$4] - 1, cycles[$4] >= low[key] && cycles[$4] <= high[key], width)
        used = share[$3] > share[$4] ? share[$3] : share[$4]
        why = size "\t" cause(used, by_profile, 0.1)
        of_it[why]++
        missed[why, off > 0] += off < -0.1 || off > 0.1
        if (size != "large") next
        add("profiled\tlarge\t\t", by_profile, 0)
        why = cause(used, by_profile, 0.05)
        of_near[why]++
        not_near[why, off > 0] += off < -0.05 || off > 0.05
        add(change "\tlarge\t" busy(share[$3]) "\t" busy(share[$4]), off, inside, width)
        rest = $4
        sub(/result=[a-z]+/, "result=unused", rest)
        sub(/counter=[a-z]+/, "counter=word", rest)
        if (!sub(/extra=0/, "extra=-1", rest) || !(rest in cycles)) next
        known = is[key]
        if (less[key] >= 0) {
            known = cycles[$3] - less[key]
            if (known < cycles[rest]) known = cycles[rest]
        }
        full = share[$3] >= 80 ? ">=80" : "<80"
        add("rest hidden\t" change "\t" full "\t", off, inside, width)
        add("rest known\t" change "\t" full "\t", known / truth - 1, 0)
        add("rest hidden\tany\t\t", off, inside, width)
        add("rest known\tany\t\t", known / truth - 1, 0)
    }
    END {
        printf "%-16s %-10s %-9s %-9s %4s %9s %10s %6s %6s %7s %6s %7s %7s\n", "change", "images", "U before", "U after", "n",
            "within 5%", "within 10%", "inside", "bounds", "median", "mean", "90 %", "worst"
        for (i = 1; i <= classes; i++) {
            class = order[i]
            split(class, part, "\t")
            none = class ~ /^(rest known|no change|profiled|threads)/
            row[i] = sprintf("%-16s %-10s %-9s %-9s %4d %9d %10d %6s %6s %+6.1f%% %5.1f%% %6.1f%% %+6.0f%%", part[1], part[2], part[3],
                part[4], n[class], near[class], within[class], none ? "-" : in_it[class],
                none ? "-" : sprintf("%.2f", median(bounds, class)), 100 * median(error, class), 100 * sum[class] / n[class],
                100 * most_of(class), 100 * worst[class])
        }
        for (i = 1; i <= classes; i++) print row[i] | "sort"
        close("sort")
        n_causes = split("profile,merge,results,overlap,none", causes, ",")
        print "\nmisses, too short and too long, of all with that cause:"
        for (i = split("to 32 Ki,to 512 Ki,large", sizes, ","); i > 0; i--)
            for (k = n_causes; k > 0; k--) {
                key = sizes[i] "\t" causes[k]
                printf "%-10s %-8s %3d %3d of %3d\n", sizes[i], causes[k], missed[key, 0], missed[key, 1], of_it[key]
            }
        print "\nthe same, off by more than 5 %:"
        for (k = n_causes; k > 0; k--) {
            key = causes[k]
            printf "%-10s %-8s %3d %3d of %3d\n", "large", key, not_near[key, 0], not_near[key, 1], of_near[key]
        }
        for (i = split("all sizes,large", sizes, ","); i > 0; i--)
            for (k = split("all but threads,reorder,unused,used,64-threads,256-threads,1024-threads", kinds, ","); k > 0; k--) {
                if (kinds[k] ~ /-threads/ && sizes[i] != "large") continue
                total = kinds[k] "\t" sizes[i] "\t\t"
                if (!n[total]) { print "no pairs: " total; exit 1 }
                if (least != "" && 100 * in_it[total] < least * n[total]) { print "too few inside: " total; exit 1 }
            }
    }' of=floor "$work/floor" of=all "$work/all" of=pairs "$work/pairs"
{
    echo "kernel,change,active_cycles,predicted_cycles,low_cycles,high_cycles,changed_cycles"
    sort "$work/table"
} >"$out"
