#!/bin/sh
# contained.sh ROOT: the steps of ../../Containerfile in the bare Debian or Ubuntu root ROOT, without a GPU's toolkit, where no
# container can be made. As root.
set -eu
root=$1
cd "$(dirname "$0")/../.."
mkdir -p "$root/gpu-atomics"
git archive HEAD | tar -x -C "$root/gpu-atomics"
{
    echo 'set -eu; export CUDA=OFF HIP=OFF DEBIAN_FRONTEND=noninteractive'
    sed -n '/^RUN/,/[^\\]$/p; /^WORKDIR/p' Containerfile | sed 's/^RUN //; s/^WORKDIR /cd /'
} >"$root/steps"
mount -t proc proc "$root/proc"
code=0
chroot "$root" sh /steps || code=$?
[ "$code" -ne 0 ] || chroot "$root" gpu-atomics answers | grep -q 'no result used' || code=1
umount "$root/proc"
exit "$code"
