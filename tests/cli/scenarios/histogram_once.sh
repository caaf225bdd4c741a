# For a profiler each point is sampled once, with no warm-up and no sentinel, and a resumed run stays so. The
# check holds for it as for any other run.
small='--axis kernel=plain --axis result=used --axis counter=word --axis image=solid --axis pixels=64'
# shellcheck disable=SC2086 # a list of options
run 0 run --device cpu --bench shared_histogram $small --once --out out
rows out/shared_histogram.csv 3
once=$(columns '{print @status, @n_samples}' out/shared_histogram.csv | sort -u)
[ "$once" = "ok 1" ] || fail "not one sample each: $once"
[ "$(value shared_histogram.samples_cap)" = 1 ] || fail "more than one sample"
[ "$(value shared_histogram.sentinel_visits)" = 0 ] || fail "a sentinel was measured"
sed -i 3d out/shared_histogram.csv
cell out/shared_histogram.csv 2 slope_ns -3.5e+05 # a slope can be below 0
sed -i 's/^status,.*/status,interrupted/' out/run.csv
run 0 run --resume --out out
rows out/shared_histogram.csv 3
[ "$(value shared_histogram.sentinel_visits)" = 0 ] || fail "a sentinel was measured after it was resumed"
