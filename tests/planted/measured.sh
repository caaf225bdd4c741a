# What tests of gpu-atomics-planted have in common; they are called with PROGRAM DIR, and DIR is made anew.
# shellcheck shell=sh
set -u
program=$1
dir=$2
rm -rf "$dir"
mkdir -p "$dir"
fail() { echo "FAILED: $*"; tail -n 20 "$dir/log"; exit 1; }

# measured CODE NAME ARGUMENT...: runs the program into $dir/NAME.
measured() {
    wanted=$1
    name=$2
    shift 2
    "$program" run "$@" --preset quick --out "$dir/$name" >"$dir/log" 2>&1
    code=$?
    [ "$code" -eq "$wanted" ] || fail "exit status $code, expected $wanted, of: $*"
}
