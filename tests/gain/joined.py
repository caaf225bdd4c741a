#!/usr/bin/env python3
"""joined.py PROGRAM: whether rows_of gives each kernel the inputs of its own launch, of two launches of the case study that have
one number, as each profile counts from 0. Where a launch cannot be told from another it has to say so, and where no run.csv says
which launches were timed; of two kernels that differ by parameters alone nothing may be said to go. Exit status 1 if not."""
import os
import sys
import tempfile

from recordings import HERE, rows_of

RESULTS = os.path.join(HERE, "..", "..", "results")
H100 = os.path.join(RESULTS, "nvidia-h100-histogram")
SPLAT = os.path.join(RESULTS, "programs", "nvidia-h200", "splat_gaussians")


def lines_of(name, *wanted):
    """wanted: of a row, its beginning."""
    with open(os.path.join(H100, name), encoding="utf-8") as f:
        return [line for line in f if line.startswith(wanted)]


def write(directory, name, lines):
    path = os.path.join(directory, name)
    with open(path, "w", encoding="utf-8") as f:
        f.writelines(lines)
    return path


def refusal(*recording):
    """out: why rows_of gives none of it; else how many it gives."""
    try:
        return f"{len(list(rows_of(*recording)))} rows"
    except SystemExit as told:
        return str(told)


def main():
    program = os.path.abspath(sys.argv[1])
    counters = lines_of("histogram_counters.csv", '"ID"', '""', '"0"')
    kernels = [line.split('"')[3] for line in counters[2:]]
    with tempfile.TemporaryDirectory() as d:
        whatif = write(d, "whatif.csv", lines_of("histogram_without.csv", "of,", *(f"kernel,{k}," for k in kernels)))
        recording = program, "histogram", write(d, "counters.csv", counters), whatif
        alone = refusal(*recording)
        if f'{os.path.join(d, "run.csv")}: it is missing' not in alone:
            return f"without run.csv: {alone}"
        write(d, "run.csv", ["key,value\n"])
        rows = list(rows_of(*recording))
        found = sorted((row["kernel"], launch["kernel"]) for _, _, row, launch in rows)
        if len(set(kernels)) != 2 or found != sorted(zip(kernels, kernels)):
            print("\n".join(f"{row}: the inputs of {launch}" for row, launch in found) or "no rows")
            return 1
        splat = [os.path.join(SPLAT, f"{name}.csv.gz") for name in ("counters", "whatif", "inspect")]
        rows = [row for _, _, row, _ in rows_of(program, "splat", *splat)]
        gone = [row["global_gain_percent"] for row in rows if row["kernel"].startswith("renderCUDA")]
        if gone != [""]:
            print(f"{gone} of renderCUDA, expected one row without a number")
            return 1
        alike = [line.replace(kernels[1], kernels[0]) for line in counters]  # of another grid
        told = refusal(program, "histogram", write(d, "alike.csv", alike), whatif)
        return 0 if f"2 launches 0 of {kernels[0]}, expected one" in told else f"launches alike: {told}"


if __name__ == "__main__":
    sys.exit(main())
