#!/bin/sh
# run_case.sh PROGRAM CASE: one test of the command line, in an empty directory of its own. A case is
# scenarios/CASE.sh, which uses the functions below, or a row of cases.txt. No GPU is ever seen.
set -u
program=$1
case=$2
here=$(cd "$(dirname "$0")" && pwd)
scripts=$here/scripts
# shellcheck source=tests/cli/columns.sh disable=SC1091
. "$here/columns.sh"
export LC_ALL=C CUDA_VISIBLE_DEVICES='' HIP_VISIBLE_DEVICES=-1 ROCR_VISIBLE_DEVICES=-1
unset GA_REQUIRE_GPU GA_EMULATED

work=$(mktemp -d "${TMPDIR:-/tmp}/ga-cli-XXXXXX") || exit 1
log=$(mktemp -d "${TMPDIR:-/tmp}/ga-log-XXXXXX") || exit 1
trap 'rm -rf "$work" "$log"' EXIT
: >"$log/out"
: >"$log/err"
cd "$work" || exit 1

fail() {
    echo "FAILED: $*"
    echo "--- stdout of the last run"
    tail -n 40 "$log/out"
    echo "--- stderr"
    tail -n 40 "$log/err"
    exit 1
}

# run CODE ARGUMENT...: runs the program; it has to exit with CODE.
run() {
    wanted=$1
    shift
    "$program" "$@" >"$log/out" 2>"$log/err" </dev/null
    code=$?
    [ "$code" -eq "$wanted" ] || fail "exit status $code, expected $wanted, of: $*"
}

# preload NAME: from here on libc is as preload/NAME.c has it, for all that a subshell runs.
preload() {
    export LD_PRELOAD="$GA_PRELOADS/$1.so" ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}verify_asan_link_order=0"
}

contains() {
    case $(cat "$1") in
    *"$2"*) ;;
    *) fail "${1##*/} does not contain: $2" ;;
    esac
}
says() { contains "$log/err" "$1"; }   # on stderr
prints() { contains "$log/out" "$1"; } # on stdout

# value KEY: of out/run.csv.
value() { sed -n "s/^$1,//p" out/run.csv; }

# state STATUS: what out/run.csv says of the run.
state() {
    [ "$(value status)" = "$1" ] || fail "run.csv has status $(value status), expected $1"
}

# axes FILE STATUS: the coordinates of the rows with that status.
axes() { columns "@status == \"$2\" {print point()}" "$1"; }

# rows FILE N: it has a header, N rows, and no other.
rows() {
    [ "$(wc -l <"$1")" -eq $(($2 + 1)) ] || fail "$1 has $(wc -l <"$1") lines, expected $2 rows"
}

same() { cmp "$1" "$2" || { diff "$1" "$2"; fail "$1 and $2 differ"; }; }

# golden FILE: it is as golden/ has it. With GA_BLESS=1 golden/ gets it, if it is not, and the case ends as skipped: what
# was made to be right has not been tested.
blessed=
golden() {
    expected=$here/golden/${1##*/}
    if [ "${GA_BLESS:-}" = 1 ] && ! cmp -s "$1" "$expected"; then
        cp "$1" "$expected" || fail "cannot bless $expected"
        echo "blessed: $expected"
        blessed=yes
    fi
    same "$expected" "$1"
}

# No file that was being written is left.
no_parts() {
    parts=$(find . -name '*.part')
    [ -z "$parts" ] || fail "left behind: $parts"
}

# cell FILE LINE COLUMN VALUE: puts a value into a table of the fake device, which quotes nothing.
cell() {
    value=$4 edited "FNR == $2 {@$3 = ENVIRON[\"value\"]}" "$1" >changed
    mv changed "$1"
}

# takes FILE LINE CYCLES: a row's median and its interval, in a table of the SM's clock.
takes() {
    for column in median_cycles ci_low_cycles ci_high_cycles; do cell "$1" "$2" "$column" "$3"; done
}

# repeat N ENTRY: lines of a fake device's script.
repeat() { awk -v n="$1" -v entry="$2" 'BEGIN {for (i = 0; i < n; i++) print entry}'; }

if [ -f "$here/scenarios/$case.sh" ]; then
    # shellcheck disable=SC1090 # one of scenarios/
    . "$here/scenarios/$case.sh"
    [ -z "$blessed" ] || exit 77
    exit 0
fi

# A row: name | exit status | out or err | what it contains | arguments, read by the shell. There is
# an empty directory `empty`, a file `file`, a file `none` without a byte, and a device that takes 100
# cycles for everything. Bad usage must leave no trace.
row=$(sed -n "s/^$case *| *//p" "$here/cases.txt" | sed 's/ *| */|/g')
[ -n "$row" ] || fail "there is no case $case"
IFS='|' read -r wanted stream text arguments <<END
$row
END
mkdir empty
echo x >file
: >none
# shellcheck disable=SC2034 # the rows of cases.txt use it
fake=fake:$scripts/steady.txt
find . | sort >"$log/before"
eval "run $wanted $arguments"
contains "$log/$stream" "$text"
find . | sort >"$log/after"
[ "$wanted" -ne 2 ] || cmp -s "$log/before" "$log/after" || fail "something was written:
$(diff "$log/before" "$log/after")"
no_parts
