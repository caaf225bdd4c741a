# Nobody promises where blocks go. The reference backend puts all blocks of so many launches on one SM before it spreads
# those of one: a launch is tried five times, and where that does not help, points say so and the run goes on.
export GA_CPU_MISPLACED=4
placed='--bench global_locality --bench fence_store --axis line=0..3 --axis sm=0 --axis scope=device'
# shellcheck disable=SC2086 # these are words
run 0 run --device cpu --preset quick $placed --bench shared_service --axis n=1..2 --out again
columns '@status != "ok" {print FILENAME, @status, @message}' again/global_locality.csv again/fence_store.csv \
    again/shared_service.csv >bad
[ ! -s bad ] || fail "$(sort -u bad)"

export GA_CPU_MISPLACED=4000000000
run 3 run --device cpu --preset quick --bench global_locality --bench shared_service --bench global_ping_pong \
    --bench fence_store --bench global_bandwidth --out out
says 'points without a result'
for bench in global_locality global_ping_pong fence_store shared_service; do
    [ "$(columns '{print @status, @message}' out/$bench.csv | sort -u)" = 'error blocks were not spread over the SMs as asked '\
'in several tries; does another program use this device?' ] || fail "$bench: $(columns '{print @status, @message}' out/$bench.csv | sort | uniq -c)"
done
columns '@status != "ok" {print @status, @message}' out/global_bandwidth.csv >bad
[ ! -s bad ] || fail "what needs no place has no result: $(cat bad)"
state complete
