# One variable at one stride alone is drawn at all strides, as if each had that row; and `findings` takes it for all.
command -v gnuplot >/dev/null || exit 77
shipped=$here/../../results/nvidia-h200
mkdir one all
for table in global_cross_direct global_cross_scattered; do
    cp "$shipped/$table.csv" one
    edited '@accesses == "usual" && @variables == 1 {for (i in cell) one[i] = cell[i]}
        @accesses == "usual" && @variables == 2 && @stride_bytes > 0 {
            print
            stride = @stride_bytes
            for (i in cell) cell[i] = one[i]
            @stride_bytes = stride
        }' "$shipped/$table.csv" >all/$table.csv
done
for dir in one all; do
    cp "$shipped/run.csv" $dir
    run 0 plot $dir
    run 0 findings $dir
    grep -v 'points with\|left out' "$log/out" >$dir.findings
done
for figure in global_cross_direct global_cross_scattered global_cross_strides; do
    same one/figures/$figure.svg all/figures/$figure.svg
done
grep -q 'Undisturbed' one.findings || fail "nothing was found"
same one.findings all.findings
