# PyTorch's adds to one word, which no counter says are of floats: no `not` at 42 % of an integer's limit, and the roofline
# says the same of each launch.
recording=$here/../recordings/ncu_scatter.csv
tables=$here/../../results/nvidia-h100

run 0 model utilization --table "$tables" --counters "$recording" --csv u.csv
prints 'of the L2: 1 bottleneck, 0 likely, 0 not, 2 unknown'
prints 'if they are add-f32, for 98 %: --global-type NAME says what they are'
run 0 model roofline --table "$tables" --counters "$recording" --csv r.csv
prints '41.7 % of the lowest, up to 98.4 by the lanes on a word and the type of the atomics'
prints 'bound by the atomic unit or by neither: --global-lanes E and --global-type NAME decide'
columns '{print @l2_demand_percent, @l2_demand_most_percent}' u.csv >by_utilization
columns '@kind == "global" {print @share_percent, @share_most_percent}' r.csv >by_roofline
[ -s by_roofline ] || fail "no roof of global atomics"
same by_utilization by_roofline

run 0 model utilization --table "$tables" --counters "$recording" --global-type add-f32
prints 'of the L2: 3 bottleneck, 0 likely, 0 not, 0 unknown'
run 0 model roofline --table "$tables" --counters "$recording" --global-type add-f32
prints '98.4 % of the lowest; the atomic unit takes over from memory'
prints 'atomic bound'
run 0 model utilization --table "$tables" --counters "$recording" --global-type u32
prints 'of the L2: 1 bottleneck, 0 likely, 2 not, 0 unknown'
run 0 model roofline --table "$tables" --counters "$recording" --global-type u32
[ "$(grep -c 'bound by neither$' "$log/out")" -eq 2 ] || fail "the roofline says something else of a launch that is not held back"
