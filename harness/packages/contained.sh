#!/bin/sh
# contained.sh ROOT [CUDA]: the steps of ../../Containerfile in the bare Debian or Ubuntu root ROOT, where no container can be
# made: without a GPU's toolkit, or with the one in the folder CUDA, for sm_90 alone. As root.
set -eu
root=$1
toolkit=${2:-}
cd "$(dirname "$0")/../.."
mkdir -p "$root/gpu-atomics"
git archive HEAD | tar -x -C "$root/gpu-atomics"
{
    echo 'set -eu; export HIP=OFF DEBIAN_FRONTEND=noninteractive'
    if [ -n "$toolkit" ]; then # as in NVIDIA's base image
        echo "export CUDA=ON CUDAARCHS=90-real PATH=/usr/local/cuda/bin:\$PATH"
    else
        echo 'export CUDA=OFF'
    fi
    sed -n '/^RUN/,/[^\\]$/p; /^WORKDIR/p' Containerfile | sed 's/^RUN //; s/^WORKDIR /cd /'
} >"$root/steps"
mount -t proc proc "$root/proc"
if [ -n "$toolkit" ]; then
    mkdir -p "$root/usr/local/cuda"
    mount --bind -o ro "$(realpath "$toolkit")" "$root/usr/local/cuda"
fi
code=0
chroot "$root" sh /steps || code=$?
[ "$code" -ne 0 ] || chroot "$root" gpu-atomics answers | grep -q 'no result used' || code=1
[ "$code" -ne 0 ] || [ -z "$toolkit" ] || ! chroot "$root" gpu-atomics devices 2>&1 | grep -q 'CUDA.*not in this program' || code=1
[ -z "$toolkit" ] || umount "$root/usr/local/cuda"
umount "$root/proc"
exit "$code"
