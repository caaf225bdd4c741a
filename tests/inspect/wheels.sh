#!/bin/sh
# wheels.sh PROGRAM [KERNELS [SEED]]: the readers agree on so many functions (default: 200; 0: all 3,310), drawn by the seed,
# of each library that two small wheels from PyPI hold. Passed over without a network, pip or cuobjdump.
set -eu
if ! command -v cuobjdump >/dev/null || ! command -v nvdisasm >/dev/null; then
    echo "no cuobjdump"
    exit 77
fi
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/ga-wheels-XXXXXX")
trap 'rm -rf "$work"' EXIT
for wheel in nvidia-nvtiff-cu12==0.8.0.82 nvidia-nvjpeg-cu12==12.4.0.76; do
    timeout 120 python3 -m pip install -q --no-deps --target "$work/site/${wheel%%=*}" "$wheel" >"$work/log" 2>&1 ||
        { echo "$wheel cannot be had: $(tail -n 1 "$work/log")"; exit 77; }
done
find "$work/site" -name '*.so*' -type f -exec sh "$here/agree.sh" -k "${2:-200}" -s "${3:-1}" "$1" {} +
