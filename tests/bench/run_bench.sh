#!/bin/sh
# run_bench.sh PROGRAM BENCHMARK DIR: measures it on the best device into a DIR made anew. With
# GA_REQUIRE_GPU=1 a machine without a GPU is a failure.
set -eu
rm -rf "$3"
case $2 in # the stand-in's preset, quick, has one each
lock_mutex | lock_grid_barrier) set -- "$@" --axis scope=all --axis order=all ;;
global_energy) set -- "$@" --preset quick ;; # a point takes seconds
esac
program=$1 bench=$2 out=$3
shift 3
"$program" run --bench "$bench" "$@" --out "$out" && exit 0
code=$?
[ ! -e "$out/$bench.csv" ] || { echo "not ok:"; grep -v -e ',ok,' -e ',unsupported,' "$out/$bench.csv" | head -n 20; }
exit $code
