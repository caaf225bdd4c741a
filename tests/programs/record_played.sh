#!/bin/sh
# record_played.sh PROGRAM TOOLS: record.sh from end to end without a GPU: programs, profiler and injected library are stand-ins, of
# tests/whatif. Exit status: 0, 1 if it failed, 77 no python3.
# shellcheck disable=SC2031,SC2154 # case.sh has the variables
here=$(cd "$(dirname "$0")" && pwd)
command -v python3 >/dev/null || exit 77
# shellcheck source=tests/whatif/case.sh disable=SC1091
. "$here/../whatif/case.sh"
# shellcheck source=tests/cli/columns.sh disable=SC1091
. "$here/../cli/columns.sh"
recordings=$here/../recordings
export PATH="$here/../cli/scripts/ncu:$PATH" FAKE_LOG="$work/arguments" FAKE_NCU="$work/here/ncu.csv"
export BIN="$work/here/bin" OTHERS="$work/here/made" TABLES="$here/../../results/nvidia-h200"
export KINDS=zipf EDIT=shared,global RUNS=1 LIMIT=100
recorder=$work/bin/gpu-atomics
if [ "$kind" = none ]; then
    recorder=$work/bin/recorder
    cat >"$recorder" <<END
#!/bin/sh
what=\$1
shift
[ "\$what" != profile ] || set -- --here "\$@"
exec "$work/bin/gpu-atomics" "\$what" "\$@"
END
    chmod +x "$recorder"
fi
record() { # CODE OUT PROGRAM..
    wanted=$1 out=$2
    shift 2
    run "$wanted" sh "$here/record.sh" "$recorder" "$out" "$@"
}

# Two launches of two kernels, of which the first is not timed.
{ sed 2q "$recordings/ncu_gains.csv" && grep -F -e '"(548, 1, 1)"' -e '"(534, 1, 1)"' "$recordings/ncu_gains.csv"; } >once
{ cat once && sed 1,2d once; } >ncu.csv
[ "$(wc -l <ncu.csv)" -eq 6 ] || fail "the recording has other grids"
cat >script <<END
module $recordings/gains.cubin
_Z7scatterIfEv4keysPT_S1_i 548 256 2 1000000 - 10000 - -
_Z4histILi0EEv4keysPjij 534 256 2 65000 26000 65000 - -
END
mkdir bin made
printf '#!/bin/sh\nexec %s %s/script\n' "$program" "$work/here" >bin/cub_ops
cp bin/cub_ops bin/npp_ops
cp bin/cub_ops made/good
printf '#!/bin/sh\necho "no data"\nexit 5\n' >made/bad
chmod +x bin/*_ops made/good made/bad
printf 'good_program ./good 1 2\n' >made/COMMANDS

record 0 all cub npp others
[ "$(cd all && echo *)" = 'cub_zipf good_program log.txt npp programs.csv' ] || fail "left in OUT: $(ls all)"
for name in cub_zipf npp good_program; do
    prints "$name: ended with 0"
    files=$(cd "all/$name" && echo *)
    [ "$files" = 'agreement.csv counters.csv.gz inspect.csv.gz run.csv whatif.csv.gz' ] || fail "$name has $files"
    gzip -t all/$name/*.gz || fail "$name is damaged"
    grep -q '^argument,nvidia-h200$' "all/$name/run.csv" || fail "$name: which tables"
    ! grep -q "$TABLES" "all/$name/run.csv" || fail "$name says where the tables lay"
    ! gzip -dc "all/$name/counters.csv.gz" | grep -q '^==PROF== .* process' || fail "$name has the process"
done
[ "$(cut -d'<' -f1 all/programs.csv | cut -d, -f1,2 | sort | xargs)" = \
    'cub_zipf,hist cub_zipf,scatter good_program,hist good_program,scatter npp,hist npp,scatter program,kernel' ] ||
    fail "the rows: $(cut -d, -f1,2 all/programs.csv | xargs)"
[ "$(sed '1d; s/.*,//' all/programs.csv | uniq | xargs)" = 'disagree agree' ] || fail "disagreements are not first"
[ "$(columns '{print @launches}' all/programs.csv | uniq)" = 1 ] || fail "other launches are timed than the second of each"
grep -qx 'argument,\*hist\[\[<(\]\*' all/npp/run.csv || fail "npp: not the kernels with atomics: $(grep argument all/npp/run.csv)"

# A program that fails is named, with what it said last, and the next is recorded all the same.
{ echo 'bad_program ./bad' && cat made/COMMANDS; } >two
mv two made/COMMANDS
record 1 some others
prints 'bad_program: ended with 3'
[ ! -s "$work/err" ] || fail "record.sh itself complains"
grep -q 'no data' some/log.txt || fail "why bad_program failed: $(cat some/log.txt)"
prints 'good_program: ended with 0'
[ "$(cd some && echo *)" = 'good_program log.txt programs.csv' ] || fail "left in OUT: $(ls some)"
[ "$(cut -d, -f1 some/programs.csv | sort -u | xargs)" = 'good_program program' ] || fail "rows of another program"

record 1 none nothing
prints 'no such program: nothing'
