# The commands of README.md and the manual that name shipped tables work as they stand, and print what is shown there.
root=$(cd "$here/../.." && pwd)
ln -s "$root/results" "$root/tests" .
# commands FILE: those of `build/gpu-atomics model` in it that name shipped tables.
commands() {
    sed ':more; /\\$/ {N; s/\\\n *//; b more}' "$1" |
        sed -n 's/[[:space:]]*#.*//; s,^build/gpu-atomics \(model .*results/nvidia-h200.*\),\1,p'
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

# The roofline that the manual shows, its lines cut where they are long.
awk '/^build\/gpu-atomics model roofline .*results\/nvidia-h200/ { wanted = 1; next }
    wanted && /^```$/ { if (inside) exit; getline; getline; inside = 1; next }
    inside' "$root/model/manual.md" | sed 's/ \.\.\.$//' >shown
[ "$(wc -l <shown)" -ge 6 ] || fail "model/manual.md shows no roofline"
eval "run 0 $(grep '^model roofline' commands | tail -n 1)"
while read -r line; do
    grep -qF -- "$line" "$log/out" || fail "not printed: $line"
done <shown
