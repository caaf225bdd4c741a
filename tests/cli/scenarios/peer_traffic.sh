# Blocks that store beside messages store at one rate, however many samples a visit has: all visits begin with warm-up. If it
# counted in the bytes alone, a visit of one sample would have 4.2 times the rate of one with twenty.
for samples in 6 120; do
    run 0 run --device cpu --preset quick --bench fence_peer_messages --axis traffic=stores --samples $samples --out "of_$samples"
done
rates=$(columns '{ n[FILENAME]++; sum[FILENAME] += @traffic_gb_per_s; visit[FILENAME] = @n_samples / @n_visits }
    END { for (f in n) print visit[f], sum[f] / n[f] }' of_6/fence_peer_messages.csv of_120/fence_peer_messages.csv | sort -n)
awk '{ visit[NR] = $1; rate[NR] = $2 }
    END { exit !(visit[1] == 1 && visit[2] == 20 && rate[2] > 0 && rate[1] < 2.5 * rate[2] && rate[2] < 2.5 * rate[1]) }' <<END ||
$rates
END
    fail "samples a visit, GB/s: $rates"
