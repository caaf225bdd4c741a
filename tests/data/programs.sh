#!/bin/sh
# programs.sh GPU_ATOMICS ROOT: results/programs/README.md has what the model says now of every recording there, beside what went
# away, disagreements first; and no unit is `not` in all launches of a kernel that loses a third without
# its atomics, with the code and without it. With GA_BLESS=1 its table is written anew, and the test ends as skipped.
set -u
ga=$1
cd "$2/results/programs" || exit 1
# shellcheck source=tests/cli/columns.sh disable=SC1091
. "$2/tests/cli/columns.sh"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# held RECORDING [CODE [COUNTERS]]: agreement.csv of what the model says; adds to wrong what it should not have said.
held() {
    "$ga" model utilization --table "../${1%%/*}" --counters "${3:-$work/counters.csv}" --without "$work/whatif.csv" \
        ${2:+--code "$2"} --agreement "$work/agreement.csv" >/dev/null 2>"$work/err" || { cat "$work/err"; exit 1; }
    export of="$1${2:+ with its code}${3:+ and a counter less}"
    columns '
        function is_wrong(verdict, gain) { return verdict == "not" && gain != "" && gain + 0 > 100 / 3 }
        is_wrong(@verdict, @shared_gain_percent) || is_wrong(@l2_verdict, @global_gain_percent) || is_wrong(@l2_verdict, @generic_gain_percent) {
            print ENVIRON["of"] ": " @kernel " " @grid ": shared " @verdict ", " @shared_gain_percent " %, L2 " @l2_verdict ", " @global_gain_percent @generic_gain_percent " %"
        }' "$work/agreement.csv" >>"$work/wrong"
}

# Of every kernel that was run without its atomics: the largest share first.
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
    export of="${recording#*/}"
    columns '
        function percent(x) { return x == "" ? "" : sprintf("%.0f", x) }
        function range(x, low, high) { return x == "" ? "" : sprintf("%.0f (%.0f to %.0f)", x, low, high) }
        @shared_gain_percent @global_gain_percent @generic_gain_percent != "" {
            kernel = @kernel
            gsub(/"|[<[].*/, "", kernel)
            printf "%s\t| %s | \140%s\140 %s | %.4g | %.1f | %s | %s | %s | %s | %s |\n", @share_percent, ENVIRON["of"], kernel, @grid,
                @time_us, @share_percent, percent(@shared_gain_percent), range(@shared_predicted_percent, @shared_predicted_low_percent, @shared_predicted_high_percent),
                percent(@global_gain_percent == "" ? @generic_gain_percent : @global_gain_percent),
                range(@l2_predicted_percent, @l2_predicted_low_percent, @l2_predicted_high_percent), @agreement
        }' "$work/agreement.csv" | LC_ALL=C sort -t "$(printf '\t')" -k1,1gr | cut -f2 >"$work/rows"
    gpu=$(sed -n 's/^device_name,NVIDIA \([A-Z0-9]*\).*/\1/p' "$recording/run.csv")
    sed "s/^| /| $gpu | /" "$work/rows" >>"$work/table"
done
[ ! -s "$work/wrong" ] || { echo "not, and over a third went:" && cat "$work/wrong"; exit 1; }
{ grep '| disagree |$' "$work/table"; grep -v '| disagree |$' "$work/table"; } >"$work/ordered"
awk -v table="$work/ordered" '
    /^<!-- end -->/ {inside = 0; while ((getline line < table) > 0) print line}
    !inside
    /^\| --- / {inside = 1}' README.md >"$work/README.md"
cmp -s README.md "$work/README.md" && exit 0
diff README.md "$work/README.md"
[ "${GA_BLESS:-}" = 1 ] || { echo "results/programs/README.md is not what the recordings say; GA_BLESS=1 ctest -R data.programs writes it"; exit 1; }
cp "$work/README.md" README.md
exit 77
