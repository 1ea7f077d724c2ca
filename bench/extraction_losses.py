#!/usr/bin/env python3
"""Says where bag F1 of extraction is lost on one set, by type of page and by what is wrong.

    python3 bench/extraction_losses.py PAGES SCUTCH [--set NAME] [--write]

PAGES is as for `extraction.py`. Each page counts its loss, 1 - F1, for one cause: the first of CAUSES that holds. The first two
lie in the truth or in the saved page, so no labels of blocks mend them. SCUTCH is the binary.
"""
import argparse
import collections
import json
import re
import subprocess
import tempfile
import unicodedata
from pathlib import Path

from run import write

# A true text of fewer tokens is none.
EMPTY = 5
# Less of the true text than this in all text of the page: it was not saved.
SAVED = 0.5
# From this recall on, below this precision, the true text is a part of what is taken.
PART_RECALL, PART_PRECISION = 0.85, 0.6
# What is hardly wrong.
GOOD = 0.9
CAUSES = {
    "no true text": lambda page: page.true < EMPTY,
    "text not in the page": lambda page: page.saved < SAVED,
    "true text is a part of ours": lambda page: page.recall >= PART_RECALL and page.precision < PART_PRECISION,
    "F1 of .9 or more": lambda page: page.f1 >= GOOD,
    "rather too much": lambda page: page.precision < page.recall,
    "rather too little": lambda page: True,
}

# What was read by hand: the ten worst pages of products, collections, listings and forums of wcxb, 26 November 2026.
READ = {
    "the true text is empty": (5, 2, 2, 0),
    "the text was not saved, or stands in scripts alone": (1, 0, 0, 4),
    "the true text has some of many like cards, entries or posts": (0, 1, 4, 4),
    "it leaves out fields of cards (ratings, measures, features), or has them alone": (0, 4, 1, 0),
    "reviews, questions or a guide beside it are taken, once instead of cards": (2, 2, 0, 0),
    "short rows of label and value, or names of boxes, are missed": (2, 0, 1, 0),
    "menus are the true text": (0, 0, 2, 0),
    "logs within posts are taken": (0, 0, 0, 2),
    "an introduction is missed": (0, 1, 0, 0),
}


class Scored:
    """A page with its scores."""

    def __init__(self, truth, row):
        truth, taken, shown = (tokens(text) for text in (truth, row["text"], row["text_all_text"]))
        self.true = truth.total()
        both = (truth & taken).total()
        self.precision = both / max(taken.total(), 1)
        self.recall = both / max(self.true, 1)
        self.f1 = 2 * both / max(taken.total() + self.true, 1)
        self.saved = (truth & shown).total() / max(self.true, 1)

    def cause(self):
        return next(name for name, holds in CAUSES.items() if holds(self))


def tokens(text):
    text = unicodedata.normalize("NFC", (text or "").replace("\xad", ""))
    return collections.Counter(re.findall(r"\w+", text.lower()))


def extracted(scutch, pages):
    """Rows of files, by name; `pages` are their addresses."""
    with tempfile.TemporaryDirectory() as folder:
        urls = Path(folder) / "urls.tsv"
        urls.write_text("".join(f"{path}\t{url}\n" for path, url in pages.items()))
        command = [scutch, "extract", *pages, "--urls", urls, "--format", "jsonl", "--also-extract", "all-text", "-q"]
        found = subprocess.run(command, stdout=subprocess.PIPE, check=False).stdout
    rows = map(json.loads, found.splitlines())
    return {row["file"]: row for row in rows}


def table(types):
    """Loss by type of page and cause, each as its share of the type's mean, with the number of pages."""
    lines = ["| | pages | loss | " + " | ".join(CAUSES) + " |", "|---|---:|---:|" + "---:|" * len(CAUSES)]
    for name, pages in sorted(types.items(), key=lambda item: -mean_loss(item[1])):
        cells = []
        for cause in CAUSES:
            of_cause = [page for page in pages if page.cause() == cause]
            loss = sum(1 - page.f1 for page in of_cause) / len(pages)
            cells.append(f"{loss:.3f} ({len(of_cause)})" if of_cause else "")
        lines.append(f"| {name} | {len(pages)} | {mean_loss(pages):.3f} | " + " | ".join(cells) + " |")
    return lines


def read():
    """What was read by hand, as a table."""
    lines = ["", "The ten worst pages of four types, read by hand:", "",
             "| | products | collections | listings | forums |", "|---|---:|---:|---:|---:|"]
    return lines + [f"| {what} | " + " | ".join(str(n or "") for n in counts) + " |" for what, counts in READ.items()]


def mean_loss(pages):
    return sum(1 - page.f1 for page in pages) / len(pages)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pages", type=Path)
    parser.add_argument("scutch", type=Path)
    parser.add_argument("--set", default="wcxb")
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    folder = args.pages / args.set
    lines = [json.loads(line) for line in open(folder / "gold.jsonl", encoding="utf-8")]
    gold = {str(folder / line["html_file"]): line for line in lines}
    rows = extracted(args.scutch, {file: line["url"] for file, line in gold.items()})
    types = collections.defaultdict(list)
    for file, line in gold.items():
        if file in rows:
            types[line.get("page_type") or "other"].append(Scored(line.get("text"), rows[file]))
    found = ["## extraction-losses", "", f"What: where bag F1 is lost on {args.set} by the shipped models, which have seen these "
             "pages: mean loss of a type (1 - F1), and how much of it comes from pages with each cause (how many pages). Causes "
             "are tried from left to right. No labels of blocks mend the first two; the third is partly taste, partly error.", "",
             f"Command: `python3 bench/extraction_losses.py PAGES SCUTCH{' --set ' + args.set if args.set != 'wcxb' else ''}`.", "",
             *table(types)]
    if args.set == "wcxb":
        found += read()
    print("\n".join(found))
    if args.write:
        write("extraction-losses", found)


if __name__ == "__main__":
    main()
