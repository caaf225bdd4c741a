# What cannot be printed is an error too.
[ -c /dev/full ] || exit 77
for arguments in 'list --device cpu' --help -h --version 'run --help' 'run --usage' 'model predict --help' \
    'devices --device cpu' 'profile --show-counters' 'profile -?' \
    'model occupancy --target sm_90 --registers 32 --threads 128'; do
    "$program" $arguments >/dev/full 2>"$log/err"
    code=$?
    [ $code -eq 4 ] || fail "exit status $code of: $arguments"
    says 'could not be written'
done

# Also where more was printed than fits the buffer.
point='--device cpu --bench global_baseline --axis regime=unused --samples 6'
for arguments in "findings $here/../../results/nvidia-h200" "run $point --out out"; do
    "$program" $arguments >/dev/full 2>"$log/err"
    code=$?
    [ $code -eq 4 ] || fail "exit status $code of: $arguments"
    says 'could not be written'
done
[ -s out/global_baseline.csv ] || fail "the tables are not there"

# And where nobody reads it any more: all is measured.
{
    sleep 0.3
    "$program" run --device cpu --bench global_baseline --bench global_locality --samples 6 --out out2 2>"$log/err"
    echo $? >code
} | true
[ "$(cat code)" -eq 4 ] || fail "exit status $(cat code) of a run whose output nobody reads"
says 'could not be written'
[ "$(sed -n 's/^status,//p' out2/run.csv)" = complete ] || fail "the run did not end"

# A command that writes files writes them whole, and ends as the signal would have ended it; what it starts has that signal.
heeding='env --default-signal=PIPE'
$heeding true 2>/dev/null || exit 77
mkdir bin
cat >bin/gnuplot <<'END'
#!/bin/sh
yes 2>>"$SAID" | head -n 1 >/dev/null
echo "a figure, as far as one looks at it</svg>IEND"
END
chmod +x bin/gnuplot
export SAID="$work/said"
{
    sleep 0.3
    PATH=$PWD/bin:$PATH $heeding "$program" plot "$here/../../results/nvidia-h200" --out figures 2>"$log/err"
    echo $? >code
} | true
[ "$(cat code)" -eq 141 ] || fail "exit status $(cat code) of a plot whose output nobody reads"
[ ! -s "$log/err" ] || [ "$(grep -vc 'does not hold the tables' "$log/err")" -eq 0 ] || fail "something is said"
n=$(sed -n 's/^plot: \([0-9]*\) of .*/\1/p' "$log/err")
for format in svg png; do
    [ "$(find figures -name "*.$format" | wc -l)" -eq "$n" ] || fail "$(find figures | wc -l) files of $n figures"
done
[ -z "$(find figures -name '*.part')" ] || fail "half a figure is left"
[ ! -s said ] || fail "gnuplot's own programs do not have the signal: $(head -n 1 said)"
