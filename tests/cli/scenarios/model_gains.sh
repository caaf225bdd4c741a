# What the counters predict to go away, against what goes away: launches whose kernels `whatif` ran without their atomics.
# Cases that fool a model stand by name.
recordings=$here/../recordings

run 0 model utilization --counters "$recordings/ncu_gains.csv" --code "$recordings/gains.cubin" --without "$recordings/gains_whatif.csv" --agreement a.csv
prints 'NVIDIA H200, tables of '
# kernel, blocks, atomics, predicted, low, high, measured
columns '{
    gsub(/"|<[^>]*>/, "", @kernel); sub(/x.*/, "", @grid)
    if (@shared_gain_percent != "") print @kernel, @grid, "shared", @shared_predicted_percent, @shared_predicted_low_percent, @shared_predicted_high_percent, @shared_gain_percent
    if (@global_gain_percent != "") print @kernel, @grid, "global", @l2_predicted_percent, @l2_predicted_low_percent, @l2_predicted_high_percent, @global_gain_percent
}' a.csv >gains
[ "$(wc -l <gains)" -ge 90 ] || fail "$(wc -l <gains) gains"
awk 'NF != 7 || $4 + 0 < 0 || $4 + 0 > 100 || $5 + 0 > $4 + 0 || $6 + 0 < $4 + 0 || $5 + 0 < 0 || $6 + 0 > 100' gains >wrong
[ ! -s wrong ] || fail "no share of the time, or not within its interval: $(cat wrong)"
# Not one of which it says next to nothing, and most goes away.
awk '$4 + 0 < 10 && $7 + 0 > 50' gains >wrong
[ ! -s wrong ] || fail "less than 10 % predicted, more than 50 % goes: $(cat wrong)"
# On the mean within 8 points, but for queues: without its atomics every place is one, which is no gain of theirs.
awk '$1 != "queue" {n++; d = $4 - ($7 > 0 ? $7 : 0); sum += d < 0 ? -d : d} END {exit !(n >= 85 && sum / n <= 8)}' gains ||
    fail "the mean error is over 8 points"

# near KERNEL BLOCKS ATOMICS PERCENT: what goes away, to a point, and whether that is within the interval, to a point.
near() {
    found=$(awk -v k="$1" -v g="$2" -v a="$3" '$1 == k && $2 == g && $3 == a {print sprintf("%.0f", $7) + 0, ($7 >= $5 - 1 && $7 <= $6 + 1 ? "inside" : "outside")}' gains)
    [ "$found" = "$4 ${5:-inside}" ] || fail "$1 $2 $3: $found, expected $4 ${5:-inside}"
}
# Scatter: floats to one word (43 % of what integers could be), a quarter of them on one, to 32; integers to one.
near scatter 548 global 100
near scatter 557 global 100
near scatter 549 global 99
near scatter 552 global 100
near scatter 560 global 0 # to a million words in a kernel that computes
# Latency chains: one warp of an SM (8, 32) that waits for each result.
near chain_shared 168 shared 17
near chain_shared 169 shared 28
near chain_shared 170 shared 60
near chain_global 171 global 91
near chain_global 172 global 97
near lanes 329 global 69 # few atomics, whose results all warps wait for
# All atomics in one phase.
near phases 175 shared 16
near phases 176 shared 7
near phases 177 shared 2
# One block has most of the atomics.
near busyblock 305 shared 7
near busyblock 306 shared 7
# Compare-and-swap loops.
near loops 545 shared 92
near loops 547 shared 93
near loops 544 shared 30
# Merges: an atomic a block; histograms with one at the end.
near merge 1103 global 1
near merge 1102 global 4
near hist 534 shared 0
near hist 531 shared 49
# Queues fool it.
near queue 579 global -145 outside

# Two phases, of which the second has all the atomics. Keys that are spread cost nothing, at a U of up to 55 %; where half of them
# are alike half the time goes, at 80 %; where all of them are, at 64 to 71 %. Blocks that come later overlap.
of_phases() {
    run 0 model utilization --counters "$recordings/$1_counters.csv" --without "$recordings/$1_whatif.csv" --agreement p.csv ${2:+--code "$2"}
    columns '{
        sub(/x.*/, "", @grid)
        print "two_phases", @grid, "shared", @shared_predicted_percent, @shared_predicted_low_percent, @shared_predicted_high_percent, @shared_gain_percent
    }' p.csv >gains
}
of_phases phases "$recordings/phases.cubin"
near two_phases 527 shared 1
near two_phases 526 shared -1
near two_phases 525 shared 1
near two_phases 524 shared 0
near two_phases 523 shared 50
near two_phases 522 shared 51
of_busy_phases() {
    near two_phases 1043 shared 57
    near two_phases 513 shared 53
    near two_phases 525 shared 51
    near two_phases 526 shared 50
    near two_phases 514 shared 49
    near two_phases 524 shared 43
    near two_phases 2104 shared 43
    near two_phases 8437 shared 61
    near two_phases 8438 shared 13
}
of_phases phases_busy "$recordings/phases.cubin"
of_busy_phases
[ -z "$(awk '($4 < 10 && $7 > 20) || ($4 - $7) ^ 2 > 16 ^ 2' gains)" ] || fail "kernels in two phases: $(cat gains)"
# Without the code, or by an inspect that did not know the mark, the interval holds them all the same.
of_phases phases_busy
of_busy_phases
run 0 inspect "$recordings/phases.cubin" --csv newer.csv
sed 's/,[^,]*$//' newer.csv >older.csv
of_phases phases_busy older.csv
of_busy_phases

# Without a counter that it needs nothing is predicted, and the verdicts on the units stand. Without the second, predictions
# of PyTorch's histograms would be up to 64 points another.
for counter in l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum smsp__inst_executed_op_shared_ld.sum \
    smsp__average_warps_issue_stalled_lg_throttle_per_issue_active.ratio lts__d_atomic_input_cycles_active.avg.pct_of_peak_sustained_elapsed; do
    sed "1s/$counter/other.sum/" "$recordings/ncu_gains.csv" >less.csv
    run 0 model utilization --counters less.csv --csv u.csv
    prints "what goes away is not predicted; collect: ncu --metrics $counter"
    [ -z "$(columns '{print @gain_percent @l2_gain_percent}' u.csv | tr -d '\n')" ] || fail "predicted without $counter"
    rm u.csv
done
prints 'bottleneck L2 '

run 0 inspect "$recordings/gains.cubin" --csv code.csv
# Integers would be faster on one word alone. No ratio is above what the launch gains: a group's upper end bounds it.
run 0 model utilization --counters "$recordings/ncu_gains.csv" --code "$recordings/gains.cubin"
[ "$(grep -c ', or in integers (one word: 2.4x as fast)$' "$log/out")" -eq 1 ] || fail "advice for floats on several words"
awk -F'[( ]+' '/ would go away, / {for (i = 1; i < NF; i++) if ($i == "to") high = $(i + 1)}
    / next: .* as fast/ {n++; for (i = 1; i < NF; i++) if ($i ~ /^[0-9.]+x$/ && high < 100 && $i + 0 > 1.05 * 100 / (99.5 - high)) exit 1}
    END {if (n < 5) exit 1}' "$log/out" || fail "a ratio above what goes away, or no ratios"
prints 'sum by key first (adds of 1 to 16 words: 4.1x as fast by warp, at most 15x as fast by block)'
prints 'sum by key first (at most 2.9x as fast)'

# Where results are waited for there may be nothing to sum up by key; where a slice is full, that is why they wait.
grep -A 1 'chain_global  *171 x 32' "$log/out" | grep -qx '        next: warps wait for results, 47 % of the time at the least: leave unused what nobody needs; else several adds a thread before it needs the first result' ||
    fail "chain_global, 171 blocks: $(grep -A 1 'chain_global  *171' "$log/out")"
grep -A 1 'chain_global  *172 x 256' "$log/out" | grep -q 'next: few hot words' || fail "chain_global, 172 blocks"
sed 's/,used,/,unused,/' code.csv >unused.csv
run 0 model utilization --counters "$recordings/ncu_gains.csv" --code unused.csv
! grep -q 'warps wait for results' "$log/out" || fail "advice to leave unused what is"
run 0 model utilization --counters "$recordings/ncu_gains.csv"
prints 'leave unused what nobody needs (--code FILE says what is used); else'

# A kernel whose first launch alone has much to add: `whatif --skip 1` did not time it.
michalewicz=$here/../../results/programs/nvidia-h200/hec_michalewicz
for file in counters whatif inspect; do
    gzip -dc "$michalewicz/$file.csv.gz" >"$file.csv"
done
# said SKIP LEAST MOST
said() {
    run 0 model utilization --counters counters.csv --code inspect.csv --without whatif.csv --skip "$1" --agreement skipped.csv
    columns '@kernel == "eval" {print @l2_predicted_percent}' skipped.csv >share
    awk -v least="$2" -v most="$3" 'NR == 1 && $1 + 0 >= least && $1 + 0 <= most {ok = 1} END {exit !ok}' share ||
        fail "--skip $1: $(cat share) % of michalewicz, expected $2 to $3"
}
said 0 25 45
said 1 0 15
