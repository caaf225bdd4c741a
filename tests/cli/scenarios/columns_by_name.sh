# columns.sh finds cells by name, quoted ones too, and a column that is not there ends the test, also from
# where what it printed is thrown away.
printf '%s\n' n,name,status,message '1,"a, ""b""",ok,' '2,x,wrong,"c,d"' >table
columns '{print @name "|" @message; print point(); print row()}' table >found
cat >wanted <<'END'
"a, ""b"""|
1 "a, ""b"""
1,"a, ""b""",ok,
x|"c,d"
2 x
2,x,wrong,"c,d"
END
same wanted found
edited '{delete @n} FNR == 3 {@status = "ok"} @status == "ok" && FNR == 2 {next}' table >found
printf '%s\n' name,status,message 'x,ok,"c,d"' >wanted
same wanted found

# ends MESSAGE SCRIPT: it does not get to its end, and says so.
ends() {
    for options in -u -eu; do
        sh $options -c ". '$here/columns.sh'; $2; echo still there" >"$log/out" 2>"$log/err"
        [ $? -eq 1 ] || fail "exit status not 1 of: $2"
        ! grep -q 'still there' "$log/out" || fail "it goes on after: $2"
        says "$1"
    done
}
: >empty
ends 'table: there is no column nme in: n,name,status,message' '[ -z "$(columns "@nme > 1" table | sort)" ]'
ends 'table: there is no column nme in' 'if edited "{@nme = 1}" table; then :; fi'
ends 'wanted: there is no column n in' 'columns "{print @n}" table wanted >found || :'
ends 'found: there is no column status' 'echo n >found; n=$(columns "{print point()}" found)'
ends 'empty: is not there, or has no header' '[ -z "$(columns "@n > 1" empty)" ]'
ends 'nowhere: is not there' '[ -z "$(columns "@n > 1" table nowhere)" ]'
ends 'awk ended with' '[ -z "$(columns "@n > " table)" ]'
