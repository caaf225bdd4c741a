# `model roofline` and `model utilization` never contradict each other on one launch: of every recording that both read,
# with the tables of its GPU, the words fit the verdicts, the L2's unit is as busy by both, and the shared-memory unit,
# of which one counts an SM's active cycles and the other all cycles, no busier by the roofline. Demand is of integers, but
# for what the code knows to be slow on one word.
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
    columns "@kind == \"$1\" {print @launch \"|\" @bound \"|\" (@unit_per_s > 0 ? 100 * @rate_per_s / @unit_per_s : \"\")}" r.csv
}

# both NAME TABLES COUNTERS [CODE]: what both say of each launch, into all.txt; not so if one has no answer.
both() {
    name=$1
    shift
    answer utilization u.csv "$@" && answer roofline r.csv "$@" || return
    columns '{print @launch "|" @verdict "|" @l2_verdict "|" @demand_percent "|" (@l2_reason ~ /as on one word/ ? @l2_demand_most_percent : @l2_demand_percent + 0 > @l2_hardware_percent + 0 ? @l2_demand_percent : @l2_hardware_percent)}' u.csv >u.txt
    roof shared >shared.txt
    roof global >global.txt
    paste -d '|' u.txt shared.txt global.txt | sed "s|^|$name\||" >>all.txt
    rm u.csv r.csv
}

: >all.txt
for counters in "$here"/../recordings/*.csv "$results"/*/*_counters*.csv; do
    both "${counters##*/}" "$results/nvidia-h200" "$counters" || true
    both "${counters##*/}" "$results/nvidia-h100" "$counters" || true
done
# Whole programs, with the code that they loaded where that was recorded.
for recording in "$results"/programs/*/*; do
    [ -e "$recording/run.csv" ] || continue
    tables=$results/$(basename "${recording%/*}")
    gzip -dc "$recording/counters.csv.gz" >counters.csv
    loaded=
    [ ! -e "$recording/inspect.csv.gz" ] || { loaded=code.csv && gzip -dc "$recording/inspect.csv.gz" >"$loaded"; }
    both "${recording##*/}" "$tables" counters.csv "$loaded" || fail "no answer: $recording"
done

# 1 file, 2 launch, 3 verdict, 4 L2's, 5 percent of the unit, 6 of the L2's, 7 launch, 8 bound, 9 percent, 10 launch,
# 11 bound, 12 percent.
awk -F '|' '
    BEGIN {
        fits["not"] = "memory bound|bound by neither"
        fits["open"] = "bound by the atomic unit or by neither|atomic bound|memory bound"
        fits["bottleneck"] = "atomic bound"
        fits["unknown"] = "bound by the atomic unit or by neither|memory bound"
    }
    function say(text) { print $1 ": launch " $2 ": " text; n_wrong++ }
    function hold(whose, verdict, bound) {
        met[verdict]++
        if (bound != "" && index("|" fits[verdict] "|", "|" bound "|") == 0)
            say(whose " is " verdict " by utilization and " bound " by the roofline")
    }
    $2 != $7 || $2 != $10 { say("the roofline has launch " $7) }
    { hold("the L2", $4, $11) }
    $3 != "unknown" { hold("shared memory", $3, $8) } # it is for lack of counters that the roofline need not have
    $12 != "" && ($12 - $6 > 1e-4 * $6 || $6 - $12 > 1e-4 * $6) { say("the L2 is at " $6 " % and at " $12 " %") }
    $5 != "" && $9 - $5 > 1 { say("shared memory is at " $5 " % and at " $9 " %") }
    END {
        for (verdict in fits) if (!met[verdict]) { print "no launch is " verdict; n_wrong++ }
        if (NR < 3200) { print NR " launches, expected 3200 at least"; n_wrong++ }
        exit n_wrong > 0
    }' all.txt >wrong.txt || fail "$(wc -l <wrong.txt) contradictions: $(head -n 20 wrong.txt)"
