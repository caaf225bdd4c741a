#!/bin/sh
# service_range.sh DIR: S(64,e,0) of shared_service over that of adds that would all start at one time, (T(1,e,0) + 63 D) / 64
# with the law's D = e: 2.1 at one lane, 1.29 at two, 1.13 at four, 1.02 at eight, and none from 16 on, all within 2 %.
set -eu
# shellcheck source=tests/cli/columns.sh disable=SC1091
. "$(dirname "$0")/../cli/columns.sh"
table=$1/shared_service.csv
code=0
while read -r lanes stated; do
    like="@status == \"ok\" && @e == $lanes && @c == 0"
    alone=$(columns "$like && @n == 1 {print @median_cycles}" "$table")
    all=$(columns "$like && @n == 64 {print @median_cycles}" "$table")
    awk -v lanes="$lanes" -v alone="$alone" -v all="$all" -v stated="$stated" 'BEGIN {
        ratio = all / (alone + 63 * lanes)
        printf "%d lanes: %.3f, stated %s\n", lanes, ratio, stated
        exit ratio < 0.98 * stated || ratio > 1.02 * stated }' || code=1
done <<END
1 2.1
2 1.29
4 1.13
8 1.02
16 1.00
32 1.00
END
exit $code
