#!/bin/sh
# agree.sh PROGRAM FILE...: the own reader and cuobjdump agree on every instruction that is counted: class, operation, type,
# scope, order, space, result, loop and offset; not on the target, whose letter f cuobjdump leaves out. Passed over without cuobjdump, or if no file has code.
set -eu
program=$1
shift
if ! command -v cuobjdump >/dev/null || ! command -v nvdisasm >/dev/null; then
    echo "no cuobjdump"
    exit 77
fi
work=$(mktemp -d "${TMPDIR:-/tmp}/ga-inspect-XXXXXX")
trap 'rm -rf "$work"' EXIT
found=77
for file in "$@"; do
    "$program" inspect --each --csv "$work/own" "$file" >/dev/null 2>"$work/err" || { cat "$work/err"; continue; }
    found=0
    "$program" inspect --each --csv "$work/text" --disassembler "$file" >/dev/null
    cut -d, -f1,3- "$work/own" >"$work/own.facts"
    cut -d, -f1,3- "$work/text" >"$work/text.facts"
    diff "$work/own.facts" "$work/text.facts" >"$work/diff" || { head -n 20 "$work/diff"; echo "$file: the readers differ"; exit 1; }
    echo "$file: $(($(wc -l <"$work/own") - 1)) instructions agree"
done
exit "$found"
