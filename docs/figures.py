"""Looks for figures of the guide that nothing makes.

python3 docs/figures.py             # silent if every figure has its source, else names page, line and figure, and fails

A figure is a number with a decimal point in prose or in a table, outside of code. It has a source if it stands in
bench/RESULTS.md or on a card of a model, also with more digits. Else figures.tsv names its page and heading with the
command that makes it. Sessions in code blocks are run by a test, and pages that a program writes are left out.
python3 -m doctest docs/figures.py tests the functions.
"""

import csv
import re
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
FIGURE = re.compile(r"(?<![\w.§/-])\d{0,3}\.\d+(?!\w*[.\d])")
GENERATED = ("models.md", "reasons.md", "row.md")


def shorter(figure):
    """A figure as written, and rounded to fewer digits. A zero before the point does not count.

    >>> sorted(shorter("0.926"))
    ['.9', '.926', '.93']
    """
    digits = len(figure.split(".")[1])
    forms = [figure, *(f"{float(figure):.{kept}f}" for kept in range(1, digits))]
    return {form.lstrip("0") for form in forms}


def figures(text):
    """Headings, numbers of lines and figures of a page.

    >>> list(figures("# A\\n\\nF1 is 0.98 ([1.2](x1.3)), `1.4`.\\n```\\n1.5\\n```\\n| .7 | RFC 9.1.2 |\\n"))
    [('A', 3, '0.98'), ('A', 3, '1.2'), ('A', 7, '.7')]
    """
    heading, fenced = "", False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            fenced = not fenced
        if fenced or line.startswith("```"):
            continue
        if line.startswith("#"):
            heading = line.lstrip("# ")
        prose = re.sub(r"\]\([^)]*\)", "", re.sub(r"`[^`]*`", "", line))
        for found in FIGURE.finditer(prose):
            yield heading, number, found.group()


def main():
    sources = [ROOT / "bench/RESULTS.md", DOCS / "src/models.md", *sorted((ROOT / "train/data/cards").iterdir())]
    text = "\n".join(source.read_text(encoding="utf-8") for source in sources)
    known = set().union(*(shorter(figure) for figure in re.findall(r"\d{0,3}\.\d+", text)))
    with open(DOCS / "figures.tsv", encoding="utf-8", newline="") as table:
        made = {(row["page"], row["heading"]) for row in csv.DictReader(table, delimiter="\t")}
    missed, used = [], set()
    for path in sorted((DOCS / "src").rglob("*.md")):
        page = path.relative_to(DOCS / "src").as_posix()
        if page in GENERATED:
            continue
        for heading, number, figure in figures(path.read_text(encoding="utf-8")):
            # Whether or not the same number stands among the results: that may be chance.
            if (page, heading) in made:
                used.add((page, heading))
            elif figure.lstrip("0") not in known:
                missed.append(f"docs/src/{page}:{number}: {figure} has no source ({heading})")
    missed += [f"docs/figures.tsv: {page}, {heading}: no figure stands there" for page, heading in sorted(made - used)]
    print("\n".join(missed), end="\n" if missed else "")
    sys.exit(bool(missed))


if __name__ == "__main__":
    main()
