#!/usr/bin/env python3
"""Draws URLs on which courlan's check_url and `scutch url check` disagree, to be read by hand.

    python3 bench/url_disagreements.py SCUTCH URLS.txt.xz [--lines 50000] [--half 0|1] [--draw 200] [--seed 42]
    python3 bench/url_disagreements.py SCUTCH URLS.txt.xz --judged JUDGED.tsv

Both with their defaults. The first call prints how often each verdict occurs on standard error, and the drawn
URLs as a table (judgement to be filled in, kind of disagreement, URL). Judgements are `ours`, `courlan` and
`nobody`. The second call reads such a table and prints the figures by kind. Hosts are split by a hash of their
names: rules were written by looking at half 0 and are judged on half 1.
"""
import argparse
import collections
import hashlib
import json
import lzma
import pathlib
import subprocess
import sys
from urllib.parse import urlsplit


def half_of(url):
    """0 or 1, by the host: all URLs of a host are in one half."""
    try:
        host = urlsplit(url.strip()).hostname or ""
    except ValueError:
        host = url[:30]
    return hashlib.sha256(host.encode()).digest()[0] % 2


def ours(scutch, lines):
    """The verdict of scutch on each line: its reason, or `accept` with rule and score of its type."""
    command = [scutch, "url", "check", "-", "--json"]
    text = subprocess.run(command, input="\n".join(lines).encode() + b"\n", stdout=subprocess.PIPE, check=True).stdout
    verdicts = [json.loads(line) for line in text.decode().split("\n") if line]
    assert len(verdicts) == len(lines), "a verdict for each line"
    return verdicts


def disagreements(scutch, lines):
    from courlan import check_url
    counts = collections.Counter()
    found = []
    for url, verdict in zip(lines, ours(scutch, lines)):
        try:
            theirs = check_url(url)
        except Exception:  # courlan's own answer to it: no URL
            theirs = None
        accepted = verdict["verdict"] == "accept"
        counts["accepted" if accepted else "rejected", "accepted" if theirs else "rejected"] += 1
        if accepted != bool(theirs):
            found.append(("accepted" if accepted else verdict["reason"], url))
    for (our, their), count in sorted(counts.items()):
        print(f"ours {our:8} courlan {their:8} {count}", file=sys.stderr)
    return found


def report(path):
    table = collections.defaultdict(collections.Counter)
    for line in path.read_text(encoding="utf-8").splitlines():
        judgement, kind, _ = line.split("\t", 2)
        assert judgement in ("ours", "courlan", "nobody"), line
        table[kind][judgement] += 1
    total = sum(table.values(), collections.Counter())
    print("| scutch says | ours right | courlan right | nobody |\n|---|---:|---:|---:|")
    for kind, row in [*sorted(table.items(), key=lambda item: -item[1].total()), ("all", total)]:
        print(f"| {kind} | {row['ours']} | {row['courlan']} | {row['nobody']} |")
    decided = total["ours"] + total["courlan"]
    print(f"\nOurs right in {total['ours']} of {decided} where one is: {100 * total['ours'] / decided:.1f} %.")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scutch")
    parser.add_argument("urls", type=pathlib.Path)
    parser.add_argument("--lines", type=int, default=50_000)
    parser.add_argument("--half", type=int, choices=(0, 1))
    parser.add_argument("--draw", type=int, default=200)
    parser.add_argument("--seed", type=int, default=42)
    parser.add_argument("--judged", type=pathlib.Path)
    args = parser.parse_args()
    if args.judged:
        return report(args.judged)
    with lzma.open(args.urls, "rt", encoding="utf-8", newline="\n") as file:
        lines = [line.rstrip("\n") for _, line in zip(range(args.lines), file)]
    found = [row for row in disagreements(args.scutch, lines) if args.half in (None, half_of(row[1]))]
    print(f"{len(found)} disagreements in this half", file=sys.stderr)
    # By hash, not by position: a rule that changes one verdict changes one line of the draw.
    found.sort(key=lambda row: hashlib.sha256(f"{args.seed} {row[1]}".encode()).digest())
    for kind, url in found[:args.draw]:
        print(f"\t{kind}\t{url}")


if __name__ == "__main__":
    main()
