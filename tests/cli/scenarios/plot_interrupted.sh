# `plot` that is told to end while gnuplot draws: gnuplot ends, too, with what it has started, and nothing half-drawn is left.
heeding='env --default-signal=INT,QUIT,HUP,TERM' # a test that runs in the background may ignore signals
$heeding true 2>/dev/null || exit 77
mkdir bin
cat >bin/gnuplot <<'END_GNUPLOT'
#!/bin/sh
sleep 60 &
echo $! >"$BEGUN.part"
echo $$ >>"$BEGUN.part"
: >"$4" # the figure
mv "$BEGUN.part" "$BEGUN"
wait
END_GNUPLOT
chmod +x bin/gnuplot
export PATH="$work/bin:$PATH" BEGUN="$work/begun"
for signal in HUP TERM; do
    rm -f begun
    $heeding "$program" plot "$here/../../results/nvidia-h200" --out figures >"$log/out" 2>"$log/err" </dev/null &
    plot=$!
    for _ in $(seq 200); do
        [ ! -e begun ] || break
        sleep 0.05
    done
    kill -$signal $plot
    wait $plot
    code=$?
    [ $code -eq 130 ] || fail "exit status $code, expected 130"
    says ': interrupted'
    while read -r pid; do
        ! kill -0 "$pid" 2>/dev/null || fail "$pid is still there: $(ps -p "$pid" -o args=)"
    done <begun
    [ -z "$(ls figures)" ] || fail "left: $(ls figures)"
done
