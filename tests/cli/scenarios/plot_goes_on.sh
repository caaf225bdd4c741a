# A figure that cannot be drawn is named with its reason, and the others are drawn all the same.
command -v gnuplot >/dev/null || exit 77
results=locks
mkdir locks
cp "$here"/../../results/nvidia-h200/lock_mutex.csv "$here"/../../results/nvidia-h200/run.csv locks
# drawn FIGURE..: these, and no other.
drawn() {
    wanted=$(for figure; do echo "$figure.png" "$figure.svg"; done | tr ' ' '\n' | sort)
    [ "$(ls figures)" = "$wanted" ] || fail "drawn: $(ls figures), expected $wanted"
    rm -r figures
}

# Where a table has no lanes, their panels are empty.
run 0 plot "$results" --out figures
drawn lock_fairness lock_throughput lock_work

real=$(command -v gnuplot)
mkdir bin
# failing HOW: gnuplot that does this on lock_fairness.
failing() {
    printf '#!/bin/sh\n[ "$2" != lock_fairness.gp ] || { echo "line 1: undefined" >&2; %s; }\nexec "%s" "$@"\n' "$1" \
        "$real" >bin/gnuplot
    chmod +x bin/gnuplot
}
PATH=$PWD/bin:$PATH
failing 'exit 1'
run 4 plot "$results" --out figures
says 'line 1: undefined'
says 'lock_fairness.gp with '
says 'plot: 1 of 3 figures not drawn: lock_fairness'
drawn lock_throughput lock_work
failing 'kill -SEGV $$'
run 3 plot "$results" --out figures
says 'plot: lock_fairness: /bin/sh was ended by signal 11'
says 'plot: 1 of 3 figures not drawn: lock_fairness'
drawn lock_throughput lock_work
failing 'kill -TERM $$' # of which nobody told us
run 3 plot "$results" --out figures
says 'plot: lock_fairness: /bin/sh was ended by signal 15'
drawn lock_throughput lock_work

# Too few files may be open for gnuplot and its shells: that is what failed.
for limit in 8 16; do
    sh -c "ulimit -n $limit"'; exec "$@"' sh "$program" plot "$results" --out figures >"$log/out" 2>"$log/err" </dev/null
    code=$?
    [ $code -eq 4 ] || fail "exit status $code with $limit open files, expected 4"
    says "plot: Too many open files: a process may have $limit here (ulimit -n), gnuplot needs 32"
done
