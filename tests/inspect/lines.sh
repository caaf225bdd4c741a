#!/bin/sh
# lines.sh PROGRAM: where an instruction stands in the source, through what was inlined, of both targets; none where there
# is no -lineinfo.
set -eu
program=$1
cd "$(dirname "$0")"
work=$(mktemp -d "${TMPDIR:-/tmp}/ga-inspect-XXXXXX")
trap 'rm -rf "$work"' EXIT
# shellcheck source=tests/cli/columns.sh disable=SC1091
. ../cli/columns.sh

fail() { echo "FAILED: $*"; cat "$work/rows.csv"; exit 1; }
# at KERNEL INSTRUCTION TEXT [FILE]: of both targets, the line of advice.cu that has the text
at() {
    file=${4:-advice.cu}
    wanted=$(grep -nF -- "$3" "$file" | cut -d: -f1)
    n=$(columns "@kernel == \"$1\" && @instruction ~ /^$2\$/ && @source ~ /\\/$file:$wanted\$/" "$work/rows.csv" | wc -l)
    [ "$n" -eq 2 ] || fail "$1, $2: expected line $wanted twice"
}
"$program" inspect advice.fatbin --each --csv "$work/rows.csv" >"$work/out"
at inlined REDG? 'static __device__ void bump'
at float_loop ATOMG 'seen = atomicCAS(word, old, __float_as_int(__int_as_float(old) + p[99]));'
at half_loop ATOM '__global__ void half_loop'
at half_pair ATOMS '__global__ void half_pair'
at fence_twice REDG? 'red.release.gpu'
[ "$(columns '@order == "seq_cst" && @source ~ /advice.cu:39$/' "$work/rows.csv" | wc -l)" -eq 2 ] || fail "a fence"
grep -q '^float_loop  *sm_90 .*0x00a0 ATOMG .*/advice.cu:16$' "$work/out" || { cat "$work/out"; exit 1; }
"$program" inspect advice.fatbin --forbid rmw-loop --kernel float_loop >"$work/out" 2>&1 && fail "nothing is forbidden"
grep -q 'forbidden: advice.fatbin: float_loop, sm_90: ATOMG cas b32 at 0x00a0, .*/advice.cu:16: rmw-loop' "$work/out" || { cat "$work/out"; exit 1; }

"$program" inspect headers.fatbin --each --csv "$work/rows.csv" >/dev/null
at by_reference ATOM 'word.fetch_add' headers.cu

"$program" inspect plain.fatbin --each --csv "$work/rows.csv" >"$work/out"
[ -z "$(columns '{printf "%s", @source}' "$work/rows.csv")" ] || fail "lines without -lineinfo"

# An atomic of cuda::atomic_ref, whose instructions stand in a header of the toolkit's.
"$program" inspect named.fatbin --csv "$work/rows.csv" >/dev/null
wanted=$(grep -n 'word.fetch_add' named.cu | cut -d: -f1)
[ "$(columns '{print @source}' "$work/rows.csv")" = "/src/named.cu:$wanted" ] || fail "cuda::atomic_ref"

# A version that is not known: no lines, and all else.
"$program" inspect lines.fatbin --csv "$work/rows.csv" >/dev/null
columns '{print @source}' "$work/rows.csv" | grep -q '/lines.cu:2$' || fail "lines.fatbin"
cp lines.fatbin "$work/new.fatbin"
printf '\001' | dd of="$work/new.fatbin" bs=1 seek=1492 conv=notrunc 2>/dev/null
"$program" inspect "$work/new.fatbin" --csv "$work/rows.csv" >/dev/null
[ "$(columns '{print @offset @source}' "$work/rows.csv")" = 96 ] || fail "lines of another version"
