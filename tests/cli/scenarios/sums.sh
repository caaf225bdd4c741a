# Floats and rows summed by key, on the stand-in: every way leaves the same sums. Rows shorter than a warp are aggregated, too.
run 0 run --device cpu --preset quick --samples 1 --bench global_sums --axis width=1,2,32 --axis bins=1,64 \
    --axis input=all --axis skew=0,100 --axis keys=16 --out out
columns '{print @way, @width, @status}' out/global_sums.csv | sort | uniq -c | tr -s ' ' >found
printf ' 6 %s ok\n' 'aggregated 1' 'aggregated 2' 'plain 1' 'plain 2' 'plain 32' 'shared 1' 'shared 2' 'shared 32' >wanted
same wanted found
[ "$(value global_sums.wrong)" -eq 0 ] || fail "a sum is wrong"
run 77 run --device cpu --preset quick --bench global_sums --axis way=shared --axis bins=32768 --axis keys=16 --out none
columns '{print @message}' none/global_sums.csv >found
echo "the sums do not fit into a block's shared memory" >wanted
same wanted found
