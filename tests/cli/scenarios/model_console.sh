# The table that `model utilization` prints: a kernel a line, what takes the time first, one verdict and what to do.
recordings=$here/../recordings
h100=$here/../../results/nvidia-h100
h200=$here/../../results/nvidia-h200

# line PATTERN: the only line that has it.
line() { grep -e "$1" "$log/out" >line || fail "no line has $1"; [ "$(wc -l <line)" -eq 1 ] || fail "several lines have $1"; }

run 0 model utilization --table "$h100" --counters "$recordings/ncu_scatter.csv" --global-type add-f32
line '^ 41.4 %    7361.3        1  scatter_add: _scatt..eAdd>::{lambda1}>  *4096 x 128  bottleneck L2 99 %$'
[ "$(grep -c 'few hot words: sum by key first (f32 adds to one word: 21x as fast by block), or in integers (one word: 2.4x as fast)$' "$log/out")" -eq 2 ] ||
    fail "no next step"
line '  next: few hot words: sum by key first (f32 adds to 16 words: 4.3x as fast by warp, 13x as fast by block)$'
[ "$(awk '/ %  /{print $1}' "$log/out" | tr '\n' ' ')" = '41.4 41.4 17.3 ' ] || fail "not by time"
# A ratio is of what the launch does: of other types, of results that may be used, and of what is not known there is none.
for type in s32 add-u32 min-u32; do
    run 0 model utilization --table "$h100" --counters "$recordings/ncu_scatter.csv" --global-type "$type"
    grep -q ' next: ' "$log/out" || fail "no advice for $type"
    ! grep -q 'as fast' "$log/out" || fail "a ratio for $type"
done
run 0 model utilization --table "$h100" --counters "$recordings/ncu_scatter.csv" --code "$recordings/scatter_code.cubin"
# The tables' ratios are over an atomic for each lane: where the compiler combined the lanes there is none.
line '  next: few hot words: sum by key in a block first (lanes of a warp are combined already)$'
run 0 inspect "$recordings/scatter_code.cubin" --csv combined.csv
edited '@lanes == "combined" { @lanes = "" }' combined.csv >apart.csv
run 0 model utilization --table "$h100" --counters "$recordings/ncu_scatter.csv" --code apart.csv
line '  next: few hot words: sum by key first (adds of 1 to 16 words: 4.1x as fast by warp, 205x as fast by block)$'
# Ratios as they are printed: of 1.04 none, of 9.97 no decimal.
mkdir near
cp "$h100"/*.csv near
edited 'FNR > 1 { @rate_ops_per_s = @way == "tree" ? 1.04e9 : 1e9 }' "$h100/global_determinism.csv" >near/global_determinism.csv
edited 'FNR > 1 { @rate_ops_per_s = @way == "aggregated" ? 1.06e9 : @way == "shared" ? 9.97e9 : 1e9 }' "$h100/global_sums.csv" >near/global_sums.csv
run 0 model utilization --table near --counters "$recordings/ncu_scatter.csv" --global-type add-f32
line '  next: few hot words: sum by key first (f32 adds to 16 words: 1.1x as fast by warp, 10x as fast by block)$'
[ "$(grep -c 'few hot words: sum by key first, or in integers (one word: 2.4x as fast)$' "$log/out")" -eq 2 ] || fail "a ratio of 1.04"
run 0 model utilization --table "$h100" --counters "$recordings/ncu_scatter.csv" --global-type add-f32
line 'from 85 % on'
! grep -q "$(printf '\033')" "$log/out" || fail "colours, and this is no terminal"

run 0 model utilization --table "$h200" --counters "$recordings/ncu_raw.csv"
line '^ 17.5 %    2798.0        4  add_u32  *264 x 1024  bottleneck shared 100 %$'
prints 'CAS loops: count in 32-bit integers (one word: 61x as fast as 64 bits, 36x as fast as floats)'
line "^predict: gpu-atomics model predict --table $h200 --counters $recordings/ncu_raw.csv --kernel '\*cas_u32\*' --privatize 32$"
! grep -q '^ *N [0-9]' "$log/out" || fail "what --verbose is for"
run 0 model predict --table "$h200" --counters "$recordings/ncu_raw.csv" --kernel '*cas_u32*' --privatize 32
prints '1 launches, 1 predicted'

# The launches of the truth: 93 launches in fewer lines than launches; what is alike is together, what has none is one line.
run 0 model utilization --table "$h100" --counters "$h100/truth_counters.csv" --json u.json
line '9 kernels without atomics (--all)$'
run 0 model utilization --table "$h100" --counters "$h100/truth_counters.csv" --all --min-share 1
line 'kernels with less of the time (--min-share)$'
! grep -q 'no atomics' "$log/out" || fail "a kernel of less than 1 %"
run 0 model utilization --table "$h100" --counters "$h100/truth_counters.csv" --all
[ "$(grep -c '  no atomics$' "$log/out")" -eq 9 ] || fail "--all leaves some out"
[ "$(grep -c '"launch"' u.json)" -eq 93 ] || fail "u.json: not a launch each"
grep -q '"grid": "(1056, 1, 1)", "block": "(256, 1, 1)", .*"demand_percent": 83.9297, .*"l2_verdict": "unknown"' u.json || fail "u.json: not the cells"

first() { awk '/ %  / {print $5; exit}' "$log/out"; }
run 0 model utilization --table "$h100" --counters "$h100/truth_counters.csv" --sort name
[ "$(first)" = balances ] || fail "--sort name begins with $(first)"
run 0 model utilization --table "$h100" --counters "$h100/truth_counters.csv" --sort launches
[ "$(first)" = cub_sort ] || fail "--sort launches begins with $(first)"
run 2 model utilization --table "$h100" --counters "$h100/truth_counters.csv" --sort tme --json none.json
says "--sort: 'tme' is none of time, busy, launches and name; did you mean time?"
[ ! -e none.json ] || fail "none.json was written"

# A PyTorch program's 53 launches fit on a screen. What `whatif` says loses most of its time with its atomics is no `not`:
# scatter_add and index_add 99 %, bincount 87 %, histc 95 %. Its names lack namespaces that the symbols have.
run 0 model utilization --table "$h100" --counters "$recordings/ncu_torch.csv"
[ "$(wc -l <"$log/out")" -le 30 ] || fail "$(wc -l <"$log/out") lines of 53 launches"
line '^ *1.7 % *293.7 *8  DeviceRadixSortOnes..ong,NullType,un..  *729 x 384  unknown shared 2 %$'
grep -e _scatter_gather -e indexFunc -e kernelHistogram "$log/out" >hot
[ "$(wc -l <hot)" -eq 4 ] || fail "$(cat hot)"
! grep -q '  not ' hot || fail "$(cat hot)"
! grep -q 'share: of these kernels' "$log/out" || fail "all kernels are said to be those of --kernel"
line '28  24 kernels without atomics (--all)$'
run 0 model utilization --table "$h100" --counters "$recordings/ncu_torch.csv" --code "$recordings/scatter_code.cubin"
[ "$(grep -c 'bottleneck L2 99 %' "$log/out")" -eq 2 ] || fail "the code does not say what scatter_add is"

# Kernels by what is printed of them: whole or cut, with and without namespaces; the nearest name of what is none.
one() { # KERNEL LINE
    run 0 model utilization --table "$h100" --counters "$recordings/ncu_torch.csv" --kernel "$1"
    line "$2"
}
one 'kernelHistogram1D<l..ng,0>::{lambda2}>' ' kernelHistogram1D<l'
one 'kernelHistogram1D<f*' ' kernelHistogram1D<f'
# Their share is of all launches in the file, where it has others.
one '*Histogram1D*' '^  3.5 %     596.1        1  kernelHistogram1D<l'
line '^  2.8 %     478.3        1  kernelHistogram1D<f'
! grep -q 'share: of these kernels' "$log/out" || fail "the file has other kernels"
run 0 model utilization --table "$h200" --counters "$recordings/ncu_raw.csv" --kernel '*'
line '^share: of these kernels; the file has no others (--kernel)$'
one 'DeviceRadixSortOnes..ong,NullType,un..' ' DeviceRadixSortOnes'
one 'cuda::kernelHistogram1D<float*' ' kernelHistogram1D<f'
run 0 model utilization --table "$h100" --counters "$recordings/ncu_scatter.csv" --global-type add-f32 --kernel 'scatter_add: _scatt..eAdd>::{lambda1}>'
line '  scatter_add: _scatt..eAdd>::{lambda1}> '
run 2 model utilization --table "$h100" --counters "$recordings/ncu_torch.csv" --kernel 'kernelHistgram*'
says "no kernel of $recordings/ncu_torch.csv matches 'kernelHistgram*'; did you mean 'kernelHistogram1D*'?"

# What would go away stands in the headline, with its interval, where the counters that it needs are there.
gzip -dc "$h200/../programs/nvidia-h200/torch_zipf/counters.csv.gz" >torch_zipf.csv
run 0 model utilization --counters torch_zipf.csv
! grep -q 'sum by key first (' "$log/out" || fail "a ratio, and the code is not known"
line '^ *[0-9.]* % *4924.6 *4  _scatter_gather_ele..eAdd>::{lambda1}> *4096 x 128  about 9[0-9] % ([0-9]* to 100 %) would go away, L2 81 to 100 %$'
# What the interval held is the least and the most of the table of frozen fits.
held=$(awk -F'[|] *' '
    /^[|] the goal/ {goal = $4 + 0}
    goal && !/^[|]/ {print goal " %, held " least " to " most; exit}
    goal && !/the goal|left out/ {least = !least || $4 < least ? $4 + 0 : least; most = $4 > most ? $4 + 0 : most}' \
    "$here/../../model/verdict/gain.md")
line "^would go away: without atomics; interval: meant to hold $held % of new kernels$"
grep -c 'would go away, ' "$log/out" >n
[ "$(cat n)" -ge 8 ] || fail "$(cat n) headlines"

# advised N: so many headlines have an interval over 40 points; each has a next step, rows one after the other have one together.
advised() {
    awk '/ would go away, / { match($0, /\([0-9]+ to [0-9]+ %\)/); split(substr($0, RSTART + 1), of, " ")
            wide = of[3] - of[1] > 40; n += wide; if (open && !wide) exit 1; open = open || wide }
        / next: / { open = 0 }
        END { if (open || n != '"$1"') exit 1 }' "$log/out" || fail "a wide interval without a next step, or not $1 of them"
}
advised 7
grep -A 1 ' DeviceRadixSortOnes..ong,NullType' "$log/out" | grep -q '^        next: too wide to act on: .gpu-atomics whatif -- PROGRAM. measures it$' ||
    fail "no next step of one row"
[ "$(grep -c 'too wide to act on' "$log/out")" -eq 2 ] || fail "a next step inside of what goes together"
line '^        next: these 6 are too wide to act on: .gpu-atomics whatif -- PROGRAM. measures them$'
# What --verbose says of each launch whose passes are of several clocks is said once.
line '^53 launches: passes had other clocks; L2 percentages are not used (--verbose)$'
run 0 model utilization --counters torch_zipf.csv --verbose
[ "$(grep -c "the profiler's passes differ: its cycles and time are of a clock of" "$log/out")" -eq 53 ] || fail "not the 53 launches"
! grep -q 'other clocks' "$log/out" || fail "--verbose says it twice"

# A kernel's headline is of all its launches: JAX's scatters of one grid lose 94 %, 27 % or nothing, of all 52.5 % by `whatif`.
gzip -dc "$h100/../programs/nvidia-h100/jax_ops/counters.csv.gz" >jax.csv
run 0 model utilization --table "$h100" --counters jax.csv
line '^ *0.1 % *655.7 *16  input_scatter_fusion  *4096 x 128  about 52 % (48 to 58 %) would go away, L2 57 to 63 %$'
line '^        launches differ: 4 bottleneck (94 %), 8 unknown (25 to 28 %), 4 unknown (0 %)$'
[ "$(grep -c 'launches differ' "$log/out")" -eq 2 ] || fail "launches whose intervals meet are said to differ"
# Those that lose nothing are apart. Names whose ends differ are cut where what differs is seen, not numbered.
gzip -dc "$h100/../programs/nvidia-h100/cusparse/counters.csv.gz" >cusparse.csv
run 0 model utilization --table "$h100" --counters cusparse.csv
line '^        launches differ: 3 bottleneck (83 %), 3 open (0 %)$'
line '^        launches differ: 3 bottleneck (43 %), 3 open (0 %)$'
for name in 'loat,0>,0' 'loat,0>,1' 'uble,0>,0' 'uble,0>,1'; do line " coomm_alg4_kernel<C..$name,0,0,i..  *[0-9]* x [0-9]"; done
! grep -q '~2' "$log/out" || fail "a number where letters tell names apart"

# A sum that picks its last block by one atomic a block has no key to add up by. Only the code tells it from one that hands out work.
torchvision=$h200/../programs/nvidia-h100/torchvision_ops
for part in counters inspect; do gzip -dc "$torchvision/$part.csv.gz" >"$part.csv"; done
run 0 model utilization --counters counters.csv --code inspect.csv
grep -A 1 'reduce_kernel' "$log/out" | grep -c 'next: one atomic a block; if it picks the last (2.[48] us): fewer blocks, or a second launch$' >n
[ "$(cat n)" -eq 2 ] || fail "advice of $(cat n) sums"
run 0 model utilization --counters counters.csv
prints 'results of atomics are used in 18 launches; if these decide'
! grep -q 'one atomic a block' "$log/out" || fail "advice for what may hand out work"

# Of one verdict, too, launches whose intervals do not meet are told apart.
gzip -dc "$h100/../programs/nvidia-h100/cupy_ops/counters.csv.gz" >cupy.csv
run 0 model utilization --counters cupy.csv
line '^        launches differ: 2 bottleneck (98 %), 2 bottleneck (68 %), 2 unknown (0 %)$'
