# One point is measured again before the first and behind the last, and in between not behind every slice of them; also
# where a slice is full and all points behind it are unsupported.
# visits BENCH OPTION..: of the sentinel, and of the points, in $visits and $ok.
visits() {
    rm -rf out
    run 0 run --device "fake:$scripts/steady.txt" --preset paper --samples 1 --bench "$@" --out out
    visits=$(value "$1.sentinel_visits")
    ok=$(value "$1.ok")
}

visits global_cross_direct --axis warps=64
{ [ "$ok" -gt 1000 ] && [ "$visits" -ge 2 ] && [ "$visits" -le 20 ]; } || fail "$visits visits of the sentinel, $ok points"
for seed in 1 2 3 4; do
    visits global_aggregation --axis method=plain,free --axis bins=2,4,8,16,32,64,128,256 --axis copies=1 \
        --axis input=uniform,zipf,clustered,one --axis skew=0,100 --axis keys=256,512,1024,2048 --seed "$seed"
    [ "$ok" = 128 ] || fail "$ok points that can run, and not a slice of them"
    [ "$visits" -ge 2 ] || fail "the sentinel was not measured again, seed $seed"
done
