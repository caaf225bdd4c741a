# What the scripts share: SCRIPT LIBRARY PROGRAM FILES. Runs in an empty directory.
set -eu
library=$1 program=$2 files=$3
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
export CUDA_INJECTION64_PATH=tests # CUPTI isn't asked: there is no GPU
export MALLOC_PERTURB_=85 # what is freed is no longer what it was

fail() {
    echo "$*" >&2
    exit 1
}

# plain ARGS..: the program as it is; what it says is in plain.txt.
plain() {
    status=0
    "$program" "$@" >plain.txt 2>&1 || status=$?
    [ "$status" = 3 ] || fail "the program without the library: $status, $(cat plain.txt)"
}

# injected EDIT ARGS..: with the library, and nothing must differ to be seen; files are in out/, modules in loaded.N.
injected() {
    edit=$1 status=0
    shift
    rm -rf out loaded.*
    mkdir out
    GA_WHATIF_OUT=$directory/out GA_WHATIF_EDIT=$edit STAND_IN_LOADED=$directory/loaded LD_PRELOAD=$library \
        "$program" "$@" >injected.txt 2>&1 || status=$?
    [ "$status" = 3 ] || fail "the program with the library: $status, $(cat injected.txt)"
    diff plain.txt injected.txt || fail "what the program says differs: $edit $*"
}

# has FILE LINE: a file of the process, launches, kernels or notes, has that line (an expression).
has() {
    grep -q -E "$2" out/"$1".*.csv || fail "$edit: no $2 in: $(cat out/"$1".*.csv)"
}

hasnt() {
    ! grep -q -E "$2" out/"$1".*.csv || fail "$edit: $2 in: $(cat out/"$1".*.csv)"
}
