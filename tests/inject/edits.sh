#!/bin/sh
# edits.sh LIBRARY PROGRAM FILES: which instructions are switched off, of which kernels, and what it gives.
# shellcheck disable=SC1091,SC2154,SC2034 # common.sh has variables of both, and plain names of files
. "$(dirname "$0")/common.sh"
took() { # NANOSECONDS
    awk -F, -v want="$1" 'NR > 1 && $12 - $11 != want { exit 1 }' out/launches.*.csv ||
        fail "$edit: launches of $1 ns, not: $(cat out/launches.*.csv)"
}
module=$files/plain.fatbin
plain query "$module" shared_float
# The float add in shared memory: a loop, whose swap and branch are off.
injected shared query "$module" shared_float
has kernels '^shared_float,sm_90,[0-9a-f]{16},1,0,0,0,0,1,0,0,1,0,2,ATOMS,[0-9]+$'
[ "$(grep -c ',0,,0$' out/kernels.*.csv)" = 10 ] || fail "of the other kernels one is edited"
took 50000
# A lock stays, and so does the exchange that releases it; its fences don't.
printf 'lock\nshared_float\n' >kernels.txt
GA_WHATIF_KERNELS=kernels.txt injected fences,shared query "$module" shared_float
has kernels '^lock,sm_90,[0-9a-f]{16},0,0,0,8,2,0,4,[0-9]+,[0-9]+,2,8,[A-Z]+,[0-9]+$'
took 0
# The control: every module with what could be edited is replaced, by itself, unpacked.
injected unchanged query "$module" shared_float
has kernels '^shared_float,sm_90,[0-9a-f]{16},1,0,0,0,0,1,0,0,1,0,1,ATOMS,[0-9]+$'
has notes '^module,.* fatbin, replaced, in '
cmp "$module" loaded.0
took 100000
plain query "$files/zstd.fatbin" shared_float
injected unchanged query "$files/zstd.fatbin" shared_float
has notes '^module,.* fatbin, replaced, in '
[ "$(wc -c <loaded.0)" -gt "$(wc -c <"$files/zstd.fatbin")" ] || fail "the control was not unpacked"
plain query "$module" shared_float
# Only the kernels that are named; others are not even read.
echo lock >kernels.txt
echo other >>kernels.txt
export GA_WHATIF_KERNELS=kernels.txt
injected shared,global query "$module" shared_float
has kernels '^lock,'
! grep -q '^shared_float,' out/kernels.*.csv || fail "a kernel that is not named was read"
took 100000
unset GA_WHATIF_KERNELS
# A module that need not be read: as it was, whatever is asked for. Another one is edited.
hash=$(sed -n 's/^"*module,"*\([0-9a-f]\{16\}\): .*/\1/p' out/notes.*.csv)
printf '%s\n' 0000000000000001 "$hash" ffffffffffffffff >left.txt
export GA_WHATIF_LEAVE=left.txt
injected shared query "$module" shared_float
has notes "^module,\"*$hash: [0-9]+ bytes, fatbin, left, in "
[ "$(cat out/kernels.*.csv 2>/dev/null | wc -l)" -le 1 ] || fail "a module that is left was read: $(cat out/kernels.*.csv)"
cmp "$module" loaded.0
took 100000
printf '%s\n' 0000000000000001 ffffffffffffffff >left.txt
injected shared query "$module" shared_float
took 50000
unset GA_WHATIF_LEAVE
# Compressed, for several targets, with PTX: all of them edited, and the PTX still there.
plain query "$files/zstd.fatbin" shared_float
echo shared_float >kernels.txt
GA_WHATIF_KERNELS=kernels.txt injected shared query "$files/zstd.fatbin" shared_float
for target in sm_90a sm_100 sm_120; do
    has kernels "^shared_float,$target,[0-9a-f]{16},1,0,0,0,0,1,0,0,1,0,2,ATOMS,[0-9]+\$"
done
took 40000
# Of which the GPU can run one.
export STAND_IN_GENERATION=9
injected shared query "$files/zstd.fatbin" shared_float
[ "$(grep -c shared_float out/kernels.*.csv)" = 1 ] || fail "one target, not: $(cat out/kernels.*.csv)"
has kernels '^shared_float,sm_90a,[0-9a-f]{16},1,0,0,0,0,1,0,0,1,0,2,ATOMS,[0-9]+$'
# None of it: the PTX is what runs, and this driver can't link it.
export STAND_IN_GENERATION=8
injected shared query "$files/zstd.fatbin" shared_float
has notes '^not_read,source code of [0-9]+ bytes: CUDA error 801 '
cmp "$files/zstd.fatbin" loaded.0
