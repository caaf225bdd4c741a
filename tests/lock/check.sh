#!/bin/sh
# check.sh VALIDATOR NAME: ThreadSanitizer has nothing to say of the lock or barrier NAME, with any kind of orders, and
# however it gets from one to the next, and reports a race as soon as one half of the orders is left out. VALIDATOR
# `none`: the compiler has no ThreadSanitizer; exit status 77.
set -u
validator=$1
name=$2
[ "$validator" != none ] || { echo "skipped: the compiler has no ThreadSanitizer"; exit 77; }
export TSAN_OPTIONS='exitcode=66 halt_on_error=1'
bad=0
# tries ORDERS CHANGE WAY: sets out and code.
tries() {
    out=$("$validator" "$name" "$@" 2>&1)
    code=$?
}
for orders in atomics fences threadfence; do
    for way in queued free; do
        tries $orders none $way
        if [ "$code" -ne 0 ]; then
            printf '%s\n%s with %s, %s: exit status %s, expected 0\n' "$out" "$name" $orders $way "$code"
            bad=1
        fi
        for change in no_acquire no_release; do
            # On the stand-in every fence is ordered with every other, and this lock has one of the C dialect's, which
            # acquires, too, between the last one's leaving and its own asking.
            [ "$name,$orders,$change,$way" != mcs,threadfence,no_acquire,free ] || continue
            tries $orders $change $way
            case $code,$out in
            66,*"ThreadSanitizer: data race"*) ;;
            *)
                printf '%s\n%s with %s, %s, %s: exit status %s and no race reported\n' "$out" "$name" $orders $change \
                    $way "$code"
                bad=1
                ;;
            esac
        done
    done
done
exit $bad
