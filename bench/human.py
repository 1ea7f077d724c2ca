#!/usr/bin/env python3
"""Texts of pages of hosts with three or more pages (labelled by people), joint and single, beside those of peers.

    human.py GOLD-TEXT.jsonl PAGES OUT HELD-OUT.jsonl [TRAINED]

GOLD-TEXT.jsonl has `url`, `site` and `text`; PAGES and OUT are those of `extraction.py`, after `crossval.py` and with peers;
HELD-OUT.jsonl has the texts made without the page's host (train/python/joint.py).
With TRAINED (OUT of `cargo xtask train`) one more row says what the same scores would make if somebody who knows the text chose
the threshold of each page.
Bag F1, mean over the pages of a host, then over hosts; intervals from samples of hosts, paired.
"""
import json
import sys
from collections import Counter, defaultdict
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


def best_thresholds(golds, trained):
    """Host to the F1 of its pages, each at the threshold that is best for it, by the joint scores held out."""
    scores = {(row["url"], row["timestamp"]): row["scores"] for row in map(json.loads, open(trained / "scores.jsonl"))}
    wanted = {gold["url"]: gold for gold in golds}
    hosts = defaultdict(list)
    for row in map(json.loads, open(trained / "rows.jsonl")):
        gold = wanted.get(row["url"])
        if gold is None:
            continue
        blocks = zip(scores[row["url"], row["timestamp"]], (tokens(block["text"]) for block in row["blocks"]))
        text, best, gold_tokens = Counter(), 0.0, tokens(gold["text"])
        for _, block in sorted(blocks, key=lambda scored: -scored[0]):
            text += block
            right = sum((text & gold_tokens).values())
            best = max(best, 2 * right / max(1, sum(text.values()) + sum(gold_tokens.values())))
        hosts[gold["site"]].append(best)
    return {host: [mean(pages)] for host, pages in hosts.items()}


def addresses(pages):
    """SET/html/FILE -> address."""
    for file in sorted(pages.glob("*/gold.jsonl")):
        for gold in map(json.loads, open(file)):
            yield f"{file.parent.name}/html/{Path(gold.get('html_file', 'none')).name}", gold.get("url")


def main():
    golds = [json.loads(line) for line in open(sys.argv[1])]
    pages, out, held_out, *trained = (Path(argument) for argument in sys.argv[2:6])
    address = dict(addresses(pages))
    joint = {row["url"]: row["text"] for row in map(json.loads, open(held_out))}
    rows = {"joint, held out by host": by_host(golds, joint)}
    for name in SINGLE:
        texts = map(json.loads, open(out / f"{name}.jsonl"))
        rows[name] = by_host(golds, {address.get("/".join(row["file"].split("/")[-3:])): row.get("text") for row in texts})
    for folder in trained:
        rows["joint, the best threshold of each page known"] = best_thresholds(golds, folder)
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
