#!/bin/sh
# none.sh TRUTH_PLAIN TRUTH_NONE TRUTH_AGAIN LIBRARY GPU_ATOMICS [OUT.csv]: edited machine code against source without atomics.
# Of every kernel of truth, in its three forms, whose atomics have no result that is used: the time with its atomics switched off
# by `whatif`'s LIBRARY, against the same kernel compiled without them, in two ways (none.h); one CSV row each. Against the nearer
# of the two at least half must be within 3 % or 0.3 us, and all within 20 %: the two differ from each other, too.
# With nothing edited, against the program without the library: 1 % or 0.3 us, or three times that overlap. Each is the middle of
# three processes, in turn: memory lies elsewhere in each. Exit status: 0, 1 beyond that, 77 no GPU.
set -u
[ $# -ge 5 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0" >&2; exit 2; }
truth=$1 none=$2 again=$3 library=$4 program=$5
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
out=${6:-$work/none.csv}
# shellcheck source=tests/cli/columns.sh disable=SC1091
. "$(dirname "$0")/../cli/columns.sh"
"$truth" --kernel trigrams --samples 1 >/dev/null 2>&1
[ $? -ne 77 ] || exit 77

# Kernels whose atomics have results that somebody reads are left out.
"$program" inspect "$truth" --csv "$work/inspect.csv" >/dev/null || exit 3
columns '@class == "atomic" && @result == "used" {print @kernel}' "$work/inspect.csv" | sort -u >"$work/used"

# rows_of EDIT PROGRAM KERNEL: its rows; the answers are wrong without atomics.
rows_of() {
    rm -rf "$work/out"
    mkdir "$work/out"
    if [ "$1" = plain ]; then
        timeout 60 "$2" --kernel "$3" 2>/dev/null
    else
        GA_WHATIF_OUT=$work/out GA_WHATIF_EDIT=$1 LD_PRELOAD=$library timeout 60 "$2" --kernel "$3" 2>/dev/null
    fi | tail -n +2
}
echo kernel,extra,plain_ns,library_ns,edited_ns,none_ns,again_ns,overlap >"$out"
for kernel in $("$truth" --list); do
    if grep -q -E "[0-9]${kernel}I" "$work/used"; then continue; fi
    for _ in 1 2 3; do
        rows_of plain "$truth" "$kernel" | sed "s/^/1,/"
        rows_of none "$truth" "$kernel" | sed "s/^/2,/"
        rows_of shared,global,generic "$truth" "$kernel" | sed "s/^/3,/"
        rows_of plain "$none" "$kernel" | sed "s/^/4,/"
        rows_of plain "$again" "$kernel" | sed "s/^/5,/"
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
        END {for (key in seen) print key "," middle(key, 1) "," middle(key, 2) "," middle(key, 3) "," middle(key, 4) "," middle(key, 5) "," \
            (n[key, 1] == 3 && n[key, 2] == 3 && end(key, 1, -1) <= end(key, 2, 1) && end(key, 2, -1) <= end(key, 1, 1))}' | sort -t, -k2n >>"$out"
done
awk -F, '
    function far(a, b, share, d) {d = a - b; d = d < 0 ? -d : d; return !(a > 0 && b > 0) || (d > share * b && d > 300)}
    FNR == 1 {next}
    {n++; one += far($5, $6, 0.03); sources += far($7, $6, 0.03)}
    far($5, $6, 0.03) && far($5, $7, 0.03) {
        apart++
        printf "%s extra=%s: %s ns edited, %s and %s ns without atomics in the source\n", $1, $2, $5, $6, $7
    }
    far($5, $6, 0.2) && far($5, $7, 0.2) {bad++}
    far($4, $3, 0.01) && !$8 {print $1 " extra=" $2 ": " $4 " ns with the library, " $3 " ns without it"; worse++}
    END {
        printf "%d kernels and forms: %d differ by over 3 %% from one source, %d from both, ", n, one, apart
        printf "which in %d differ from each other\n%d differ by over 20 %% from both; %d from the program without the library\n", sources, bad, worse
        exit n == 0 || 2 * apart > n || bad > 0 || worse > 0
    }' "$out"
