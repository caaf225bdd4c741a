#!/bin/sh
# Data flows one way: the pure parts may include only these of the project's headers.
set -u
cd "$1" || exit 1
bad=0
check() { # check FILES ALLOWED
    # shellcheck disable=SC2086 # a list of files
    found=$(grep -hoE '^#include "[^"]+"' $1 | sort -u | grep -vE "\"($2)\"")
    [ -z "$found" ] || { echo "$1 may not include:"; echo "$found"; bad=1; }
}
check "stats.c stats.h" "stats.h|status.h"
check "part.c part.h" "part.h|status.h"
check "csv.c csv.h" "csv.h|part.h|status.h"
check "runfile.c runfile.h" "runfile.h|csv.h|status.h"
check "measured.c measured.h" "measured.h|csv.h|runfile.h|status.h"
check "names.c names.h" "names.h"
check "axis.c axis.h" "axis.h|names.h|../bench/bench.h"
check "plan.c plan.h" "plan.h|axis.h|../bench/bench.h"
check "table.c table.h table_columns.c table_columns.h" "table.h|table_columns.h|plan.h|stats.h|axis.h|csv.h|names.h|runfile.h|columns.def"
check "derive.c derive.h" "derive.h|table.h"
# What tables say: from tables alone, without a run, a plan or a device.
check "../model/*.c ../model/*.h" "../harness/(measured|csv|names|runfile|status).h|(change|closed|counter_columns|counters|cross|demand|findings|fit|l2|l2_table|l2_types|model|occupancy|predict|reason|records|roofline|service|sheet|units|utilization|verdicts).h|(counters|occupancy).def"
exit $bad
