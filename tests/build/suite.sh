#!/bin/sh
# suite.sh SUITE PROGRAM: what ./suite builds for what, and what it says, in a small project in place of this one: CMake and its
# generators are the real ones, nvidia-smi, nvcc and AMD's tools are scripts.
set -u
suite=$1
program=$2
work=$(mktemp -d "${TMPDIR:-/tmp}/ga-suite-XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
unset CMAKE_ARGS CMAKE_GENERATOR CUDAARCHS ROCM_PATH
export PATH="$work/bin:$PATH" CUDACXX="$work/bin/nvcc" LC_ALL=C

fail() {
    echo "FAILED: $*"
    tail -n 30 out build/suite.log
    exit 1
}

# tool NAME TEXT [STATUS]: a script that prints TEXT.
tool() { printf '#!/bin/sh\ncat <<"END"\n%s\nEND\nexit %s\n' "$2" "${3:-0}" >"bin/$1" && chmod +x "bin/$1"; }
no_gpu() {
    tool nvidia-smi "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver." 9
    tool rocm_agent_enumerator 'gfx000'
    tool rocminfo '  Name:                    AMD EPYC'
}

# ran CODE [run|test]: ./suite ends with CODE, and says so.
ran() {
    ./suite "${2:-run}" --no-install >out 2>&1 </dev/null
    code=$?
    [ $code -eq "$1" ] || fail "exit status $code, expected $1"
}
says() { grep -qF -- "$1" out || fail "it does not say: $1"; }
# built CUDA HIP: the targets that it built for, "" for all.
built() { [ "$(cat build/targets)" = "$1|$2" ] || fail "built for $(cat build/targets), expected $1|$2"; }

mkdir bin results
cp "$suite" suite
ln -s "$program" real
cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.21)
project(small C)
include(CTest)
message(STATUS "gpu-atomics 0")
message(STATUS "  a summary")
message(STATUS "")
file(WRITE ${PROJECT_BINARY_DIR}/targets "${CMAKE_CUDA_ARCHITECTURES}|${CMAKE_HIP_ARCHITECTURES}")
foreach(i RANGE 1 20)
  configure_file(part.c part_${i}.c)
  add_library(part_${i} OBJECT ${PROJECT_BINARY_DIR}/part_${i}.c)
endforeach()
file(COPY ${PROJECT_SOURCE_DIR}/gpu-atomics DESTINATION ${PROJECT_BINARY_DIR})
add_test(NAME one COMMAND true)
END
echo 'int part;' >part.c
# The program, with a GPU that is the stand-in if $GPU says so, and one benchmark.
cat >gpu-atomics <<'END'
#!/bin/sh
[ "$1" != devices ] || { echo "${GPU:-cpu}: some device"; exit 0; }
[ "$1" != plot ] || { touch "$2" && echo "$4/one.svg" && echo "$4/one.png"; exit; }
[ "$1" != report ] || { for page; do :; done && echo "$*" >"$page"; exit; }
[ "$1" != model ] || { echo '13 launches; of shared memory: 13 not'; exit 0; }
[ "$*" != run ] || set -- run --device "${SCRIPT:-cpu}" --out results/gpu
exec "$(dirname "$0")/../real" "$@" --bench global_baseline --bench shared_service --once
END
chmod +x gpu-atomics
tool nvcc 'sm_75
sm_80
sm_90
sm_120'
tool gnuplot ''
no_gpu

# Without a GPU: all targets, progress in a few lines, and what was run at the end.
ran 0
built '' ''
says 'suite: building in build/: CUDA for all targets, HIP for all targets (log: build/suite.log)'
says '  a summary'
[ "$(grep -c '^suite: built [0-9]* %$' out)" -ge 5 ] || fail "no progress"
[ "$(grep -c '^suite: built [0-9]* %$' out)" -le 11 ] || fail "too much progress"
says 'suite: built 100 %'
[ "$(grep -c 'part_[0-9]*.c.o' build/suite.log)" -ge 20 ] || fail "the log lacks what was built"
! command -v ninja >/dev/null || [ -e build/build.ninja ] || fail "it was not built with ninja"
sed -n '/^results in /,$p' out >end
[ "$(wc -l <end)" -le 11 ] || fail "more than a handful of lines at the end"
[ "$(cat build/report.html)" = 'report results/nvidia-h200 results/nvidia-h100 --out build/report.html' ] || fail "another report"
for text in 'results in build/stand-in' 'suite: report, for a browser: build/report.html' '  2 tables, ' "the CPU stand-in's" 'suite: figures of results/nvidia-h100-x2-messages .. results/nvidia-h200 in build/figures: 1' \
    '13 launches; of shared memory: 13 not' 'suite: exit status 0'; do
    grep -qF "$text" end || fail "the end lacks: $text"
done

# With one that may not be used: why.
GPU='hip: no permission to open /dev/kfd; join its group render' ran 0
says 'suite:   hip: no permission to open /dev/kfd; join its group render'

# With one: for it alone. Two of a kind are one, and a later nvidia-smi changes what is built.
tool nvidia-smi '9.0
9.0
8.0'
GPU=cuda:0 ran 0
built '80;90' ''
says 'CUDA for 80;90 alone, HIP for all targets'
says 'suite: figures of results/gpu in results/gpu/figures: 1'
says 'suite: report, for a browser: results/gpu/report.html'
[ "$(tail -n 1 out)" = 'suite: exit status 0' ] || fail "it does not end in its status"
tool nvidia-smi '12.0'
ran 0
built 120 ''
CMAKE_ARGS=-DCMAKE_CUDA_ARCHITECTURES=75 ran 0
built 75 ''
says 'CUDA for what CMAKE_ARGS names'
CMAKE_ARGS='-DGA_WERROR=ON -DGA_CUDA=OFF' ran 0
says 'suite: building in build/: HIP for all targets (log: build/suite.log)'
for off in '-DGA_HIP=OFF -DGA_CUDA=OFF' '-DGA_HIP:BOOL=OFF -DGA_CUDA:STRING=off' '-DGA_HIP=0 -D GA_CUDA=FALSE'; do
    CMAKE_ARGS=$off ran 0
    says 'suite: building in build/: for no GPU (log: build/suite.log)'
done
CUDAARCHS=80 ran 0
built 80 ''
tool nvidia-smi '12.1' # which nvcc does not know: what it makes for later GPUs is needed
ran 0 test
built '' ''
says 'CUDA for all targets'
tool nvcc sm_70
tool nvidia-smi '7.0' # for which no kernel is written
ran 0 test
built '' ''
tool nvcc sm_90
tool nvidia-smi '9.0'
ran 0 test
built 90 ''
no_gpu
ran 0 test # what build/ was configured for is forgotten
built '' ''

# AMD.
tool rocm_agent_enumerator 'gfx000
gfx942
gfx942'
ran 0
built '' gfx942
tool rocm_agent_enumerator 'gfx000'
tool rocminfo '  Name:                    gfx1100
      Name:                    amdgcn-amd-amdhsa--gfx1100
  Name:                    gfx11-generic'
ran 0
built '' gfx1100
CMAKE_ARGS=-DCMAKE_HIP_ARCHITECTURES=gfx906 ran 0
built '' gfx906
no_gpu

# How a run ends, the suite does.
rm -rf results/gpu
echo refused >script
GPU=cuda:0 SCRIPT=fake:script ran 3
says '  failed: shared_service: fake: the device refuses'
[ "$(tail -n 1 out)" = 'suite: exit status 3' ] || fail "it does not end in its status"

# Another generator is kept, and so is that which is asked for.
rm -rf build
cmake -S . -B build -G 'Unix Makefiles' >/dev/null
ran 0
[ ! -e build/build.ninja ] || fail "the generator was changed"
says 'suite: built 100 %'
rm -rf build
CMAKE_GENERATOR='Unix Makefiles' ran 0
[ -e build/Makefile ] || fail "CMAKE_GENERATOR does not count"

# On a terminal it is one line.
if command -v script >/dev/null; then
    echo 'int another;' >part.c
    script -qec './suite run --no-install' /dev/null </dev/null >out 2>&1 || fail "on a terminal: $?"
    tr '\r' '\n' <out | grep -q '^suite: built [0-9]* %, last part_[0-9]*.c.o' || fail "no progress on a terminal"
    ! tr -d '\r' <out | grep -q '^suite: built [0-9]* %$' || fail "lines on a terminal"
fi

# What does not compile, or cannot be configured, is an error, with the log's end.
echo 'int 1;' >part.c
ran 2
says 'int 1;'
says 'suite: the build failed; all of it is in build/suite.log'
echo 'message(FATAL_ERROR "no such luck")' >>CMakeLists.txt
ran 2
says 'no such luck'

# Help, however it is asked for; what is not known names it.
for words in help 'help run' --help -h 'run --help' 'test -h'; do
    # shellcheck disable=SC2086 # several words
    ./suite $words >out 2>&1 || fail "exit status $? of: $words"
    says './suite run  [--no-install]'
done
ran 2 tset
says "there is no command 'tset'; ./suite run, ./suite test or ./suite --help"
