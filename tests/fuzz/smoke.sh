#!/bin/sh
# smoke.sh FUZZER RECORDINGS [RUNS]: so many inputs (20000) made from the recordings, cut to a few lines so
# that it is fast. What it finds worth keeping is thrown away.
set -eu
work=$(mktemp -d "${TMPDIR:-/tmp}/ga-fuzz-XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir "$work/found" "$work/seeds"
for file in "$2"/*.csv; do
    name=$(basename "$file")
    head -n 12 "$file" | head -c 4000 >"$work/seeds/$name"
    head -c 700 "$file" >"$work/seeds/cut-$name"
done
cd "$work" # where a crash leaves its input
"$1" -runs="${3:-20000}" -max_len=4096 -seed=1 -verbosity=0 found seeds ||
    { cat crash-* leak-* oom-* timeout-* 2>/dev/null | base64; exit 1; }
