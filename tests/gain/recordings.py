"""What `profile --whatif` left of programs: of each kernel what the model's inputs are, what it says, and what went away."""
import csv
import glob
import gzip
import math
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
CASE_STUDY = "histogram"
BY_KERNEL = ("gains", "phases", "more", "truth", "triton_ops")  # programs of kernels that have nothing to do with each other


def number(text):
    try:
        return float(text)
    except ValueError:
        return math.nan


def shipped():
    """NAME, COUNTERS, WHATIF, CODE and SKIP, as rows_of takes them, of each. What is not there yet is left out: truth's kernels (tests/truth/gains.sh), the case
    study without its atomics (tests/recordings/histogram_without.sh)."""
    for name, *files in (("gains", "ncu_gains.csv", "gains_whatif.csv", "gains.cubin"),
                         ("phases", "phases_counters.csv", "phases_whatif.csv", "phases.cubin"),
                         ("phases", "phases_busy_counters.csv", "phases_busy_whatif.csv", "phases.cubin")):
        yield name, *(os.path.join(HERE, "..", "recordings", f) for f in files), "0"  # gains.cu, phases.sh: without --skip
    results = os.path.join(HERE, "..", "..", "results")
    for without in sorted(glob.glob(os.path.join(results, "*-histogram", "histogram_without.csv*"))):
        d = os.path.dirname(without)
        code = os.path.join(d, "histogram_inspect.csv.gz")  # the H100's is not recorded
        yield CASE_STUDY, os.path.join(d, "histogram_counters.csv"), without, *([code] if os.path.exists(code) else [])
    programs = glob.glob(os.path.join(results, "programs", "*", "*", "")) + glob.glob(os.path.join(results, "*", "truth", ""))
    for d in sorted(programs):
        code = d + "inspect.csv.gz"  # older recordings have none
        yield os.path.basename(d[:-1]), d + "counters.csv.gz", d + "whatif.csv.gz", *([code] if os.path.exists(code) else [])


def table_of(path):
    with open(path, encoding="utf-8") as f:
        return list(csv.DictReader(f))


def plain(path, directory, name):
    if not path.endswith(".gz"):
        return path
    to = os.path.join(directory, name)
    with gzip.open(path) as packed, open(to, "wb") as out:
        out.write(packed.read())
    return to


def skipped(counters):
    """How many launches of each kernel, grid and block `profile --whatif --skip` did not time, by the run.csv beside."""
    path = os.path.join(os.path.dirname(counters), "run.csv")
    if not os.path.exists(path):
        sys.exit(f"{path}: it is missing: `profile` leaves it, and it says how many launches were not timed (--skip)")
    with open(path, encoding="utf-8") as f:
        arguments = [row[1] for row in csv.reader(f) if row[:1] == ["argument"]]
    return arguments[arguments.index("'--skip") + 1] if "'--skip" in arguments else "0"


def rows_of(program, name, counters, whatif, code=None, skip=None):
    """Of a recording, each kernel, grid and block with the inputs of the longest of its launches that were timed. skip: how many of
    each were not; None: the run.csv beside says so."""
    skip = skip or skipped(counters)
    with tempfile.TemporaryDirectory() as d:
        answer, agreement = os.path.join(d, "u.csv"), os.path.join(d, "a.csv")
        command = [program, "model", "utilization", "--counters", plain(counters, d, "c.csv"),
                   "--without", plain(whatif, d, "w.csv"), "--skip", skip, "--csv", answer, "--agreement", agreement]
        done = subprocess.run(command + (["--code", plain(code, d, "code.csv")] if code else []), check=True, text=True,
                              stdout=subprocess.PIPE, cwd=os.path.join(HERE, "..", ".."))  # where results/ is
        gpu = done.stdout.split(",")[0]
        launches = {}  # each profile counts its launches from 0, and counters are of several
        for r in table_of(answer):
            launches.setdefault(r["launch"], []).append(r)
        for r in table_of(agreement):
            of = launches.get(r["launch"], [])
            of = of if len(of) == 1 else [x for x in of if r["kernel"] in x["kernel"]]
            if len(of) > 1 or (not of and r["launch"]):
                sys.exit(f'{counters}: {len(of)} launches {r["launch"]} of {r["kernel"]}, expected one')
            if of:
                yield gpu, name, r, of[0]


def inputs_of(of, u):
    """of: a launch's columns; u: "" of shared memory, "l2_" of global memory. out: what the model goes by."""
    busy = of[f"{u}gain_busy_percent"]
    x = {"busy": busy, "goes": of["gain_goes_percent"] if not u else busy, "waits": of[f"{u}gain_waits_percent"],
         "turns": 0 if u else 100 * of["gain_turns"],
         "through": of["l2_gain_through_percent"] if u else 0, "issue": of["instructions_percent"],
         "memory": of["memory_percent"] if u else max(of["memory_percent"], 0 if of["passes_differ"] else of["l2_percent"]),
         "other": of["demand_percent"] if u else of["l2_demand_percent"], "last": 100 * of["l2_gain_last"] if u else 0,
         "tail": 100 * of["l2_gain_tail"] if u else 0, "phased": 0 if u else 100 * of["gain_phased"]}
    x = {k: 0 if math.isnan(v) else v / 100 for k, v in x.items()}
    return dict(x, unit="l2" if u else "loops" if of["gain_loops"] == 1 else "shared", us=of["time_us"], loads=of["gain_loads"])


def points_of(gpu, name, row, launch):
    template = re.sub(r"<.*", "", row["kernel"])
    family = template if name in BY_KERNEL else name.split("_")[0]
    known = [g for g in (number(row["global_gain_percent"]), number(row["generic_gain_percent"])) if not math.isnan(g)]
    for u, by, gain in (("", "shared", number(row["shared_gain_percent"])), ("l2_", "l2", max(known) if known else math.nan)):
        of = {k: number(launch[k]) for k in launch if re.search("percent|gain|_us|differ", k)}
        if math.isnan(gain) or math.isnan(of[f"{u}gain_percent"]):
            continue
        x = inputs_of(of, u)
        merges = 0 if u else of["gain_merges"]
        yield dict(x, family=family, template=template, gpu=gpu, merges=merges, l2=inputs_of(dict(of, demand_percent=0), "l2_") if merges else None,
                   differ=of["passes_differ"] == 1, places=of[f"{u}gain_places"] == 1, gain=min(1, max(0, gain / 100)),
                   said=of[f"{u}gain_percent"] / 100,
                   ends=(of[f"{u}gain_low_percent"] / 100, of[f"{u}gain_high_percent"] / 100),
                   mixed="not/" in row[f"{u}verdict"], said_of_all=number(row[f"{by}_predicted_percent"]) / 100,
                   ends_of_all=tuple(number(row[f"{by}_predicted_{end}_percent"]) / 100 for end in ("low", "high")),
                   kernel=(name, row["kernel"], row["grid"]), name=f'{name}: {row["kernel"]} {row["grid"]}')
