"""table.py OUT.csv PROGRAM WHATIF.csv [PROFILE_DIRECTORY]: adds a program's kernels to a table: what each gains without its
atomics and fences, beside the model's verdict of launches of the same kernel, grid and block. sort OUT.csv: disagreements first,
then what there is to gain."""
import csv
import os
import re
import sys

EDITS = ("shared", "global", "generic", "fences")
COLUMNS = ("program kernel grid block launches time_us share_percent "
           + " ".join(f"without_{e}_us" for e in EDITS)
           + " most_gain_percent most_by outcomes verdict l2_verdict demand_percent l2_demand_percent agreement").split()


def base(name):
    """A kernel's name without its namespaces, template arguments and parameters."""
    name = name.replace("(anonymous namespace)::", "").replace("<unnamed>::", "")
    name = re.split(r"[<(]", re.sub(r"^.*/", "", name), maxsplit=1)[0].split()
    return name[-1].split("::")[-1] if name else ""


def verdicts_of(directory):
    """Of (kernel, grid, block): rows of utilization.csv, by the launch's number."""
    counters, found = os.path.join(directory, "counters.csv"), {}
    with open(counters, newline="", encoding="utf-8", errors="replace") as file:
        lines = [line for line in file if line.startswith('"')]
    where = {row["ID"]: row for row in csv.DictReader(lines) if row["ID"]}
    with open(os.path.join(directory, "utilization.csv"), newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            launch = where.get(row["launch"])
            if launch:
                sizes = [re.sub(r"[() ]", "", launch[c]).replace(",", "x") for c in ("Grid Size", "Block Size")]
                found.setdefault((base(launch["Kernel Name"]), *sizes), []).append(row)
    return found


def agreement(gain, outcomes, verdicts):
    """A bottleneck must gain 5 % at least, what is none at most 10 %."""
    if not verdicts or gain is None:
        return "" if verdicts else "no verdict"
    if "bottleneck" in verdicts:
        return "disagree" if gain < 5 and "hung" not in outcomes and "crashed" not in outcomes else "agree"
    if verdicts <= {"not", ""}:
        return "disagree" if gain > 10 else "agree"
    return "no claim"


def number(text):
    return float(text) if text else None


def rows_of(program, whatif, profile):
    with open(whatif, newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["of"] == "kernel"]
    plain, edits = {}, {}
    for row in rows:
        sizes = ["x".join(row[f"{what}_{axis}"] for axis in "xyz") for what in ("grid", "block")]
        key = (row["kernel"], *sizes)
        if row["without"] == "none":
            plain[key] = row
        elif row["without"] in EDITS:
            edits.setdefault(key, []).append(row)
    verdicts = verdicts_of(profile) if profile and os.path.exists(os.path.join(profile, "utilization.csv")) else {}
    for key, without in edits.items():
        row, name = plain[key], base(plain[key]["name"])
        time = number(row["time_ns"])
        out = dict.fromkeys(COLUMNS, "")
        out.update(program=program, kernel=name, grid=key[1], block=key[2], launches=row["launches"],
                   time_us=f"{time / 1000:.5g}", share_percent=row["share_percent"])
        best = None
        for edit in without:
            ns = number(edit["time_ns"])
            if ns is not None:
                out[f"without_{edit['without']}_us"] = f"{ns / 1000:.5g}"
                gain = 100 * (time - ns) / time
                if best is None or gain > best:
                    best, out["most_by"] = gain, edit["without"]
        outcomes = {edit["outcome"] for edit in without}
        out["outcomes"] = " ".join(sorted(f"{e['without']}:{e['outcome']}" for e in without if e["outcome"] != "ok"))
        out["most_gain_percent"] = "" if best is None else f"{best:.4g}"
        said = verdicts.get((name, key[1], key[2]), [])
        for column in ("verdict", "l2_verdict"):
            out[column] = "/".join(sorted({v[column] for v in said}))
        for column in ("demand_percent", "l2_demand_percent"):
            values = [float(v[column]) for v in said if v[column]]
            out[column] = f"{max(values):.4g}" if values else ""
        out["agreement"] = agreement(best, outcomes, {v[c] for v in said for c in ("verdict", "l2_verdict")})
        yield out


def write(path, rows):
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def read(path):
    if not os.path.exists(path):
        return []
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


if sys.argv[1] == "sort":
    write(sys.argv[2], sorted(read(sys.argv[2]), key=lambda r: (r["agreement"] != "disagree",
                                                              -float(r["most_gain_percent"] or -1))))
else:
    write(sys.argv[1], read(sys.argv[1]) + list(rows_of(*sys.argv[2:4], sys.argv[4] if len(sys.argv) > 4 else None)))
