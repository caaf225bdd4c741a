# Verdicts against what goes away: launches whose kernels `whatif` ran without their atomics. None that is `not` loses a third
# of its time, and none that is a bottleneck of the L2 less than a third; cases that fool a model stand by name.
recordings=$here/../recordings
tables=$here/../../results/nvidia-h100

run 0 model utilization --table "$tables" --counters "$recordings/ncu_gains.csv" --code "$recordings/gains.cubin" --csv u.csv
prints 'of the L2: 23 bottleneck, 17 likely, 27 not, 4 unknown'
sed -n 's/^"\([0-9]*\)","\(void \)\{0,1\}\([a-z_]*\).*","(\([0-9]*\), 1, 1)","9.0.*/\1 \3 \4/p' "$recordings/ncu_gains.csv" >grids
columns '@of == "kernel" {print @grid_x, @without, @time_ns}' "$recordings/gains_whatif.csv" >time_of
columns '{print @launch, @verdict, @l2_verdict}' u.csv >verdicts
# 1 kernel, 2 grid, 3 atomics, 4 verdict, 5 share of the time that goes away
awk 'FILENAME == "grids" {kernel[$1] = $2; grid[$1] = $3}
    FILENAME == "verdicts" {shared[grid[$1]] = $2; l2[grid[$1]] = $3; name[grid[$1]] = kernel[$1]}
    FILENAME == "time_of" && $3 != "" {time[$1 " " $2] = $3}
    END {
        for (g in shared) {
            if ((g " shared") in time) print name[g], g, "shared", shared[g], 1 - time[g " shared"] / time[g " none"]
            if ((g " global") in time) print name[g], g, "global", l2[g], 1 - time[g " global"] / time[g " none"]
        }
    }' grids verdicts time_of >gains
[ "$(wc -l <gains)" -ge 90 ] || fail "$(wc -l <gains) kernels were joined"
wrong=$(awk '$4 == "not" && $5 > 1 / 3' gains)
[ -z "$wrong" ] || fail "not, and a third goes away: $wrong"
wrong=$(awk '$3 == "global" && $4 == "bottleneck" && $1 != "queue" && $5 < 1 / 3' gains)
[ -z "$wrong" ] || fail "a bottleneck, and less than a third goes away: $wrong"

# is KERNEL GRID ATOMICS VERDICT
is() { grep -q "^$1 $2 $3 $4 " gains || fail "$1 $2: $(grep "^$1 $2 $3 " gains), expected $4"; }
is scatter 548 global bottleneck    # floats to one word: 43 % of what integers could be
is scatter 552 global bottleneck    # integers
is scatter 549 global bottleneck    # floats to 32 words take as long as integers
is scatter 560 global likely        # floats to a million words in a kernel that computes: nothing goes away
is scatter 557 global likely        # a quarter of them on one word
is lanes 329 global likely          # results of few atomics that all warps wait for: two thirds go away
is merge 1103 global 'not'          # an atomic a block
is hist 534 shared 'not'
is hist 531 shared bottleneck
is chain_shared 170 shared bottleneck
is busyblock 306 shared likely      # one block has most
is phases 175 shared 'not'          # all atomics in one phase
is loops 545 shared bottleneck      # compare-and-swap loops

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
