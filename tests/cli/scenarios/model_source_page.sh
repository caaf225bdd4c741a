# Of a kernel's atomics those count that ran, by Nsight Compute's source page: a loop that did not is none.
recordings=$here/../recordings
tables=$here/../../results/nvidia-h200
counters=$recordings/ncu_gains.csv

run 0 inspect "$recordings/gains.cubin" --csv code.csv
{
    cat code.csv
    sed -n '/^_Z7scatterIf.*,REDG,/{s/,reduction,REDG,add,f32,/,atomic,ATOMG,cas,b32,/;s/,none,loop,/,used,rmw-loop,/;p;q;}' code.csv
} >more.csv
[ "$(wc -l <more.csv)" -gt "$(wc -l <code.csv)" ] || fail "no second atomic was added"

page() { # EXECUTIONS OF THE ADD, OF THE COMPARE-AND-SWAP
    cat <<END
"Kernel Name","void scatter<float>(keys, T1 *, T1, int)"
"Address","Source","Warp Stall Sampling (All Samples)","# Samples","Instructions Executed","Thread Instructions Executed"
"7f10","      LDC R1, c[0x0][0x28] ","0","1","1,024","32,768"
"7f20","@!P1   REDG.E.ADD.F32.FTZ.RN.STRONG.GPU desc[UR4][R2.64], R7 ","0","1","$1","4,194,304"
"7f30","      ATOMG.E.CAS.STRONG.GPU PT, R5, [R2], R4, R5 ","0","1","$2","0"

"Kernel Name","phases(keys, unsigned int *, int, int, unsigned int)",
"Address","Source","Warp Stall Sampling (All Samples)","Instructions Executed","# Samples","Instructions Executed"
"7f10","      EXIT ","0","4","4","4"
END
}
answer() { # NAME CODE..: NAME.csv, and NAME.out
    name=$1 && shift
    run 0 model utilization --table "$tables" --counters "$counters" "$@" --verbose --csv "$name.csv"
    cp "$log/out" "$name.out"
}
answer known --code code.csv
answer both --code more.csv
! cmp -s known.csv both.csv || fail "another atomic changes nothing"
prints 'if they are add-f32, for 100 %: `profile --source` or --global-type NAME says which of them ran'

page 131,072 0 >source.csv
answer ran --code more.csv --code source.csv
same ran.csv known.csv
answer reversed --code source.csv --code more.csv
same reversed.csv known.csv
page 131,072 1 >source.csv
answer all --code more.csv --code source.csv
grep -qF 'if they are add-f32, for 100 %: each of them ran: `whatif` measures what goes away' all.out || fail "what tells more"
sed 's/`profile --source` or --global-type NAME says which of them ran/each of them ran: `whatif` measures what goes away/' both.csv >said.csv
same all.csv said.csv

# Without the code it still says what the atomics are, but not whether results steer the kernel.
page 131,072 0 >source.csv
answer alone --code source.csv
type() { columns '@kernel == "void scatter<float>(keys, T1 *, T1, int)" {print @l2_demand_most_percent; exit}' "$1"; }
[ "$(type alone.csv)" = "$(type known.csv)" ] || fail "the type is $(type alone.csv) by the page, $(type known.csv) by the code"

# More atomics than are kept apart: all are open, and none is left out because it ran.
cp code.csv many.csv
page 131,072 0 | sed 3q >source.csv
for op in min:MIN max:MAX and:AND or:OR xor:XOR inc:INC dec:DEC exch:EXCH; do
    sed -n "/^_Z7scatterIf.*,REDG,/{s/,REDG,add,f32,/,REDG,${op%:*},u32,/;p;q;}" code.csv >>many.csv
    echo "\"7f10\",\"REDG.E.${op#*:}.STRONG.GPU [R2], R7\",\"0\",\"0\",\"1\",\"1\"" >>source.csv
done
page 131,072 0 | sed -n 4p >>source.csv
answer open --code many.csv
answer open_ran --code many.csv --code source.csv
same open_ran.csv open.csv

# A page as ncu wrote it: it says of the atomics what the machine code says; lines of ncu's before it are passed over.
counters=$recordings/ncu_scatter.csv
tables=$here/../../results/nvidia-h100
l2() { columns '{print @kernel, @l2_demand_percent, @l2_demand_most_percent, @l2_verdict}' "$1" | sed 1d; } # of scatter_add no page
answer by_code --code "$recordings/scatter_code.cubin"
answer by_page --code "$recordings/ncu_source.csv"
[ "$(l2 by_page.csv)" = "$(l2 by_code.csv)" ] || fail "by the page: $(l2 by_page.csv), by the code: $(l2 by_code.csv)"
run 0 inspect "$recordings/scatter_code.cubin" --csv code.csv
sed -n '/indexFunc.*,REDG,/{s/,reduction,REDG,add,f32,/,atomic,ATOMG,cas,b32,/;s/,none,[a-z]*,/,used,rmw-loop,/;p;q;}' \
    code.csv | cat code.csv - >more.csv
answer both --code more.csv
[ "$(l2 both.csv)" != "$(l2 by_code.csv)" ] || fail "another atomic changes nothing"
{
    printf '==WARNING== Note: Running with unmodified GPU clocks. If not controlled otherwise, results may be inconsistent.\n'
    printf '==WARNING== Section "SourceCounters" is old\n\n'
    cat "$recordings/ncu_source.csv"
} >source.csv
answer ran --code more.csv --code source.csv
[ "$(l2 ran.csv)" = "$(l2 by_code.csv)" ] || fail "with the page: $(l2 ran.csv), by the code: $(l2 by_code.csv)"

refused() { # WHAT: in source.csv
    run 2 model utilization --table "$tables" --counters "$counters" --code source.csv --csv none.csv
    says "$1"
    [ ! -e none.csv ] || fail "none.csv was written"
}
page 1 0 | sed 's/Instructions Executed/Instructions/g' >source.csv
refused "source.csv:2: there is no column 'Instructions Executed'; expected a recording with \`ncu --section SourceCounters\`"
page 1 0 | sed 's/"Source"/"Sauce"/' >source.csv
refused "source.csv:2: there is no column Source behind a kernel's name"
page 1 0 | sed '4s/,"0","1",.*//' >source.csv
refused 'source.csv:4: the row has 2 cells, expected 6 as the header'
page 1 0 | sed '5s/"$//' | sed '$d' >source.csv
refused 'source.csv:'
page 1 0 | sed '7s/,.*//' >source.csv
refused "source.csv:7: expected a kernel's name behind 'Kernel Name'"
