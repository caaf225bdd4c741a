#!/bin/sh
# waits.sh PROGRAM FILE...: code objects of AMD's, in bundles or the .hip_fatbin of a host's file, edited by `whatif --write` and held
# against what they were by waits.py. Passed over without llvm-objdump of LLVM 19 or newer, Python, or such code.
set -eu
# --one PROGRAM OBJDUMP OBJECT: a class alone, and all of them; of MANY objects every second has one of the three, in turn. Its name
# ends with its number and target. Prints nothing if there is none.
if [ "$1" = --one ]; then
    number=${4##*/object-} number=${number%%-*}
    turn=0
    for edit in global no-retry shared,global,generic,fences; do
        turn=$((turn + 1))
        # A target is every sixth of our own. A source has each edit once, of another target; the next source other targets.
        [ -z "${MANY:-}" ] || [ $(((number + number / 6) % 6)) -eq $((2 * turn - 2)) ] || continue
        code=0
        "$2" whatif --edit "$edit" --write "$4.edited" -- "$4" >"$4.said" 2>&1 || code=$?
        [ "$code" -ne 77 ] || continue
        [ "$code" -eq 0 ] || { cat "$4.said"; exit 1; }
        ! grep refused "$4.said" || exit 1
        said=$(python3 "$(dirname "$0")/waits.py" "$3" "${4##*-}" "$4" "$4.edited") || { echo "${4##*-}, $edit: $said"; exit 1; }
        echo "${4##*-}, $edit: $said"
    done
    exit 0
fi
program=$1
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

n=0
for file in "$@"; do
    cp "$file" "$work/section"
    case $(od -An -c -N4 "$file") in
    *"E   L   F") "$objcopy" --dump-section ".hip_fatbin=$work/section" "$file" "$work/copy" 2>/dev/null || continue ;;
    esac
    starts=$(LC_ALL=C grep -abo __CLANG_OFFLOAD_BUNDLE__ "$work/section" | cut -d: -f1)
    for start in $starts; do
        tail -c "+$((start + 1))" "$work/section" >"$work/bundle"
        ids=$("$bundler" --type=o --list --input="$work/bundle" | grep amdgcn) || continue
        outputs=
        for id in $ids; do
            outputs="$outputs --output=$work/object-$n-${id##*-}"
            n=$((n + 1))
        done
        # shellcheck disable=SC2086 # lists
        "$bundler" --type=o --unbundle --input="$work/bundle" --targets="$(echo $ids | tr ' ' ,)" $outputs
    done
done
[ "$n" -le 60 ] || export MANY=1
find "$work" -name 'object-*' -print0 | xargs -0 -r -P "$(nproc)" -n 1 sh "$0" --one "$program" "$objdump" >"$work/out" || { cat "$work/out"; exit 1; }
cat "$work/out"
[ -s "$work/out" ] || exit 77
