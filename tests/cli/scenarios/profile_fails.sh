# `profile` where it fails: says why, and leaves no counters.
recordings=$here/../recordings
export FAKE_LOG="$log/arguments" FAKE_NCU=nothing

# refused CODE MESSAGE ARGUMENT...
refused() {
    wanted_code=$1 message=$2
    shift 2
    run "$wanted_code" profile "$@"
    says "$message"
    [ ! -e p ] || fail "p was made"
}
# No profiler, and what is wanted of one.
export CUDA_HOME=/nowhere ROCM_PATH=/nowhere
mkdir bin
echo '#!/bin/sh' >bin/true
chmod +x bin/true
if [ ! -e /usr/local/cuda/bin/ncu ] && [ ! -e /opt/rocm/bin/rocprofv3 ]; then
    env PATH="$work/bin" "$program" profile -o p -- true >"$log/out" 2>"$log/err"
    code=$?
    [ $code -eq 3 ] || fail "exit status $code without a profiler"
    says 'looked for ncu in PATH, $CUDA_HOME/bin and /usr/local/cuda/bin; rocprofv3 in PATH, $ROCM_PATH/bin'
fi
CUDA_HOME=$work/cuda
mkdir -p cuda/bin
cp "$scripts/ncu/ncu" cuda/bin
! command -v ncu >/dev/null || PATH=$work/cuda/bin:$PATH # ahead of the vendor's, which $CUDA_HOME is not
refused 2 'profile: no kernels were profiled: true launched none' -o p -- true
refused 2 "--profiler: 'nvprof' is not known; expected ncu or rocprofv3" -o p --profiler nvprof -- true
refused 2 'profile: which program? It stands behind --' -o p
refused 2 'profile: which program? It stands behind --' -o p --
refused 2 "the program stands behind --: gpu-atomics profile -- ./x" -o p ./x
refused 2 "profile: './missing': there is no such program" -o p -- ./missing
refused 2 "profile: 'no-such-program-x': there is no such program in PATH" -o p -- no-such-program-x
refused 2 'choose another --out' -o p%p -- true
refused 4 'empty/run.csv: cannot be read' -o p --table empty -- true
refused 2 'did you mean --profiler?' --profilr ncu -- true

# What would refuse the counters refuses the program.
cp -r "$here/../../results/nvidia-h200" tables
refused 2 '--global-lanes 64: a warp of NVIDIA H200 has 32 lanes' -o p --table tables --global-lanes 64 -- touch ran
refused 2 '--global-lanes 64: a warp of an NVIDIA GPU has 32 lanes' -o p --global-lanes 64 -- touch ran
refused 2 '--emulated: needs --useful, too' -o p --emulated add-u64 -- touch ran
mkdir theirs
echo mine >theirs/utilization.csv
refused 2 'theirs/utilization.csv: is there and is no answer of the model; not replaced' -o theirs -- touch ran
[ "$(ls theirs; cat theirs/utilization.csv)" = 'utilization.csv
mine' ] || fail "theirs has $(ls theirs)"
[ ! -e ran ] || fail "the program was run"

FAKE_NCU=forbidden
refused 3 'may not read the GPU'"'"'s counters (ERR_NVGPUCTRPERM): run it as root, or have the driver loaded with the option NVreg_RestrictProfilingToAdminUsers=0' -o p -- true
FAKE_NCU=dies
refused 3 'ncu was ended by signal 9' -o p -- true
FAKE_NCU=refuses
refused 3 'ncu ended with exit code 9: Failed to find metric nonsense.sum' -o p -- true
FAKE_NCU=silent
refused 3 'left no counters' -o p -- true
FAKE_NCU=$recordings/ncu_raw.csv
refused 3 'profile: sh failed with exit code 42' -o p -- sh -c 'exit 42'
mkdir mine # a directory that was there stays
run 3 profile -o mine -- sh -c 'exit 7'
[ -d mine ] || fail "mine was removed"
no_parts

# rocprofv3: its files in one, and none if there are none.
CUDA_HOME=/nowhere ROCM_PATH=$work/rocm FAKE_ROCPROFV3=$recordings/rocprofv3.csv
export FAKE_ROCPROFV3
mkdir -p rocm/bin
cp "$scripts/rocprofv3/rocprofv3" rocm/bin
! command -v rocprofv3 >/dev/null || PATH=$work/rocm/bin:$PATH
run 0 profile --profiler rocprofv3 -o amd --table tables --other-gpu -- printf '<%s>\n' 'a b' --pmc
prints '<a b>
<--pmc>'
prints 'counters of rocprofv3: not run on hardware'
cat "$recordings/rocprofv3.csv" "$recordings/rocprofv3.csv" >both.csv
same both.csv amd/counters.csv
for counter in SQ_INSTS_LDS SQ_LDS_IDX_ACTIVE GRBM_GUI_ACTIVE; do
    grep -qx $counter "$FAKE_LOG" || fail "rocprofv3 was not asked for $counter"
done
refused 2 'say which tables with --table' --profiler rocprofv3 -o amd2 -- true
refused 2 'the file does not say on what GPU' --profiler rocprofv3 --table tables -o amd3 -- true
refused 2 "--nvtx: names of ranges are ncu's" --profiler rocprofv3 --nvtx -o p -- true
FAKE_ROCPROFV3=nothing
refused 2 'the profiler left no counter_collection.csv' --profiler rocprofv3 --table tables --other-gpu -o p -- true
refused 3 "rocprofv3 ended with 5, which is 'sh's code if it failed" --profiler rocprofv3 --table tables --other-gpu -o p -- sh -c 'exit 5'
no_parts

# SIGTERM, to this program alone: the profiler ends, too, and nothing is left, also of a process that had ended.
FAKE_ROCPROFV3=$recordings/rocprofv3.csv
FAKE_EARLY=yes "$program" profile --profiler rocprofv3 --table tables --other-gpu -o ended -- sleep 20 >"$log/out" 2>"$log/err" </dev/null &
for _ in $(seq 300); do
    [ ! -s ended/profiler.part/pass-0/host/0_counter_collection.csv ] || break
    sleep 0.1
done
sleep 0.2
kill -TERM $!
wait $!
code=$?
[ $code -eq 130 ] || fail "exit status $code, expected 130"
[ ! -e ended ] || fail "left: $(ls ended)"
no_parts

# What a profile left that was killed itself is not the next one's.
mkdir -p left/profiler.part/host
cp "$recordings/rocprofv3.csv" left/profiler.part/host/0_counter_collection.csv
run 0 profile --profiler rocprofv3 --table tables --other-gpu -o left -- true
same both.csv left/counters.csv
no_parts
mkdir -p left-ncu/profiler.part
cp "$recordings/ncu_raw.csv" left-ncu/profiler.part/counters.csv
CUDA_HOME=$work/cuda FAKE_NCU=silent
run 3 profile --profiler ncu -o left-ncu -- true
says 'left no counters'
no_parts

# A link that somebody put where the profiler writes is not followed.
FAKE_NCU=$recordings/ncu_raw.csv
mkdir linked elsewhere
echo theirs >elsewhere/counters.csv
ln -s ../elsewhere linked/profiler.part
ln -s ../elsewhere/counters.csv linked/counters.csv.part
run 0 profile --profiler ncu --table tables -o linked -- true
rows linked/utilization.csv 13
[ "$(cat elsewhere/counters.csv)" = theirs ] || fail "the link was followed"
[ -L linked/counters.csv.part ] || fail "what is not the program's own was removed"
