#!/bin/sh
# run_bench.sh PROGRAM BENCHMARK DIR: measures it on the best device into a DIR made anew. With
# GA_REQUIRE_GPU=1 a machine without a GPU is a failure.
set -eu
rm -rf "$3"
case $2 in # the stand-in's preset, quick, has one each
lock_mutex | lock_grid_barrier) exec "$1" run --bench "$2" --axis scope=all --axis order=all --out "$3" ;;
global_energy) exec "$1" run --preset quick --bench "$2" --out "$3" ;; # a point takes seconds
esac
exec "$1" run --bench "$2" --out "$3"
