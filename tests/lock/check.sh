#!/bin/sh
# check.sh VALIDATOR NAME: ThreadSanitizer has nothing to say of the lock or barrier NAME, with any kind of orders,
# and reports a race as soon as one half of them is left out. VALIDATOR `none`: the compiler has no ThreadSanitizer;
# exit status 77.
set -u
validator=$1
name=$2
[ "$validator" != none ] || { echo "skipped: the compiler has no ThreadSanitizer"; exit 77; }
export TSAN_OPTIONS='exitcode=66 halt_on_error=1'
bad=0
for orders in atomics fences threadfence; do
    out=$("$validator" "$name" "$orders" none 2>&1)
    code=$?
    if [ "$code" -ne 0 ]; then
        printf '%s\n%s with %s: exit status %s, expected 0\n' "$out" "$name" "$orders" "$code"
        bad=1
    fi
    for change in no_acquire no_release; do
        # Who never meets another has no race; on a busy machine that takes a while.
        for attempt in 1 2 3 4 5 6 7 8 9 10; do
            out=$("$validator" "$name" "$orders" "$change" 2>&1)
            code=$?
            [ "$code" -eq 0 ] || break
        done
        case $code,$out in
        66,*"ThreadSanitizer: data race"*) ;;
        *)
            printf '%s\n%s with %s, %s: exit status %s and no race reported in %s runs\n' "$out" "$name" "$orders" \
                "$change" "$code" "$attempt"
            bad=1
            ;;
        esac
    done
done
exit $bad
