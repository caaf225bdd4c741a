#!/bin/sh
# files.sh PROGRAM TOOLS: what edited runs write does not reach the user, in each kind of isolation that the system has.
# shellcheck disable=SC2154,SC2086 # case.sh has the variables
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/whatif/case.sh disable=SC1091
. "$here/case.sh"
echo '_Z9histogramPhPj 1024 256 10 70200 26700 65000 - -' >script
echo kept >there
nap="sleep 9$$"
cat >writer <<END
#!/bin/sh
line=\$(cat)
[ "\$line" = line ] || exit 8
echo "\$GA_WHATIF_EDIT" >>there
echo "\$GA_WHATIF_EDIT" >>new
rm -f gone
mkdir -p folder
[ "\$GA_WHATIF_EDIT" = none ] || touch $work/escaped
echo x >"\${TMPDIR:-/tmp}/mine" && [ -s "\${TMPDIR:-/tmp}/mine" ] || exit 9
rm "\${TMPDIR:-/tmp}/mine"
setsid $nap >/dev/null 2>&1 </dev/null &
[ "\$GA_WHATIF_EDIT" != none ] || [ -s pid ] || echo \$! >pid
exec $program script
END
chmod +x writer

# intact COMMAND..: the files have what the plain run wrote, and no more.
intact() {
    printf 'kept\n' >there
    rm -rf new gone folder pid "$work/escaped"
    : >gone
    printf 'line\n' >input
    "$@" >"$work/out" 2>"$work/err" <input || fail "exit status $?"
    nothing_left
    [ "$(cat there)" = "kept
none" ] || fail "a file was changed: $(cat there)"
    [ "$(cat new)" = none ] || fail "a file was written: $(cat new)"
    [ ! -e "$work/escaped" ] || fail "a file was made"
    prints 'Without its shared atomics a launch takes 26.7 us'
    [ "$(pgrep -fc "^$nap")" -eq 1 ] || fail "a process of an edited run is left"
    kill "$(cat pid)" # the plain run's is the user's
}
tried=0
if [ "$kind" = overlay ]; then
    intact "$whatif" --yes -- ./writer
    says 'they see an overlay'
    tried=1
fi
if [ "$kind" != none ]; then # --here takes nothing away from what works
    intact "$whatif" --yes --here -- ./writer
    says 'If the unedited program does not run so, they write to your files (--here).'
fi
deny="$work/bin/deny"
echo 'k 1 1 1 1 - - - -' >one
if "$deny" "$unshare" -- true && [ "$("$program" --landlock)" -ge 3 ]; then
    intact "$deny" "$unshare" -- "$whatif" --yes -- ./writer
    says '(Landlock)'
    tried=1
fi

# Neither: refused, unless it is to run here.
if "$deny" "$unshare" -- true; then
    run 77 "$deny" "$unshare" $landlock -- "$work/bin/gpu-atomics" whatif --yes -- "$program" one
    says '--here runs them all the same'
    run 0 "$deny" "$unshare" $landlock -- "$work/bin/gpu-atomics" whatif --yes --here -- "$program" one
    says 'They write to your files (--here).'
fi

# A program that cannot run when it is isolated is not blamed on its kernels.
cat >needs <<END
#!/bin/sh
echo x >mark || exit 3
[ "\$(cat $work/here/mark)" = x ] && [ ! -e once ] || exit 4
: >once
exec $program script
END
chmod +x needs
if [ "$kind" != none ]; then
    run 3 "$whatif" --yes -- ./needs
    says 'does not run as before'
fi

# One that does not run isolated, and runs with --here.
cat >alone <<END
#!/bin/sh
[ -e ns ] || readlink /proc/self/ns/mnt >ns
[ "\$(readlink /proc/self/ns/mnt)" = "\$(cat ns)" ] && echo "\$GA_WHATIF_EDIT" >>edits || exit 4
exec $program script
END
chmod +x alone
for runs in 1 2; do
    rm -f ns edits
    [ "$kind" = none ] || { run 3 "$whatif" --yes --runs $runs -- ./alone && says '--here runs it without that'; }
    rm -f ns edits
    run 0 "$whatif" --yes --here --runs $runs -- ./alone
    [ "$kind" = none ] || says 'whatif: from here on its runs write to your files (--here)'
    [ "$(sort edits | uniq -c | xargs)" = "$runs global 2 none $runs shared" ] || fail "not all runs wrote: $(cat edits)"
    prints 'Without its shared atomics a launch takes 26.7 us'
done
[ $tried -eq 1 ] || exit 77
exit 0
