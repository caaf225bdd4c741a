#!/bin/sh
# agree.sh [-k KERNELS] [-s SEED] PROGRAM FILE...: the own reader and cuobjdump agree on every instruction that is counted:
# all columns but the target, whose letter f cuobjdump leaves out. In so many functions (default: all) of modules drawn by
# the seed (default: 1), many modules as one (merge.py), as many of these at a time as there are processors; the modules that
# cuobjdump takes out of a file have as many instructions as the own reader finds in it. Passed over without cuobjdump, or if no
# file has code.
set -eu
export LC_ALL=C

# one PROGRAM MODULE: prints how many instructions agree
if [ "$1" = --one ]; then
    "$2" inspect --each --csv "$3.own" "$3" >/dev/null
    "$2" inspect --each --csv "$3.text" --disassembler "$3" >/dev/null 2>"$3.err" || { cat "$3.err"; exit 1; }
    cut -d, -f1,3- "$3.own" >"$3.own.facts"
    cut -d, -f1,3- "$3.text" >"$3.text.facts"
    diff "$3.own.facts" "$3.text.facts" >"$3.diff" || { head -n 20 "$3.diff"; echo "${3##*/}: the readers differ"; exit 1; }
    echo "agree $(($(wc -l <"$3.own") - 1))"
    rm -f "$3".*
    exit 0
fi

kernels=0
seed=1
while getopts k:s: option; do
    case $option in
    k) kernels=$OPTARG ;;
    s) seed=$OPTARG ;;
    *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
program=$1
shift
if ! command -v cuobjdump >/dev/null || ! command -v nvdisasm >/dev/null; then
    echo "no cuobjdump"
    exit 77
fi
self=$(cd "$(dirname "$0")" && pwd)/$(basename "$0")
work=$(mktemp -d "${TMPDIR:-/tmp}/ga-inspect-XXXXXX")
trap 'rm -rf "$work"' EXIT

# functions MODULE: how many it has
functions() {
    "$program" inspect "$1" | sed -n 's/^\([0-9]*\) functions\{0,1\} in 1 module of 1 file$/\1/p'
}
# take FILE: its modules that have code and are read into $work/cubins, their names, drawn by the seed, into $work/modules
take() {
    mkdir "$work/cubins"
    (cd "$work/cubins" && cuobjdump -xelf all "$1" >/dev/null 2>&1) || true
    find "$work/cubins" -name '*.cubin' -exec grep -l '[.]text[.]' {} + | sed -n '/[.]sm_\(7[5-9]\|[89][0-9]\|1[0-9][0-9]\)[a-z]*[.]cubin$/p' | sort |
        awk -v seed="$seed" 'BEGIN { srand(seed) } { print rand() "\t" $0 }' | sort | cut -f 2- >"$work/modules"
}
# draw: of $work/modules the first that have so many functions, into $work/drawn; sets $n
draw() {
    n=0
    : >"$work/drawn"
    while read -r module; do
        [ "$n" -lt "$kernels" ] || break
        n=$((n + $(functions "$module")))
        echo "$module" >>"$work/drawn"
    done <"$work/modules"
}

found=77
for file in "$@"; do
    "$program" inspect --each --csv "$work/whole" "$file" >/dev/null 2>"$work/err" || { cat "$work/err"; continue; }
    found=0
    take "$(cd "$(dirname "$file")" && pwd)/$(basename "$file")"
    n=all
    cp "$work/modules" "$work/drawn"
    [ "$kernels" -eq 0 ] || draw
    cp "$work/drawn" "$work/parts"
    if command -v python3 >/dev/null; then
        python3 "${self%/*}/merge.py" "$work/merged" <"$work/drawn" >"$work/parts"
    fi
    xargs -r -P "$(nproc)" -n 1 sh "$self" --one "$program" <"$work/parts" >"$work/out" || { grep -v ^agree "$work/out"; exit 1; }
    agree=$(awk '{ n += $2 } END { print n + 0 }' "$work/out")
    whole=$(grep -c '^[^,]*,sm_' "$work/whole" || true) # of NVIDIA's targets
    [ "$kernels" -gt 0 ] || [ "$agree" -eq "$whole" ] ||
        { echo "$file: $whole instructions in the file, $agree in its modules"; exit 1; }
    echo "${file##*/}: $agree instructions agree, of $n functions in $(wc -l <"$work/drawn") of $(wc -l <"$work/modules") modules"
    rm -rf "$work/cubins" "$work/merged"
done
exit "$found"
