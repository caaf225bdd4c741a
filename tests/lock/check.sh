#!/bin/sh
# check.sh VALIDATOR NAME [CHANGE...]: ThreadSanitizer has nothing to say of the lock or barrier NAME, with
# either kind of orders, and reports a race as soon as one of the CHANGEs is made to them.
set -u
validator=$1
name=$2
shift 2
export TSAN_OPTIONS='exitcode=66 halt_on_error=1'
bad=0
for orders in atomics fences; do
    out=$("$validator" "$name" "$orders" none 2>&1)
    code=$?
    if [ "$code" -ne 0 ]; then
        printf '%s\n%s with %s: exit status %s, expected 0\n' "$out" "$name" "$orders" "$code"
        bad=1
    fi
    for change in "$@"; do
        out=$("$validator" "$name" "$orders" "$change" 2>&1)
        code=$?
        case $code,$out in
        66,*"ThreadSanitizer: data race"*) ;;
        *)
            printf '%s\n%s with %s, %s: exit status %s and no race reported\n' "$out" "$name" "$orders" \
                "$change" "$code"
            bad=1
            ;;
        esac
    done
done
exit $bad
