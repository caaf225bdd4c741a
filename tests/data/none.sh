#!/bin/sh
# none.sh ROOT: what results/programs/README.md says of edited machine code against source without atomics is what the shipped
# truth_none.csv says (tests/truth/none.awk).
set -u
cd "$1" || exit 1
rows=$(awk -f tests/truth/none.awk results/nvidia-h200-none/truth_none.csv 2>&1) || { echo "$rows"; exit 1; }
if echo "$rows" | grep '^|' | grep -vxFf results/programs/README.md; then
    echo "results/programs/README.md lacks these rows, which results/nvidia-h200-none has"
    exit 1
fi
