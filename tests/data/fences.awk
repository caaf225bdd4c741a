# Of what programs.sh knows of all kernels: what those of one name lose without their fences, the most first.
BEGIN { FS = "\t" }
$11 ~ /^-?[0-9]/ {
    sub(/^sm[0-9]+_xmma_gemm.*/, "sm.._xmma_gemm..", $3)
    gain = $11 + 0
    if (!($3 in n) || gain < least[$3]) least[$3] = gain
    if (!($3 in n) || gain > most[$3]) most[$3] = gain
    if (!($3 in n) || $5 < shortest[$3]) shortest[$3] = $5
    if (!($3 in n) || $5 > longest[$3]) longest[$3] = $5
    if (!(($3, $2) in seen)) programs[$3] = programs[$3] (n[$3] ? ", " : "") $2
    seen[$3, $2] = 1
    n[$3]++
}
function range(low, high) { return low == high ? low : low " to " high }
END {
    print "| kernel | programs | rows | us | without fences, % |"
    print "| --- | --- | --- | --- | --- |"
    for (kernel in n)
        printf "%d\t| `%s` | %s | %d | %s | %s |\n", most[kernel], kernel, programs[kernel], n[kernel],
            range(shortest[kernel], longest[kernel]), range(least[kernel], most[kernel]) | "LC_ALL=C sort -t '\t' -k1,1gr -k2 | cut -f2-"
}
