"""browser.py PROGRAM SOURCE FOLDER: `report` in a browser: clicked, typed into, read as a screen reader does, light and dark,
wide and narrow. Pictures of it are left in FOLDER."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

from driver import Browser

program, source, folder = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
HOSTILE = "<img src=x onerror='window.taken=1'><script>window.taken=1</script>\"'&"
failed = []


def check(what, holds):
    if not holds:
        failed.append(what)
        print("FAILED:", what)


def make_sets():
    """Two shipped sets, and one whose every text is somebody's markup."""
    shutil.rmtree(folder, ignore_errors=True)
    evil = folder / ("a_long_name_without_a_space_" * 4) / "<b>evil<"
    (evil / "figures").mkdir(parents=True)
    quoted = '"' + HOSTILE.replace('"', '""') + '"'
    (evil / "run.csv").write_text(f"key,value\nbackend,cuda\ndevice_name,{quoted}\nlock_mutex.failed,{quoted}\n{quoted},x\n")
    rows = [f"{quoted},{n},ok,{quoted},{n * 100},," for n in (9, 10, 2)]
    head = "lock,contenders,status,instruction,median_ns,message,own"
    (evil / "lock_mutex.csv").write_text("\n".join([head, *rows, f"mcs,1,wrong,X,,{quoted},"]) + "\n")
    (evil / "figures" / "lock_throughput.svg").write_text(
        "<svg viewBox=\"0 0 9 9\" onload='window.taken=1'><script>window.taken=1</script><style>*{display:none}</style>"
        "<g onclick='window.taken=1'><text x='1'>kept</text></g><a href='javascript:1'><text>link</text></a>"
        "<image href='http://example.invalid/x.png'/><foreignObject><iframe src='x'></iframe></foreignObject>"
        f"<text>{HOSTILE.replace('<', '&lt;')}</text></svg>")
    page = folder / "report.html"
    sets = [source / "results/nvidia-h200-x2", source / "results/nvidia-h100-x2", evil]
    subprocess.run([program, "report", *map(str, sets), "--out", str(page)], check=True, stdout=subprocess.DEVNULL,
                   env={**os.environ, "LC_ALL": "C"})
    return page


def contrast(one, other):
    def light(colour):
        parts = [int(x) / 255 for x in re.findall(r"\d+", colour)[:3]]
        r, g, b = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts]
        return 0.2126 * r + 0.7152 * g + 0.0722 * b
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def look(b, name):
    for scheme in ("light", "dark"):
        b.colours(scheme)
        paper, ink, link, soft = b.js(
            "const of = s => getComputedStyle(document.querySelector(s));"
            "return [of('body').backgroundColor, of('body').color, of('nav a').color, of('.note').color]")
        check(f"{scheme}: text stands out", contrast(paper, ink) >= 7)
        check(f"{scheme}: links and notes stand out", min(contrast(paper, link), contrast(paper, soft)) >= 4.5)
        for width in (1400, 400):
            b.size(width, 1800)
            check(f"{width} wide: the page does not scroll sideways",
                  b.js("return document.documentElement.scrollWidth <= innerWidth"))
            b.picture(folder / f"{name}-{scheme}-{width}.png")
    b.size(1400, 1800)


def column(b, n):
    return b.js("return [...document.querySelectorAll('#t-lock_mutex tbody tr')].filter(r => !r.hidden)"
                f".map(r => r.cells[{n}].textContent)")


def use_table(b):
    b.js("location.hash = '#t-lock_mutex'")
    check("a link to a table opens it", b.js("return document.getElementById('t-lock_mutex').open"))
    head = "#t-lock_mutex thead th:first-child button"
    check("rows come in the order of the file", column(b, 0) == ["9", "10", "2"])
    b.click(head)
    check("a click sorts numbers as numbers", column(b, 0) == ["2", "9", "10"])
    b.type(head, "\ue007")
    check("Enter on it sorts the other way", column(b, 0) == ["10", "9", "2"])
    check("the order is said", b.js("return document.querySelector('#t-lock_mutex th').ariaSort") == "descending")
    field = "#t-lock_mutex input"
    b.type(field, "contenders=10")
    check("a filter by name", column(b, 0) == ["10"])
    check("how many rows are shown is said", b.js("return document.querySelector('#t-lock_mutex output').textContent") == "1 of 3 rows")
    b.js("const i = arguments[0]; i.value = 'onerror 9'; i.dispatchEvent(new Event('input'))",
         {"element-6066-11e4-a52e-4f735466cecf": b.find(field)})
    check("a filter by words", column(b, 0) == ["9"])


def read(b):
    names = b.names()
    wanted = {"button", "link", "img", "image", "region", "searchbox", "textbox", "navigation", "heading", "DisclosureTriangle"}
    nameless = [role for role, name in names if role in wanted and not name.strip()]
    check(f"everything has a name, not {nameless}", not nameless)
    check("figures are named", any(role in ("img", "image") and name.startswith("global_peers, ") for role, name in names))
    check("text of a figure can be selected", b.js(
        "const t = document.querySelector('figure svg text'); const r = document.createRange(); r.selectNodeContents(t);"
        "getSelection().removeAllRanges(); getSelection().addRange(r); return getSelection().toString().length > 0"))
    texts = b.js("return document.querySelector(\"svg[aria-label^='lock_throughput']\").textContent")
    check("the text of a strange figure is there", "kept" in texts and "onerror" in texts)
    check("its script, style, links and frames are not", b.js(
        "return document.querySelectorAll('svg script, svg style, svg a, iframe, svg [onclick], svg[onload], image[href]').length") == 0)
    ids = b.js("return [...document.querySelectorAll('[id]')].map(e => e.id)")
    check("no id is there twice", len(ids) == len(set(ids)))


def main():
    page = make_sets()
    with open(folder / "driver.log", "w") as log:
        b = Browser(log)
        try:
            b.size(1400, 1800)
            b.open(page.as_uri())
            look(b, "top")
            read(b)
            use_table(b)
            b.picture(folder / "table.png")
            check("nobody's markup was obeyed", b.js("return window.taken === undefined && document.images.length === 0"))
            check("nothing was loaded", b.js("return performance.getEntriesByType('resource').length") == 0)
            check(f"the browser has no complaint: {b.log()}", not b.log())
        finally:
            b.close()
    sys.exit(1 if failed else 0)


main()
