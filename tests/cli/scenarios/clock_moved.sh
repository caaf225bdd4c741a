# A row measured while the SM clock moved by more than 2 % says so, and run.csv counts such rows. The fake device's entries are
# samples, 1024 a visit of 1 ms, at the clock last told.
measure() {
    rm -rf out
    run 0 run --device fake:script --bench global_baseline --axis regime=unused --axis scope=device --axis adds=128 \
        --samples 2000 --out out
    moved=$(value global_baseline.clock_moved)
    message=$(columns '{print @message}' out/global_baseline.csv)
}
clocks() { for mhz; do echo "mhz=$mhz"; repeat 1000 100; done >script; }

clocks 1980
measure
[ -z "$moved$message" ] || fail "a steady clock: $moved, $message"
clocks 1980 1935 # 2.3 %
measure
[ "$moved" = 1 ] || fail "run.csv counts '$moved' rows"
[ "$message" = 'the SM clock moved by more than 2 %' ] || fail "the row says '$message'"
prints '1 ok of 1 points, 1 while the SM clock moved'
run 0 run --resume --out out
run 0 report out --out page.html
contains page.html '<code>global_baseline</code>: rows during which the SM clock moved by more than 2 %: 1'
clocks 1980 1950 # 1.5 %
measure
[ -z "$moved$message" ] || fail "a clock that moved a little: $moved, $message"

# What the timer cannot tell is not said: by steps of 100 ns two visits of 1024 samples tell no clock.
clocks 1980 1935
echo step=100 >>script
measure
[ -z "$moved$message" ] || fail "a clock that the timer cannot tell: $moved, $message"
