# Predictions from one launch of a recording, held against the launches of it that are the changed kernel: what
# was predicted has to be within 5 % of what was measured. It has no bounds, for want of counters.
results=$here/../../results/nvidia-h200
recordings=$here/../recordings
mkdir tables
cp "$results/run.csv" "$results/shared_service.csv" "$results/shared_demand.csv" tables

# column FILE LAUNCH COLUMN: a cell of a prediction.
column() { columns "@predicted_launch == $2 {print @$3}" "$1"; }
# predicted FROM TO CHANGE...: of launch FROM, with TO as the truth. Launches and their cycles are the recording's.
predicted() {
    from=$1 to=$2
    shift 2
    run 0 model predict --table tables --counters "$recordings/ncu_raw.csv" --csv p.csv "$@"
    for bound in low_cycles high_cycles low_percent high_percent; do
        [ -z "$(column p.csv "$from" "$bound")" ] || fail "$*: $bound is $(column p.csv "$from" "$bound")"
    done
    awk -v is="$(column p.csv "$from" predicted_cycles)" -v truth="$(column p.csv "$to" active_cycles)" \
        'BEGIN { exit !(is > 0.95 * truth && is < 1.05 * truth) }' || fail "launch $from with $*: $(grep "^$from," p.csv), in truth $(column p.csv "$to" active_cycles)"
}
predicted 0 4 --unused             # an add by 32 lanes on one word that counts instead
predicted 1 4 --unused             # by 8
predicted 0 1 --privatize 4        # 32 lanes on one word, 8 on each of 4
predicted 0 3 --privatize 32       # a word for each lane
predicted 1 2 --privatize 8
predicted 0 1 --reorder 4
predicted 0 2 --aggregate
predicted 0 2 --reorder 4 --privatize 8
predicted 4 0 --used --lanes 32    # a count that becomes an add
predicted 2 1 --used --lanes 8
predicted 0 1 --privatize 2 --reorder 3 --lanes 8 # whatever was done: 8 are left
predicted 2 1 --reorder 4 --lanes 8               # more than before
prints 'lanes meet as --lanes says'

# Changes of adds are none of a kernel that has compare-and-swaps alone.
for change in --aggregate --unused '--used --lanes 8'; do
    # shellcheck disable=SC2086 # an option, and its value
    run 0 model predict --table tables --counters "$recordings/ncu_raw.csv" $change --csv cas.csv
    [ "$(columns '@kernel ~ /^"?cas_u32/ && /it has compare-and-swaps and no adds/' cas.csv | wc -l)" -eq 1 ] || fail "$change of cas_u32"
done

run 0 model predict --table tables --counters "$recordings/ncu_raw.csv" --unused --kernel 'rare*'
prints 'NVIDIA H200, tables of tables'
prints 'assumed: as many atomics and as much else to do as before; the cost of the change itself is not in it'
prints 'D 32.00 -> 1.00'
prints 'in 296246 cycles of T no unit is busy that was counted'
prints 'a guess without bounds: counters are missing'
! grep -q 'bounds, chosen' "$log/out" || fail "bounds, where there are none"
prints '1 launches, 1 predicted'
run 0 model predict --table tables --counters "$recordings/ncu_raw.csv" --privatize 2 --kernel '*_*64*'
prints 'not predicted: compare-and-swap loops: how often they retry'
prints '2 launches, 0 predicted'
run 0 model predict --table tables --counters "$recordings/ncu_raw.csv" --privatize 2 --kernel 'none*'
prints '1 have no atomics on shared memory (--all lists them)'
! grep -q '^[0-9]* none' "$log/out" || fail "a launch without atomics has lines of its own"
run 0 model predict --table tables --counters "$recordings/ncu_raw.csv" --privatize 2 --kernel 'none*' --all
prints 'not predicted: the kernel has no atomics on shared memory'
! grep -q 'lists them' "$log/out" || fail "--all is advised where it is given"
# Without --table, the tables of the GPU that the counters name are found.
run 0 model predict --counters "$recordings/ncu_raw.csv" --unused --kernel 'rare*'
grep -q '^NVIDIA H200, tables of .*/nvidia-h200' "$log/out" || fail "other tables"
# Without a change of what is counted already, nothing changes.
run 0 model predict --table tables --counters "$recordings/ncu_raw.csv" --privatize 4 --csv p.csv
[ "$(column p.csv 2 predicted_cycles)" = "$(column p.csv 2 active_cycles)" ] || fail "one lane a word, and copies changed it"

# What other units are busy for shows what a full unit hides: a profile of everything, of whose counters two get the names
# that the model needs, has it.
sed -e 's/"smsp__inst_executed_op_shared_atom.sum"/"smsp__inst_executed_op_shared_atom_dot_alu.sum"/' \
    -e 's/"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"/"smsp__inst_executed_op_shared_atom_dot_cas.sum"/' \
    -e 's/"l1tex__data_pipe_lsu_wavefronts_mem_shared.sum"/"l1tex__data_pipe_lsu_wavefronts.sum"/' \
    -e 's/"l1tex__cycles_active.\([a-z]*\)"/"sm__cycles_active.\1"/g' "$recordings/ncu_full_raw.csv" >full.csv
run 0 model predict --table tables --counters full.csv --other-gpu --unused
prints 'in 718 cycles of T no unit is busy that was counted'
prints 'T 1049294 -> 32964, 31.83 times as fast'
prints 'a guess without bounds: how much of it is at the same time is not known'
! grep -q 'counters are missing' "$log/out" || fail "counters are missing that are there"
run 0 model predict --table tables --counters full.csv --other-gpu --reorder 2 --lanes 16
prints 'the unit stays full: T changes by as much as what it is busy for'
# Blocks: 32 warps of 64 fit with 64 registers, as long as the counters say what a block is.
run 0 model predict --table tables --counters full.csv --other-gpu --threads 512 --registers 64
prints 'n^ 48.0 -> 24.0'
prints 'a guess without bounds: what a block does once, clearing and merging, is taken to be as it was'
run 2 model predict --table tables --counters full.csv --other-gpu --threads 2048
says '--threads: a block of sm_90 has 1 to 1024 threads, not 2048'
run 2 model predict --table tables --counters "$recordings/ncu_raw.csv" --threads 256
says 'the counters do not say what a block is now; collect them with: ncu --metrics launch__block_size'

# Refused.
run 2 model predict --table tables --counters "$recordings/ncu_raw.csv" --unused --kernel 'histo*' --csv q.csv
says "--kernel: no kernel of $recordings/ncu_raw.csv matches 'histo*'"
[ ! -e q.csv ] || fail "q.csv was written"
run 2 model predict --table tables --counters "$recordings/rocprofv3.csv" --unused --other-gpu
says 'needs the counters of Nsight Compute (ncu)'
run 2 model predict --table tables --counters "$recordings/ncu_raw.csv" --used --lanes 33
says '--lanes 33: a warp of NVIDIA H200 has 32 lanes'
run 0 model utilization --table tables --counters "$recordings/ncu_raw.csv" --csv u.csv
run 2 model predict --table tables --counters "$recordings/ncu_raw.csv" --unused --csv u.csv
says '--csv u.csv: is there and is no prediction; not replaced'
sed -i '/^count,/d' tables/shared_demand.csv
run 2 model predict --table tables --counters "$recordings/ncu_raw.csv" --unused
says 'tables/shared_demand.csv: incomplete: the count of u32, regime unused, pattern same, at n=64'
rm tables/shared_demand.csv
run 4 model predict --table tables --counters "$recordings/ncu_raw.csv" --unused
says 'tables/shared_demand.csv: cannot be read'
no_parts

cp "$results/shared_demand.csv" tables
# No change makes it faster than it is without its atomics: of one launch's kernel, by grid and block, the time is known.
{
    echo of,kernel,grid_x,grid_y,grid_z,block_x,block_y,block_z,without,outcome,time_ns
    echo program,,,,,,,,none,ok,5000
    echo 'kernel,_Z7add_u32PKjPji,264,1,1,1024,1,1,none,ok,1000'
    echo 'kernel,_Z7add_u32PKjPji,264,1,1,1024,1,1,shared,ok,700'
    echo 'kernel,_Z7add_u32PKjPji,264,1,1,1024,1,1,global,ok,10'
    echo 'kernel,_Z4elsePj,264,1,1,1024,1,1,none,ok,1000'
} >gains.csv
run 0 model predict --table tables --counters "$recordings/ncu_raw.csv" --privatize 32 --without gains.csv --csv p.csv
prints "held by all but its atomics, as \`whatif\` measured"
prints '4 launches have a time without atomics (--without)'
prints '4 of 8 launches have no time without shared atomics: 4 not in the file'
[ "$(columns '@predicted_launch == 0 {print int(1000 * @predicted_cycles / @active_cycles + 0.5)}' p.csv)" = 700 ] || fail "not 70 % of the time"

# Of a full unit whose rest is known a shorter atomic saves all that the unit does; else all units together say what it saves.
counters=$results-histogram/histogram_counters.csv
label='shared_histogram kernel=plain result=used counter=word image=patches pixels=4194304 threads=1024 extra=0'
{ sed -n 1,2p "$counters"; grep -F -m 1 "\"$label\"" "$counters"; } >full.csv
grid=$(sed -n '3s/.*"(1024, 1, 1)","(\([0-9]*\), 1, 1)".*/\1/p' full.csv)
{
    sed -n 1p gains.csv
    echo "kernel,$label,$grid,1,1,1024,1,1,none,ok,1000"
    echo "kernel,$label,$grid,1,1,1024,1,1,shared,ok,100"
} >far.csv
apart() { # of T', from what the unit saves, in cycles
    columns '{d = @active_cycles - @jobs_per_sm * (@demand_cycles - @predicted_demand_cycles) - @predicted_cycles
        print int(d < 0 ? -d : d)}' p.csv
}
run 0 model predict --table tables --counters full.csv --reorder 4 --without far.csv --csv p.csv
[ "$(apart)" -lt 2 ] || fail "not all that the unit saves: $(cat p.csv)"
run 0 model predict --table tables --counters full.csv --reorder 4 --csv p.csv
prints 'bounds, chosen to hold 90 %, held 98 % of 936 changes of one kernel, where what is assumed is so'
[ "$(columns '{print @low_cycles < @predicted_cycles && @predicted_cycles < @high_cycles}' p.csv)" = 1 ] ||
    fail "no bounds: $(cat p.csv)"
[ "$(apart)" -gt 100 ] || fail "the same without a time without atomics: $(cat p.csv)"

# A kernel that leaves out sums of zero, by its code, has no such floor.
run 0 model predict --table tables --counters full.csv --reorder 4 --csv without_floor.csv
gzip -dc "$results-histogram/histogram_inspect.csv.gz" >code.csv
run 0 model predict --table tables --counters full.csv --reorder 4 --without far.csv --code code.csv --csv p.csv
same p.csv without_floor.csv
prints '0 launches have a time without atomics (--without)'
prints '1 of 1 launches have no time without shared atomics: 1 leave out sums of zero'
edited 'FNR > 1 {@skips = ""} {}' code.csv >adds.csv
run 0 model predict --table tables --counters full.csv --reorder 4 --without far.csv --code adds.csv --csv p.csv
[ "$(apart)" -lt 2 ] || fail "no floor of a kernel that merges all sums: $(cat p.csv)"

sed 's/,1024,1,1,/,512,1,1,/' gains.csv >other.csv
run 2 model predict --table tables --counters "$recordings/ncu_raw.csv" --privatize 32 --without other.csv
says '--without: other.csv has no time without shared atomics of a kernel, grid and block of'
grep -v ,shared, gains.csv >none.csv
run 2 model predict --table tables --counters "$recordings/ncu_raw.csv" --privatize 32 --without none.csv
says 'none.csv: no kernel was measured without its atomics on shared memory'

# Launches that have no time without atomics are counted, with why.
sed 's/,shared,ok,700$/,shared,hung,/' gains.csv >some.csv
cat >>some.csv <<'END'
kernel,_Z7cas_u32jiii,264,1,1,1024,1,1,none,ok,1000
kernel,_Z7cas_u32jiii,264,1,1,1024,1,1,shared,ok,600
kernel,_Z9count_u32jiii,264,1,1,1024,1,1,none,ok,1000
kernel,_Z9count_u32jiii,264,1,1,1024,1,1,shared,not run,
kernel,_Z8rare_u32jiii,264,1,1,1024,1,1,none,ok,1000
END
run 0 model predict --table tables --counters "$recordings/ncu_raw.csv" --privatize 32 --without some.csv
prints '1 launches have a time without atomics (--without)'
prints "7 of 8 launches have no time without shared atomics: 4 hung, 1 not run, 1 had none in whatif's runs, 1 not in the file"
sed 's/_Z7cas_u32jiii,264,/_Z7cas_u32jiii,265,/' some.csv >other.csv
run 2 model predict --table tables --counters "$recordings/ncu_raw.csv" --privatize 32 --without other.csv
says '--without: other.csv has no time without shared atomics of a kernel, grid and block of'
prints '8 of 8 launches have no time without shared atomics: 4 hung, 1 not run, 2 not in the file, '

sed 's/,700$/,-7/' gains.csv >bad.csv
run 2 model predict --table tables --counters "$recordings/ncu_raw.csv" --privatize 32 --without bad.csv
says "bad.csv:4: time_ns is '-7', expected a number above 0"
run 2 model predict --table tables --counters "$recordings/ncu_raw.csv" --privatize 32 --without "$results/run.csv"
says "run.csv:1: there is no column 'of'"

# Counters that bounds need are named once, with what collects them.
unbound='no bounds, because counters are missing; collect: '
run 0 model predict --table tables --counters "$recordings/ncu_raw.csv" --privatize 32
prints "${unbound}ncu --metrics sm__instruction_throughput.avg.pct_of_peak_sustained_elapsed,lts__d_atomic_input_cycles_active.max.pct_of_peak_sustained_elapsed"
[ "$(grep -c "$unbound" "$log/out")" -eq 1 ] || fail "not named once"
run 0 model predict --table tables --counters "$recordings/ncu_gains.csv" --privatize 32
! grep "$unbound" "$log/out" || fail "named, and all are there"
