# `profile` at a terminal, which `script` makes: the program reads there, Ctrl-C ends it, Ctrl-Z stops it.
command -v script >/dev/null || exit 77
export FAKE_LOG="$log/arguments" FAKE_NCU="$here/../recordings/ncu_raw.csv" SHELL=/bin/sh
cp -r "$here/../../results/nvidia-h200" tables
PATH=$scripts/ncu:$PATH
cat >reader <<'END_PROGRAM'
#!/bin/sh
echo $$ >pid
while :; do
    : >asks
    read -r word || exit 1
    echo "got <$word>"
    [ "$word" != last ] || exit 0
done
END_PROGRAM
cat >sleeper <<'END_PROGRAM'
#!/bin/sh
echo $$ >pid
: >asks
sleep 60
END_PROGRAM
chmod +x reader sleeper
echo "'$program' profile --table tables -o p -- \"\$@\"" >job

# typed TEXT: when the program waits for it.
typed() {
    for _ in $(seq 200); do
        [ ! -e asks ] || break
        sleep 0.05
    done
    sleep 0.3 # until it reads
    rm -f asks
    printf "$1"
}
# at_terminal CODE COMMAND: with what is typed on stdin.
at_terminal() {
    timeout 60 script -qec "$2" typescript >"$log/out" 2>"$log/err"
    code=$?
    [ $code -eq "$1" ] || fail "exit status $code, expected $1"
}
# nothing: is left of a profile that was interrupted.
nothing() {
    prints 'profile: interrupted'
    ! kill -0 "$(cat pid)" 2>/dev/null || fail "the program is still there"
    [ ! -e p ] || fail "left: $(ls p)"
}

{ typed 'one\n' && typed 'last\n' && sleep 1; } | at_terminal 0 'sh job ./reader'
prints 'got <one>'
prints 'got <last>'
rows p/utilization.csv 13
rm -r p
{ typed 'one\n' && typed '\003' && sleep 1; } | at_terminal 130 'sh job ./reader'
prints 'got <one>'
nothing
{ typed '\003' && sleep 1; } | at_terminal 130 'sh job ./sleeper'
nothing

# A shell that sees it stop has the terminal again, and goes on with it.
echo 'set -m; sh job ./reader; echo "stopped with $?"; read -r line; echo "shell has $line"; fg' >stops
{ typed 'one\n' && typed '\032' && sleep 1 && printf 'mine\n' && sleep 1 && printf 'last\n' && sleep 1; } |
    at_terminal 0 'sh stops'
prints 'got <one>'
prints 'stopped with 148'
prints 'shell has mine'
prints 'got <last>'
rows p/utilization.csv 13
