#!/bin/sh
# golden.sh PROGRAM: what inspect reads in the shipped files is expected*.csv, whichever way they are packed.
set -eu
program=$1
cd "$(dirname "$0")"
here=$PWD
work=$(mktemp -d "${TMPDIR:-/tmp}/ga-inspect-XXXXXX")
trap 'rm -rf "$work"' EXIT
"$program" inspect plain.fatbin lz4.fatbin zstd.fatbin --table table --csv "$work/rows.csv" >"$work/out"
diff expected.csv "$work/rows.csv"
for sample in barriers conditions locks followed conversions steers cluster lists nests switches fences flags wide \
    called phases halves adds; do
    "$program" inspect $sample.fatbin --table table --csv "$work/$sample.csv" >/dev/null
    diff expected_$sample.csv "$work/$sample.csv"
done
grep -q 'zstd.fatbin: PTX in 1 module is source' "$work/out"

# A loop through a jump, and the same where the compiler's list is not found: it goes nowhere then, and there is no loop.
LC_ALL=C sed 's/[.]nv[.]info[.]loops/.nv.gone.loops/g' jump.fatbin >"$work/unlisted.fatbin"
for file in jump.fatbin,loop "$work/unlisted.fatbin,"; do
    "$program" inspect "${file%,*}" --csv "$work/jump.csv" >/dev/null
    [ "$(cut -d, -f 5,11 "$work/jump.csv" | tail -n +2)" = "add,${file##*,}" ] || { cat "$work/jump.csv"; exit 1; }
done

# The same code in an archive, and in an object of the host.
cp plain.fatbin "$work/one.fatbin"
cd "$work"
if command -v objcopy >/dev/null && command -v ar >/dev/null; then
    printf 'int unused;\n' >host.c
    cc -c host.c -o host.o
    objcopy --add-section .nv_fatbin=one.fatbin host.o with.o
    ar rc all.a host.o with.o
    # Among other bytes of a section that any name has, behind one whose size is none.
    printf 'behind\120\355\125\272\1\0\20\0\377\377\377\377\377\377\377\177' >begun
    { cat begun one.fatbin; echo other; } >among
    objcopy --add-section .ldata=among host.o among.o
    for file in one.fatbin with.o all.a among.o; do
        "$program" inspect "$file" --csv "$file.csv" >/dev/null
        sed "s/,$file,/,/" "$file.csv" >"$file.rows"
        cmp one.fatbin.rows "$file.rows"
    done
    # Relocatable code: in a linked file machine code of a target that the linker made some of is there twice; PTX is not.
    cp "$here/zstd.fatbin" .
    objcopy --add-section __nv_relfatbin=one.fatbin host.o part.o
    objcopy --add-section __nv_relfatbin=one.fatbin with.o both.o
    printf 'int main(void) { return 0; }\n' | cc -x c -c - -o main.o
    cc main.o -o whole
    objcopy --add-section __nv_relfatbin=zstd.fatbin --add-section .nv_fatbin=one.fatbin whole linked
    objcopy --add-section __nv_relfatbin=zstd.fatbin whole unlinked # of three targets, one of which has plain.fatbin's number
    objcopy --add-section __nv_relfatbin=one.fatbin --add-section .nv_fatbin=one.fatbin whole twice
    for file in part.o:1 both.o:2 linked:3 unlinked:3 twice:1; do
        "$program" inspect "${file%:*}" >out
        grep -q " functions in ${file#*:} module" out || { echo "${file%:*}: not ${file#*:} modules"; cat out; exit 1; }
    done
    "$program" inspect linked | grep -q 'PTX in 1 module is source' || { echo "linked: its PTX is not said"; exit 1; }
    # exits CODE FILE
    exits() {
        code=0
        "$program" inspect "$2" --forbid rmw-loop >out 2>err || code=$?
        [ "$code" -eq "$1" ] || { echo "$2: exit status $code, expected $1"; cat out err; exit 1; }
    }
    exits 1 among.o
    objcopy --add-section .ldata=begun host.o begun.o
    exits 4 begun.o
    grep -q 'expected machine code of' err
    LC_ALL=C sed 's/\x7fELF/gone/' among >damaged # of its first module
    objcopy --add-section .ldata=damaged host.o damaged.o
    exits 4 damaged.o
    grep -q 'damaged.o: at byte [0-9]*: expected a cubin' err
fi
