# Keys of a file, counted on the stand-in: every way that counts them has to leave the same in memory.
printf '\001\000\000\000\377\377\377\377\007\000\000\200' >keys
point='--bench global_aggregation --axis input=file --axis bins=1,4 --axis copies=1,2 --axis keys=16'
run 0 run --device cpu $point --samples 1 --keys keys --out out
! grep -q nan "$log/out" || fail "it prints numbers that there are not"
columns '@status == "ok" {print @method}' out/global_aggregation.csv | sort | uniq -c | tr -s ' ' >found
cat >wanted <<'END'
 2 ballot
 1 free
 2 match
 4 partitioned
 2 plain
 4 shared
END
same wanted found
[ "$(value global_aggregation.wrong)" -eq 0 ] || fail "a count is wrong"
case $(value command_line) in
*'--keys keys'*) ;;
*) fail "run.csv does not say which keys" ;;
esac

# A run that is finished later reads the file again.
sed -i '$d' out/global_aggregation.csv
run 0 run --resume --out out
[ "$(grep -c ,ok, out/global_aggregation.csv)" -eq 15 ] || fail "not all points after resuming"
printf '\002\000\000\000\377\377\377\377\007\000\000\200' >keys
cp -r out before
run 2 run --resume --out out
says 'out: keys_fnv1a was'
diff -r before out || fail "out has changed"
rm keys
run 4 run --resume --out out
says '--keys keys: No such file'

# A file that no point counts is a mistake.
printf '\001\000\000\000' >keys
for other in 'shared_service --axis n=1 --axis e=1 --axis c=0' 'global_aggregation --axis input=uniform --axis keys=16'; do
    run 2 run --device cpu --bench $other --keys keys --out other
    says '--keys keys: no point of this run counts them; expected --bench global_aggregation or global_counters with --axis input=file'
    [ ! -e other ] || fail "something was written"
done

# Nobody may ever write to a FIFO.
mkfifo fifo
timeout 60 "$program" run --device cpu $point --keys fifo --out other >"$log/out" 2>"$log/err" </dev/null
[ $? -eq 4 ] || fail "keys from a FIFO were not refused"
says '--keys fifo: is no regular file; expected a file of 32-bit little-endian keys'
[ ! -e other ] || fail "something was written"

# Without a file there is nothing to count, and that is said.
run 77 run --device cpu $point --samples 1 --out none
[ "$(grep -c 'unsupported.*no keys were given: --keys FILE' none/global_aggregation.csv)" -eq 16 ] ||
    fail "not every point says why it was not measured"
says 'none: nothing was measured, for the reasons given'
