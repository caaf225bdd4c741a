#!/bin/sh
# signalled.sh PROGRAM TOOLS: a plain run that a signal of its own ends has its answer, and the exit status that a shell says.
# shellcheck disable=SC2154 # case.sh has the variables
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/whatif/case.sh disable=SC1091
. "$here/case.sh"
echo '_Z9histogramPhPj 1024 256 10 70200 26700 - - -' >script
cat >ends <<END
#!/bin/sh
$program script
kill -"\$1" \$\$
END
chmod +x ends
for signal in TERM:143 SEGV:139 KILL:137; do
    run "${signal#*:}" "$whatif" --yes --runs 2 -- ./ends "${signal%:*}"
    says "whatif: ./ends was ended by signal $((${signal#*:} - 128)) ("
    prints 'Without its shared atomics a launch takes 26.7 us, not 70.2'
    ! grep 'crashed\|exited with another status' "$work/out" "$work/err" || fail "all runs ended alike"
done
# An edited run that ends by another signal has crashed.
sed 's/26700/crash/' script >crashes
printf '#!/bin/sh\n%s crashes || kill -SEGV $$\nkill -TERM $$\n' "$program" >other
chmod +x other
run 143 "$whatif" --yes --runs 2 -- ./other
prints 'crashed'
# A gate does not pass what ended early.
run 3 "$work/bin/gpu-atomics" inspect -- ./ends SEGV
says 'inspect: ./ends was ended by signal 11 (Segmentation fault)'
! grep 'no kernel launch' "$work/err" || fail "it launched some"
# Without a launch there is no answer.
run 3 "$whatif" --yes -- sh -c 'kill -SEGV $$'
says 'whatif: sh was ended by signal 11 (Segmentation fault); no kernel launch was seen of it'
exit 0
