#!/bin/sh
# figures.sh GPU_ATOMICS ROOT: every shipped figure is what `plot` draws of its set, and `suite` draws every figure that has
# a measured table. With GA_BLESS=1 the shipped figures are written anew, and the test ends as skipped.
set -u
ga=$1
cd "$2" || exit 1
version=$(gnuplot --version 2>/dev/null) || { echo "skipped: there is no gnuplot"; exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
code=0

sed -n '/draw build\/figures /,/[^\\]$/p' suite | grep -o 'results/[^ ]*' >"$work/of_suite"
{ cat "$work/of_suite"; for set in results/*/figures; do echo "${set%/figures}"; done; } | sort -u |
    xargs -P "$(nproc)" -I SET "$ga" plot SET --out "$work/SET" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }

drawn_by_suite() {
    while read -r set; do
        [ -s "$work/$set/$1.svg" ] && [ -s "$work/$set/$1.png" ] && return
    done <"$work/of_suite"
    return 1
}
sed -n 's/^GA_FIGURE(\([a-z_]*\), "\(.*\)")/\1 \2/p' plots/figures.def >"$work/defined"
while read -r figure table; do
    sets=$(find results/nvidia-* -name "$table" | sed 's|/[^/]*$||' | sort | paste -s -d ' ' -)
    [ -z "$sets" ] || drawn_by_suite "$figure" || { echo "suite draws no set that gives $figure; $table is in $sets"; code=1; }
done <"$work/defined"

different=
for figure in results/*/figures/*.svg; do
    drawn=$work/${figure%/figures/*}/${figure##*/}
    cmp -s "$figure" "$drawn" && continue
    different="$different $figure"
    [ "${GA_BLESS:-}" != 1 ] || { cp "$drawn" "$figure" || exit 1; echo "blessed: $figure"; }
done
[ "$code" -eq 0 ] || exit 1
[ -n "$different" ] || exit 0
[ "${GA_BLESS:-}" != 1 ] || exit 77
shipped=$(cat results/*/figures/*.svg | sed -n 's/.*Produced by GNUPLOT \(.*[0-9]\).*/gnuplot \1/p' | sort -u)
[ "$version" = "$shipped" ] || { echo "skipped: $version, and the shipped figures are $shipped's"; exit 77; }
for figure in $different; do
    echo "$figure is not what its tables give; GA_BLESS=1 ctest -R data.figures writes it"
done
exit 1
