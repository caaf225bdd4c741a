#!/bin/sh
# usage.sh TRUTH: what the program says without a GPU: its list, its help, and no to what it does not know.
set -u
truth=$1
export CUDA_VISIBLE_DEVICES=''

# wants CODE TEXT ARGUMENT...: exits with CODE and says TEXT.
wants() {
    wanted=$1
    text=$2
    shift 2
    said=$("$truth" "$@" 2>&1)
    code=$?
    [ "$code" -eq "$wanted" ] || { echo "exit status $code, expected $wanted, of: $*"; exit 1; }
    case $said in
    *"$text"*) ;;
    *) echo "of $*: '$said' does not contain '$text'"; exit 1 ;;
    esac
}
wants 0 cub_sort --list
wants 0 'Exit status' --help
wants 2 'matches none' --kernel nothing
wants 2 "'0' is not a whole number from 1 to 1000" --samples 0
wants 2 "'--samples' is not understood, or lacks its value" --samples
wants 2 "'--xyzzy' is not understood" --xyzzy
wants 77 'there is no CUDA device here' --kernel trigrams
wants 77 'there is no CUDA device here' --kernel trigrams --once --unchecked
[ "$("$truth" --list | sort -u | wc -l)" -ge 24 ] || { echo "fewer than 24 kernels"; exit 1; }
[ "$("$truth" --list --kernel 'cub_*' | wc -l)" -eq 4 ] || { echo "not four of the library"; exit 1; }
