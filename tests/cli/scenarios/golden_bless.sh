# GA_BLESS=1 writes the golden files that differ, says which, and the test is skipped, not passed; it fails as ever of what
# else it looks at. In a copy of these tests.
unset GA_BLESS
cp -r "$here" copy
ends() { # ends CODE: of the case in the copy
    sh copy/run_case.sh "$program" golden_shared_service >"$log/out" 2>"$log/err"
    code=$?
    [ "$code" -eq "$1" ] || fail "exit status $code, expected $1"
}
ends 0
cell copy/golden/shared_service.csv 3 status wrong
ends 1
prints 'differ'
cp copy/golden/shared_service.csv planted
export GA_BLESS=0
ends 1
same planted copy/golden/shared_service.csv
GA_BLESS=1
ends 77
prints "blessed: $PWD/copy/golden/shared_service.csv"
same "$here/golden/shared_service.csv" copy/golden/shared_service.csv
ends 0 # nothing is left to bless
! grep -q blessed "$log/out" || fail "it blessed what was right"
rm copy/golden/shared_service.csv
echo 'state interrupted' >>copy/scenarios/golden_shared_service.sh
ends 1
prints 'blessed: '
prints 'run.csv has status complete, expected interrupted'
