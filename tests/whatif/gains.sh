#!/bin/sh
# gains.sh PROGRAM TOOLS: gains of known times; output and exit status are the plain run's; launches without a counterpart.
# shellcheck disable=SC2031
# shellcheck disable=SC2154 # case.sh has the variables
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/whatif/case.sh disable=SC1091
. "$here/case.sh"
# shellcheck source=tests/cli/columns.sh disable=SC1091
. "$here/../cli/columns.sh"
cat >script <<'END'
_Z9histogramPhPj 1024 256 10 70200 26700 65000 - -
_Z7scatterPfPi 2048 128 4 3070 - 67 - 3000
plain 1 32 100 1000 - - - -
END
run 5 "$whatif" --yes --csv g.csv --json g.json -- "$program" script 5
[ "$(grep -c "the program's line" "$work/out")" -eq 1 ] || fail "the output is not the plain run's"
prints 'Without its shared atomics a launch takes 26.7 us, not 70.2: at most 2.63 times as fast, the program 2.15 times.'
prints '1 row without atomics or fences that can be edited, 12.3% of the time'
prints 'GPU busy: 814.3 us'
prints 'without all global atomics: 750.3* us, 1.09 times as fast'
[ "$(awk '/^histogram\(/ {print NR} /^scatter\(/ {print NR}' "$work/out" | tr '\n' ' ')" = "$(awk '/^histogram\(/ {a = NR} /^scatter\(/ {b = NR} END {if (a < b) print a, b, ""}' "$work/out")" ] || fail "not sorted by gain"
of() { columns "@of == \"$1\" && @kernel == \"$2\" && @without == \"$3\" {print @$4}" g.csv; }
[ "$(of kernel _Z9histogramPhPj shared time_ns)" = 26700 ] || fail "time without"
[ "$(of kernel _Z9histogramPhPj shared speedup)" = 2.629213 ] || fail "speedup"
[ "$(of kernel _Z9histogramPhPj shared saved_ns)" = 435000 ] || fail "saved"
[ "$(of kernel _Z9histogramPhPj none runs)" = 3 ] || fail "plain runs"
[ "$(of program '' global edited)" = all ] || fail "inputs are edited"
[ "$(of program '' shared edited)" = kernel ] || fail "one kernel is all of the class"
python3 -c 'import json, sys; rows = json.load(open("g.json")); sys.exit(len(rows) != 11 or rows[0]["time_ns"] != 814280)' 2>"$work/err" ||
    ! command -v python3 >/dev/null || fail "JSON"
run 0 "$work/bin/gpu-atomics" columns g.csv
! grep 'not known to this version' "$work/out" || fail "\`columns\` does not know a column"

# The figure: kernels in the table's order, each with what it was run without.
if command -v gnuplot >/dev/null; then
    mkdir tables
    cp g.csv tables/whatif.csv
    run 0 "$work/bin/gpu-atomics" plot tables --keep-data
    [ -s tables/figures/whatif.svg ] || fail "no figure"
    grep -q "^names = ' ''histogram'' ''scatter'''\$" tables/figures/data/whatif.set || fail "names"
    [ "$(awk 'NR > 1 && $2 != "none" {print $1, $2, int($3 + 0.5)}' tables/figures/data/whatif.shown.dat | tr '\n' ' ')" = \
        "2 shared 38 3 global 93 5.7 global 2 6.7 fences 98 " ] || fail "bars"
    sed "s/_Z7scatterPfPi/_Z7a\`ls\`'xPf/" g.csv >tables/whatif.csv
    run 0 "$work/bin/gpu-atomics" plot tables --keep-data --out odd
    grep -q "^names = ' ''histogram'' ''a?ls??x'''\$" odd/data/whatif.set || fail "a symbol with a command: $(cat odd/data/whatif.set)"
fi

# A run leaves the modules that have none of its kernels; the unedited ones leave all; the first has nothing to go by.
# The recorder does not run isolated: what it writes is needed.
cat >recorder <<END
#!/bin/sh
[ -e ns ] || readlink /proc/self/ns/mnt >ns
[ "\$(readlink /proc/self/ns/mnt)" = "\$(cat ns)" ] || exit 4
echo "\$GA_WHATIF_EDIT, \$(cat "\${GA_WHATIF_KERNELS:-/dev/null}" | tr '\n' ' '), \$(cat "\${GA_WHATIF_LEAVE:-/dev/null}" | tr '\n' ' ')" >>$work/recorded || exit 4
exec $program modules
END
chmod +x recorder
sed '/^plain/d' script >modules
for module in 10 0e 03; do echo "note module \"00000000000000$module: 9 bytes, cubin, as it was, in 0.1 ms\"" >>modules; done
run 0 env GA_WHATIF_LEAVE=script "$whatif" --yes --here --runs 1 -- ./recorder
for line in 'none, ,' 'shared, _Z9histogramPhPj , 000000000000000e 0000000000000003' \
    'global, _Z7scatterPfPi , 0000000000000010 0000000000000003' 'global, _Z9histogramPhPj _Z7scatterPfPi , 0000000000000003'; do
    grep -q "^$line *\$" "$work/recorded" || fail "no run of: $line, but: $(cat "$work/recorded")"
done
: >"$work/recorded"
run 0 "$whatif" --yes --here --runs 2 -- ./recorder
grep -q '^none, , 0000000000000010 000000000000000e 0000000000000003 $' "$work/recorded" || fail "unedited: $(cat "$work/recorded")"

# The same seed, the same order; launches that do not count.
run 0 "$whatif" --yes --runs 1 --skip 2 --launches 3 --kernel 'histo*' --csv g.csv -- "$program" script
prints '(one run)'
prints '2 rows of other kernels (--kernel)'
[ "$(of kernel _Z9histogramPhPj none launches)" = 3 ] || fail "--launches"
[ "$(of kernel _Z7scatterPfPi none launches)" = 2 ] || fail "--skip"
[ "$(of kernel _Z7scatterPfPi global outcome)" = 'not run' ] || fail "--kernel"
run 0 "$whatif" --yes --runs 1 --kernel 'histo*' --kernel plain --csv g.csv -- "$program" script
[ "$(of kernel _Z9histogramPhPj shared outcome) $(of kernel _Z7scatterPfPi global outcome)" = 'ok not run' ] || fail "two patterns"

# Of nine kernels the lightest is edited alone only if it is chosen.
for n in 1 2 3 4 5 6 7 8 9; do echo "of$n 1 32 1 ${n}0000 - 500 - -"; done >nine
run 0 "$whatif" --yes --runs 1 --csv g.csv -- "$program" nine
[ "$(of kernel of2 global outcome),$(of kernel of1 global outcome)" = 'ok,inputs edited' ] || fail "the 8 heaviest"
run 0 "$whatif" --yes --runs 1 --kernel of1 --csv g.csv -- "$program" nine
[ "$(of kernel of1 global outcome)" = ok ] || fail "the ninth, chosen"
run 0 "$work/bin/gpu-atomics" help whatif
tr -s ' \n' ' ' <"$work/out" | grep -q 'for the 8 with atomics or fences that take most time' || fail "help names no 8"

# A kernel's name as it is printed: without result and namespaces.
echo '_ZN6places7scatterIjEEvPT_PKS1_ 1024 256 10 70200 - 26700 - -' >named
run 0 "$whatif" --yes --runs 1 --kernel 'scatter*' -- "$program" named
prints 'scatter<unsigned int..signed int const*)  '
run 0 "$whatif" --yes --runs 1 --kernel 'scatter<unsigned int..signed int const*)' -- "$program" named

# Other launches in edited runs: paired as far as there are any, listed, not averaged.
echo '_Z9histogramPhPj 1024 256 10/7 70200 26700 - - -' >unpaired
echo 'tuned 8 32 0/3 500 - - - -' >>unpaired
run 0 "$whatif" --yes --csv g.csv -- "$program" unpaired
prints 'Launches without a counterpart in another run, not averaged:'
prints '10 in the plain run, 7 without shared atomics of one kernel'
[ "$(of kernel _Z9histogramPhPj shared time_ns)" = 26700 ] || fail "the mean of what is paired"
[ "$(of unpaired tuned shared launches_of_run | sort -u)" = 3 ] || fail "a kernel of edited runs alone"
prints 'without all shared atomics: 267 us, 2.63 times as fast'
[ "$(grep -c ' in the plain run, ' "$work/out")" = 2 ] || fail "a row is listed more than once"

# A kernel that edited runs do not launch stays as it was, in the program's line as in a row's.
printf '_Z5tunedPf 1 32 10 1000 - 500 - -\n_Z4leftPf 1 32 10 1000 - 900 - -\nplain 1 32 10/0 8000 - - - -\n' >lacking
run 0 "$whatif" --yes --csv g.csv -- "$program" lacking
prints 'at most 2 times as fast, the program 1.05 times.'
prints 'without all global atomics: 94* us, 1.06 times as fast'
[ "$(of program '' global program_speedup)" = 1.06383 ] || fail "the gain of other kernels"

# Plain runs that differ, as an autotuner's do: what counts is what all have, of times, shares and speed-ups.
printf '_Z5tunedPf 1 32 10 10000 - 5000 - -\nsought 8 32 3 100000 - - - -\nplain 1 32 10 5000 - - - -\n' >first
printf '_Z5tunedPf 1 32 4 10000 - 5000 - -\nplain 1 32 10 5000 - - - -\n' >later
cat >tuner <<END
[ ! -e cache ] || exec $program later
: >cache
exec $program first
END
run 0 "$whatif" --yes --csv g.csv -- sh tuner
prints 'Without its global atomics a launch takes 5 us, not 10: at most 2 times as fast, the program 1.29 times.'
prints 'GPU busy: 90 us'
prints 'without all global atomics: 70 us, 1.29 times as fast'
prints '1 row without atomics or fences that can be edited, 55.6% of the time'
[ "$(of kernel _Z5tunedPf none launches) $(of kernel _Z5tunedPf none share_percent)" = '4 44.44444' ] || fail "a share of other launches"
[ "$(of unpaired sought none launches | sort -u) $(of kernel sought none runs)" = '3 ' ] || fail "a kernel of the first run alone"
echo 'other 8 32 1 1000 - - - -' >later
rm cache
run 3 "$whatif" --yes -- sh tuner
says 'its plain runs have no launch in common: no kernel, grid and block is in all of them'
rm cache
cp first later
sed -i 's/10 10000/4 10000/; s/32 10 5000/32 4 5000/' later
run 3 "$whatif" --yes --skip 5 -- sh tuner
says 'its plain runs have no launch in common: none is left that counts (--skip)'

# Plain runs that launch one kernel or another. The edited run after an odd number of runs has not what was to be edited.
cat >turns <<END
#!/bin/sh
case \${GA_WHATIF_OUT##*/} in *[13579]) exec $program turn.odd ;; esac
exec $program turn.even
END
chmod +x turns
for turn in even odd; do printf 'plain 1 32 10 100 - - - -\n_Z4%s_Pf 1 32 10 1000 - 500 - -\n' $turn >turn.$turn; done
run 0 "$whatif" --yes --csv g.csv -- ./turns
prints 'None of the launches that every plain run has is of a kernel with atomics or fences that can be edited.'
grep -qx 'without all global atomics: not edited' "$work/out" || fail "a time of runs that were not edited"
[ "$(of program '' global outcome),$(of program '' global time_ns)" = 'not edited,' ] || fail "not edited, with a time"

# Other launches in another plain run, fewer in each: the fewest are listed.
for k in 0 1 2 3 4 5 6 7 8; do
    { head -n 1 script && echo "tuned 8 32 $((9 - k))/9 500 - - - -"; } >fewer.$k
done
cat >fewer <<END
#!/bin/sh
exec $program "fewer.\${GA_WHATIF_OUT##*/}" # of the run's number
END
chmod +x fewer
run 0 "$whatif" --yes -- ./fewer
grep ' in the plain run, ' "$work/out" | grep '^tuned' >rows
[ "$(wc -l <rows)" = 1 ] || fail "one row: $(cat rows)"
grep -q '9 in the plain run, [0-8] in another plain run$' rows || fail "another plain run: $(cat rows)"

# Launches that are recorded as 0 ns: all, those of one kernel, or the edited ones.
echo '_Z5tunedPf 1 32 10 0 - 0 - -' >timeless
run 0 "$whatif" --yes --csv g.csv -- "$program" timeless
prints 'Its launches have no time.'
grep -q 'GPU busy: its launches have no time; [0-9.e-]* s wall time, 3 plain runs' "$work/out" || fail "the plain runs' wall time"
grep -q 'without all global atomics: its launches have no time; wall time [0-9.e-]* s' "$work/out" || fail "the edited runs' wall time"
! grep -q -e nan -e inf "$work/out" || fail "no number"
[ "$(of kernel _Z5tunedPf global outcome),$(of program '' none outcome)" = 'no time,no time' ] || fail "ok without a time"
echo 'plain 1 32 10 1000 - - - -' >>timeless
run 0 "$whatif" --yes -- "$program" timeless
prints 'Its launches have no time.'
prints 'GPU busy: 10 us of'
echo '_Z5tunedPf 1 32 10 1000 - 0 - -' >timeless
run 0 "$whatif" --yes --csv g.csv -- "$program" timeless
prints 'Without its global atomics its launches have no time.'
prints 'without all global atomics: its launches have no time; wall time'
[ "$(of kernel _Z5tunedPf global speedup),$(of program '' global program_speedup)" = , ] || fail "a gain without a time"

# The library could not edit; a note is said.
printf 'note cupti_busy a profiler has it\n_Z9histogramPhPj 1 32 10 70200 deaf - - -\n' >deaf
run 0 "$whatif" --yes -- "$program" deaf
prints 'Its shared atomics were not switched off.'
prints 'cupti_busy: a profiler has it'

# The control: all kernels edited, nothing changed. It is no gain, and no star is on it.
cat >control <<'END'
_Z9histogramPhPj 1024 256 10 70200 26700 - - - - 71000
_Z7scatterPfPi 2048 128 4 3070 - 67 - - - 3000
plain 1 32 100 1000 - - - -
END
run 0 "$whatif" --yes --edit shared,none --runs 2 --csv g.csv -- "$program" control
prints 'without shared nothing changed'
prints 'at most 2.63 times as fast, the program 2.15 times. Edited with nothing changed a launch takes 71 us, as it is 70.2: +1.1 % by editing alone.'
prints '  Edited with nothing changed a launch takes 3 us, as it is 3.07: -2.3 % by editing alone.'
prints 'edited, nothing changed: 822 us, 0.991 times as fast; wall time'
[ "$(of kernel _Z9histogramPhPj unchanged edited),$(of kernel _Z9histogramPhPj unchanged outcome),$(of program '' unchanged edited)" = all,ok,all ] || fail "the control's rows"
[ "$(of kernel _Z7scatterPfPi unchanged program_speedup)" = '' ] || fail "the control is no gain"
run 0 "$whatif" --edit none --runs 1 --kernel 'histo*' --csv g.csv -- "$program" control
[ "$(of kernel _Z9histogramPhPj unchanged edited),$(of kernel _Z7scatterPfPi unchanged outcome),$(of program '' unchanged edited)" = kernel,'not run',kernel ] ||
    fail "the control of one kernel"
echo '_Z5otherPf 2048 128 4 500 - 80 - - - 500' >>control
run 0 "$whatif" --yes --edit global,none --runs 1 --kernel 'histo*' --kernel 'scatter*' --csv g.csv -- "$program" control
[ "$(of kernel _Z9histogramPhPj unchanged edited),$(of kernel _Z5otherPf unchanged outcome),$(of program '' unchanged edited)" = chosen,'not run',chosen ] ||
    fail "the control of two kernels of three"
sed -i '$d' control
! grep -q 'plain .*unchanged' g.csv || fail "a control without what could be edited"
run 0 "$whatif" --edit none --runs 1 -- "$program" control # nothing to ask for
says 'its code replaced by itself'
! grep -q -e rubbish -e 'Go on' "$work/err" || fail "the control computes no rubbish"
says '1 more runs'
prints '70.2'
! grep -q -e 'stale' -e ' x .*\*' "$work/out" || fail "of the control alone: nothing is stale"
printf '_Z9histogramPhPj 1 32 10 70200 26700 - - - - crash\n' >control
run 0 "$whatif" --yes --edit none --runs 2 -- "$program" control
prints 'Edited with nothing changed it crashed.'
says "$program with nothing changed in 1 kernel, histogram(unsigned char*, unsigned int*) crashed: signal 11"
printf '_Z9histogramPhPj 1 32 10 70200 26700 - - - - deaf\n' >control
run 0 "$whatif" --yes --edit none --runs 2 -- "$program" control
prints 'edited, nothing changed: not edited'

# A file is this command's, or is not written over.
echo 'a,b' >other.csv
run 2 "$whatif" --yes --csv other.csv -- "$program" script
says 'other.csv'
exit 0
