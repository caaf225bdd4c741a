# Of what programs.sh knows of all kernels: those of PyTorch's and CUB's operations on an H200, with keys of each kind. Exit status
# 1 if one is in no recording. -v few=FILE: the rows of the table in README.md, of the first class that a kernel has.
BEGIN {
    FS = "\t"
    n_kinds = split("uniform zipf constant", kind, " ")
    # operation: program, its kernels with atomics or fences, each with its grid
    add("scatter_add", "torch", "_scatter_gather_elementwise_kernel 4096x1x1")
    add("index_add", "torch", "indexFuncLargeIndex 1056x1x1")
    add("bincount", "torch", "kernelHistogram1D 249x1x1")
    add("histc", "torch", "kernelHistogram1D 911x1x1")
    add("embedding backward", "torch", "DeviceRadixSortOnesweepKernel 15x1x1")
    add("embedding backward", "torch", "DeviceUniqueByKeySweepKernel 15x1x1")
    add("embedding backward", "torch", "DeviceScanKernel 74x1x1")
    add("unique", "torch", "DeviceRadixSortHistogramKernel 924x1x1")
    add("unique", "torch", "DeviceRadixSortOnesweepKernel 729x1x1")
    add("unique", "torch", "DeviceSelectSweepKernel 993x1x1")
    add("histogram", "cub", "DeviceHistogramSweepKernel 396x1x1")
    add("radix sort", "cub", "DeviceRadixSortHistogramKernel 1584x1x1")
    add("radix sort", "cub", "DeviceRadixSortOnesweepKernel 547x1x1")
    add("reduce by key", "cub", "DeviceReduceByKeyKernel 911x1x1")
    add("select", "cub", "DeviceSelectSweepKernel 643x1x1")
}
function add(name, library, kernel) {
    operation[++n] = name
    program[n] = library
    of[n] = kernel
}
# The one with the largest share of the program, where several are called alike.
$1 == "H200" && !(($2, $3 " " $4) in found) {
    found[$2, $3 " " $4] = 1
    us[$2, $3 " " $4] = $5
    shared[$2, $3 " " $4] = $7
    global[$2, $3 " " $4] = $9
    fences[$2, $3 " " $4] = $11
}
# Of each kind; once if all are alike.
function cells(table, i,   k, x, text, alike) {
    alike = 1
    for (k = 1; k <= n_kinds; k++) {
        x = table[program[i] "_" kind[k], of[i]]
        alike = alike && (k == 1 || x == table[program[i] "_" kind[1], of[i]])
        text = text (k > 1 ? " / " : "") (x == "" ? "-" : x)
    }
    return alike ? x : text
}
# README.md's row of keys of a kind.
function row_of(k,   i, x, text) {
    for (i = 1; i <= n; i++) {
        x = program[i] "_" kind[k]
        if (of[i] !~ /scatter_gather|LargeIndex|Histogram/) continue
        x = shared[x, of[i]] == "" ? global[x, of[i]] : shared[x, of[i]]
        text = text " " x " |"
    }
    return "| " (kind[k] == "zipf" ? "Zipf" : kind[k]) " |" text
}
END {
    for (k = 1; k <= n_kinds; k++) print row_of(k) >few
    print "| operation | kernel, grid | us | without shared, % | without global, % | without fences, % |"
    print "| --- | --- | --- | --- | --- | --- |"
    for (i = 1; i <= n; i++) {
        for (k = 1; k <= n_kinds; k++)
            if (!((program[i] "_" kind[k], of[i]) in found)) {
                print "operations.awk: no " of[i] " of " program[i] "_" kind[k] >"/dev/stderr"
                exit 1
            }
        split(of[i], word, " ")
        printf "| %s | `%s` %s | %s | %s | %s | %s |\n", (program[i] == "torch" ? "PyTorch " : "CUB ") operation[i], word[1], word[2],
            cells(us, i), cells(shared, i), cells(global, i), cells(fences, i)
    }
}
