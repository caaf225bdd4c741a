#!/usr/bin/env python3
"""check.py PROGRAM: exit status 1 if PROGRAM does not predict what fit.py would, if the fit is worse than it has to be, or if
model/verdict/gain.md has other numbers than these."""
import os
import subprocess
import sys
import tempfile

import fit
from model import ends, predict
from recordings import CASE_STUDY, HERE, number, plain, rows_of, shipped, table_of

ROOT = os.path.join(HERE, "..", "..")
MOST_ERROR = 8  # points
MOST_ERROR_LOOPS = 12.5  # of loops: one block's are said too low (gain.md)
LEAST_INSIDE = 89.5  # percent; the interval is meant to hold 90
WIDE = 40  # points, from which on an interval is a question


def check_program(points, fits, spreads):
    """Its intervals are those of the fit, or hold what no counter tells as well."""
    narrow = 0
    fit.join(points, {}, fits["l2"])
    for x in points:
        low, high = ends(fits[x["unit"]], spreads, x)
        if x["ends"][0] > low + 0.005 or x["ends"][1] < high - 0.005:
            print(f'{x["name"]} {x["unit"]}: {x["ends"][0]:.3f} to {x["ends"][1]:.3f}, the fit says {low:.3f} to {high:.3f}')
            narrow += 1
    off = [x for x in points if abs(x["said"] - predict(fits[x["unit"]], x)) > 0.002]
    for x in off[:5]:
        print(f'{x["name"]} {x["unit"]}: the program predicts {x["said"]:.3f}, the fit {predict(fits[x["unit"]], x):.3f}')
    print(f"{len(points)} gains, {len(off)} not predicted as fitted")
    return len(off) + narrow


def check_goals(rows):
    """The mean error, the share within the interval, and none missed."""
    wrong = 0
    for row, of in rows:
        if not of:
            continue
        error = 100 * fit.mean(abs(x["left_out"] - x["gain"]) for x in of)
        inside, missed = 100 * fit.inside(of), len(fit.missed(of))
        most = MOST_ERROR_LOOPS if fit.NAMES["loops"] in row else MOST_ERROR
        if error > most or inside < LEAST_INSIDE or missed:
            print(f"{row}: expected an error of {most} at most, {LEAST_INSIDE} % inside at the least, and none missed")
            wrong += 1
    return wrong


REGIMES = (("below 10 % said", lambda x: x["left_out"] < 0.1), ("10 to 90 % said", lambda x: 0.1 <= x["left_out"] < 0.9),
           ("from 90 % on", lambda x: x["left_out"] >= 0.9), ("launches below 10 us", lambda x: x["us"] < 10))


def regime_row(name, of):
    wide = sum(100 * (x["high"] - x["low"]) > WIDE for x in of)
    return f"| {name} | {len(of)} | {100 * fit.inside(of):.0f} % | {wide} |"


def by_regime(points):
    return [(name, [x for x in points if is_in(x)]) for name, is_in in REGIMES]


def check_regimes(points):
    """The share within the interval is not that of one kind of launches alone, nor of a few large families."""
    families = {}
    for x in points:
        families.setdefault(x["family"], []).append(x)
    shares = [(name, 100 * fit.inside(of)) for name, of in by_regime(points)]
    shares.append(("families, each alike", 100 * fit.mean(fit.inside(of) for of in families.values())))
    print("\n".join(f"{name}: {share:.1f} % within the interval, {LEAST_INSIDE} at the least" for name, share in shares))
    return sum(share < LEAST_INSIDE for _, share in shares)


def width_row(name, intervals):
    """intervals: of gains, low and high in percent; not numbers where nothing is predicted."""
    widths = [number(high) - number(low) for low, high in intervals]
    known = [w for w in widths if w == w]
    return f"| {name} | {len(widths)} | {len(widths) - len(known)} | {sum(w > WIDE for w in known)} |"


def measured(rows):
    """What is predicted of each gain that was measured in results/programs."""
    for _, name, row, _ in rows:
        if name in ("gains", "phases", "truth", CASE_STUDY):
            continue
        for of, by in (("shared", "shared"), ("global", "l2"), ("generic", "l2")):
            if row[f"{of}_gain_percent"]:
                yield row[f"{by}_predicted_low_percent"], row[f"{by}_predicted_high_percent"]


def case_study(program, gpu):
    """What is predicted of the atomics on shared memory of each launch."""
    study = os.path.join(ROOT, "results", f"nvidia-{gpu}-histogram")
    code = os.path.join(study, "histogram_inspect.csv.gz")  # the H100's is not recorded
    with tempfile.TemporaryDirectory() as d:
        answer = os.path.join(d, "u.csv")
        command = [program, "model", "utilization", "--table", os.path.join(ROOT, "results", f"nvidia-{gpu}"), "--counters",
                   os.path.join(study, "histogram_counters.csv"), "--csv", answer]
        subprocess.run(command + (["--code", plain(code, d, "code.csv")] if os.path.exists(code) else []), check=True,
                       stdout=subprocess.DEVNULL)
        return [(x["gain_low_percent"], x["gain_high_percent"]) for x in table_of(answer)]


def coefficient_row(name, points, fits):
    """Its value for each unit, and by how many points the mean error grows with the best other value that was tried, if any was."""
    cells = []
    for unit in fit.UNITS:
        of = fit.alone_of(x for x in points if x["unit"] == unit)

        def error(k, of=of):
            return 100 * fit.error(k, of, fit.weights(of))

        others = [v for v in fit.TRIED[unit].get(name, ()) if v != fits[unit][name]]
        least = min((error(dict(fits[unit], **{name: v})) for v in others), default=None)
        cells.append(f"{fits[unit][name]:g}" + ("" if least is None else f" ({round(least - error(fits[unit]), 1) + 0.0:+.1f})"))
    return f"| `{name}` | " + " | ".join(cells) + f" | {fit.WHAT[name]} |"


def check_doc(expected):
    with open(os.path.join(ROOT, "model", "verdict", "gain.md"), encoding="utf-8") as f:
        lines = set(f.read().splitlines())
    absent = [row for row in expected if row not in lines]
    for row in absent:
        print(f"model/verdict/gain.md has no row: {row}")
    return len(absent)


def main():
    program = os.path.abspath(sys.argv[1])
    rows = [row for r in shipped() for row in rows_of(program, *r)]
    points, fits, spreads, families, models, studies = fit.fitted(rows)
    table = families + models
    left_out = f"| a family left out | {100 * fit.mean(abs(x['left_out'] - x['gain']) for x in points):.1f} | " \
               f"{100 * fit.inside(points):.0f} | {len(fit.missed(points))} |"
    widths = [width_row("`results/programs`, measured", list(measured(rows)))] + [
        width_row(f"case study, {gpu.upper()}", case_study(program, gpu)) for gpu in ("h200", "h100")]
    print("\n".join(widths))
    wrong = check_program(points, fits, spreads) + check_goals(table) + check_regimes(points)
    coefficients = [coefficient_row(name, points, fits) for name in fit.WHAT]
    print("\n".join(coefficients))
    regimes = [regime_row(*r) for r in by_regime(points)]
    wrong += check_doc([row for row, of in table + studies if of] + [left_out] + widths + coefficients + regimes)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
