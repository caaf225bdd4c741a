#!/bin/sh
# agree_amd.sh PROGRAM FILE...: the own reader and llvm-objdump agree on every atomic, cache operation and barrier of code
# objects of AMD's, of those in bundles, and in the .hip_fatbin of a host's file: function, offset, instruction, class, scope,
# memory, and the source line where there is one: of what HIP's headers inline, the one that calls them.
# Passed over without llvm-objdump, or if no file has such code.
set -eu
export LC_ALL=C
program=$1
shift
# LLVM before 19 knows too few targets.
tool() {
    for name in "$1-22" "$1-21" "$1-20" "$1-19" "$1"; do
        ! command -v "$name" >/dev/null || { echo "$name"; return; }
    done
}
objdump=$(tool llvm-objdump)
symbolizer=$(tool llvm-symbolizer)
dwarfdump=$(tool llvm-dwarfdump)
bundler=$(tool clang-offload-bundler)
version=$("${objdump:-false}" --version | sed -n 's/.*LLVM version \([0-9]*\).*/\1/p') || true
[ "${version:-0}" -ge 19 ] || { echo "no llvm-objdump of LLVM 19 or newer"; exit 77; }
work=$(mktemp -d "${TMPDIR:-/tmp}/ga-inspect-XXXXXX")
trap 'rm -rf "$work"' EXIT

# facts OBJECT TARGET: what llvm-objdump says, in the columns of `own`. linked: nothing of a relocatable file, whose type is 1.
facts() {
    linked=$(od -An -tu1 -j16 -N1 "$1" | tr -d ' 1')
    "$objdump" -d -l "$1" | awk '
        function number(hex, i, n) {
            n = 0
            for (i = 1; i <= length(hex); i++) n = n * 16 + index("0123456789abcdef", tolower(substr(hex, i, 1))) - 1
            return n
        }
        # Of a frame for each function that was inlined, the innermost outside of the headers.
        function callers(place, command, frame, found) {
            command = symbolizer " --inlines --functions=none --output-style=GNU --obj=" object " 0x" place
            while ((command | getline frame) > 0) if (found == "" && frame !~ header) found = frame
            close(command)
            return found
        }
        /file format/ { next }
        /^; .*:[0-9]+$/ { source = substr($0, 3); next } # up to the next
        /^[0-9a-f]+ <.*>:$/ { start = number($1); name = substr($2, 2, length($2) - 3); next }
        { text = $0; sub(/[ \t]*\/\/.*/, "", text); place = $0; sub(/.*\/\/ */, "", place); sub(/:.*/, "", place) }
        $1 !~ /^(ds|flat|global|buffer)_/ && $1 !~ /^s_barrier/ { next }
        {
            class = scope = space = ""
            if ($1 ~ /^ds_(p?k?_?add|r?sub|inc|dec|c?o?n?d?_?sub|min|max|and|m?s?k?or|xor|wrap|cmpst|wrxchg|storexchg|condxchg|append|consume)/ && text !~ / gds/) {
                class = $1 ~ /_rtn|append|consume/ ? "atomic" : "reduction"
                scope = "block"; space = "shared"
            } else if ($1 ~ /_atomic_/) {
                class = text ~ / glc| sc0|TH_ATOMIC_RETURN|TH_ATOMIC_NT_RETURN|TH_ATOMIC_RT_RETURN/ ? "atomic" : "reduction"
                space = $1 ~ /^flat/ ? "generic" : "device"
            } else if ($1 ~ /^(buffer|global)_(wb|inv|gl[01]_inv)/) class = "fence"
            else if ($1 ~ /^s_barrier$|^s_barrier_(signal|signal_isfirst|wait)$/) { class = "barrier"; scope = "block" }
            else next
            if (target ~ /^gfx12/ && (class == "fence" || space == "device" || space == "generic"))
                scope = text ~ /SCOPE_SYS/ ? "system" : text ~ /SCOPE_DEV/ ? "device" : "block"
            else if (target ~ /^gfx9[45]/ && class == "fence")
                scope = text !~ / sc1/ ? "block" : text ~ / sc0/ ? "system" : "device"
            else if (target ~ /^gfx9[45]/ && space != "shared" && space != "")
                scope = text ~ / sc1/ ? "system" : "device"
            else if (class == "fence")
                scope = $1 ~ /l2/ ? "system" : $1 ~ /gl0/ ? "block" : "device"
            at = linked && source ~ header ? callers(place) : source
            printf "%s,%s,%s,%s,%s,%d,%s\n", name, class, $1, scope, space, number(place) - start, at
        }' target="$2" object="$1" symbolizer="$symbolizer" header=/hip/amd_detail/ linked="$linked" | sed 's/_e32,/,/; s/_e64,/,/' | sort
}
# agree OBJECT: counts in $n.
agree() {
    "$program" inspect --each --csv "$work/rows.csv" "$1" >/dev/null
    # Line programs of DWARF 4 do not name the folder that the compiler ran in.
    folder=$("$dwarfdump" --debug-info "$1" | sed -n 's/.*DW_AT_comp_dir.*("\(.*\)").*/\1/p' | sed 1q)
    awk -F, 'NR > 1 { print $1 "," $3 "," $4 "," $7 "," $9 "," $17 "," ($18 ~ /^[^\/]/ ? folder "/" : "") $18 }' \
        folder="$folder" "$work/rows.csv" | sort >"$work/own"
    facts "$1" "$(awk -F, 'NR == 2 { print $2 }' "$work/rows.csv")" >"$work/text"
    diff "$work/own" "$work/text" >"$work/diff" || { head -n 20 "$work/diff"; echo "$1: the readers differ"; exit 1; }
    n=$((n + $(wc -l <"$work/own")))
}

# bundles FILE: agree on each object of each bundle in it; none of those that are compressed and not the first.
bundles() {
    starts=$(LC_ALL=C grep -abo __CLANG_OFFLOAD_BUNDLE__ "$1" | cut -d: -f1)
    for start in ${starts:-0}; do
        tail -c "+$((start + 1))" "$1" >"$work/bundle"
        ids=$("$bundler" --type=o --list --input="$work/bundle" | grep amdgcn) || continue
        # shellcheck disable=SC2046,SC2086 # lists
        "$bundler" --type=o --unbundle --input="$work/bundle" --targets="$(echo $ids | tr ' ' ,)" $(printf -- "--output=$work/%s " $ids)
        for id in $ids; do agree "$work/$id"; done
    done
}

found=77
for file in "$@"; do
    n=0
    [ -n "$bundler" ] || { echo "no clang-offload-bundler"; exit 77; }
    case $(od -An -tx1 -N4 "$file")$(od -An -tx1 -j18 -N1 "$file") in
    *"46 e0") agree "$file" ;;
    " 43 43 4f 42"* | " 5f 5f 43 4c"*) bundles "$file" ;;
    *)
        "$(tool llvm-objcopy)" --dump-section ".hip_fatbin=$work/section" "$file" "$work/copy" 2>/dev/null ||
            { echo "${file##*/}: no code for AMD"; continue; }
        bundles "$work/section"
        ;;
    esac
    found=0
    "$program" inspect --each --csv "$work/whole.csv" "$file" >/dev/null
    whole=$(awk -F, '$2 ~ /^gfx/' "$work/whole.csv" | wc -l)
    [ "$n" -eq "$whole" ] || { echo "${file##*/}: $whole instructions in the file, $n in its objects"; exit 1; }
    echo "${file##*/}: $n instructions agree"
done
exit "$found"
