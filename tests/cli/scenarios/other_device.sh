# A results directory is one run of one device and one program.
run 0 run --device "fake:$scripts/steady.txt" --bench shared_service --axis n=1 --axis e=1 \
    --axis c=0 --samples 6 --out out
cp out/run.csv good
run 2 run --resume --out out --device cpu
says "backend was 'fake' and is 'cpu' now"
same good out/run.csv
for key in backend device_name target driver git_commit gpu_uuid; do
    sed "s/^$key,.*/$key,other/" good >out/run.csv
    cp out/run.csv bad
    run 2 run --resume --out out
    says "$key was 'other'"
    same bad out/run.csv
done
# Earlier programs did not write which card it was.
sed '/^gpu_uuid,/d' good >out/run.csv
run 0 run --resume --out out
: >out/run.csv
run 2 run --resume --out out --device "fake:$scripts/steady.txt"
