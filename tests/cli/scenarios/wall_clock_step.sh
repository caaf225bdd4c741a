# The wall clock is set while the stand-in's kernels run: its watchdog has a clock of its own.
[ -z "$GA_SANITIZED" ] || exit 77
(
    preload broken_host
    export GA_BROKEN=clock
    run 0 run --device cpu --bench shared_service --axis n=1,2 --axis e=1,4 --axis c=0 --samples 6 --out out
) || exit 1
state complete
rows out/shared_service.csv 4
