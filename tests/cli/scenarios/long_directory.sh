# A long path gets its files under their own names, or is refused.
part=$(repeat 12 abcdefghij | tr -d '\n')
for length in 480 500 511 512 520; do
    out=$(echo "$part/$part/$part/$part/$part" | cut -c-$length)
    "$program" run --device "fake:$scripts/steady.txt" --bench shared_service --axis n=1 --axis e=1 \
        --axis c=0 --samples 6 --out "$out" >"$log/out" 2>"$log/err"
    code=$?
    if [ $code -eq 0 ]; then
        [ -e "$out/shared_service.csv" ] || fail "no table in a directory of $length characters"
        rows "$out/shared_service.csv" 1
        [ -e "$out/run.csv" ] || fail "no run.csv in a directory of $length characters"
    else
        [ $code -eq 4 ] || fail "exit status $code with a directory of $length characters"
        says 'too long'
    fi
    rm -rf "$part"
done
