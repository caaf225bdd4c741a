#!/bin/sh
# programs.sh GPU_ATOMICS ROOT: results/programs/kernels.md has what the model says now of every recording there, beside what went
# away without its atomics and without its fences, disagreements first, README.md there its tables, and README.md the rows of its
# own; and no launches that are `not` lost over a third, with the code and without it, nor any of the case study. With
# GA_BLESS=1 the generated parts of the two former are written anew, and the test ends as skipped.
set -u
ga=$1
here=$(cd "$(dirname "$0")" && pwd)
cd "$2/results/programs" || exit 1
# shellcheck source=tests/cli/columns.sh disable=SC1091
. "$2/tests/cli/columns.sh"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# held RECORDING [CODE [COUNTERS]]: agreement.csv of what the model says; adds to wrong what it should not have said: launches are
# `not`, and lost over a third, even if all others of that kernel lost the most that is predicted of them.
held() {
    skip=$(sed -n "/^argument,'--skip$/{n;s/^argument,//p;}" "$1/run.csv")
    "$ga" model utilization --table "../${1%%/*}" --counters "${3:-$work/counters.csv}" --without "$work/whatif.csv" \
        --skip "${skip:-0}" ${2:+--code "$2"} --agreement "$work/agreement.csv" --csv "$work/launches.csv" >/dev/null 2>"$work/err" || { cat "$work/err"; exit 1; }
    export of="$1" with="${2:+ with its code}${3:+ and a counter less}"
    columns '
        function wrong(unit, verdict, lost) {
            if (lost != "" && lost + 0 > 100 / 3)
                print ENVIRON["of"] ENVIRON["with"] ": " @kernel " " @grid ": " unit " " verdict ", of the launches that are \140not\140 at least " lost " % went"
        }
        { wrong("shared", @verdict, @shared_not_lost_low_percent); wrong("L2", @l2_verdict, @l2_not_lost_low_percent) }
        ' "$work/agreement.csv" >>"$work/wrong"
}

# Of every kernel that was run without its atomics or fences, however that ended: the largest share of a recording first.
# Tab-separated: GPU, program, kernel, grid, us, share, shared, predicted, global, predicted, fences, agreement.
rows() {
    columns '
        # At most 50 letters.
        function short(kernel) {
            gsub(/"|[<[].*/, "", kernel)
            return length(kernel) <= 50 ? kernel : substr(kernel, 1, 32) ".." substr(kernel, length(kernel) - 15)
        }
        function whole(x) { x = sprintf("%.0f", x); return x == "-0" ? "0" : x }
        function range(x, low, high) { return x == "" ? "" : sprintf("%.0f (%.0f to %.0f)", x, low, high) }
        # How it ended, where that is not well.
        function outcome(class) {
            if (!match(" " @outcomes, " " class ":(inputs edited|not [a-z]+|[a-z]+)")) return ""
            return substr(" " @outcomes, RSTART + length(class) + 2, RLENGTH - length(class) - 2)
        }
        function gone(class, x, low, high) {
            if (x == "") return outcome(class)
            return whole(x) (low == "" ? "" : sprintf(" ±%.0f", (high - low) / 2)) (outcome(class) == "" ? "" : "*")
        }
        {
            gsub(/"/, "", @outcomes)
            shared = gone("shared", @shared_gain_percent, @shared_gain_low_percent, @shared_gain_high_percent)
            global = gone("global", @global_gain_percent, @global_gain_low_percent, @global_gain_high_percent)
            generic = gone("generic", @generic_gain_percent, @generic_gain_low_percent, @generic_gain_high_percent)
            fences = gone("fences", @fences_gain_percent, @fences_gain_low_percent, @fences_gain_high_percent)
            if (generic != "" && (@global_gain_percent == "" || @generic_gain_percent + 0 > @global_gain_percent + 0)) global = generic
            if (shared global fences != "")
                printf "%s\t%s\t%s\t%s\t%s\t%.1f\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", ENVIRON["gpu"], ENVIRON["of"], short(@kernel), @grid,
                    sprintf(@time_us < 1000 ? "%.4g" : "%.0f", @time_us), @share_percent, shared,
                    range(@shared_predicted_percent, @shared_predicted_low_percent, @shared_predicted_high_percent),
                    global, range(@l2_predicted_percent, @l2_predicted_low_percent, @l2_predicted_high_percent), fences, @agreement,
                    @share_percent
        }' "$work/agreement.csv" | LC_ALL=C sort -t "$(printf '\t')" -k13,13gr | cut -f-12 >>"$work/rows"
}

# Where some launches of a kernel are `not`, and over a third of its time went: of the time of these, by what the others may
# have lost.
mixed() {
    columns '
        function cut(x) { return x < 0 ? 0 : x > 100 ? 100 : x }
        function mixed(unit, verdict, gain, low, high) {
            if (verdict !~ /not\// || gain + 0 <= 100 / 3 || low == "") return
            kernel = @kernel
            gsub(/"|[<[].*/, "", kernel)
            printf "| %s | %s | \140%s\140 %s | %s | %s | %.0f | %.0f to %.0f | %s |\n", ENVIRON["gpu"], ENVIRON["of"], kernel, @grid, unit,
                verdict, gain, cut(low), cut(high), high + 0 <= 100 / 3 ? "right" : "cannot be told"
        }
        {
            mixed("shared", @verdict, @shared_gain_percent, @shared_not_lost_low_percent, @shared_not_lost_high_percent)
            mixed("global", @l2_verdict, @global_gain_percent + 0 > @generic_gain_percent + 0 ? @global_gain_percent : @generic_gain_percent,
                @l2_not_lost_low_percent, @l2_not_lost_high_percent)
        }' "$work/agreement.csv" >>"$work/mixed"
}

: >"$work/once"
# shellcheck disable=SC2016 # Markdown
echo '| GPU | program | kernel, grid | atomics | verdicts | went, % | of the time of `not`, % | `not` is |
| --- | --- | --- | --- | --- | --- | --- | --- |' >"$work/mixed"
for recording in */*/run.csv; do
    recording=${recording%/run.csv}
    gzip -dc "$recording/counters.csv.gz" >"$work/counters.csv"
    gzip -dc "$recording/whatif.csv.gz" >"$work/whatif.csv"
    code=$recording/inspect.csv.gz # what the program loaded; older recordings have none
    [ ! -e "$code" ] || gzip -dc "$code" >"$work/inspect.csv"
    [ -e "$code" ] || code=
    for counter in lts__t_sectors.sum sm__cycles_active.avg; do
        sed "s/$counter\"/another\"/" "$work/counters.csv" >"$work/fewer.csv"
        held "$recording" "${code:+$work/inspect.csv}" "$work/fewer.csv"
    done
    held "$recording"
    [ -z "$code" ] || held "$recording" "$work/inspect.csv"
    gpu=$(sed -n 's/^device_name,NVIDIA \([A-Z0-9]*\).*/\1/p' "$recording/run.csv")
    export gpu of="${recording#*/}"
    rows
    mixed
    columns '{
        marked = (@reason @l2_reason) ~ /passes differ/
        print marked, marked && (@verdict == "unknown" || @l2_verdict == "unknown"), @l2_reason ~ /--global-type/
    }' "$work/launches.csv" | sed "s/\$/ ${code:+1}/" >>"$work/counted"
    columns '@of == "program" && @without == "none" && @runs == 1 {print ENVIRON["gpu"] "\t" ENVIRON["of"]}' "$work/whatif.csv" >>"$work/once"
done
# The case study's launches; the H100's code is not recorded.
for gpu in nvidia-h100 nvidia-h200; do
    study=../$gpu-histogram
    cp "$study/histogram_counters.csv" "$work/counters.csv"
    cp "$study/histogram_without.csv" "$work/whatif.csv"
    held "$gpu/../$study"
    [ ! -e "$study/histogram_inspect.csv.gz" ] || { gzip -dc "$study/histogram_inspect.csv.gz" >"$work/inspect.csv" && held "$gpu/../$study" "$work/inspect.csv"; }
done
[ ! -s "$work/wrong" ] || { echo "not, and over a third went:" && cat "$work/wrong"; exit 1; }
# says FILE TEXT: a number of all launches, in prose.
says() {
    tr '\n' ' ' <"../../$1" | sed 's/  */ /g' | grep -qF -- "$2" || { echo "$1 does not say: $2"; exit 1; }
}
# shellcheck disable=SC2046 # five numbers
set -- $(awk '{n++; marked += $1; unknown += $2; coded += $4; asks += $3 * $4} END {print n, marked, unknown, coded, asks}' "$work/counted")
says model/manual.md ": $2 of the $1 in \`results/programs\`"
says model/manual.md "in all $3 of the $2 are"
says model/verdict/gain.md "$5 of the $4 launches whose code is recorded ask for"
awk -F '\t' '{sets[$1] = sets[$1] (sets[$1] == "" ? " " : ", ") $2} END {for (gpu in sets) print gpu ":" sets[gpu] "."}' "$work/once" |
    sort | fold -s -w 130 | sed 's/ $//' >"$work/runs"
awk -v few="$work/few" -f "$here/operations.awk" "$work/rows" >"$work/operations" || exit 1
# shellcheck disable=SC2046 # two numbers
set -- $(awk -F'[|] *' '/CUB radix sort .*Histogram/ {print $5 + 0, $6 + 0}' "$work/operations")
says results/programs/README.md "of uniform keys $1 % goes without shared atomics, $2 % without global ones"
gzip -dc nvidia-h200/cub_uniform/whatif.csv.gz >"$work/whatif.csv"
# shellcheck disable=SC2046 # two numbers
set -- $(columns '@without == "none" && @name ~ /DeviceRadixSort/ {
        if (@name ~ /HistogramKernel/) sorts = @launches
        all += @time_ns * @launches
    }
    END { printf "%.0f %.1f", all / sorts / 1e3, 2 ^ 22 * sorts / all }' "$work/whatif.csv")
says bench/global/applications.md "CUB's \`SortKeys\` takes $2 G 4-byte keys/s (one H200; $1 us for 4 Mi,"
says model/answers/answers.def "CUB sorts four times as many keys in $1 us (H200)"
while read -r line; do
    grep -qxF -- "$line" ../../README.md || { echo "README.md lacks: $line"; exit 1; }
done <"$work/few"
awk -f "$here/fences.awk" "$work/rows" >"$work/fences"
for gpu in H100 H200; do
    grep "^$gpu" "$work/rows" >"$work/of_gpu"
    echo '| GPU | program | kernel, grid | us | share of the program, % | without shared | predicted | without global | predicted | without fences | |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |'
    { grep 'disagree$' "$work/of_gpu"; grep -v 'disagree$' "$work/of_gpu"; } |
        awk -F '\t' '{printf "| %s | %s | \140%s\140 %s", $1, $2, $3, $4; for (i = 5; i <= NF; i++) printf " | %s", $i; print " |"}'
done >"$work/kernels"
awk -v head="$work/kernels_H" '/^[|] GPU/ {n++} {print >(head (n == 1 ? 100 : 200))}' "$work/kernels"
code=0
for page in README.md kernels.md kernels_h100.md; do
    awk -v work="$work" '
        /^<!-- end -->/ {inside = 0}
        !inside
        /^<!-- (operations|fences|runs|mixed|kernels_H100|kernels_H200) -->/ {
            inside = 1
            file = work "/" $2
            while ((getline line < file) > 0) print line
        }' "$page" >"$work/$page"
    cmp -s "$page" "$work/$page" && continue
    diff "$page" "$work/$page"
    [ "${GA_BLESS:-}" = 1 ] && cp "$work/$page" "$page" && code=77 && continue
    echo "results/programs/$page is not what the recordings say; GA_BLESS=1 ctest -R data.programs writes it"
    exit 1
done
exit $code
