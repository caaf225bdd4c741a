#!/bin/sh
# example.sh PROGRAM DIR: what one copies works: the stand-in measures both points, with the work of each, and the audit
# finds nothing wrong on any target that was built.
# shellcheck source=tests/planted/measured.sh disable=SC1091,SC2154
. "$(dirname "$0")/measured.sh"
# shellcheck source=tests/cli/columns.sh disable=SC1091
. "$(dirname "$0")/../cli/columns.sh"

measured 0 example --device cpu --bench kit_example
seen=$(columns '{print @company, @status, @ops}' "$dir/example/kit_example.csv" | sort)
[ "$seen" = "alone ok 4
chip ok 4" ] || fail "rows are: $seen"

out=$("$program" audit --bench kit_example 2>&1)
code=$?
[ "$code" -eq 77 ] && exit 0 # nothing but the stand-in was built
printf '%s\n' "$out" >"$dir/log"
[ "$code" -eq 0 ] || fail "the audit exited $code, expected 0"
