#!/bin/sh
# plot_bench.sh PROGRAM DIR: draws what run_bench.sh measured into DIR; skipped where it could not measure.
set -eu
for table in "$2"/*_*.csv; do
    [ -f "$table" ] || { echo "no table in $2: the benchmark is not available here"; exit 77; }
done
exec "$1" plot "$2"
