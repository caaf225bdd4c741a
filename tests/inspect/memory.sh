#!/bin/sh
# memory.sh PROGRAM: of 9,000 modules one at a time is in memory: `inspect` takes at most 32 MiB beyond its file, which is mapped.
# All of them, unpacked, are 353 MiB.
set -eu
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
work=$(mktemp -d "${TMPDIR:-/tmp}/ga-inspect-XXXXXX")
trap 'rm -rf "$work"' EXIT
python3 - "$1" "$(dirname "$0")/zstd.fatbin" "$work/many.fatbin" <<'PYTHON'
import os, resource, subprocess, sys
program, fatbin, many = sys.argv[1:]
with open(many, "wb") as out:
    out.write(open(fatbin, "rb").read() * 3000)
said = subprocess.run([program, "inspect", many], check=True, stdout=subprocess.PIPE, text=True).stdout
assert " in 9000 modules of 1 file" in said, said
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
print(peak // 1024, "MiB")
sys.exit(peak > os.path.getsize(many) // 1024 + (32 << 10))
PYTHON
