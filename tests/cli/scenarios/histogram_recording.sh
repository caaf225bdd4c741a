# The recording of shared_histogram, with a profiler that writes down what it was asked and what Nsight Compute
# would write: launches that have their point's name, and launches that have it only in their NVTX range.
mkdir bin tables
recordings=$here/../recordings
results=$here/../../results/nvidia-h200
cp "$results/run.csv" "$results/shared_service.csv" tables
cat >bin/ncu <<'END'
#!/bin/sh
echo "$*" >>asked
while [ $# -gt 0 ]; do
    case $1 in
    --log-file) log=$2 ;;
    --metrics) metrics=$2 ;;
    --axis) axes="${axes:-} $2" ;;
    esac
    shift
done
[ -z "${NCU_FAILS:-}" ] || { echo "==ERROR== no leave" >"$log"; exit 3; }
awk -v metrics="$metrics" -v named="${NCU_NAMES:-1}" -v axes="$axes" '
    function row(id, kernel, range, value,   i, n, name) {
        printf "\"%s\",\"7\",\"gpu-atomics\",\"%s\",\"(64, 1, 1)\",\"(2, 1, 1)\",\"0\",\"9.0\",\"%s\",\"NVIDIA H200\"", id, kernel, range
        n = split(metrics, name, ",")
        for (i = 1; i <= n; i++) printf ",\"%s\"", value == "" ? name[i] : value == "inst" ? (name[i] ~ /pct/ ? "%" : "inst") : name[i] ~ /pct/ ? "50.00" : value
        print ""
    }
    BEGIN {
        print "==PROF== Connected to process 7 (gpu-atomics)"
        row("ID", "Kernel Name", "1 Domain:Push/Pop_Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg", "")
        sub(/"ID","7","gpu-atomics"/, "")
        row("", "", "", "inst")
        label = "shared_histogram kernel=plain result=used counter=word image=solid pixels=" (axes ~ /max[*]4/ ? 128 : 4194304) " threads=64 extra="
        for (i = 0; i < 2; i++) {
            called = "shared_histogram_plain_used_word_" (i && !ENVIRON["NCU_MIXES"] ? "more" : "same") "_cuda(histogram_args)"
            row(i, named ? label i (named == 3 ? "/" called : "") : called, named > 1 ? "" : "<default domain>:" label i ":none:none:none:none:ASCII", "1,234")
        }
    }' | sed '2s/"ID","7","gpu-atomics","Kernel Name","(64, 1, 1)","(2, 1, 1)","0","9.0",\(.*\),"NVIDIA H200"/"ID","Process ID","Process Name","Kernel Name","Block Size","Grid Size","Device","CC",\1,"device__attribute_display_name"/; 3s/"7","gpu-atomics"/"",""/; 3s/"(64, 1, 1)","(2, 1, 1)","0","9.0"/"","","",""/; 3s/"NVIDIA H200"/""/' >"$log"
END
# The program, whose machine code is that of kernels of other names.
cat >with_code <<'END'
#!/bin/sh
[ "$1" = inspect ] || exec "$PROGRAM" "$@"
case "$*" in "inspect --csv $3 --kernel shared_histogram* $0") ;; *) exit 9 ;; esac
"$PROGRAM" inspect --csv "$3" "$CUBIN" --kernel 'hist<[01]>' || exit
sed -i 's/^_Z4histILi0E[^,]*/shared_histogram_plain_used_word_same_cuda/; s/^_Z4histILi1E[^,]*/shared_histogram_plain_used_word_more_cuda/' "$3"
[ -z "$LACKS" ] || sed -i '/^shared_histogram_.*_more_/d' "$3"
END
chmod +x bin/ncu with_code
export PROGRAM="$program" CUBIN="$recordings/gains.cubin" LACKS=
program=$PWD/with_code
PATH=$PWD/bin:$PATH

for names in 1 0 3; do
    rm -rf out asked
    NCU_NAMES=$names sh "$recordings/histogram.sh" "$program" tables out >"$log/out" 2>"$log/err" || fail "histogram.sh"
    [ "$(grep -c -- '--profile-from-start off --nvtx --print-nvtx-rename kernel' asked)" -eq 2 ] || fail "not two runs of ncu"
    [ "$(grep -c -- '--once' asked)" -eq 2 ] || fail "not one launch a point"
    rows out/histogram_counters.csv 5
    rows out/histogram_utilization.csv 4
    for pixels in 128 4194304; do
        grep -q "^0,shared_histogram kernel=plain result=used counter=word image=solid pixels=$pixels threads=64 extra=0," \
            out/histogram_utilization.csv || fail "no launch of $pixels pixels"
    done
    columns '@passes != 1234 {exit 1}' out/histogram_utilization.csv || fail "passes"
    columns '@l2_loops != 0 {exit 1}' out/histogram_utilization.csv || fail "the code is not joined"
    [ "$(cut -d'"' -f6 out/histogram_counters.csv | tr '\n' ' ')" = "Function Name  $(for i in same more same more; do
        printf 'shared_histogram_plain_used_word_%s_cuda ' $i
    done)" ] || fail "functions: $(cut -d'"' -f6 out/histogram_counters.csv)"
    gzip -dc out/histogram_inspect.csv.gz >code.csv
    columns '@regime @thread_ns @rows @advice != "" || @file != "gpu-atomics" {exit 1}' code.csv || fail "not the code alone"
    same out/histogram_utilization.csv "${first:=out/histogram_utilization.csv}"
done

LACKS=yes sh "$recordings/histogram.sh" "$program" tables out >"$log/out" 2>"$log/err" && fail "code without a function"
says 'histogram.sh: there is no shared_histogram_plain_used_word_more_cuda in the code: shared_histogram kernel=plain'
NCU_NAMES=3 NCU_MIXES=yes sh "$recordings/histogram.sh" "$program" tables out >"$log/out" 2>"$log/err" && fail "another function"
says 'histogram.sh: the function is not shared_histogram_plain_used_word_more_cuda: shared_histogram kernel=plain'

NCU_FAILS=1 sh "$recordings/histogram.sh" "$program" tables out >"$log/out" 2>"$log/err" && fail "ncu failed"
says '==ERROR== no leave'
says 'ended with exit status 3'
sed -i 's/label = "shared_histogram kernel/label = "kernel/' bin/ncu
NCU_NAMES=0 sh "$recordings/histogram.sh" "$program" tables out >"$log/out" 2>"$log/err" && fail "no label"
says 'or one without a label'
rm bin/ncu
if [ ! -e /usr/local/cuda/bin/ncu ] && [ ! -e /usr/bin/ncu ]; then
    CUDA_HOME=/nowhere PATH=/usr/bin:/bin sh "$recordings/histogram.sh" "$program" tables out >"$log/out" 2>"$log/err"
    [ $? -eq 77 ] || fail "without ncu: exit status not 77"
fi
