# shellcheck shell=sh disable=SC2034
# Sourced by the tests of `whatif`: . case.sh PROGRAM TOOLS. TOOLS has the stand-in library, a program that plays scripts, and
# deny. The program looks for its library beside itself, so that it is linked there.
set -u
[ "$(uname -m)" = x86_64 ] || exit 77
export LC_ALL=C
built=$(cd "$(dirname "$1")" && pwd)/${1##*/}
tools=$(cd "$2" && pwd)
unset LD_PRELOAD
work=$(mktemp -d "${TMPDIR:-/tmp}/ga-whatif-XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
mkdir "$work/bin" "$work/here" "$work/tmp"
chmod 1777 "$work/tmp"
ln "$built" "$work/bin/gpu-atomics" 2>/dev/null || cp "$built" "$work/bin/gpu-atomics" || exit 1
cp "$tools/libgpu-atomics-whatif.so" "$work/bin" || exit 1
cp "$tools/program" "$tools/deny" "$work/bin" || exit 1
whatif=$work/bin/whatif
printf '#!/bin/sh\nexec %s whatif "$@"\n' "$work/bin/gpu-atomics" >"$whatif"
chmod +x "$whatif"
program=$work/bin/program
export TMPDIR="$work/tmp"
cd "$work/here" || exit 1

fail() {
    echo "FAILED: $*"
    echo "--- stdout of the last run"
    cat "$work/out"
    echo "--- stderr"
    cat "$work/err"
    exit 1
}

# run CODE COMMAND..: it has to exit with CODE, and to leave nothing in TMPDIR.
run() {
    wanted=$1
    shift
    "$@" >"$work/out" 2>"$work/err" </dev/null
    code=$?
    [ "$code" -eq "$wanted" ] || fail "exit status $code, expected $wanted, of: $*"
    nothing_left
}

nothing_left() { [ -z "$(ls "$work/tmp")" ] || fail "left in TMPDIR: $(ls "$work/tmp")"; }

contains() {
    case $(cat "$1") in
    *"$2"*) ;;
    *) fail "${1##*/} does not contain: $2" ;;
    esac
}
says() { contains "$work/err" "$1"; }
prints() { contains "$work/out" "$1"; }

# How the machine can isolate: "overlay", "landlock", "none".
isolation() {
    echo 'k 1 1 1 1 - - - -' >isolation.script
    "$whatif" --yes -- "$program" isolation.script >"$work/out" 2>"$work/err" </dev/null
    rm isolation.script
    case $(cat "$work/err") in
    *"see an overlay"*) echo overlay ;;
    *Landlock\)*) echo landlock ;;
    *) echo none ;;
    esac
}
# system calls that deny refuses: of the overlay, and of Landlock, on every architecture.
case $(uname -m) in
x86_64) unshare=272 ;;
*) unshare=97 ;;
esac
landlock=444
kind=$(isolation)
[ "$kind" != none ] || sed -i 's/ whatif / whatif --here /' "$whatif"
