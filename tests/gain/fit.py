#!/usr/bin/env python3
"""fit.py PROGRAM [NAME=COUNTERS,WHATIF[,CODE]..]: fits the predicted gain (model/verdict/gain.c) to recordings.

COUNTERS and WHATIF are what `profile --whatif` leaves of one program, counters.csv and whatif.csv (or .gz), with its run.csv
beside COUNTERS; CODE: its machine code, or inspect.csv (or .gz); without any, gains and results/programs. A family is left out
at a time, with all that has the name of one of its kernels: a kernel's name in programs of kernels that have nothing to do with
each other, a library in others (NAME up to '_'). Prints gain.def; what the fit is worth goes to standard error. --held-out: no
fit; what PROGRAM predicts of recordings that its fit never saw, by program and unit, without those that a fit leaves out by the
code. A fit has the longest launch alone, and no kernel of which some launches are `not`, and others are not. check.py holds
PROGRAM and gain.md against this fit."""
import argparse
import datetime
import math
import os
import re
import sys
import zlib

from model import MIDDLE, NEAR, alone, end, ends, is_all, predict, predict_alone, scale
from recordings import CASE_STUDY, points_of, rows_of, shipped

# Results are places, or say which part of the work is whose: without the atomics all are one, which is another kernel. The program
# knows the latter by the code; these are recordings without it, or of an older `inspect`.
STEERED = ("queue", "frontier", "cupyx_scipy_ndimage_label_labels", "DeviceRadixSortOnesweepKernel", "filter2",
           "compact_b02cf0b7_cuda_kernel_forward", "compact_plain", "compact_by_warp")
UNITS = ("shared", "loops", "l2")
LEVEL = 0.9
EACH = 60  # of the case study's launches, many and alike, one of so many is fitted: about as many as the largest other family has
WORTH = 0.004  # a coefficient leaves the middle only for so much less of a mean error
FARTHEST = 8  # times as large as fitted, from which on a coefficient is not looked for
WIDER = [1 + i / 20 for i in range(41)]  # the least that holds for families left out


WHAT = {
    "launch_us": "time of a launch in which no atomic can be",
    "power": "of the sum of busy times: 1 is one after the other, infinite is all at once",
    "phased": "the same of a kernel that reads in loops apart, all of whose blocks are there at once",
    "issue": "time that instructions take over that for which issue is busy",
    "memory": "likewise of the L2 and device memory",
    "load_us": "time that a load of a warp takes where there is nothing else to wait for",
    "full": "share at which the unit counts as full",
    "waits": "share of the waiting for results that goes",
    "turn": "cycles of a turn of a loop, besides its waiting for results",
    "other": "time that atomics elsewhere add, over that for which their unit is busy",
    "through": "share of its throughput at which the L2 is full of atomics",
    "last_us": "time of what a last block does at the least, and of the atomic that picks it",
    "tail": "share that goes of the time in which that block may be alone",
}
HEAD = """/* Fitted by tests/gain/fit.py on {when}; do not edit. Of {n} kernels of {sets}; a family left out: mean error {error:.1f} points.
 * GA_GAIN(coefficient, of atomics on shared memory, of loops of them, of those on global memory, what it is)
 * GA_OFF(unit, share by which coefficients may be off, half of the interval where all goes) */
#ifndef GA_GAIN
#define GA_GAIN(...)
#endif
#ifndef GA_OFF
#define GA_OFF(...)
#endif"""
FIXED = {  # what there are too few gains to tell, or is of other units
    "shared": dict(turn=0, through=1, last_us=0, tail=0),
    "loops": dict(launch_us=2.5, power=3, phased=1.5, memory=1.1, load_us=0.2, turn=60, other=1, through=1, last_us=0, tail=0),
    "l2": dict(phased=1, turn=0),
}
TRIED = {
    "shared": dict(launch_us=(1.5, 2, 2.5), power=(2, 2.5, 3, 4, 5), phased=(1, 1.25, 1.5, 2), issue=(1.1, 1.2, 1.3, 1.4, 1.5), memory=(1, 1.1, 1.2), load_us=(0.1, 0.15, 0.2, 0.25),
                   full=(0.95, 0.975, 1), waits=(0, 0.2, 0.4, 0.6, 0.8), other=(0, 0.5, 1)),
    "loops": dict(issue=(0.2, 0.4, 0.6), full=(0.88, 0.9, 0.92, 0.94), waits=(0.4, 0.6, 0.8, 1)),
    "l2": dict(launch_us=(1.5, 2, 2.5), power=(1, 1.5, 2, 2.5, 3), issue=(1.1, 1.2, 1.3, 1.4, 1.5), memory=(1, 1.1, 1.2), load_us=(0.1, 0.15, 0.2, 0.25),
               full=(0.85, 0.9, 0.95, 1), waits=(0, 0.5, 0.8, 0.9, 1), through=(0.6, 0.7, 0.8, 0.9), other=(0, 0.5, 1),
               last_us=(1.8, 2, 2.2, 2.4), tail=(0.6, 0.7, 0.8, 0.9, 1)),
}


def weights(points):
    """A family counts as the root of its number of points."""
    n = {}
    for x in points:
        n[x["family"]] = n.get(x["family"], 0) + 1
    return [n[x["family"]] ** -0.5 for x in points]


def error(k, points, of):
    return sum(w * abs(predict(k, x) - x["gain"]) for x, w in zip(points, of)) / sum(of)


def alone_of(points):
    """Those of which it is known that nothing goes with them."""
    return [x for x in points if not x["merges"]]


def fit(points, unit):
    """Coordinates one after the other, on a grid, until none helps, from the middle of each: no start is from another fit."""
    points = alone_of(points)
    of, tried = weights(points), TRIED[unit]
    k = dict(FIXED[unit], **{name: values[len(values) // 2] for name, values in tried.items()})
    least, before = error(k, points, of), math.inf
    while least < before:
        before = least
        for name, values in tried.items():
            for v in values:
                e = error(dict(k, **{name: v}), points, of)
                if e < least - WORTH:
                    k, least = dict(k, **{name: v}), e
    return k


def quantile(values, level):
    """The conformal one: of n, the ceil((n + 1) level)th; the largest where there are too few."""
    s = sorted(values)
    return s[min(len(s), math.ceil((len(s) + 1) * level)) - 1] if s else 1.0


def off_of(x):
    """By which share the coefficients have to be off for the end to be where what went is."""
    up, near, far = x["gain"] > x["left_out"], 0, FARTHEST
    for _ in range(30):
        middle = (near + far) / 2
        at = end(x["fit"], x, middle, up)
        near, far = (near, middle) if (at >= x["gain"] if up else at <= x["gain"]) else (middle, far)
    return far


def intervals(points, wider):
    """Of kernels that the fit had not seen. out: by which share coefficients may be off; how far an end is where all goes."""
    middle = [x["off"] for x in points if MIDDLE[0] <= x["left_out"] < MIDDLE[1]]
    half = quantile([abs(x["left_out"] - x["gain"]) / scale(x) for x in points if is_all(x)], LEVEL)
    return wider * quantile(middle, LEVEL), wider * max(NEAR, half)


def join(points, fits, other):
    """Gives those with which atomics on global memory go what is said of these: by the fit without their family, or the other."""
    for x in points:
        if x["merges"]:
            k = fits.get(x["family"], other)
            x["l2"] = dict(x["l2"], fit=k, left_out=predict_alone(k, x["l2"], 0))


def without(points, f):
    """A library has kernels of others (CUB's, PyTorch's): what has the name of one of its is left out of all."""
    names = {x["template"] for x in points if x["family"] == f}
    return [x for x in points if x["family"] != f and x["template"] not in names]


def predict_left_out(points, unit):
    for f in {x["family"] for x in points}:
        k = fit(without(points, f), unit)
        for x in points:
            if x["family"] == f:
                x["left_out"], x["fit"] = predict(k, x), k
                x["off"] = off_of(x)
    return fit(points, unit)


def by_memory(points, unit):
    """Loops are too few for intervals of their own: those that an interval of the unit is from."""
    return [x for x in points if (x["unit"] == "l2") == (unit == "l2")]


def bound(points, known, wider, spreads):
    """Intervals of each family of a unit's from all others that are known alone. spreads: of the other units."""
    for f in {x["family"] for x in points}:
        spread = intervals(without(known, f), wider)
        for x in points:
            if x["family"] == f:
                x["low"], x["high"] = ends(x["fit"], dict(spreads, **{x["unit"]: spread}), x)


def inside(points):
    return mean(x["low"] - 0.01 <= x["gain"] <= x["high"] + 0.01 for x in points)


def mean(values):
    values = list(values)
    return sum(values) / len(values) if values else math.nan


def missed(points):
    """What may not be: less than 10 % is said, and over 50 % goes."""
    return [x for x in points if x["left_out"] < 0.1 and x["gain"] > 0.5]


def report(points, name):
    """Prints a row of gain.md's table. out: the row, and the points."""
    width = sorted(x["high"] - x["low"] for x in points)
    errors = [100 * mean(abs(p(x) - x["gain"]) for x in points)
              for p in (lambda x: x["left_out"], lambda x: min(1, x["busy"]), lambda x: 0, lambda x: 1)]
    row = (f'| {name} | {len(points)} | {len({x["family"] for x in points})} | ' + " | ".join(f"{e:.1f}" for e in errors) +
           f" | {100 * inside(points):.0f} % | {100 * width[len(width) // 2]:.0f} | {len(missed(points))} |") if points else ""
    if points:
        print(row, file=sys.stderr)
    return row, points


HEADS = ("| | gains | families | mean error | U itself | nothing | everything | within the interval | its width, median | "
         "below 10 %, and over 50 % went |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
NAMES = {"shared": "shared memory", "loops": "loops there", "l2": "global memory"}


def report_all(points):
    return [report([x for x in points if x["unit"] == unit], NAMES[unit]) for unit in UNITS] + [
        report(points, "all"), report(list(heads(points)), "the larger of a kernel's two")] + [
        report([x for x in points if x["unit"] == "l2" and x["differ"] == differ], f"global memory, passes {name}")
        for differ, name in ((True, "differ"), (False, "agree"))]


def heads(points):
    """Of each kernel its unit with the larger prediction, held against the larger gain."""
    kernels = {}
    for x in points:
        kernels.setdefault(x["kernel"] + (x["us"],), []).append(x)
    for of in kernels.values():
        yield dict(max(of, key=lambda x: x["left_out"]), gain=max(x["gain"] for x in of), busy=max(x["busy"] for x in of))


def holds(points, known, wider, spreads):
    """Whether the intervals hold of families left out."""
    bound(points, known, wider, spreads)
    return wider == WIDER[-1] or inside(points) >= LEVEL


def learn(points):
    """out: the coefficients of each unit, what intervals() says of it, and by how much more than of families that the fit has."""
    of = {unit: [x for x in points if x["unit"] == unit] for unit in UNITS}
    fits = {"l2": predict_left_out(of["l2"], "l2")}
    join(points, {x["family"]: x["fit"] for x in of["l2"]}, fits["l2"])
    fits.update((unit, predict_left_out(of[unit], unit)) for unit in ("shared", "loops"))
    spreads, wider = {}, {}
    for unit in ("l2", "shared", "loops"):
        known = by_memory(points, unit)
        wider[unit] = next(w for w in WIDER if holds(of[unit], known, w, spreads))
        spreads[unit] = intervals(known, wider[unit])
    return fits, spreads, wider


def report_studies(points, unfitted, wider):
    """Interventions of this project's own: truth's kernels, each left out, and the launches of the case study that are not fitted,
    of a fit without those that are. out: as of report_all."""
    others = without(points, CASE_STUDY)
    spreads = {unit: intervals(by_memory(others, unit), wider[unit]) for unit in UNITS}
    fits = {unit: fit([x for x in others if x["unit"] == unit], unit) for unit in UNITS}
    join(unfitted, {}, fits["l2"])
    for x in unfitted:
        x["left_out"] = predict(fits[x["unit"]], x)
        x["low"], x["high"] = ends(fits[x["unit"]], spreads, x)
    rows = []
    truth = [x for x in points if x["kernel"][0] == "truth"]
    for name, of in (("truth's kernels", truth), ("the case study's launches", unfitted)):
        rows += [report([x for x in of if x["unit"] == unit], f"{name}, {NAMES[unit]}") for unit in UNITS]
    return [row for row in rows if row[1]]


def elsewhere(points):
    """Of each GPU model what a fit of the others' kernels alone predicts, then of those that are new to it. out: as of report."""
    rows = []
    for gpu in sorted({x["gpu"] for x in points}):
        others = [dict(x) for x in points if x["gpu"] != gpu]
        if not others:
            continue
        fits, spreads, _ = learn(others)
        known = {x[what] for x in others for what in ("family", "template")}
        here = [dict(x) for x in points if x["gpu"] == gpu]
        join(here, {}, fits["l2"])
        for x in here:
            x["left_out"] = predict(fits[x["unit"]], x)
            x["low"], x["high"] = ends(fits[x["unit"]], spreads, x)
        models = " and ".join(sorted({x["gpu"].split()[1] + "s" for x in others}))
        rows.append(report(here, f"{gpu.split()[1]}, of a fit of {models} alone"))
        rows.append(report([x for x in here if not known & {x["family"], x["template"]}],
                           "... neither their family nor their name is in it"))
    return rows


def show(points):
    for x in sorted(points, key=lambda x: -abs(x["left_out"] - x["gain"])):
        print(f'{x["unit"]:6} {x["name"]:50.50} {x["us"]:8.1f} us busy {x["busy"]:.2f} goes {x["goes"]:.2f} '
              f'through {x["through"]:.2f} issue {x["issue"]:.2f} memory {x["memory"]:.2f} waits {x["waits"]:.2f} '
              f'other {x["other"]:.2f}: {x["gain"]:.2f}, predicted {x["left_out"]:.2f}, '
              f'{x["low"]:.2f} to {x["high"]:.2f}', file=sys.stderr)


def by_rule(points):
    """Without what results steer, and without places: what is stored goes elsewhere."""
    return [x for x in points if x["template"] not in STEERED and not x["places"]]


def held_out(points, verbose):
    """What is left out is left out by the code alone, before anything is known of what went. Of all launches of a kernel, weighed
    by their times, as all were timed together."""
    all_of, points = len(points), by_rule(points)
    for x in points:
        x["left_out"], (x["low"], x["high"]) = x["said_of_all"], x["ends_of_all"]
    print(f"{all_of} gains, {all_of - len(points)} of them left out by the rules of the fit\n{HEADS}", file=sys.stderr)
    for p in sorted({x["kernel"][0] for x in points}):
        report([x for x in points if x["kernel"][0] == p], p)
    report_all(points)
    if verbose:
        show(points)
    return 0


def fitted(rows):
    """Of rows_of. out: points, fits, spreads; rows of gain.md's table with their points, of families left out, of GPU models, and
    of this project's own studies."""
    points = [x for x in by_rule([x for row in rows for x in points_of(*row)]) if not x["mixed"]]
    unfitted = [x for x in points if x["family"] == CASE_STUDY and zlib.crc32(x["name"].encode()) % EACH]
    points = [x for x in points if x["family"] != CASE_STUDY or not zlib.crc32(x["name"].encode()) % EACH]
    fits, spreads, wider = learn(points)
    print(HEADS, file=sys.stderr)
    families = report_all(points)
    studies = report_studies(points, unfitted, wider)
    print(f"intervals wider than those of the families that the fit has by {wider}", file=sys.stderr)
    return points, fits, spreads, families, elsewhere(points), studies


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("recording", nargs="*")
    parser.add_argument("--held-out", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    a = parser.parse_intermixed_args()
    recordings = [r.replace("=", ",", 1).split(",") for r in a.recording] or list(shipped())
    rows = [row for r in recordings for row in rows_of(os.path.abspath(a.program), *r)]
    if a.held_out:
        return held_out([x for row in rows for x in points_of(*row)], a.verbose)
    points, fits, spreads, *_ = fitted(rows)
    if a.verbose:
        show(points)
    print(HEAD.format(when=datetime.date.today(), sets=", ".join(r[0] for r in recordings), n=len(points),
                      error=100 * mean(abs(x["left_out"] - x["gain"]) for x in points)))
    for name, what in WHAT.items():
        print(f"GA_GAIN({name}, " + "".join(f"{fits[u][name]:g}, " for u in UNITS) + f'"{what}")')
    for unit, (off, half) in spreads.items():
        print(f"GA_OFF({unit.upper()}, {off:.3f}, {half:.3f})")
    print("#undef GA_GAIN\n#undef GA_OFF")
    return 0


if __name__ == "__main__":
    sys.exit(main())
