#!/bin/sh
# prices.sh PROGRAM: every price is a row's, and where no row fits there is none; advice has both rows.
set -eu
program=$1
cd "$(dirname "$0")"
work=$(mktemp -d "${TMPDIR:-/tmp}/ga-inspect-XXXXXX")
trap 'rm -rf "$work"' EXIT
# shellcheck source=tests/cli/columns.sh disable=SC1091
. ../cli/columns.sh

fail() { echo "FAILED: $*"; cat "$work/out" "$work/err"; exit 1; }
# run CODE ARGUMENT...
run() {
    wanted=$1
    shift
    code=0
    "$program" inspect "$@" >"$work/out" 2>"$work/err" || code=$?
    [ "$code" -eq "$wanted" ] || fail "exit status $code, expected $wanted: $*"
}
prints() { grep -qF -- "$1" "$work/out" || fail "not printed: $1"; }
says() { grep -qF -- "$1" "$work/err" || fail "not said: $1"; }
# has KERNEL INSTRUCTION CELLS [OPERATION]: the first such row of sm_90, or sm_90a: its price, and the cheaper form's
has() {
    found=$(columns "@kernel == \"$1\" && @target ~ /^sm_90/ && @instruction == \"$2\" && @operation ~ /${4:-.}/ && !n++ {
        print @regime \",\" @thread_ns \",\" @word_ops_per_s \",\" @rows \",\" @cheaper \",\" @cheaper_thread_ns \",\" \
              @cheaper_word_ops_per_s \",\" @cheaper_rows
    }" "$work/rows.csv")
    [ "$found" = "$3" ] || fail "$1, $2: '$found', expected '$3'"
}

run 0 plain.fatbin --table table --csv "$work/rows.csv"
grep -qx 'prices of sm_90: GPU of the tests, table' "$work/out" || fail "whose prices?"
prints 'if a line has several targets, of the first'
prints 'popc-inc: adds the number of its lanes on the word'
prints 'skips zero: adds what shared memory holds'
prints 'phased: on shared memory; global memory is read in loops that have no atomic'
prints 'no price of 4 instructions (ATOMS..): the tables have no row that executed it'
! grep -q '^again: ' "$work/out" || fail "a word that is not in the table"
prints 'advice: system scope, if neither another GPU nor host memory is meant: MEMBAR 720 ns, at device scope 340 ns (fence_fence.csv:6, :5). 1 in 1 kernel; first: lock, sm_90, 0x0120'
has used_add ATOMG dependent,150,1300000000,global_operations.csv:2:4,reduction,10,1200000000,global_operations.csv:5:6
has native_add REDG unused,10,1200000000,global_operations.csv:5:6,,,,
has wide_add REDG unused,20,1000000000,global_operations.csv:10:11,device-scope,10,1200000000,global_operations.csv:5:6
has insert ATOMG dependent,180,1300000000,global_operations.csv:27:29,,,,
has shared_float BAR block,43,,lock_barriers.csv:3,,,,
# The row of an unused exchange executed the same instruction.
has lock ATOMG unused,37,1240000000,global_operations.csv:40:41,,,, exch

# Of two lengths the usual one, whose lines are the same.
cp -r table "$work/lengths"
{
    sed -E 's/,status,/,accesses&/; s/,(ok|unsupported),/,usual&/' table/global_operations.csv
    edited 'FNR > 1 {@access_ns = 1; @rate_ops_per_s = 1}' table/global_operations.csv | sed -E '1d; s/,(ok|unsupported),/,doubled&/'
} >"$work/lengths/global_operations.csv"
run 0 plain.fatbin --table "$work/lengths" --csv "$work/rows.csv"
has used_add ATOMG dependent,150,1300000000,global_operations.csv:2:4,reduction,10,1200000000,global_operations.csv:5:6

# An atomic whose result has no register.
cp plain.fatbin "$work/unused.fatbin"
printf '\377' | dd of="$work/unused.fatbin" bs=1 seek=16706 conv=notrunc 2>/dev/null
run 0 "$work/unused.fatbin" --table table --csv "$work/rows.csv"
prints 'advice: the result is never used: ATOMG add u32 40 ns, REDG 10 ns, each in a loop (global_operations.csv:3, :5). 1 in 1 kernel; first: used_add, sm_90, 0x0070'
has used_add ATOMG independent,40,1300000000,global_operations.csv:3:4,reduction,10,1200000000,global_operations.csv:5:6

# sm_90a runs on the tables' GPU, other targets don't.
run 0 zstd.fatbin lz4.fatbin --table table --csv "$work/rows.csv"
has used_add ATOMG dependent,150,1300000000,global_operations.csv:2:4,reduction,10,1200000000,global_operations.csv:5:6
[ -z "$(columns '@target != "sm_90a" {printf "%s", @rows}' "$work/rows.csv")" ] || fail "a price of another target"
run 2 lz4.fatbin --table table
says '--table: table is of sm_90; expected tables of a target that the file has code for, as sm_75'

# What a loop adds, where the target has an instruction for it; a half by itself has none. In shared memory the loop is
# the operation, and its row is of all of it.
run 0 advice.fatbin --table table --csv "$work/rows.csv"
prints 'again: a fence as strong stands before it'
prints 'no price of 1 instruction (ATOM): generic: the code does not say whether its word is in shared, device or host memory'
prints 'float_loop   sm_90 sm_80 ' # the price is of the first
has float_loop ATOMG try,180,1300000000,global_operations.csv:27:29,native,151,560000000,global_operations.csv:12:14
has double_loop ATOMG try,200,1300000000,global_operations.csv:32:34,native,171,560000000,global_operations.csv:17:19
has half_loop ATOM try,180,1300000000,global_operations.csv:27:29,packed,152,560000000,global_operations.csv:22:24
has bfloat_loop ATOM try,180,1300000000,global_operations.csv:27:29,,,,
has shared_wide ATOMS loop,70,30000000,shared_demand.csv:8:9,integer,25,2000000000,shared_demand.csv:6:7
has product_loop ATOMG try,180,1300000000,global_operations.csv:27:29,,,,
prints 'advice: a loop adds what this target adds by one instruction; a try: ATOMG cas b32 180 ns, ATOMG add f32 151 ns, each in a loop (global_operations.csv:27, :12). 1 in 1 kernel; first: float_loop, sm_90, 0x00a0'
prints 'advice: a loop adds one half, and two in a word are one instruction; a try: ATOM cas b32 180 ns, ATOMG add two of f16 152 ns, each in a loop (global_operations.csv:27, :22). 1 in 1 kernel; first: half_loop, sm_90, 0x0100'
prints 'advice: a fence right behind one that orders as much: MEMBAR 330 ns more (fence_fence.csv:4). 1 in 1 kernel; first: fence_twice, sm_90, 0x00d0'
run 0 plain.fatbin --table table --csv "$work/rows.csv"
has shared_float ATOMS loop,60,32000000,shared_demand.csv:2:3,integer,25,2000000000,shared_demand.csv:6:7
prints 'advice: a loop; if 32-bit integers do, as counts or fixed point, they are one instruction: ATOMS cast-spin b32 60 ns, ATOMS add u32 for f32 25 ns, each in a loop (shared_demand.csv:2, :6). 1 in 1 kernel; first: shared_float, sm_90, 0x0110'
has multiply ATOMG try,180,1300000000,global_operations.csv:27:29,,,,

# A product, or a float added to a half, is rounded once by the loop, twice by the instruction. Shared memory adds u32, and no
# floats, by one instruction.
run 0 adds.fatbin --table table --csv "$work/rows.csv"
has f32_product ATOMG try,180,1300000000,global_operations.csv:27:29,native,151,560000000,global_operations.csv:12:14
has f32_scaled ATOMG try,180,1300000000,global_operations.csv:27:29,,,,
has u32_sum ATOMG try,180,1300000000,global_operations.csv:27:29,native,150,1300000000,global_operations.csv:2:4
has shared_sum ATOMS try,29,1000000000,shared_demand.csv:10:11,native,25,2000000000,shared_demand.csv:6:7 cas
has shared_product ATOMS loop,60,32000000,shared_demand.csv:2:3,integer,25,2000000000,shared_demand.csv:6:7 cas
prints 'advice: a loop adds what this target adds by one instruction, which rounds a product before the sum; a try: ATOMG cas b32 180 ns, ATOMG add f32 151 ns, each in a loop (global_operations.csv:27, :12). 2 in 2 kernels; first: f32_less_product, sm_90, 0x0090'
prints 'advice: a loop adds one half, and two in a word are one instruction, which rounds what it adds before the sum; a try: ATOMG cas b32 180 ns, ATOMG add two of f16 152 ns, each in a loop (global_operations.csv:27, :22). 3 in 3 kernels; first: f16_high_product, sm_90, '
prints 'advice: a loop adds what this target adds by one instruction; a try: ATOMG cas b32 180 ns, ATOMG add u32 150 ns, each in a loop (global_operations.csv:27, :2). 3 in 3 kernels; first: u32_less, sm_90, 0x0090'
prints 'advice: a loop adds what this target adds by one instruction; a try: ATOMS cas b32 29 ns, ATOMS add u32 25 ns, each in a loop (shared_demand.csv:10, :6). 1 in 1 kernel; first: shared_sum, sm_90, '

# Barriers are of a block of 32 warps, alone; what has a number or says how many threads is a named one. A vector of 16 bytes
# and a bulk operation have a word alone. The rate is of the most blocks, and of all 16 bytes.
run 0 barriers.fatbin --table table --csv "$work/rows.csv"
prints "named-sync: a block's barrier of another number than 0, or for a count of threads; sync: barrier 0, for all of them"
prints 'ns of sync: a block of 32 warps'
prints 'ns of named-sync: a block of 32 warps, all of which take part'
prints 'no price of 2 instructions (REDG): the tables have no row that executed it'
has barriers BAR block,43,,lock_barriers.csv:3,,,, '^sync'
has barriers BAR block,49,,lock_barriers.csv:6,,,, named-sync
has barriers BAR ,,,,,,, arrive
has barriers BAR ,,,,,,, reduce
has vectors REDG unused,,600000000,global_vector.csv:3,,,,
has wide_vector REDG ,,,,,,,
[ "$(columns '@type == "bf16x4" { printf "%s", @rows }' "$work/rows.csv")" = '' ] || fail "a price of another vector"
run 0 cluster.fatbin --table table --csv "$work/rows.csv"
prints 'ns, G/s of REDAS: a cluster of two blocks'
prints 'G/s of UBLKRED: 16 bytes an instruction'
prints 'no price of 5 instructions (UTMAREDG..): the tables have no row that executed it'
has remote_adds REDAS unused,3,1000000000,shared_cluster.csv:4:6,,,,
has bulk_adds UBLKRED unused,,1700000000,global_vector.csv:5,,,, add
has bulk_adds UBLKRED ,,,,,,, and
has bulk_adds UTMAREDG ,,,,,,,
has cluster_atomics ATOM ,,,,,,,
has bulk_adds UCGABAR_WAIT ,,,,,,,
[ "$(columns '@instruction == "UBLKRED" && @type == "f32" && @target == "sm_90" { print @rows }' "$work/rows.csv")" = global_vector.csv:7 ] ||
    fail "no price of f32"

# Those that are shipped, tables of no price, and none.
run 0 plain.fatbin
sed -n 's,^prices of sm_90: NVIDIA H200\, .*results/nvidia-h200; also there: NVIDIA H100[^,]*\, --table .*/results/nvidia-h100$,yes,p' "$work/out" | grep -q yes ||
    fail "whose prices, and who else's?"
grep -q ' MEMBAR .* device seq_cst  *133.9 to 336.6 ' "$work/out" || fail "no range of GPUs that differ"
[ "$(grep -c ' REDG .* to ' "$work/out")" -eq 0 ] || fail "a range of GPUs that are alike"
prints '; two numbers: these GPUs are over 5 % apart'
run 0 plain.fatbin --table ../../results/nvidia-h200
prints 'prices of sm_90: NVIDIA H200, '
! grep -q 'also there\|two numbers\|[0-9] to [0-9]' "$work/out" || fail "others beside tables that were asked for"
mkdir "$work/few"
cp table/run.csv "$work/few"
run 2 plain.fatbin --table "$work/few"
says 'expected one of the tables global_operations.csv shared_demand.csv fence_fence.csv lock_barriers.csv shared_cluster.csv global_vector.csv'
cp table/fence_fence.csv "$work/few"
run 0 plain.fatbin --table "$work/few" --csv "$work/rows.csv"
has used_add ATOMG ,,,,,,,
has counts BAR ,,,,,,,
prints 'no price of 32 instructions (ATOMS..): the tables have no row that executed it'
has lock CCTL slope,2.5,,fence_fence.csv:3,,,,
sed 's/,340$/,/' table/fence_fence.csv >"$work/few/fence_fence.csv"
run 0 plain.fatbin --table "$work/few" --csv "$work/rows.csv"
has lock MEMBAR ,,,,,,,
run 4 plain.fatbin --table "$work/nowhere"
says 'nowhere/run.csv: cannot be read: No such file or directory'
