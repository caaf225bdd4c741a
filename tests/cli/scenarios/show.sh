# Rows of one table: chosen by values and ranges, sorted, in readable units or as they stand; what is not there is named.
mkdir dir
printf 'key,value\nbackend,cuda\nlock_mutex.native,native\n' >dir/run.csv
cat >dir/lock_mutex.csv <<'END'
lock,contenders,scope,status,instruction,n_samples,median_ns,rate_ops_per_s,fairness,message
ticket,1,device,ok,ATOMG,6,734272,1364000000,1,
ticket,8,device,ok,ATOMG,6,7.5,250000,0.5,
mcs,2,device,ok,ATOMG,6,99999,64,0.25,
mcs,16,device,timeout,ATOMG,6,,,,too long
END
run 0 show dir --bench lock_mutex
cat >wanted <<'END'
lock_mutex in dir: 3 of 3 rows that are ok
  scope=device
  lock  contenders  median_ns  rate_ops_per_s  instruction  fairness
ticket           1     734 us        1.36 G/s        ATOMG         1
ticket           8     7.5 ns         250 k/s        ATOMG       0.5
   mcs           2     100 us           64 /s        ATOMG      0.25
END
same wanted "$log/out"

# What is in GB/s stays so.
mkdir peers
sed s/lock_mutex/fence_writers/ dir/run.csv >peers/run.csv
printf 'sms,status,traffic_gb_per_s,written_gbps\n1,ok,52.43,3612\n' >peers/fence_writers.csv
run 0 show peers --bench fence_writers --columns sms,traffic_gb_per_s,written_gbps --format markdown
prints '| 1 | 52.4 GB/s | 3.61 TB/s |'

# Numbers are sorted as numbers; a column that all rows have stands in run.csv.
run 0 show dir --bench lock_mutex --axis contenders=1..4,8 --axis lock=ticket,mcs --sort -median_ns --columns contenders,native \
    --format csv
[ "$(tr '\n' ' ' <"$log/out")" = 'contenders,native 1,native 2,native 8,native ' ] || fail "another CSV"
run 0 show dir --bench lock_mutex --axis contenders=2..8 --sort contenders --format json
[ "$(tr -d '\n' <"$log/out" | cut -c1-92)" = \
    '[  {"lock": "mcs", "contenders": 2, "median_ns": 99999, "rate_ops_per_s": 64, "instruction":' ] || fail "another JSON"
run 0 show dir --bench lock_mutex --sort lock --columns lock,fairness --format markdown
prints '| lock | fairness |
| --- | --- |
| mcs | 0.25 |
| ticket | 1 |'

run 2 show dir
says 'show: which table? give one, --bench NAME; dir has lock_mutex'
run 2 show dir --bench lock_mutx
says '--bench lock_mutx: dir has no such table; did you mean lock_mutex?'
run 2 show dir --bench lock_mutex --axis contender=1
says '--axis contender: dir/lock_mutex.csv has no such column; did you mean contenders?'
run 2 show dir --bench lock_mutex --axis contenders=16
says '--axis contenders=16: no row that is ok has it; contenders is 1, 8, 2'
run 2 show dir --bench lock_mutex --axis contenders=2 --axis lock=ticket
says 'no row of dir/lock_mutex.csv that is ok has all of these values'
run 2 show dir --bench lock_mutex --axis contenders
says "--axis 'contenders': expected NAME=VALUES"
run 2 show dir --bench lock_mutex --columns lock,fairnes
says '--columns fairnes: dir/lock_mutex.csv has no such column; did you mean fairness?'
run 2 show dir --bench lock_mutex --axis words=2
says '--axis words: dir/lock_mutex.csv has no such column; it has lock, contenders, scope, status, instruction, n_samples, median_ns,'
run 2 show dir --bench lock_mutex --sort median
says '--sort median: '
run 4 show missing --bench lock_mutex
says 'show: missing: No such file'
sed -i 's/7.5/fast/' dir/lock_mutex.csv
for format in text markdown csv json; do
    run 2 show dir --bench lock_mutex --format $format
    says "dir/lock_mutex.csv:3: status is ok and median_ns is 'fast', expected a number"
    [ ! -s "$log/out" ] || fail "something was printed"
done
run 0 show dir --bench lock_mutex --axis contenders=1,2 # other rows
run 0 show dir --bench lock_mutex --columns lock,fairness
cell dir/lock_mutex.csv 3 median_ns -5
run 2 show dir --bench lock_mutex
says "dir/lock_mutex.csv:3: status is ok and median_ns is '-5', expected a number, 0 or from"
sed 4p dir/lock_mutex.csv >twice && mv twice dir/lock_mutex.csv
run 2 show dir --bench lock_mutex
says 'dir/lock_mutex.csv:5: lock=mcs, contenders=2, scope=device stands here for the second time, as in line 4'
sed -i 5d dir/lock_mutex.csv
sed '1s/,n_samples,/,samples_of_mine,/' dir/lock_mutex.csv >twice && mv twice dir/lock_mutex.csv
run 2 show dir --bench lock_mutex
says "dir/lock_mutex.csv:1: column 'samples_of_mine' is not known"
sed -i '1s/samples_of_mine/n_samples/' dir/lock_mutex.csv

# A brief table: its time is worked out.
cat >dir/global_ping_pong.csv <<'END'
line,status,median_cycles,sm_mhz
near,ok,16000,2000
END
run 0 show dir --bench global_ping_pong --format csv
[ "$(tail -n 1 "$log/out")" = 8000 ] || fail "another time"

# An operation's time in L2 cycles, where the run knows the L2's clock and the table is of device memory.
mkdir l2
printf 'key,value\nbackend,cuda\nl2_mhz,1707\n' >l2/run.csv
cat >l2/global_operations.csv <<'END'
operation,status,instruction,median_ns,rate_ops_per_s
add,ok,CCTL.IVALL + REDG.E.ADD.STRONG.GPU,192307,1365600000
cas,ok,ATOMG.E.CAS.STRONG.GPU,500,
swap,ok,global_atomic_swap,500,0
load,ok,LDG.E.STRONG.GPU,500,1365600000
both,ok,ATOMS.ADD + REDG.E.ADD.STRONG.GPU,500,1365600000
END
cp l2/global_operations.csv l2/global_host_atomics.csv
sed '/add\|cas\|swap/d' l2/global_operations.csv >l2/global_bandwidth.csv
cp dir/lock_mutex.csv l2
run 0 show l2 --bench global_operations --columns operation,l2_cycles_per_op
prints 'operation  l2_cycles_per_op
      add              1.25
      cas                  
     swap                  
     load                  
     both                  '
run 0 show l2 --bench global_operations
prints 'operation  median_ns  rate_ops_per_s  l2_cycles_per_op'
run 0 show l2 --bench global_operations --sort -l2_cycles_per_op --columns operation,l2_cycles_per_op --format csv
prints 'operation,l2_cycles_per_op
both,
load,
swap,
cas,
add,1.25'
for table in global_host_atomics global_bandwidth lock_mutex; do
    run 2 show l2 --bench "$table" --columns l2_cycles_per_op
    says "has no such column; "
    ! grep -q 'did you mean l2_cycles_per_op' "$log/err" || fail "$table: what it lacks is suggested"
done
# What the program that measured could not know is told, but not of memory that is none of the L2's.
cp l2/global_operations.csv known
for table in global_operations global_host_atomics; do
    sed '1!s/,ok,[^,]*,/,ok,unknown,/' known >"l2/$table.csv"
    run 2 show l2 --bench "$table" --sort l2_cycles_per_op
    said=$(grep -c "which rows of .* are atomics is not known: their instruction is 'unknown'" "$log/err")
    [ "$table $said" = 'global_operations 1' ] || [ "$table $said" = 'global_host_atomics 0' ] || fail "$table: $(cat "$log/err")"
done
mv known l2/global_operations.csv
run 2 show l2 --bench global_operations --columns l2_cycles
says 'did you mean l2_cycles_per_op?'
run 2 show l2 --bench global_operations --axis l2_cycles_per_op=1
! grep -q 'did you mean l2_cycles_per_op' "$log/err" || fail "rows cannot be chosen by it"

# Of a table in cycles the time, and what one of several operations takes.
printf 'warps,status,median_cycles,ops,sm_mhz\n2,ok,3960,64,1980\n4,ok,,64,1980\n' >l2/shared_demand.csv
run 0 show l2 --bench shared_demand
cat >wanted <<'END'
shared_demand in l2: 2 of 2 rows that are ok
warps  median_ns  ns_per_op
    2       2 us      31.25
    4                      
END
same wanted "$log/out"
sed -i 's/1365600000/fast/' l2/global_operations.csv
run 2 show l2 --bench global_operations --columns operation,l2_cycles_per_op
says "l2/global_operations.csv:2: status is ok and rate_ops_per_s is 'fast', expected a number"
[ ! -s "$log/out" ] || fail "something was printed"
