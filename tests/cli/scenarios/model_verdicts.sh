# Verdicts against interventions, on files written by hand.
cat >answer.csv <<'END'
launch,kernel,paper_percent,demand_percent,hardware_percent,passes,verdict,reason
0,full extra=-1,150,98,98.5,300,bottleneck,
1,full extra=0,150,99,99.5,400,bottleneck,
2,full extra=1,150,99,99.5,500,bottleneck,
3,idle extra=-1,9,0,0,0,not,
4,idle extra=0,9,10,10,40,not,
5,idle extra=1,9,20,20,80,not,
6,half extra=-1,70,60,60,30,open,
7,half extra=0,70,60,60,40,open,
8,half extra=1,70,60,60,50,likely,
9,library extra=0,70,5,5,40,not,
END
cat >times.csv <<'END'
kernel,extra,median_ns,quartile_1_ns,quartile_3_ns,samples,check
full,-1,752,751,753,15,ok
full,0,1000,999,1001,15,ok
full,1,1249,1248,1250,15,ok
idle,-1,999,998,1000,15,ok
idle,0,1000,999,1001,15,ok
idle,1,1003,1002,1004,15,ok
half,-1,900,900,900,15,ok
half,0,1000,999,1001,15,ok
half,1,1100,1000,1100,15,ok
library,0,1000,999,1001,15,ok
END
run 0 model verdicts --times times.csv --utilization answer.csv --csv verdicts.csv
prints '4 kernels of the times: 3 verdicts right, 0 wrong, 0 undecided; 2 make no claim; 1 kernels had no trial'
prints 'U by demand is 0.17 points from the hardware'
prints '0.50 at most (full extra=-1)'
rows verdicts.csv 5
grep -q '^full,0,bottleneck,right,99,99.5,150,1000,249,' verdicts.csv || fail "the row of full: $(cat verdicts.csv)"
run 0 model verdicts --times times.csv --utilization answer.csv --csv verdicts.csv # its own file may be replaced
echo mine >other
run 2 model verdicts --times times.csv --utilization answer.csv --csv other
says 'holds no verdicts; not replaced'

# A verdict that the times refute, of either kind; the table is written nevertheless.
sed 's/^full,1,1249,1248,1250/full,1,1100,1099,1101/' times.csv >slow.csv
run 1 model verdicts --times slow.csv --utilization answer.csv --csv verdicts.csv
says "full extra=0: the verdict is 'bottleneck', and one more atomic takes 0.402 of the time that the unit needs for it, expected at least 0.8 (1 wrong)"
prints '1 wrong'
grep -q '^full,0,bottleneck,wrong,' verdicts.csv || fail 'no wrong row'
sed 's/^idle,1,.*/idle,1,1080,1079,1081,15,ok/' times.csv >slow.csv
run 1 model verdicts --times slow.csv --utilization answer.csv
says "idle extra=0: the verdict is 'not'"
# Times that scatter too much to tell.
sed 's/^idle,1,.*/idle,1,1080,1000,1200,15,ok/' times.csv >slow.csv
run 0 model verdicts --times slow.csv --utilization answer.csv
prints '1 undecided'

# Times and answers that are broken.
# refused MESSAGE SCRIPT: what sed makes of times.csv.
refused() {
    sed "$2" times.csv >broken.csv
    run 2 model verdicts --times broken.csv --utilization answer.csv
    says "broken.csv:$1"
}
refused "1: two columns are named 'median_ns'" '1s/samples/median_ns/'
refused "3: samples is '0', expected a number above 0" '3s/,15,/,0,/'
refused '4: quartile 1 is 1250 ns, expected at most quartile 3, 1248 ns' '4s/1248,1250/1250,1248/'
refused '5: 8 fields, expected 7' '5s/$/,0/'
refused '5: 6 fields, expected 7' '5s/,ok$//'
for change in "1s/reason/verdict/	1: two columns are named 'verdict'" '3s/$/,0/	3: 9 fields, expected 8'; do
    sed "${change%%	*}" answer.csv >broken.csv
    run 2 model verdicts --times times.csv --utilization broken.csv
    says "broken.csv:${change#*	}"
done
printf '%s\n' extra,status,instruction,n_samples,median_ns,q1_ns,q3_ns 0,ok,A,16,900,910,890 >table.csv
printf '%s\n' key,value backend,cuda >run.csv
run 2 model verdicts --times table.csv --utilization answer.csv
says 'table.csv:2: quartile 1 is 910 ns, expected at most quartile 3, 890 ns'
# What cannot be joined.
sed 's/ extra=[-0-9]*//' answer.csv >unnamed.csv
run 2 model verdicts --times times.csv --utilization unnamed.csv
says 'ncu --nvtx --print-nvtx-rename kernel'
sed 's/^\([a-z]*\),/other_\1,/; s/^other_kernel/kernel/' times.csv >others.csv
run 2 model verdicts --times others.csv --utilization answer.csv
says 'both are joined by names'
run 4 model verdicts --times nowhere --utilization answer.csv
says 'nowhere: cannot be read'
no_parts
