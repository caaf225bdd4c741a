# What NVML says while a benchmark is measured is in run.csv, of the GPU with that UUID; what it does not say is not, and
# nothing ends the run.
echo 100 >script
echo 'uuid=GPU-one' | cat - script >one
echo 'uuid=GPU-two' | cat - script >two
# asked KIND DEVICE: of that stand-in for the library, after a run into out/.
asked() {
    rm -rf out
    LD_LIBRARY_PATH="$GA_NVML/$1" run 0 run --device "fake:$2" --bench global_baseline --bench global_divergence --out out
}
is() { [ "$(value "$1")" = "$2" ] || fail "$1 is '$(value "$1")', expected '$2'"; }
told() { grep -E '^[a-z_]+\.(sm_mhz|memory_mhz|power_w|temperature_c|performance_state|throttle)|^ecc_pending|^conditions' out/run.csv; }

# Twice for each benchmark, after the warm-up and at its end.
asked WHOLE one
is global_baseline.sm_mhz_least 1965
is global_baseline.sm_mhz_most 1980
is global_baseline.memory_mhz_least 2619
is global_baseline.memory_mhz_most 2619
is global_baseline.power_w_least 71.5
is global_baseline.power_w_most 171.5
is global_baseline.temperature_c_most 31
is global_baseline.performance_state_least 0
is global_baseline.throttle 'idle; software power cap; bit 9'
is global_divergence.sm_mhz_least 1935
is global_divergence.power_w_most 371.5
is global_divergence.throttle 'software power cap; bit 9'
is ecc_pending off
is conditions ''
[ "$(told | wc -l)" -eq 23 ] || fail "other lines: $(told)"
# A run that goes on keeps what was seen before.
sed -i '/^global_divergence/d' out/run.csv
sed -i 's/^global_baseline.power_w_most,.*/global_baseline.power_w_most,600/; s/^\(global_baseline.throttle\),.*/\1,sync boost/' out/run.csv
rm out/global_baseline.csv
LD_LIBRARY_PATH="$GA_NVML/WHOLE" run 0 run --resume --out out
is global_baseline.power_w_most 600
is global_baseline.power_w_least 71.5
is global_baseline.throttle 'sync boost; idle; software power cap; bit 9'

asked WHOLE two
is global_baseline.memory_mhz_most 3201
is global_baseline.power_w_least 72
is global_baseline.temperature_c_least 55
is ecc_pending on

# An older driver's name of the reasons; what is not supported, or not there, has no line.
asked OLD one
is global_baseline.throttle none
asked OLD two
is global_baseline.throttle 'hardware slowdown'
export STAND_IN=poor
asked WHOLE one
is global_baseline.sm_mhz_most 1980
is global_baseline.temperature_c_most 31
[ "$(told | wc -l)" -eq 8 ] || fail "what is not supported is said: $(told)"
unset STAND_IN
asked FEW one
[ -z "$(told)" ] || fail "something was made up: $(told)"

# Where nothing can be asked a line says why; none for a device that has no such library.
asked NONE one
is conditions 'not known: libnvidia-ml.so.1: has no nvmlInit_v2'
export STAND_IN=no_driver
asked WHOLE one
is conditions 'not known: libnvidia-ml.so.1: does not start: Driver Not Loaded'
unset STAND_IN
sed 's/one/three/' one >three
asked WHOLE three
is conditions 'not known: libnvidia-ml.so.1: GPU-three: Not Found'
asked nowhere three
[ "$(told | wc -l)" -eq 1 ] || fail "more than why: $(told)"
value conditions | grep -q '^not known: libnvidia-ml.so.1: ' || fail "no reason: $(told)"
asked WHOLE script
[ -z "$(told)" ] || fail "a device without a UUID: $(told)"
rm -rf out
LD_LIBRARY_PATH="$GA_NVML/WHOLE" run 0 run --device cpu --bench global_baseline --axis adds=128 --samples 6 --out out
[ -z "$(told)" ] || fail "the reference backend: $(told)"

# Neither asks a profiler's run; a set of several processes has what any of them saw.
rm -rf out
LD_LIBRARY_PATH="$GA_NVML/WHOLE" run 0 run --device fake:one --bench global_baseline --once --out out
[ -z "$(told)" ] || fail "--once: $(told)"
rm -rf out
LD_LIBRARY_PATH="$GA_NVML/WHOLE" run 0 run --device fake:one --bench global_baseline --repeat 2 --out out
sed -i 's/^\(global_baseline.temperature_c_most\),.*/\1,80/; s/^\(global_baseline.throttle\),.*/\1,display clocks/; s/^\(global_baseline.sm_mhz_least\),.*/\1,1400/' out/process-2/run.csv
run 0 run --resume --out out
is global_baseline.temperature_c_least 31
is global_baseline.temperature_c_most 80
is global_baseline.sm_mhz_least 1400
is global_baseline.sm_mhz_most 1980
is global_baseline.throttle 'idle; software power cap; bit 9; display clocks'
