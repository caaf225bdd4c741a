#!/bin/sh
# [TARGETS="sm_86 .."] rewritten.sh LIBRARY PROGRAM FILES: for targets whose encodings differ, what becomes a load or of a narrower scope reads so, by NVIDIA's
# disassembler, and has the compiler's own bits where the compiler makes the same instruction.
# shellcheck disable=SC1091,SC2154 # common.sh has variables of both, and plain names of files
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
command -v nvcc >/dev/null && command -v cuobjdump >/dev/null || exit 77
cat >told.cu <<'CUDA'
extern "C" __global__ void told(float *p, float v) {
    asm volatile("{.reg .f32 r; atom.add.f32 r, [%0], %1;}" ::"l"(p + 3 * threadIdx.x), "f"(v) : "memory");
}
CUDA
# OFFSET TEXT|WORD WORD, a line an instruction.
code() {
    cuobjdump -sass "$1" | sed -n -e 's,^ */\*\([0-9a-f]*\)\*/ *\([^;]*[^; ]\) *;* */\* 0x\([0-9a-f]*\) \*/$,\1 \2|\3,p' \
        -e 's,^ */\* 0x\([0-9a-f]*\) \*/$,\1,p' | paste -d' ' - - | sed 's/  */ /g'
}
differ() { paste -d'|' before.txt after.txt | awk -F'|' '$1 != $3 {print $1 "|" $3}' >differ.txt; }
for target in ${TARGETS:-sm_75 sm_80 sm_90 sm_100 sm_120}; do
    nvcc -cubin -arch="$target" -o module.cubin "$here/rewritten.cu"
    code module.cubin >before.txt
    plain query module.cubin loop

    injected as-loads query module.cubin loop
    code loaded.0 >after.txt
    differ
    # ATOMG.E.ADD.64.STRONG.GPU PT, R4, desc[UR4][R6.64+0x8], R8 -> LDG.E.64.STRONG.GPU R4, desc[UR4][R6.64+0x8]
    sed -E -e 's/ATOM(G?)\.E\.[A-Z]+(\.64)?(\.F32\.FTZ\.RN)?\.STRONG/LD\1.E\2.STRONG/' -e 's/LD(.*) PT, /LD\1 /' \
        -e 's/ATOMS\.[A-Z]+(\.64)?/LDS\1/' -e '/LDS?G?[. ]/s/\],[^|]*/]/' -e 's/\|(.*)LDS\.U/|\1LDS/' differ.txt |
        awk -F'|' '$1 != $2 {print; bad = 1} END {exit bad}' || fail "$target: these aren't loads of the same words"
    [ "$(grep -c . differ.txt)" -ge 40 ] || fail "$target: $(grep -c . differ.txt) loads"
    awk -F'[ ,]' '/ATOM/ && !/ RZ,/ && !/ATOMS.POPC/' before.txt >atomics.txt
    [ "$(grep -c . differ.txt)" = "$(grep -c . atomics.txt)" ] || fail "$target: $(grep -c . atomics.txt) atomics"
    # The compiler's own loads, in this kernel or another: bits 0 to 104.
    awk -F'|' '{sub(/^[^ ]* (@!?U?P[0-9] )?/, "", $1); split($2, w, " "); text = $1; bits = substr(w[1], 1, 12) substr(w[1], 14) " " substr(w[2], 7)}
        FNR == NR {if (text ~ /^LD[GS.]/) own[text] = bits; next}
        text in own {n++; if (own[text] != bits) {print text, bits, own[text]; bad = 1}} END {if (n < 9) {print n; bad = 1}; exit bad}' \
        before.txt after.txt || fail "$target: other bits than the compiler's"

    injected narrow query module.cubin loop
    code loaded.0 >after.txt
    differ
    sed -E -e 's/(MEMBAR\.[A-Z]+|STRONG)\.GPU([^|]*\|)/\1.CTA\2/' -e 's/(MEMBAR\.[A-Z]+|STRONG)\.SYS([^|]*\|)/\1.GPU\2/' \
        -e 's/STRONG\.SM/STRONG.CTA/' -e 's/^(....) (C?G?A?ERRBAR|CCTL.IVALL)/\1 @!PT \2/' differ.txt |
        awk -F'|' '$1 != $2 {print; bad = 1} END {exit bad}' || fail "$target: another scope"
    wide=$(grep -c -E '(ATOMG?|REDG?)\.E.*STRONG\.(GPU|SYS)|MEMBAR\.[A-Z]+\.(GPU|SYS)' before.txt)
    [ "$(grep -c -v '@!PT' differ.txt)" = "$wide" ] || fail "$target: of $wide, $(grep -c -v '@!PT' differ.txt) are narrower"
    # The compiler's own of that scope, where its registers are the same.
    awk -F'|' '{sub(/^[^ ]* (@!?U?P[0-9] )?/, "", $1); split($2, w, " "); text = $1; bits = substr(w[1], 1, 12) substr(w[1], 14) " " substr(w[2], 7)}
        text !~ /^(ATOM|RED|MEMBAR)/ {next} FNR == NR {own[text] = bits; next}
        text in own {n++; if (own[text] != bits) {print text, bits, own[text]; bad = 1}} END {if (n < 20) {print n; bad = 1}; exit bad}' \
        before.txt after.txt || fail "$target: not as the compiler narrows"

    injected no-retry query module.cubin loop
    code loaded.0 >after.txt
    differ
    # Never back, or always out.
    [ "$(grep -c . differ.txt)" = 1 ] || fail "$target: one branch, not: $(cat differ.txt)"
    grep -q -E '^(....) @!?P[0-9] BRA ([^|]*)\|\1 (@!PT )?BRA \2$' differ.txt || fail "$target: $(cat differ.txt)"
    # A loop that counts is left alone; a swap whose result nobody reads can go, another can't.
    has kernels "^counted,$target,[0-9a-f]{16},0,1,0,0,0,0,1,0,1,0,0,,0\$"
    has kernels "^counted_used,$target,[0-9a-f]{16},0,0,0,0,0,0,1,1,1,1,0,,0\$"

    # A float add to memory of an unknown kind says by a predicate that it was done.
    nvcc -cubin -arch="$target" -o told.cubin told.cu
    code told.cubin >before.txt
    plain query told.cubin told
    injected generic query told.cubin told
    code loaded.0 >after.txt
    differ
    told='^(....) ATOM\.E\.ADD\.F32\.FTZ\.RN\.STRONG\.GPU (P[0-9]), RZ, [^|]*\|\1 ISETP\.EQ\.U32\.AND \2, PT, RZ, RZ, PT$'
    grep -q -E "$told" differ.txt || fail "$target: not told: $(cat differ.txt)"
done
