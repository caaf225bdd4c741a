# tests/truth/gains.sh with a program that writes what `profile --whatif` would: files without the number of a process, packed.
mkdir tables
cat >program <<'END'
#!/bin/sh
printf '%s\n' "$@" >"$ASKED"
while [ "$1" != --out ]; do
    [ "$1" != --table ] || tables=$2
    shift
done
mkdir "$2"
printf '==PROF== Connected to process 4711 (/tmp/truth-plain)\n"ID"\n' >"$2/counters.csv"
echo "argument,--table $tables" >"$2/run.csv"
touch "$2/whatif.csv" "$2/inspect.csv" "$2/agreement.csv" "$2/utilization.csv"
exit "$CODE"
END
echo : >truth-plain
chmod +x program
for CODE in 0 77; do
    rm -rf out
    export CODE ASKED="$work/asked"
    sh "$here/../truth/gains.sh" truth-plain program tables out >"$log/out" 2>"$log/err"
    [ $? -eq "$CODE" ] || fail "not exit status $CODE"
    [ "$(ls out/truth | tr '\n' ' ')" = 'agreement.csv counters.csv.gz inspect.csv.gz run.csv whatif.csv.gz ' ] ||
        fail "files: $(ls out out/truth)"
    [ "$(gunzip -c out/truth/counters.csv.gz)" = '"ID"' ] || fail "a process has its number"
    [ "$(cat out/truth/run.csv)" = 'argument,--table tables' ] || fail "a path stays: $(cat out/truth/run.csv)"
    [ "$(ls out)" = truth ] || fail "the program stays"
done
[ "$(tail -n 3 asked | tr '\n' ' ')" = './truth-plain --once --unchecked ' ] || fail "not truth's: $(tail -n 3 asked)"
[ "$(grep -c '^\*[a-z_]*\[<(\]\*$' asked)" -eq 21 ] || fail "not 21 kernels"
for steered in work_queue ticket_lock hash_insert search union_find labels; do
    grep -q "\*$steered\[" asked && fail "$steered would not end"
done
true
