#!/bin/sh
# chain.sh PROGRAM: a function of 400,000 branches, each to the instruction before it, takes `inspect` no 10 s: with a reduction
# or an atomic at the end of the way, and branches that all lanes take or some.
set -eu
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
work=$(mktemp -d "${TMPDIR:-/tmp}/ga-inspect-XXXXXX")
trap 'rm -rf "$work"' EXIT
python3 - "$1" "$work/chain.cubin" <<'PYTHON'
import resource, struct, subprocess, sys
program, path = sys.argv[1:]
ALWAYS = 7 # predicate

def instruction(opcode, low=0, high=0, guard=ALWAYS):
    return struct.pack("<QQ", (opcode | guard << 12 | low) & (1 << 64) - 1, high)

def back(guard): # 32 bytes, in words of 4
    words = -8
    return instruction(0x947, (words & 0xff) << 16 | words >> 8 << 34, ALWAYS << 23, guard)

def cubin(code):
    names = b"\0.shstrtab\0.text.chain\0"
    end = 64 + len(code)
    sections = [(0, 0, 0, 0, 0), (1, 3, 0, end, len(names)), (11, 1, 6, 64, len(code))]
    sm = 90
    header = struct.pack("<16sHHIQQQIHHHHHH", b"\x7fELF\2\1\1\x33\7", 2, 190, 1, 0, 0, end + len(names),
                         sm << 16 | sm, 64, 0, 0, 64, len(sections), 1)
    return header + code + names + b"".join(
        struct.pack("<IIQQQQIIQQ", name, kind, flags, 0, at, size, 0, 0, 1, 0) for name, kind, flags, at, size in sections)

reduction = instruction(0x98e)
atomic = instruction(0x9a8, 4 << 16 | 2 << 24 | 6 << 32, ALWAYS << 17)
for first in reduction, atomic:
    for guard in ALWAYS, 0:
        with open(path, "wb") as out:
            out.write(cubin(first + back(guard) * 400000 + instruction(0x94d, high=ALWAYS << 23)))
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        said = subprocess.run([program, "inspect", path], check=True, stdout=subprocess.PIPE, text=True, timeout=60).stdout
        took = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        assert said.splitlines()[1].split()[-1] == "loop", said
        assert took < 10, took
PYTHON
