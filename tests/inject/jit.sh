#!/bin/sh
# jit.sh LIBRARY PROGRAM FILES: source is compiled where the driver would compile it, with the options that the program gave,
# and what comes of it is edited.
# shellcheck disable=SC1091,SC2154,SC2034 # common.sh has variables of both, and plain names of files
. "$(dirname "$0")/common.sh"
printf '.version 9.0\n.target sm_90\n.address_size 64\n' >source.ptx
echo same_word >kernels.txt
export STAND_IN_GENERATION=9 STAND_IN_CUBIN="$files/plain.fatbin" STAND_IN_COMPILED="$directory/compiled"
export GA_WHATIF_KERNELS=kernels.txt

# compiles FATBIN: with the library as without it, but that a failure is tried twice.
compiles() {
    rm -f compiled
    plain source.ptx "$files/$1" same_word
    mv compiled expected
    injected global source.ptx "$files/$1" same_word
    uniq compiled | diff expected - || fail "compiled otherwise: $1"
    [ "$(awk -F, '$12 - $11 == 90000' out/launches.*.csv | grep -c '^same_word,7,')" = 16 ] ||
        fail "16 launches of edited code, not: $(cat out/launches.*.csv)"
}
# A module is told by the code that came of it: one source with three limits of registers gives three, all of them kept. That
# without a limit is the fatbin's code, too, which is loaded as it is.
export GA_WHATIF_KEEP=1000000
compiles plain.fatbin
unset GA_WHATIF_KEEP
[ "$(grep -c '^same_word,' out/kernels.*.csv),$(grep '^same_word,' out/kernels.*.csv | cut -d, -f3 | sort -u | wc -l)" = 4,3 ] ||
    fail "modules: $(cat out/kernels.*.csv)"
[ "$(for kept in out/module.*; do od -A n -j 48 -N 1 -t u1 "$kept"; done | sort -n | tr -d ' ' | tr '\n' ,)" = 0,32,64, ] ||
    fail "kept: $(ls out)"
# The first has machine code for the GPU, the second has not.
compiles plain.fatbin
! grep -q '^type 2' compiled || fail "a fatbin was compiled that has code: $(cat compiled)"
grep -qx 'type 1, [0-9]* bytes: 3=log 4=64 0=32 5=log 6=64 7=3' compiled || fail "options: $(cat compiled)"
compiles lz4.fatbin
[ "$(grep -c '^type 2' compiled)" = 2 ] || fail "a fatbin is compiled with both sets of options: $(cat compiled)"
