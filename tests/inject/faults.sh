#!/bin/sh
# faults.sh LIBRARY PROGRAM FILES: what the driver refuses or the library can't read runs unedited, and is noted.
# shellcheck disable=SC1091,SC2154,SC2034 # common.sh has variables of both, and plain names of files
. "$(dirname "$0")/common.sh"
module=$files/plain.fatbin
took() { awk -F, 'NR > 1 && $12 - $11 != 100000 { exit 1 }' out/launches.*.csv || fail "$edit: launches of 100 us"; }

plain query "$module" shared_float
export STAND_IN=refuse
injected shared query "$module" shared_float
has notes '^module_refused,cuModuleLoadData: CUDA error 200'
has notes '^module_refused,cuLibraryLoadData: CUDA error 200'
took

export STAND_IN=memory
plain query "$module" shared_float
injected shared query "$module" shared_float

export STAND_IN=lost
plain query "$module" shared_float
injected shared query "$module" shared_float
has notes '^lost_device,CUDA error 700$'

export STAND_IN=gone
plain query "$module" shared_float
injected shared query "$module" shared_float
hasnt notes '^lost_device,'

export STAND_IN=slow
plain query "$module" shared_float
injected shared query "$module" shared_float
has notes '^dropped,72 launches had not ended$'
unset STAND_IN

# A header that says more than there is; a module whose compressed bytes are damaged; PTX, which this driver can't link.
{ head -c 200 "$module"; head -c 20000 /dev/zero; } >damaged
plain query damaged shared_float
injected shared query damaged shared_float
has notes '^not_read,'
cmp -n 200 damaged loaded.0
{ head -c 400 "$files/lz4.fatbin"; printf 'rubbish'; tail -c +408 "$files/lz4.fatbin"; } >damaged
plain query damaged shared_float
injected shared query damaged shared_float
has notes '^not_read,.*runs unedited$'
printf '.version 9.0\n.target sm_90\n.address_size 64\n' >source.ptx
plain query source.ptx shared_float
injected shared query source.ptx shared_float
has notes '^not_read,source code of 45 bytes: CUDA error 801 '
cmp -n 44 source.ptx loaded.0

# A folder that is gone: the program runs on.
plain query "$module" shared_float
status=0
GA_WHATIF_OUT=$directory/nowhere GA_WHATIF_EDIT=shared LD_PRELOAD=$library "$program" query "$module" shared_float \
    >injected.txt 2>&1 || status=$?
[ "$status" = 3 ] || fail "without its folder: $status"
diff plain.txt injected.txt

# Modules are kept up to so many bytes; of one for which there is no room nothing is left.
plain name "$module" shared_float
size=$(wc -c <"$module")
GA_WHATIF_KEEP=$size
export GA_WHATIF_KEEP
injected none name "$module" shared_float
cmp "$module" out/module.*
hasnt notes '^not_kept,'
GA_WHATIF_KEEP=$((size - 1))
injected none name "$module" shared_float
has notes "^not_kept,module [0-9a-f]{16}: [0-9]+ bytes$"
for kept in out/module.*; do [ ! -e "$kept" ] || fail "kept, although there is no room: $kept"; done
