#!/bin/sh
# graphs.sh LIBRARY PROGRAM FILES CUPTI: kernels of graphs are edited. Records of CUPTI, of which a stand-in is in the folder
# CUPTI, have their times; events have none, and are kept out of what is captured.
# shellcheck disable=SC1091,SC2154,SC2034 # common.sh has variables of both, and plain names of files
. "$(dirname "$0")/common.sh"
module=$files/plain.fatbin
echo same_word >kernels.txt
export GA_WHATIF_KERNELS=kernels.txt
took() {
    awk -F, -v ns="$1" 'NR > 1 && $2 != 99 && $12 - $11 != ns {exit 1}' out/launches.*.csv ||
        fail "$edit: $(cat out/launches.*.csv)"
}
grids() { awk -F, -v graph="$1" 'NR > 1 && $13 == graph {print $2}' out/launches.*.csv | sort -n | xargs; }
plain "$module" same_word
injected global "$module" same_word
[ "$(grids 0),$(grids 1)" = 1, ] || fail "by events: $(cat out/launches.*.csv)"
took 90000
unset CUDA_INJECTION64_PATH
export LD_LIBRARY_PATH="$4${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
injected none "$module" same_word
took 100000
injected global "$module" same_word
[ "$(grids 0),$(grids 1)" = '1 99,2 2 2 3 3 3' ] || fail "by records: $(cat out/launches.*.csv)" # 99: nobody's
took 90000
