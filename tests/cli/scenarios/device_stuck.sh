# A launch that never ends: the watchdog's message, and what was finished before.
{ repeat 500 100; echo stuck; } >script
run 3 run --device fake:script --bench shared_service --axis n=all --axis e=all --axis c=all \
    --samples 6 --out out
says 'ran for more than'
state failed
rows out/shared_service.csv 64
no_parts
