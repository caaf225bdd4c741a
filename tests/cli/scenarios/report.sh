# A page of a run: answers, warnings, how it was measured, tables; whatever a text is, it is none of the page's own. What is
# wrong leaves no page. What a browser makes of it: tests/report.
mkdir -p dir/figures
printf 'key,value\nbackend,cuda\ndevice_name,NVIDIA <b>X1</b>\nstatus,interrupted\nlock_mutex.native,native\n' >dir/run.csv
printf 'global_sums.unsupported,no <i>such</i> thing\nlock_mutex.stop,cap\nlock_mutex.failed,lost\n' >>dir/run.csv
printf 'lock_mutex.sentinel_drift_percent,7.25\nlock_mutex.throttle,idle; software power cap\nglobal_reach.throttle,idle\n' >>dir/run.csv
cat >dir/lock_mutex.csv <<'END'
lock,contenders,scope,status,instruction,sm_mhz,median_ns,rate_ops_per_s,message,own
ticket,1,device,ok,"A<T>&""M""",1980,734272,1364000000,,1e6
ticket,8,device,ok,ATOMG,1500,75,250000,,2
mcs,16,device,wrong,ATOMG,,,,<script>alert(1)</script>,
END
cat >dir/figures/lock_throughput.svg <<'END'
<?xml version="1.0"?>
<svg viewBox="0 0 9 9" onload="alert(1)"><desc>Gnuplot</desc><g fill="none">
</g><g stroke = 'red' onclick='alert(1)'><path id='gpPt1' d = 'M0,0'/><use xlink:href='#gpPt1'/></g>
<script>alert(1)</script><text>a &lt; b</text></svg>
END
run 0 report dir --out page.html
[ "$(cat "$log/out")" = page.html ] || fail "another path is said"
has() { contains page.html "$1"; }
has '<title>gpu-atomics: &lt;b&gt;X1&lt;/b&gt;</title>'
has 'No answer is drawn from these tables.'
has '3 of wrong or missing results'
has 'the run is not complete: its status is interrupted'
has '<code>lock_mutex</code>: the device did not finish it: lost'
has '1 of 3 rows are wrong; the first: &lt;script&gt;alert(1)&lt;/script&gt;'
has '2 of 3 rows took the most samples without reaching the interval aimed at'
has 'the SM clock moved: rows at 1500 to 1980 MHz'
has '<code>lock_mutex</code>: the driver held clocks down: idle; software power cap'
! grep -q 'global_reach.*held clocks' page.html || fail "an idle GPU is held down"
has 'drift: the point measured again through the run ranged over 7.25 % of its median'
has '<code>global_sums</code>: not available there: no &lt;i&gt;such&lt;/i&gt; thing'
has '<th scope="row"><code>device_name</code><td>NVIDIA &lt;b&gt;X1&lt;/b&gt;'
has '<code>lock=ticket</code>, <code>scope=device</code>'
has '<th scope="col" title="median_ns">median, µs<th scope="col" title="rate_ops_per_s">rate_ops, M/s'
has '<tr><td>1<td>734.27<td>1364<td>1980<td>A&lt;T&gt;&amp;&quot;M&quot;<td>1000000'
has 'aria-label="lock_throughput, &lt;b&gt;X1&lt;/b&gt;" viewBox="0 0 9 9">'
has '<g stroke="red"><path id="lock_throughput-0-gpPt1" d="M0,0"/><use xlink:href="#lock_throughput-0-gpPt1"/></g><text>a &lt; b</text></svg>'
! grep -q '<script>alert\|onload=\|onclick=\|<g fill' page.html || fail "a text or a figure is part of the page"
! grep -q 'src="\|https\{0,1\}://\|@import' page.html || fail "the page loads something"

# A page is replaced, another file is not; without --out it is report.html here.
run 0 report dir --out page.html
run 0 report dir
[ -s report.html ] || fail "no report.html"
echo mine >file
for taken in file dir; do
    run 2 report dir --out "$taken"
    says "--out $taken: is there and is no report; not replaced"
done
run 4 report dir --out missing/page.html
says 'missing/page.html'

# Two sets: a column each, tables of both, and no figures where there is no gnuplot.
repeat 4000 100 >script
run 0 run --device fake:script --bench global_baseline --bench lock_mutex --axis scope=all --axis order=all \
    --axis contenders=1,4 --out out
mkdir bin
PATH=$work/bin "$program" report out dir --out two.html >"$log/out" 2>"$log/err" || fail "exit status $?"
says 'report: of out: plot: gnuplot is not installed'
contains two.html '<th scope="col" class="n">fake<th scope="col" class="n">&lt;b&gt;X1&lt;/b&gt;<th scope="col" class="n">ratio'
contains two.html '<summary>unrolled, each waits for the last</summary>'
contains two.html 'href="#t-global_baseline"'
[ "$(grep -c '<details id="t-' two.html)" -eq 2 ] || fail "tables of both sets: $(grep -c '<details id="t-' two.html)"
contains two.html 'The first 250 of 378 rows; all are in <code>out/lock_mutex.csv</code>.'
if command -v gnuplot >"$log/out"; then
    TMPDIR=$work "$program" report out --out drawn.html >"$log/out" 2>"$log/err" || fail "exit status $?"
    contains drawn.html 'aria-label="global_baseline, fake"'
    [ ! -e out/figures ] && [ -z "$(find . -name 'ga-report-*')" ] || fail "figures are left"
fi

# Nothing is written of what cannot be read.
run 4 report missing --out no.html
says 'report: missing: No such file'
run 4 report file --out no.html
says 'report: file: Not a directory; give the directory of a run'
mkdir empty
run 4 report empty --out no.html
says 'empty/run.csv'
sed -i '3s/,2$//' dir/lock_mutex.csv
run 2 report dir --out no.html
says 'dir/lock_mutex.csv:3: 9 fields, expected 10'
sed -i s/,cuda/,cpu/ dir/run.csv
run 2 report dir --out no.html
says "backend is 'cpu', the stand-in"
[ ! -e no.html ] || fail "a page of nothing"
no_parts

# A visit that is whole has no interval, and falls short of none.
mkdir whole
printf 'key,value\nbackend,cuda\ndevice_name,X1\nstatus,complete\n' >whole/run.csv
for low in 74 ''; do
    printf 'sums,status,stop,median_ns,ci_low_ns\n64,ok,cap,75,%s\n' "$low" >whole/global_determinism.csv
    run 0 report whole --out whole.html
    n=$(grep -c 'took the most samples' whole.html)
    [ "$n" = "$([ -z "$low" ] && echo 0 || echo 1)" ] || fail "interval '$low': $n notes"
done
