#!/bin/sh
# profile.sh PROGRAM TOOLS: `profile --whatif`, its profiler a script that plays a recording, what goes away a script, too.
# shellcheck disable=SC2031,SC2154 # case.sh has the variables
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/whatif/case.sh disable=SC1091
. "$here/case.sh"
# shellcheck source=tests/cli/columns.sh disable=SC1091
. "$here/../cli/columns.sh"
recordings=$here/../recordings
h200=$here/../../results/nvidia-h200
PATH=$here/../cli/scripts/ncu:$PATH
export PATH FAKE_LOG="$work/arguments" FAKE_NCU="$work/here/ncu.csv"
profile=$work/bin/profile
printf '#!/bin/sh\nexec %s profile --table %s --code %s "$@"\n' "$work/bin/gpu-atomics" "$h200" "$recordings/gains.cubin" >"$profile"
chmod +x "$profile"
[ "$kind" != none ] || sed -i 's/ profile / profile --here /' "$profile"

# Counters of six of the recording's kernels, each known by its grid; merge is in them alone, extra in the script alone.
for grid in 548 534 170 329 175 1103; do
    grep -F "\"($grid, 1, 1)\"" "$recordings/ncu_gains.csv"
done >rows
head -2 "$recordings/ncu_gains.csv" | cat - rows >ncu.csv
[ "$(wc -l <ncu.csv)" -eq 8 ] || fail "the recording has other grids"
cat >script <<'END'
_Z7scatterIfEv4keysPT_S1_i 548 256 3 1000000 - 10000 - -
_Z4histILi0EEv4keysPjij 534 256 3 65000 26000 65000 - -
_Z12chain_sharedPjijj 170 1024 3 114000 112860 - - -
_Z5lanesILi1EEvPjiiij 329 256 3 6400 - 2000 - -
_Z6phases4keysPjiij 175 512 3 32000 27000 32000 hang 32000
_Z5extraPi 7 32 3 1000 - 500 - -
none 9 32 3 1000 - - - -
END
run 0 "$profile" --whatif --yes --runs 2 --patience 1 -o p -- "$program" script
[ "$(sed -n '/^Of a launch.s time, what was predicted/,$p' "$work/out" | sed -n '3,9p' | sed 's/^ *[0-9.]* % \([a-z_]*\).*  \([a-z]*.*\)$/\1:\2/')" = \
    "hist:disagree
chain_shared:disagree
scatter:agree
lanes:agree
extra:not predicted: in what-if's runs alone
phases:agree
merge:not measured: in the profile alone" ] || fail "the order, or what agrees"
prints '7 kernels with atomics or fences: 2 disagree, 3 agree, 1 not measured, 1 not predicted'
prints '2 of 6 launches have no time without a kind of their atomics or fences: 1 generic hung, 1 not in the file'
prints 'disagree: more than 1 point outside the predicted interval, meant to hold 90 %'
prints '60.0 ±0.0 %'
prints 'hung'
! grep -q 'GPU busy' "$work/out" || fail "the other command's table is there, too"

# What is kept: of hist, scatter, phases and merge.
of() { columns "@grid == \"$1x1x1\" {print @$2}" p/agreement.csv; }
[ "$(of 534 shared_gain_percent) $(of 534 most_by) $(of 534 without_shared_us) $(of 534 time_us)" = '60 shared 26 65' ] || fail "hist"
[ "$(of 548 global_gain_percent) $(of 548 l2_verdict) $(of 548 launches)" = '99 bottleneck 3' ] || fail "scatter"
[ "$(of 175 outcomes)" = 'generic:hung' ] || fail "phases"
[ "$(of 1103 without_global_us)$(of 1103 most_by)$(of 1103 agreement)" = 'not measured' ] || fail "merge"
[ "$(of 7 verdict)$(of 7 agreement)" = 'not predicted' ] || fail "extra"
[ "$(of 9 kernel)" = '' ] || fail "a kernel without atomics"
run 0 "$work/bin/gpu-atomics" columns p/agreement.csv
! grep 'not known to this version' "$work/out" || fail "\`columns\` does not know a column"

# It can be repeated without a GPU, and is a floor for predictions.
run 0 "$work/bin/gpu-atomics" model utilization --table "$h200" --code "$recordings/gains.cubin" --counters p/counters.csv \
    --without p/whatif.csv --agreement again.csv
cmp again.csv p/agreement.csv || fail "the join repeated"
run 0 "$work/bin/gpu-atomics" model predict --table "$h200" --counters p/counters.csv --without p/whatif.csv --privatize 2
prints 'launches have a time without atomics (--without)'
run 2 "$work/bin/gpu-atomics" model utilization --counters p/counters.csv --agreement again.csv
says '--agreement: needs --without'
run 2 "$work/bin/gpu-atomics" model utilization --table "$h200" --counters p/counters.csv --without p/whatif.csv --agreement p/counters.csv
says 'is no agreement of verdicts with gains'

run 2 "$work/bin/gpu-atomics" model utilization --table "$h200" --counters "$recordings/nvprof.csv" --lanes 1 --other-gpu --without p/whatif.csv
says 'has no grid and block to join by'

# Template arguments that two demanglers spell otherwise; not where two kernels could be meant.
sed 's/_Z4histILi0EE/_Z4histILi5EE/' p/whatif.csv >other.csv
run 0 "$work/bin/gpu-atomics" model utilization --table "$h200" --counters p/counters.csv --without other.csv --agreement o.csv
[ "$(columns '@grid == "534x1x1" {print @agreement}' o.csv)" = disagree ] || fail "a twin"
columns '@grid_x == 534 {print row()}' other.csv | sed 's/ILi5EE/ILi6EE/' >another
cat another >>other.csv
run 0 "$work/bin/gpu-atomics" model utilization --table "$h200" --counters p/counters.csv --without other.csv --agreement o.csv
[ "$(columns '@grid == "534x1x1" {print @agreement}' o.csv | sort | tr '\n' ' ')" = 'not measured not predicted not predicted ' ] || fail "two twins"

# Without --code what the plain run loaded tells the types, and is kept: of what was launched alone.
[ ! -e p/inspect.csv ] || fail "inspect.csv is there, although --code was"
cp "$recordings/gains.cubin" loaded.cubin
{ echo "module $work/here/loaded.cubin"; cat script; } >loads
sed 's/ --code [^ ]*//' "$profile" >"$work/bin/bare" && chmod +x "$work/bin/bare"
run 0 "$work/bin/bare" --whatif --yes --runs 2 --patience 1 -o loaded -- "$program" loads
grep -v merge p/agreement.csv >by_file
grep -v merge loaded/agreement.csv | diff by_file - || fail "judged otherwise by what was loaded than by the file"
[ "$(columns '{print @kernel}' loaded/inspect.csv | sort -u | xargs)" = \
    '_Z12chain_sharedPjijj _Z4histILi0EEv4keysPjij _Z5lanesILi1EEvPjiiij _Z6phases4keysPjiij _Z7scatterIfEv4keysPT_S1_i' ] ||
    fail "other kernels than were launched: $(columns '{print @kernel}' loaded/inspect.csv | sort -u | xargs)"
run 0 "$work/bin/gpu-atomics" model utilization --table "$h200" --code loaded/inspect.csv --counters loaded/counters.csv \
    --without loaded/whatif.csv --agreement again.csv
cmp again.csv loaded/agreement.csv || fail "judged again by what was kept"
# So does a profile alone, in one more run, of what its program's file has no code of.
sed 's/ --here / /' "$work/bin/bare" >"$work/bin/alone" && chmod +x "$work/bin/alone"
run 0 "$work/bin/alone" -o looked -- "$program" loads
says "profile: $program has no code of 5 launches with atomics: it runs once more"
cmp looked/inspect.csv loaded/inspect.csv || fail "what was loaded, by profile and by whatif"
columns '{print @l2_verdict, @l2_gain_percent}' loaded/utilization.csv >by_whatif
columns '{print @l2_verdict, @l2_gain_percent}' looked/utilization.csv | diff by_whatif - || fail "judged otherwise"
[ ! -e looked/whatif.csv ] || fail "a profile alone has whatif.csv"
run 0 "$profile" -o named -- "$program" loads
! grep -q 'runs once more' "$work/err" || fail "it ran again, although --code was"
rm loaded/counters.csv loaded/run.csv
run 2 "$work/bin/bare" --whatif --yes -o loaded -- "$program" loads
says 'loaded holds a profile or run already'
# Too large, or nothing at all: it is said, and the profile is as without.
truncate -s 600M large
{ echo "module $work/here/large"; cat script; } >loads
for what in loads script; do
    run 0 "$work/bin/bare" --whatif --yes --runs 1 --patience 1 -o "not-$what" -- "$program" $what
    says 'what the program loaded cannot be looked into: no module was kept; --code FILE names its code'
    [ ! -e "not-$what/inspect.csv" ] || fail "inspect.csv of nothing"
done
run 0 "$work/bin/alone" -o not-alone -- "$program" script
says 'profile: what the program loaded cannot be looked into: no module was kept; --code FILE names its code'
run 0 "$work/bin/alone" -o not-seen -- "$program"
says 'never loaded libcuda.so.1, unless in a static or setuid program that it started'
prints '6 launches; '
{ echo "module $work/here/loaded.cubin"; cat loads; } >both
run 0 "$work/bin/bare" --whatif --yes --runs 1 --patience 1 -o part -- "$program" both
says 'some modules of the program are too large or cannot be read; --code FILE names the code of their kernels'
[ -s part/inspect.csv ] || fail "no inspect.csv of the modules that were kept"
echo rubbish >loaded.cubin
sed 1q both | cat - script >rubbish
run 0 "$work/bin/bare" --whatif --yes --runs 1 --patience 1 -o rubbish-p -- "$program" rubbish
says 'what the program loaded cannot be looked into: '
says 'expected an ELF file'
rm large

# Where the runs without atomics cannot be, the verdicts stand, and the reason is said.
run 77 "$profile" --whatif --yes -o unseen -- "$program"
says 'never loaded libcuda.so.1, unless in a static or setuid program that it started'
says '(the verdicts are in unseen)'
prints '6 launches; '
[ "$(ls unseen)" = "$(printf 'counters.csv\nrun.csv\nutilization.csv')" ] || fail "kept of no runs: $(ls unseen)"
mv "$work/bin/libgpu-atomics-whatif.so" "$work/bin/away"
run 77 "$profile" --whatif --yes -o alone -- "$program" script
says 'libgpu-atomics-whatif.so'
prints '6 launches; '
mv "$work/bin/away" "$work/bin/libgpu-atomics-whatif.so"
PATH=$here/../cli/scripts/rocprofv3:$PATH FAKE_ROCPROFV3="$recordings/rocprofv3.csv"
export FAKE_ROCPROFV3
run 77 "$profile" --whatif --yes --profiler rocprofv3 --other-gpu -o amd -- "$program" script
says 'whatif: atomics can be switched off on NVIDIA GPUs alone (the verdicts are in amd)'
[ -s amd/utilization.csv ] || fail "no verdicts on AMD"
run 2 "$profile" --whatif --yes --runs 1 --kernel 'nothing*' -o pattern -- "$program" script
run 0 "$profile" --whatif --yes --runs 1 --kernel 'nothing*' --kernel '*hist*' --kernel '*scatter*' -o patterns -- "$program" script
says "--kernel: no kernel of patterns/counters.csv matches 'nothing*'"
prints '2 kernels with atomics or fences: '
sed 's/ [0-9]* \([0-9-]*\) \([0-9-]*\) \([0-9a-z-]*\) \([0-9-]*\)$/ 1000 - - - -/' script >plain
run 0 "$profile" --whatif --yes --runs 1 -o plain-p -- "$program" plain
prints '6 kernels with atomics or fences: 0 disagree, 0 agree, 6 not measured'

# Every run reads what the program reads from; a signal to the runs without atomics leaves the verdicts.
printf '#!/bin/sh\ncat\nexec %s "$@"\n' "$program" >reader
chmod +x reader
echo typed >typed
"$profile" --whatif --yes --runs 1 -o typed-p -- ./reader script >"$work/out" 2>"$work/err" <typed || fail "standard input"
[ "$(grep -cx typed "$work/out")" -eq 2 ] || fail "the plain run did not read what the profile did"
if env --default-signal=TERM true 2>/dev/null; then
    : >"$work/err" # not what the run before said
    env --default-signal=TERM "$profile" --whatif --yes --patience 1000 -o told -- "$program" script >"$work/out" 2>"$work/err" </dev/null &
    for _ in $(seq 1200); do
        ! grep -q 'the plain run took' "$work/err" || break
        sleep 0.05
    done
    kill -TERM $!
    wait $!
    code=$?
    [ $code -eq 130 ] || fail "exit status $code after SIGTERM, expected 130"
    prints '6 launches; '
    says '(the verdicts are in told)'
    nothing_left
fi

# Nothing runs that would be refused later.
run 2 "$profile" --whatif -o q -- "$program" script
says 'gpu-atomics profile --whatif --yes -- '
run 2 "$profile" --runs 2 -o q -- "$program" script
says 'profile: --runs is of the runs without atomics: add --whatif'
[ ! -e q ] || fail "q was made"
exit 0
