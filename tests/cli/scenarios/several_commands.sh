# A command may run several times, and after others, in one process: nothing is left of the one before. All lines of
# several_commands.txt, twice, in one process leave the same as in a process each.
export scripts results
results=$here/../../results
lines=$here/several_commands.txt

mkdir one many
(cd one && "$GA_SEVERAL" "$lines") || fail "several_commands: $?"
cd many || exit 1
for round in 1 2; do
    n=0
    while IFS= read -r line; do
        n=$((n + 1))
        eval "\"\$program\" $line" >"$round-$n.out" 2>"$round-$n.err" </dev/null
        echo $? >"$round-$n.code"
    done <"$lines"
done
cd .. || exit 1
[ "$(find many -name '1-*.code' | wc -l)" -gt 10 ] || fail "few commands were run"
grep -qx 0 many/1-2.code || fail "a run failed: $(cat many/1-2.err)"

# What differs from run to run: times, and what the stand-in's run, the eighth line, measured and how it went on.
settle() {
    sed -E -e 's/[0-9.]+ s\b/N s/g' -e '/^([a-z0-9_]+\.)?(started_utc|resumed_utc|wall_s|kernel_s|warm_up_s),/d' \
        -e '/^(host_peak_bytes),/d' "$1"
}
(cd one && find . -type f ! -path './fourth/*' | sort) >files
(cd many && find . -type f ! -path './fourth/*' | sort) | cmp files - || fail "not the same files"
while read -r file; do
    case $file in ./[12]-8.out | ./[12]-8.err | ./fourth/*) continue ;; esac
    settle "one/$file" >in_one
    settle "many/$file" >in_many
    cmp -s in_one in_many || fail "$file differs: $(diff in_one in_many | head -n 20)"
done <files
