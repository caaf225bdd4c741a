# The stand-in's times are not to be compared with anything, be it with themselves.
run 0 run --device cpu --bench shared_service --axis n=1 --axis e=1 --axis c=0 --samples 6 --out out
run 2 compare out out
says "out/run.csv: backend is 'cpu', the stand-in; these times say nothing of a GPU"
prints "shared_service: not compared: out/run.csv"

# Nor as the second run, nor without a word of what ran it.
run 0 run --device "fake:$scripts/steady.txt" --bench shared_service --axis n=1,2 --axis e=1 \
    --axis c=0 --samples 6 --out first
cp -r first second
sed -i 's/^backend,.*/backend,cpu/' second/run.csv
run 2 compare first second
says "second/run.csv: backend is 'cpu'"
sed -i '/^backend,/d' second/run.csv
run 2 compare first second
says 'second/run.csv: there is no backend, expected what ran'
