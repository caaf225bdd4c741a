# Two runs of one device that agree, within what is asked for.
for cycles in 1000 1005; do
    echo $cycles >script
    run 0 run --device fake:script --bench shared_service --bench global_baseline --axis n=1,2 --axis e=1 --axis c=0 --axis regime=dependent \
        --samples 6 --out $cycles
done
run 0 compare 1000 1000
prints '

table                    points  compared   alike    median   largest
global_baseline               6         6   100 %       0 %       0 %'
[ "$(wc -l <"$log/out")" -eq 7 ] || fail "not one line a table behind the heads"
run 0 compare 1000 1005
prints 'shared_service                2         2   100 %     0.5 %     0.5 %'
run 0 compare --within 0.5 1000 1005
run 1 compare --within 0.4 1000 1005
prints '    not alike: 2, most at n=1, e=1, c=0
        1000 and 1005 ns'
run 0 compare --within 0.4 --share 0 1000 1005

# The shipped tables, as large as they get, at the speed of a tool that one uses: half a second where
# nothing else runs.
shipped=$here/../../results/nvidia-h200
begin=$(date +%s)
run 0 compare "$shipped" "$shipped"
[ $(($(date +%s) - begin)) -le 10 ] || [ -n "${GA_SANITIZED:-}" ] || fail "it took more than 10 s"
prints 'shared_service            68608     68608   100 % '
