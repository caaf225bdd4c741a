# shared_histogram without its atomics, by a program that writes what the injected library would: names of ranges in the order of
# the launches, and their times in another.
recordings=$here/../recordings
results=$here/../../results/nvidia-h200
cat >stand_in <<'END'
#!/bin/sh
[ "$LD_PRELOAD$NVTX_INJECTION64_PATH" = "$LIBRARY$LIBRARY" ] && [ "$GA_WHATIF_NVTX" = 'shared_histogram *' ] || exit 9
for word; do
    case $word in
    kernel=*) kernel=$word ;;
    pixels=max) extra=1 ;;
    esac
done
echo "$GA_WHATIF_EDIT" >>"$ASKED"
echo "$GA_WHATIF_EDIT" | grep -qx -e none -e shared -e global || exit 9
case $GA_WHATIF_EDIT in
none) ns=$((1000 + $(wc -l <"$ASKED") / 12)) ;;
shared) ns=600 ;;
global) ns=900 ;;
esac
{
    echo kind,text
    echo "module,0123 has shared_histogram in it"
    for threads in 64 256; do
        echo "nvtx,shared_histogram $kernel result=used counter=word image=solid pixels=32 threads=$threads extra=${extra:-0}"
    done
} >"$GA_WHATIF_OUT/notes.1.csv"
{
    echo kernel,grid_x,grid_y,grid_z,block_x,block_y,block_z,dynamic_shared_bytes,device,stream,start_ns,end_ns,graph,source
    echo "\"f<1, 2>(int, int)\",5,1,1,256,1,1,0,0,7,20000,$((20000 + 2 * ns)),0,cupti"
    [ -n "$FEWER" ] || echo "f,7,1,1,64,1,1,0,0,7,9000,$((9000 + ns)),0,cupti"
} >"$GA_WHATIF_OUT/launches.1.csv"
[ "$GA_WHATIF_EDIT" = none ] # its checks fail
END
chmod +x stand_in
: >library.so
: >asked
# The dynamic linker says that this is no library, and goes on.
export LIBRARY="$work/library.so" ASKED="$work/asked" FEWER=''
without() { sh "$recordings/histogram_without.sh" "$work/stand_in" library.so out "$1" >"$log/out" 2>"$log/err"; }
without 2 || fail "exit status $?"
prints 'histogram_without.csv: 24 rows'
[ "$(sort asked | uniq -c | tr -s ' \n' ' ')" = ' 8 global 8 none 8 shared ' ] || fail "asked: $(cat asked)"
line='kernel,shared_histogram kernel=plain result=used counter=word image=solid pixels=32 threads=64 extra=0,7,1,1,64,1,1,'
grep -qx "${line}none,ok,2,1,1000.5,994.1,1006.9" out/histogram_without.csv ||
    fail "not the mean, or its interval: $(cat out/*.csv)"
grep -qx "${line}shared,ok,2,1,600.0,600.0,600.0" out/histogram_without.csv || fail "not without those on shared memory"
grep -q 'threads=256 extra=1,5,1,1,256,1,1,global,ok,2,1,1800.0,' out/histogram_without.csv ||
    fail "not in the order of the launches"

# What reads it finds a launch by its name, grid and block.
mkdir tables
cp "$results/run.csv" "$results/shared_service.csv" "$results/shared_demand.csv" tables
at=$(sed -n '/kernel=plain result=used counter=word image=solid .*threads=256 extra=0/{=;q}' "$results-histogram/histogram_counters.csv")
sed -n "1,2p; ${at}p" "$results-histogram/histogram_counters.csv" >counters.csv
sed "s/shared_histogram kernel=plain[^\"]*threads=256 extra=0/${line#kernel,}/; s/threads=64 extra=0,7,1,1,64,1,1,/threads=256 extra=0/" \
    counters.csv >renamed.csv
sed -i 's/"([0-9]*, 1, 1)","([0-9]*, 1, 1)"/"(256, 1, 1)","(5, 1, 1)"/' renamed.csv
run 0 model predict --table tables --counters renamed.csv --reorder 4 --without out/histogram_without.csv
prints '1 launches have a time without atomics (--without)'

FEWER=yes without 1 && fail "a launch less than ranges"
says '1 launches in 2 ranges, of: none'
without 0 2>/dev/null && fail "no runs"
