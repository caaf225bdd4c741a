#!/bin/sh
# emulated.sh PROGRAM: emulated.hip, as it is and edited by `whatif --write`, on an emulator of AMD's GPUs; passed over without one.
# GA_EMULATOR runs a program there: `$GA_EMULATOR TARGET PROGRAM ARGUMENT...`. GA_EMULATOR_TARGETS: those to try. Each edited kernel
# has to end, and to be right but for what atomics leave. GA_EMULATOR_LATE says what is not done there before a wait asks for it:
# none, stores, or all. Of what is late the same edit, with the waits as they were, has to be wrong. Prints a row a target and edit.
set -eu
program=$1 here=$(cd "$(dirname "$0")" && pwd)
late=${GA_EMULATOR_LATE:-none}
[ -n "${GA_EMULATOR:-}" ] || { echo "no emulator: GA_EMULATOR is not set (harness/devices/emulator.md)"; exit 77; }
clang=${LLVM:-/usr/lib/llvm-19/bin}/clang++
if [ ! -x "$clang" ] || ! command -v python3 >/dev/null; then
    echo "no clang++ of LLVM 19 (LLVM: its folder), or no Python"
    exit 77
fi
work=$(mktemp -d "${TMPDIR:-/tmp}/ga-emulated-XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"
fail() {
    echo "$*"
    tail -n 20 told
    exit 1
}
# on TARGET FILE EDITS KERNEL...: runs it there; what it says is in `told`.
# shellcheck disable=SC2086 # a command with arguments
on() { timeout 600 $GA_EMULATOR "$@" >told 2>&1; }
# waits_back ORIGINAL EDITED OUT: the edited file with the waits of the original, which differ in their lower half; prints how many.
waits_back() {
    python3 - "$@" <<'PYTHON'
import sys
original, edited = (open(path, "rb").read() for path in sys.argv[1:3])
out, n = bytearray(edited), 0
for i in range(0, len(original) - 3, 4):
    if original[i : i + 2] != edited[i : i + 2] and original[i + 2 : i + 4] == edited[i + 2 : i + 4]:
        out[i : i + 4], n = original[i : i + 4], n + 1
open(sys.argv[3], "wb").write(out)
print(n)
PYTHON
}

for target in ${GA_EMULATOR_TARGETS:-gfx90a gfx942 gfx1100 gfx1201}; do
    "$clang" -x hip -nogpulib -nogpuinc -O2 -mcode-object-version=5 -mllvm -amdgpu-atomic-optimizer-strategy=None \
        --offload-arch="$target" "$here/emulated.hip" -fuse-ld=lld -Wl,--unresolved-symbols=ignore-all -o plain
    on "$target" ./plain "" || fail "$target: it is wrong as it is"
    for edits in shared global generic fences no-retry shared,global,generic,fences; do
        "$program" whatif --edit "$edits" --write edited -- plain >said || { cat said; exit 1; }
        # shellcheck disable=SC2046 # names of kernels
        set -- $(sed -n "s/, $target: [1-9].*//p; s/, $target: .*refused.*//p" said)
        on "$target" ./edited "$edits" "$@" || fail "$target, $edits: it is wrong, edited"

        lowered=$(sed -n 's/.* \([0-9]*\) waits lowered\. .*/\1/p' said)
        back=$(waits_back plain edited back)
        [ "$back" = "$lowered" ] || fail "$target, $edits: $lowered waits lowered, $back words differ"
        chmod +x back
        case $late,$edits in
        all,*) ;;
        stores,*global*) set -- store_counted ;;
        *) back=0 ;;
        esac
        [ "$back" -eq 0 ] || ! on "$target" ./back "$edits" "$@" || fail "$target, $edits: waits as they were, and nothing is wrong"
        echo "$target, $edits: $(grep -c ", $target: [1-9]" said) kernels right, $(grep -c refused said || true) refused;" \
            "$lowered waits lowered$([ "$back" -eq 0 ] || echo ", wrong as they were")"
    done
done
