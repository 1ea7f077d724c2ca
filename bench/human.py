#!/usr/bin/env python3
"""Texts of pages of hosts with three or more pages (labelled by people), joint and single, beside those of peers.

    human.py GOLD-TEXT.jsonl PAGES OUT HELD-OUT.jsonl

GOLD-TEXT.jsonl has `url`, `site` and `text`; PAGES and OUT are those of `extraction.py`, after `crossval.py` and with peers;
HELD-OUT.jsonl has the texts made without the page's host (crates/template/examples/fit/joint.py).
Bag F1, mean over the pages of a host, then over hosts; intervals from samples of hosts, paired.
"""
import json
import sys
from collections import defaultdict
from pathlib import Path
from statistics import mean

from template_scores import gain, tokens

SINGLE = ["cross-validated", "rs-trafilatura", "trafilatura", "trafilatura-crate", "dom_smoothie", "resiliparse",
          "readability-lxml"]


def f1(text, gold):
    text, gold = tokens(text), tokens(gold)
    return 2 * sum((text & gold).values()) / max(1, sum(text.values()) + sum(gold.values()))


def by_host(golds, texts):
    hosts = defaultdict(list)
    for gold in golds:
        hosts[gold["site"]].append(f1(texts.get(gold["url"]), gold["text"]))
    return {host: [mean(pages)] for host, pages in hosts.items()}


def addresses(pages):
    """SET/html/FILE -> address."""
    for file in sorted(pages.glob("*/gold.jsonl")):
        for gold in map(json.loads, open(file)):
            yield f"{file.parent.name}/html/{Path(gold.get('html_file', 'none')).name}", gold.get("url")


def main():
    golds = [json.loads(line) for line in open(sys.argv[1])]
    pages, out, held_out = (Path(argument) for argument in sys.argv[2:5])
    address = dict(addresses(pages))
    joint = {row["url"]: row["text"] for row in map(json.loads, open(held_out))}
    rows = {"joint, held out by host": by_host(golds, joint)}
    for name in SINGLE:
        texts = map(json.loads, open(out / f"{name}.jsonl"))
        rows[name] = by_host(golds, {address.get("/".join(row["file"].split("/")[-3:])): row.get("text") for row in texts})
    first = next(iter(rows.values()))
    sets = sorted({host.split(":")[0] for host in first})
    print("| | " + " | ".join(["all hosts", *sets, "gain of the first row"]) + " |")
    print("|---|" + "---:|" * (len(sets) + 2))
    for name, hosts in rows.items():
        means = [mean(v[0] for h, v in hosts.items() if h.startswith(prefix)) for prefix in ["", *sets]]
        cells = [f"{value:.3f}" for value in means]
        cells.append("" if hosts is first else "%+.3f (%+.3f..%+.3f)" % gain(first, hosts))
        print("| " + " | ".join([name, *cells]) + " |")


if __name__ == "__main__":
    main()
