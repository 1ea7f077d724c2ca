#!/usr/bin/env python3
"""Joint detection against single pages on portals whose articles another program has as TEI.

    portal_joint.py PAGES OTHERS SCUTCH OUT

PAGES as for `portal_tei.py`; OTHERS are archives with more pages of the same portals. All of them are read by
`scutch template` and by `scutch corpus --extractor page`. Measured is F1 of the multisets of tokens, mean over the pages of a
portal; the headline (`name` in the TEI) is forgiven, be it in one text only or in both. Left out and counted are pages of which the
TEI has the lead alone (under a tenth of the tokens of both texts). Needs lxml and zstandard.
"""

import collections
import html
import json
import re
import subprocess
import sys
from pathlib import Path
from statistics import mean

import portal_tei
import portal_tei_metadata


def tokens(text):
    return collections.Counter(re.findall(r"\w+", (text or "").lower()))


def f1(found, gold, headline):
    """Tokens of the headline are neither missing nor too many."""
    found, gold, headline = tokens(found), tokens(gold), tokens(headline)
    wrong = sum(((found - gold) - headline).values()) + sum(((gold - found) - headline).values())
    both = 2 * sum((found & gold).values())
    return both / max(1, both + wrong)


def golds(folder):
    """URL to text and headline."""
    found = {}
    for path in sorted(folder.glob("*/*.xml")):
        address = re.search(r"<sch:url[^>]*>\s*(\S+)\s*</sch:url>", path.read_text(encoding="utf-8"))
        [headline, *_] = portal_tei_metadata.theirs(path)["name"] or [""]
        found[html.unescape(address.group(1))] = portal_tei.text(path, ours=False), headline
    return found


def runs(inputs, scutch, out):
    """URL to text, by joint detection and of each page alone."""
    subprocess.run([scutch, "template", *inputs, "-o", out / "joint", "--overwrite", "-q"], check=True)
    alone = ["--extractor", "page", "--format", "jsonl", "-o", out / "page", "--overwrite", "-q"]
    subprocess.run([scutch, "corpus", *inputs, *alone], check=True)
    pages = [json.loads(line) for line in open(out / "joint" / "pages.jsonl")]
    rows = portal_tei.rows(out / "page")
    return {page["url"]: page["text"] for page in pages}, {row["url"]: row["text"] for row in rows}


def main(pages, others, scutch, out):
    joint, alone = runs([pages, others], scutch, out)
    print("| portal | pages | leads | joint | each page alone | gain |\n|---|---:|---:|---:|---:|---:|")
    sums = []
    for folder in sorted(path for path in pages.iterdir() if path.is_dir()):
        reference = {url: gold for url, gold in golds(folder).items() if url in joint and url in alone}
        of_lead = lambda u: 10 * tokens(reference[u][0]).total() < min(tokens(texts[u]).total() for texts in (joint, alone))
        leads = [url for url in reference if of_lead(url)]
        reference = {url: gold for url, gold in reference.items() if url not in leads}
        scores = [(f1(joint[u], *gold), f1(alone[u], *gold)) for u, gold in reference.items()]
        means = [mean(column) for column in zip(*scores)]
        sums.append(means)
        print(f"| {folder.name} | {len(scores)} | {len(leads)} | {means[0]:.4f} | {means[1]:.4f} | {means[0] - means[1]:+.4f} |")
    means = [mean(column) for column in zip(*sums)]
    print(f"| all portals | | | {means[0]:.4f} | {means[1]:.4f} | {means[0] - means[1]:+.4f} |")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], Path(sys.argv[4]))
