# No table has two columns of one name.
run 0 run --device "fake:$scripts/steady.txt" --out out
for table in out/*.csv; do
    twice=$(head -n 1 "$table" | tr , '\n' | sort | uniq -d)
    [ -z "$twice" ] || fail "$table has two columns $twice"
done
