# What an emulator took is marked in run.csv, and refused wherever times mean something.
export GA_EMULATED=1
run 0 run --device "fake:$scripts/steady.txt" --bench shared_service --axis n=1,2 --axis e=1 --axis c=0 --samples 6 --out out
says "is emulated: its times say nothing of a GPU"
[ "$(value device_emulated)" = yes ] || fail "run.csv has device_emulated '$(value device_emulated)'"
run 77 devices --device "fake:$scripts/steady.txt"
prints ", emulated: its times say nothing of a GPU"
unset GA_EMULATED

refusal="out/run.csv: device_emulated is 'yes'; an emulator's times say nothing of a GPU"
run 2 compare out out
says "$refusal"
run 2 answers out
says "$refusal"
run 2 model utilization --table out --counters "$here/../recordings/ncu_raw.csv"
says "$refusal"
cp out/shared_service.csv out/global_threads_per_warp.csv
run 2 findings out
says "$refusal"

# Nor is a run that an emulator began gone on with on a GPU.
sed -i '3d' out/shared_service.csv
run 2 run --resume --out out
says "device_emulated was 'yes' and is '' now"

GA_EMULATED=yes run 2 devices --device cpu
says "GA_EMULATED is 'yes', expected 1"

# A GPU says nothing of it.
run 0 run --device "fake:$scripts/steady.txt" --bench shared_service --axis n=1 --axis e=1 --axis c=0 --samples 6 --out gpu
! grep -q device_emulated gpu/run.csv || fail "a GPU is called emulated"
