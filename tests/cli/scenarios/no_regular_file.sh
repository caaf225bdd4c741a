# Tables and --csv that are no regular file are refused at once; nobody may ever write to a FIFO, or read from it.
results=$here/../../results/nvidia-h200
mkdir tables
cp "$results/run.csv" "$results/shared_service.csv" tables
mkfifo fifo tables/shared_demand.csv tables/global_locality.csv

# refused CODE MESSAGE ARGUMENT...
refused() {
    wanted=$1
    message=$2
    shift 2
    timeout 60 "$program" "$@" >"$log/out" 2>"$log/err" </dev/null
    code=$?
    [ "$code" -eq "$wanted" ] || fail "exit status $code, expected $wanted, of: $*"
    says "$message"
}
why='cannot be read: is no regular file'
! command -v gnuplot >/dev/null || refused 4 "tables/shared_demand.csv: $why" plot tables --out figures
refused 4 "tables/global_locality.csv: $why" findings tables
refused 4 "tables/shared_demand.csv: $why" compare tables tables --bench shared_demand
echo kernel,verdict,passes,paper_percent,demand_percent,hardware_percent >answer.csv
echo a extra=0,not,1,1,1,1 >>answer.csv
refused 4 "fifo: $why" model verdicts --times fifo --utilization answer.csv
refused 4 "fifo: $why" model verdicts --times fifo --utilization fifo
refused 2 '--csv fifo: is there and is no regular file; not replaced' findings "$results" --csv fifo
timeout 60 "$program" findings "$results" --csv /dev/stdout 2>"$log/err" | cat >"$log/out"
says '--csv /dev/stdout: is there and is no regular file; not replaced'
[ -p fifo ] || fail "the FIFO was replaced"

# A fake device's file.
why='is no regular file; expected one with an entry a line'
for file in /dev/zero fifo tables; do
    refused 2 "--device fake:$file: $why" list --device fake:$file
done
printf '100\n%0255d\n' 7 >script
refused 2 'script:2: more than 254 characters' list --device fake:script
printf '100\n1\0000\n' >script
refused 2 'script:2: more than 254 characters, or one that is no text' list --device fake:script
truncate -s 1048577 script
refused 2 '--device fake:script: has 1048577 bytes, expected at most 1048576' list --device fake:script

# Counters may come through one.
rm tables/shared_demand.csv
cp "$results/shared_demand.csv" tables
run 0 model utilization --table tables --counters "$here/../recordings/ncu_raw.csv"
as_read() { grep -v '^predict: ' "$log/out"; } # which names the file
as_read >expected
timeout 60 sh -c 'cat "$1" >fifo' sh "$here/../recordings/ncu_raw.csv" &
timeout 60 "$program" model utilization --table tables --counters fifo >"$log/out" 2>"$log/err" </dev/null ||
    fail "counters through a FIFO: exit status $?"
as_read >read
same expected read
"$program" model utilization --table tables --counters - >"$log/out" 2>"$log/err" <"$here/../recordings/ncu_raw.csv" ||
    fail "counters from stdin: exit status $?"
as_read >read
same expected read
