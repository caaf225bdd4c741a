#!/bin/sh
# amd.sh PROGRAM: what inspect reads in the shipped bundles is expected*_amd.csv, whichever way they are packed; the gates see
# a wider scope and a result that is asked for; rows of a table are prices, and advice; damaged files are refused:
# file, place, what was expected.
set -eu
program=$1
cd "$(dirname "$0")"
work=$(mktemp -d "${TMPDIR:-/tmp}/ga-inspect-XXXXXX")
trap 'rm -rf "$work"' EXIT
tables=$PWD/table
cp ./*.hipfb "$work"
for file in plain zlib zstd wide; do
    "$program" inspect $file.hipfb --csv "$work/rows.csv" >/dev/null
    cut -d, -f1-17 "$work/rows.csv" | diff expected_amd.csv -
done
"$program" inspect adds.hipfb --csv "$work/rows.csv" >/dev/null
cut -d, -f1-17 "$work/rows.csv" | diff expected_adds_amd.csv -
"$program" inspect phases.hipfb --csv "$work/rows.csv" >/dev/null
found=$(awk -F, '$9 == "shared" {print $1 ":" $NF}' "$work/rows.csv" | sort | uniq -c | tr -s ' \n' ' ')
[ "$found" = ' 4 reads_first:yes 4 stores: ' ] || { echo "phases.hipfb: '$found'"; exit 1; }
cd "$work"

# expect CODE TEXT ARGUMENT...
expect() {
    wanted=$1
    text=$2
    shift 2
    code=0
    "$program" inspect "$@" >out 2>&1 || code=$?
    [ "$code" -eq "$wanted" ] || { echo "exit status $code, expected $wanted: $*"; cat out; exit 1; }
    [ -z "$text" ] || grep -qF -- "$text" out || { echo "not said: $text"; cat out; exit 1; }
}
# put FILE OFFSET BYTES: as printf takes them; FILE: a copy of plain.hipfb if it is not there.
put() {
    [ -f "$1" ] || cp plain.hipfb "$1"
    printf '%b' "$3" | dd of="$1" bs=1 seek="$2" conv=notrunc 2>/dev/null
}

# Of version 1 nothing says how long it is: what stands behind each is read, too.
{ cat zlib.hipfb zlib.hipfb && printf '\0\0\0\0' && cat plain.hipfb; } >three
expect 0 '120 functions in 12 modules' three
{ cat zlib.hipfb && printf 'no bundle'; } >behind
expect 4 "behind: at byte $(wc -c <zlib.hipfb): expected a bundle of clang's" behind

# As nobody packs it: two of them, zeros between, in a host's object and in an archive.
if command -v objcopy >/dev/null && command -v ar >/dev/null; then
    { cat zstd.hipfb && printf '\0\0\0\0' && cat zlib.hipfb; } >two
    printf 'int unused;\n' >host.c
    cc -c host.c -o host.o
    objcopy --add-section .hip_fatbin=two host.o with.o
    ar rc all.a host.o with.o
    expect 0 '80 functions in 8 modules' with.o
    expect 0 '80 functions in 8 modules' all.a
    # In a section of any name, behind what begins like a bundle: strings, a first entry outside, what no method begins with.
    {
        printf 'x__CLANG_OFFLOAD_BUNDLE__\0CCOB\0__CLANG_OFFLOAD_BUNDLE__\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1host-'
        printf 'CCOB\2\0\1\0\060\0\0\0\060\0\0\0hashhash, and no zstd'
    } >begins
    cat begins plain.hipfb begins wide.hipfb begins >among
    objcopy --add-section .rodata.gpu=among host.o among.o
    expect 0 '80 functions in 8 modules' among.o
    objcopy --add-section .rodata.gpu=three host.o three.o
    expect 0 '120 functions in 12 modules' three.o
    objcopy --add-section .rodata.gpu=begins host.o begins.o
    expect 4 'expected machine code of NVIDIA' begins.o
    cat plain.hipfb >damaged
    put damaged 276 '\0377\0377\0377\0377\0377\0377\0377\0377'
    objcopy --add-section .rodata.gpu=damaged host.o damaged.o
    expect 4 'inside its bundle' damaged.o
fi

expect 1 'multiply, gfx90a: global_atomic_cmpswap_x2 cas b64 at 0x0034: rmw-loop' plain.hipfb --forbid rmw-loop
expect 0 '' plain.hipfb --kernel native_add --forbid rmw-loop,system-scope,spin
expect 0 '40 functions have the same' --diff plain.hipfb zstd.hipfb
put wider 17595 '\0337' # SC1 of gfx942's native_add
expect 1 'worse: native_add, gfx942: system scope 0 to 1, device scope 1 to 0' --diff plain.hipfb wider
put returns 17594 '\011' # SC0
expect 1 'worse: native_add, gfx942: atomic 0 to 1, reduction 1 to 0' --diff plain.hipfb returns
expect 2 "cuobjdump does not read AMD's" plain.hipfb --disassembler

# Prices are of rows that executed the instruction, on that target alone.
mkdir prices
for file in run global_operations fence_fence lock_barriers; do
    sed 's/^block,32/block,16/; s/BAR[.]SYNC[^,]*/s_barrier/
        s/sm_90/gfx942/; s/,REDG[.]E[.]ADD[^,]*/,global_atomic_add/; s/,ATOMG[.]E[.]ADD[^,]*/,global_atomic_add sc0/
        s/,MEMBAR[^,]*/,buffer_wbl2 sc1; s_waitcnt vmcnt(0)/' "$tables/$file.csv" >"prices/$file.csv"
done
expect 0 'advice: system scope, if neither another GPU nor host memory is meant: global_atomic_add add u32 20 ns, at device scope 10 ns, each in a loop (global_operations.csv:10, :5). 1 in 1 kernel; first: wide_add, gfx942, 0x0020' plain.hipfb --table prices --csv rows.csv
awk -F, '{ print $1 "," $2 "," $4 "," $20 "," $22 }' rows.csv >priced
priced() { grep -qx "$1" priced || { echo "no such price: $1"; exit 1; }; }
priced 'used_add,gfx942,global_atomic_add,150,global_operations.csv:2:4'
priced 'native_add,gfx942,global_atomic_add,10,global_operations.csv:5:6'
priced 'lock,gfx942,buffer_wbl2,330,fence_fence.csv:4'
priced 'native_add,gfx90a,global_atomic_add,,'
priced 'shared_add,gfx942,s_barrier,43,lock_barriers.csv:3'

# A flag decides: gfx90a has the add, and its table says so.
mkdir flag
for file in run global_operations; do
    sed 's/sm_90/gfx90a/; s/,ATOMG[.]E[.]ADD[.]F32[^,]*/,global_atomic_add_f32/
        s/,ATOMG[.]E[.]CAS[.]STRONG[^,]*/,global_atomic_cmpswap/' "$tables/$file.csv" >"flag/$file.csv"
done
expect 0 'advice: a loop adds what this target adds by one instruction with -munsafe-fp-atomics, in memory that is not fine-grained; a try: global_atomic_cmpswap cas b32 180 ns, global_atomic_add add f32 151 ns, each in a loop (global_operations.csv:27, :12). 1 in 1 kernel; first: float_add, gfx90a, 0x0038' plain.hipfb --table flag
expect 0 'adds what this target adds by one instruction, which rounds a product before the sum; a try: global_atomic_cmpswap' adds.hipfb \
    --kernel product_f32 --table flag
sed '/,f32,/d' flag/global_operations.csv >less && mv less flag/global_operations.csv # a target that has no such add
expect 0 '' plain.hipfb --table flag
! grep munsafe out || { echo 'a flag for what the target does not have'; exit 1; }

put instruction 6736 '\0377\0377\0377\0377'
expect 4 'instruction: at byte 6736: expected an instruction of gfx90a, not 0xffffffff' instruction
head -c 40000 plain.hipfb >short
expect 4 'short: at byte 276: expected an object inside its bundle, which is cut off or damaged' short
head -c 2000 zstd.hipfb >packed
expect 4 'packed: at byte 8: expected the sizes of a bundle inside the file' packed
printf 'CCOB\011\0\0\0garbage, and more of it, and more' >version
expect 4 'version: at byte 0: expected a compressed bundle of version 1, 2 or 3' version
cp zstd.hipfb method
put method 6 '\011'
expect 4 'method: at byte 6: expected a bundle that zlib (0) or zstd (1) compressed' method
cp zlib.hipfb zlib
put zlib 60 '\0377\0377\0377\0377'
expect 4 'zlib: at byte 20: expected a bundle that zlib compressed' zlib
put other 384 '\001' # the lowest byte of e_flags, R600's
expect 0 'other: 1 module for targets before sm_75 or gfx900; not read' other
put machine 354 '\076' # of a host
expect 4 'machine: at byte 336: expected a code object, which is an ELF file of machine 224' machine
put symbol 24 '\0377\0377\0377\0377\0377'
expect 4 'expected an entry inside its bundle, which is cut off or damaged' symbol
# Of what was damaged and then compressed, where that begins.
if command -v python3 >/dev/null; then
    for damaged in machine:'a code object' instruction:'an instruction of gfx90a' symbol:'an entry inside its bundle'; do
        python3 -c 'import struct, sys, zlib
plain = sys.stdin.buffer.read()
sys.stdout.buffer.write(struct.pack("<4sHHIQ", b"CCOB", 1, 0, len(plain), 0) + zlib.compress(plain))' <"${damaged%%:*}" >compressed
        expect 4 "compressed: at byte 20, in a compressed module: expected ${damaged#*:}" compressed
    done
fi
