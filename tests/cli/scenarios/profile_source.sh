# `profile --source`: of several atomics that a kernel has those count that ran, by the source page of the same run of ncu.
recordings=$here/../recordings
tables=$here/../../results/nvidia-h200
export FAKE_LOG="$log/arguments" FAKE_NCU="$recordings/ncu_gains.csv" FAKE_PAGE="$work/page.csv"
PATH=$scripts/ncu:$PATH
export PATH

run 0 inspect "$recordings/gains.cubin" --csv code.csv
{
    cat code.csv
    sed -n '/^_Z7scatterIf.*,REDG,/{s/,reduction,REDG,add,f32,/,atomic,ATOMG,cas,b32,/;s/,none,loop,/,used,rmw-loop,/;p;q;}' code.csv
} >more.csv
cat >page.csv <<'END_OF_PAGE'
==WARNING== Note: Running with unmodified GPU clocks.

"Kernel Name","void scatter<float>(keys, T1 *, T1, int)"
"Address","Source","# Samples","Instructions Executed"
"7f10","      LDC R1, c[0x0][0x28] ","1","1,024"
"7f20","@!P1   REDG.E.ADD.F32.FTZ.RN.STRONG.GPU desc[UR4][R2.64], R7 ","1","131,072"
"7f30","      ATOMG.E.CAS.STRONG.GPU PT, R5, [R2], R4, R5 ","1","0"

"Kernel Name","phases(keys, unsigned int *, int, int, unsigned int)",
"Address","Source","# Samples","Instructions Executed"
"7f10","      EXIT ","0","4"
END_OF_PAGE
profile() { # CODE NAME ARGUMENT..: NAME/
    code=$1 name=$2 && shift 2
    run "$code" profile --table "$tables" -o "$name" "$@" -- true
}
counted() { # IN: the counters are those of a run without --source
    sed '/^==PROF== Report: /d' "$1/counters.csv" >counted
    same counted plain/counters.csv
}
told() { grep -qxF -- "$2" "$1" || fail "ncu was not told: $2"; }

profile 0 plain --code more.csv
prints 'says which of them ran'
! grep -qx -e --section -e --export "$FAKE_LOG" || fail "a report that nobody asked for"
[ ! -e plain/source.csv ] || fail "a page that nobody asked for"
profile 0 ran --source --code more.csv
for argument in --section SourceCounters --export ran/profiler.part/report --page raw --log-file ran/profiler.part/counters.csv true; do
    told "$FAKE_LOG" "$argument"
done
for argument in --import ran/profiler.part/report.ncu-rep --page source --print-source sass --metrics inst_executed --csv --log-file ran/profiler.part/page.csv; do
    told "$FAKE_LOG.page" "$argument"
done
counted ran
profile 0 known --code code.csv
same ran/utilization.csv known/utilization.csv
! cmp -s ran/utilization.csv plain/utilization.csv || fail "what ran changes nothing"
no_parts

# What is kept of the page: its launches, and their atomics; it is one more --code later.
sed -n '3,4p;6,7p;9,10p' page.csv >atomics.csv
same ran/source.csv atomics.csv
run 0 model utilization --table "$tables" --counters ran/counters.csv --code more.csv --code ran/source.csv --csv again.csv
same again.csv ran/utilization.csv
run 2 profile --table "$tables" -o ran --source -- true
says 'ran holds a profile or run already'
mkdir taken && cp ran/source.csv taken
profile 2 taken --source
says 'taken holds a profile or run already'
profile 0 both --source # without --code it is beside the program's own, which `true` has none of
grep -q '^"\{0,1\}.*scatter' both/utilization.csv || fail "no launch of scatter"

# A page as ncu wrote it.
FAKE_NCU=$recordings/ncu_scatter.csv FAKE_PAGE=$recordings/ncu_source.csv
run 0 profile --table "$here/../../results/nvidia-h100" -o torch --source --code "$recordings/scatter_code.cubin" -- true
[ "$(grep -c 'REDG\.' torch/source.csv)" -eq "$(grep -c 'REDG\.' "$FAKE_PAGE")" ] || fail "reductions were left out"
[ "$(wc -l <torch/source.csv)" -lt 20 ] || fail "more than atomics were kept"

# Without a page the verdicts are as without --source, and what was asked for is said not to be there.
FAKE_NCU=$recordings/ncu_gains.csv
lacks() { # HOW CODE MESSAGE
    FAKE_PAGE=$1
    profile "$2" "no-$1" --source --code more.csv
    says "$3"
    says "(the verdicts are in no-$1)"
    prints 'says which of them ran'
    [ "$(ls "no-$1")" = "$(printf 'counters.csv\nrun.csv\nutilization.csv')" ] || fail "kept without a page: $(ls "no-$1")"
    counted "no-$1"
    same "no-$1/utilization.csv" plain/utilization.csv
    no_parts
}
lacks old 3 'profile --source: ncu printed no source page, exit code 1: it does not say why'
lacks fails 3 'profile --source: ncu printed no source page, exit code 1: Failed to load report file'
lacks dies 3 'was ended by signal 9'
lacks nothing 3 'profile --source: ncu printed a source page without a launch'
head -n 4 page.csv >cut
lacks cut 3 "profile --source: ncu's source page ends before the last kernel's instructions"
sed 's/Instructions Executed/Instructions/' page.csv >uncounted
lacks uncounted 3 "profile --source: no-uncounted/profiler.part/source.csv:2: there is no column 'Instructions Executed'"

# SIGTERM while the page is printed: nothing more is run, and the verdicts stand.
if env --default-signal=TERM true 2>/dev/null; then
    FAKE_PAGE=hangs env --default-signal=TERM "$program" profile --table "$tables" -o ended --source --whatif --yes --code more.csv -- true \
        >"$log/out" 2>"$log/err" </dev/null &
    for _ in $(seq 300); do
        [ ! -e "$FAKE_LOG.page.hangs" ] || break
        sleep 0.1
    done
    kill -TERM $!
    wait $!
    code=$?
    [ $code -eq 130 ] || fail "exit status $code, expected 130"
    says '(the verdicts are in ended)'
    same ended/utilization.csv plain/utilization.csv
    no_parts
fi

# Where the run itself fails, as with an ncu without the section, there is nothing to keep.
FAKE_NCU=refuses
profile 3 none --source
says 'ncu ended with exit code 9: Failed to find metric nonsense.sum'
[ ! -e none ] || fail "none was made"
PATH=$scripts/rocprofv3:$PATH
run 2 profile --profiler rocprofv3 --source -o none -- true
says "--source: the source page is ncu's; rocprofv3 has none"
