#!/bin/sh
# make.sh: compiles the kernels beside it into the files that the tests read, one a way of packing. Needs nvcc 13.0.
set -eu
cd "$(dirname "$0")"
fatbin() {
    out=$1
    shift
    nvcc -fatbin -o "$out" "$@"
}
fatbin plain.fatbin sample.cu --compress-mode=none -gencode arch=compute_90,code=sm_90
fatbin lz4.fatbin sample.cu --compress-mode=speed -Xfatbin -compress-all \
    -gencode arch=compute_75,code=sm_75 -gencode arch=compute_80,code=sm_80
fatbin zstd.fatbin sample.cu --compress-mode=size -gencode arch=compute_90a,code=sm_90a \
    -gencode arch=compute_100,code=sm_100 -gencode 'arch=compute_120,code=[sm_120,compute_120]'
fatbin worse.fatbin worse.cu --compress-mode=size -gencode arch=compute_90,code=sm_90
fatbin advice.fatbin advice.cu -lineinfo --compress-mode=size -Xfatbin -compress-all -gencode arch=compute_80,code=sm_80 \
    -gencode arch=compute_90,code=sm_90
fatbin headers.fatbin headers.cu -lineinfo --compress-mode=size -Xfatbin -compress-all -gencode arch=compute_80,code=sm_80 \
    -gencode arch=compute_90,code=sm_90
fatbin lines.fatbin lines.cu -lineinfo --compress-mode=none -gencode arch=compute_90,code=sm_90
fatbin jump.fatbin jump.cu --compress-mode=none -gencode arch=compute_90,code=sm_90
for sample in barriers conditions locks followed conversions steers lists nests switches fences flags wide called phases halves adds; do
    fatbin $sample.fatbin $sample.cu --compress-mode=size -Xfatbin -compress-all -gencode arch=compute_75,code=sm_75 \
        -gencode arch=compute_90,code=sm_90 -gencode arch=compute_120,code=sm_120
done
fatbin cluster.fatbin cluster.cu --compress-mode=size -Xfatbin -compress-all -gencode arch=compute_90,code=sm_90 \
    -gencode arch=compute_100,code=sm_100
fatbin named.fatbin named.cu -lineinfo --compress-mode=size -Xfatbin -compress-all \
    -gencode arch=compute_75,code=sm_75 -gencode arch=compute_90,code=compute_90
fatbin gained.fatbin named.cu -DGAINED --compress-mode=size -Xfatbin -compress-all -gencode arch=compute_75,code=sm_75
fatbin emulated.fatbin emulated.cu --compress-mode=size -Xfatbin -compress-all -gencode arch=compute_90,code=sm_90
fatbin emulated_new.fatbin emulated.cu -DNEW --compress-mode=size -Xfatbin -compress-all -gencode arch=compute_90,code=sm_90
