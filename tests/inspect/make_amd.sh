#!/bin/sh
# make_amd.sh: compiles sample.hip into the bundles that the tests read, one a way of packing, phases.hip and adds.hip into one,
# and lines.hip into two with source lines. Needs clang, lld and llvm 19.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
llvm=${LLVM:-/usr/lib/llvm-19/bin}
: >"$work/host"
# compile TARGET SOURCE OPTION..
compile() {
    target=$1
    source=$2
    shift 2
    "$llvm/clang++" -x hip --offload-device-only --no-gpu-bundle-output "--offload-arch=$target" -nogpulib -nogpuinc -O3 \
        -mcode-object-version=5 "$source" "$@"
}
bundle() {
    out=$1
    shift
    targets=host-x86_64-unknown-linux--
    set -- "$@" --input="$work/host"
    for target in gfx90a gfx942 gfx1100 gfx1201; do
        [ -f "$work/$target" ] || {
            compile $target sample.hip -o "$work/$target"
            "$llvm/llvm-objcopy" --strip-all "$work/$target"
        }
        targets="$targets,hipv4-amdgcn-amd-amdhsa--$target"
        set -- "$@" --input="$work/$target"
    done
    "$llvm/clang-offload-bundler" --type=o --targets="$targets" --bundle-align=8 --output="$out" "$@"
}
bundle plain.hipfb
COMPRESSED_BUNDLE_FORMAT_VERSION=2 bundle zstd.hipfb --compress
# The layouts that this clang does not write: version 1, by zlib, and version 3.
python3 - <<'PYTHON'
import struct, zlib
plain, zstd = open("plain.hipfb", "rb").read(), open("zstd.hipfb", "rb").read()
with open("zlib.hipfb", "wb") as out:
    out.write(b"CCOB" + struct.pack("<HHIQ", 1, 0, len(plain), 0) + zlib.compress(plain, 9))
with open("wide.hipfb", "wb") as out:
    out.write(b"CCOB" + struct.pack("<HHQQQ", 3, 1, len(zstd) + 8, len(plain), 0) + zstd[24:])
PYTHON
for sample in phases adds; do
    for target in gfx90a gfx942 gfx1100 gfx1201; do
        compile $target $sample.hip -o "$work/$target"
        "$llvm/llvm-objcopy" --strip-all "$work/$target"
    done
    bundle $sample.hipfb --compress
done
# Source lines: a version a bundle. On gfx942 each function has a section of its own, and the lines are compressed; on gfx1201 the
# code is as the compiler hands it to the linker.
for version in 4 5; do
    how=zlib
    [ $version = 4 ] || how=zstd
    for target in gfx90a gfx942 gfx1100 gfx1201; do
        set -- -gdwarf-$version -gline-tables-only -ffile-compilation-dir=/gpu-atomics
        case $target in *2*) set -- "$@" -ffunction-sections ;; esac
        [ $target != gfx1201 ] || set -- "$@" -S
        compile $target lines.hip "$@" -o "$work/$target"
    done
    "$llvm/llvm-objcopy" --compress-debug-sections=$how "$work/gfx942"
    mv "$work/gfx1201" "$work/assembly"
    "$llvm/llvm-mc" -triple amdgcn-amd-amdhsa -mcpu=gfx1201 -dwarf-version=$version -filetype=obj \
        "$work/assembly" -o "$work/gfx1201"
    bundle lines_$version.hipfb
done
