# Several devices at once: a directory and a log each; a device that fails does not stop the others; who reaches beyond its
# GPU waits for the others, and they for it.
echo 1000 >one
echo 1010 >two
{ repeat 3 1000; echo lost; } >three
set -- --bench shared_service --bench global_baseline --axis n=1,2 --axis e=1 --axis c=0 --samples 6
run 0 run --device fake:one,fake:two "$@" --out out
prints 'fake:two: begun; says what it does in out/fake-two.log'
prints 'fake:one: complete after'
prints 'which card is unlike the others: gpu-atomics fleet out'
for d in one two; do
    grep -q '^status,complete$' out/fake-$d/run.csv || fail "fake-$d is not complete"
    grep -q 'global_baseline' out/fake-$d.log || fail "fake-$d.log says nothing"
done
[ "$(columns '@status == "ok" {print @median_cycles; exit}' out/fake-two/shared_service.csv)" = 1010 ] || fail "not of device two"
[ ! -e out/turns ] || fail "left behind: out/turns"

# One that fails is named with its log; resumed on a device that works, it goes on.
run 3 run --device fake:one,fake:three "$@" --out some
says '1 of 2 devices did not end ok: fake:three; why is in some/*.log'
grep -q '^status,complete$' some/fake-one/run.csv || fail "the other did not end"
grep -q 'the device is lost' some/fake-three.log || fail "the log does not say why"
echo 1000 >three
run 0 run --resume --device fake:one,fake:three --out some
grep -q '^status,complete$' some/fake-three/run.csv || fail "it did not go on"

# Refused before anything is written.
run 2 run --device fake:one,fake:one --out no
says 'fake:one is there twice'
run 2 run --device fake:one, --out no
says 'expected all, or at most'
run 2 run --device all
says '--device all: where to?'
run 3 run --device all --out no
says '--device all: there is no GPU that this program can use'
[ ! -e no ] || fail "a directory was made"

# Turns. Of what stays within its GPU all go on together; global_host_atomics waits until nobody else measures.
command -v flock >/dev/null || exit 0
: >turns
export GA_TURNS="$PWD/turns"
(
    flock -s 9
    while [ ! -e free ] && kill -0 $$; do sleep 0.1; done
) 9<>turns >"$log/holder" 2>&1 &
holder=$!
sleep 0.3
run 0 run --device fake:one "$@" --out with
"$program" run --device cpu --bench global_host_atomics --preset quick --axis memory=pinned --axis who=gpu --out alone \
    >"$log/alone" 2>&1 &
waiting=$!
sleep 1
[ -e alone/run.csv ] || fail "it did not begin: $(cat "$log/alone")"
[ ! -e alone/global_host_atomics.csv ] || fail "global_host_atomics did not wait"
contains "$log/alone" 'global_host_atomics: waits for the other devices'
touch free
wait "$waiting" || fail "it did not go on: $(cat "$log/alone")"
[ -e alone/global_host_atomics.csv ] || fail "nothing was measured"
wait "$holder"
rm free
(
    flock -x 9
    while [ ! -e free ] && kill -0 $$; do sleep 0.1; done
) 9<>turns >"$log/holder" 2>&1 &
holder=$!
sleep 0.3
"$program" run --device fake:one "$@" --out within >"$log/within" 2>&1 &
waiting=$!
sleep 0.7
[ ! -e within/shared_service.csv ] || fail "shared_service did not wait"
# Who waits can be interrupted.
kill -INT "$waiting"
wait "$waiting"
code=$?
[ "$code" -eq 130 ] || fail "exit status $code of what was interrupted, expected 130: $(cat "$log/within")"
touch free
wait "$holder"
unset GA_TURNS

# All are told to end.
repeat 4000 1000 >one
"$program" run --device cpu,fake:one --out long >"$log/long" 2>&1 &
several=$!
i=0
while [ ! -e long/cpu/run.csv ] && [ $i -lt 100 ]; do
    sleep 0.1
    i=$((i + 1))
done
sleep 0.5
kill -TERM $several
wait $several
code=$?
[ "$code" -eq 130 ] || fail "exit status $code, expected 130: $(cat "$log/long")"
contains "$log/long" 'cpu: interrupted after'
grep -q '^status,interrupted$' long/cpu/run.csv || fail "cpu was not told to end"
