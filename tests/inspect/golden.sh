#!/bin/sh
# golden.sh PROGRAM: what inspect reads in the shipped files is expected*.csv, whichever way they are packed.
set -eu
program=$1
cd "$(dirname "$0")"
work=$(mktemp -d "${TMPDIR:-/tmp}/ga-inspect-XXXXXX")
trap 'rm -rf "$work"' EXIT
"$program" inspect plain.fatbin lz4.fatbin zstd.fatbin --table table --csv "$work/rows.csv" >"$work/out"
diff expected.csv "$work/rows.csv"
for sample in barriers conditions locks followed conversions steers cluster lists nests switches fences flags wide called phases; do
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
    for file in one.fatbin with.o all.a; do
        "$program" inspect "$file" --csv "$file.csv" >/dev/null
        sed "s/,$file,/,/" "$file.csv" >"$file.rows"
        cmp one.fatbin.rows "$file.rows"
    done
fi
