#!/bin/sh
# bench_harness.sh PROGRAM DIR [OPTION...]: how fast the program itself is. Runs it into a DIR made anew, on
# the best device unless an option of `run` says otherwise, and prints for each benchmark and the whole run:
# points, points per second, and how much of the time was spent in kernels. The rest is the harness.
set -eu
# shellcheck source=tests/cli/columns.sh disable=SC1091
. "$(dirname "$0")/../cli/columns.sh"
program=$1
directory=$2
shift 2
rm -rf "$directory"
"$program" run --out "$directory" "$@" >/dev/null

echo benchmark,points,wall_s,points_per_s,kernel_share_percent
columns '
    function line(name, points, wall, kernel) {
        printf "%s,%d,%.3f,", name, points, wall
        if (wall > 0)
            printf "%.0f,%.1f\n", points / wall, kernel / wall * 100
        else
            print ","
    }
    {value[@key] = @value}
    sub(/\.points$/, "", @key) {id[++n] = @key}
    END {
        for (i = 1; i <= n; i++) {
            points = value[id[i] ".points"]
            all += points
            line(id[i], points, value[id[i] ".wall_s"], value[id[i] ".kernel_s"])
        }
        line("whole run", all, value["wall_s"], value["kernel_s"])
    }' "$directory/run.csv"
