# What others' files name is said without what a terminal would obey: its title, colours, the second set of controls.
# UTF-8's letters stay.
recordings=$here/../recordings
bad=$(printf 'k\303\251\033]0;title\007\177\302\233\233\360\237\230\200') # U+00e9 and U+1f600 are letters
shown='ké\x1b]0;title\x07\x7f'$(printf '\302')'\x9b\x9b😀'
cp -r "$here/../../results/nvidia-h200" tables

# plain: what was said last holds no control.
plain() {
    contains "$1" "$2"
    tr -d '\n\t' <"$1" | grep -q '[[:cntrl:]]' && fail "$(cat -v "$1")"
}
# hostile FILE: a profiler's file whose first kernel has that name.
hostile() {
    kernel=$(grep '^"0"' "$1" | head -n 1 | awk -F'","' '{print $5}' | sed 's/[][*.^$]/\\&/g')
    sed "s^\"$kernel\"^\"$bad\"^" "$1"
}
hostile "$recordings/ncu_raw.csv" >counters.csv
grep -qF "$bad" counters.csv || fail "the recording has no such kernel"
run 0 model utilization --table tables --counters counters.csv --csv utilization.csv
plain "$log/out" "$shown"
run 0 model predict --table tables --counters counters.csv --unused
plain "$log/out" "$shown"
hostile "$recordings/ncu_full_raw.csv" >full.csv
run 0 model roofline --table tables --counters full.csv
plain "$log/out" "$shown"
export FAKE_LOG="$log/arguments" FAKE_NCU="$PWD/counters.csv"
PATH=$scripts/ncu:$PATH
run 0 profile --table tables -o p -- true
plain "$log/out" "$shown"
run 2 model utilization --table tables --counters counters.csv --kernel "$bad?"
plain "$log/err" "--kernel: no kernel of counters.csv matches '$shown?'"

# A name of two lines is said in one.
sed "s^$bad^1 launches: 0 bottleneck\\n2^" counters.csv >lines.csv
run 0 model utilization --table tables --counters lines.csv
prints '4  1 launches: 0 bottleneck 2  '
printf 'launch,kernel,paper_percent,demand_percent,hardware_percent,passes,verdict\n0,a,1,2,3,4,"x\ny"\n' >answer.csv
printf 'kernel,extra,median_ns\n%s,0,5\n' "$bad" >times.csv
run 2 model verdicts --times times.csv --utilization answer.csv
[ "$(wc -l <"$log/err")" -eq 1 ] || fail "more than a line"

# Verdicts, of which the table has names and the end the launch that is farthest off.
cat >answer.csv <<END
launch,kernel,paper_percent,demand_percent,hardware_percent,passes,verdict
0,"$bad extra=0",150,98,99,300,bottleneck
1,"$bad extra=1",150,98,98.5,400,bottleneck
END
printf 'kernel,extra,median_ns\n"%s",0,1000\n"%s",1,1333\n' "$bad" "$bad" >times.csv
run 0 model verdicts --times times.csv --utilization answer.csv
plain "$log/out" "$shown"

# run.csv, and an error that cites it.
sed "s/^device_name,.*/device_name,\"$bad\"/" tables/run.csv >run.csv
mv run.csv tables
run 0 findings tables
plain "$log/out" "$shown"
run 0 compare tables "$here/../../results/nvidia-h100-processes"
plain "$log/out" "of two devices: $shown in tables"
