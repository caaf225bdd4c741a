# The second Ctrl-C ends a run that does not end by itself: at once, so that run.csv does not say how.
{ repeat 16 100; echo break; echo break; repeat 100 100; } >script
point='--bench shared_service --axis n=1,2 --axis e=1 --axis c=0 --samples 6'
run 130 run --device fake:script $point --out out
state started
[ ! -e out/shared_service.csv ] || fail "it went on after the second"
run 0 run --resume --out out --device "fake:$scripts/steady.txt"
state complete
rows out/shared_service.csv 2
