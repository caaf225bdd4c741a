# What `run` prints of a table has as many words in a row as its first line, and the axes are those of the file: no value
# runs into the next one, however long it is. Axes with one value stand above.
run 0 run --device cpu --bench global_host_atomics --axis operation=exchange_u32,add_u32 --axis who=gpu --out out
grep -A 99 '^memory' "$log/out" | sed '/^$/,$d; s/an op/op/; s/+-95 %/half/; s/ cap / /; s/ \([nums]*s\|%\) /\1 /g' >printed
[ "$(wc -l <printed)" -ge 3 ] || fail "there is no table of some rows"
awk 'NR == 1 { n = NF } NF != n { exit 1 }' printed || fail "columns run together: $(cat printed)"
prints '
  who=gpu scope=system load=latency
memory '
columns '{print @memory, @operation}' out/global_host_atomics.csv | sort >wanted
awk 'NR > 1 { print $1, $2 }' printed | sort >got
same got wanted
