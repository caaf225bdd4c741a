#!/bin/sh
# reframe.sh PROGRAM ROOT: harness/cluster's check under ReFrame, on a shipped set in place of a run: its answers are
# performance variables; with references one that is far from the median card fails.
set -u
program=$1
root=$2
command -v reframe >/dev/null || { echo "no reframe: python3 -m pip install reframe-hpc"; exit 77; }
work=$(mktemp -d "${TMPDIR:-/tmp}/ga-reframe-XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

cat >site.py <<'EOF'
site_configuration = {
    "systems": [{"name": "here", "hostnames": [".*"], "partitions": [
        {"name": "all", "scheduler": "local", "launcher": "local", "environs": ["builtin"]}]}],
    "environments": [{"name": "builtin"}],
}
EOF
"$program" answers "$root/results/nvidia-h200" --bench fence_fence --format csv >answers.csv || exit 1
cat >measured <<EOF
#!/bin/sh
mkdir set
cp "$root/results/nvidia-h200/run.csv" set
cp "$work/answers.csv" set
EOF
chmod +x measured
"$program" fleet "$root/results" "$root/results/cards" --csv fleet.csv >said 2>&1

# check OPTION..: how the check ends.
check() {
    reframe --nocolor -C site.py -c "$root/harness/cluster/gpu_atomics_check.py" -r --performance-report -S program="$work/measured" "$@" \
        >log 2>&1
}
fail() {
    echo "FAILED: $*"
    tail -n 40 log
    exit 1
}
check || fail "without references"
grep -q 'fence_device ' log || fail "fence_device is no performance variable"
check -S references="$work/fleet.csv" || fail "a card like the others"
sed -i '/^fence_device,/s/,NVIDIA H200,[^,]*,/,NVIDIA H200,190,/' answers.csv
check -S references="$work/fleet.csv" && fail "a card unlike the others passes"
grep -q 'fence_device=190' log || fail "the failure does not name fence_device"
check -S references="$work/fleet.csv" -S within=60 || fail "--within"
