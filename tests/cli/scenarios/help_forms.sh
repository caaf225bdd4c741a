# Help comes on stdout, however it is asked for, and fits a terminal.

# asked FILE ARGUMENT..: help is what that prints, in lines of at most 80 characters, and nothing else.
asked() {
    file=$1
    shift
    run 0 "$@"
    [ ! -s "$log/err" ] || fail "something on stderr: $*"
    grep -q '^Usage: gpu-atomics' "$log/out" || fail "no help: $*"
    [ -z "$(awk 'length > 80' "$log/out")" ] || fail "longer than 80 characters: $(awk 'length > 80' "$log/out")"
    [ -e "$file" ] || cp "$log/out" "$file"
    same "$file" "$log/out"
}
asked top --help
asked top -h
asked top help
asked top help --help
asked top help help
sed -n 's/^GA_COMMAND([A-Z]*, [a-z_]*, "\([a-z ]*\)",.*/\1/p' "$here/../../harness/commands/commands.def" >commands
[ "$(wc -l <commands)" -ge 13 ] || fail "there are more commands: $(cat commands)"
echo model >>commands
while read -r command; do
    # shellcheck disable=SC2086 # of two words
    for words in "$command --help" "$command -h" "help $command" "help $command --help"; do
        asked "of $command" $words
    done
    # The version, wherever it is asked for.
    # shellcheck disable=SC2086
    for words in "$command --version" "help $command --version"; do
        run 0 $words
        [ -s "$log/err" ] || grep -q '^gpu-atomics [0-9.]* (' "$log/out" || fail "no version: $words"
        [ "$(wc -l <"$log/out")" -eq 1 ] || fail "more than the version: $words"
    done
    # Two examples, of this command.
    [ "$command" = model ] || [ "$(grep -c "^  gpu-atomics $command" "of $command")" -eq 2 ] ||
        fail "expected two examples of $command: $(cat "of $command")"
    grep -q "^  $command" top || [ "$command" = model ] || fail "$command is not in the help"
    # Each option once, with the text of this command.
    [ -z "$(sed -n 's/^ \{2,6\}\(-[a-z?], \)*\(--[a-z-]*\).*/\2/p' "of $command" | sort | uniq -d)" ] || fail "an option of $command stands twice"
    # shellcheck disable=SC2086
    [ "$command" = model ] || run 0 $command --usage
done <commands
for command in utilization verdicts occupancy roofline predict; do
    grep -q "^  model $command" 'of model' || fail "model's help lacks $command"
done

asked 'of model predict' model help predict
run 0 help --version
run 0 run --bench nonsense --samples 0 --version # who asks is answered
prints 'gpu-atomics '

# The program's own arguments are the program's.
run 2 profile -- /nowhere -h
says "'/nowhere': there is no such program"
# What is not known gets a suggestion.
run 2 help rnu
says "there is no command 'rnu'; did you mean 'run'?"
run 2 hlep
says "there is no command 'hlep'; did you mean 'help'?"
run 2 help model utilisation
says "did you mean 'model utilization'?"
run 2 run -z
says 'invalid option'
