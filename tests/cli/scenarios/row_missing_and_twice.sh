# A table in which one point stands twice and another is missing is not complete.
run 0 run --device "fake:$scripts/steady.txt" --bench shared_service --axis n=1,2 --axis e=1 \
    --axis c=0 --samples 6 --out out
sed '3d' out/shared_service.csv >short
sed -n '2p' short >>short
cp short out/shared_service.csv
"$program" run --resume --out out >"$log/out" 2>"$log/err"
case $? in
0) [ "$(axes out/shared_service.csv ok)" = '1 1 0
2 1 0' ] || fail "the missing point was not measured" ;;
2) says 'out/shared_service.csv:3' ;;
*) fail "exit status" ;;
esac
