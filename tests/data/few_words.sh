#!/bin/sh
# few_words.sh SHARE DIR: a few words over one word's limit, by SHARE and 64 SMs, are within 3 % of what the suite of Maucher et
# al. has on an H200: 4 words 4 KiB apart 4.00, 8 words 1 KiB apart 7.94, 16 words 2 KiB apart 16.0. The limit: one SM's adds.
set -eu
# shellcheck source=tests/cli/columns.sh disable=SC1091
. "$(dirname "$0")/../cli/columns.sh"
table=$2/global_few_words.csv
like='@status == "ok" && @regime == "unused" && @place == "a" && @warps_per_sm == 32 && @lanes == 32'
limit=$(columns "$like && @words == 1 && @share == \"sm\" && @sms == 1 {print @rate_ops_per_s}" "$table")
code=0
while read -r words stride theirs; do
    rate=$(columns "$like && @words == $words && @stride_bytes == $stride && @share == \"$1\" && @sms == 64 {
        print @rate_ops_per_s}" "$table")
    awk -v rate="${rate:-0}" -v limit="$limit" -v theirs="$theirs" -v what="$words words, $stride B" 'BEGIN {
        printf "%s: %.2f, theirs %s\n", what, rate / limit, theirs
        off = rate / limit / theirs - 1
        exit off < -0.03 || off > 0.03 }' || code=1
done <<END
4 4096 4.00
8 1024 7.94
16 2048 16.0
END
exit $code
