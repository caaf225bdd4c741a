# At a terminal no line is wider than it, and the words are those of a file; a file's lines stay as they are.
command -v script >/dev/null || exit 77
export SHELL=/bin/sh
shown() { # COLUMNS
    echo "stty cols $1; '$program' list --device cpu 2>&1; '$program' run --device 2>&1; true" >job
    script -qec 'sh job' /dev/null </dev/null | tr -d '\r'
}
{ "$program" list --device cpu; "$program" run --device; } >plain 2>&1
awk 'length > 150 {n++} END {exit n < 3}' plain || fail "the list has no long lines"
for columns in 40 80 500; do
    shown "$columns" >"at$columns"
    awk -v most="$columns" 'length > most && NF > 1 || / $/ {print FILENAME ": " $0; bad = 1} END {exit bad}' "at$columns" || fail "$columns columns"
    tr -s ' ' '\n' <plain >words
    tr -s ' ' '\n' <"at$columns" | cmp - words || fail "$columns columns: other words"
done
cmp plain at500 || fail "lines that fit are changed"
grep -q '^    pixels   32 .. 131072' at80 || fail "what fits is moved"
grep -q '^             rotated by the thread' at80 || fail "a line does not go on under its text"
