# Rooflines of what a profiler wrote: of a kernel whose shared memory is full, with a memory ceiling and a demand
# of round numbers, and of counters that are written by hand.
results=$here/../../results/nvidia-h200
recordings=$here/../recordings
mkdir tables
cp "$results/run.csv" "$results/global_threads_per_warp.csv" tables

# bandwidth ROW...
bandwidth() {
    echo access,array,blocks_per_sm,status,instruction,median_ns,bytes_per_s
    for row; do echo "${row%:*},8,ok,LDG.E.128,1,${row#*:}"; done
}
bandwidth read,l2:9e12 copy,memory:3e12 read,memory:4e12 write,memory:2e12 >tables/global_bandwidth.csv
{
    echo operation,type,regime,pattern,e,n,status,instruction,native,median_ns,cycles_per_request
    for row in add,u32,unused,same,1:1 add,u32,unused,same,32:32 cas,u32,unused,same,1:2 \
        cas,u32,unused,same,32:64 add,u32,unused,banks,32:1 add,u32,unused,banks,16:9; do
        echo "${row%:*},64,ok,A,native,1,${row#*:}"
    done
} >tables/shared_demand.csv

# The real one: 132 SMs at 1.978 GHz and 32 cycles each, of which it had 99.4 %.
run 0 model roofline --table tables --counters "$recordings/ncu_full_raw.csv" --csv r.csv
prints 'memory moves 4 TB/s (read)'
prints 'no floating-point operations'
prints '4.33 M warp instructions of atomics on shared memory (138 M of lanes)'
prints 'atomic 8.16 G/s <- lowest  shared 261 G/s'
prints '99.4 % of the lowest; the atomic unit takes over from memory at 0.00204 for each byte: atomic bound'
prints 'no warp instructions of atomics on global memory'
rows r.csv 3
run 2 model roofline --table tables --counters "$recordings/ncu_raw.csv" --csv none.csv
says 'collect them with: ncu --metrics smsp__sass_thread_inst_executed_op_fadd_pred_on.sum'
[ ! -e none.csv ] || fail "none.csv was written"

run 0 model roofline --table tables --counters "$recordings/ncu_roofline.csv" --csv r.csv
prints 'ceilings:  arithmetic 67.6 T/s  memory 667 G/s <- lowest'
prints '90.0 % of the lowest; arithmetic takes over from memory at 16.9 for each byte: memory bound'
prints '41.4 % of the lowest; arithmetic takes over from memory at 8.45 for each byte: compute bound'
prints 'atomic 16.5 G/s  shared 264 G/s  memory 16 G/s <- lowest'
prints 'no byte from device memory'
rows r.csv 12
# And its figure, one panel for each kind.
if command -v gnuplot >/dev/null; then
    mkdir drawn
    cp r.csv drawn/roofline.csv
    run 0 plot drawn
    prints 'drawn/figures/roofline.svg'
    for title in 'floating-point operations' 'atomics on shared memory' 'atomics on global memory'; do
        grep -q "$title" drawn/figures/roofline.svg || fail "roofline.svg: no panel of $title"
    done
fi
# Of its peak, half is said.
run 0 model roofline --table tables --counters "$recordings/ncu_roofline.csv" --peak-flops 16896
prints 'arithmetic 16.9 T/s <- lowest'
# A recording without the peak.
sed 's/[.]peak_sustained/.peak_unknown/g' "$recordings/ncu_roofline.csv" >peakless.csv
run 0 model roofline --table tables --counters peakless.csv
prints 'floating-point operations: counters are missing; collect them with: ncu --metrics sm__sass_thread_inst_executed_op_dfma_pred_on.sum.peak_sustained (or say the peak: --peak-flops)'
run 2 model roofline --table tables --counters "$recordings/nvprof.csv" --other-gpu
says "only Nsight Compute's counters"
run 2 model roofline --table tables --counters "$recordings/nvprof.csv"
says "a launch on 'TITAN V', and the tables are of 'NVIDIA H200'; --other-gpu takes them nevertheless"

# Without the tables that only a part needs, then without the one that all need.
rm tables/shared_demand.csv tables/global_threads_per_warp.csv
run 0 model roofline --table tables --counters "$recordings/ncu_full_raw.csv"
prints 'no shared_demand.csv there: no ceilings of shared memory'
prints "no global_threads_per_warp.csv there: no ceiling of the L2's atomic units"
prints 'memory 5.63 P/s <- lowest'
bandwidth read,l2:9e12 >tables/global_bandwidth.csv
run 2 model roofline --table tables --counters "$recordings/ncu_full_raw.csv"
says 'tables/global_bandwidth.csv: incomplete: no row with array=memory is ok'
rm tables/global_bandwidth.csv
run 2 model roofline --table tables --counters "$recordings/ncu_full_raw.csv"
says "tables/global_bandwidth.csv: is not there; \`run --bench 'global_bandwidth'\` measures"
bandwidth read,memory:4e12 >tables/global_bandwidth.csv
sed -i 's/^backend,cuda/backend,cpu/' tables/run.csv
run 2 model roofline --table tables --counters "$recordings/ncu_full_raw.csv"
says "tables/run.csv: backend is 'cpu', the stand-in"
echo mine >r.csv
run 2 model roofline --table tables --counters "$recordings/ncu_full_raw.csv" --csv r.csv
says '--csv r.csv: is there and is no answer of the model; not replaced'
