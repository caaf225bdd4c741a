# What cannot be printed is an error too.
[ -c /dev/full ] || exit 77
for arguments in 'list --device cpu' --help --version; do
    "$program" $arguments >/dev/full 2>"$log/err"
    code=$?
    [ $code -eq 4 ] || fail "exit status $code of: $arguments"
    says 'could not be written'
done
