# `max` is the most that there can be beside the other coordinates: fewer blocks of two warps than of one can be resident.
# A number is that number, and where there can't be so many the message names what was asked for.
# grids OPTION...: blocks and warps of all rows of a barrier, in order, in $grids.
grids() {
    rm -rf out
    run 0 run --device "fake:$scripts/steady.txt" --bench lock_grid_barrier --axis barrier=tree --axis scope=device \
        --axis order=atomics "$@" --out out
    grids=$(columns '{printf "%s%s of %s", s, @blocks, @warps; s = ", "}' out/lock_grid_barrier.csv)
}
expect() { [ "$grids" = "$1" ] || fail "grids $grids, expected $1"; }

grids --preset quick
expect '1 of 1, 1 of 4, 2 of 4, 8 of 1'
grids --axis blocks=max --axis warps=2
expect '4 of 2'
grids --axis blocks=1..max*2 --axis warps=2
expect '1 of 2, 2 of 2, 4 of 2'
grids --axis blocks=3,max --axis warps=all
expect '2 of 3, 2 of 4, 3 of 1, 3 of 2, 4 of 2, 8 of 1'

# A run that is finished later has the same points.
cp out/lock_grid_barrier.csv whole.csv
head -n 3 whole.csv >out/lock_grid_barrier.csv
sed 's/^status,complete/status,interrupted/' out/run.csv >run.csv
mv run.csv out/run.csv
run 0 run --resume --out out
same out/lock_grid_barrier.csv whole.csv

run 2 run --device "fake:$scripts/steady.txt" --bench lock_grid_barrier --axis blocks=8 --axis warps=2 --out none
says 'blocks=8, warps=2'
