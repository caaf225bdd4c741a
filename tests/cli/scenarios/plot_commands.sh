# What others named and wrote runs no command: a directory's name, a table's cell, a device's name.
command -v gnuplot >/dev/null || exit 77
results=$here/../../results
plots=$here/../../plots
victim=$PWD/planted
command="x'; touch $victim; echo '"
unharmed() {
    made=$(find . "$plots" -name planted)
    [ -z "$made" ] || fail "a command was run: $1: $made"
}
figures() { sed -n 's/^GA_FIGURE(\([a-z_]*\), "\([a-z_.]*\)")/\1 \2/p' "$plots/figures.def"; }

# plain: all tables that figures read. odd: the same, in a directory whose name is commands, with commands in text.
mkdir plain
odd="a  b'; touch planted; echo '\$(touch planted)\`touch planted\`\"\\;# &|<>"
cp "$results"/nvidia-h200/run.csv "$results"/nvidia-h200-x2/global_peer_atomics.csv plain
figures | while read -r _ table; do
    for set in "$results/nvidia-h200" "$results"/*; do
        [ -e "plain/$table" ] || [ ! -e "$set/$table" ] || cp "$set/$table" plain
    done
done
run 0 model roofline --table "$results/nvidia-h200" --counters "$here/../recordings/ncu_full_raw.csv" --csv plain/roofline.csv
cp -r plain "$odd"
for table in "$odd"/*_*.csv; do
    ! head -1 "$table" | grep -q ',message' || cell "$table" 2 message "$command"
done
sed -i "2s|,\"[^\"]*\"\$|,\"\$(touch $victim)\`touch $victim\`; x\"|" "$odd/histogram_utilization.csv"
run 0 plot plain
run 0 plot "$odd"
unharmed 'of a directory or a text'
[ "$(ls plain/figures)" = "$(ls "$odd/figures")" ] || fail "not all figures are drawn"
figures | while read -r name table; do
    [ ! -e "plain/$table" ] || [ -e "plain/figures/$name.svg" ] || fail "$name is not tried"
done || exit 1
for figure in plain/figures/*; do
    same "$figure" "$odd/figures/${figure##*/}"
done

# A cell or a name that is no name and no number is refused, with its place: in every table, and in every column of one.
mkdir one
seen=
for table in plain/*_*.csv plain/roofline.csv; do
    name=${table##*/}
    rm -f one/*.csv
    head -3 "$table" | sed 's/"[^"]*"//g' >first.csv
    first=yes
    for column in $(head -1 "$table" | tr , ' '); do
        case $first:$seen in :*" $column "*) continue ;; esac
        first=
        seen="$seen $column "
        sed "1s#\\(^\\|,\\)$column\\(,\\|\$\\)#\\1\`touch $victim\`\\2#" first.csv >"one/$name"
        run 2 plot one
        says "is named '\`touch $victim\`', expected letters, digits, blanks and _+-.,:/=%()"
        case $column in
        kernel | message | reason | l2_reason) continue ;;
        esac
        cp first.csv "one/$name"
        cell "one/$name" 2 "$column" "$command"
        run 2 plot one
        says "one/$name:2: $column is '$(echo "$command" | cut -c-63)', expected letters, digits, blanks and _+-.,:/=%()"
    done
    unharmed "in $name"
done
[ ! -e one/figures ] || [ -z "$(ls one/figures)" ] || fail "something was drawn"

# A control character stands in no text, and is not said to the terminal.
cp plain/shared_demand.csv one/shared_demand.csv
rm one/roofline.csv
cell one/shared_demand.csv 2 message "$(printf 'a\033]0;b')"
run 2 plot one
says "one/shared_demand.csv:2: message is 'a?]0;b', expected a line of text"
sed '2s/,ok,/,ok\x00,/' plain/shared_demand.csv >one/shared_demand.csv
run 2 plot one
says 'one/shared_demand.csv:2: a NUL in field'

# The device's name is text on a figure.
rm -rf one
mkdir one
cp plain/global_bandwidth.csv one
sed "s|^device_name,.*|device_name,\"-X\$(touch $victim)\`touch $victim\`'{/:Bold <b>\\\\\"\"\"|" plain/run.csv >one/run.csv
run 0 plot one
unharmed 'of a device'
grep -q ">-X?(touch $victim)?touch $victim???/:Bold ?b???<" one/figures/global_bandwidth.svg || fail "the device has another name"

# Scripts draw, and run no command.
! grep -n 'system *(\|`\|^ *!\|["'"'"'] *[<|]\|awk' "$plots"/*.gp || fail "a script runs a command"
