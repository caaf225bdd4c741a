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

# Interrupted, what has all its visits is kept with its samples, and --resume goes on: 100 are of before, 200 of afterwards.
echo 200 >other
times_of() { sed 1d "$1_samples.csv" | sed 's/.*,//' | sort | uniq -c | tr -s ' \n' ' '; }
{ repeat 1400 100; echo break; } >script
run 130 run --device fake:script --preset paper --bench global_baseline --bench fence_fence --samples 6 --keep-samples --out again
[ "$(columns '{n += @n_samples} END {print n}' again/fence_fence.csv)" = 768 ] || fail "not 128 points of fence_fence"
[ "$(times_of again/fence_fence)" = ' 768 100 ' ] || fail "other samples than of these: $(times_of again/fence_fence)"
for copy in fewer visit sample none; do cp -r again $copy; done
run 2 run --resume --keep-samples --out again
run 0 run --resume --out again --device fake:other
[ "$(times_of again/fence_fence)" = ' 768 100 1392 200 ' ] || fail "the samples of before are lost: $(times_of again/fence_fence)"
[ "$(columns '{n += @n_samples} END {print n}' again/fence_fence.csv)" = 2160 ] || fail "not all points"
columns '{print @visit}' again/fence_fence_samples.csv | uniq -c | awk '$1 != 1 || $2 != (NR - 1) % 6 {exit 1}' || fail "visits"

# Samples that are not those of the rows are refused, with what to do; that done, all is measured anew.
sed -i '$d' fewer/fence_fence_samples.csv
sed -i '2s/,0,100$/,9,100/' visit/fence_fence_samples.csv
sed -i '2s/,0,0,100$/,1,0,100/' sample/fence_fence_samples.csv
rm none/fence_fence_samples.csv
for copy in fewer:2 visit:2 sample:2 none:4; do
    run "${copy#*:}" run --resume --out "${copy%:*}" --device fake:other
    says "to measure the benchmark anew, remove ${copy%:*}/fence_fence.csv and fence_fence_samples.csv"
done
run 2 run --resume --out fewer --device fake:other
says '5 samples of scope=system, order=threadfence, '
rm fewer/fence_fence.csv fewer/fence_fence_samples.csv
run 0 run --resume --out fewer --device fake:other
[ "$(times_of fewer/fence_fence)" = ' 2160 200 ' ] || fail "$(times_of fewer/fence_fence)"
