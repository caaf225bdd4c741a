#!/bin/sh
# cmake.sh PROGRAM CMAKE MODULE: a build whose target has a forbidden loop fails, and one whose baseline has it does not.
# After a change of the baseline the gate runs again.
set -eu
program=$1
cmake=$2
module=$3
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/ga-inspect-XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >host.c <<END
__asm__(".section .nv_fatbin, \"a\"\n.incbin \"$here/plain.fatbin\"\n.previous\n");
int answer(void) { return 42; }
END
cat >CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.21)
project(gate C)
include($module)
add_library(kernels SHARED host.c)
set(WORDS rmw-loop CACHE STRING "")
gpu_atomics_forbid(kernels "\${WORDS}" \${GATE})
END
# build NAME OPTION..: out: its status
build() {
    name=$1
    shift
    "$cmake" -S . -B "$name" -DGPU_ATOMICS="$program" "$@" >"$name.log" 2>&1 || { cat "$name.log"; exit 1; }
    "$cmake" --build "$name" >"$name.log" 2>&1
}
if (build absent '-DGATE=BASELINE;none.csv' >said); then
    echo "a baseline that is not there went through"
    exit 1
fi
grep -q 'gpu_atomics_forbid: there is no' said || { cat said; exit 1; }
if build forbidden; then
    echo "a loop did not fail the build"
    exit 1
fi
grep -q 'forbidden: .*multiply, sm_90: ATOMG cas b32 at 0x0070: rmw-loop' forbidden.log || { cat forbidden.log; exit 1; }
build another '-DGATE=KERNEL;native_*;wide_*' || { cat another.log; exit 1; }
! build several '-DGATE=KERNEL;native_*;mult*' || { cat several.log; exit 1; }
[ "$(grep -c '^forbidden: ' several.log)" -eq 1 ] || { cat several.log; exit 1; }
for words in 'spin,seq_cst' 'spin;seq_cst'; do
    ! build listed "-DWORDS=$words" || { echo "$words is not forbidden"; cat listed.log; exit 1; }
    [ "$(grep -c '^forbidden: ' listed.log)" -eq 4 ] || { cat listed.log; exit 1; }
    rm -r listed
done
sed -i 's/plain.fatbin/named.fatbin/' host.c
build clean '-DGATE=KERNEL;cle*' || { cat clean.log; exit 1; }
! build gone '-DGATE=KERNEL;gone*' || { cat gone.log; exit 1; }
sed -i 's/named.fatbin/plain.fatbin/' host.c
"$program" inspect "$here/plain.fatbin" --csv known.csv >/dev/null
build known '-DGATE=BASELINE;known.csv' || { cat known.log; exit 1; }
sed '/^multiply,/d' known.csv >fewer.csv
mv fewer.csv known.csv
touch -d '+2 seconds' known.csv # the target may be of this second
! build known || { echo "a baseline that has changed is not read"; cat known.log; exit 1; }
