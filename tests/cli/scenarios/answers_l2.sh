# The L2's clock follows from the rate of one word where the target's law is known, and a float add in its cycles from both;
# elsewhere there is none, and the reader is told.
mkdir set
of_target() { printf 'key,value\nbackend,cuda\ndevice_name,Maker Chip\ntarget,%s\n' "$1" >set/run.csv; }
of_target sm_90
cat >set/global_threads_per_warp.csv <<'END'
lanes,warps,regime,scope,order,barrier,accesses,status,median_ns,ci_low_ns,ci_high_ns,ops,saturation
32,64,dependent,device,relaxed,none,usual,ok,1000,990,1010,1000,saturated
END
cat >set/global_operations.csv <<'END'
operation,type,scope,order,barrier,regime,contention,status,median_ns,ci_low_ns,ci_high_ns,ops
add,f32,device,relaxed,none,unused,device,ok,2400,2376,2424,1000
END
is() { [ "$(columns "@answer == \"$1\" {print @value, @low, @high}" csv)" = "$2" ] || fail "$1: $(grep "^$1" csv)"; }
run 0 answers set --format csv
cp "$log/out" csv
is l2_mhz '1250 1237.624 1262.626'
is int_l2_cycles '1.25  '
[ "$(columns '@answer ~ /^(int_l2_cycles|l2_mhz)$/ && @holds != "" {print}' csv)" = "" ] || fail "cards agree on what is taken as known"
is float_l2_cycles '3 2.940594 3.060606'
run 0 answers set --bench global_operations --format csv
cp "$log/out" csv
is float_l2_cycles '3 2.940594 3.060606'
! grep -q l2_mhz csv || fail "an answer of another table"

# What a launch twice as long adds has no ramp in it: the clock is of it, where a row has it.
cp set/global_threads_per_warp.csv shorter
sed -i '1s/$/,steady_ops_per_s/; 2s/$/,1.02e9/; $p' set/global_threads_per_warp.csv
sed -i '3s/^32,64/32,32/; 3s/,[^,]*$/,/' set/global_threads_per_warp.csv
run 0 answers set --format csv
cp "$log/out" csv
is l2_mhz '1275 1262.376 1287.879'
is float_l2_cycles '3.06 2.999406 3.121818'
mv shorter set/global_threads_per_warp.csv

# A table with two lengths has the answer in the usual one.
cp set/global_operations.csv older
sed -i 's/,status,/,accesses&/; s/,ok,/,usual&/' set/global_operations.csv
sed -n 's/,usual,ok,2400/,doubled,ok,4600/p' set/global_operations.csv >>set/global_operations.csv
run 0 answers set --bench global_operations --format csv
cp "$log/out" csv
is float_l2_cycles '3 2.940594 3.060606'
mv older set/global_operations.csv
run 0 answers set --why
prints 'the L2 cycles of an add: 1.25'
prints 'not known for other targets'

of_target sm_80
run 0 answers set
[ "$(grep -c "the L2's clock is not known here" "$log/out")" -eq 3 ] || fail "not told of all three"
run 0 answers set --format csv
! grep -q 'l2_' "$log/out" || fail "a clock of a target whose law is not known"
of_target sm_90
rm set/global_threads_per_warp.csv
run 0 answers set --format csv
! grep -q 'l2_' "$log/out" || fail "cycles without a clock"
