"""schema.py PROGRAM SOURCE: what the program writes as JSON is as results/schema.json has it, which knows every column of
common_columns.def. Exit status 77: no jsonschema."""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

try:
    import jsonschema
except ImportError:
    print("skipped: no jsonschema (Debian: python3-jsonschema)")
    sys.exit(77)

program, source = sys.argv[1], pathlib.Path(sys.argv[2])
schema = json.loads((source / "results/schema.json").read_text())
failed = []


def check(what, rows, kind):
    validator = jsonschema.validators.validator_for(schema)({**schema, "$ref": f"#/$defs/{kind}"})
    errors = [f"{list(e.absolute_path)}: {e.message[:200]}" for e in validator.iter_errors(rows)]
    if errors or not rows:
        failed.append(what)
        print(f"{what} is no {kind}:", errors[:3] or "there is no row")


def refuses(what, rows, kind):
    validator = jsonschema.validators.validator_for(schema)({**schema, "$ref": f"#/$defs/{kind}"})
    if validator.is_valid(rows):
        failed.append(what)
        print(f"{what}: the schema takes {rows}")


def run(*arguments, codes=(0,)):
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True)
    if done.returncode not in codes:
        sys.exit(f"{arguments}: exit status {done.returncode}: {done.stderr}")
    return done.stdout


def columns():
    text = (source / "harness/base/common_columns.def").read_text()
    known = schema["$defs"]["table"]["items"]["properties"]
    wanted = {"OUTCOME": "enum", "NAME": "text", "COUNT": "count", "REAL": "number"}
    for kind, name in re.findall(r"GA_(OUTCOME|NAME|COUNT|REAL)\([A-Z_]+, +(\w+),", text):
        is_as = known.get(name, {})
        if kind != "OUTCOME" and is_as != {"$ref": f"#/$defs/{wanted[kind]}"} or not is_as:
            failed.append(name)
            print(f"schema.json: {name} is {is_as}, expected a {wanted[kind]}")


def main():
    h200, h100 = source / "results/nvidia-h200", source / "results/nvidia-h100"
    counters = h200 / "truth_counters.csv"
    columns()
    for kind, row in (("table", {"status": "fine", "n_samples": 1, "message": None}), ("run", {"key": "a", "value": 1}),
                      ("table", {"status": "ok", "n_samples": "many", "message": None})):
        refuses(f"a {kind}", [row], kind)
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        (work / "script").write_text("100\n" * 3000)
        run("run", "--device", f"fake:{work / 'script'}", "--bench", "global_baseline", "--bench", "lock_*", "--bench",
            "global_operations", "--preset", "quick", "--keep-samples", "--format", "csv,json", "--out", work / "out")
        files = sorted((work / "out").glob("*.json"))
        if [f.stem for f in files] != [f.stem for f in sorted((work / "out").glob("*.csv"))] or len(files) < 6:
            failed.append("files")
            print("JSON of other files than CSV:", files)
        for file in files:
            kind = {"run": "run", "answers": "answers"}.get(file.stem, "samples" if file.stem.endswith("_samples") else "table")
            check(file.name, json.loads(file.read_text()), kind)
        check("answers", json.loads(run("answers", h200, h100, "--format", "json")), "answers")
        check("show", json.loads(run("show", h200, "--bench", "lock_mutex", "--format", "json", "--columns",
                                     "lock,status,n_samples,message,median_ns")), "table")
        for kind, arguments in (("findings", ["findings", h200]), ("compare", ["compare", h200, h100]),
                                ("compare", ["compare", source / "results/nvidia-h100-processes", source / "results/nvidia-h100-processes-again"]),
                                ("launches", ["model", "utilization", "--table", h200, "--counters", counters]),
                                ("launches", ["model", "predict", "--table", h200, "--counters", counters, "--privatize", "4"]),
                                ("verdicts", ["model", "verdicts", "--times", h200 / "truth_times.csv", "--utilization",
                                              h200 / "truth_utilization.csv"])):
            run(*arguments, "--json", work / "rows.json", codes=(0, 1))
            check(" ".join(map(str, arguments[:2])), json.loads((work / "rows.json").read_text()), kind)
    sys.exit(1 if failed else 0)


main()
