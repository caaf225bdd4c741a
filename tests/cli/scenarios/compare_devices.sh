# Runs of two devices, or of one that is not known.
run 0 run --device "fake:$scripts/steady.txt" --bench shared_service --axis n=1 --axis e=1 \
    --axis c=0 --samples 6 --out first
cp -r first second
sed -i 's/^device_name,.*/device_name,"GPU 2, large"/' second/run.csv
run 2 compare first second
says "device_name is 'fake' in first/run.csv and 'GPU 2, large' in second/run.csv"
[ ! -s "$log/out" ] || fail "something was compared"
sed -i '/^device_name,/d' second/run.csv
run 2 compare first second
says 'second/run.csv: there is no device_name'
rm second/run.csv
run 4 compare first second
says 'second/run.csv: cannot be read: No such file'
