#!/usr/bin/env python3
"""What one fit of the learned combination gains over another on held-out hosts, by set and by kind of capture.

offtopic_fits.py OLD.tsv NEW.tsv [--samples N]

Both tables are what `scutch-train topic SET... --held-out TABLE.tsv` wrote. Each verdict counts: a memento has one for each seed.
Off-topic kinds are scored by recall, on-topic kinds by false alarms, sets by F1. Intervals are of 95 %, over samples of hosts
with replacement, the same for both fits. Kinds of which no verdict changed are left out.
"""
import argparse
import csv
import random
from collections import defaultdict


def f1(hits, missed, alarms, _right):
    return 2 * hits / max(1, 2 * hits + alarms + missed)


def recall(hits, missed, _alarms, _right):
    return hits / max(1, hits + missed)


def alarms(_hits, _missed, alarms, right):
    return alarms / max(1, alarms + right)


def read(path):
    """By part and its score: hits, misses, false alarms and right silences of each host."""
    parts = defaultdict(lambda: defaultdict(lambda: [0, 0, 0, 0]))
    with open(path, encoding="utf-8") as table:
        for row in csv.DictReader(table, delimiter="\t"):
            off, judged, found = row["off"] == "true", int(row["judged"]), int(row["found"])
            kind = (f"{'recall' if off else 'false alarms'}, {row['set']} {row['kind']}", recall if off else alarms)
            for part in [("F1, all", f1), (f"F1, {row['set']}", f1), kind]:
                counts = parts[part][row["site"]]
                counts[0 if off else 2] += found
                counts[1 if off else 3] += judged - found
    return parts


def scored(hosts, drawn, score):
    return score(*(sum(hosts[host][place] for host in drawn) for place in range(4)))


def gains(old, new, score, samples):
    """Differences over samples of hosts, rising."""
    hosts, draws = sorted(old), random.Random(1)
    drawn = (draws.choices(hosts, k=len(hosts)) for _ in range(samples))
    return sorted(scored(new, sample, score) - scored(old, sample, score) for sample in drawn)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--samples", type=int, default=2000)
    given = parser.parse_args()
    old, new = read(given.old), read(given.new)
    if old.keys() != new.keys():
        parser.error("the two tables are not of the same sets")
    print("| | old | new | gain | 95 % |\n|---|---:|---:|---:|---:|")
    for part in sorted(old, key=lambda part: part[0]):
        name, score = part
        if old[part] == new[part] and score is not f1:
            continue
        before, after = (scored(fit[part], sorted(old[part]), score) for fit in (old, new))
        sampled = gains(old[part], new[part], score, given.samples)
        low, high = sampled[len(sampled) // 40], sampled[-1 - len(sampled) // 40]
        print(f"| {name} | {before:.4f} | {after:.4f} | {after - before:+.4f} | {low:+.4f} to {high:+.4f} |")


if __name__ == "__main__":
    main()
