#!/bin/sh
# gate.sh PROGRAM: what is forbidden is named, instruction by instruction; what a baseline has is allowed; a file that is worse
# than another is said to be.
set -eu
program=$1
cd "$(dirname "$0")"
work=$(mktemp -d "${TMPDIR:-/tmp}/ga-inspect-XXXXXX")
trap 'rm -rf "$work"' EXIT

fail() { echo "FAILED: $*"; cat "$work/out" "$work/err"; exit 1; }
# run CODE ARGUMENT...
run() {
    wanted=$1
    shift
    code=0
    "$program" inspect "$@" >"$work/out" 2>"$work/err" || code=$?
    [ "$code" -eq "$wanted" ] || fail "exit status $code, expected $wanted: $*"
}
prints() { grep -qF -- "$1" "$work/out" || fail "not printed: $1"; }
says() { grep -qF -- "$1" "$work/err" || fail "not said: $1"; }
lines() { [ "$(wc -l <"$work/out")" -eq "$1" ] || fail "expected $1 lines"; }

run 1 barriers.fatbin --forbid sync
for operation in sync named-sync; do grep -q " $operation " "$work/out" || fail "sync is no $operation"; done
! grep -q adds "$work/out" || fail "a barrier adds nothing"
# A baseline of the time when named barriers were sync, too: there they are, and no more of them.
run 0 barriers.fatbin --csv "$work/new.csv"
sed 's/,named-sync,/,sync,/' "$work/new.csv" >"$work/old.csv"
run 0 barriers.fatbin --forbid sync --baseline "$work/old.csv"
run 0 barriers.fatbin --forbid barrier --baseline "$work/old.csv"
sed '/^barriers,sm_90,barrier,BAR,sync/{s/,1,\([0-9]*\),,/,0,\1,,/;}' "$work/old.csv" >"$work/fewer.csv"
run 1 barriers.fatbin --forbid sync --baseline "$work/fewer.csv"
run 1 barriers.fatbin --forbid named-sync --baseline "$work/old.csv"
says 'the baseline has no named-sync: if an older inspect wrote it, they are among its sync'
for words in named-sync,sync sync,named-sync barrier,named-sync; do
    run 1 barriers.fatbin --forbid "$words" --baseline "$work/old.csv"
    says '18 instructions'
done
run 0 barriers.fatbin --forbid named-sync --baseline "$work/new.csv"
sed '0,/,named-sync,/s//,sync,/' "$work/new.csv" >"$work/other.csv"
run 1 barriers.fatbin --forbid sync --baseline "$work/other.csv"
! grep -q 'older inspect' "$work/err" || fail "a baseline with a named-sync is no older one"
run 1 plain.fatbin --forbid rmw-loop
prints 'forbidden: plain.fatbin: multiply, sm_90: ATOMG cas b32 at 0x0070: rmw-loop'
prints 'forbidden: plain.fatbin: shared_float, sm_90: ATOMS cast-spin b32 at '
lines 2
says '2 instructions that --forbid rmw-loop forbids'
run 1 plain.fatbin lz4.fatbin zstd.fatbin --forbid system-scope --kernel 'wide_*'
lines 6
run 1 plain.fatbin --forbid rmw-loop --kernel 'mult*' --kernel native_add
lines 1
run 1 plain.fatbin --forbid rmw-loop --kernel native_add --kernel shared_float --kernel 'mult*'
lines 2
run 1 plain.fatbin --forbid spin,seq_cst
lines 4
run 1 conditions.fatbin --forbid spin
lines 9
run 0 plain.fatbin --forbid rmw-loop,spin --kernel native_add
run 0 plain.fatbin --forbid generic-memory,f64,mbarrier
prints 'plain.fatbin: 14 functions in 1 module of 1 file: none has what --forbid generic-memory,f64,mbarrier forbids'
lines 1

# A type is the instruction's, or what its loop adds: where a baseline has the loop with another type, that is not known.
run 1 advice.fatbin --forbid f16
prints 'forbidden: advice.fatbin: half_loop, sm_90: ATOM cas b32 at 0x0100, /src/advice.cu:30: adds f16'
lines 2
run 1 advice.fatbin --forbid bf16
prints 'bfloat_loop, sm_80: ATOMG cas b32 at 0x0190, /src/advice.cu:32: adds bf16'
prints 'bfloat_loop, sm_90'
lines 2
run 1 advice.fatbin --forbid f16x2
prints 'half_pair, sm_80: ATOM add f16x2 at 0x0080, /src/advice.cu:34: f16x2'
for place in 'sm_80: ATOMS cast-spin b32 at 0x00f0' 'sm_90: ATOMS cast-spin b32 at 0x00e0'; do
    prints "half_pair, $place, /src/advice.cu:34: adds f16x2"
done
lines 4
run 0 advice.fatbin --csv "$work/adds.csv"
run 0 advice.fatbin --forbid f16 --baseline "$work/adds.csv"
prints 'none has what --forbid f16 forbids, but for 2 instructions of the baseline'
sed '/^half_loop,sm_90/s/,f16,/,f32,/' "$work/adds.csv" >"$work/other.csv"
run 1 advice.fatbin --forbid f16 --baseline "$work/other.csv"
prints 'half_loop, sm_90'
lines 1

# So it is of a product, and of integers.
run 1 adds.fatbin --forbid f32
lines 9
run 1 adds.fatbin --forbid u64
prints 'u64_sum, sm_75: ATOMG cas b64 at '
lines 6

# A function without atomics is there all the same; which code was not read is said; a name is taken as tables print it.
run 0 named.fatbin --forbid rmw-loop --kernel clean
prints 'named.fatbin: 1 of 2 functions in 1 module of 1 file: none has what --forbid rmw-loop forbids; not read: PTX of 1 module, which GPUs run'
lines 1
run 0 plain.fatbin named.fatbin --forbid rmw-loop --kernel clean
grep -qx '1 of 16 functions in 2 modules of 2 files: none .*' "$work/out" || fail "of two files"
run 0 named.fatbin --kernel 'cle*'
prints '1 of 2 functions in 1 module of 1 file'
for name in 'scatter*' 'places::scatter<*' 'scatter<unsigned int..signed int const*)'; do
    run 1 named.fatbin --forbid atomic --kernel "$name"
    lines 1
    says '1 instruction that --forbid atomic forbids; not read: PTX of 1 module'
done
run 2 named.fatbin --forbid rmw-loop --kernel clean --kernel gone
says "no function of named.fatbin matches 'gone'"
run 0 named.fatbin --csv "$work/named.csv" --kernel clean
run 0 named.fatbin --forbid atomic --baseline "$work/named.csv" --kernel clean
run 1 gained.fatbin --forbid rmw-loop --baseline "$work/named.csv" --kernel clean
run 2 plain.fatbin --forbid rmw-lop
says "there is no 'rmw-lop'; did you mean 'rmw-loop'?"

# What is there is allowed, and no more of it.
run 0 plain.fatbin --csv "$work/known.csv"
run 0 plain.fatbin --forbid rmw-loop,atomic --baseline "$work/known.csv"
prints 'forbids, but for 16 instructions of the baseline'
sed 's/^\(insert,.*,loop,,no,,,\)5,/\14,/; /^multiply,/d' "$work/known.csv" >"$work/fewer.csv"
run 1 plain.fatbin --forbid atomic --baseline "$work/fewer.csv"
prints 'multiply, sm_90'
prints 'insert, sm_90'
lines 2
run 2 plain.fatbin --baseline "$work/known.csv"
says 'expected --forbid, too'
echo 'kernel,target' >"$work/other.csv"
run 2 plain.fatbin --forbid atomic --baseline "$work/other.csv"
says 'there is no column instruction; expected what inspect --csv wrote'

# A name with a newline, which may not begin a line of output.
LC_ALL=C sed 's/native_add/native\nadd/g' plain.fatbin >"$work/file"
run 1 "$work/file" --forbid reduction --kernel 'native*'
prints ': native\x0aadd, sm_90: RED'
lines 1
run 0 "$work/file" --each --kernel 'native*' --csv "$work/lines.csv"
grep -q '^native\\x0aadd ' "$work/out" || fail "a newline in a name"
[ "$(wc -l <"$work/lines.csv")" -eq 2 ] || fail "a row that is a name's"
run 0 --diff plain.fatbin "$work/file"
prints 'only in the new file: native\x0aadd, sm_90'

# One file against another of the same kernels.
run 0 --diff plain.fatbin plain.fatbin
prints '14 functions have the same'
run 1 --diff plain.fatbin worse.fatbin
prints 'worse: native_add, sm_90: rmw-loop 0 to 1, atomic 0 to 1, reduction 1 to 0'
prints 'worse: used_add, sm_90: system scope 0 to 1, device scope 1 to 0'
prints 'changed: wide_add, sm_90: system scope 1 to 0, device scope 0 to 1'
prints 'only in the old file: lock, sm_90'
says '2 kernels are worse in the new file'
run 0 --diff worse.fatbin worse.fatbin
run 2 --diff plain.fatbin lz4.fatbin
says 'no function is in both files for one target: of the old one '
run 1 --diff named.fatbin gained.fatbin
prints 'worse: clean, sm_75: rmw-loop 0 to 1, device scope 0 to 1, atomic 0 to 1'
run 0 --diff gained.fatbin named.fatbin --kernel clean
prints 'changed: clean, sm_75: rmw-loop 1 to 0, device scope 1 to 0, atomic 1 to 0'
prints '0 functions have the same'
run 2 --diff gained.fatbin named.fatbin --kernel gone
run 2 --diff named.fatbin lz4.fatbin
prints 'only in the old file: void places::scatter<unsigned int>'
! grep -q 'clean, sm_75' "$work/out" || fail "one without atomics is listed"
run 2 --diff plain.fatbin
says 'expected two files, OLD NEW, not 1'
# As many loops, which emulate something else: worse where one instruction adds that.
run 1 --diff emulated.fatbin emulated_new.fatbin --csv "$work/loops.csv"
prints 'worse: sum_of_product, sm_90: rmw-loop adds f32 0 to 1'
prints 'changed: product_of_sum, sm_90: rmw-loop adds f32 1 to 0'
prints 'changed: other_half, sm_90: rmw-loop adds f16 1 to 0, rmw-loop adds bf16 0 to 1'
# More atomics, of which one was a reduction: worse where it does the same.
prints 'worse: read_add, sm_90: device scope 1 to 2, atomic 0 to 2, reduction 1 to 0, reduction to atomic 0 to 1'
prints 'worse: read_other, sm_90: reduction to atomic 0 to 1'
prints 'changed: others, sm_90: device scope 1 to 2, atomic 0 to 2, reduction 1 to 0'
! grep -q 'others.* reduction to' "$work/out" || fail "a reduction that became what does something else"
says '3 kernels are worse in the new file'
grep -qx 'rmw-loop adds bf16,other_half,other_half,sm_90,0,1,no' "$work/loops.csv" || fail "a row of what loops add"
grep -qx 'reduction to atomic,read_add,read_add,sm_90,0,1,yes' "$work/loops.csv" || fail "a row of what became an atomic"
# Kernels of one name in several modules are one, in whichever order.
cat emulated.fatbin emulated_new.fatbin >"$work/first"
cat emulated_new.fatbin emulated.fatbin >"$work/last"
run 0 --diff "$work/first" "$work/last"
prints '6 functions have the same'
cat emulated.fatbin emulated.fatbin >"$work/twice"
run 1 --diff "$work/twice" "$work/last"
prints 'worse: read_add, sm_90: device scope 2 to 3, atomic 0 to 2, reduction 2 to 1, reduction to atomic 0 to 1'
# A row a change; a file of another kind is kept, and nothing is written of files that share no kernel.
run 1 --diff plain.fatbin worse.fatbin --csv "$work/diff.csv" --json "$work/diff.json"
says '2 kernels are worse in the new file'
prints 'worse: native_add, sm_90: rmw-loop 0 to 1, atomic 0 to 1, reduction 1 to 0'
head -1 "$work/diff.csv" | grep -qx 'change,kernel,name,target,old,new,worse' || fail "columns of --diff"
for row in rmw-loop,native_add,native_add,sm_90,0,1,yes reduction,native_add,native_add,sm_90,1,0,yes \
    'system scope,wide_add,wide_add,sm_90,1,0,no' function,lock,lock,sm_90,1,0,no; do
    grep -qx "$row" "$work/diff.csv" || { cat "$work/diff.csv"; fail "no row $row"; }
done
[ "$(grep -c '"change": ' "$work/diff.json")" -eq "$(($(wc -l <"$work/diff.csv") - 1))" ] || fail "rows of JSON"
grep -qF '{"change": "rmw-loop", "kernel": "native_add", "name": "native_add", "target": "sm_90", "old": 0, "new": 1, "worse": "yes"}' \
    "$work/diff.json" || fail "a row of JSON"
run 0 --diff worse.fatbin worse.fatbin --csv "$work/diff.csv"
[ "$(wc -l <"$work/diff.csv")" -eq 1 ] || fail "no change has rows"
run 2 --diff plain.fatbin worse.fatbin --csv "$work/known.csv"
says 'is there and holds nothing that inspect --diff wrote; not replaced'
run 2 --diff plain.fatbin lz4.fatbin --csv "$work/none.csv" --json "$work/none.json"
for rows in "$work"/none.*; do
    [ ! -e "$rows" ] || fail "files that share no kernel have rows"
done
run 2 --diff plain.fatbin worse.fatbin --each

# JSON has the CSV's rows.
run 0 plain.fatbin --json "$work/rows.json"
if command -v python3 >/dev/null; then
    python3 - "$work/rows.json" "$work/known.csv" <<'PYTHON'
import csv, json, sys
rows = json.load(open(sys.argv[1]))
table = list(csv.DictReader(open(sys.argv[2])))
assert [{k: '' if v is None else str(v) for k, v in row.items()} for row in rows] == table
PYTHON
fi
