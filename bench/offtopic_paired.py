#!/usr/bin/env python3
"""F1 of off-topic verdicts: the learned combination on held-out hosts beside the published profiles and a plain measure of the main text, with paired intervals.

offtopic_paired.py SCUTCH HELD_OUT.tsv SET... [--samples N]

HELD_OUT.tsv is what `scutch-train topic SET... --held-out HELD_OUT.tsv` wrote: each memento judged by fits that had seen
neither its host nor its notice, once with each seed; the majority counts. A SET is a folder with labels.csv and archives.
Every rival runs as it is shipped. Hosts are drawn with replacement, the same for both sides.
"""
import argparse
import csv
import glob
import json
import os
import random
import subprocess
from collections import defaultdict

RIVALS = [
    ("otmt-paper", ["--profile", "otmt-paper"]),
    ("otmt-code", ["--profile", "otmt-code"]),
    ("alnoamany", ["--profile", "alnoamany"]),
    ("jaccard above 0.94, main text", ["--measures", "jaccard=0.94", "--text", "main"]),
]


def f1(counts):
    hits, alarms, missed = counts
    return 2 * hits / max(1, 2 * hits + alarms + missed)


def verdicts(program, folder, options):
    """Whether each memento of a set is found off-topic."""
    archives = sorted(glob.glob(os.path.join(folder, "*.warc.gz")))
    command = [program, "-q", "offtopic", *archives, *options, "--format", "jsonl", "-o", "-"]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    rows = map(json.loads, lines)
    return {row["urim"]: row["status"] == "off-topic" for row in rows}


def counted(gold, found):
    """Hits, false alarms and misses of each host."""
    hosts = defaultdict(lambda: [0, 0, 0])
    for key, (host, off) in gold.items():
        is_found = found.get(key, False)
        for place, holds in enumerate([off and is_found, not off and is_found, off and not is_found]):
            hosts[host][place] += holds
    return hosts


def total(hosts, drawn):
    return f1([sum(hosts[host][place] for host in drawn) for place in range(3)])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scutch")
    parser.add_argument("held_out")
    parser.add_argument("sets", nargs="+")
    parser.add_argument("--samples", type=int, default=2000)
    given = parser.parse_args()
    gold, ours = {}, {}
    with open(given.held_out, encoding="utf-8") as table:
        for row in csv.DictReader(table, delimiter="\t"):
            key = row["set"], row["urim"]
            gold[key] = row["site"], row["off"] == "true"
            ours[key] = 2 * int(row["found"]) > int(row["judged"])
    hosts = sorted({host for host, _ in gold.values()})
    ours = counted(gold, ours)
    print(f"{len(gold)} mementos of {len(hosts)} hosts; default held out: F1 {total(ours, hosts):.3f}\n")
    print("| | F1 | default less it | 95 % |\n|---|---:|---:|---:|")
    print(f"| scutch's default | {total(ours, hosts):.3f} | | |")
    for name, options in RIVALS:
        found = {}
        for folder in given.sets:
            of_set = os.path.basename(folder.rstrip("/"))
            found.update({(of_set, urim): off for urim, off in verdicts(given.scutch, folder, options).items()})
        theirs = counted(gold, found)
        draws = random.Random(1)
        gains = []
        for _ in range(given.samples):
            drawn = draws.choices(hosts, k=len(hosts))
            gains.append(total(ours, drawn) - total(theirs, drawn))
        gains.sort()
        low, high = gains[len(gains) // 40], gains[-1 - len(gains) // 40]
        mean = total(theirs, hosts)
        print(f"| {name} | {mean:.3f} | {total(ours, hosts) - mean:+.3f} | {low:+.3f} to {high:+.3f} |", flush=True)


if __name__ == "__main__":
    main()
