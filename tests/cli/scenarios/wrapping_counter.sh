# A GPU whose cycle counter wraps, as RDNA 3's of 20 bits does, stood for by a narrower counter of the reference backend.
# Samples that are shorter than a turn are told, also those that the counter wraps in: there is one each 0.1 ms. A
# machine that is busy interrupts some for longer.
export GA_CPU_CYCLE_BITS=18
"$program" run --device cpu --preset quick --bench global_baseline --out wraps >"$log/out" 2>"$log/err" </dev/null
[ "$(columns '@status == "ok"' wraps/global_baseline.csv | wc -l)" -ge 9 ] ||
    fail "most points have no result: $(columns '{print @status, @message}' wraps/global_baseline.csv)"
columns '@status == "ok" && (@max_cycles >= 2 ^ 18 || @min_cycles <= 0) {print "a sample of", @min_cycles, "or", @max_cycles}
    ' wraps/global_baseline.csv >told
[ ! -s told ] || fail "$(cat told)"

# The timer's ticks are no part of it: cycles and ticks of a sample agree with the row's clock.
columns '@status == "ok" {print @median_cycles / @median_ns * 1e3 / @sm_mhz, @sm_mhz}' wraps/global_baseline.csv |
    awk '$1 < 0.99 || $1 > 1.01 || $2 < 10 {print "clock", $2}' >told
[ ! -s told ] || fail "$(cat told)"

# One that is longer than a turn has a status and says why; it is never told short.
export GA_CPU_CYCLE_BITS=8
run 3 run --device cpu --preset quick --bench global_baseline --bench shared_demand --axis operation=add --out long
says 'points without a result'
export GA_CPU_CYCLE_BITS=12
run 3 run --device cpu --preset quick --bench fence_message_passing --axis way=fences --out out
for table in long/global_baseline long/shared_demand out/fence_message_passing; do
    [ "$(columns '{print @status ": " @message}' $table.csv | sort -u)" = \
        'error: a sample was longer than its clock can tell' ] || fail "$table: not every row is refused"
done

export GA_CPU_CYCLE_BITS=64
run 2 run --device cpu --out none
says 'GA_CPU_CYCLE_BITS=64: expected 8 to 24'
