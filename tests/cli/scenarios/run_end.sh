# A run ends with what is in its directory, in a few lines: tables, points by outcome, and what there is no table of, and
# why.
{ echo refused; repeat 4000 100; } >script
run 3 run --device fake:script --bench shared_service --bench global_baseline --bench global_peer_atomics \
    --bench shared_cluster --bench global_divergence --out out
sed -n '/^results in /,$p' "$log/out" >end
n_ok() { grep -c ',ok,' "out/$1.csv"; }
n_all() { echo $(($(wc -l <"out/$1.csv") - 1)); }
all=$(($(n_all global_baseline) + $(n_all global_divergence)))
ok=$(($(n_ok global_baseline) + $(n_ok global_divergence)))
not=$((all - ok))
cat >wanted <<END
results in out
  2 tables, $all points: $ok ok$([ $not = 0 ] || echo ", $not unsupported")
  failed: shared_service: fake: the device refuses
  not available here: global_peer_atomics: there is one GPU, and so no peer
  not available here: shared_cluster: blocks of this device cannot reach each other's shared memory
END
same wanted end

# Interrupted: what there is of each, and what was not begun.
{ repeat 500 100; echo break; repeat 3000 100; } >script
run 130 run --device fake:script --bench shared_service --bench lock_grid_barrier --axis n=all --axis e=all \
    --axis c=all --samples 6 --out out2
prints '
results in out2
  1 table, 64 of 176 points: 64 ok
  not begun: lock_grid_barrier'
# Resumed, it tells of both parts.
run 0 run --resume --out out2 --device "fake:$scripts/steady.txt"
prints '
results in out2
  2 tables, '
! grep -q 'not begun' "$log/out" || fail "all was begun"

# At a terminal the progress line is there before a benchmark's first points are.
command -v script >/dev/null || exit 0
export SHELL=/bin/sh
awk 'BEGIN {for (i = 0; i < 2000; i++) print 100}' >script
echo "'$program' run --device fake:script --bench global_baseline --axis adds=1024 --samples 6 --out begun" >job
script -qec 'sh job' /dev/null </dev/null >both || fail "$(cat both)"
tr '\r' '\n' <both | grep -q '^global_baseline: 0 of 9 points' || fail "no progress at the begin: $(cat both)"
