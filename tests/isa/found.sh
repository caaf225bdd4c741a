#!/bin/sh
# found.sh PROGRAM KERNEL TARGETS REASON: the audit must call KERNEL wrong for every target that begins
# with TARGETS, for that REASON, and must fail. Exit 77 if nothing was read at build time.
set -u
out=$("$1" audit --bench "$2" 2>/dev/null)
code=$?
[ "$code" -eq 77 ] && exit 77
rows=$(printf '%s\n' "$out" | grep "^$2,$3")
[ -z "$rows" ] && exit 77
printf '%s\n' "$rows"
[ "$code" -eq 1 ] || { echo "the audit exited $code, expected 1"; exit 1; }
missed=$(printf '%s\n' "$rows" | grep -v "WRONG.*$4")
[ -z "$missed" ] || { echo "not caught for that reason:"; printf '%s\n' "$missed"; exit 1; }
