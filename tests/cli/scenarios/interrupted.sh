# Ctrl-C in the second of three slices: the first is written, of the second no point has all its visits, the third is not begun.
all='--bench shared_service --axis n=all --axis e=all --axis c=all --samples 6'
run 0 run --device "fake:$scripts/steady.txt" $all --out whole
{ repeat 500 100; echo break; repeat 3000 100; } >script
run 130 run --device fake:script $all --out out
says interrupted
says 'run --resume --out out'
state interrupted
rows out/shared_service.csv 64
no_parts
run 0 run --resume --out out --device "fake:$scripts/steady.txt"
state complete
same whole/shared_service.csv out/shared_service.csv

# The command that goes on can be copied, whatever the directory is called.
for directory in 'a b' "it's"; do
    { repeat 500 100; echo break; repeat 3000 100; } >script
    run 130 run --device fake:script $all --out "$directory"
    eval "set -- $(sed -n 's/.*`gpu-atomics \(.*\)`.*/\1/p' "$log/err")"
    [ "$4" = "$directory" ] || fail "the command is for $4, expected $directory"
    run 2 model utilization --table "$directory" --counters "$here/../recordings/ncu_raw.csv"
    eval "set -- $(sed -n 's/.*`gpu-atomics \(.*\)`.*/\1/p' "$log/err")"
    [ "$4" = "$directory" ] || fail "the model's command is for $4, expected $directory"
done
