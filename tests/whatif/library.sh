#!/bin/sh
# library.sh PROGRAM TOOLS LIBRARY INJECTED MODULE: the injected library itself, around a program with a stand-in driver.
# shellcheck disable=SC2154,SC2031 # case.sh has the variables
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/whatif/case.sh disable=SC1091
. "$here/case.sh"
# shellcheck source=tests/cli/columns.sh disable=SC1091
. "$here/../cli/columns.sh"
cp "$3" "$work/bin/libgpu-atomics-whatif.so"
export CUDA_INJECTION64_PATH=tests # CUPTI isn't asked: there is no GPU
run 3 "$whatif" --yes --runs 2 --csv g.csv -- "$4" name "$5" same_word
prints 'Without its global atomics a launch takes 90 us, not 100'
prints "Times are of events, not of CUPTI's records."
columns '@of == "kernel" && @without == "global" {print @kernel, @outcome, @edited, @time_ns}' g.csv >edits
grep -qx 'same_word ok kernel 90000' edits || fail "not edited: $(cat edits)"
# So is a child's kernel, in a process of its own.
run 3 "$whatif" --yes --runs 2 --csv g.csv -- "$4" name "$5" same_word lock
columns '@of == "kernel" && @without == "fences" && @kernel == "lock" {print @outcome, @launches}' g.csv >edits
printf 'ok 2\nok 70\n' >wanted
sort edits | diff wanted - || fail "a child's kernel"
columns '@of == "kernel" && @without == "global" {print @kernel, @outcome, @time_ns}' g.csv | sort -u >edits
echo 'same_word ok 90000' | diff - edits || fail "its parent's"
# The control: the same module by the edits' way, the same times.
run 3 "$whatif" --yes --runs 2 --edit none,global --csv g.csv -- "$4" name "$5" same_word
prints 'Edited with nothing changed a launch takes 100 us, as it is 100: no more than runs differ.'
columns '@of == "kernel" && @without == "unchanged" {print @kernel, @outcome, @edited, @instructions, @time_ns}' g.csv | sort -u >edits
echo 'same_word ok kernel 1 100000' | diff - edits || fail "the control"
run 2 "$whatif" --each --edit none -- "$4" name "$5" same_word
says '--each: one instruction at a time is of edits that change some'
# Where no load call is known nothing is edited, and that is said.
run 3 "$whatif" --yes --runs 2 -- "$4" unnamed "$5" same_word
prints 'No kernel that was launched has atomics or fences that can be edited.'
prints 'not_read: kernels ran, but no module came by a call that is known'
# One instruction at a time: which, and what it gives.
run 3 "$whatif" --yes --runs 2 --each --edit fences,membar,narrow --csv g.csv -- "$4" name "$5" lock
prints 'One instruction at a time:'
columns '@of == "instruction" {print @without, @offset, @instruction, @outcome, @time_ns}' g.csv | sort -u >each
[ "$(grep -c '^fences .* ok 90000$' each),$(grep -c '^membar .* MEMBAR ok 90000$' each)" = 8,2 ] ||
    fail "one instruction: $(cat each)"
columns '@of == "kernel" && @without != "none" {print @without, @instructions, @time_ns}' g.csv | sort -u >kernels
printf 'fences 8 20000\nmembar 2 80000\nnarrow 4 70000\n' | diff - kernels || fail "a kernel's edits"
run 2 "$whatif" --yes --edit shared,fence -- "$4" name "$5" lock
says "--edit: there is no 'fence'; did you mean 'fences'?"
# What was made of a module once is there for later runs, also where what they write is dropped: the second edited run, which
# finds it, ends by a signal.
cat >seen <<END
#!/bin/sh
[ "\$GA_WHATIF_EDIT" = none ] || [ "\$(find "\$GA_WHATIF_CACHE" -type f | wc -l)" != 2 ] || kill -SEGV \$\$
exec $4 name "$5" same_word
END
chmod +x seen
# kept COMMAND..: of four runs, two of them plain.
kept() {
    run 3 "$@" --yes --runs 2 --edit global -- ./seen
    prints 'crashed' || says 'crashed'
}
[ "$kind" = none ] || kept "$whatif"
! { "$work/bin/deny" "$unshare" -- true && [ "$("$program" --landlock)" -ge 3 ]; } ||
    kept "$work/bin/deny" "$unshare" -- "$whatif"
kept "$whatif" --here
# What it loads and launches, of that what the GPU can run.
ga=$work/bin/gpu-atomics
STAND_IN_GENERATION=9 run 0 "$ga" inspect --csv i.csv -- "$4" query "${5%/*}/zstd.fatbin" shared_float
prints 'launched 1 kernel, 72 times'
says 'ended with exit status 3'
columns '@class == "atomic" {print @kernel, @target, @operation, @loop}' i.csv >rows
echo 'shared_float sm_90a cast-spin rmw-loop' | diff - rows || fail "what was launched"
run 1 "$ga" inspect --forbid rmw-loop -- "$4" name "$5" shared_float
run 0 "$ga" inspect --forbid rmw-loop -- "$4" name "$5" same_word
run 77 "$ga" inspect -- true
says 'inspect: true never loaded libcuda.so.1'
run 77 "$ga" inspect -- "$4"
says "inspect: $4 launched no kernel"
run 2 "$ga" inspect "$5" -- true
says 'expected files, or a program behind --'
run 77 "$whatif" --yes -- true
says 'true never loaded libcuda.so.1, unless in a static or setuid program that it started'
# Linked with the driver, without a launch; ended without the library's last words.
run 77 "$whatif" --yes -- "$4"
says "$4 launched no kernel, unless in a static or setuid program that it started"
printf '#!/bin/sh\n:\n' >nothing
chmod +x nothing
run 77 "$whatif" --yes -- ./nothing # dash ends by _exit, bash does not
grep -q './nothing launched no kernel\|./nothing never loaded' "$work/err" || fail "the cause"
exit 0
