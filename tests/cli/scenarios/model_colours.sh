# Colours of verdicts: at a terminal, which `script` makes, and not where NO_COLOR or a dumb terminal says no.
command -v script >/dev/null || exit 77
export SHELL=/bin/sh
echo "'$program' model utilization --table '$here/../../results/nvidia-h200' --counters '$here/../recordings/ncu_raw.csv'" >job

# coloured NAME=VALUE: lines with a colour.
coloured() { env -u NO_COLOR TERM=xterm "$1" script -qec 'sh job' /dev/null </dev/null | grep -c "$(printf '\033')"; }
[ "$(coloured ANY=)" -eq 8 ] || fail "$(coloured ANY=) lines with a colour, expected one for each kernel with atomics"
[ "$(coloured NO_COLOR=1)" -eq 0 ] || fail "NO_COLOR is not respected"
[ "$(coloured NO_COLOR=)" -eq 8 ] || fail "an empty NO_COLOR says nothing"
[ "$(coloured TERM=dumb)" -eq 0 ] || fail "a dumb terminal gets colours"
