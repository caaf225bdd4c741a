# Verdicts against what goes away: launches whose kernels `whatif` ran without their atomics. None that is `not` loses a third
# of its time, and none that is a bottleneck of the L2 less than a third; cases that fool a model stand by name.
recordings=$here/../recordings
tables=$here/../../results/nvidia-h100

run 0 model utilization --table "$tables" --counters "$recordings/ncu_gains.csv" --code "$recordings/gains.cubin" --without "$recordings/gains_whatif.csv" --agreement a.csv
prints 'of the L2: 23 bottleneck, 17 open, 27 not, 4 unknown'
prints '70 kernels with atomics or fences: 4 disagree, 40 agree, 24 claim nothing, 2 not measured'
# kernel, blocks, atomics, verdict, percent of the time that goes away
columns '{
    gsub(/"|<[^>]*>/, "", @kernel); sub(/x.*/, "", @grid)
    if (@shared_gain_percent != "") print @kernel, @grid, "shared", @verdict, @shared_gain_percent
    if (@global_gain_percent != "") print @kernel, @grid, "global", @l2_verdict, @global_gain_percent
}' a.csv >gains
[ "$(wc -l <gains)" -ge 90 ] || fail "$(wc -l <gains) gains"
wrong=$(awk '$4 == "not" && $5 > 100 / 3' gains)
[ -z "$wrong" ] || fail "not, and a third goes away: $wrong"
wrong=$(awk '$3 == "global" && $4 == "bottleneck" && $1 != "queue" && $5 < 100 / 3' gains)
[ -z "$wrong" ] || fail "a bottleneck, and less than a third goes away: $wrong"

# is KERNEL BLOCKS ATOMICS VERDICT PERCENT, which goes away: cases that fool a model.
is() {
    found=$(awk -v k="$1" -v g="$2" -v a="$3" '$1 == k && $2 == g && $3 == a {print $4, sprintf("%.0f", $5) + 0}' gains)
    [ "$found" = "$4 $5" ] || fail "$1 $2 $3: $found, expected $4 $5"
}
# Scatter: floats to one word (43 % of what integers could be), a quarter of them on one, to 32; integers to one.
is scatter 548 global bottleneck 100
is scatter 557 global open 99
is scatter 549 global bottleneck 99
is scatter 552 global bottleneck 100
is scatter 560 global open 0 # to a million words in a kernel that computes
# Latency chains: one warp of an SM (8, 32) that waits for each result.
is chain_shared 168 shared 'not' 17
is chain_shared 169 shared open 27
is chain_shared 170 shared bottleneck 60
is chain_global 171 global open 91
is chain_global 172 global bottleneck 97
is lanes 329 global open 68 # few atomics, whose results all warps wait for
# All atomics in one phase.
is phases 175 shared 'not' 14
is phases 176 shared 'not' 5
is phases 177 shared 'not' 1
# One block has most of the atomics.
is busyblock 305 shared open 5
is busyblock 306 shared open 6
# Queues: without its atomics every place is one, which is no gain of theirs.
is queue 577 global bottleneck 89
is queue 578 global bottleneck 19
is queue 579 global bottleneck -163
# Compare-and-swap loops.
is loops 545 shared bottleneck 91
is loops 547 shared bottleneck 93
is loops 544 shared open 27
# Merges: an atomic a block; histograms with one at the end.
is merge 1103 global 'not' 1
is merge 1102 global 'not' 4
is hist 534 shared 'not' 0
is hist 531 shared bottleneck 45

# Integers would be faster on one word alone.
run 0 model utilization --table "$tables" --counters "$recordings/ncu_gains.csv" --code "$recordings/gains.cubin"
[ "$(grep -c '; integers take 1/2.36 of the time' "$log/out")" -eq 1 ] || fail "advice for floats on several words"

# Nor is a verdict wrong on the launches of the case study that have an atomic more and less: where the L2 may be why they
# wait, a `not` of shared memory claims nothing.
for gpu in h100 h200; do
    set="$here/../../results/nvidia-$gpu"
    run 0 model utilization --table "$set" --counters "$set/histogram_counters.csv" --csv histogram.csv
    run 0 model verdicts --times "$set/shared_histogram.csv" --utilization histogram.csv
    rm histogram.csv
done
