# What `model utilization` says of PyTorch's 218 launches fits on a screen, also of a terminal that is not wide: long lines
# are counted as often as it breaks them, and none is broken inside a kernel's row.
command -v script >/dev/null || exit 77
export SHELL=/bin/sh
recording=$here/../../results/programs/nvidia-h200/torch_zipf
gzip -dc "$recording/counters.csv.gz" >counters.csv
for screen in 80,50 100,45 200,30; do
    echo "stty cols ${screen%,*}; '$program' model utilization --counters counters.csv" >job
    script -qec 'NO_COLOR=1 sh job' /dev/null </dev/null | tr -d '\r' >at
    grep -q '^218 launches' at || fail "no answer: $(cat at)"
    [ "$(wc -l <at)" -le "${screen#*,}" ] || fail "$(wc -l <at) lines of ${screen%,*} columns: $(cat at)"
    awk -v most="${screen%,*}" 'length > most {exit 1}' at || fail "a line is longer than ${screen%,*}: $(cat at)"
    [ "$(grep -c '[0-9x] x [0-9x]*\(  about .*\)\{0,1\}$' at)" -eq 11 ] || fail "a broken row: $(cat at)"
done
