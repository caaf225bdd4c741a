# What findings does not read: the stand-in's tables, tables without a column, and cells that are no number.
run 0 run --device cpu --bench global_threads_per_warp --axis lanes=1 --axis warps=1 --samples 6 --out out
run 2 findings out --csv found.csv
says "out/run.csv: backend is 'cpu', the stand-in; these times say nothing of a GPU"
[ ! -s "$log/out" ] || fail "something was found"

# The same table, if a GPU had measured it.
table=out/global_threads_per_warp.csv
cp $table good
sed -i 's/^backend,.*/backend,cuda/' out/run.csv
run 0 findings out
prints 'One thread'

# refused MESSAGE
refused() {
    run 2 findings out --csv found.csv
    says "$table:$1"
    [ ! -s "$log/out" ] || fail "something was found"
    cp good $table
}
for column in lanes regime accesses status rate_ops_per_s sm_mhz access_ns saturation; do
    sed -i "1s/\\b$column\\b/no_$column/" $table
    case $column in
    lanes | regime | accesses | status) refused "1: there is no column '$column'" ;;
    *) refused "1: column 'no_$column' is not known" ;;
    esac
done
cell $table 2 access_ns ''
refused "2: status is ok and access_ns is '', expected a number above 0"
cell $table 3 lanes -1
refused "3: status is ok and lanes is '-1', expected a number above 0"
cell $table 3 warps 0
refused "3: status is ok and warps is '0', expected a number above 0"
cell $table 4 sm_mhz x
refused "4: status is ok and sm_mhz is 'x', expected a number above 0"
for number in 1e308 1e19 1e-19; do
    for column in lanes rate_ops_per_s sm_mhz access_ns; do
        cell $table 2 $column $number
        refused "2: status is ok and $column is '$number', expected a number above 0, from 1e-18 to 1e18"
    done
done
cell $table 3 median_ns 1e308
refused "3: status is ok and median_ns is '1e308', expected a number, 0 or from 1e-18 to 1e18"
[ ! -e found.csv ] || fail "found.csv was written"
no_parts
