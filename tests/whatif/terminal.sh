#!/bin/sh
# terminal.sh PROGRAM TOOLS: at a terminal, which `script` makes, it asks before anything runs; Ctrl-C ends it.
# shellcheck disable=SC2154 # case.sh has the variables
command -v script >/dev/null || exit 77
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/whatif/case.sh disable=SC1091
. "$here/case.sh"
export SHELL=/bin/sh
echo '_Z9histogramPhPj 1024 256 10 70200 26700 - - -' >script
echo '_Z9histogramPhPj 1024 256 10 70200 hang - - -' >hang

# at_terminal CODE TYPED COMMAND: what is typed stands there when it asks, the rest 2 s later.
at_terminal() {
    { sleep 1; printf %b "$2"; sleep 2; printf %b "${4:-}"; sleep 1; } |
        timeout 60 script -qec "$3" typescript >"$work/out" 2>"$work/err"
    code=$?
    [ $code -eq "$1" ] || fail "exit status $code, expected $1"
    nothing_left
}
at_terminal 2 'n\n' "$whatif -- $program script"
prints 'compute rubbish'
prints 'Go on? [y/N]'
prints 'nothing was run'
at_terminal 0 'y\n' "$whatif -- $program script"
prints "the program's line"
prints 'run 1 of 5: plain'
prints 'Without its shared atomics a launch takes 26.7 us'
at_terminal 130 'y\n' "$whatif --patience 1000 -- $program hang" '\003'
prints 'interrupted'
at_terminal 130 '' "$whatif --yes -- sleep 60" '\003' # in the plain run, which has the terminal
prints 'interrupted'
exit 0
