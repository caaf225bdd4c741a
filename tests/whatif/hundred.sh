#!/bin/sh
# hundred.sh PROGRAM TOOLS LIBRARY INJECTED MODULE: a hundred runs in a row, each of which starts a process that outlives it and
# writes files; two crash, one hangs. Each ends in time; no process, zombie, file or mount is left.
# shellcheck disable=SC2154 # case.sh has the variables
[ "${SESSION:-}" ] || SESSION=own exec setsid -w sh "$0" "$@"
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/whatif/case.sh disable=SC1091
. "$here/case.sh"
cp "$3" "$work/bin/libgpu-atomics-whatif.so"
export CUDA_INJECTION64_PATH=tests # CUPTI isn't asked: there is no GPU
nap=nap$$
ln "$program" "$work/bin/$nap"
cat >starter <<END
#!/bin/sh
if [ "\$GA_WHATIF_EDIT" != none ]; then
    setsid "$work/bin/$nap" --wait &
    "$work/bin/$nap" --wait &
    echo x >left
    echo x >"/dev/shm/$nap"
    case \$N in
    25 | 75) kill -9 \$\$ ;;
    50) exec "$work/bin/$nap" --wait ;;
    esac
fi
exec "$4" name "$5" same_word
END
chmod +x starter

# Landlock keeps nobody from /dev/shm; without either a run writes where it likes.
nothing_is_left() {
    [ "$kind" = overlay ] || rm -f "/dev/shm/$nap"
    [ "$kind" != none ] || rm -f left
    [ ! -e left ] || fail "run $N wrote to its folder"
    [ ! -e "/dev/shm/$nap" ] || fail "run $N wrote to /dev/shm"
    ! grep "$work" /proc/self/mounts || fail "run $N left a mount"
    pgrep -x "$nap" && fail "run $N left a process, or a zombie"
    pgrep -s 0 >"$work/session"
    [ "$(cat "$work/session")" = $$ ] || fail "run $N left in its session: $(ps -o pid,stat,args -s $$)"
}
export N=0
while [ $N -lt 100 ]; do
    N=$((N + 1))
    run 3 timeout 60 "$whatif" --yes --runs 1 --patience 1 -- ./starter
    prints 'GPU busy:'
    nothing_is_left
done
exit 0
