#!/bin/sh
# read_back.sh LIBRARY [OUT]: whether code is edited where it runs. cuda-gdb reads a kernel's instructions from the GPU's memory, as
# it is and with `whatif`'s LIBRARY; OUT gets both. Each atomic, reduction and fence must be off there, and the branch of a loop
# that hangs on one; all else must be as it was, so the driver patches nothing that is edited. Exit status: 0, 1 if not, 77 no
# nvcc, no cuda-gdb, or it sees no kernel.
set -u
[ $# -ge 1 ] || { sed -n '2,6s/^# \{0,1\}//p' "$0" >&2; exit 2; }
library=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
out=${2:-$work}
mkdir -p "$out" "$work/notes"
for tool in nvcc cuda-gdb; do
    command -v $tool >/dev/null || { echo "skipped: there is no $tool"; exit 77; }
done
nvcc -arch=native -std=c++17 -o "$work/program" "$here/read_back.cu" >"$out/nvcc.txt" 2>&1 || { cat "$out/nvcc.txt"; exit 1; }

# read_back FILE SETTING..: the kernel's instructions in the GPU's memory, a line each: its offset and its text.
read_back() {
    file=$1
    shift
    {
        printf 'set pagination off\nset width 0\n'
        for setting; do printf 'set environment %s\n' "$setting"; done
        printf 'set cuda break_on_launch application\nrun\nset cuda disassemble_from device_memory\ndisassemble\n'
        printf 'set cuda break_on_launch none\ncontinue\nquit\n'
    } >"$work/script"
    timeout 60 cuda-gdb -batch -x "$work/script" "$work/program" >"$work/said" 2>&1
    sed -n 's/^.*<+\([0-9]*\)>:[[:space:]]*\(.*[^ ;]\)[ ;]*$/\1 \2/p' "$work/said" >"$file"
    grep -q ' EXIT' "$file" || { echo "skipped: cuda-gdb saw no kernel: $(tail -n 1 "$work/said")"; exit 77; }
}
read_back "$out/plain.txt"
read_back "$out/edited.txt" "LD_PRELOAD $library" "GA_WHATIF_OUT $work/notes" "GA_WHATIF_EDIT shared,global,generic,fences"
paste "$out/plain.txt" "$out/edited.txt" | awk -F '\t' '
    function bare(text) { sub(/^[0-9]+ /, "", text); sub(/^@!?U?P[0-9T]+ /, "", text); return text }
    function is_off(text) { return text ~ /^[0-9]+ @!PT / }
    {
        wanted = bare($1) ~ /^(ATOM|RED|MEMBAR|ERRBAR|CGAERRBAR|CCTL\.IVALL)/ && bare($1) !~ /^REDUX/
        off += is_off($2)
        branches += is_off($2) && bare($1) ~ /^BRA /
        kept += bare($1) ~ /^SYNCS/
        if (bare($1) != bare($2) || (wanted ? !is_off($2) : $1 != $2 && bare($1) !~ /^BRA /)) {
            bad++
            print "plain " $1 "; edited " $2
        }
    }
    END {
        printf "%d instructions in the memory of the GPU: %d off, of which %d are branches; %d SYNCS as they were; %d wrong\n",
            NR, off, branches, kept, bad
        exit bad > 0 || off < 10 || branches != 1 || kept == 0
    }'
