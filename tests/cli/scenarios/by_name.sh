# What takes seconds a point is measured where --bench matches it, and not with all the rest; `list` says so.
run 0 run --device "fake:$scripts/steady.txt" --preset quick --samples 1 --out all
[ -f all/global_baseline.csv ] || fail "the rest is not there"
[ ! -e all/global_energy.csv ] || fail "global_energy is there, unasked"
run 0 run --device "fake:$scripts/steady.txt" --preset quick --samples 1 --bench 'global_en*' --out one
[ -f one/global_energy.csv ] || fail "global_energy was asked for, and is not there"
run 0 list --device "fake:$scripts/steady.txt" --bench global_energy
contains "$log/out" 'only where --bench matches it'
