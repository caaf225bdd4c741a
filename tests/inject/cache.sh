#!/bin/sh
# cache.sh LIBRARY PROGRAM FILES: what was made of a module is kept for later runs that ask for the same, and for no others.
# shellcheck disable=SC1091,SC2154,SC2034 # common.sh has variables of both, and plain names of files
. "$(dirname "$0")/common.sh"
module=$files/zstd.fatbin
export GA_WHATIF_CACHE="$directory/cache"
mkdir cache
plain query "$module" shared_float
# run EDIT: of one module, which is loaded in four ways; its files are in NAME/.
run() {
    injected "$1" query "$module" shared_float
    rm -rf "$2"
    mkdir "$2"
    cp out/kernels.*.csv "$2/kernels"
    cp loaded.* "$2"
}
# bare FOLDER: once more, its files and what it says to that folder. out: status.
bare() {
    status=0
    GA_WHATIF_OUT=$directory/$1 GA_WHATIF_EDIT=shared LD_PRELOAD=$library "$program" query "$module" shared_float \
        >"$1/said" 2>&1 || status=$?
}
made() { hasnt notes 'kept from before'; }
found() {
    has notes '^module,.* in [0-9.]+ ms, kept from before"?$'
    hasnt notes '^not_cached,'
}
same() { diff -r "$1" "$2" || fail "$edit: not the same: $1 $2"; }

run shared first
made
[ "$(find cache -type f | wc -l)" = 1 ] || fail "one module, one file, not: $(ls cache)"
run shared second
found
same first second
has notes '^module,.* fatbin, replaced, in '
cmp -s "$module" loaded.0 && fail "it was edited"
# What asks for something else finds nothing: another edit, one instruction, named kernels, another GPU, another library.
run global other
made
run none other
made
GA_WHATIF_ONLY=1 run shared other
made
echo shared_float >kernels.txt
GA_WHATIF_KERNELS=kernels.txt run shared other
made
GA_WHATIF_KERNELS=kernels.txt run shared again
found
same other again
echo same_word >kernels.txt
GA_WHATIF_KERNELS=kernels.txt run shared other
made
STAND_IN_GENERATION=9 run shared other
made
STAND_IN_GENERATION=9 run shared again
found
same other again
# A library is told by its build ID, not by its file: another of the same size and time is another, a copy is the same.
theirs=$library
cp "$library" newer.so
id=$(LC_ALL=C grep -aboP '\x14\0\0\0\x03\0\0\0GNU\0' newer.so | head -n 1 | cut -d: -f1 | tr -d '\0')
[ "$(od -An -tu1 -j "$((id + 12))" -N 1 newer.so)" -ne 42 ] || fail "the ID is what the test makes of it"
printf '*' | dd of=newer.so bs=1 seek="$((id + 12))" conv=notrunc 2>dd.txt
touch -r "$library" newer.so
library=$directory/newer.so
run shared other
made
cp "$theirs" copy.so
library=$directory/copy.so
run shared again
found
same first again
library=$theirs
# Nothing to edit, or to count alone: that is kept, and no code.
run none other
found
[ "$(find cache -type f -size -4 | wc -l)" -ge 1 ] || fail "no small file: $(ls -l cache)"
cmp "$module" loaded.0

# A damaged file counts as none, and is replaced: cut off, empty, a byte turned anywhere.
rm -f cache/*
run shared first
kept=$(echo cache/*)
cp "$kept" whole
size=$(wc -c <whole)
for at in 0 8 40 "$((size / 2))" "$((size - 1))"; do
    cp whole "$kept"
    old=$(od -An -tu1 -j "$at" -N 1 whole | tr -d ' ')
    # shellcheck disable=SC2059 # the byte, in octal
    printf "\\$(printf %o "$((old ^ 1))")" | dd of="$kept" bs=1 seek="$at" conv=notrunc 2>dd.txt
    cmp -s "$kept" whole && fail "no byte was turned at $at"
    run shared other
    has notes '^not_cached,.* is damaged, and made anew'
    made
    same first other
    cmp "$kept" whole
done
head -c 100 whole >"$kept"
run shared other
has notes '^not_cached,.* is damaged'
same first other
: >"$kept"
run shared other
made
cmp "$kept" whole

# What a process was writing that was killed is removed, and what a living one writes is not.
rm "$kept"
sh -c 'echo "$$"' >gone
: >"$kept.$(cat gone)"
: >"$kept.$$"
run shared other
made
[ "$(echo cache/*)" = "$kept $kept.$$" ] || fail "not what is kept, and this process's: $(ls cache)"
rm "$kept.$$"

# Where nothing can be kept the run is as it was: no folder, none asked for, no large files, a full disk, a bound. Nothing half is
# left.
for nowhere in "$directory/nowhere" /dev/null ''; do
    GA_WHATIF_CACHE=$nowhere run shared other
    made
    same first other
done
rm -f cache/*
(
    ulimit -f 16 # blocks; a file beyond that would end the process
    bare out
    [ "$status" = 3 ] || fail "with a limit of files: $status"
) || exit 1
[ -z "$(ls cache)" ] || fail "larger than files may be: $(ls cache)"
if strace -o /dev/null true 2>/dev/null; then
    real=$program
    printf '#!/bin/sh\nexec strace -f -o /dev/null -e inject=writev:error=ENOSPC "%s" "$@"\n' "$program" >full
    chmod +x full
    program=$directory/full
    injected shared query "$module" shared_float
    program=$real
    [ -z "$(ls cache)" ] || fail "a full disk: $(ls cache)"
fi
# A quarter of what is free, at most.
cat >small <<END
#!/bin/sh
mount -t tmpfs -o size=\$1 none cache || exit 77
GA_WHATIF_OUT=$directory/out GA_WHATIF_EDIT=shared LD_PRELOAD=$library "$program" query "$module" shared_float >/dev/null 2>&1
[ \$? = 3 ] && find cache -type f | wc -l
END
if unshare -rm sh small 1m >small.txt 2>&1; then
    grep -qx 1 small.txt || fail "there was room: $(cat small.txt)"
    unshare -rm sh small $((3 * size)) >small.txt
    grep -qx 0 small.txt || fail "a third of what is free: $(cat small.txt)"
fi
GA_WHATIF_CACHE_MOST=$((size - 1)) run shared other
same first other
[ -z "$(ls cache)" ] || fail "more than the bound: $(ls -l cache)"
GA_WHATIF_CACHE_MOST=$size run shared other
[ "$(find cache -type f | wc -l)" = 1 ] || fail "as much as the bound: $(ls -l cache)"
# Several processes at once.
rm -f cache/*
for k in 1 2 3 4 5 6; do
    mkdir "at_once.$k"
    {
        STAND_IN_LOADED=$directory/at_once.$k/loaded bare "at_once.$k"
        echo "$status" >"at_once.$k/status"
    } &
done
wait
for k in 1 2 3 4 5 6; do
    [ "$(cat "at_once.$k/status")" = 3 ] || fail "process $k of six: $(cat "at_once.$k/status" "at_once.$k/said")"
    diff plain.txt "at_once.$k/said"
    cmp "at_once.$k/loaded.0" first/loaded.0
    ! grep not_cached "at_once.$k"/notes.*.csv || fail "process $k of six read what another had not ended"
done
cmp cache/* whole
