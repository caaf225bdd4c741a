#!/bin/sh
# lines_amd.sh PROGRAM: where an instruction of AMD's stands in the source: DWARF 4 and 5, plain, compressed, not linked. What
# can not be read is said, and all else is read.
set -eu
program=$1
cd "$(dirname "$0")"
work=$(mktemp -d "${TMPDIR:-/tmp}/ga-inspect-XXXXXX")
trap 'rm -rf "$work"' EXIT
# shellcheck source=tests/cli/columns.sh disable=SC1091
. ../cli/columns.sh

fail() { echo "FAILED: $*"; cat "$work/rows.csv" "$work/out"; exit 1; }
inspect() { "$program" inspect "$1" --each --csv "$work/rows.csv" >"$work/out"; }
# at N KERNEL INSTRUCTION FILE LINE: so many rows, all of that place
at() {
    columns "@kernel == \"$2\" && @instruction ~ /$3/ { print @source }" "$work/rows.csv" >"$work/sources"
    grep -cx "$4:$5" "$work/sources" >"$work/n" || :
    [ "$(cat "$work/n") $(wc -l <"$work/sources")" = "$1 $1" ] || fail "$2, $3: expected $4:$5 of $1 targets"
}
# called FILE TARGET FOLDER: of what headers of HIP's inline, the line that calls it
called() {
    columns "@kernel == \"flips\" && @target == \"$2\" { print @source }" "$work/rows.csv" >"$work/sources"
    printf '%s:%s\n' "$3lines.hip" "$(line 'atomicXor(p, p[3])')" "$3lines.hip" "$(line 'atomicXor_system(q)')" \
        "$3lines.hip" "$(line 'atomicXor_system(q)')" | diff - "$work/sources" || fail "$1, $2: who calls HIP's headers"
}
line() { grep -nF -- "$1" lines.hip | cut -d: -f1; }
# lines_of FILE FOLDER PATTERN: of four targets; PATTERN: of the folder, also of what is not linked
lines_of() {
    inspect "$1"
    at 4 take atomic "$3lines.hip" "$(line 'return __hip_atomic_fetch_add')"
    at 4 publish atomic_s*max "$3lines.hip" "$(line fetch_max)"
    at 4 publish atomic_add "$3lines.hip" "$(line 'fetch_add(p + lane() + 256')"
    at 2 publish '_wb' "$3lines.hip" "$(line 'fetch_add(p + lane() + 256')"
    called "$1" gfx90a "$2"
    called "$1" gfx942 "$2"
    called "$1" gfx1100 "$2"
    at 4 elsewhere atomic "$3include/elsewhere.h" 7
    ! grep 'not read' "$work/out" || fail "what is read"
}
lines_of lines_5.hipfb /gpu-atomics/ /gpu-atomics/
lines_of lines_4.hipfb '' '\(/gpu-atomics/\)*' # the folder of the linked is not in the line program

inspect plain.hipfb
[ -z "$(columns '{printf "%s", @source}' "$work/rows.csv")" ] || fail "lines without -g"
! grep 'not read' "$work/out" || fail "what is not there"

# without ROWS AT BYTES: bytes into lines_5.hipfb; so many rows' lines are gone, and that is said; all else is as it was.
without() {
    cp lines_5.hipfb "$work/file"
    inspect "$work/file"
    columns '{ print @kernel " " @target " " @offset }' "$work/rows.csv" >"$work/whole"
    printf '%b' "$3" | dd of="$work/file" bs=1 seek="$2" conv=notrunc 2>/dev/null
    inspect "$work/file"
    columns '{ print @kernel " " @target " " @offset }' "$work/rows.csv" | diff "$work/whole" - || fail "other rows"
    said "$1"
}
said() {
    [ "$(columns '@source == ""' "$work/rows.csv" | wc -l)" -eq "$1" ] || fail "expected $1 without a line"
    grep -qF "source lines of 1 module, some or all: damaged, not 32-bit DWARF 2 to 5, or compressed" "$work/out" ||
        fail "not said"
}
without 7 6156 '\006'        # a version of gfx90a's that is not known
without 7 6152 '\0377\0377'  # more than there is
without 7 6184 '\0125'       # a form that is not known
without 7 6186 '\0377'       # a folder's name that is nowhere
without 8 14512 '\011'       # gfx942's, compressed by something else
without 8 14560 '\0377\0377' # damaged
without 8 14520 '\0377\0377' # of another size
without 0 5461 '\006'        # what was inlined, of a version that is not known
[ "$(columns '@source ~ /amd_hip_atomic.h/ { print @target }' "$work/rows.csv" | sort | uniq -c | tr -s ' \n' ' ')" = ' 3 gfx1201 3 gfx90a ' ] ||
    fail "gfx90a's, not linked: the header's line"

# Made to harm: two of .debug_line, the compressed one small and the other with relocations.
inspect twice.co
said 1
# 800000 names, each the whole of 3 MB: in a moment, and in minutes where each is looked through.
timeout 60 "$program" inspect long.co --each --csv "$work/rows.csv" >"$work/out" || fail "long.co: too slow"
# A million that were inlined at each of 200 instructions, and more of them than are kept.
inspect nested.co
said 0
inspect many.co
said 0
# The toolkit's folder of headers is left for who calls them; a program's own that is named alike is not.
of_folder() { # FOLDER, as long as the toolkit's, PLACE
    LC_ALL=C sed "s|/usr/local/cuda/|$1|" toolkit.co >"$work/file"
    inspect "$work/file"
    [ "$(columns '{ print @source }' "$work/rows.csv")" = "$2" ] || fail "$1"
}
for folder in /usr/local/cuda/ /opt/cuda-12.10/ /op/cuda/13.0.4/ /x/nvidia/cu130/ \
    /n/xcuda_cccl-1/ /s/targets/sbsa/ /ccc/libcudacxx/; do
    of_folder "$folder" /src/m.hip:7
done
of_folder /home/user/proj/ /home/user/proj/include/cuda/std/a.h:6

# A path with a newline, which may not begin a line of output.
cp toolkit.co "$work/file"
printf '\nsrc' | dd of="$work/file" bs=1 seek="$(grep -abo /src toolkit.co | cut -d: -f1)" conv=notrunc 2>/dev/null
inspect "$work/file"
[ "$(columns '{ print @source }' "$work/rows.csv")" = '\x0asrc/m.hip:7' ] || fail "a newline in a path"
[ "$(wc -l <"$work/out")" -eq 3 ] || fail "a line of output that is a path's"

# What decompresses is not there.
mkdir "$work/libraries"
echo none >"$work/libraries/libzstd.so.1"
LD_LIBRARY_PATH=$work/libraries "$program" inspect lines_5.hipfb --each --csv "$work/rows.csv" >"$work/out"
said 8
