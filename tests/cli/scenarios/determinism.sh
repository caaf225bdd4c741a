# Sums of floats by key, on the stand-in: every way is right, and only that by atomic adds may differ from run to run.
run 0 run --device cpu --preset quick --samples 2 --bench global_determinism --axis way=all --axis sums=1,16 \
    --axis input=all --axis skew=0,100 --axis values=64 --out out
columns '{print @way, @status}' out/global_determinism.csv | sort | uniq -c | tr -s ' ' >found
printf ' 4 %s ok\n' atomic fixed_point sorted tree >wanted
same wanted found
columns '@way != "atomic" && @spread_ulp != 0' out/global_determinism.csv | grep . && fail "a fixed order with a spread"
columns '@runs < 4' out/global_determinism.csv | grep . && fail "a spread of too few runs"

# Several sums of a batch have no place in common with another's, and a chunk of a sum ends where the next begins.
run 0 run --device cpu --preset quick --samples 1 --bench global_determinism --axis way=fixed_point,sorted \
    --axis sums=2,1024 --axis values=4096 --out chunks
columns '{print @status}' chunks/global_determinism.csv | sort | uniq -c | tr -s ' ' >found
echo ' 4 ok' >wanted
same wanted found

# A sum for each thread has to fit.
run 77 run --device cpu --preset quick --samples 1 --bench global_determinism --axis way=tree --axis sums=8192 --out none
columns '{print @message}' none/global_determinism.csv >found
echo "sums for each thread do not fit into a block's shared memory" >wanted
same wanted found
