# `profile` with profilers that are scripts: what they are told, what becomes of what they say.
results=$here/../../results/nvidia-h200
recordings=$here/../recordings
mkdir tables
cp "$results/run.csv" "$results/shared_service.csv" "$results/shared_demand.csv" tables
export FAKE_LOG="$log/arguments" FAKE_NCU="$recordings/ncu_raw.csv"
echo '#!/bin/sh' >"my program"
cat >>"my program" <<'END'
echo "a program's line"
echo "a program's complaint" >&2
printf '<%s>\n' "$@"
cat
exit "${PROGRAM_CODE:-0}"
END
chmod +x "my program"
PATH=$scripts/ncu:$PATH
export PATH

# told LINE: ncu got this argument.
told() { grep -qxF -- "$1" "$FAKE_LOG" || fail "ncu was not told: $1"; }

run 0 profile --out p --table tables -- "./my program" 'a b' "it's" '"c" $HOME *' '' --csv -- -x
prints "a program's line"
prints '<a b>
<it'"'"'s>
<"c" $HOME *>
<>
<--csv>
<-->
<-x>'
says "a program's complaint"
prints 'counters of ./my program in p/counters.csv'
prints '13 launches; of shared memory: 11 bottleneck, 0 open, 2 not, 0 unknown'
for argument in --clock-control --cache-control none --csv --page raw --target-processes all --log-file \
    p/profiler.part/counters.csv './my program' 'a b' "it's" '"c" $HOME *'; do
    told "$argument"
done
grep -q '^smsp__inst_executed_op_shared_atom_dot_alu.sum,.*,sm__cycles_active.avg,' "$FAKE_LOG" || fail "counters"
! grep -q -e launch__ -e nvtx "$FAKE_LOG" || fail "asked for what comes anyway, or was not wanted"
rows p/utilization.csv 13
grep -q '^command_line,"gpu-atomics profile --out p --table tables -- ./my program a b ' p/run.csv || fail "command in run.csv"
! grep -q '^backend,cpu' p/run.csv || fail "the stand-in ran no program"
no_parts
sed 1d p/counters.csv >rest
same rest "$recordings/ncu_raw.csv"
run 0 model utilization --table tables --counters p/counters.csv --csv again.csv
same again.csv p/utilization.csv

# Its rows where they are wanted.
run 0 profile --out elsewhere --table tables --csv rows.csv --json rows.json -- true
same rows.csv p/utilization.csv
[ ! -e elsewhere/utilization.csv ] || fail "the rows are there twice"
run 0 model utilization --table tables --counters p/counters.csv --json again.json
same rows.json again.json
[ "$(grep -c '^  {"launch": ' rows.json)" -eq 13 ] || fail "rows.json: not a launch each"
run 0 profile --out over --table tables --csv rows.csv --json rows.json -- true
echo mine >mine
run 2 profile --out never --table tables --csv mine -- touch ran
says 'mine: is there and is no answer of the model; not replaced'
run 2 profile --out never --table tables --json mine -- touch ran
says '--json mine: is there and holds no rows; not replaced'
run 2 model utilization --table tables --counters p/counters.csv --json mine
says '--json mine: is there and holds no rows; not replaced'
[ "$(cat mine)" = mine ] || fail "mine was replaced"
[ ! -e ran ] || fail "the program was run"
[ ! -e never ] || fail "never was made"

# A profile is not written over, and without --out each gets a directory of its own.
run 2 profile -o p --table tables -- true
says 'p holds a profile or run already; another --out keeps it'
mkdir measured && cp tables/run.csv measured
run 2 profile -o measured --table tables -- true
says 'measured holds a profile or run already; another --out keeps it'
same measured/run.csv tables/run.csv
run 0 profile --table tables --nvtx -- true
told --nvtx
told --print-nvtx-rename
told kernel
run 0 profile --table tables --kernel 'a[c-e]d_u3?(*int\, *)' --out some -- true
told --kernel-name-base
told demangled
told 'regex:^(.*[ :])?(a.d_u3.\(.*int, .*\))([<(].*)?$'
run 0 profile --table tables --kernel 'add_u3*' --kernel 'cas.u32' --kernel 'a*' --out several -- true
told 'regex:^(.*[ :])?(add_u3.*|cas\.u32|a.*)([<(].*)?$'
says "--kernel: no kernel of several/counters.csv matches 'cas.u32'; did you mean 'cas_u32'?"
run 0 profile --table tables --kernel 'add_u..' --out cut -- true
told 'regex:^(.*[ :])?(add_u.*)([<(].*)?$'
run 0 profile --table tables --kernel '*' --nvtx --out ranges -- true
! grep -q -e --kernel-name "$FAKE_LOG" || fail "a filter by name, where ranges name launches"
prints 'share: of these kernels; the file has no others (--kernel)'
FAKE_NCU=nothing run 2 profile --table tables --kernel 'no*' --out none -- true
says "true launched none that matches --kernel 'no*' on a GPU"
run 0 profile --table tables -- true
! grep -q -e --kernel-name "$FAKE_LOG" || fail "a filter that nobody asked for"
rows profile/true/utilization.csv 13
rows profile/true-2/utilization.csv 13

# The tables that come with the program, and those that were measured here.
run 0 profile -o q --global-lanes 32 -- true
prints 'NVIDIA H200, tables of '
prints 'results/nvidia-h200'
mkdir results
cp -r tables results/mine
run 0 profile -o r -- true
prints 'NVIDIA H200, tables of results/mine'
sed 's/NVIDIA H200/NVIDIA X1/' "$recordings/ncu_raw.csv" >other.csv
FAKE_NCU=$PWD/other.csv
run 2 profile -o s -- true
says "there are no tables of a GPU like 'NVIDIA X1' in results"
says "measure them with: gpu-atomics run --bench 'shared_*' --out tables"
says '(the counters are in s/counters.csv)'
[ -e s/counters.csv ] || fail "the counters are lost"

# Standard input is the program's.
FAKE_NCU=$recordings/ncu_raw.csv
echo "typed" | "$program" profile -o t --table tables -- "./my program" >out 2>&1 || fail "standard input"
grep -qx typed out || fail "the program did not get its standard input"
no_parts

# Every counter that ncu is asked for is one that ncu knows: in a recording of all, or of those it was asked for.
# The L2's sectors by operation are in none; CUPTI 13.0 lists them for sm_75 to sm_120.
run 0 profile --show-counters
tr ',' '\n' <"$log/out" | while read -r name; do
    case $name in
    lts__t_sectors_op_atom.max | lts__t_sectors_op_red.max | lts__t_sectors_op_atom.sum | lts__t_sectors_op_red.sum) continue ;;
    esac
    grep -qF "\"$name\"" "$recordings/ncu_full_raw.csv" "$recordings/ncu_raw.csv" || echo "$name"
done >unknown
[ ! -s unknown ] || fail "no recording has $(cat unknown)"
