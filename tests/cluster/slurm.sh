#!/bin/sh
# slurm.sh PROGRAM ROOT: the job array of harness/cluster on a Slurm of two nodes on the loopback, which this test starts: only
# with GA_SLURM=1 and as root, as it starts munge, too.
set -u
program=$1
script=$2/harness/cluster/nodes.sbatch
[ "${GA_SLURM:-}" = 1 ] || { echo "starts daemons: only with GA_SLURM=1"; exit 77; }
for tool in slurmctld slurmd sbatch munged; do
    command -v $tool >/dev/null || { echo "no $tool: apt-get install slurmctld slurmd slurm-client munge"; exit 77; }
done
work=$(mktemp -d "${TMPDIR:-/tmp}/ga-slurm-XXXXXX") || exit 1
SLURM_CONF=$work/slurm.conf
export SLURM_CONF
cd "$work" || exit 1
mkdir state n1 n2

end() {
    for file in ctld.pid n1.pid n2.pid munged.pid; do
        [ ! -s "$work/$file" ] || kill "$(cat "$work/$file")"
    done
    sleep 1
    rm -rf "$work"
}
trap end EXIT
fail() {
    echo "FAILED: $*"
    tail -n 5 "$work"/*.log "$work"/slurm-*.out
    exit 1
}

cat >slurm.conf <<EOF
ClusterName=loop
SlurmctldHost=localhost
SlurmctldPort=16817
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge.socket
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/%n
SlurmctldPidFile=$work/ctld.pid
SlurmdPidFile=$work/%n.pid
SlurmctldLogFile=$work/ctld.log
SlurmdLogFile=$work/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
MpiDefault=none
NodeName=n1 NodeHostname=localhost NodeAddr=127.0.0.1 Port=17001 CPUs=1
NodeName=n2 NodeHostname=localhost NodeAddr=127.0.0.1 Port=17002 CPUs=1
PartitionName=gpus Nodes=n1,n2 Default=YES State=UP
EOF
chmod 755 .
dd if=/dev/urandom of=munge.key bs=1024 count=1 2>/dev/null
chmod 400 munge.key
munged --force --key-file="$work/munge.key" --socket="$work/munge.socket" --pid-file="$work/munged.pid" \
    --log-file="$work/munged.log" --seed-file="$work/munged.seed" || fail "munged: $?"
slurmctld || fail "slurmctld: $?"
sleep 1
slurmd -N n1 || fail "slurmd: $?"
slurmd -N n2 || fail "slurmd: $?"

# Three tasks: two nodes measure, and who comes third to one of them has nothing to do.
echo 1000 >one
echo 1010 >two
GA_DEVICE=fake:$work/one,fake:$work/two GA_PROGRAM=$program sbatch --wait --array=1-3 "$script" "$work/sets" \
    --bench shared_cluster --bench global_baseline --preset quick >/dev/null || fail "sbatch: $?"
n=$(find sets -name run.csv -exec grep -l '^status,complete$' {} + | wc -l)
[ "$n" -eq 4 ] || fail "$n sets are complete, expected 4, two a node"
[ "$(ls sets)" = 'n1
n2' ] || fail "sets of: $(ls sets)"
grep -q 'is measured already' slurm-*.out || fail "the third task measured"
"$program" fleet sets/* >said || fail "fleet: $?"
grep -q '^fake: 4 sets' said || fail "fleet: $(head -n 3 said)"
