"""Measures the length of sentences and paragraphs of the guide.

python3 docs/measure.py             # a table of all pages, then the longest sentences and paragraphs
python3 docs/measure.py --limit     # silent if every page keeps the limits, else names page and line and fails
python3 docs/measure.py [--limit] PAGE...

Only prose counts: paragraphs, items of lists, quotations. Headings, tables, code blocks, HTML and items that
begin with code (lists of options) do not. A link counts as its text, a span of code as one word.
python3 -m doctest docs/measure.py tests the functions.
"""

import argparse
import re
import sys
from pathlib import Path

SENTENCE = 28
"""Words that nine of ten sentences of a page do not exceed."""
PARAGRAPH = 120
"""Words that no paragraph exceeds."""
SHOWN = 10

# These end with a full stop within a sentence, also before a capital letter or a digit.
ABBREVIATIONS = re.compile(r"\b(e\.g|i\.e|et al|cf|vs|Fig|No|St|Dr|p|pp|vol|approx)\.$")
ITEM = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+")
OPTION = re.compile(ITEM.pattern + "`")
END = re.compile(r"(?<=[.!?])[\"')*_”»]*\s+(?=[\"'(*_“«§\[]*[A-Z0-9ÄÖÜ\x00])")
GENERATED = ("models.md", "reasons.md", "row.md", "SUMMARY.md")
"""Pages that a program writes, and the table of contents."""


def paragraphs(text):
    """Numbers of first lines and texts of all prose of a Markdown page.

    >>> paragraphs("# A\\n\\n`One`\\ntwo.\\n- `-x` is left out\\n- an item\\n\\n| a | table |\\n")
    [(3, '`One` two.'), (6, 'an item')]
    """
    fenced, html, found, open_ = False, False, [], None
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.strip()
        if bare.startswith("```"):
            fenced, open_ = not fenced, None
        elif fenced or (html and bare):
            continue
        elif not bare:
            html, open_ = False, None
        elif re.match(r"</?[a-zA-Z!]", bare):
            html, open_ = True, None
        elif bare.startswith(("|", "#")):
            open_ = None
        elif ITEM.match(line) or open_ is None:
            open_ = [number, [ITEM.sub("", line, count=1)]]
            if not OPTION.match(line):
                found.append(open_)
        else:
            open_[1].append(bare)
    return [(number, " ".join(lines).lstrip("> ")) for number, lines in found]


def plain(text):
    """What a reader sees, with a span of code as one word."""
    text = re.sub(r"`[^`]*`", "\0", text)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return text.replace("**", "")


def sentences(text):
    """Sentences of a paragraph.

    >>> sentences("Read it (Kim et al. 2011). Then **go** on, e.g. `a. B` here. [An end.](x.md)")
    ['Read it (Kim et al. 2011).', 'Then go on, e.g. \\x00 here.', 'An end.']
    """
    parts = []
    for part in END.split(plain(text)):
        if parts and ABBREVIATIONS.search(parts[-1]):
            parts[-1] += " " + part
        else:
            parts.append(part)
    return parts


def words(text):
    """How many words a text has."""
    return sum(1 for word in text.split() if re.search(r"[\w\0]", word))


def percentile(values, share):
    """The smallest value that `share` percent of the values do not exceed; 0 of none.

    >>> percentile(range(1, 11), 90), percentile([], 90)
    (9, 0)
    """
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * share // 100) - 1)] if ordered else 0


def measure(page):
    """Words of each sentence and of each paragraph of a page, with place and text."""
    prose = [(f"{page}:{number}", text) for number, text in paragraphs(page.read_text())]
    by_sentence = [(words(one), place, one) for place, text in prose for one in sentences(text)]
    by_paragraph = [(words(plain(text)), place, plain(text)) for place, text in prose]
    return by_sentence, by_paragraph


def start(text):
    """The beginning of a text, for a list."""
    return text.replace("\0", "`…`")[:90]


def main():
    """Prints the table, or what exceeds the limits."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--limit", action="store_true", help="print only pages that exceed a limit, and fail if there are any")
    parser.add_argument("pages", nargs="*", type=Path, help="instead of all pages of docs/src")
    options = parser.parse_args()
    source = Path(__file__).parent / "src"
    pages = options.pages or [p for p in sorted(source.rglob("*.md")) if p.name not in GENERATED]
    broken, longest, widest = [], [], []
    if not options.limit:
        print(f"{'page':<44} {'words':>6} {'p90 of sentences':>17} {'longest paragraph':>18}")
    for page in pages:
        by_sentence, by_paragraph = measure(page)
        p90 = percentile([count for count, _, _ in by_sentence], 90)
        over = [one for one in by_paragraph if one[0] > PARAGRAPH]
        if p90 > SENTENCE:
            count, place, _ = max(by_sentence)
            broken.append(f"{page}: a tenth of the sentences has {p90} words or more (limit {SENTENCE}); "
                          f"the longest has {count} ({place})")
        broken += [f"{place}: a paragraph has {count} words (limit {PARAGRAPH})" for count, place, _ in over]
        longest, widest = longest + by_sentence, widest + by_paragraph
        if not options.limit:
            total = sum(count for count, _, _ in by_paragraph)
            print(f"{str(page)[-44:]:<44} {total:>6} {p90:>17} {max((one[0] for one in by_paragraph), default=0):>18}")
    if options.limit:
        sys.exit("\n".join(broken) if broken else 0)
    for name, found in (("sentences", longest), ("paragraphs", widest)):
        print(f"\nlongest {name}")
        for count, place, text in sorted(found, reverse=True)[:SHOWN]:
            print(f"{count:>4}  {place}  {start(text)}")


if __name__ == "__main__":
    main()
