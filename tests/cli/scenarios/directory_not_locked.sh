# Without a lock on its directory nothing is run, for whatever reason; where there are no locks, the user is told once.
[ -z "$GA_SANITIZED" ] || exit 77
mkdir there
all='--bench shared_service --axis n=1 --axis e=1 --axis c=0 --samples 6'

# broken HOW CODE ARGUMENT...: runs the program on a host that is.
broken() (
    preload broken_host
    export GA_BROKEN="$1"
    shift
    run "$@"
)
for out in there new; do
    # shellcheck disable=SC2086 # options
    broken no_file 4 run --device "fake:$scripts/steady.txt" $all --out $out || exit 1
    says "$out: cannot be locked: Too many open files"
    [ -z "$(ls $out)" ] || fail "$out has $(ls $out)"
done
# shellcheck disable=SC2086
run 0 run --device "fake:$scripts/steady.txt" $all --out out
sed -i 's/^status,complete/status,interrupted/' out/run.csv
cp out/run.csv interrupted
broken no_file 4 run --resume --out out || exit 1
says 'out: cannot be locked: Too many open files'
same interrupted out/run.csv

# shellcheck disable=SC2086
broken no_locks 0 run --device "fake:$scripts/steady.txt" $all || exit 1
# shellcheck disable=SC2086
broken no_locks 0 run --device "fake:$scripts/steady.txt" $all || exit 1 # which takes a second directory
prints 'results in results/fake-2'
[ "$(grep -c 'has no locks' "$log/err")" -eq 1 ] || fail "it is not said once"
says 'warning: results/fake-2: its file system has no locks; let no other run write there meanwhile'
