#!/bin/sh
# older.sh LIBRARY PROGRAM FILES PLUGIN LOADS JOINED: what CUDA 11's runtime loads is edited where the program has it, once, and
# what other runtimes have is left alone there.
# shellcheck disable=SC1091,SC2154,SC2034 # common.sh has variables of both, and plain names of files
plugin=$4 loads=$5 joined=$6
. "$(dirname "$0")/common.sh"
took() { # NANOSECONDS
    awk -F, -v want="$1" 'NR > 1 && $12 - $11 != want { exit 1 }' out/launches.*.csv ||
        fail "$edit: launches of $1 ns, not: $(cat out/launches.*.csv)"
}
echo same_word >kernels.txt
export GA_WHATIF_KERNELS=kernels.txt
plain "$plugin" same_word
injected global "$plugin" same_word
[ "$(grep -c '^same_word,' out/launches.*.csv)" = 6 ] || fail "6 launches, not: $(cat out/launches.*.csv)"
took 90000
[ "$(grep -c '^same_word,' out/kernels.*.csv)" = 1 ] || fail "one fatbin in two wrappers is edited once: $(cat out/kernels.*.csv)"
hasnt notes '^not_read,'
cmp loaded.0 loaded.1
cmp -s "$files/plain.fatbin" loaded.0 && fail "the program's fatbin wasn't edited"
injected none "$plugin" same_word
for n in 0 1; do cmp "$files/plain.fatbin" loaded.$n; done
took 100000

# Without code for the GPU the driver compiles; nothing can take its place here.
STAND_IN_GENERATION=8 injected global "$plugin" same_word
has notes "^not_read,\"?a fatbin of [0-9]+ bytes without code for a GPU that is here, for CUDA 11's runtime; it runs"
for n in 0 1; do cmp "$files/plain.fatbin" loaded.$n; done

injected global "$plugin" same_word newer
has notes '^not_read,"*kernels ran, but no module came by a call that is known'
for n in 0 1; do cmp "$files/plain.fatbin" loaded.$n; done
took 100000

# The driver loads a library and looks something up in it while it compiles: that waits for nothing, and is edited later.
export STAND_IN_CUBIN="$files/plain.fatbin"
plain "$plugin" same_word source
STAND_IN_LINKER=$plugin injected global "$plugin" same_word source
cmp loaded.0 loaded.2
cmp -s "$files/plain.fatbin" loaded.2 && fail "the library's fatbin wasn't edited"
hasnt notes '^not_read,'
unset STAND_IN_CUBIN

# Wrappers in one segment with code stay as they are, and the code runs.
plain "$joined" same_word
injected global "$joined" same_word
has notes "^not_read,\"?a fatbin's wrapper can't be written to; it runs unedited"
cmp "$files/plain.fatbin" loaded.1

# All of a library, by a call that is seen.
rm -rf out loaded.* && mkdir out
GA_WHATIF_OUT=$directory/out GA_WHATIF_EDIT=global STAND_IN_LOADED=$directory/loaded LD_PRELOAD=$library \
    "$loads" "$plugin" >loads.txt
grep -q -E '^1 fatbins, 29[0-9]{3} bytes, [0-9.]+ ms$' loads.txt || fail "what a library has: $(cat loads.txt)"
! cmp -s "$files/plain.fatbin" loaded.0 || fail "the library's fatbin wasn't edited"
