# gnuplot does not see that a disk is full, or that it is stopped: a figure that is not whole does not replace one.
command -v gnuplot >/dev/null || exit 77
mkdir run bin
cp "$here/../../results/nvidia-h200/global_bandwidth.csv" "$here/../../results/nvidia-h200/run.csv" run
run 0 plot run
cp run/figures/global_bandwidth.svg svg
cp run/figures/global_bandwidth.png png
real=$(command -v gnuplot)
PATH=$PWD/bin:$PATH
for cut in 0 900; do
    for format in svg png; do
        printf '#!/bin/sh\n[ "$5" = %s ] || exec "%s" "$@"\n"%s" "$@" | head -c %s\n' \
            $format "$real" "$real" $cut >bin/gnuplot
        chmod +x bin/gnuplot
        run 4 plot run
        says "figures/global_bandwidth.$format: not written"
        same run/figures/global_bandwidth.svg svg
        same run/figures/global_bandwidth.png png
        [ -z "$(ls run/figures/*.part 2>/dev/null)" ] || fail "a part is left"
    done
done
# Stopped by the user: no part is left. gnuplot ends by itself when Ctrl-C comes to both.
printf '#!/bin/sh\ntrap "exit 1" INT\n: >"$4"\n: >"%s/begun"\nfor i in $(seq 300); do sleep 0.1; done\n' "$PWD" >bin/gnuplot
# stopped SIGNAL: what ended like that says so.
stopped() {
    [ "$code" -eq 130 ] || fail "SIG$1: exit status $code, expected 130"
    [ -e begun ] || fail "SIG$1: it came before gnuplot did"
    says 'interrupted'
    [ -z "$(ls run/figures/*.part 2>/dev/null)" ] || fail "SIG$1: a part is left"
    rm begun
}
# Its SIGCONT undoes the SIGSTOP that LeakSanitizer waits for at the program's end, for ever.
ASAN_OPTIONS=detect_leaks=0 timeout -s INT --preserve-status 5 "$program" plot run >"$log/out" 2>"$log/err"
code=$?
stopped INT
"$program" plot run >"$log/out" 2>"$log/err" &
for _ in $(seq 300); do
    [ ! -e begun ] || break
    sleep 0.1
done
kill -TERM $! # to it alone
wait $!
code=$?
stopped TERM
# gnuplot that dies is named with what it was drawing, and what it said.
printf '#!/bin/sh\necho "a library is missing" >&2\nkill -SEGV $$\n' >bin/gnuplot
run 3 plot run
says 'plot: global_bandwidth: '
says 'was ended by signal 11'
says 'a library is missing'
printf '#!/bin/sh\necho "a library is missing" >&2\nexit 127\n' >bin/gnuplot
run 4 plot run
says 'gnuplot failed on'
says 'a library is missing'
