# `profile` that is told to end: the profiler, the program and what that has started are told, too, and killed if they
# do not. Nothing of the profile is left.
export FAKE_LOG="$log/arguments" FAKE_NCU="$here/../recordings/ncu_raw.csv"
cp -r "$here/../../results/nvidia-h200" tables
PATH=$scripts/ncu:$PATH
# A test that runs in the background may ignore signals, and so would what it starts.
heeding='env --default-signal=INT,QUIT,HUP,TERM'
$heeding true 2>/dev/null || exit 77

# A program with a child, both with their numbers in `pids`; they ignore the signals in $DEAF.
cat >program <<'END_PROGRAM'
#!/bin/sh
[ -z "${DEAF:-}" ] || trap '' $DEAF
echo $$ >>pids
sh -c 'echo $$ >>pids; : >begun; sleep 60' &
wait
END_PROGRAM
chmod +x program
# After it one that tidies up first, and takes its time.
cat >tidy <<'END_PROGRAM'
#!/bin/sh
trap 'sleep 0.3; echo tidy >tidied; exit 1' INT QUIT HUP TERM
echo $$ >>pids
: >begun
while :; do sleep 0.05; done
END_PROGRAM
chmod +x tidy

# begin PROGRAM: a profile of it, until it runs.
begin() {
    rm -f begun pids
    $heeding "$program" profile --table tables -o p -- "./$1" >"$log/out" 2>"$log/err" </dev/null &
    profile=$!
    for _ in $(seq 300); do
        [ ! -e begun ] || return 0
        sleep 0.05
    done
    fail "$1 never began"
}
# ended LEAST MOST: so many tenths of a second later it is interrupted, and nothing is left.
ended() {
    since=$(date +%s%N)
    wait $profile
    code=$?
    tenths=$((($(date +%s%N) - since) / 100000000))
    [ $code -eq 130 ] || fail "exit status $code, expected 130"
    says 'gpu-atomics: profile: interrupted'
    [ -n "$GA_SANITIZED" ] || { [ $tenths -ge "$1" ] && [ $tenths -le "$2" ]; } || fail "it took $tenths tenths of a second"
    [ "$(wc -l <pids)" -gt 0 ] || fail "no program was run"
    while read -r pid; do
        ! kill -0 "$pid" 2>/dev/null || fail "$pid is still there: $(ps -p "$pid" -o args=)"
    done <pids
    [ ! -e p ] || fail "left: $(ls p)"
    no_parts
}

for signal in HUP TERM; do
    begin program
    kill -$signal $profile
    ended 0 30
done
for signal in INT QUIT; do # which a shell has what it starts in the background ignore
    begin tidy
    kill -$signal $profile
    ended 0 30
    [ "$(cat tidied)" = tidy ] || fail "it had no time"
    rm tidied
done

# Who ignores them all is killed, sooner after a second signal.
export DEAF='INT QUIT HUP TERM'
begin program
kill -INT $profile
ended 40 80
begin program
kill -HUP $profile
sleep 0.1
kill -TERM $profile
ended 5 30
DEAF=

# A program in a session of its own hears nothing, and is killed.
if command -v setsid >/dev/null; then
    cat >away <<'END_PROGRAM'
#!/bin/sh
setsid sh -c 'echo $$ >>pids; : >begun; sleep 60' &
wait
END_PROGRAM
    chmod +x away
    begin away
    kill -TERM $profile
    ended 0 30
fi

# What is ignored here is ignored: nohup.
rm begun
(
    trap '' HUP
    exec "$program" profile --table tables -o q -- sh -c ': >begun; sleep 1' >"$log/out" 2>"$log/err"
) &
profile=$!
while [ ! -e begun ]; do sleep 0.05; done
kill -HUP $profile
wait $profile || fail "SIGHUP was ignored, and ended it: $(cat "$log/err")"
rows q/utilization.csv 13
