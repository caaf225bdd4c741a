#!/bin/sh
# fence_findings.sh ROOT: the tables of bench/fence/findings.md are what the shipped tables have. In the rows below {KEY}
# stands for `H200 / H100`, or for one number if both are the same; - is what was not measured. [KEY] is the H200's alone.
set -u
cd "$1" || exit 1
# shellcheck source=tests/cli/columns.sh disable=SC1091
. tests/cli/columns.sh
work=$(mktemp -d "${TMPDIR:-/tmp}/ga-fence-XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT

# of MODEL FILE CONDITION KEY VALUE: of the rows that are ok.
of() {
    columns "@status == \"ok\" && ($3) {print \"$1\", $4 \",\" $5}" "results/nvidia-$1$2.csv" >>"$work/values" || exit 1
}
for m in h200 h100; do
    of $m -writers/fence_writers '@fences > 0 && @sm == 0' '"w", @scope "-" @own, @sms, @half, @distance, @lines' @slope_ns
    of $m /fence_fence '@fences > 0 && @order == "seq_cst"' '"f", @scope, @warps, @sms, @background' @slope_ns
    of $m /fence_store '@accesses > 0' '"s", @access, @kind, @scope, @contention' @slope_ns
    of $m /fence_message_passing '@delay == "none"' '"m", @scope, @way' @median_ns/@ops
    messages='@from == 0 && @scope == "system" && @directions == "one"'
    of $m /fence_peer_messages "$messages" '"p host-" @payload, @way, @traffic' @median_ns/@ops
done
for set in h200:-x2 h100:-x2-messages; do
    of ${set%%:*} ${set#*:}/fence_peer_messages "$messages && @gpus == 2" '"p gpu-" @payload, @way, @traffic' @median_ns/@ops
done
alone='@warps == 1 && @sms == "one" && @background == "none"'
of h200 -writers/fence_pending "@scope == \"device\" && @order == \"acq_rel\" && $alone" '"q", @lines, @writes' @median_ns

# Hundreds of ns from 10 us on, tenths below 10 ns.
awk -F, '
    function number(x) { return x == "" ? "-" : x >= 1e4 ? sprintf("%.0f", x / 100) * 100 : sprintf(x < 10 ? "%.1f" : "%.0f", x) }
    function cell(key, alone,   a, b) {
        a = number(value["h200 " key])
        b = alone ? a : number(value["h100 " key])
        return a == b ? a : a " / " b
    }
    function cells(key, alone,   n, i, word, text, before, after) { # "a b,c d": of "a b d" and "a c d"
        match(key, /[^ ]*,[^ ]*/)
        before = substr(key, 1, RSTART - 1)
        after = substr(key, RSTART + RLENGTH)
        n = split(substr(key, RSTART, RLENGTH), word, ",")
        for (i = 1; i <= n; i++) text = text (i > 1 ? " | " : "") cell(before word[i] after, alone)
        return text
    }
    FILENAME == ARGV[1] { value[$1] = $2; next }
    {
        at = match($0, /[{[][^]}]*[]}]/)
        end = at + RLENGTH
        print substr($0, 1, at - 1) cells(substr($0, at + 1, end - at - 2), substr($0, at, 1) == "[") substr($0, end)
    }' "$work/values" - >"$work/wanted" <<'END' || exit 1
| nobody | {w device-none,device-near,device-far,system-none 0 any mixed 8} |
| 32 SMs, near lines | {w device-none,device-near,device-far,system-none 32 any near 8} |
| 32 SMs, far lines | {w device-none,device-near,device-far,system-none 32 any far 8} |
| 64 SMs, near lines | {w device-none,device-near,device-far,system-none 64 any near 8} |
| 64 SMs, far lines | {w device-none,device-near,device-far,system-none 64 any far 8} |
| all, near lines | {w device-none,device-near,device-far,system-none 131 any near 8} |
| all, far lines | {w device-none,device-near,device-far,system-none 131 any far 8} |
| the SMs of its half of the L2, near lines | {w device-none,device-near,device-far,system-none 131 same near 8} |
| the SMs of its half, far lines | {w device-none,device-near,device-far,system-none 131 same far 8} |
| the SMs of the other half, near lines | {w device-none,device-near,device-far,system-none 131 other near 8} |
| the SMs of the other half, far lines | {w device-none,device-near,device-far,system-none 131 other far 8} |
| all, near lines, one a warp | {w device-none,device-near,device-far,system-none 131 any near 1} |
| 8 warps of one SM | {f block,device,system 8 one none} |
| 64 warps of one SM | {f block,device,system 64 one none} |
| 64 warps of every SM | {f block,device,system 64 all none} |
| 64 warps of one SM, writers on other SMs | {f block,device,system 64 one writers} |
| `own` | [q own 0,1,128] |
| `spread` | [q spread 0,1,128] |
| `warps` | [q warps 0,1,128] |
| store: release, device | {s store ordered device thread,own,shared} |
| store: release, system | {s store ordered system thread,own,shared} |
| load: plain (from the L1) | {s load plain thread thread,own,shared} |
| load: relaxed, volatile, mmio | {s load relaxed device thread,own,shared} |
| load: acquire | {s load ordered device thread,own,shared} |
| load: seq_cst, device | {s load seq_cst device thread,own,shared} |
| load: seq_cst, system | {s load seq_cst system thread,own,shared} |
| fences around relaxed accesses | {m device,system fences} |
| release store, acquire load | {m device,system store_load} |
| release exchange, acquire CAS | {m device,system exchange} |
| `__threadfence` on both sides | {m device,system threadfence} |
| `relaxed`: no order, not correct | {m device,system relaxed} |
| release store, acquire load | {p gpu-word,gpu-line,host-word,host-line store_load none} |
| seq_cst | {p gpu-word,gpu-line,host-word,host-line seq_cst none} |
| `__threadfence_system` on both sides | {p gpu-word,gpu-line,host-word,host-line threadfence none} |
| `relaxed`: not correct | {p gpu-word,gpu-line,host-word,host-line relaxed none} |
| store and load, beside stores | {p gpu-word,gpu-line,host-word,host-line store_load stores} |
END
grep -vxFf bench/fence/findings.md "$work/wanted" >"$work/lacking" || exit 0
echo "bench/fence/findings.md lacks, as the tables have them now:"
cat "$work/lacking"
exit 1
