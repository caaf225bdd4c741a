#!/bin/sh
# quick_answers.sh PROGRAM DIR: on a GPU the preset quick has a row for every answer, but those of another GPU.
set -eu
"$1" devices 2>/dev/null | grep -q '^\(cuda\|hip\):0' || { echo "skipped: there is no GPU"; exit 77; }
rm -rf "$2"
"$1" run --preset quick --out "$2" >/dev/null
missing=$("$1" answers "$2" | grep -E 'no such row|no [a-z_]+ here' | grep -Ev 'global_peer_atomics|another GPU|two GPUs|line of 128 B' || true)
[ -z "$missing" ] || { echo "not answered by the preset quick:"; echo "$missing"; exit 1; }
