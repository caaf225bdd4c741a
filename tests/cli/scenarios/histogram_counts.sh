# The counts of shared_histogram: what the law says of images that can be worked by hand, on the stand-in, whose
# warps have 4 lanes; and a counter of 16 bits that gets full.
run 0 run --device cpu --bench shared_histogram --axis image=solid --axis pixels=64 --axis threads=8 --samples 2 --out out
head -n 1 out/shared_histogram.csv | grep -q ',passes,lanes_each$' || fail "no counts"
# 64 pixels are 16 warp instructions a visit. On one word and on four words in four banks.
wrong=$(columns '{
        each = @kernel == "reordered" || (@result == "unused" && @counter == "word") ? 1 : 4
        if (@status != "ok" || @lanes_each != each || @passes != 16 * each * (4 + @extra)) print
        n++
    }
    END {if (n != 24) print n " rows"}' out/shared_histogram.csv)
[ -z "$wrong" ] || fail "$wrong"

# 2^15 pixels a block, each two adds to the one bin of the last channel.
run 0 run --device cpu --bench shared_histogram --axis counter=packed --axis image=solid --axis pixels=131072 \
    --axis extra=1 --samples 1 --out full
[ "$(grep -c ',ok,' full/shared_histogram.csv)" -eq 1 ] || fail "a full counter"
