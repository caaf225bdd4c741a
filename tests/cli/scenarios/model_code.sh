# --code takes what `inspect --csv` wrote as it takes the machine code itself: the same of every launch. Its cells are checked.
recordings=$here/../recordings
cubin=$recordings/gains.cubin
counters=$recordings/ncu_gains.csv

run 0 inspect "$cubin" --csv code.csv
for model in utilization roofline; do
    run 0 model $model --table "$here/../../results/nvidia-h200" --counters "$counters" --csv without.csv
    run 0 model $model --table "$here/../../results/nvidia-h200" --counters "$counters" --code "$cubin" --csv by_cubin.csv
    cp "$log/out" by_cubin
    run 0 model $model --table "$here/../../results/nvidia-h200" --counters "$counters" --code code.csv --csv by_csv.csv
    same "$log/out" by_cubin
    same by_csv.csv by_cubin.csv
    ! cmp -s without.csv by_csv.csv || fail "the code changes nothing"
done

# Rows of other instructions, or in another order, change nothing.
{ sed 1q code.csv; sed 1d code.csv | sort -r; } >reversed.csv
run 0 model roofline --table "$here/../../results/nvidia-h200" --counters "$counters" --code reversed.csv --csv by_csv.csv
same by_csv.csv by_cubin.csv

refused() { # CODE.CSV WHAT
    run 2 model utilization --table "$here/../../results/nvidia-h200" --counters "$counters" --code "$1" --csv none.csv
    says "$2"
    [ ! -e none.csv ] || fail "none.csv was written"
}
refused "$counters" 'ncu_gains.csv: there is no column kernel; expected machine code, or what `gpu-atomics inspect --csv` wrote'
edited '@class == "atomic" {@class = "atomik"} {}' code.csv >bad.csv
refused bad.csv "bad.csv:2: class: 'atomik': expected a word that inspect writes; did you mean atomic?"
edited '@class == "atomic" {@class = ""} {}' code.csv >bad.csv
refused bad.csv "bad.csv:2: class: '': expected atomic, reduction, or another that inspect writes"
sed '3s/,sm_90,/,sm90,/' code.csv >bad.csv
refused bad.csv "bad.csv:3: target: 'sm90': expected a GPU's, such as sm_90"
sed '4s/,.*//' code.csv >bad.csv
refused bad.csv 'bad.csv:4: the row has 1 cells, fewer than the header'

# A kernel whose atomics are of a loop, by its code; without code nobody knows.
loops() { # CODE EXPECTED
    run 0 model utilization --table "$here/../../results/nvidia-h100" --counters counters.csv ${1:+--code "$1"} --csv loops.csv --verbose
    [ "$(columns '{print @l2_loops}' loops.csv)" = "$2" ] || fail "l2_loops is not '$2' by '$1'"
}
edited 'FNR > 2 {cell[2] = "multiply"}' "$recordings/ncu_scatter.csv" | sed '4,$d' >counters.csv
loops '' ''
loops "$here/../inspect/worse.fatbin" ''
says "--code: kernels of counters.csv execute atomics and have none in $here/../inspect/worse.fatbin: is it the program's?"
loops "$here/../inspect/plain.fatbin" 1
prints '; in a loop of compare-and-swaps'
sed -i 's/multiply/insert/' counters.csv
loops "$here/../inspect/plain.fatbin" 0
! grep -q 'a loop of compare-and-swaps' "$log/out" || fail "insert is said to loop"

# What results steer is another kernel without its atomics: nothing is predicted.
predicted() { # KERNEL yes|no
    sed -n -e 1,2p -e '0,/scatter<float>/s/void scatter<float>/'"$1/p" "$counters" >counters.csv
    run 0 model utilization --table "$here/../../results/nvidia-h200" --counters counters.csv --code "$here/../inspect/plain.fatbin" --csv gains.csv
    [ "$(columns '{print @l2_gain_percent == "" ? "no" : "yes"}' gains.csv)" = "$2" ] || fail "$1: predicted is not $2"
}
predicted last_block yes
predicted unite no
prints 'next: results of its atomics decide what it does: without them it is another kernel'

# Code is asked about where launches executed atomics of which it has none: not of shared memory alone, nor of no atomics at all.
asked() { # KERNEL CODE yes|no
    { sed 2q "$counters"; grep "\"$1(" "$counters" | sed 1q; } >counters.csv
    [ "$(wc -l <counters.csv)" -eq 3 ] || fail "no launch of $1"
    for model in utilization roofline; do
        run 0 model $model --table "$here/../../results/nvidia-h200" --counters counters.csv --code "$2"
        code=no
        ! grep -qF "is it the program's?" "$log/err" || code=yes
        [ $code = "$3" ] || fail "$model: $1 by $2: asked: $code, expected $3"
    done
}
printf '%s\n' '"Kernel Name","chain_shared(unsigned int *, int, unsigned int)"' '"Source","Instructions Executed"' \
    '"ATOMS.ADD R4, [R5], R7","8"' >source.csv
for code in "$cubin" code.csv source.csv; do
    asked chain_shared "$code" no
done
asked fill "$here/../inspect/worse.fatbin" no
asked chain_shared "$here/../inspect/worse.fatbin" yes
asked chain_global "$here/../inspect/worse.fatbin" yes
asked chain_global "$cubin" no
