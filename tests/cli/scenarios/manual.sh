# The manual page and the completions have every command and option that --help has, and shells take them.
for form in page bash zsh fish; do
    run 0 manual $form
    cp "$log/out" "$form"
done
run 2 manual pag
says "manual: 'pag': expected page, bash, zsh or fish; did you mean page?"

# options COMMAND..: as --help lists them.
options() { "$program" "$@" --help | sed -n 's/^ \{2,6\}\(-., \)\{0,1\}--\([a-z-]*\).*/\2/p' | grep -vx 'help\|usage\|version' | sort -u; }
sed -n 's/^\.SS "gpu.-atomics \([a-z]*\( [a-z][a-z]*\)\{0,1\}\).*/\1/p' page >commands
run 0 --help
[ "$(grep -c '^  [a-z]' "$log/out")" -eq $(($(wc -l <commands) + 2)) ] || fail "the page has not the commands of --help"
while read -r command; do
    # shellcheck disable=SC2086 # two words
    options $command >wanted
    sed -n "/^\.SS \"gpu.-atomics $command[ \"]/,/^\.nf/s/^.fB.-.-\([a-z.\\-]*\).fR.*/\1/p" page | tr -d '\\' | sort -u >got
    same wanted got
    sed -n "s/^ *'$command') options='\(.*\) --help' ;;/\1/p" bash | tr ' ' '\n' | sed 's/^--//' | grep . | sort -u >got
    same wanted got
    sed -n "/^ *'$command') options=(/,/) ;;/s/^ *'--\([a-z-]*\).*/\1/p" zsh | sort -u >got
    same wanted got
done <commands
! grep -n '^\.\|^'"'" page | grep -v ':\.\(TH\|SH\|SS\|TP\|PP\|nf\|fi\|B\|I\)' || fail "a line of text is a request"

# complete LINE WANTED: of the last word.
if command -v bash >/dev/null; then
    bash -n bash || fail "bash does not take it"
    complete() {
        # shellcheck disable=SC2016 # bash's own
        got=$(bash -c 'source ./bash; COMP_WORDS=($1 "${@:2}"); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _gpu_atomics; echo "${COMPREPLY[*]}"' \
            - "$1" ${3+"$3"} 2>/dev/null)
        [ "$got" = "$2" ] || fail "bash completes '$1' to '$got', expected '$2'"
    }
    complete 'gpu-atomics ans' 'answers'
    complete 'gpu-atomics model pred' 'predict'
    complete 'gpu-atomics model predict --priv' '--privatize'
    complete 'gpu-atomics run --res' '--resume'
    complete 'gpu-atomics answers --res' ''
fi
if command -v zsh >/dev/null; then
    zsh -fn zsh || fail "zsh does not take it"
    # shellcheck disable=SC2016 # zsh's own
    zsh -fc '_arguments() { print -l -- "$@" }; words=(gpu-atomics model predict --p); CURRENT=4; source ./zsh' >got
    contains got '--privatize=[R copies of every word]:R:_files'
    ! grep -q 'resume' got || fail "zsh completes an option of another command"
fi
if command -v fish >/dev/null; then
    HOME=$PWD fish -c "source ./fish; complete -C 'gpu-atomics run --res'; complete -C 'gpu-atomics mod'" >got
    contains got '--resume'
    contains got 'model'
    HOME=$PWD fish -c "source ./fish; complete -C 'gpu-atomics answers --'" >got
    ! grep -q 'resume' got || fail "fish completes an option of another command"
fi
