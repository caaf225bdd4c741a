#!/bin/sh
# none.sh TRUTH_PLAIN TRUTH_NONE TRUTH_AGAIN LIBRARY GPU_ATOMICS [OUT]: edited machine code against source without atomics.
# Of every kernel of truth, in its three forms, whose atomics have no result that is used: the time with its atomics switched off
# by `whatif`'s LIBRARY, against the same kernel compiled without them, in two ways (none.h). One row each in OUT/truth_none.csv,
# and beside it run.csv, which says of which GPU. Against the nearer of the two at least half must be within 3 % or 0.3 us, and
# all within 12 %: the two differ from each other, too (none.awk).
# With every module replaced by itself (`--edit none`), against the program without the library: 1 % or 0.3 us, or three times
# that overlap. Each is the middle of three processes, in turn: memory lies elsewhere in each. Two minutes.
# Exit status: 0, 1 beyond that, 77 no GPU.
set -u
[ $# -ge 5 ] || { sed -n '2,9s/^# \{0,1\}//p' "$0" >&2; exit 2; }
truth=$(realpath "$1") none=$(realpath "$2") again=$(realpath "$3") library=$(realpath "$4") program=$(realpath "$5")
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "${6:-$work/set}"
out=$(realpath "${6:-$work/set}")
# shellcheck source=tests/cli/columns.sh disable=SC1091
. "$here/../cli/columns.sh"
"$truth" --kernel trigrams --samples 1 --unchecked >/dev/null 2>&1
[ $? -ne 77 ] || exit 77

# Kernels whose atomics have results that somebody reads are left out.
"$program" inspect "$truth" --csv "$work/inspect.csv" >/dev/null || exit 3
columns '@class == "atomic" && @result == "used" {print @kernel}' "$work/inspect.csv" | sort -u >"$work/used"
(cd "$work" && "$program" run --device cuda:0 --preset quick --once --bench global_baseline --out first >"$work/log" 2>&1)
cp "$work/first/run.csv" "$out/run.csv" || { tail -n 5 "$work/log"; exit 3; }

# rows_of WAY EDIT PROGRAM KERNEL: its rows, with their way; the answers are wrong without atomics.
rows_of() {
    way=$1 edit=$2
    shift 2
    rm -rf "$work/out"
    mkdir "$work/out"
    set -- "$1" --unchecked --kernel "$2"
    [ "$edit" = plain ] || set -- env "GA_WHATIF_OUT=$work/out" "GA_WHATIF_EDIT=$edit" "LD_PRELOAD=$library" "$@"
    timeout 60 "$@" 2>/dev/null | sed "1d; s/^/$way,/"
}
echo kernel,extra,plain_ns,unchanged_ns,edited_ns,source_ns,source_again_ns,overlap >"$out/truth_none.csv"
for kernel in $("$truth" --list); do
    if grep -q -E "[0-9]${kernel}I" "$work/used"; then continue; fi
    for _ in 1 2 3; do
        rows_of 1 plain "$truth" "$kernel"
        rows_of 2 unchanged "$truth" "$kernel"
        rows_of 3 shared,global,generic "$truth" "$kernel"
        rows_of 4 plain "$none" "$kernel"
        rows_of 5 plain "$again" "$kernel"
    done | awk -F, '
        {key = $2 "," $3; ns[key, $1, ++n[key, $1]] = $4; seen[key] = 1}
        function middle(key, k, a, b, c) {
            a = ns[key, k, 1] + 0; b = ns[key, k, 2] + 0; c = ns[key, k, 3] + 0
            return a < b ? (b < c ? b : a < c ? c : a) : (a < c ? a : b < c ? c : b)
        }
        function end(key, k, sign, i, e) {
            for (i = e = 1; i <= 3; i++) e = sign * ns[key, k, i] > sign * ns[key, k, e] ? i : e
            return ns[key, k, e]
        }
        function meet(key, a, b) {return end(key, a, -1) <= end(key, b, 1)}
        function row(key, line, k) {
            line = key
            for (k = 1; k <= 5; k++) line = line "," middle(key, k)
            return line "," (n[key, 1] == 3 && n[key, 2] == 3 && meet(key, 1, 2) && meet(key, 2, 1))
        }
        END {for (key in seen) print row(key)}' |
        sort -t, -k2n >>"$out/truth_none.csv"
done
awk -f "$here/none.awk" "$out/truth_none.csv"
