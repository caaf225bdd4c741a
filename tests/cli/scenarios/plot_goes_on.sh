# Figures of a table that lacks points.
command -v gnuplot >/dev/null || exit 77
results=$here/../../results/nvidia-h200-lock-work
# drawn FIGURE..: these, and no other.
drawn() {
    wanted=$(for figure; do echo "$figure.png" "$figure.svg"; done | tr ' ' '\n' | sort)
    [ "$(ls figures)" = "$wanted" ] || fail "drawn: $(ls figures), expected $wanted"
    rm -r figures
}

# Where a table has no lanes, their panels are empty.
run 0 plot "$results" --out figures
drawn lock_fairness lock_throughput lock_work
