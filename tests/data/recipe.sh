#!/bin/sh
# recipe.sh ROOT LANGUAGE: what results/README.md shows of another tool runs, and says something. Exit status 77: no such tool.
set -u
cd "$1" || exit 1
work=$(mktemp -d "${TMPDIR:-/tmp}/ga-recipe-XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
fence='```'
sed -n "/^$fence$2\$/,/^$fence\$/p" results/README.md | sed '1d;$d' >"$work/recipe"
[ -s "$work/recipe" ] || { echo "results/README.md has no recipe in $2"; exit 1; }
lacking() { echo "skipped: no $1"; exit 77; }
case $2 in
python)
    python3 -c 'import pandas' 2>/dev/null || lacking pandas
    python3 "$work/recipe" >"$work/out" || exit 1
    wanted=ticket
    ;;
sql)
    python3 -c 'import duckdb' 2>/dev/null || lacking duckdb
    python3 -c 'import duckdb, sys; [print(*row) for row in duckdb.sql(open(sys.argv[1]).read()).fetchall()]' "$work/recipe" >"$work/out" || exit 1
    wanted=nvidia-h100
    ;;
gnuplot)
    command -v gnuplot >/dev/null || lacking gnuplot
    { echo "set terminal svg"; cat "$work/recipe"; } | gnuplot >"$work/out" || exit 1
    wanted='gnuplot_plot_1'
    [ "$(grep -c '<use' "$work/out")" -gt 100 ] || { echo "gnuplot draws no points"; exit 1; }
    ;;
esac
grep -q "$wanted" "$work/out" || { head -n 20 "$work/out"; echo "$2: it does not say $wanted"; exit 1; }
