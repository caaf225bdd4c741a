#!/bin/sh
# too_many.sh EXTRACTOR: machine code with more different atomics than the extractor has room for must
# fail the build, not leave some out.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
list() {
    echo ' code for sm_90'
    echo 'Function : many_cuda'
    i=0
    while [ $i -lt "$1" ]; do
        echo "        /*0000*/ ATOMS.ADD.N$i R4, [R5], R4 ;"
        i=$((i + 1))
    done
}
list 96 >"$work/most"
list 97 >"$work/more"
"$1" "$work/out" cuda - "$work/most"
[ "$(wc -l <"$work/out")" -eq 96 ] || { echo "not 96 instructions:"; cat "$work/out"; exit 1; }
if "$1" "$work/out" cuda - "$work/more" 2>"$work/said"; then
    echo "it passed"
    exit 1
fi
grep -q 'many (sm_90) has more than 96 different instructions' "$work/said" || { cat "$work/said"; exit 1; }
