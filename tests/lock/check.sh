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
        out=$("$validator" "$name" "$orders" "$change" 2>&1)
        code=$?
        case $code,$out in
        66,*"ThreadSanitizer: data race"*) ;;
        *)
            printf '%s\n%s with %s, %s: exit status %s and no race reported\n' "$out" "$name" "$orders" "$change" \
                "$code"
            bad=1
            ;;
        esac
    done
done
exit $bad
