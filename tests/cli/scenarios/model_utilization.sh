# The model on what a profiler wrote of kernels that are known: a real file in three forms, and what the
# hardware counted itself as the truth.
results=$here/../../results/nvidia-h200
recordings=$here/../recordings
mkdir tables
cp "$results/run.csv" "$results/shared_service.csv" tables
{
    echo operation,type,regime,pattern,e,n,status,instruction,native,median_ns,cycles_per_request
    for row in add,u32,unused,same,1:1.002 add,u32,unused,same,32:32.02 cas,u32,unused,same,1:2.001 \
        cas,u32,unused,same,32:64.02 add,u64,unused,same,32:1961 add,u64,unused,own,32:6.14; do
        native=native
        [ "${row#add,u64}" = "$row" ] || native=emulated
        echo "${row%:*},64,ok,A,$native,1,${row#*:}"
    done
} >tables/shared_demand.csv

run 0 model utilization --table tables --counters "$recordings/ncu_raw.csv" --csv u.csv --verbose
prints 'NVIDIA H200, tables of tables'
prints '13 launches; of shared memory: 11 bottleneck, 0 open, 2 not, 0 unknown'
grep -q 'U:  paper 2[01][0-9]\.[0-9] to 5[01][0-9]\.[0-9] %  demand 99.4 %  hardware 99.4 %' "$log/out" || fail 'no U of a count'
prints 'not: the kernel has no atomics on shared memory'
prints 'their pipe is 87 % busy, the atomic unit 65 %'
grep -q 'U:  paper 10[34]\.[0-9] %  demand 100.0 %' "$log/out" || fail 'a range of one number'
[ "$(columns '@paper_low_percent > 1.01 * @paper_percent || @paper_low_percent < 0.99 * @demand_percent' u.csv)" = '' ] ||
    fail "the paper's U is no range above the demand"
cp "$log/out" first
rows u.csv 13
# The tables of the GPU that the counters name: those measured here, else those that come with the program.
run 0 model utilization --counters "$recordings/ncu_raw.csv"
[ "$(grep ' x [0-9]* ' "$log/out" | awk 'length > 80')" = '' ] || fail "a kernel's line has more than 80 columns"
prints 'NVIDIA H200, tables of '
prints 'results/nvidia-h200'
mkdir results
cp -r tables results/mine
run 0 model utilization --counters "$recordings/ncu_raw.csv" --verbose
prints 'NVIDIA H200, tables of results/mine'
sed 1d first >wanted
sed 1d "$log/out" >found
same wanted found
rm -r results
sed 's/NVIDIA H200/NVIDIA X1/' "$recordings/ncu_raw.csv" >other.csv
run 2 model utilization --counters other.csv
says "there are no tables of a GPU like 'NVIDIA X1' in results"
run 2 model utilization --counters "$recordings/rocprofv3.csv"
says 'the counters do not say of what GPU they are; say which tables with --table'
# Wherever it is known, U by demand is what the hardware counted within 1 %, and never above 100 %.
off=$(columns '@demand_percent > 0 {
        n++
        if (@demand_percent < 0.99 * @hardware_percent || @demand_percent > 1.01 * @hardware_percent || @demand_percent > 100)
            print "launch " @launch ": " @demand_percent " and " @hardware_percent
    }
    END {if (n != 12) print n " launches with atomics"}' u.csv)
[ -z "$off" ] || fail "$off"

# Another run of the same kernels, without units; in the form of a row a counter; again, from standard input.
run 0 model utilization --table tables --counters "$recordings/ncu_base.csv"
prints '13 launches; of shared memory: 11 bottleneck, 0 open, 2 not, 0 unknown'
run 0 model utilization --table tables --counters "$recordings/ncu_details.csv"
prints '5 launches; of shared memory: 4 bottleneck, 0 open, 1 not, 0 unknown'
"$program" model utilization --table tables --counters - --verbose <"$recordings/ncu_raw.csv" >again || fail "standard input"
same again first

# What loops were to do.
run 0 model utilization --table tables --counters "$recordings/ncu_raw.csv" --useful 17301504 \
    --emulated add-u64 --csv u.csv --verbose
prints '13.9 warp instructions of them for each useful lane operation; so many of add-u64 take 97 % of the time if all are on one word'
prints 'if no warp meets another, and cannot be on one word'
prints 'compare-and-swaps, of which --useful says how many had to succeed'
run 2 model utilization --table tables --counters "$recordings/ncu_raw.csv" --useful 5 --emulated add-u32
says "has no row of 'add-u32' that is a loop (native is emulated)"
run 2 model utilization --table tables --counters "$recordings/nvprof.csv" --lanes 33 --other-gpu
says '--lanes 33: a warp of NVIDIA H200 has 32 lanes'

# Without the demand table, and without what a profile of everything lacks.
rm tables/shared_demand.csv
run 0 model utilization --table tables --counters "$recordings/ncu_raw.csv" --verbose
prints 'no shared_demand.csv there: no U by demand'
grep -q 'U:  paper 10[0-9]\.[0-9] %  demand -  hardware 100.0 %' "$log/out" || fail 'no U without a demand'
run 2 model utilization --table tables --counters "$recordings/ncu_full_raw.csv" --csv none.csv
says 'counters are missing; collect them with: ncu --metrics smsp__inst_executed_op_shared_atom_dot_alu.sum'
[ ! -e none.csv ] || fail "none.csv was written"
no_parts

# Some kernels alone.
run 0 model utilization --table tables --counters "$recordings/ncu_raw.csv" --kernel 'add_u64*'
prints '2 launches; of shared memory: 2 bottleneck'
run 2 model utilization --table tables --counters "$recordings/ncu_raw.csv" --kernel 'histo*'
says "--kernel: no kernel of $recordings/ncu_raw.csv matches 'histo*'; there is '"
run 0 model utilization --table tables --counters "$recordings/ncu_raw.csv" --kernel 'add_u64*' --kernel 'cas_u32*'
prints '3 launches; '
run 2 model utilization --table tables --counters "$recordings/ncu_raw.csv" --kernel 'histo*' --kernel 'add_u64*' --csv none.csv
says "--kernel: no kernel of $recordings/ncu_raw.csv matches 'histo*'"
[ ! -e none.csv ] || fail "none.csv was written"

# Other profilers.
run 2 model utilization --table tables --counters "$recordings/nvprof.csv"
says "a launch on 'TITAN V', and the tables are of 'NVIDIA H200'; --other-gpu takes them nevertheless"
run 2 model utilization --table tables --counters "$recordings/nvprof.csv" --other-gpu
says 'nvprof does not count the lanes on a word: say how many with --lanes E'
run 0 model utilization --table tables --counters "$recordings/nvprof.csv" --other-gpu --lanes 32 --verbose
prints 'e 32.0'
run 2 model utilization --table tables --counters "$recordings/rocprofv3.csv"
says 'does not say on what GPU'
run 0 model utilization --table tables --counters "$recordings/rocprofv3.csv" --other-gpu --verbose
prints 'counters of rocprofv3: not run on hardware'
prints 'hardware 99.9 %'

# Of native atomics, those without compare-and-swaps, U by demand is U by hardware: a counter of Nsight Compute. In points:
# of tests/truth to the last digit, of the case study to 0.2.
# apart SET MOST
apart() {
    run 0 model utilization --counters "$results/../$1.csv" --csv native.csv
    columns 'function size(x) {return x < 0 ? -x : x}
        @jobs_per_sm > 0 && @c == 0 {n++; if (size(@demand_percent - @hardware_percent) > most) most = size(@demand_percent - @hardware_percent)}
        END {print n, most + 0}' native.csv >apart
    awk -v most="$2" '$1 < 60 || $2 > most {exit 1}' apart || fail "$1: launches, points apart: $(cat apart), expected $2"
    rm native.csv
}
for gpu in h200 h100; do
    apart "nvidia-$gpu/truth_counters" 0.0001
    apart "nvidia-$gpu/truth_counters_again" 0.0001
    apart "nvidia-$gpu-histogram/histogram_counters" 0.2
done
