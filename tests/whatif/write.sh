#!/bin/sh
# write.sh PROGRAM INSPECTED: `whatif --write` on shipped files: what it says and leaves of AMD's and NVIDIA's code, alone, in
# bundles, fatbins and host files; and what it refuses.
set -eu
program=$1 inspected=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/ga-write-XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"
fail() {
    echo "$*" >&2
    [ ! -s said ] || cat said >&2
    exit 1
}
# run CODE ARGUMENT...: of whatif; what it says is in `said`.
run() {
    code=0 wanted=$1
    shift
    "$program" whatif "$@" >said 2>&1 || code=$?
    [ "$code" = "$wanted" ] || fail "exit status $code, expected $wanted: $*"
}
says() { grep -qF -- "$1" said || fail "not said: $1"; }
# left FILE WORD N: so many instructions of the file have that class, operation or loop.
left() {
    "$program" inspect --each --csv rows "$1" >/dev/null
    n=$(grep -c ",\($2\)," rows) || true
    rm rows
    [ "$n" = "$3" ] || fail "$1: $n have $2, expected $3"
}
same_size() { [ "$(wc -c <"$1")" = "$(wc -c <"$2")" ] || fail "$2: its size changed"; }

# Waits that counted what goes: of results, stores and shared memory, by target.
cp "$here/waits.hipfb" .
run 0 --edit global,shared --write edited -- waits.hipfb
cat >expected <<'END'
loads, gfx90a: 2 edited, 3 waits lowered
shared, gfx90a: 2 edited, 2 waits lowered
results, gfx90a: 1 edited, 1 waits lowered
loop, gfx90a: 1 edited, 1 waits lowered
loads, gfx1030: 2 edited, 0 waits lowered
shared, gfx1030: 2 edited, 2 waits lowered
results, gfx1030: 1 edited, 1 waits lowered
loop, gfx1030: 1 edited, 0 waits lowered
loads, gfx1100: 2 edited, 0 waits lowered
shared, gfx1100: 2 edited, 2 waits lowered
results, gfx1100: 1 edited, 1 waits lowered
loop, gfx1100: 1 edited, 0 waits lowered
loads, gfx1201: 2 edited, 0 waits lowered
shared, gfx1201: 2 edited, 2 waits lowered
results, gfx1201: 1 edited, 1 waits lowered
loop, gfx1201: 1 edited, 0 waits lowered
edited: 24 instructions of 16 kernels edited, 16 waits lowered. It computes rubbish.
END
diff expected said
same_size waits.hipfb edited
left waits.hipfb 'atomic\|reduction' 24
left edited 'atomic\|reduction' 0
# Again: nothing to do, no file.
run 77 --edit global,shared --write again -- edited
says 'nothing to edit: no kernel has such instructions that may go'
[ ! -e again ] || fail "a file without an edit"
# One kernel.
run 0 --edit global --kernel 'res*' --write one -- waits.hipfb
[ "$(wc -l <said)" = 5 ] || fail "of one kernel there are four targets"
left one 'atomic\|reduction' 20
run 0 --edit global --kernel 'res*' --kernel 'res*' --write one -- waits.hipfb
[ "$(wc -l <said)" = 5 ] || fail "of one kernel, named twice, there are four targets"
run 2 --edit global --kernel 'none?' --kernel 'res*' --write none -- waits.hipfb
says "no kernel of waits.hipfb matches 'none?'"
run 2 --edit global --kernel clen --write none -- "$inspected/named.fatbin"
says "no kernel of $inspected/named.fatbin matches 'clen'; did you mean 'clean'?"
run 77 --edit global --kernel clean --write none -- "$inspected/named.fatbin"
says 'nothing to edit: no kernel of that name has such instructions'
[ ! -e none ] || fail "a file in spite of a pattern that matches nothing"

# Kernels that end with a jump: refused, if what was asked for is there.
LC_ALL=C sed 's/\x00\x00\x81\xbf/\x04\x1d\x80\xbe/g' waits.hipfb >jumps
run 0 --edit shared --kernel loads --kernel shared --write edited -- jumps
says 'shared, gfx1100: 2 edited'
grep -qx 'loads, gfx90a: as it was; 2 that cannot be switched off' said || fail "refused what was not asked for"
run 0 --edit global --kernel loads --write edited -- jumps
says 'loads, gfx90a: as it was; 2 that cannot be switched off; refused: where it goes at 0x'

# Loops that emulate run once; a lock stays, its fences go.
cp "$inspected/plain.hipfb" .
run 0 --edit generic,global,fences --write edited -- plain.hipfb
says 'multiply, gfx1201: 2 edited, 0 waits lowered'
says 'float_add, gfx942: 1 edited, 0 waits lowered'
says 'lock, gfx90a: 4 edited, 0 waits lowered; 1 that cannot be switched off'
left edited rmw-loop 0
left edited spin 4
left edited fence 0
run 0 --edit no-retry --write edited -- plain.hipfb
says 'multiply, gfx942: 1 edited'
left edited rmw-loop 0
left edited cas 15
# What AMD's code has no ways for: all that is asked for, some of it, and where NVIDIA's is there, too.
run 2 --edit membar,narrow,as-loads --write none -- plain.hipfb
says "plain.hipfb: not done in AMD's code: membar, narrow, as-loads; expected shared, global, generic, fences, no-retry"
run 0 --edit no-retry,narrow --write edited -- plain.hipfb
says "Not done in AMD's code: narrow."
run 77 --edit no-retry,narrow --write none -- waits.hipfb
says "no kernel has such instructions that may go; not done in AMD's code: narrow"
for edits in none shared,none; do
    run 2 --edit "$edits" --write none -- plain.hipfb
    says '--write: --edit none is of runs'
done

# NVIDIA's: as it is, and compressed.
run 0 --edit shared,fences --write edited -- "$inspected/plain.fatbin"
says 'shared_float, sm_90: 2 edited'
! grep waits said || fail "NVIDIA's code has no waits"
same_size "$inspected/plain.fatbin" edited
run 0 --edit shared --write edited -- "$inspected/zstd.fatbin"
says '15 instructions of 12 kernels edited'

# In a host's file, whose mode stays.
if command -v objcopy >/dev/null; then
    printf 'int main(void) { return 0; }\n' >host.c
    cc host.c -o host
    objcopy --add-section .hip_fatbin=waits.hipfb host with
    run 0 --edit shared --write without -- with
    says 'without: 8 instructions of 4 kernels edited, 8 waits lowered'
    ./without || fail "the program does not run any more"
    objcopy --add-section .nv_fatbin="$inspected/plain.fatbin" with both
    run 0 --edit narrow --write edited -- both
    grep -qx 'lock, sm_90: 7 edited; 2 that cannot be switched off' said || fail "waits of NVIDIA's"
    says "Not done in AMD's code: narrow."
    run 0 --edit shared --write edited -- waits.hipfb
    objcopy --dump-section .hip_fatbin=section without copy
    cmp edited section
fi

# Refused, and no file.
run 77 --edit global --write none -- "$inspected/zstd.hipfb"
says 'nothing to edit: it is compressed; unpack the bundle (clang-offload-bundler --unbundle)'
run 77 --edit global --kernel gone --write none -- "$inspected/zstd.hipfb"
says 'nothing to edit: it is compressed'
run 2 --edit global --write waits.hipfb -- waits.hipfb
says "--write: 'waits.hipfb' is the file that is to be edited"
run 2 --write none -- waits.hipfb
says '--write: without what? expected --edit NAMES'
run 2 --edit globl --write none -- waits.hipfb
says "did you mean 'global'?"
run 2 --edit global --write none
says '--write: which file? One stands behind --'
run 2 --edit global --write none --csv none.csv -- waits.hipfb
says '--csv and --json are of runs'
run 4 --edit global --write none -- nothing
says 'nothing: No such file or directory'
run 4 --edit global --write none -- "$here"
says 'this is no file'
head -c 9000 waits.hipfb >short
run 4 --edit global --write none -- short
says 'short: at byte '
head -c 3000 "$inspected/../recordings/gains.cubin" >trunc.cubin
run 4 --edit global --write none -- trunc.cubin
says 'trunc.cubin: module: at byte 40: expected headers of sections'
head -c 9000 "$inspected/plain.fatbin" >short.fatbin
run 4 --edit global --write none -- short.fatbin
says 'short.fatbin: a fatbin is cut off'
run 4 --edit global --write nowhere/none -- waits.hipfb
says 'nowhere/none: cannot be written'
for left in none*; do
    [ ! -e "$left" ] || fail "$left: it was refused, and is there"
done
