#!/bin/sh
# compilers.sh BUILD TARGET 'CLANG++ [OPTION..]' KERNELS.. : whether another compiler makes of kernel files what that of a build
# does, which the audit has passed: compiles them for the target by both, and prints the rows of the audit's table that differ,
# < of the build's compiler, > of the other one. Exits with 1 if some do. No test of ctest: the compilers have to be had.
#   tests/isa/compilers.sh build gfx942 '/usr/lib/llvm-22/bin/clang++ -mcode-object-version=5' fence/fence.cc lock/mutex.cc
# PyPI's ziglang has clang 17 to 22 (0.12, 0.13, 0.14, 0.15, 0.16, 0.17; `zig clang --driver-mode=g++`), Debian 12's security
# archive clang-22. A clang without HIP's headers or lld gets them by -resource-dir and -B. With HIP 5.2 and from clang 20 on add
# -Xclang -mlink-builtin-bitcode -Xclang hip.bc, with 22 -D__AMDGCN_WAVEFRONT_SIZE=64 (RDNA: 32); for global/remote.cc from 21 on
# -fatomic-fine-grained-memory -fatomic-remote-memory. $OBJDUMP: llvm-objdump, of the newest compiler.
set -u
build=$1 target=$2 compiler=$3
shift 3
work=$(mktemp -d "${TMPDIR:-/tmp}/ga-compilers-XXXXXX") || exit 2
trap 'rm -rf "$work"' EXIT

# rows FILE OUT COMPILER..: what the audit would read.
rows() {
    file=$1 out=$2
    shift 2
    # shellcheck disable=SC2086 # options
    "$@" $options --offload-arch="$target" --cuda-device-only --no-gpu-bundle-output -o "$out.co" -x hip -c "$file" &&
        "${OBJDUMP:-llvm-objdump}" -d "$out.co" >"$out.s" &&
        "$build/harness/ga-isa-extract" "$out.rows" hip "$target" "$out.s" && sort "$out.rows" >"$out"
}

status=0
for kernels; do
    # "command": "clang++ OPTIONS -o OBJECT -x hip -c FILE"
    line=$(grep -o "\"command\": \"[^\"]*-x hip -c [^\"]*/bench/$kernels\"" "$build/compile_commands.json" | head -n 1)
    [ -n "$line" ] || { echo "$kernels: not compiled in $build" >&2 && exit 2; }
    line=$(echo "$line" | sed 's/^"command": "//; s/"$//; s/--offload-arch=[^ ]* //g; s/ -o [^ ]* -x hip -c / /')
    file=${line##* }
    line=${line% *}
    own=${line%% -*}
    options=-${line#* -}
    echo "$kernels for $target: ${own##* }, and ${compiler%% *}"
    # shellcheck disable=SC2086 # a command each
    rows "$file" "$work/own" $own && rows "$file" "$work/other" $compiler || exit 2
    diff "$work/own" "$work/other" || status=1
done
exit $status
