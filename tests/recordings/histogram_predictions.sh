#!/bin/sh
# histogram_predictions.sh PROGRAM DIR [LEAST]: holds `model predict` against the launches of shared_histogram: what it
# says of each with another order of the channels, use of the results or size of the blocks, against the launch that
# has it. DIR: run.csv, shared_service.csv, shared_demand.csv, shared_histogram.csv and histogram_counters.csv of one
# GPU. Lanes are those of the launch that has the change, to 1 %. Instructions that the change adds to an atomic are,
# of reordering, 6; of results that are used as many as the two launches' counters say, rounded up to 1, 4 or 32: small
# images have few atomics, and more to merge. Large images: the two largest sizes. With LEAST exits with 1 if fewer
# than so many percent of the launches, --threads apart, are between the least and the most that was predicted. Exits
# with 77 if a file is not there.
set -eu
[ $# -ge 2 ] || { echo "usage: histogram_predictions.sh PROGRAM DIR [LEAST]" >&2; exit 2; }
program=$1
dir=$2
least=${3:-}
export LC_ALL=C
for file in run shared_service shared_demand shared_histogram histogram_counters; do
    [ -r "$dir/$file.csv" ] || { echo "histogram_predictions.sh: there is no $dir/$file.csv" >&2; exit 77; }
done
work=$(mktemp -d "${TMPDIR:-/tmp}/ga-predictions-XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir "$work/tables" "$work/groups"
cp "$dir/run.csv" "$dir/shared_demand.csv" "$work/tables"
# The largest table, which is most of the time, without what is not read here.
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print "n,e,c,status,backend,instruction,median_cycles,median_ns"; next }
    { print $at["n"] "," $at["e"] "," $at["c"] "," $at["status"] "," $at["backend"] ",A," $at["median_cycles"] ",1" }' \
    "$dir/shared_service.csv" >"$work/tables/shared_service.csv"

# Pairs: change and instructions that it adds, lanes with it, the launch without, the launch with it, and the former's
# line.
awk -F, '
    function changed(label, from, to) { return sub(from, to, label) ? label : "" }
    function added(from, to,    more) {
        more = (instructions[to] - instructions[from]) / jobs[from]
        return more <= 1 ? 1 : more <= 4 ? 4 : 32
    }
    function pair(change, from, to) {
        if (change == "used") change = change added(from, to)
        if (to in line && from != to) printf "%s\t%s\t%s\t%s\t%d\n", change, lanes[to], from, to, line[from]
    }
    NR == FNR && FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    NR == FNR {
        label = "shared_histogram"
        for (i = 1; i < at["status"]; i++) label = label " " name(i) "=" $i
        lanes[label] = $at["lanes_each"]
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
    }' "$dir/shared_histogram.csv" "$dir/histogram_counters.csv" | sort -t"$(printf '\t')" -k1,1 -k2,2g >"$work/pairs"

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
    }' "$dir/histogram_counters.csv" "$work/pairs"
answer() {
    name=${1##*/}
    change=${name%%_*}
    lanes=${name#*_}
    case $change in
    reorder) set -- --reorder 4 --instructions 6 --lanes "$lanes" ;;
    unused) set -- --unused --lanes "$lanes" ;;
    used*) set -- --used --instructions "${change#used}" --lanes "$lanes" ;;
    threads*) set -- --threads "${change#threads}" ;;
    esac
    "$program" model predict --table "$work/tables" --counters "$work/groups/$name" --csv "$work/answers/$name" "$@" \
        >/dev/null && sed -i "s/^/$change,/" "$work/answers/$name"
}
mkdir "$work/answers"
groups=0
for group in "$work"/groups/*; do
    answer "$group" &
    groups=$((groups + 1))
    [ $((groups % 4)) -ne 0 ] || wait
done
wait
cat "$work"/answers/* >"$work/all"
[ "$(grep -c predicted_launch "$work/all")" -eq "$groups" ] || { echo "histogram_predictions.sh: some were not predicted" >&2; exit 1; }

awk -F'\t' -v least="$least" '
    function busy(percent) { return percent < 50 ? "<50" : percent < 80 ? "50-80" : ">=80" }
    function add(class, off, inside) {
        if (!(class in n)) order[++classes] = class
        n[class]++
        near[class] += off > -0.05 && off < 0.05
        in_it[class] += inside
        if (off * off > worst[class] * worst[class]) worst[class] = off
    }
    NR == FNR {
        k = split($0, cell, ",")
        if (cell[2] == "predicted_launch") { for (i = 1; i <= k; i++) at[cell[i]] = i; next }
        key = cell[1] "\t" cell[at["kernel"]]
        gsub(/"/, "", key)
        if (!(cell[at["predicted_cycles"]] > 0)) next
        is[key] = cell[at["predicted_cycles"]]
        low[key] = cell[at["low_cycles"]]
        high[key] = cell[at["high_cycles"]]
        says[key] = $0 ~ /,"?a guess/ ? "a guess" : "no guess"
        label = key
        sub(/.*\t/, "", label)
        cycles[label] = cell[at["active_cycles"]]
        share[label] = cell[at["demand_percent"]]
        match(label, /pixels=[0-9]+/)
        size = substr(label, RSTART + 7, RLENGTH - 7) + 0
        if (size > largest) largest = size
        next
    }
    {
        key = $1 "\t" $3
        if (!(key in is)) next
        change = $1
        sub(/[0-9]+$/, "", change)
        truth = cycles[$4]
        off = is[key] / truth - 1
        inside = truth >= low[key] && truth <= high[key]
        add(change "\tall sizes\t\t", off, inside)
        if (change != "threads") add("all but threads\tall sizes\t\t", off, inside)
        match($3, /pixels=[0-9]+/)
        if (substr($3, RSTART + 7, RLENGTH - 7) * 2 < largest) next
        add(change "\tlarge\t\t", off, inside)
        if (change == "threads") next
        add(change "\tlarge\t" says[key] "\t", off, inside)
        add(change "\tlarge\t" busy(share[$3]) "\t" busy(share[$4]), off, inside)
    }
    END {
        printf "%-16s %-10s %-9s %-9s %4s %9s %7s %7s\n", "change", "images", "U before", "U after", "n", "within 5%", "inside", "worst"
        for (i = 1; i <= classes; i++) {
            split(order[i], part, "\t")
            row[i] = sprintf("%-16s %-10s %-9s %-9s %4d %9d %7d %+6.0f%%", part[1], part[2], part[3], part[4],
                n[order[i]], near[order[i]], in_it[order[i]], 100 * worst[order[i]])
        }
        for (i = 1; i <= classes; i++) print row[i] | "sort"
        close("sort")
        total = "all but threads\tall sizes\t\t"
        if (!n[total]) { print "no pairs"; exit 1 }
        if (least != "" && 100 * in_it[total] < least * n[total]) exit 1
    }' "$work/all" "$work/pairs"
