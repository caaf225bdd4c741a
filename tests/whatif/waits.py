"""waits.py OBJDUMP TARGET ORIGINAL EDITED: holds an edited code object of AMD's against the original, by what llvm-objdump prints of
both, and knows nothing of the editor. What differs is an atomic, a cache operation, a way back or a clause that became s_nop, a
shorter clause, or a lower wait. At every instruction, an access that can't be outstanding in the original can't be in the edited
code either: outstanding are those with fewer accesses of the counter behind them, on some way, than the last wait let be.
Exit status 1: it is not so; the number of instructions and of waits that changed is printed."""

import collections
import functools
import re
import subprocess
import sys

COUNTERS = ("load", "store", "ds")
ALONE = {"s_waitcnt_vmcnt": "load", "s_waitcnt_vscnt": "store", "s_waitcnt_lgkmcnt": "ds"}
SHARED_ATOMIC = r"ds_(pk_)?(add|r?sub|inc|dec|cond_sub|min|max|and|m?s?k?or|xor|wrap|cmpst|wrxchg|storexchg|condxchg|append|consume)"
MOST = 64  # no wait lets so many be


def read(objdump, path):
    """function -> [(offset, text, words)]"""
    functions, code = collections.OrderedDict(), None
    printed = subprocess.run([objdump, "-d", path], capture_output=True, text=True, check=True).stdout
    for line in printed.splitlines():
        start = re.match(r"^[0-9a-f]+ <(.*)>:$", line)
        if start:
            code = functions.setdefault(start[1], [])
            continue
        found = re.match(r"^\s+(\S.*?)\s*// ([0-9A-F]{12}): ((?:[0-9A-F]{8} ?)+)(?:<.*)?$", line)
        if found:
            code.append((int(found[2], 16), found[1], found[3].split()))
    return functions


@functools.lru_cache(maxsize=None)
def kind(text):
    name = text.split()[0]
    if re.match(r"(buffer|global)_(wb|inv|gl[01]_inv)", name):
        return "cache"
    if re.match(r"(global|flat|buffer|scratch)_", name):
        return "atomic" if "atomic" in name else "load" if "_load" in name else "store" if "_store" in name else "other"
    if re.match(SHARED_ATOMIC, name):
        return "atomic"
    return "ds" if name.startswith("ds_") else name


@functools.lru_cache(maxsize=None)
def counted(text, target, invalidations):
    """The counters that an instruction counts in. invalidations: whether those before gfx12 do, which no manual says clearly."""
    name, what = text.split()[0], kind(text)
    stores = ["load" if target.startswith("gfx9") else "store"]
    if name.startswith("ds_"):
        return ["ds"]
    flat = ["ds"] if name.startswith("flat_") else []
    if what == "cache":
        if target.startswith("gfx12"):
            return ["load" if name == "global_inv" else "store"]
        return ["load"] if name == "buffer_wbl2" or invalidations else []
    if what == "load" or (what == "atomic" and re.search(r" glc| sc0\b|TH_ATOMIC(_\w+)?_RETURN", text)):
        return ["load"] + flat
    return stores + flat if what in ("store", "atomic") else []


@functools.lru_cache(maxsize=None)
def waited(text):
    """counter -> how many may be outstanding behind."""
    name, asks = text.split()[0], {}
    if name == "s_waitcnt":
        for counter, n in re.findall(r"(vmcnt|lgkmcnt)\((\d+)\)", text):
            asks["load" if counter == "vmcnt" else "ds"] = int(n)
    elif name in ALONE:
        asks[ALONE[name]] = int(text.split(",")[1], 0)
    elif re.match(r"s_wait_(load|store|ds)cnt", name):
        numbers, names = int(text.split()[1], 0), re.findall(r"(load|store|ds)cnt", name)
        asks[names[-1]] = numbers & 63
        if len(names) == 2:
            asks[names[0]] = numbers >> 8
    return asks


def ways(code):
    """Of each instruction, those that may come next."""
    place, after = {at: i for i, (at, _, _) in enumerate(code)}, []
    for i, (at, text, words) in enumerate(code):
        name, follows = text.split()[0], [i + 1] if i + 1 < len(code) else []
        if name == "s_branch" or name.startswith("s_cbranch"):
            jump = int(words[0], 16) & 0xFFFF
            to = place[at + 4 + 4 * (jump - ((jump >> 15) << 16))]
            follows = [to] if name == "s_branch" else follows + [to]
        elif name in ("s_endpgm", "s_setpc_b64"):
            follows = []
        after.append(follows)
    return after


class Access:
    """The accesses of a counter that may be outstanding: place -> least number of accesses behind it, which all grow at once."""

    def __init__(self, places=None):
        self.shift, self.keys = 0, dict(places or {})

    def add(self, place):
        self.shift += 1
        self.keys[place] = -self.shift

    def wait(self, most):
        self.keys = {place: key for place, key in self.keys.items() if key + self.shift < most}

    def places(self):
        return {place: min(key + self.shift, MOST) for place, key in self.keys.items()}


def walk(facts, first, end, state):
    """Goes through instructions; yields the place of each wait, behind it."""
    for i in range(first, end):
        place, counters, asks = facts[i]
        for c in counters:
            state[c].add(place)
        for c, most in asks.items():
            state[c].wait(most)
        if asks:
            yield i


def blocks_of(after):
    """[(first, end)], and of each instruction that begins one, which."""
    starts = {0} | {k for i, follows in enumerate(after) for k in follows if follows != [i + 1]}
    starts |= {i + 1 for i, follows in enumerate(after) if follows != [i + 1] and i + 1 < len(after)}
    order = sorted(starts)
    return list(zip(order, order[1:] + [len(after)])), {start: b for b, start in enumerate(order)}


def outstanding(facts, blocks, number, after):
    """At the start of each block: counter -> places; None: nothing leads there."""
    before, todo = [None] * len(blocks), {0}
    before[0] = {c: {} for c in COUNTERS}
    while todo:
        b = min(todo)
        todo.remove(b)
        state = {c: Access(before[b][c]) for c in COUNTERS}
        for _ in walk(facts, *blocks[b], state):
            pass
        for k in after[blocks[b][1] - 1]:
            to, more = number[k], before[number[k]] is None
            before[to] = before[to] or {c: {} for c in COUNTERS}
            for c in COUNTERS:
                for place, n in state[c].places().items():
                    if before[to][c].get(place, MOST + 1) > n:
                        before[to][c][place] = n
                        more = True
            if more:
                todo.add(to)
    return before


def compare(name, codes, target, invalidations, after):
    """Between waits both add the same accesses: looked at are starts of blocks, and what is behind waits."""
    blocks, number = blocks_of(after)
    facts = [[(at, counted(text, target, invalidations), waited(text)) for at, text, _ in code] for code in codes]
    starts = [outstanding(f, blocks, number, after) for f in facts]
    for b, (first, end) in enumerate(blocks):
        if starts[0][b] is None:
            continue
        states = [{c: Access(start[b][c]) for c in COUNTERS} for start in starts]
        steps = [walk(f, first, end, state) for f, state in zip(facts, states)]
        while True:
            for c in COUNTERS:
                late = [hex(at) for at in states[1][c].keys if at not in states[0][c].keys]
                if late:
                    sys.exit(f"{name}: in the block at {codes[0][first][0]:#x}: {c} of {late} may not be done where it was")
            if [next(step, None) for step in steps] == [None, None]:
                break


def changes(name, original, edited, counts):
    """out: what became s_nop; what may not differ is said."""
    now, gone = {at: (text, words) for at, text, words in edited}, set()
    for at, text, words in original:
        other, others = now.get(at, ("?", []))
        if words == others:
            continue
        here = [now.get(at + 4 * k, ("?",))[0] for k in range(len(words))]
        nops = all(t == "s_nop 0" or t.startswith("s_clause") for t in here)
        asked, asks = waited(text), waited(other)
        if nops and kind(text) in ("atomic", "cache"):
            gone.add(at)
            counts["instructions"] += 1
        elif nops and (text.startswith("s_cbranch") or text.startswith("s_clause")):
            counts["branches" if text.startswith("s_cbranch") else "clauses"] += 1
        elif asked and asked.keys() == asks.keys() and all(asks[c] <= asked[c] for c in asks) and text.split()[0] == other.split()[0]:
            counts["waits"] += 1
        else:
            sys.exit(f"{name}: at {at:#x} {text} became {other}")
    return gone


def look_at_clauses(name, code):
    """A clause begins and ends with an instruction of its kind."""
    for i, (at, text, _) in enumerate(code):
        if text.startswith("s_clause"):
            inside = [t.split()[0] for _, t, _ in code[i + 1 : i + 2 + (int(text.split()[1], 0) & 63)]]
            kinds = {re.match(r"s_nop|[a-z]+_", t)[0] for t in inside}
            if "s_nop" in (inside[0], inside[-1]) or len(kinds - {"s_nop"}) != 1:
                sys.exit(f"{name}: at {at:#x} a clause of {inside}")


def check(objdump, target, paths):
    counts = collections.Counter()
    originals, editeds = (read(objdump, path) for path in paths)
    if list(originals) != list(editeds):
        sys.exit("the functions differ")
    for name, original in originals.items():
        gone = changes(name, original, editeds[name], counts)
        look_at_clauses(name, editeds[name])
        now, after = {at: text for at, text, _ in editeds[name]}, ways(original) if gone else []
        code = [(at, now[at], words) for at, _, words in original]
        tends = not target.startswith("gfx12") and any(kind(text) == "cache" for _, text, _ in original)
        for invalidations in ((False, True) if tends else (False,)) if gone else ():
            compare(name, (original, code), target, invalidations, after)
    print(", ".join(f"{n} {what}" for what, n in sorted(counts.items())))


check(sys.argv[1], sys.argv[2], sys.argv[3:])
