#!/bin/sh
# disassembly.sh LIBRARY PROGRAM FILES: NVIDIA's disassembler reads the edited code, and nothing differs but guards.
# shellcheck disable=SC1091,SC2154 # common.sh has variables of both, and plain names of files
. "$(dirname "$0")/common.sh"
command -v cuobjdump >/dev/null || exit 77
disassembly() { cuobjdump -sass "$1" | tr -s ' '; }
code() { sed -n 's,^ */\*\([0-9a-f]*\)\*/ *\([^;]*\);.*,\1 \2,p' "$1"; }
# stays FILE: what no edit touches, with its bits, which take two lines.
stays() { awk '/ (SYNCS|ARRIVES|UCGABAR_|BSSY|BSYNC|FENCE[.]VIEW|UBLKRED|UTMAREDG|REDAS)/ { print; getline; print }' "$1"; }
for name in plain lz4 zstd advice cluster; do
    module=$files/$name.fatbin kernel=shared_float
    [ "$name" != cluster ] || kernel=mbarriers
    plain query "$module" "$kernel"
    disassembly "$module" >before.sass
    stays before.sass >stays.txt
    for edits in no-retry,narrow,as-loads shared,global,generic,fences; do
        injected "$edits" query "$module" "$kernel"
        disassembly loaded.0 >after.sass
        stays after.sass | diff stays.txt - || fail "$name: $edits changes what no edit may touch"
    done
    code before.sass >before.txt
    code after.sass >after.txt
    [ "$(wc -l <before.txt)" = "$(wc -l <after.txt)" ] || fail "$name: another number of instructions"
    # What is off, against what the same line was: without its guard, alike; or it tells that a float add was done. Only of these.
    paste -d'|' before.txt after.txt | awk -F'|' '$1 != $2' >differ.txt
    edited=$(awk -F, 'FNR > 1 { n += $(NF - 2) } END { print n + 0 }' out/kernels.*.csv)
    [ "$(wc -l <differ.txt)" = "$edited" ] || fail "$name: $edited edited, but $(wc -l <differ.txt) differ"
    awk -F'|' '/ATOM[.]E[.]ADD[.][A-Z0-9x.]* P[0-9], RZ, .*[|].* ISETP[.]EQ[.]U32[.]AND P[0-9], PT, RZ, RZ, PT ?$/ { next }
        { sub(/ @!?U?P[0-9] /, " ", $1); if ((sub(/ @!PT /, " ", $2) != 1 && $2 !~ / BRA /) || $1 != $2) { print; bad = 1 } } END { exit bad }' \
        differ.txt || fail "$name: more than guards differ"
    grep -v -E '\| *[0-9a-f]+ (@!PT (ATOM|ATOMS|ATOMG|RED|REDG|MEMBAR|ERRBAR|CGAERRBAR|CCTL|BRA)[. ;]?|BRA[. ;]|ISETP[.]EQ[.]U32[.]AND P[0-9], PT, RZ, RZ, PT)' differ.txt &&
        fail "$name: these must stay"
    # What stays: every atomic but those that `never` counts.
    never=$(awk -F, 'FNR > 1 { n += $(NF - 3) } END { print n + 0 }' out/kernels.*.csv)
    left=$(grep -c -E '^[0-9a-f]+ (@!?U?P[0-9] )?(ATOM|ATOMS|ATOMG|RED|REDG|MEMBAR|ERRBAR|CGAERRBAR|CCTL\.IVALL|FENCE|SYNCS|ARRIVES|UBLKRED|REDAS|UTMAREDG)([. ;]|$)' after.txt || true)
    [ "$left" = "$never" ] || fail "$name: $left are left, but $never never edited"
done
for word in SYNCS ARRIVES UCGABAR_ARV UCGABAR_WAIT BSSY BSYNC FENCE.VIEW.ASYNC UBLKRED UTMAREDG REDAS; do
    grep -q -F " $word" stays.txt || fail "cluster: no $word"
done
