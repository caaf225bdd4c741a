# Of two runs: curves in one panel, maps side by side, of the tables that both have. Nothing is written of what cannot be.
mkdir one two other
for run in one two; do
    printf 'key,value\nbackend,cuda\ndevice_name,GPU %s\nstatus,complete\nstarted_utc,2026-01-02T03:04:05Z\ngit_commit,0123456789ab\n' $run >$run/run.csv
    {
        echo 'lock,contender,contenders,scope,order,work,status,median_ns,ops'
        for n in 1 2 4; do
            echo "mcs,block,$n,device,atomics,1,ok,$((n * 1000)),10"
            echo "ticket,block,$n,device,atomics,1,ok,$((n * 1000 + 500)),10"
            echo "mcs,block,$n,device,atomics,64,ok,9999999,10"
        done
    } >$run/lock_mutex.csv
    {
        echo 'sm,line,status,median_ns,ops'
        for i in 0 1 2; do for j in 0 1 2; do echo "$i,$j,ok,$((1000 * (i + j) + 1500)),10"; done; done
    } >$run/global_locality.csv
done
sed -i 's/,1000,10/,4000,10/' two/lock_mutex.csv
cp one/lock_mutex.csv other/fence_store.csv
run 2 plot one two
says 'plot: where to? of two runs give a directory, --out DIR'
run 2 plot one two other --out figures
says "plot: unexpected argument 'other'"
run 4 plot one missing --out figures
says 'plot: missing: No such file'
run 2 plot one other --out figures
says 'plot: one and other hold none of the tables that figures of two need'
[ ! -e figures ] || fail "something was written"
command -v gnuplot >/dev/null || exit 77
run 0 plot one two --out figures --keep-data
[ "$(find figures -name '*.svg' | sort | tr '\n' ' ')" = 'figures/global_locality.svg figures/lock_mutex.svg ' ] || fail "other figures"
[ "$(wc -l <figures/data/lock_mutex.first.dat)" -eq 7 ] || fail "other rows: $(cat figures/data/lock_mutex.first.dat)"
grep -qx 'mcs 1 400' figures/data/lock_mutex.second.dat || fail "another number: $(cat figures/data/lock_mutex.second.dat)"
contains figures/data/lock_mutex.set "lowest = 100
highest = 450"
contains figures/lock_mutex.svg 'GPU one (solid) and GPU two (dashed)'
contains figures/lock_mutex.svg 'measured 2026-01-02 and 2026-01-02, commits 0123456789ab and 0123456789ab'
grep -q 'ticket' figures/lock_mutex.svg || fail "a line is not named"
[ "$(grep -c '<image' figures/global_locality.svg)" -eq 2 ] || fail "not two maps"
# The stand-in's is said in red.
sed -i s/,cuda/,cpu/ two/run.csv
run 0 plot one two --out figures
contains figures/lock_mutex.svg 'CPU STAND-IN'
# A cell that is none: nothing is drawn.
sed -i 's/^mcs,block,2,device,atomics,1,ok,2000/mcs,block,2,device,atomics,1,ok,"a"b/' two/lock_mutex.csv
run 2 plot one two --out figures
says 'two/lock_mutex.csv:'
no_parts
