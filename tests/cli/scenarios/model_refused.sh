# Tables and files that the model does not take.
results=$here/../../results/nvidia-h200
recordings=$here/../recordings
mkdir tables
cp "$results/run.csv" "$results/shared_service.csv" tables

# refused CODE MESSAGE [FILE]
refused() {
    run "$1" model utilization --table tables --counters "${3:-$recordings/ncu_raw.csv}" --csv u.csv
    says "$2"
    [ ! -e u.csv ] || fail "u.csv was written"
    no_parts
}
sed -i '/^17,5,3,/d' tables/shared_service.csv
refused 2 'tables/shared_service.csv: incomplete: n=17, e=5, c=3 is not there, or not ok'
cp "$results/shared_service.csv" tables
sed -i 's/^backend,cuda/backend,cpu/' tables/run.csv
refused 2 "tables/run.csv: backend is 'cpu', the stand-in"
sed 's/^status,complete/status,interrupted/' "$results/run.csv" >tables/run.csv
refused 2 "tables/run.csv: status is 'interrupted', expected complete; \`gpu-atomics run --resume --out tables\` finishes"
sed 's/^device_name,.*/device_name,NVIDIA A100/' "$results/run.csv" >tables/run.csv
refused 2 "a launch on 'NVIDIA H200', and the tables are of 'NVIDIA A100'; --other-gpu takes them"
run 0 model utilization --table tables --counters "$recordings/ncu_raw.csv" --other-gpu
cp "$results/run.csv" tables
printf 'operation,type,regime,pattern,e,n,status,instruction,native,median_ns,cycles_per_request\n' \
    >tables/shared_demand.csv
refused 2 'tables/shared_demand.csv: incomplete: the add of u32'
rm tables/shared_demand.csv
refused 4 'nowhere: No such file' nowhere
gzip -c "$recordings/ncu_raw.csv" >packed.gz
refused 2 'packed.gz is compressed; unpack it: gzip -dc packed.gz >FILE' packed.gz
run 4 model utilization --table tables --counters "$recordings/ncu_raw.csv" --code packed.gz
says 'packed.gz is compressed; unpack it: gzip -dc packed.gz >FILE'
run 2 model utilization --table tables --counters "$recordings/ncu_raw.csv" --without packed.gz
says 'packed.gz is compressed; unpack it: gzip -dc packed.gz >FILE'
refused 2 'no table found; expected CSV of ncu (--csv), nvprof (--csv) or rocprofv3' "$results/run.csv"
head -n 9 "$recordings/ncu_raw.csv" | head -c -3 >cut
refused 2 'cut:9: a quote is not closed' cut
# Cut in a number, which would be another; between them, or behind a remark, nothing is lost.
head -c -3 "$recordings/nvprof.csv" >cut
refused 2 'cut:17: the last line is cut short (no newline at its end)' cut
head -n 9 "$recordings/ncu_raw.csv" | head -c -1 >cut
run 0 model utilization --table tables --counters cut
{ cat "$recordings/ncu_raw.csv" && printf '==PROF== Report'; } >cut
run 0 model utilization --table tables --counters cut
echo mine >u.csv
run 2 model utilization --table tables --counters "$recordings/ncu_raw.csv" --csv u.csv
says '--csv u.csv: is there and is no answer of the model; not replaced'
rm -r tables
run 4 model utilization --table tables --counters "$recordings/ncu_raw.csv"
says 'tables/run.csv: cannot be read'
