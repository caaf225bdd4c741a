# Numba's kernels have ABI tags, which Nsight Compute spells otherwise than a demangler: with such a name a kernel's counters, its
# code and its runs without atomics are paired as ever.
recordings=$here/../recordings
symbol=_ZN8__main__9numba_addB2v1B6cw51cXE5ArrayIfLi1E1C7mutable7alignedE
profiled='numba_add[v1,cw51cX](Array<float, 1, C, mutable, aligned>)'

run 0 inspect "$recordings/gains.cubin" --csv plain_code.csv
sed "s/^_Z7scatterIfEv4keysPT_S1_i,/$symbol,/" plain_code.csv >code.csv
sed "s/,_Z7scatterIfEv4keysPT_S1_i,/,$symbol,/" "$recordings/gains_whatif.csv" >whatif.csv
sed "s/void scatter<float>(keys, T1 \*, T1, int)/$profiled/" "$recordings/ncu_gains.csv" >counters.csv
cp "$recordings/gains_whatif.csv" plain_whatif.csv
cp "$recordings/ncu_gains.csv" plain_counters.csv

cells='print @grid, @block, @l2_predicted_percent, @l2_demand_percent, @global_gain_percent'
for of in plain_ ''; do
    run 0 model utilization --counters "${of}counters.csv" --code "${of}code.csv" --without "${of}whatif.csv" --agreement "${of}agreement.csv"
done
prints ' numba_add[v1,cw51cX] '
columns "@kernel ~ /^scatter<float>/ {$cells}" plain_agreement.csv | sort >expected
columns "@kernel ~ /^.numba_add\[v1,cw51cX\].$/ {$cells}" agreement.csv | sort >found
[ "$(grep -c ' [0-9.]* [0-9.]* [-0-9.]*$' expected)" -ge 8 ] || fail "too few launches to tell"
same found expected
