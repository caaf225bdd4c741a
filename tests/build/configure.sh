#!/bin/sh
# configure.sh CMAKE SOURCE CC CXX: a vendor's compiler that is not there or does not work is an error where its backend was
# asked for; otherwise the summary says so. Nothing is compiled.
set -u
cmake=$1
source=$2
cc=$3
cxx=$4
work=$(mktemp -d "${TMPDIR:-/tmp}/ga-configure-XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
unset CUDAARCHS

# configured CODE TEXT [NAME=VALUE..] [-DOPTION..]: it ends with 0 or, for CODE 1, another status, and says TEXT. What is known of
# the compilers of C and C++ from the first time, in $work/first, is not found out again.
configured() {
    wanted=$1
    text=$2
    shift 2
    rm -rf "$work/build"
    [ ! -e "$work/first" ] || cp -a "$work/first" "$work/build"
    (
        for word; do
            case $word in -*) break ;; esac
            export "${word?}"
            shift
        done
        "$cmake" -S "$source" -B "$work/build" -UGA_CUDA -UGA_HIP -DBUILD_TESTING=OFF -DCMAKE_C_COMPILER="$cc" \
            -DCMAKE_CXX_COMPILER="$cxx" "$@"
    ) >"$work/log" 2>&1 && code=0 || code=1
    # CMake wraps the lines of an error.
    [ "$code" -eq "$wanted" ] && tr -s '\n ' '  ' <"$work/log" | grep -qF -- "$text" && return
    echo "FAILED: status $code, expected $wanted and '$text', with: $*"
    tail -n 40 "$work/log"
    exit 1
}

broken=$work/nvcc
printf '#!/bin/sh\nexit 1\n' >"$broken"
chmod +x "$broken"
configured 0 'CUDA backend no (GA_CUDA=OFF)' -DGA_CUDA=OFF -DGA_HIP=OFF
mv "$work/build" "$work/first"
# What CMake takes as true asks for the backend, and what it takes as false for none.
for no in 0 False NO; do
    configured 0 'HIP backend no (GA_HIP=OFF)' -DGA_CUDA=OFF -DGA_HIP=$no
    configured 0 'CUDA backend no (GA_CUDA=OFF)' -DGA_CUDA=$no -DGA_HIP=OFF
done
for yes in 1 yes True; do
    configured 1 "GA_HIP=ON: $broken does not run" HIPCXX="$broken" -DGA_CUDA=OFF -DGA_HIP=$yes
    configured 1 'CMake Error' CUDACXX="$broken" -DGA_CUDA=$yes -DGA_HIP=OFF
done
configured 0 "HIP backend no ($broken does not run" HIPCXX="$broken" -DGA_CUDA=OFF -DGA_HIP=auto
configured 1 'GA_HIP=maybe: expected AUTO; ON, YES, TRUE or 1; OFF, NO, FALSE or 0' -DGA_CUDA=OFF -DGA_HIP=maybe
configured 1 'GA_CUDA=nvcc: expected AUTO; ON, YES, TRUE or 1; OFF, NO, FALSE or 0' -DGA_CUDA=nvcc -DGA_HIP=OFF
configured 0 "CUDA backend no ($broken compiles nothing with this host compiler" CUDACXX="$broken" -DGA_HIP=OFF
configured 1 'CMake Error' CUDACXX="$broken" -DGA_CUDA=ON -DGA_HIP=OFF
configured 0 "HIP backend no ($broken does not run, or makes code for none of" HIPCXX="$broken" -DGA_CUDA=OFF
configured 1 "GA_HIP=ON: $broken does not run, or makes code for none of" HIPCXX="$broken" -DGA_CUDA=OFF -DGA_HIP=ON
configured 0 'makes code for none of gfx42' HIPCXX="$broken" -DGA_CUDA=OFF -DCMAKE_HIP_ARCHITECTURES=gfx42

# ROCm as it is installed: in fake trees, whose compilers compile nothing, so that the summary says which one was found.
tree() { # tree FOLDER: it has a compiler
    rm -rf "$work/rocm" "$work/venv"
    for folder; do mkdir -p "$work/$folder" && cp "$broken" "$work/$folder/clang++"; done
}
finds() { # finds FOLDER [NAME=VALUE..]
    at=$1
    shift
    configured 0 "HIP backend no ($work/$at/clang++ does not run" "$@" -DGA_CUDA=OFF -DGA_OPT_ROCM="$work/rocm"
}
unset HIPCXX ROCM_PATH
tree rocm/llvm/bin && finds rocm/llvm/bin
tree rocm/lib/llvm/bin && finds rocm/lib/llvm/bin
tree rocm/core-9.3/lib/llvm/bin rocm/core-10.0/lib/llvm/bin && finds rocm/core-10.0/lib/llvm/bin
ln -s core-9.3 "$work/rocm/core" && finds rocm/core/lib/llvm/bin # which one counts is the administrator's choice
ln -s core/lib/llvm "$work/rocm/llvm" && finds rocm/llvm/bin
tree rocm/llvm/bin tarball/lib/llvm/bin && finds tarball/lib/llvm/bin ROCM_PATH="$work/tarball"
tree rocm/llvm/bin venv/devel/lib/llvm/bin && mkdir "$work/venv/bin"
printf '#!/bin/sh\n[ "$*" = "path --root" ] && echo %s/venv/devel\n' "$work" >"$work/venv/bin/rocm-sdk"
chmod +x "$work/venv/bin/rocm-sdk"
finds venv/devel/lib/llvm/bin PATH="$work/venv/bin:$PATH"
printf '#!/bin/sh\nexit 1\n' >"$work/venv/bin/rocm-sdk" # without [devel]
finds rocm/llvm/bin PATH="$work/venv/bin:$PATH"
configured 1 'hipcc is a wrapper, which CMake takes for no compiler: name amdclang++' HIPCXX=/opt/rocm/bin/hipcc -DGA_CUDA=OFF

# The GPUs that are here: none, and two of a kind, beside an amdclang++ that is a link.
mkdir -p "$work/rocm/bin"
ln -s ../llvm/bin/clang++ "$work/rocm/bin/amdclang++"
configured 1 'CMAKE_HIP_ARCHITECTURES=native: amdgpu-arch and rocm_agent_enumerator name no AMD GPU of this machine' \
    HIPCXX="$work/rocm/bin/amdclang++" -DGA_CUDA=OFF -DCMAKE_HIP_ARCHITECTURES=native
printf '#!/bin/sh\nprintf "gfx90a:sramecc+:xnack-\\ngfx90a:sramecc+:xnack-\\ngfx1100\\n"\n' >"$work/rocm/llvm/bin/amdgpu-arch"
chmod +x "$work/rocm/llvm/bin/amdgpu-arch"
configured 0 'makes code for none of gfx90a;gfx1100' HIPCXX="$work/rocm/bin/amdclang++" -DGA_CUDA=OFF \
    -DCMAKE_HIP_ARCHITECTURES=native
# A compiler that knows one target, and not the other that was named.
printf '#!/bin/sh\ncase "$*" in *gfx950*) exit 1 ;; esac\n' >"$work/rocm/llvm/bin/clang++"
configured 1 'makes no code for gfx950, which CMAKE_HIP_ARCHITECTURES names; it does for gfx942' \
    HIPCXX="$work/rocm/bin/amdclang++" -DGA_CUDA=OFF '-DCMAKE_HIP_ARCHITECTURES=gfx942;gfx950'

# A toolkit without disassemblers: what is lost, and the packages that have them. OFF is a tool that is not looked for.
nvcc=${CUDACXX:-$(PATH=$PATH:/usr/local/cuda/bin:/opt/cuda/bin command -v nvcc)}
[ -n "$nvcc" ] || { echo "no nvcc: not tested without its disassemblers"; exit 0; }
one="CUDACXX=$nvcc -DGA_HIP=OFF -DGA_CUDA=ON -DCMAKE_CUDA_ARCHITECTURES=90"
rows=$work/build/kernels/gpu-atomics-cuda/isa_cuda.inc
# shellcheck disable=SC2086 # several options
{
    configured 0 'because cuobjdump or nvdisasm is missing' $one -DGA_CUOBJDUMP=OFF
    for package in cuda-cuobjdump-[0-9]*-[0-9] nvidia-cuda-toolkit nvidia-cuda-cuobjdump nvidia-cuda-nvdisasm; do
        tr -s '\n ' '  ' <"$work/log" | grep -q "$package" || { echo "FAILED: $package is not named"; exit 1; }
    done
    grep -q 'GA_CUDA_NO_DISASSEMBLER "cuobjdump' "$work/build/harness/build-info/build_info.h" || { echo "FAILED: run is not told"; exit 1; }
}
# Configured again with them, it reads the instructions.
{ [ -e "$rows" ] && [ ! -s "$rows" ]; } || { echo "FAILED: $rows names rows that nothing makes"; exit 1; }
"$cmake" -DGA_CUOBJDUMP=/bin/true -DGA_NVDISASM=/bin/true "$work/build" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
grep -q 'global/baseline.cc' "$rows" || { echo "FAILED: $rows names no rows"; exit 1; }
! grep -q 'CUDA audit' "$work/log" || { echo "FAILED: a disassembler is missing"; exit 1; }
