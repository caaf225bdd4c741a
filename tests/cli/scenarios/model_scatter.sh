# PyTorch's adds to one word, which no counter says are of floats: no `not` at 42 % of an integer's limit, and the roofline
# says the same of each launch.
recording=$here/../recordings/ncu_scatter.csv
tables=$here/../../results/nvidia-h100

# cells FILE COLUMN..: of each row, by name. Launches' names have commas and quotes, so they are read from the end.
cells() {
    file=$1
    shift
    awk -v columns="$*" '
        function fields(line, cell,   n, i, c, quoted) {
            n = 1
            cell[1] = ""
            for (i = 1; i <= length(line); i++) {
                c = substr(line, i, 1)
                if (c == "\"") quoted = !quoted
                else if (c == "," && !quoted) cell[++n] = ""
                else cell[n] = cell[n] c
            }
            return n
        }
        {
            n = fields($0, cell)
            if (NR == 1) { for (i = 1; i <= n; i++) at[cell[i]] = i; m = split(columns, wanted, " "); next }
            for (i = 1; i <= m; i++) printf "%s%s", cell[at[wanted[i]]], i < m ? " " : "\n"
        }' "$file"
}
run 0 model utilization --table "$tables" --counters "$recording" --csv u.csv
prints 'of the L2: 1 bottleneck, 0 likely, 0 not, 2 unknown'
prints 'if they are add-f32, for 98 %: --global-type NAME says what they are'
run 0 model roofline --table "$tables" --counters "$recording" --csv r.csv
prints '41.7 % of the lowest, up to 98.4 by the lanes on a word and the type of the atomics'
prints 'bound by the atomic unit or by neither: --global-lanes E and --global-type NAME decide'
cells u.csv l2_demand_percent l2_demand_most_percent >by_utilization
grep ',global,' r.csv >global || fail "no roof of global atomics"
{ head -n 1 r.csv; cat global; } >r_global.csv
cells r_global.csv share_percent share_most_percent >by_roofline
same by_utilization by_roofline

run 0 model utilization --table "$tables" --counters "$recording" --global-type add-f32
prints 'of the L2: 3 bottleneck, 0 likely, 0 not, 0 unknown'
run 0 model roofline --table "$tables" --counters "$recording" --global-type add-f32
prints '98.4 % of the lowest; the atomic unit takes over from memory'
prints 'atomic bound'
run 0 model utilization --table "$tables" --counters "$recording" --global-type u32
prints 'of the L2: 1 bottleneck, 0 likely, 2 not, 0 unknown'
run 0 model roofline --table "$tables" --counters "$recording" --global-type u32
[ "$(grep -c 'bound by neither$' "$log/out")" -eq 2 ] || fail "the roofline says something else of a launch that is not held back"
