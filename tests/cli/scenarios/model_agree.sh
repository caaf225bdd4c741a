# `model roofline` and `model utilization` never contradict each other on one launch: of every recording that both read,
# with the tables of its GPU, the words fit the verdicts, the L2's unit is as busy by both, and the shared-memory unit,
# of which one counts an SM's active cycles and the other all cycles, no busier by the roofline. Demand is of integers, but
# for what the code knows to be slow on one word. What less than a quarter of the time goes away without holds no launch back:
# of no such launch a third went, as `whatif` measured.
results=$here/../../results

# answer COMMAND CSV TABLES COUNTERS [CODE]: whether it has an answer; it refuses what is of another GPU, or lacks counters.
answer() {
    "$program" model "$1" --csv "$2" --table "$3" --counters "$4" ${5:+--code "$5"} >"$log/out" 2>"$log/err"
    code=$?
    [ "$code" -eq 0 ] || [ "$code" -eq 2 ] || fail "exit status $code of model $*"
    return "$code"
}

# roof KIND: of each launch which it is, what holds it back, and how busy its unit is.
roof() {
    columns "@kind == \"$1\" {print $id \"|\" @bound \"|\" (@unit_per_s > 0 ? 100 * @rate_per_s / @unit_per_s : \"\")}" r.csv
}

# both NAME TABLES COUNTERS [CODE]: what both say of each launch, into all.txt; not so if one has no answer.
both() {
    name=$1
    shift
    answer utilization u.csv "$@" && answer roofline r.csv "$@" || return
    columns "{print $id"' "|" @verdict "|" @l2_verdict "|" @demand_percent "|" (@l2_reason ~ /as on one word/ ? @l2_demand_most_percent : @passes_differ == 1 || @l2_demand_percent + 0 > @l2_hardware_percent + 0 ? @l2_demand_percent : @l2_hardware_percent) "|" @gain_high_percent "|" @l2_gain_high_percent}' u.csv >u.txt
    roof shared >shared.txt
    roof global >global.txt
    paste -d '|' u.txt shared.txt global.txt | sed "s|^|$name\||" >>all.txt
    rm u.csv r.csv
}

id=@launch # by which launches of a recording are told
# measured AGREEMENT: of the recording $name.
measured() {
    columns "{print $id"' "|" @shared_gain_percent "|" @global_gain_percent}' "$1" | sed "s|^|$name\||"
}

: >all.txt
: >measured.txt
for counters in "$here"/../recordings/*.csv "$results"/*/*_counters*.csv; do
    both "${counters##*/}" "$results/nvidia-h200" "$counters" || true
    both "${counters##*/}" "$results/nvidia-h100" "$counters" || true
done
# Whole programs, with the code that they loaded where that was recorded.
for recording in "$results"/programs/*/* "$results"/*/truth; do
    [ -e "$recording/run.csv" ] || continue
    tables=$results/$(basename "${recording%/*}")
    gzip -dc "$recording/counters.csv.gz" >counters.csv
    loaded=
    [ ! -e "$recording/inspect.csv.gz" ] || { loaded=code.csv && gzip -dc "$recording/inspect.csv.gz" >"$loaded"; }
    name=${recording#"$results/"}
    both "$name" "$tables" counters.csv "$loaded" || fail "no answer: $recording"
    measured "$recording/agreement.csv" >>measured.txt
done

# The case study, each launch of which was timed without its atomics. Its processes count from 0, each.
id='@launch " " @kernel'
for study in "$results"/*-histogram; do
    tables=${study%-histogram}
    counters=$study/histogram_counters.csv
    loaded=
    [ ! -e "$study/histogram_inspect.csv.gz" ] || { loaded=code.csv && gzip -dc "$study/histogram_inspect.csv.gz" >"$loaded"; }
    both "${study##*/}" "$tables" "$counters" "$loaded" || fail "no answer: $study"
    run 0 model utilization --table "$tables" --counters "$counters" ${loaded:+--code "$loaded"} \
        --without "$study/histogram_without.csv" --agreement a.csv
    measured a.csv >>measured.txt
done

# 1 file, 2 launch, 3 verdict, 4 L2's, 5 percent of the unit, 6 of the L2's, 7 most that goes away, 8 without the L2's, 9 launch,
# 10 bound, 11 percent, 12 launch, 13 bound, 14 percent. Measured: 1 file, 2 launch, 3 what goes away, 4 without the L2's.
awk -F '|' '
    BEGIN {
        hidden = "atomics hidden by other work"
        fits["not"] = "memory bound|bound by neither"
        fits["open"] = "bound by the atomic unit or by neither|atomic bound|memory bound|atomics hidden by other work"
        fits["bottleneck"] = "atomic bound"
        fits["unknown"] = "bound by the atomic unit or by neither|memory bound"
    }
    function say(text) { print $1 ": launch " $2 ": " text; n_wrong++ }
    FILENAME == "measured.txt" { gone[$1, $2, "shared memory"] = $3; gone[$1, $2, "the L2"] = $4; next }
    function hold(whose, verdict, bound, most,   went) {
        met[verdict]++
        met[bound]++
        if (bound != "" && index("|" fits[verdict] "|", "|" bound "|") == 0)
            say(whose " is " verdict " by utilization and " bound " by the roofline")
        if (most == "" ? bound == hidden : verdict == "open" && bound ~ /atomic/ && (most < 25) != (bound == hidden))
            say(whose " is " bound ", and at most " most " % of the time goes away")
        went = gone[$1, $2, whose]
        if (bound == hidden && went != "") { n_measured++; if (went >= 100 / 3) say(whose " is hidden, and " went " % went away") }
        if (verdict == "bottleneck" && most != "" && most < 25) say(whose " is a bottleneck of at most " most " %")
    }
    { n_launches++ }
    $2 != $9 || $2 != $12 { say("the roofline has launch " $9) }
    { hold("the L2", $4, $13, $8) }
    $3 != "unknown" { hold("shared memory", $3, $10, $7) } # it is for lack of counters that the roofline need not have
    $14 != "" && ($14 - $6 > 1e-4 * $6 || $6 - $14 > 1e-4 * $6) { say("the L2 is at " $6 " % and at " $14 " %") }
    $5 != "" && $11 - $5 > 1 { say("shared memory is at " $5 " % and at " $11 " %") }
    END {
        if (met[hidden] < 115 || n_measured < 30) { print met[hidden] + 0 " are hidden, " n_measured + 0 " measured"; n_wrong++ }
        for (verdict in fits) if (!met[verdict]) { print "no launch is " verdict; n_wrong++ }
        if (n_launches < 3200) { print n_launches " launches, expected 3200 at least"; n_wrong++ }
        exit n_wrong > 0
    }' measured.txt all.txt >wrong.txt || fail "$(wc -l <wrong.txt) contradictions: $(head -n 20 wrong.txt)"
