"""The predicted gain (model/verdict/gain.c) and its interval, as the fit has them. k: coefficients; x: inputs of a launch."""
import math

MIDDLE = (0.1, 0.9)  # of the predictions that say how far off the coefficients may be; from the latter on, all of the time goes
POINTS = 1 / 3  # of that: what is added to each end
SHORT_US = 12  # below, launches of the case study are said to be hidden, and lose a third
NEAR, LITTLE = 0.01, 0.4  # at the most so much is added, and so much of the share for which atomics are served or waited for
LESS = ("launch_us", "issue", "memory", "load_us", "full", "other")  # the smaller, the more goes
MORE = ("waits", "turn", "last_us", "tail")


def predict_alone(k, x, other):
    """The model: eleven lines."""
    net = max(1 - k["launch_us"] / x["us"], 0.2)
    of = k["full"] * (net if x["unit"] == "l2" else 1)
    busy = min(1, max(0, max(x["busy"], x["through"] / k["through"]) / of))
    stays = busy * max(0, 1 - x["goes"] / max(x["busy"], 1e-9))
    others = max(k["issue"] * x["issue"], k["memory"] * x["memory"], k["load_us"] * x["loads"] / x["us"])
    power = 1 / (x["phased"] / k["phased"] + (1 - x["phased"]) / k["power"])
    alone = (1 - busy ** power + stays ** power) ** (1 / power)
    rest = max(others / net + k["other"] * other, alone * (1 - min(1, k["waits"] * x["waits"] + k["turn"] * x["turns"])))
    return max(net * (1 - min(1, rest)), x["last"] * min(1, max(k["last_us"] / x["us"], k["tail"] * x["tail"])))


def predict(k, x):
    """With those on shared memory goes what of `merges` is said of those on global memory, if nothing is elsewhere."""
    own = predict_alone(k, x, x["other"])
    if not x.get("merges"):
        return own
    return own + x["merges"] * (min(1, predict_alone(k, x, 0) + x["l2"]["left_out"]) - own)


def scale(x):
    """Short launches are predicted worse: the profiler adds to their time, and little of it is the atomics'."""
    return 1 + SHORT_US / x["us"]


def is_all(x):
    return x["left_out"] >= MIDDLE[1]


def end_alone(k, x, off, up):
    """What the model says if all coefficients are off by that share, each so that more goes, or less; and some points more."""
    by = 1 + off if up else 1 / (1 + off)
    said = predict_alone(dict(k, **{name: k[name] / by for name in LESS}, **{name: k[name] * by for name in MORE}), x, x["other"])
    points = scale(x) * (POINTS * off if x["last"] else min(POINTS * off, NEAR + LITTLE * (x["goes"] + x["waits"])))
    return min(1, max(x["left_out"], said + points)) if up else max(0, min(x["left_out"], said - points))


def alone(k, x):
    """With nothing elsewhere, and without what goes with it."""
    return dict(x, other=0, merges=0, left_out=predict_alone(k, x, 0))


def merged(k, x, own, here, there, up):
    """own: the end of its own atomics; here, there: of both kinds, each off by itself, where those on global memory go, too, or may."""
    if not x["merges"]:
        return own
    a, b = alone(k, x)["left_out"], x["l2"]["left_out"]
    both = min(1, a + b) + (1 if up else -1) * math.hypot(here - a, there - b)
    return min(1, max(own, both)) if up else max(0, both) if x["merges"] == 1 else own


def end(k, x, off, up):
    own = end_alone(k, dict(x, left_out=predict_alone(k, x, x["other"])), off, up)
    if not x["merges"]:
        return own
    return merged(k, x, own, end_alone(k, alone(k, x), off, up), end_alone(x["l2"]["fit"], x["l2"], off, up), up)


def ends_alone(k, spread, x):
    off, half = spread
    if is_all(x):
        return max(0, x["left_out"] - half * scale(x)), min(1, x["left_out"] + half * scale(x))
    return end_alone(k, x, off, False), end_alone(k, x, off, True)


def ends(k, spreads, x):
    """spreads: of each unit, by which share coefficients may be off, and how far an end is where all goes."""
    spread = spreads[x["unit"]]
    own = ends_alone(k, spread, dict(x, left_out=predict_alone(k, x, x["other"])))
    if not x["merges"]:
        return own
    here, there = ends_alone(k, spread, alone(k, x)), ends_alone(x["l2"]["fit"], spreads["l2"], x["l2"])
    return tuple(merged(k, x, own[up], here[up], there[up], up) for up in (False, True))
