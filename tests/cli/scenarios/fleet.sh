# A thousand cards made of a shipped set: their median, the one that is unlike them, in time; sets that cannot be taken.
set=$here/../../results/nvidia-h200
run 0 answers "$set" --format csv
cp "$log/out" answers.csv
grep -v '^argument\|^command_line' "$set/run.csv" >run.csv
[ "$(columns '@answer == "fence_device" {print 1}' answers.csv)" = 1 ] || fail "the shipped set has no fence_device"

# card N FACTOR: a set whose numbers are within 1 % of the shipped ones, and whose fence_device is FACTOR times that.
card() {
    mkdir -p "cards/card-$1"
    sed "s/^gpu_uuid,.*/gpu_uuid,GPU-$1/" run.csv >"cards/card-$1/run.csv"
    n=$1 factor=$2 edited 'FNR > 1 { by = 1 + ((ENVIRON["n"] * 7919 + FNR * 104729) % 201 - 100) / 1e4
        @low = @high = ""
        @value = @value * by * (@answer == "fence_device" ? ENVIRON["factor"] : 1) }' answers.csv >"cards/card-$1/answers.csv"
}

# Few cards: what is said, and that of two nobody is the odd one.
card 1 1
card 2 1.3
run 0 fleet cards
prints 'NVIDIA H200: 2 sets in cards/
'
prints 'and its 95 % interval leaves out that
median. Two cards cannot tell which is odd.'
prints 'No card is unlike'
cp -r cards a-rather-long-name-of-a-folder
run 0 fleet a-rather-long-name-of-a-folder
prints '
card-1    ' # what all of them begin with is not repeated
mkdir -p a-rather-long-name-of-a-folder/another-one-with-a-long-name
mv a-rather-long-name-of-a-folder/card-1 a-rather-long-name-of-a-folder/another-one-with-a-long-name/
run 0 fleet a-rather-long-name-of-a-folder/another-one-with-a-long-name a-rather-long-name-of-a-folder
prints '
..card-1    ' # a path that is cut begins with a name, behind the mark
prints '
card-2    '
rm -r a-rather-long-name-of-a-folder
card 3 1
run 1 fleet cards/card-1 cards/card-2 cards/card-3 --csv fleet.csv --json fleet.json
says '1 of 3 sets are unlike those of their model'
[ "$(columns '@outlier == 1 {print @directory, @gpu_uuid, @answer, @cards, (@percent > 28 && @percent < 32), (@z > 3.5)}' fleet.csv)" = \
    'cards/card-2 GPU-2 fence_device 3 1 1' ] || fail "outliers: $(grep ',1$' fleet.csv)"
[ "$(awk '/^card /{getline; print $1, $3; exit}' "$log/out")" = 'card-2 1' ] || fail "the worst card is not the first"
[ "$(awk 'length > 80' "$log/out")" = '' ] || fail "a line has more than 80 columns"
! command -v python3 >/dev/null || python3 -c 'import json
rows = [r for r in json.load(open("fleet.json")) if r["outlier"]]
assert [(r["directory"], r["answer"]) for r in rows] == [("cards/card-2", "fence_device")], rows' || fail "another JSON"
mkdir drawn
cp fleet.csv drawn
if command -v gnuplot >/dev/null; then
    run 0 plot drawn
    contains drawn/figures/fleet.svg card-2
    ! grep -q 'card-1<' drawn/figures/fleet.svg || fail "a card is named that is no outlier"
fi
run 0 fleet cards --within 40
run 0 fleet cards --bench 'lock_*'
! grep -q 'fence' "$log/out" || fail "an answer that --bench leaves out"
# An interval that holds the median, and cards that are spread as far, make none.
edited '@answer == "fence_device" {@low = 100; @high = 200}' cards/card-2/answers.csv >wide
cp wide cards/card-2/answers.csv
run 0 fleet cards
card 2 1.3
card 4 0.7
card 5 1.2
run 0 fleet cards
# What another version found by another rule is no answer of this one.
edited '@answer == "fence_device" {@rule = "median_ns of another row"}' cards/card-4/answers.csv >other
cp other cards/card-4/answers.csv
run 0 fleet cards --csv other.csv
says '1 answers are left out: other versions found them by other rules'
[ "$(columns '@answer == "fence_device" && @directory == "cards/card-4" {print}' other.csv)" = '' ] || fail "by another rule"
rm -r cards

# A benchmark that has changed: what older programs measured is counted, and no outlier. Alone they are compared.
for n in 1 2 3 4; do card $n 1; done
sed -i 's/^started_utc,.*/started_utc,2026-11-28T12:00:00Z/; s/^git_commit,.*/git_commit,older/' cards/card-4/run.csv
edited '@answer == "add_dependent" {@value *= 1.7}' cards/card-4/answers.csv >farther
cp farther cards/card-4/answers.csv
run 0 fleet cards --csv older.csv
prints '
2 programs (git_commit) measured these 4 sets.'
prints 'Not compared: add_dependent of 1 set before 2026-11-28; since then
  the word is the nearest of 64.
'
[ "$(columns '@answer == "add_dependent" {print @directory, @cards, @compared, (@percent == "")}' older.csv | sort)" = \
    'cards/card-1 3 1 0
cards/card-2 3 1 0
cards/card-3 3 1 0
cards/card-4 3 0 1' ] || fail "compared: $(columns '@answer == "add_dependent" {print row()}' older.csv)"
for n in 1 2 3; do sed -i 's/^started_utc,.*/started_utc,2026-11-28T12:00:00Z/' cards/card-$n/run.csv; done
run 1 fleet cards
says '1 of 4 sets are unlike those of their model'
! grep -q 'Not compared: add_dependent' "$log/out" || fail "sets of one version are not compared"
rm -r cards

# Where the answers are not kept, they come of the tables; models are judged apart; what cannot be taken is named.
card 1 1
card 2 1
card 3 1
mkdir cards/no-run cards/computed cards/broken cards/stand-in
cp "$set/run.csv" "$set/fence_fence.csv" cards/computed
cp cards/card-1/run.csv cards/broken
sed '2s/,[0-9.]*,,,/,fast,,,/' cards/card-1/answers.csv >cards/broken/answers.csv
sed 's/^backend,.*/backend,cpu/' run.csv >cards/stand-in/run.csv
run 2 fleet cards
prints 'NVIDIA H200: 4 sets'
"$program" fleet cards 2>&1 </dev/null | awk '/^left out/ {left++} /^NVIDIA/ {bad += left} END {exit !(left == 2 && !bad)}' ||
    fail "what is left out stands before the cards"
says 'left out: cards/broken/answers.csv:2: value is '"'fast', expected a number"
says "left out: cards/stand-in/run.csv: backend is 'cpu', the stand-in"
says '1 of 4 sets have no answers.csv, so their tables were read'
says '2 of 6 sets could not be taken'
run 2 gallery cards
says "left out: cards/stand-in/run.csv: backend is 'cpu', the stand-in"
rm -r cards/broken cards/stand-in
sed -i 's/^device_name,.*/device_name,NVIDIA Other/' cards/card-3/run.csv
run 0 fleet cards
prints 'NVIDIA Other: 1 set'
for command in fleet gallery; do
    run 4 $command missing
    says "gpu-atomics: $command: missing: No such file"
    run 2 $command cards/no-run
    says "$command: cards/no-run: neither it nor a directory in it has a run.csv"
done
echo mine >taken.csv
run 2 fleet cards --csv taken.csv
says 'holds no fleet'
rm -r cards

# A thousand, in at most 10 s. Copies of 20, each with a value of its own.
for n in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do card $n 1; done
i=21
while [ $i -le 1000 ]; do
    cp -r "cards/card-$((i % 20 + 1))" "cards/card-$i"
    i=$((i + 1))
done
rm -r cards/card-777
card 777 1.06
begin=$(date +%s)
run 1 fleet cards --csv thousand.csv
took=$(($(date +%s) - begin))
[ -n "${GA_SANITIZED:-}" ] || [ $took -le 10 ] || fail "a thousand sets took $took s"
prints 'NVIDIA H200: 1000 sets'
[ "$(columns '@outlier == 1 {print @directory, @answer}' thousand.csv)" = 'cards/card-777 fence_device' ] ||
    fail "outliers: $(columns '@outlier == 1 {print @directory, @answer}' thousand.csv)"
