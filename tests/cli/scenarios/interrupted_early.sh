# Ctrl-C while points still need samples: no further batch is taken, and half-measured points are
# no result.
{ repeat 16 100; echo break; for i in 1 2 3 4 5 6 7 8 9; do printf '50\n150\n100\n'; done; } >script
run 130 run --device fake:script --bench shared_service --axis n=1,2 --axis e=1 --axis c=0 \
    --samples 6 --out out
state interrupted
[ ! -e out/shared_service.csv ] || [ -z "$(axes out/shared_service.csv ok)" ] ||
    fail "a half-measured point has a row"
run 0 run --resume --out out --device "fake:$scripts/steady.txt"
rows out/shared_service.csv 2
