# Cells of our CSV by the names of their columns; to be sourced. In PROGRAM, which is awk's, @NAME is the cell of that
# column, as it stands in the file, quotes and all. It may be assigned, or deleted with its comma. row() is the row as
# it is by then, point() its cells before status, a blank between. A column or a header that is not there ends the whole
# test, wherever it was asked for: what prints nothing could pass for nothing found.
# shellcheck shell=sh
trap 'exit 1' USR1

columns() { columns_awk 0 "$@"; } # PROGRAM FILE..: what it prints of the rows, which are all lines but the header
edited() { columns_awk 1 "$@"; }  # PROGRAM FILE: the file after PROGRAM for every line, the header, too; `next` drops one

columns_awk() (
    edits=$1
    program=$2
    code=0
    shift 2
    lacks() { echo "columns.sh: $*" >&2; kill -s USR1 $$; exit 1; }
    for file; do
        [ -s "$file" ] || lacks "$file: is not there, or has no header"
    done
    case $program in
    *'point()'*) point=@status ;;
    *) point= ;;
    esac
    names=$(printf '%s\n' "$program" "$point" | grep -o '@[a-z][a-z0-9_]*' | tr -d @ | sort -u | tr '\n' ' ')
    awk -v edits="$edits" -v names="$names" '
        # A comma inside quotes has an odd number of them before it.
        function split_cells(line,   i, k, part, open) {
            n_cells = split(line, cell, ",")
            if (line !~ /"/) return
            k = split(line, part, ",")
            split("", cell)
            n_cells = 0
            for (i = 1; i <= k; i++) {
                if (open) cell[n_cells] = cell[n_cells] "," part[i]
                else cell[++n_cells] = part[i]
                if (gsub(/"/, "\"", part[i]) % 2) open = !open
            }
        }
        function joined(last, between,   i, line, n) {
            for (i = 1; i <= last; i++) if (i in cell) line = line (n++ ? between : "") cell[i]
            return line
        }
        function row() { return joined(n_cells, ",") }
        function point() { return joined(at["status"] - 1, " ") }
        { split_cells($0) }
        FNR == 1 {
            split("", at)
            for (i = 1; i <= n_cells; i++) at[cell[i]] = i
            n_names = split(names, name, " ")
            for (i = 1; i <= n_names; i++)
                if (!(name[i] in at)) {
                    printf "%s: there is no column %s in: %s\n", FILENAME, name[i], $0 >"/dev/stderr"
                    lacking = 3
                    exit
                }
            if (!edits) next
        }
        END { if (lacking) exit lacking }
        '"$(printf '%s\n' "$program" | sed 's/@\([a-z][a-z0-9_]*\)/cell[at["\1"]]/g')"'
        edits { print row() }' "$@" || code=$?
    [ "$code" -le 1 ] || lacks "awk ended with $code, of: $program"
    return "$code"
)
