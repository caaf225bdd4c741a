#!/bin/sh
# faults.sh PROGRAM TOOLS: kernels that hang or crash without their atomics are found and left alone; the others get their
# answer.
# shellcheck disable=SC2154 # case.sh has the variables
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/whatif/case.sh disable=SC1091
. "$here/case.sh"
cat >script <<'END'
_Z5queuePj 16 256 2 50000 - hang - - 48000
_Z4lockPj 16 128 2 40000 - crash - -
_Z4lostPj 16 64 2 30000 - lost - -
_Z9histogramPhPj 1024 256 10 70200 - 26700 - -
END
run 0 "$whatif" --yes --runs 2 --patience 1 -- "$program" script
advice='; --edit as-loads may tell'
prints "Its control flow hangs on its global atomics: without them it did not end$advice."
prints "left alone: queue(unsigned int*). Its control flow hangs on its global atomics: without them it did not end$advice."
prints 'left alone: lock(unsigned int*). Its control flow hangs on its global atomics: without them it crashed.' # no result is used
prints 'left alone: lost(unsigned int*)'
prints 'Without its global atomics a launch takes 26.7 us, not 70.2'
prints 'without all global atomics: 507'
prints '; 3 kernels left alone'
says "$program without global atomics of 1 kernel, lock(unsigned int*) crashed: signal 11 (Segmentation fault)"
says 'lost(unsigned int*) crashed: exit status 1, illegal address; it said:  [31mCallError: /   an illegal address'
run 0 "$whatif" --yes --runs 2 --patience 1 --edit global,as-loads -- "$program" script
prints 'left alone: queue(unsigned int*)'
prints 'Without its returning atomics (loads instead) a launch takes 48 us, not 50'
! grep -qF "$advice" "$work/out" || fail "advised to do what was done"

# One that is not among the heaviest is found by halving; the others have the program's total.
for i in 1 2 3 4 5 6 7 8 9; do echo "k$i 1 32 10 9000 - 8000 - -"; done >many
echo "small 1 32 1 1000 - hang - -" >>many
echo "tiny 1 32 1 900 - 500 - -" >>many
run 0 "$whatif" --yes --runs 1 --patience 1 -- "$program" many
prints 'left alone: small'
prints '; 1 kernel left alone'
prints 'Without its global atomics a launch takes 0.5 us, not 0.9'
prints '(inputs edited)'

# What the plain run left, too, is not the edit's doing.
printf 'note lost_device CUDA error 709\n_Z4deadPj 16 256 2 50000 - 20000 - -\n' >odd
run 0 "$whatif" --yes --runs 2 -- "$program" odd
prints 'Without its global atomics a launch takes 20 us, not 50'

# Nor is what isolation alone does: the program is tried isolated and unedited, be it after the first failure.
cat >once <<END
[ ! -e begun ] || { echo 'once is enough' >&2; kill -9 \$\$; }
echo >begun
exec $program script
END
for runs in 1 2; do
    rm -f begun
    run 3 "$whatif" --yes --runs $runs --patience 1 -- sh once
    says 'does not run as before (signal 9, not exit status 0; it said: once is enough)'
done

# Input from a pipe is the plain run's alone, which is said; a file is read by each run.
cat >reader <<END
read -r word
[ "\$word" = go ] || exit 0
exec $program script
END
echo go >word
for runs in 1 2; do
    run 3 sh -c "echo go | '$whatif' --yes --runs $runs -- sh reader"
    says 'Standard input is a pipe, or cannot be opened again: the plain run alone reads it.'
    says 'does not run as before (it launched no kernel); it can read standard input again only from a file (< FILE)'
done
run 3 sh -c "echo go | '$whatif' --yes --here --runs 2 -- sh reader" # for want of input nothing reaches the user's files
! grep -q 'from here on' "$work/err" || fail "--here for want of input"
run 0 sh -c "'$whatif' --yes --runs 1 --patience 1 -- sh reader <word"
! grep -q 'is a pipe' "$work/err" || fail "a file is no pipe"
prints 'Without its global atomics a launch takes 26.7 us, not 70.2'

# What a killed command left goes with the next one that begins a minute later; what a living one has, stays.
printf '#!/bin/sh\necho $$ >pid\nexec sleep 99\n' >sleeper
chmod +x sleeper
for how in killed living; do
    "$whatif" --yes -- ./sleeper >/dev/null 2>&1 </dev/null &
    command=$!
    while [ ! -s pid ]; do sleep 0.05; done
    [ $how = living ] || kill -9 $command
    for left in "$TMPDIR"/gpu-atomics-??????; do touch -d '2 minutes ago' "$left"; done
    "$whatif" --yes --runs 1 --patience 1 -- "$program" many >"$work/out" 2>"$work/err" </dev/null
    prints 'Without its global atomics a launch takes 0.5 us, not 0.9'
    [ $how = killed ] || [ -d "$left" ] || fail "the directory of a living command is gone"
    [ $how = living ] || [ ! -d "$left" ] || fail "the directory of a killed command is left"
    kill "$(cat pid)"
    wait $command 2>/dev/null
    rm pid
done
exit 0
