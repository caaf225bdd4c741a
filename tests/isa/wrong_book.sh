#!/bin/sh
# wrong_book.sh PROGRAM WRONG USES: PROGRAM's audit must pass; that of WRONG, which has another book of instructions, must
# fail for the lines of the table that the regular expression USES finds, and for no others. Exit 77 if nothing was read at
# build time.
set -u
right=$("$1" audit 2>/dev/null)
code=$?
[ "$code" -eq 77 ] && exit 77
[ "$code" -eq 0 ] || { echo "the audit by the book exited $code"; exit 1; }
wrong=$("$2" audit 2>/dev/null)
code=$?
[ "$code" -eq 1 ] || { echo "the audit by the wrong book exited $code, expected 1"; exit 1; }
names() { cut -d, -f1,2 | sort; }
expected=$(printf '%s\n' "$right" | grep -E "$3" | names)
found=$(printf '%s\n' "$wrong" | grep ',WRONG,' | names)
[ -n "$expected" ] || { echo "no kernel uses the wrong rows"; exit 1; }
[ "$found" = "$expected" ] || { echo "expected to be wrong:"; echo "$expected"; echo "found:"; echo "$found"; exit 1; }
printf '%s kernels use the wrong rows, and are found\n' "$(printf '%s\n' "$found" | wc -l)"
