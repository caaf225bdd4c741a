#!/bin/sh
# answers.sh PROGRAM ROOT BUILD: the answers of README.md and results/answers.md, and results/gallery.md, are what the program
# prints of the shipped tables, and model/answers/holds.def
# is what all sets show. With GA_BLESS=1 both are written anew, and the test ends as skipped.
set -u
program=$1 root=$2 build=$3
holds=$root/model/answers/holds.def
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/columns.sh disable=SC1091
. "$here/../cli/columns.sh"
work=$(mktemp -d "${TMPDIR:-/tmp}/ga-answers-XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
cd "$root" || exit 1
code=0
blessed=

# with_ops SET: a copy of it in $work/set, whose tables have ops: a point does the same work in every set, and some sets
# leave it out.
with_ops() {
    rm -rf "$work/set"
    cp -r "$1" "$work/set"
    for table in "$work"/set/*.csv; do
        whole=results/nvidia-h200/${table##*/}
        case $(head -n 1 "$table") in *,ops*) continue ;; *,status,*) ;; *) continue ;; esac
        [ -f "$whole" ] || continue
        case $(head -n 1 "$whole") in *,ops,*) ;; *) continue ;; esac
        columns '{ print point() "," @ops }' "$whole" >"$work/ops"
        awk -F, 'FILENAME == ARGV[1] { ops[$1] = $2; next }
            FNR == 1 { while ($(n + 1) != "status") n++; print $0 ",ops"; next }
            { key = $1; for (i = 2; i <= n; i++) key = key " " $i; print $0 "," ops[key] }' "$work/ops" "$table" >"$work/table"
        mv "$work/table" "$table"
    done
}

# Of every set that answers something; one of other points than the answers' has none. A card's are kept as they were found.
mkdir "$work/sets"
for set in results/*/run.csv; do
    with_ops "${set%/run.csv}"
    "$program" answers "$work/set" --format csv >"$work/answers" 2>"$work/err" || {
        grep -q 'holds none' "$work/err" || { cat "$work/err"; exit 1; }
        continue
    }
    name=$work/sets/$(basename "${set%/run.csv}")
    mkdir "$name"
    cp "$set" "$work/answers" "$name"
    mv "$name/answers" "$name/answers.csv"
done
"$program" fleet "$work/sets" results/cards --csv "$work/fleet.csv" >"$work/fleet" 2>&1 ||
    [ $? -eq 1 ] || { cat "$work/fleet"; exit 1; } # 1: one is unlike the others
! grep 'left out' "$work/fleet" || exit 1 # a rule that has changed: measure the card again

# The rows of model/answers/changes.def: a set was begun before a change just where its program lacks it.
changes=$(sed -n 's/^GA_CHANGED([a-z_0-9]*, "\([^"]*\)", "\([^"]*\)".*/\1 \2/p' model/answers/changes.def)
for set in results/*/run.csv results/cards/*/run.csv; do
    git_commit=$(sed -n 's/^git_commit,//p' "$set" | tail -n 1)
    started=$(sed -n 's/^started_utc,//p' "$set" | head -n 1)
    while read -r since change; do
        git merge-base --is-ancestor "$change" "$git_commit" 2>/dev/null
        has=$?
        [ $has -le 1 ] || continue # the history is not here
        later=$(printf '%s\n%s\n' "$since" "$started" | sort | head -n 1)
        [ $has -eq "$([ "$later" = "$since" ]; echo $?)" ] || {
            echo "$set: by the history its program is on the other side of $change ($since)"
            code=1
        }
    done <<END
$changes
END
done

# answer, and how far the cards agree, of which some have several sets: of each GPU model those that `fleet` compares. Alike:
# within 5 %, or one in the third digit.
columns '
    function alike(low, high,   size) {
        size = (high < 0 ? -high : high)
        if (-low > size) size = -low
        if (size == 0 || high - low <= 0.05 * size) return 1
        return high - low < 1.5 * 10 ^ (int(log(size) / log(10) + 1000) - 1002)
    }
    function add(key) {
        if (!(key in n)) { n[key] = 0; low[key] = high[key] = @value; advice[key] = @word }
        card = @gpu_uuid == "" ? @directory : @gpu_uuid
        if (!((key, card) in met)) n[key]++
        met[key, card] = 1
        if (@value + 0 < low[key] + 0) low[key] = @value
        if (@value + 0 > high[key] + 0) high[key] = @value
        if (@word != advice[key]) apart[key] = 1
    }
    function agree(key) { return !(key in apart) && alike(low[key] + 0, high[key] + 0) }
    @compared == 1 {
        if (!(@answer in n)) order[++k] = @answer
        add(@answer)
        add(@answer SUBSEP @device_name)
        if (!((@answer, @device_name) in seen)) models[@answer] = models[@answer] SUBSEP @device_name
        seen[@answer, @device_name] = 1
    }
    END {
        for (i = 1; i <= k; i++) {
            m = split(substr(models[order[i]], 2), model, SUBSEP)
            holds = n[order[i]] == 1 ? "card" : m == 1 ? "model" : n[order[i]] == 2 ? "two" : "all" # of one nothing more is known
            if (!agree(order[i])) {
                holds = "each"
                for (j = 1; j <= m; j++) if (n[order[i], model[j]] > 1 && holds != "card")
                    holds = agree(order[i] SUBSEP model[j]) ? "model" : "card"
                for (j = 1; j <= m; j++) if (n[order[i], model[j]] == 1 && holds == "model") holds = "each"
            }
            print "GA_HOLDS(" order[i] ", " holds ")"
        }
    }' "$work/fleet.csv" >"$work/unsorted" || exit 1
LC_ALL=C sort "$work/unsorted" >"$work/holds"
[ -s "$work/holds" ] || { echo "no set has an answer"; exit 1; }

# written FILE NEW: it is as it should be; or, with GA_BLESS=1, becomes so.
written() {
    cmp -s "$1" "$2" && return
    diff "$1" "$2"
    if [ "${GA_BLESS:-}" = 1 ]; then
        cp "$2" "$1" || exit 1
        echo "blessed: $1"
        blessed=yes
    else
        echo "$1 is not what the tables say; GA_BLESS=1 ctest -R data.answers writes it"
        code=1
    fi
}
{ grep -v '^GA_HOLDS' "$holds"; cat "$work/holds"; } >"$work/holds.def"
written "$holds" "$work/holds.def"
[ -z "$blessed" ] || cmake --build "$build" --target gpu-atomics >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }

# What stands between <!-- gpu-atomics ARGUMENTS --> and <!-- end --> is what the program prints then.
for document in README.md results/answers.md results/gallery.md; do
    : >"$work/document"
    inside=
    while IFS= read -r line; do
        case $line in
        '<!-- end -->') inside= ;;
        esac
        [ -n "$inside" ] || printf '%s\n' "$line" >>"$work/document"
        case $line in
        '<!-- gpu-atomics '*)
            inside=yes
            arguments=${line#*gpu-atomics }
            # shellcheck disable=SC2086 # words
            "$program" ${arguments%-->} >>"$work/document" 2>"$work/err" || { cat "$work/err"; exit 1; }
            ;;
        esac
    done <"$document"
    grep -q '^<!-- gpu-atomics ' "$document" || { echo "$document has no answers"; exit 1; }
    written "$document" "$work/document"
done
[ -z "$blessed" ] || exit 77
while IFS= read -r question; do
    grep -qF -- "**$question**" README.md results/answers.md && continue
    echo "neither README.md nor results/answers.md has the question: $question"
    code=1
done <<END
$(sed -n 's/^GA_QUESTION([A-Z]*, "\([^"]*\)".*/\1/p' model/answers/answers.def)
END
exit $code
