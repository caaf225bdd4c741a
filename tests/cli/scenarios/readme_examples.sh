# The commands of README.md and the manual that name shipped tables work as they stand, and print what is shown there.
root=$(cd "$here/../.." && pwd)
ln -s "$root/results" "$root/tests" .
sed -n '/^for file in .* gzip -dc results/p' "$root/README.md" | sh
# commands FILE: those of `build/gpu-atomics model` in it that name shipped tables.
commands() {
    sed ':more; /\\$/ {N; s/\\\n *//; b more}' "$1" |
        sed -n 's/[[:space:]]*#.*//; s,^build/gpu-atomics \(model .*\(results/nvidia-h200\|tests/recordings\).*\),\1,p'
}
commands "$root/README.md" >commands
commands "$root/model/manual.md" >>commands
for command in utilization predict roofline verdicts; do
    grep -q "^model $command " commands || fail "README has no example of model $command that can be run"
done
while read -r arguments; do
    eval "run 0 $arguments"
    [ "$(wc -l <"$log/out")" -ge 3 ] || fail "next to no answer: $arguments"
done <commands

# shows FILE COMMAND LEAST: FILE shows lines, at least so many, behind an example of a command, which prints them; long ones are cut.
shows() {
    awk -v command="^build/gpu-atomics model $2 " '$0 ~ command { wanted = 1; next }
        wanted && /^```$/ { if (inside) exit; getline; getline; inside = 1; next }
        inside' "$root/$1" | sed 's/ \.\.\.$//' >shown
    [ "$(wc -l <shown)" -ge "$3" ] || fail "$1 shows no $2"
    eval "run 0 $(sed -n "s,[[:space:]]*#.*,,; s,^build/gpu-atomics \(model $2 .*\),\1,p" "$root/$1" | head -n 1)"
    while read -r line; do
        grep -qF -- "$line" "$log/out" || fail "not printed: $line"
    done <shown
}
shows model/manual.md roofline 6
shows model/manual.md utilization 2
shows README.md utilization 20
shows model/manual.md predict 4
! grep -q 'counters are missing' "$log/out" || fail "the manual's example lacks counters that bounds need"
