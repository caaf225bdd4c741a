# Whether two runs are of one GPU: by gpu_uuid, or by what earlier runs have in device_id.
run 0 run --device "fake:$scripts/steady.txt" --bench shared_service --axis n=1 --axis e=1 --axis c=0 --samples 6 --out out
grep -qx 'gpu_uuid,' out/run.csv || fail "the fake device has a gpu_uuid, or no line for it"
run 0 compare out out
prints 'whether both are of one GPU is not known: there is no gpu_uuid in out/run.csv'
one=GPU-30d957fc-b609-a914-3427-3d9fe003ecb1 two=GPU-6a0cb08f-f90c-507b-fa28-593a11bf766b
for name in first second old; do cp -r out $name; done
sed -i "s/^gpu_uuid,.*/gpu_uuid,$one/" first/run.csv
run 0 compare first first
prints "both are of one GPU: $one"
run 0 compare first out
prints 'whether both are of one GPU is not known: there is no gpu_uuid in out/run.csv'
sed -i "s/^gpu_uuid,.*/gpu_uuid,$two/" second/run.csv
run 0 compare first second
prints "of two GPUs: $one in first
             $two in second"
sed -i "/^gpu_uuid,/d; s/^device_id,.*/device_id,$one 0000:00:06.0/" old/run.csv
run 0 compare old first
prints "both are of one GPU: $one"
sed -i 's/^device_id,.*/device_id,0000:00:06/' old/run.csv
run 0 compare first old
prints 'is not known: there is no gpu_uuid in old/run.csv'

# A run goes on on the GPU that it began on; one that does not say is taken as it is.
run 2 run --resume --out first
says "gpu_uuid was '$one' and is '' now"
run 0 run --resume --out old
