# slices.sh measures in a folder of its own: run.csv says which points, and no folder of the machine. Nsight Compute and the GPU are
# played.
export PROGRAM="$program" FAKE="fake:$scripts/steady.txt" PATH="$work/bin:$PATH" TMPDIR="$work/tmp"
mkdir bin tmp
cat >bin/ncu <<'END'
#!/bin/sh
while [ "${1##*/}" != stand_in ]; do
    [ "$1" != --log-file ] || log=$2
    shift
done
"$@" || exit
unit=lts__d_atomic_input_cycles_active
echo "\"ID\",\"Kernel Name\",\"$unit.min\",\"$unit.max\",\"$unit.sum\",\"$unit.avg\",\"lts__cycles_elapsed.max\"" >"$log"
echo '"0","global_few_words words=2 stride_bytes=512 share=sm place=a","0","4,000","8,000","1,000","5,000"' >>"$log"
END
cat >stand_in <<'END'
#!/bin/sh
[ "$1" != devices ] || exec echo 'cuda:0 played'
out=$(for word; do :; done; echo "$word")
exec "$PROGRAM" run --device "$FAKE" --bench global_few_words --axis words=1 --axis place=a --axis share=all --axis sms=1 \
    --axis warps_per_sm=1 --once --out "$out"
END
chmod +x bin/ncu stand_in
sh "$here/../bench/slices.sh" ./stand_in out >"$log/out" 2>"$log/err" || fail "exit status $?"
[ "$(sed 1d out/global_few_words_slices.csv)" = 2,512,sm,a,8,1.00,0.800,-1.000,0,4000,8000,0,0,0,0,0,0 ] ||
    fail "$(cat out/global_few_words_slices.csv)"
grep -qx 'argument,two' out/run.csv || fail "not made in that folder: $(grep -A 1 -e --out out/run.csv)"
! grep -F "$TMPDIR" out/run.csv || fail "run.csv has a folder of this machine"
[ -z "$(ls tmp)" ] || fail "left behind: $(ls tmp)"
