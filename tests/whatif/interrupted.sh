#!/bin/sh
# interrupted.sh PROGRAM TOOLS: a signal ends every process, in the plain run and in an edited one; nothing is left.
# shellcheck disable=SC2154 # case.sh has the variables
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/whatif/case.sh disable=SC1091
. "$here/case.sh"
heeding='env --default-signal=INT,QUIT,HUP,TERM'
$heeding true 2>/dev/null || exit 77
echo '_Z5queuePj 16 256 2 50000 - hang - -' >script
nap="sleep 9$$" # seconds, and a name that no other test has
cat >starter <<END
#!/bin/sh
setsid sh -c 'exec $nap' &
[ \$GA_WHATIF_EDIT != none ] || echo \$! >pid
[ -z "\${SLOW:-}" ] || { echo begun; $nap; }
exec $program script
END
chmod +x starter

# interrupt SIGNAL FILE TEXT: sends it when the file has the text; nothing of the program is left then.
interrupt() {
    $heeding "$whatif" --yes --patience 1000 -- ./starter >"$work/out" 2>"$work/err" </dev/null &
    command=$!
    for _ in $(seq 200); do
        ! grep -q "$3" "$2" || break
        sleep 0.05
    done
    sleep 0.5
    [ -n "${SLOW:-}" ] || kill "$(cat pid)" # the plain run's own, which is the user's
    kill -"$1" $command
    wait $command
    code=$?
    [ $code -eq 130 ] || fail "exit status $code after SIG$1, expected 130"
    says 'interrupted'
    nothing_left
    for _ in $(seq 100); do # a killed process takes a while where many run
        left=$(pgrep -fa "^($nap|$program)")
        [ -n "$left" ] || return 0
        sleep 0.1
    done
    fail "still there after SIG$1: $left"
}
for signal in INT TERM HUP; do
    interrupt $signal "$work/err" 'more runs'
done
export SLOW=1
for signal in INT TERM HUP; do
    : >"$work/out"
    interrupt $signal "$work/out" begun
done
exit 0
