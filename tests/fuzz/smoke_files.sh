#!/bin/sh
# smoke_files.sh FUZZER FOLDER [RUNS]: so many inputs (20000) made from the folder's fatbins and bundles, for fuzz_edit also from its
# code objects, whose lines are made to take long. What it finds worth keeping is thrown away.
set -eu
work=$(mktemp -d "${TMPDIR:-/tmp}/ga-fuzz-XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir "$work/found" "$work/seeds"
cp "$2"/*.fatbin "$2"/*.hipfb "$work/seeds"
case $1 in *fuzz_edit) cp "$2"/*.co "$work/seeds" ;; esac
cd "$work" # where a crash leaves its input
"$1" -runs="${3:-20000}" -max_len=50000 -seed=1 -verbosity=0 -rss_limit_mb=6000 -malloc_limit_mb=2000 found seeds ||
    { cat crash-* leak-* oom-* timeout-* 2>/dev/null | base64; exit 1; }
