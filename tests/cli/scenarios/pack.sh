# A set for others: checked, small, and without a word of who measured it where.
set=$here/../../results/nvidia-h200
host=$(uname -n)
user=$(id -un)
mkdir mine
for table in lock_grid_barrier global_ping_pong; do cp "$set/$table.csv" mine; done
awk -v user="$user" -v host="${host%%.*}" '
    /^argument,|^command_line,/ { next }
    /^[a-z_]+\./ && !/^(lock_grid_barrier|global_ping_pong)\./ { next }
    /^kernel_driver,/ { print "kernel_driver,NVRM version 580 Release Build  (builder@elsewhere)"; next }
    /^kernel_flags,/ { print "kernel_flags,-O3 --rocm-path=/opt/secret -I/home/secret/x"; next }
    { print }
    /^key,/ { print "command_line,gpu-atomics run --out /home/secret --bench lock_grid_barrier"
              n = split("--out /home/secret --bench lock_grid_barrier --keys=/home/secret/keys --seed 3 -o secret2", a, " ")
              for (i = 1; i <= n; i++) print "argument," a[i]
              print "note,measured on " host " by " user }' "$set/run.csv" >mine/run.csv
"$program" answers mine --format csv | sed 's|,mine,|,/home/secret/mine,|' >mine/answers.csv # of another version
grep -q /home/secret mine/answers.csv || fail "no path to withhold"
chown 12345 mine/*.csv 2>"$log/chown" || : # as root
run 0 pack mine
archive=$(ls ./*.tar.gz)
prints "packed: ${archive#./}, tables 2, "
card=$(sed -n 's/^gpu_uuid,GPU-\([0-9a-f]*\)-.*/\1/p' "$set/run.csv") day=$(sed -n 's/^started_utc,\([0-9-]*\)T.*/\1/p' "$set/run.csv")
[ "${archive#./}" = "nvidia-h200-$card-$day.tar.gz" ] || fail "the archive is named $archive"
[ "$(tar tvzf "$archive" | awk '$2 != "0/0"')" = '' ] || fail "the archive names its owner"
tar xzf "$archive"
packed=${archive%.tar.gz}
! grep -r 'secret' "$packed" || fail "a path is in it"
[ ${#host} -lt 3 ] || ! grep -w "${host%%.*}" "$packed/run.csv" || fail "the host's name is in it"
[ ${#user} -lt 3 ] || grep -q '^note,withheld$' "$packed/run.csv" || fail "the user's name is in it"
grep -q '^kernel_driver,NVRM version 580 Release Build  ()$' "$packed/run.csv" || fail "$(grep kernel_driver "$packed/run.csv")"
[ "$(sed -n "s/^argument,'\\{0,1\\}//p" "$packed/run.csv" | tr '\n' ' ')" = '--bench lock_grid_barrier --seed 3 ' ] ||
    fail "arguments: $(grep '^argument' "$packed/run.csv")"
grep -q '^command_line,gpu-atomics run --bench lock_grid_barrier --seed 3$' "$packed/run.csv" || fail "another command line"
grep -q '^kernel_flags,.*rocm-path=PATH.*-IPATH$' "$packed/run.csv" || fail "$(grep kernel_flags "$packed/run.csv")"
grep -q "^gpu_uuid,GPU-$card-" "$packed/run.csv" || fail "the card is not named"
for table in lock_grid_barrier global_ping_pong; do same "mine/$table.csv" "$packed/$table.csv"; done
run 0 answers "$packed"
run 0 pack "$packed" --check
run 2 pack mine
says 'is there already'
run 0 pack mine --out other.tgz
[ -s other.tgz ] || fail "no other.tgz"
ls -d "${TMPDIR:-/tmp}"/gpu-atomics-pack-* 2>/dev/null && fail "a temporary directory was left"

# Refused, with every reason; nothing is written.
rm ./*.tar.gz other.tgz
sed -i 's/^status,complete/status,interrupted/; s/^lock_grid_barrier.ok,.*/lock_grid_barrier.ok,3/' mine/run.csv
rm mine/global_ping_pong.csv
run 1 pack mine
prints 'refused: the run is interrupted, and not complete'
prints 'note: global_ping_pong: was measured, and there is no global_ping_pong.csv'
prints 'refused: lock_grid_barrier: '
prints 'rows are ok, and run.csv says 3'
says 'pack: mine is refused; reasons: 2'
rm mine/lock_grid_barrier.csv
sed -i 's/^lock_grid_barrier.wrong,.*/lock_grid_barrier.wrong,3/' mine/run.csv
run 1 pack mine --check
prints 'refused: lock_grid_barrier: 3 rows were wrong, and there is no lock_grid_barrier.csv'
prints 'refused: there is no table'
ls ./*.gz 2>/dev/null && fail "an archive was made"
rm -r mine
cp -r "$packed" mine
edited 'FNR == 3 {@status = "wrong"}' mine/lock_grid_barrier.csv >changed
cp changed mine/lock_grid_barrier.csv
sed -i 's/^lock_grid_barrier.clock_settled,.*/lock_grid_barrier.clock_settled,no/; s/^\(lock_grid_barrier.sentinel_drift_percent\),.*/\1,40/' mine/run.csv
echo lock_grid_barrier.clock_moved,2 >>mine/run.csv
run 1 pack mine
prints 'refused: lock_grid_barrier: 1 rows are wrong'
! grep 'no instruction is known' "$log/out" || fail "of tables that say it"
prints "note: lock_grid_barrier: the SM's clock moved during some rows: 2"
prints "note: lock_grid_barrier: the SM's clock had not settled"
prints 'note: lock_grid_barrier: the point measured again through the run drifted by 40 %'
edited '{@instruction = "unknown"}' mine/lock_grid_barrier.csv >changed
cp changed mine/lock_grid_barrier.csv
run 1 pack mine --check
prints 'note: no instruction is known in 1 of '
run 4 pack missing
sed -i 's/^backend,.*/backend,cpu/' mine/run.csv
run 2 pack mine
says 'the stand-in'

# A gallery: a row a GPU.
cp -r "$packed" other
sed -i 's/^device_name,.*/device_name,Maker Other/' other/run.csv
run 0 gallery "$packed" other
[ "$(grep -c '^| [MN]' "$log/out")" -eq 2 ] || fail "not two rows"
prints '| Maker Other | 1 | - |'
