#!/bin/sh
# played.sh: none.sh, control.sh and tests/recordings/phases.sh with programs that say what is written here. Needs no GPU.
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
fail() { echo "FAILED: $*"; cat out err; exit 1; }
# run CODE COMMAND..
run() {
    wanted=$1 code=0
    shift
    "$@" >out 2>err </dev/null || code=$?
    [ "$code" -eq "$wanted" ] || fail "exit status $code, expected $wanted, of: $*"
}
prints() { grep -q -x -F -e "$1" out || fail "does not print: $1"; }

# Kernels of three forms; edited by what the library is told. words has results that are used.
cat >truth <<'END'
#!/bin/sh
case $1 in --list) printf '%s\n' bins sums words; exit ;; esac
case $0 in *again) t=5100; [ "$3" != sums ] || t=${AGAIN:-5100} ;; *none) t=5000 ;; *) t=9000 ;; esac
case ${GA_WHATIF_EDIT:-} in unchanged) t=${UNCHANGED:-9020} ;; shared*) t=5040; [ "$3" != sums ] || t=${EDITED:-5040} ;; esac
echo kernel,extra,median_ns,quartile_1_ns,quartile_3_ns,samples,check
for extra in -1 0 1; do echo "$3,$extra,$((t * 10)),1,1,15,unchecked"; done
END
cat >program <<'END'
#!/bin/sh
of=$1
while [ $# -gt 0 ]; do
    case $1 in --csv | --out) out=$2 ;; esac
    shift
done
case $of in
run) mkdir "$out"; echo key,value >"$out/run.csv" ;;
inspect) printf 'class,result,kernel\natomic,used,_Z5wordsILi0EEvPj\natomic,unused,_Z4binsILi0EEvPj\n' >"$out" ;;
whatif)
    cat >"$out" <<ROWS
of,kernel,name,grid_x,without,outcome,time_ns,time_low_ns,time_high_ns
program,,,,none,ok,100000,99000,101000
program,,,,unchanged,ok,${CONTROL:-100500},99000,101000
kernel,_Za,"a(int, int)",528,none,ok,50000,49000,51000
kernel,_Za,"a(int, int)",528,unchanged,ok,50400,49000,51000
kernel,_Zb,b(int),528,none,ok,50000,49000,51000
kernel,_Zb,b(int),528,unchanged,ok,49200,48000,48500
kernel,_Zc,c(int),528,none,ok,50000,49000,51000
ROWS
    ;;
profile)
    mkdir "$out"
    cat >"$out/agreement.csv" <<ROWS
kernel,grid,time_us,demand_percent,shared_gain_percent,shared_gain_low_percent,shared_gain_high_percent,verdict
two_phases,528x1x1,80.5,67.1,56.2,55,57,open
two_phases,${SECOND:-527}x1x1,90,80,50,49,51,open
ROWS
    ;;
esac
END
chmod +x truth program
cp truth truth-none
cp truth truth-again
: >library.so

printf '#!/bin/sh\nexec sh %s/none.sh ./truth ./truth-none ./truth-again library.so ./program "$@"\n' "$here" >none
chmod +x none
run 0 ./none set
prints '| 6 kernels and forms | within 3 % or 0.3 us | farthest |'
prints '| edited, against one source without atomics | 6 | 0.8 % |'
prints '| edited, against the nearer of two such sources | 6 | 0.8 % |'
prints '| these two sources, against each other | 6 | 2.0 % |'
# shellcheck disable=SC2016
prints '| `--edit none`, against the program as it is: within 1 % or 0.3 us | 6 | 0.0 % |'
[ "$(sed -n 2p set/truth_none.csv)" = bins,-1,90000,90200,50400,50000,51000,0 ] || fail "$(head -n 2 set/truth_none.csv)"
[ "$(cat set/run.csv)" = key,value ] || fail "no run.csv beside it"
! grep -q words set/truth_none.csv || fail "a kernel whose results are used"
run 0 env EDITED=5500 AGAIN=5500 ./none
prints '| edited, against one source without atomics | 3 | 10.0 % |'
prints '| edited, against the nearer of two such sources | 6 | 0.8 % |'
prints '| these two sources, against each other | 3 | 10.0 % |'
run 1 env EDITED=5800 ./none
prints '| edited, against the nearer of two such sources | 3 | 13.7 % |'
run 1 env UNCHANGED=9200 ./none
# shellcheck disable=SC2016
prints '| `--edit none`, against the program as it is: within 1 % or 0.3 us | 0 | 2.2 % |'

run 0 sh "$here/control.sh" ./truth ./program
prints 'the program: 100.0 us as it is, 100.5 us with all replaced by itself: +0.50 %'
prints '2 kernels and grids: 1 within 1 %, the intervals of 1 overlap; the farthest is b(int)/528: -1.60 %'
run 1 env CONTROL=101100 sh "$here/control.sh" ./truth ./program

run 0 sh "$here/../recordings/phases.sh" ./program ./truth "$work" out.d 8,4,256,1024 1,4,128,1024
prints '8,4,256,1024               80.5 us  U  67.1 %  without shared atomics  56.2 % goes away (55.0 to 57.0), open'
run 1 env SECOND=526 sh "$here/../recordings/phases.sh" ./program ./truth "$work" out.d 8,4,256,1024 1,4,128,1024
prints '1,4,128,1024: not profiled'
