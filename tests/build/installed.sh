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
tables=$(find "$work/usr" -path '*/results/nvidia-h200' -type d)
[ -n "$tables" ] || fail "no tables were installed"

# What is installed is as shipped, published numbers aside a set that the model can read, and all it reads of it.
find "$work/usr" -path '*/results/*' -type d ! -name published | while read -r set; do
    [ -e "$set/shared_service.csv" ] || fail "${set##*/} is installed, and the model cannot read it"
    for table in run shared_service shared_demand global_threads_per_warp global_operations global_bandwidth global_aggregation; do
        [ ! -e "$results/${set##*/}/$table.csv" ] || cmp "$results/${set##*/}/$table.csv" "$set/$table.csv" || exit 1
    done
done || exit 1
[ -n "$(find "$work/usr" -path '*/results/published/*.csv')" ] || fail "the published numbers are not installed"

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
grep -q '^of the L2: .* 91 not, 1 unknown$' built/profiled || fail "the recording has no launch that needs the L2's table"
diff -r built installed || fail "the installed copy answers otherwise"
