# `profile` with a rocprofv3 that is a script: the GPU is known by its agent info, in each of the layouts that it has had;
# more counters than a pass takes are several runs of the program.
recordings=$here/../recordings/rocprofv3
export FAKE_LOG="$log/arguments" CUDA_HOME=/nowhere ROCM_PATH="$work/rocm"
mkdir -p rocm/bin tables
cp "$scripts/rocprofv3/rocprofv3" "$scripts/rocprofv3/rocpd" "$scripts/rocprofv3/rocm_agent_enumerator" rocm/bin
PATH=$work/rocm/bin:$PATH
export PATH

# Tables of an MI300X, by their names alone: an H200's numbers.
cp "$here/../../results/nvidia-h200/shared_service.csv" tables
sed 's/^backend,cuda/backend,hip/; s/^device_name,.*/device_name,AMD Instinct MI300X/; s/^target,.*/target,gfx942/
s/^sm_count,.*/sm_count,304/' "$here/../../results/nvidia-h200/run.csv" >tables/run.csv
mkdir results
cp -r tables results/mine

verdicts() {
    prints 'AMD Instinct MI300X, tables of'
    prints 'open: the LDS is busy for 92 % of the cycles with loads, stores, shuffles and atomics, for 0 % with atomics that return something; of its cycles 97 % are repeats for one word, 0 % for one bank; it is what holds the launch back, and no counter says that atomics keep it busy'
    prints 'bottleneck: the LDS is busy for 92 % of the cycles with loads, stores, shuffles and atomics, for 90 % with'
    prints 'not: the kernel does not use the LDS'
}
for layout in rocm-6 rocm-7; do
    export FAKE_ROCPROFV3="$recordings/$layout"
    run 0 profile --profiler rocprofv3 -o $layout --verbose -- true
    verdicts
    prints '3 launches; of shared memory: 1 bottleneck, 1 open, 1 not, 0 unknown'
    no_parts
done
run 0 model utilization --counters rocm-7/counters.csv --verbose
verdicts

# What rocpd makes of a database: by hand, and by profile, where rocprofv3 writes no CSV.
export FAKE_ROCPROFV3="$recordings/rocpd"
cat "$recordings/rocpd/agent_info.csv" "$recordings/rocpd/counter_collection.csv" >converted.csv
run 0 model utilization --counters converted.csv --verbose
verdicts
prints '6 launches; of shared memory: 2 bottleneck, 2 open, 2 not, 0 unknown'
sed 's/^Guid,/Pid,/' converted.csv >pid.csv # 7.0 called it so
run 0 model utilization --counters pid.csv
prints '6 launches; of shared memory: 2 bottleneck'
export FAKE_FORMATS=json,rocpd
run 0 profile --profiler rocprofv3 -o database -- true
prints '6 launches; of shared memory: 2 bottleneck'
grep -qx rocpd "$FAKE_LOG" || fail "it was not asked for a database"
mv rocm/bin/rocpd rocpd
run 3 profile --profiler rocprofv3 -o p -- true
says 'rocprofv3 left a database, and rocpd, which makes CSV of it, is not there'
printf '#!/bin/sh\nexit 1\n' >rocm/bin/rocpd
chmod +x rocm/bin/rocpd
run 3 profile --profiler rocprofv3 -o p -- true
says 'which makes CSV of it, failed'
mv rocpd rocm/bin/rocpd
unset FAKE_FORMATS

# In as many runs as the counters take, with the same input; the answer is that of one run.
export FAKE_ROCPROFV3="$recordings/rocm-7"
echo typed >input
rm "$FAKE_LOG"
"$program" profile --profiler rocprofv3 --counters-per-pass 3 -o passes --verbose -- cat >"$log/out" 2>"$log/err" <input || fail "passes"
[ "$(grep -cx typed "$log/out")" -eq 3 ] || fail "not three runs with the input"
verdicts
[ "$(grep -cx -e --pmc "$FAKE_LOG")" -eq 3 ] || fail "not three passes"
same passes/utilization.csv rocm-7/utilization.csv
mv rocm/bin/rocprofv3 real
printf '#!/bin/sh\ncase "$*" in *pass-1*) export FAKE_SECOND="s/none(/other(/" ;; esac\nexec %s/real "$@"\n' "$work" >rocm/bin/rocprofv3
chmod +x rocm/bin/rocprofv3
run 3 profile --profiler rocprofv3 --counters-per-pass 4 -o p -- true
says "launch 3 is 'none(float*, int)' in the first run of the program and 'other(float*, int)' in run 2"
[ ! -e p ] || fail "p was made"
mv real rocm/bin/rocprofv3

# Which counters: those of the GPU that is there, or that is named.
run 0 profile --show-counters --profiler rocprofv3
prints 'SQ_INSTS_LDS SQ_LDS_ATOMIC_RETURN SQ_LDS_IDX_ACTIVE'
run 0 profile --show-counters --profiler rocprofv3 --target gfx1100
[ "$(cat "$log/out")" = 'SQ_INSTS_LDS SQC_LDS_IDX_ACTIVE SQC_LDS_BANK_CONFLICT SQ_WAVE_CYCLES GRBM_GUI_ACTIVE' ] || fail "RDNA: $(cat "$log/out")"
rm "$FAKE_LOG"
FAKE_GPU=gfx1100 run 2 profile --profiler rocprofv3 -o rdna -- true
grep -qx SQC_LDS_IDX_ACTIVE "$FAKE_LOG" || fail "RDNA has other counters"
! grep -qx SQ_LDS_IDX_ACTIVE "$FAKE_LOG" || fail "RDNA has no such counter"
FAKE_GPU=x run 0 profile --profiler rocprofv3 -o unnamed -- true
says 'rocm_agent_enumerator names no GPU: asking for the counters of gfx942; --target says another'

# Another GPU, and a part of this one.
sed 's/MI300X/MI325X/' passes/counters.csv >other.csv
run 2 model utilization --table tables --counters other.csv
says "a launch on 'AMD Instinct MI325X', and the tables are of 'AMD Instinct MI300X'; --other-gpu takes them nevertheless"
sed 's/,8,304,/,1,38,/' passes/counters.csv >part.csv
run 2 model utilization --table tables --counters part.csv
says 'a launch on 38 compute units, and the tables are of 304: another partition of AMD Instinct MI300X, or another model'
sed 's/AMD Instinct MI300X/unknown/' passes/counters.csv >unknown.csv
run 0 model utilization --table tables --counters unknown.csv
sed 's/gfx942/gfx950/; s/AMD Instinct MI300X/unknown/' passes/counters.csv >gfx950.csv
run 2 model utilization --table tables --counters gfx950.csv
says 'a launch on gfx950, and the tables are of gfx942'
# Counters that cannot be.
sed 's/SQ_LDS_IDX_ACTIVE,143640000/SQ_LDS_IDX_ACTIVE,243640000/' passes/counters.csv >wrong.csv
run 0 model utilization --table tables --counters wrong.csv
prints 'the counters contradict each other'
