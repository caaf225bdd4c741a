#!/bin/sh
# refused.sh PROGRAM TOOLS: without --yes, without a program, with bad options; and nothing seen, with the cause.
# shellcheck disable=SC2154,SC2016 # case.sh has the variables; registers have a $
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/whatif/case.sh disable=SC1091
. "$here/case.sh"
echo '_Z9histogramPhPj 1 32 1 70200 26700 - - -' >script
run 2 "$work/bin/gpu-atomics" whatif -- "$program" script
says "gpu-atomics whatif --yes -- $program"
[ ! -s "$work/out" ] || fail "the program ran"
run 2 "$whatif" --yes
says 'which program? It stands behind --'
run 2 "$whatif" --yes "$program" script
says 'the program stands behind --: gpu-atomics whatif --'
run 2 "$whatif" --yes -- ./nothing
says "'./nothing': there is no such program"
run 2 "$whatif" --runs 0 --yes -- "$program" script
says "--runs: '0' is not a whole number from 1 to 30"
run 2 "$whatif" --patience 0 --yes -- "$program" script
says "--patience: '0' is not a number from 1 to 1000"
run 2 "$whatif" --run 3 --yes -- "$program" script
says 'did you mean --runs?'
run 2 "$whatif" --yes --kernel 'nothing*' -- "$program" script
says "no kernel that was launched matches 'nothing*'"
run 2 "$whatif" --yes --kernel 'none?' --kernel '*' -- "$program" script
says "no kernel that was launched matches 'none?'"
run 2 "$whatif" --yes --kernel 'histgram*' -- "$program" script
says "no kernel that was launched matches 'histgram*'; did you mean 'histogram'?"
run 2 "$whatif" --yes --skip 5 -- "$program" script
says '--skip: no kernel was launched more than 5 times'

# What cannot be written is refused before the program runs.
for option in --csv --json; do
    run 4 "$whatif" --yes $option nowhere/x -- "$program" script
    says 'nowhere/x: cannot be written: No such file or directory'
    [ ! -s "$work/out" ] || fail "the program ran"
done

# A host of another kind, of which `setarch` makes one in name.
setarch i686 true 2>/dev/null && run 77 setarch i686 "$whatif" --yes -- "$program" script &&
    says 'whatif: this host is i686; programs can be edited on x86_64 hosts alone'

# Nothing seen.
run 77 "$whatif" --yes -- true
says 'true never loaded libcuda.so.1, unless in a static or setuid program that it started'
: >empty
run 77 "$whatif" --yes -- "$program" empty
says 'launched no kernel'
printf 'note not_read a module is of another kind\n' >note
run 77 "$whatif" --yes -- "$program" note
says 'not_read: a module is of another kind'
for own in 'module 0000000000000010: 9 bytes' 'nvtx a' 'not_kept a' 'not_cached a'; do
    printf 'note no_driver of a script around it\nnote cupti a\nnote %s\n' "$own" >note
    run 77 "$whatif" --yes -- "$program" note
    says "$program launched no kernel, unless in a static or setuid program"
done
echo 'note no_cupti no libcupti was found' >>note
run 77 "$whatif" --yes -- "$program" note
says 'launched no kernel, unless by a graph, whose kernels have no times without CUPTI (no_cupti: no libcupti was found)'
for static in /sbin/ldconfig.real /sbin/ldconfig; do
    segments=$(readelf -lW $static 2>/dev/null) # Ubuntu's /sbin/ldconfig is a script
    if [ -n "$segments" ] && ! echo "$segments" | grep -q INTERP; then
        run 77 "$whatif" --yes -- $static --version
        says 'it is linked statically'
        break
    fi
done
# musl's loader, of which a stand-in ends at once, as musl's does for want of glibc.
if command -v cc >/dev/null; then
    echo 'int main(void) { return 0; }' | cc -x c - -o musl -Wl,--dynamic-linker=ld-musl-x86_64.so.1 || fail "cc"
    echo '__asm__(".globl _start; _start: mov $60, %eax; mov $127, %edi; syscall");' |
        cc -x c - -o ld-musl-x86_64.so.1 -nostdlib -static || fail "cc, without a C library"
    run 77 "$whatif" --yes -- ./musl
    says 'nothing was seen of ./musl: it uses another libc (musl)'
fi
if [ -u /bin/su ] && [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null; then
    chmod 777 .
    run 77 setpriv --reuid 1000 --regid 1000 --clear-groups "$whatif" --yes -- /bin/su --version
    says 'it is setuid or setgid'
fi
mv "$work/bin/libgpu-atomics-whatif.so" "$work/bin/other.so"
run 77 "$whatif" --yes -- "$program" script
says 'libgpu-atomics-whatif.so is neither beside the program nor in'
exit 0
