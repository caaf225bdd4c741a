#!/bin/sh
# installed.sh CMAKE BUILD SOURCE: an installed copy finds the same tables as the program in the build tree, and says the
# same of them.
set -u
cmake=$1
build=$2
results=$3/results
recording=$results/nvidia-h200/truth_counters.csv
work=$(mktemp -d "${TMPDIR:-/tmp}/ga-installed-XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export FAKE_LOG="$work/told" FAKE_NCU="$recording" PATH="$3/tests/cli/scripts/ncu:$PATH"

fail() {
    echo "FAILED: $*"
    exit 1
}

"$cmake" --install "$build" --prefix "$work/usr" >log 2>&1 || { cat log && fail "it is not installed"; }
tables=$work/usr/share/gpu-atomics/results/nvidia-h200
[ -d "$tables" ] || fail "no tables were installed"

# What is installed is as shipped: every table of the sets that the model can read, and published numbers.
for set in "$work"/usr/share/gpu-atomics/results/*; do
    for table in "$results/${set##*/}"/*.csv; do
        cmp "$table" "$set/${table##*/}" || fail "$table is not installed as shipped"
    done
    [ "${set##*/}" = published ] || [ -e "$set/shared_service.csv" ] ||
        fail "${set##*/} is installed, and the model cannot read it"
done
[ -n "$(find "$work"/usr/share/gpu-atomics/results/published -name '*.csv')" ] || fail "the published numbers are not installed"
"$work/usr/bin/gpu-atomics" answers | sed 's, /.*,,' >installed-answers || fail "answers: $?"
"$build/gpu-atomics" answers | sed 's, /.*,,' >built-answers || fail "answers: $?"
cmp installed-answers built-answers || fail "the installed copy answers otherwise"
grep -q 'no result used' installed-answers || fail "answers says nothing"

# Every link of a document that is installed leads to something that is.
find "$work/usr/share/doc" -name '*.md' | while read -r document; do
    grep -o '\](\([^)# ]*\)' "$document" | sed 's/^](//' | grep -v '://' | grep . | while read -r link; do
        [ -e "${document%/*}/$link" ] || { echo "${document#"$work"}: $link"; exit 1; }
    done || exit 1
done || fail "a link leads nowhere"
[ "$(find "$work/usr/share/doc" -name '*.md' | wc -l)" -gt 30 ] || fail "few documents were installed"
share=$work/usr/share
for file in "$share/man/man1/gpu-atomics.1" "$share/bash-completion/completions/gpu-atomics" "$share"/zsh/*/_gpu-atomics \
    "$share/fish/vendor_completions.d/gpu-atomics.fish" "$share/gpu-atomics/cmake/GpuAtomics.cmake"; do
    [ -s "$file" ] || fail "there is no $file"
done

# answers PROGRAM TABLES NAME: what it says, with tables that are named and with those that it finds.
answers() {
    mkdir "$3"
    "$1" model utilization --table "$2" --counters "$recording" --csv "$3/utilization.csv" >"$3/utilization" || fail "$3: $?"
    "$1" model roofline --table "$2" --counters roofline.csv --csv "$3/roofline.csv" >"$3/roofline" || fail "$3: $?"
    "$1" profile -o "$3/profile" -- true >"$3/profiled" || fail "$3: $?"
    sed -i "s,tables of .*,tables of SET,; s,--table [^ ]*,--table SET," "$3/utilization" "$3/roofline"
    sed -i "s,tables of [^ ]*,tables of SET,; s,--table [^ ]*,--table SET,; s,$3/profile,PROFILE," "$3/profiled"
}
cp "$3/tests/recordings/ncu_roofline.csv" roofline.csv
answers "$build/gpu-atomics" "$results/nvidia-h200" built
answers "$work/usr/bin/gpu-atomics" "$tables" installed
grep -q '^of the L2: .* 34 not, 58 unknown$' built/profiled || fail "the recording has no launch that needs the L2's table"
diff -r -x run.csv built installed || fail "the installed copy answers otherwise"

# report and plot draw one table's figures by the scripts that are installed; without gnuplot both name it.
program=$work/usr/bin/gpu-atomics
mkdir one && cp "$tables/run.csv" "$tables/global_baseline.csv" one
PATH=/nowhere "$program" plot one >log 2>&1
grep -q 'gnuplot is not installed (Debian: gnuplot-nox)' log || { cat log && fail "plot does not name gnuplot"; }
PATH=/nowhere "$program" report one --out bare.html >log 2>&1 || { cat log && fail "report without gnuplot: $?"; }
grep -q 'gnuplot is not installed (Debian: gnuplot-nox)' log || { cat log && fail "report does not name gnuplot"; }
grep -q '</html>' bare.html || fail "report without gnuplot is no page"
if command -v gnuplot >/dev/null; then
    "$program" report one --out drawn.html >log 2>&1 || { cat log && fail "report: $?"; }
    grep -q '<svg' drawn.html || fail "report has no figure"
    sed -i '1i exit status 1' "$share/gpu-atomics/plots/style.gp"
    "$program" plot one >log 2>&1 && fail "plot does not draw by the installed scripts"
    grep -q "gnuplot failed on $share/gpu-atomics/plots/" log || { cat log && fail "plot does not name the installed script"; }
fi

# Uninstalled, no file is left, and no folder with the program's name.
cp "$build/install_manifest.txt" manifest
"$cmake" -DMANIFEST="$work/manifest" -P "$3/harness/packages/uninstall.cmake" >log 2>&1 || { cat log && fail "it is not uninstalled"; }
left=$(find "$work/usr" -type f -o -name 'gpu-atomics*')
[ -z "$left" ] || fail "left behind: $left"
