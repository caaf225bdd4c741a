# The L2's part of the answer: on counters written by hand, on a whole profile of a kernel that has no atomics
# on global memory, and on one without the counters, which does not change the answer on shared memory.
results=$here/../../results/nvidia-h200
recordings=$here/../recordings
mkdir tables
cp "$results/run.csv" "$results/shared_service.csv" "$results/global_threads_per_warp.csv" "$results/global_operations.csv" tables

run 0 model utilization --table tables --counters "$recordings/ncu_l2.csv" --csv u.csv --verbose
prints 'of the L2: 1 bottleneck, 1 open, 1 not, 2 unknown'
prints 'results of atomics are used in 1 launch; if these decide what a kernel does, all of its time may go: --code FILE says'
prints 'if they are add-f32, for 100 %: --code FILE or --global-type NAME says what they are (`inspect --csv FILE -- PROGRAM` writes FILE)'
prints 'L2 bottleneck: the busiest slice'
prints 'busy for 98 % of the time by demand, all of them on the mean for 0.9 %'
rows u.csv 5
grep -q '^launch,kernel,.*,verdict,reason,l2_hardware_percent,l2_mean_percent,l2_demand_percent,l2_demand_most_percent,l2_loops,l2_verdict,l2_reason,.*,gain_percent,gain_low_percent,gain_high_percent,l2_gain_percent,l2_gain_low_percent,l2_gain_high_percent,' u.csv ||
    fail "u.csv: not the columns"
# On other GPUs than sm_90 nothing tells the lanes on a word.
cp -r tables tables80
sed -i 's/^target,sm_90/target,sm_80/' tables80/run.csv
run 0 model utilization --table tables80 --counters "$recordings/ncu_l2.csv" --other-gpu --verbose
prints 'of the L2: 1 bottleneck, 1 open, 1 not, 2 unknown'
prints 'if all 31.9 lanes of a sector are on one word and they are add-f32, for 100 %, which no counter tells: `whatif` measures what goes away; --code FILE or --global-type NAME says what they are (`inspect'
# Of lanes that the compiler put together one is on a word.
run 0 model utilization --table tables80 --counters "$recordings/ncu_l2.csv" --other-gpu --global-type u32 --csv without.csv
prints 'of the L2: 1 bottleneck, 1 open, 1 not, 2 unknown'
columns '{gsub(/"|\(.*/, "", @kernel); print @kernel ",sm_90,reduction,add,u32,device,none,,combined"}' without.csv |
    sort -u | sed '1i kernel,target,class,operation,type,space,result,loop,lanes' >code.csv
run 0 model utilization --table tables80 --counters "$recordings/ncu_l2.csv" --other-gpu --code code.csv --csv combined.csv
prints 'of the L2: 1 bottleneck, 1 open, 2 not, 1 unknown' # as where sectors count them
sed 's/,combined$/,/' code.csv >apart.csv
run 0 model utilization --table tables80 --counters "$recordings/ncu_l2.csv" --other-gpu --code apart.csv
prints 'of the L2: 1 bottleneck, 1 open, 1 not, 2 unknown'
run 0 model utilization --table tables80 --counters "$recordings/ncu_l2.csv" --other-gpu --global-lanes 32
prints 'of the L2: 2 bottleneck,'
run 2 model utilization --table tables --counters "$recordings/ncu_l2.csv" --global-lanes 33
says '--global-lanes 33: a warp of NVIDIA H200 has 32 lanes'
run 2 model utilization --table tables --counters "$recordings/ncu_l2.csv" --global-type ad-f32
says "--global-type 'ad-f32': tables/global_operations.csv has no native operation and type of that name"
says 'did you mean add-f32?'

# Vectors that global_vector alone has; a type that no table has stays a range, and is named.
sed 's/,add,u32,/,add,f16x8,/' code.csv >vectors.csv
sed 's/,add,u32,/,max,f16x2,/' code.csv >maxima.csv
run 2 model utilization --table tables --counters "$recordings/ncu_l2.csv" --global-type f16x8
says "--global-type 'add-f16x8': tables/global_operations.csv has no"
cp "$results/global_vector.csv" tables
run 0 model utilization --table tables --counters "$recordings/ncu_l2.csv" --global-type f16x8 --csv by_type.csv
run 0 model utilization --table tables --counters "$recordings/ncu_l2.csv" --code vectors.csv --csv by_code.csv
columns '{print @launch, @l2_demand_most_percent}' by_type.csv >by_type
columns '{print @launch, @l2_demand_most_percent}' by_code.csv >by_code
same by_type by_code
run 0 model utilization --table tables --counters "$recordings/ncu_l2.csv" --code maxima.csv --verbose
prints '; if max-f16x2 takes as long as add-f32, for 100 %, which no table has: `whatif` measures what goes away'

run 2 model utilization --table tables --counters "$recordings/ncu_full_raw.csv"
says 'counters are missing; collect them with: ncu --metrics smsp__inst_executed_op_shared_atom_dot_alu.sum'
run 0 model utilization --table tables --counters "$recordings/ncu_raw.csv"
prints '13 launches; of shared memory: 11 bottleneck, 0 open, 2 not, 0 unknown'
prints 'of the L2: counters are missing; collect them with: ncu --metrics lts__d_atomic_input_cycles_active.max'

rm tables/global_threads_per_warp.csv
run 0 model utilization --table tables --counters "$recordings/ncu_l2.csv"
prints 'no global_threads_per_warp.csv there: no U of the L2 by demand'
prints 'of the L2: 0 bottleneck, 2 open, 1 not, 2 unknown'
# Where passes differ, too, nothing tells of the L2: no verdict, no prediction, and all may go with atomics on shared memory.
gzip -dc "$results/../programs/nvidia-h200/torch_zipf/counters.csv.gz" >torch.csv
run 0 model utilization --table tables --counters torch.csv --csv untold.csv
columns '
    { differ = @passes_differ == 1 && @l2_reason !~ /no atomics/ }
    differ && (@l2_verdict != "unknown" || @l2_gain_percent != "" || @l2_reason !~ /passes differ, so that no percentage of the L2.s tells; what its counts/) {exit 1}
    differ && @gain_percent != "" { n++; if (@gain_high_percent != 100) exit 1 }
    @passes_differ == 0 && @l2_gain_percent != "" {n_said++}
    END { if (!n || !n_said) exit 1 }' untold.csv || fail "something is said of an L2 that nothing tells of"
sed '/^32,/d' "$results/global_threads_per_warp.csv" >tables/global_threads_per_warp.csv
run 2 model utilization --table tables --counters "$recordings/ncu_l2.csv"
says 'tables/global_threads_per_warp.csv: incomplete: regime independent or unused'
cp "$results/global_threads_per_warp.csv" tables
sed -i 's/^backend,cuda/backend,cpu/' tables/run.csv
run 2 model utilization --table tables --counters "$recordings/ncu_l2.csv"
says "backend is 'cpu', the stand-in"
