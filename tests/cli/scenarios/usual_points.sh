# What a preset leaves out is left out, of narrowed axes too; it is measured where the values that are named have
# nothing else; and `list` counts likewise.
# paper OPTION..: of the paper preset, how many there are, in $n.
paper() {
    rm -rf out
    run 0 run --device "fake:$scripts/steady.txt" --preset paper --samples 1 "$@" --out out
    n=$(cat out/*_*.csv | grep -vc ',status,')
}
# count N CONDITION: rows of lock_mutex, by the names of their columns.
count() {
    found=$(columns "$2 {print}" out/lock_mutex.csv | wc -l)
    [ "$found" -eq "$1" ] || fail "$found rows, expected $1: $2"
}

paper --bench lock_mutex
whole=$n
count 0 '@work > 1 && (@order != "atomics" || @scope == "system" || (@contenders != 1 && @contenders != 8))'
run 0 list --device "fake:$scripts/steady.txt" --bench lock_mutex
grep -q "points: .*; paper $whole ([0-9]* more by --axis); full" "$log/out" || fail "list counts other points"
left=$(sed -n 's/.*; paper [0-9]* (\([0-9]*\) more.*/\1/p' "$log/out")

# One of the nine locks is a ninth of the points. So are the axes together.
paper --bench lock_mutex --axis lock=mcs
[ $((9 * n)) -eq "$whole" ] || fail "$n points of one lock, $whole of nine"
count 0 '@work > 1 && @order != "atomics"'
paper --bench lock_mutex --axis work=16
count 0 '@order != "atomics" || @scope == "system" || (@contenders != 1 && @contenders != 8)'

# Named, they are there: all of a combination that the preset has nothing of.
paper --bench lock_mutex --axis lock=mcs --axis contender=warp --axis work=16 --axis scope=system
count 12 '@scope == "system" && @work == 16'
paper --bench lock_mutex --axis lock=mcs --axis contender=warp --axis contenders=4,8 --axis work=16 --axis order=atomics,fences --axis scope=device
count 4 '@work == 16'
paper --bench lock_mutex --axis contender=all --axis scope=all --axis order=all --axis lock=tas_or,tas_cas,tas_exchange,ttas,backoff,ticket,mcs,semaphore_1,semaphore_4 \
    --axis contenders=1..max*2 --axis work=1,16,64,256
[ "$n" -eq $((whole + left)) ] || fail "$n points of all that was named, and not $whole and $left"

# One variable at one stride, at another only by name.
paper --bench 'global_cross_*' --axis warps=8
ones=$(columns '@variables == 1 {print @stride_bytes}' out/global_cross_*.csv | tr '\n' ' ')
[ "$ones" = '0 0 0 0 ' ] || fail "one variable at strides $ones"
paper --bench global_cross_direct --axis warps=8 --axis variables=1 --axis accesses=usual
[ "$n" -eq 1 ] || fail "$n points of one variable"
paper --bench global_cross_direct --axis warps=8 --axis variables=1,2 --axis stride_bytes=64 --axis accesses=usual
[ "$n" -eq 2 ] || fail "$n points of one stride and two numbers of variables"

# Twice the accesses at four strides, and of one variable; more accesses of a thread where more words are served at once.
paper --bench global_cross_direct --axis warps=64
strides=$(columns '@accesses == "doubled" && @variables > 1 {print @stride_bytes}' out/global_cross_direct.csv | sort -nu | tr '\n' ' ')
[ "$strides" = '4 256 1024 4096 ' ] || fail "twice the accesses at strides $strides"
of_a_thread=$(columns '@accesses == "usual" && (@variables == 1 || @stride_bytes == 256 || @stride_bytes == 1024) {
    print @requests / @warps}' out/global_cross_direct.csv | tr '\n' ' ')
[ "$of_a_thread" = '4 4 4 12 56 24 56 40 56 40 56 40 40 40 40 40 40 ' ] || fail "accesses of a thread: $of_a_thread"
paper --bench global_cross_direct --axis warps=64 --axis variables=2,4 --axis stride_bytes=896,992 --axis accesses=usual
of_a_thread=$(columns '{print @requests / @warps}' out/global_cross_direct.csv | tr '\n' ' ')
[ "$of_a_thread" = '4 4 12 56 ' ] || fail "accesses of a thread, apart: $of_a_thread"
paper --bench global_cross_scattered --axis warps=64 --axis variables=2,8,64 --axis stride_bytes=4,8,32,128 --axis accesses=usual
of_a_thread=$(columns '{print @requests / @warps}' out/global_cross_scattered.csv | tr '\n' ' ')
[ "$of_a_thread" = '8 8 8 8 32 20 8 12 64 48 24 80 ' ] || fail "accesses of a thread, scattered: $of_a_thread"

# Of one word, twice the accesses with one lane and with all; where no result is used a warp has 128 of all lanes at least.
paper --bench global_threads_per_warp --axis lanes=3 --axis warps=1..max*2 --axis regime=unused
columns '@ops / @warps < 128 {exit 1}' out/global_threads_per_warp.csv ||
    fail "a warp of three lanes has less than 128 accesses"
paper --bench global_threads_per_warp
lanes=$(columns '@accesses == "doubled" {print @lanes}' out/global_threads_per_warp.csv | sort -nu | tr '\n' ' ')
[ "$lanes" = '1 4 ' ] || fail "twice the accesses with $lanes lanes"
least=$(columns '@accesses == "usual" {of = @ops / @warps; if (!(@regime in least) || of < least[@regime]) least[@regime] = of}
    END {print least["dependent"], least["independent"], least["unused"]}' out/global_threads_per_warp.csv)
[ "$least" = '8 8 128' ] || fail "accesses of a warp: $least"

# Twice the accesses of relaxed operations at device scope.
paper --bench global_operations --axis operation=add,cas --axis type=u32,f32
[ "$(columns '@accesses == "doubled" {print @scope, @order, @barrier}' out/global_operations.csv | sort -u)" = 'device relaxed none' ] ||
    fail "twice the accesses of other operations"
of_rates=$(columns '@accesses == "doubled" {print}' out/global_operations.csv | wc -l)
[ "$of_rates" -eq 27 ] || fail "$of_rates operations with twice the accesses"
