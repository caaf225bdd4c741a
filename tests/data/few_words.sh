#!/bin/sh
# few_words.sh SHARE DIR [PLACE...]: a few words over one word's limit, by SHARE and 64 SMs, are within 3 % of what the suite of
# Maucher et al. has on an H200, at the places (a): 4 words 4 KiB apart 4.00, 8 words 1 KiB apart 7.94, 16 words 2 KiB apart 16.0.
# The limit: one SM's adds.
set -eu
# shellcheck source=tests/cli/columns.sh disable=SC1091
. "$(dirname "$0")/../cli/columns.sh"
share=$1
table=$2/global_few_words.csv
shift 2
like='@status == "ok" && @regime == "unused" && @warps_per_sm == 32 && @lanes == 32'
limit=$(columns "$like && @words == 1 && @share == \"sm\" && @sms == 1 {print @rate_ops_per_s}" "$table")
code=0
for place in "${@:-a}"; do
    while read -r words stride theirs; do
        rate=$(columns "$like && @place == \"$place\" && @words == $words && @stride_bytes == $stride && @share == \"$share\" &&
            @sms == 64 {print @rate_ops_per_s}" "$table")
        awk -v rate="${rate:-0}" -v limit="$limit" -v theirs="$theirs" -v what="$place: $words words, $stride B" 'BEGIN {
            printf "%s: %.2f, theirs %s\n", what, rate / limit, theirs
            off = rate / limit / theirs - 1
            exit off < -0.03 || off > 0.03 }' || code=1
    done <<END
4 4096 4.00
8 1024 7.94
16 2048 16.0
END
done
exit $code
