# --keep-samples: every sample of every benchmark, by its own timer, with the visit that it is of, in each process of a set.
bench="--bench fence_fence --bench lock_mutex --bench global_baseline"
# shellcheck disable=SC2086 # several options
run 0 run --device "fake:$scripts/steady.txt" $bench --samples 40 --keep-samples --repeat 2 --out out
for process in 1 2; do
    for table in fence_fence:cycles lock_mutex:ns global_baseline:cycles,ns; do
        name=out/process-$process/${table%:*}
        [ "$(head -n 1 "${name}_samples.csv")" = "$(head -n 1 "$name.csv" | sed 's/,status,.*//'),sample,visit,${table#*:}" ] ||
            fail "${name}_samples.csv: $(head -n 1 "${name}_samples.csv")"
        rows "${name}_samples.csv" "$(columns '{n += @n_samples} END {print n}' "$name.csv")"
        visits=$(columns '{n += @n_visits} END {print n}' "$name.csv")
        begun=$(columns 'before != @visit || @sample == 0 {n++} {before = @visit} END {print n}' "${name}_samples.csv")
        [ "$begun" -eq "$visits" ] || fail "${name}_samples.csv: $begun visits, expected $visits"
    done
done
[ -z "$(find out -maxdepth 1 -name '*_samples.csv')" ] || fail "samples of a set, which has none of its own"

# One piece a benchmark: of the one that was interrupted nothing is there, and it is measured anew.
{ repeat 700 100; echo break; repeat 3000 100; } >script
run 130 run --device fake:script --bench fence_fence --bench global_baseline --samples 6 --keep-samples --out again
[ -e again/global_baseline_samples.csv ] || fail "global_baseline, which was finished, has no samples"
[ ! -e again/fence_fence_samples.csv ] || fail "half of the samples of fence_fence"
! grep '^fence_fence' again/run.csv || fail "run.csv tells of fence_fence, of which nothing is kept"
run 2 run --resume --keep-samples --out again
run 0 run --resume --out again --device "fake:$scripts/steady.txt"
rows again/fence_fence_samples.csv "$(columns '{n += @n_samples} END {print n}' again/fence_fence.csv)"
