#!/bin/sh
# cluster_scope.sh GPU-ATOMICS NVCC SOURCE: at cluster scope an access to device memory compiles to what it does at device scope.
# `list` says so. Where it is otherwise, cluster scope is to be measured: a value of the axis scope.
set -eu
program=$1 nvcc=$2 source=$3 work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for scope in gpu cluster cta; do
    "$nvcc" -arch=sm_90 -cubin -DSCOPE="\"$scope\"" -o "$work/$scope.cubin" "$source"
    (cd "$work" && "$program" inspect --each --csv "$scope.csv" "$scope.cubin" >"$scope.txt")
    sed "s/$scope\.cubin//g" "$work/$scope.csv" >"$work/$scope"
done
cmp -s "$work/gpu" "$work/cta" && { echo "block scope is device scope: inspect tells nothing apart"; exit 1; }
diff "$work/gpu" "$work/cluster" || { echo "cluster scope has instructions of its own"; exit 1; }
