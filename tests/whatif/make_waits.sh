#!/bin/sh
# make_waits.sh: compiles waits.hip into the bundle beside. Needs clang, lld and llvm 19.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
llvm=${LLVM:-/usr/lib/llvm-19/bin}
: >"$work/host"
targets=host-x86_64-unknown-linux--
set -- --input="$work/host"
for target in gfx90a gfx1030 gfx1100 gfx1201; do
    "$llvm/clang++" -x hip --offload-device-only --no-gpu-bundle-output --offload-arch=$target -nogpulib -nogpuinc -O3 \
        -mcode-object-version=5 waits.hip -o "$work/$target"
    "$llvm/llvm-objcopy" --strip-all "$work/$target"
    targets="$targets,hipv4-amdgcn-amd-amdhsa--$target"
    set -- "$@" --input="$work/$target"
done
"$llvm/clang-offload-bundler" --type=o --targets="$targets" --bundle-align=8 --output=waits.hipfb "$@"
