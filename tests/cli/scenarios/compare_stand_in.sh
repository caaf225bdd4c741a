# The stand-in's times are not to be compared with anything, be it with themselves.
run 0 run --device cpu --bench shared_service --axis n=1 --axis e=1 --axis c=0 --samples 6 --out out
run 2 compare out out
says "out/shared_service.csv:2: backend is 'cpu', the stand-in; these times say nothing of a GPU"
prints "shared_service: not compared: out/shared_service.csv:2"

# Nor one row of them in the second run.
run 0 run --device "fake:$scripts/steady.txt" --bench shared_service --axis n=1,2 --axis e=1 \
    --axis c=0 --samples 6 --out first
cp -r first second
cell second/shared_service.csv 3 backend cpu
run 2 compare first second
says "second/shared_service.csv:3: backend is 'cpu'"
