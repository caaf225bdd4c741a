# `devices` names each vendor's backend that --device says this program was built without, and no other.
lacking=
for kind in cuda hip; do
    "$program" run --device $kind:0 >"$log/out" 2>"$log/err" </dev/null
    ! grep -q 'built without that backend' "$log/err" || lacking=$lacking${lacking:+ and }$(echo $kind | tr a-z A-Z)
done
run 0 devices
if [ -n "$lacking" ]; then
    prints "$lacking: not in this program"
else
    ! grep -q 'not in this program' "$log/out" || fail "nothing is lacking"
fi

# Where the library is missing that edits programs, there is nothing to ask for.
mkdir alone
cp "$program" alone/gpu-atomics
alone/gpu-atomics whatif -- true >"$log/out" 2>"$log/err" </dev/null
[ $? -eq 77 ] || fail "exit status not 77 without the library"
says 'it is built with the CUDA backend'

# Without both there is nothing to audit, whatever disassemblers there are.
[ "$lacking" = 'CUDA and HIP' ] || exit 0
run 77 audit
says 'built without CUDA and HIP'
