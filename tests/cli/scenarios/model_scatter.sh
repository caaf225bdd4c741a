# PyTorch's adds to one word, which no counter says are of floats: no `not` at 42 % of an integer's limit, and the roofline
# says the same of each launch.
recording=$here/../recordings/ncu_scatter.csv
tables=$here/../../results/nvidia-h100

run 0 model utilization --table "$tables" --counters "$recording" --csv u.csv
prints 'of the L2: 1 bottleneck, 0 open, 0 not, 2 unknown'
prints 'if they are add-f32, for 99 %: --code FILE or --global-type NAME says what they are (`inspect --csv FILE -- PROGRAM` writes FILE)'
run 0 model roofline --table "$tables" --counters "$recording" --csv r.csv
prints '41.8 % of the lowest, up to 98.6 by the lanes on a word and the type of the atomics'
prints 'bound by the atomic unit or by neither: --code FILE or `whatif` decides'
columns '{print @l2_demand_percent, @l2_demand_most_percent}' u.csv >by_utilization
columns '@kind == "global" {print @share_percent, @share_most_percent}' r.csv >by_roofline
[ -s by_roofline ] || fail "no roof of global atomics"
same by_utilization by_roofline

run 0 model utilization --table "$tables" --counters "$recording" --global-type add-f32
prints 'of the L2: 3 bottleneck, 0 open, 0 not, 0 unknown'
run 0 model roofline --table "$tables" --counters "$recording" --global-type add-f32
prints '98.6 % of the lowest; the atomic unit takes over from memory'
prints 'atomic bound'
run 0 model utilization --table "$tables" --counters "$recording" --global-type u32
prints 'of the L2: 1 bottleneck, 0 open, 0 not, 2 unknown'
run 0 model roofline --table "$tables" --counters "$recording" --global-type u32
[ "$(grep -c 'bound by the atomic unit or by neither: --code FILE or .whatif. decides$' "$log/out")" -eq 2 ] ||
    fail "the roofline says something else of a launch that is not held back"

# What the kernels' machine code has: of one by its whole name, which ncu spells otherwise than the symbol, of one by its
# template's, and, in a profile, of the program without being told.
kernels=$here/../recordings/scatter_code.cubin
run 0 model utilization --table "$tables" --counters "$recording" --code "$kernels"
prints 'of the L2: 3 bottleneck, 0 open, 0 not, 0 unknown'
run 0 model roofline --table "$tables" --counters "$recording" --code "$kernels"
[ "$(grep -c ': atomic bound$' "$log/out")" -eq 3 ] || fail "the roofline does not know what the kernels execute"
cp "$kernels" program.cubin && chmod +x program.cubin
PATH=$scripts/ncu:$PATH
export PATH FAKE_LOG="$log/arguments" FAKE_NCU="$recording" FAKE_STILL=1
run 0 profile --table "$tables" --out p -- ./program.cubin
prints 'of the L2: 3 bottleneck, 0 open, 0 not, 0 unknown'
# A name that fits several templates leaves open what it is, and a program without such code as well.
sed 's/(int)128, (int)8/(int)64, (int)8/' "$recording" >other.csv
run 0 model utilization --table "$tables" --counters other.csv --code "$kernels"
prints 'of the L2: 2 bottleneck, 0 open, 0 not, 1 unknown'
run 0 model utilization --table "$tables" --counters "$recording" --code "$here/../inspect/advice.fatbin"
prints 'of the L2: 1 bottleneck, 0 open, 0 not, 2 unknown'
run 4 model utilization --table "$tables" --counters "$recording" --code "$here/run_case.sh" --csv none.csv
says 'expected an ELF file, an archive, a cubin, a fatbin, PTX or a bundle'
[ ! -e none.csv ] || fail "none.csv was written"
