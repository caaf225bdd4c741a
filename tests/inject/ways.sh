#!/bin/sh
# ways.sh LIBRARY PROGRAM FILES: every way to the driver's functions comes to the library, and unedited nothing changes.
# shellcheck disable=SC1091,SC2154,SC2010,SC2034 # common.sh has variables of both, and plain names of files
. "$(dirname "$0")/common.sh"
module=$files/plain.fatbin
for way in name dlsym query plugin; do
    plain $way "$module" same_word
    injected none $way "$module" same_word
    [ "$(grep -c same_word out/launches.*.csv)" = 72 ] || fail "$way: 72 launches, not: $(cat out/launches.*.csv)"
    has launches '^same_word,7,1,1,32,2,1,128,0,0,[0-9]+,[0-9]+,0,events$'
    awk -F, 'NR > 1 && $12 - $11 != 100000 { exit 1 }' out/launches.*.csv || fail "$way: launches of 100 us"
    has kernels '^shared_float,sm_90,[0-9a-f]{16},1,0,0,0,0,1,0,0,1,0,0,,0$'
    for n in 0 1 2 3; do cmp "$module" loaded.$n; done
    [ "$(grep '^file' injected.txt | tr '\n' ,)" = "file 0,file 1," ] || fail "$way: by its path: $(grep '^file' injected.txt)"
    injected global $way "$module" same_word
    has kernels '^shared_float,sm_90,[0-9a-f]{16},1,0,0,0,0,1,0,0,1,0,0,,0$'
    has kernels '^same_word,sm_90,[0-9a-f]{16},0,1,0,0,0,0,1,0,1,0,1,REDG?,[0-9]+$'
    has launches '^same_word,5,'
    cmp -s "$module" loaded.0 && fail "$way: the module wasn't edited"
    cmp loaded.0 loaded.1
    cmp loaded.0 loaded.2
    cmp loaded.0 loaded.3
    [ "$(grep -c '^same_word' out/kernels.*.csv)" = 1 ] || fail "$way: one module, loaded thrice, is edited once"
done

# The child had no use for the driver; a process without it says so; one without a place for files has none.
[ "$(ls out | grep -c kernels)" = 1 ] || fail "files of one process, not: $(ls out)"
rm -rf out && mkdir out
GA_WHATIF_OUT=$directory/out GA_WHATIF_EDIT=none LD_PRELOAD=$library env true
edit=none
has notes '^no_driver,'
[ "$(ls out | grep -c -v notes)" = 0 ] || fail "only notes, not: $(ls out)"
status=0
LD_PRELOAD=$library "$program" name "$module" same_word >injected.txt 2>&1 || status=$?
[ "$status" = 3 ] || fail "without a place for files: $status"
diff plain.txt injected.txt

# A child of a process that has launched: it launches, too, and leaves files of its own.
edit=global
plain name "$module" same_word shared_float
injected global name "$module" same_word shared_float
[ "$(ls out | grep -c launches)" = 2 ] || fail "launches of two processes, not: $(ls out)"
has launches '^same_word,7,'
has launches '^shared_float,7,'
for kernels in out/kernels.*.csv; do grep -q '^same_word,.*,REDG*,' "$kernels" || fail "not edited in both: $(cat "$kernels")"; done

# Calls that nobody knows load modules as they are, and a note says so.
plain unnamed "$module" same_word
injected global unnamed "$module" same_word
has notes '^not_read,"*kernels ran, but no module came by a call that is known'
cmp "$module" loaded.0
awk -F, 'NR > 1 && $12 - $11 != 100000 { exit 1 }' out/launches.*.csv || fail "unnamed: launches of 100 us"

# Another preloaded library may call dlopen while this one reads its settings.
rm -rf out && mkdir out
timeout 20 env GA_WHATIF_OUT="$directory/out" GA_WHATIF_EDIT=none \
    LD_PRELOAD="$library $(dirname "$program")/beside/libinject_beside.so" true || fail "dlopen from within the settings: $?"
has notes '^no_driver,'
