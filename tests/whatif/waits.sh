#!/bin/sh
# waits.sh PROGRAM FILE...: code objects of AMD's, in bundles or the .hip_fatbin of a host's file, edited by `whatif --write` and held
# against what they were by waits.py. Passed over without llvm-objdump of LLVM 19 or newer, Python, or such code.
set -eu
program=$1
here=$(cd "$(dirname "$0")" && pwd)
shift
tool() {
    for name in "$1-22" "$1-21" "$1-20" "$1-19" "$1"; do
        ! command -v "$name" >/dev/null || { echo "$name"; return; }
    done
}
objdump=$(tool llvm-objdump) bundler=$(tool clang-offload-bundler) objcopy=$(tool llvm-objcopy)
version=$("${objdump:-false}" --version | sed -n 's/.*LLVM version \([0-9]*\).*/\1/p') || true
[ "${version:-0}" -ge 19 ] || { echo "no llvm-objdump of LLVM 19 or newer"; exit 77; }
if [ -z "$bundler" ] || [ -z "$objcopy" ] || ! command -v python3 >/dev/null; then
    echo "no clang-offload-bundler, llvm-objcopy or Python"
    exit 77
fi
work=$(mktemp -d "${TMPDIR:-/tmp}/ga-waits-XXXXXX")
trap 'rm -rf "$work"' EXIT

# edit OBJECT TARGET: a class alone, and all of them.
edit() {
    for edit in global no-retry shared,global,generic,fences; do
        code=0
        "$program" whatif --edit "$edit" --write "$work/edited" -- "$1" >"$work/said" 2>&1 || code=$?
        [ "$code" -ne 77 ] || continue
        [ "$code" -eq 0 ] || { cat "$work/said"; exit 1; }
        ! grep refused "$work/said" || exit 1
        said=$(python3 "$here/waits.py" "$objdump" "$2" "$1" "$work/edited") || { echo "$2, $edit: $said"; exit 1; }
        echo "$2, $edit: $said"
        found=0
    done
}

found=77
for file in "$@"; do
    cp "$file" "$work/section"
    case $(od -An -c -N4 "$file") in
    *"E   L   F") "$objcopy" --dump-section ".hip_fatbin=$work/section" "$file" "$work/copy" 2>/dev/null || continue ;;
    esac
    starts=$(LC_ALL=C grep -abo __CLANG_OFFLOAD_BUNDLE__ "$work/section" | cut -d: -f1)
    for start in $starts; do
        tail -c "+$((start + 1))" "$work/section" >"$work/bundle"
        for id in $("$bundler" --type=o --list --input="$work/bundle" | grep amdgcn); do
            "$bundler" --type=o --unbundle --input="$work/bundle" --targets="$id" --output="$work/object"
            edit "$work/object" "${id##*-}"
        done
    done
done
exit "$found"
