#!/bin/sh
# slices.sh ROOT: what few_words.md says of slices, in every shipped recording of slices.sh: two words 512 bytes apart share one,
# 256 bytes apart none, wherever they are; adds of near SMs pass no second slice as often as those of far ones.
# Exit status 77: there is none.
set -u
cd "$1" || exit 1
# shellcheck source=tests/cli/columns.sh disable=SC1091
. tests/cli/columns.sh
code=0 n=0
for table in results/nvidia-*-slices/global_few_words_slices.csv; do
    [ -e "$table" ] || continue
    n=$((n + 1))
    pair='@words == 2 && @share == "sm" && @stride_bytes =='
    for stride in 256 512; do
        [ "$(columns "$pair $stride {print @place}" "$table" | sort -u | wc -l)" -ge 2 ] ||
            { echo "$table: not two places of words $stride bytes apart"; code=1; }
    done
    off=$(columns "$pair 512 && @words_of_fullest < 1.9 || $pair 256 && @words_of_fullest > 1.1 {
        print @stride_bytes \" bytes, place \" @place \": \" @words_of_fullest \" words\"}" "$table")
    [ -z "$off" ] || { echo "$table: $off in the fullest slice"; code=1; }
    crossed() { columns "@words == 1 && @share == \"$1\" {print @crossed; exit}" "$table"; }
    awk -v near="$(crossed near)" -v far="$(crossed far)" 'BEGIN { exit !(near != "" && far != "" && near + 0 < far + 0) }' ||
        { echo "$table: near adds cross as often as far ones"; code=1; }
done
[ "$n" -gt 0 ] || exit 77
exit $code
