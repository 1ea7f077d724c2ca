#!/usr/bin/env python3
"""The inventory of tags of a growing number of pages: CPU time a page, and peak memory.

    python3 bench/tags_scaling.py [SIZE ...]

Pages are made by mutation: they share a frame, every one has numbers and styles of its own in ids, classes and attributes,
boxes of kinds that get rarer (5,000 kinds), and a class that no other page has. Default sizes are 1,000, 10,000 and 100,000.
"""
import gzip
import os
import random
import subprocess
import sys

from entries import SCRATCH, SCUTCH
from template_scaling import record, words

KINDS = 5_000


def page(number, known, menu):
    lot = random.Random(number)
    text = lambda: " ".join(lot.choices(known, k=40))  # noqa: E731
    blocks = []
    for at in range(30):
        kind = known[min(int(lot.paretovariate(0.6)), KINDS) - 1]
        blocks.append(
            f'<p class="text p-{at}" style="margin:{lot.randrange(999)}px">{text()}.</p>'
            f'<div class="box {kind} n{number}" data-id="{number}-{at}"><span class="{kind}-in">{text()}.</span></div>'
        )
    return (
        f'<html><head><title>Page {number}</title></head><body class="single postid-{number}">{menu}'
        f'<article id="post-{number}" class="main"><h1>Page {number}</h1>{"".join(blocks)}'
        f'<div class="{"".join(lot.choices("abcdefghijklmnop", k=12))}">{text()}.</div></article></body></html>'
    ).encode()


def write(path, size):
    lot = random.Random(1)
    known = words(lot, KINDS)
    menu = "".join(f'<li class="item-{i}"><a href="/s{i}">Section {known[i]}</a></li>' for i in range(40))
    menu = f"<nav><ul>{menu}</ul></nav>"
    with gzip.open(path, "wb", compresslevel=1) as out:
        for number in range(size):
            body = page(number, known, menu)
            out.write(record(number, f"http://host.example/{number}", 2020, body))


def main():
    SCRATCH.mkdir(exist_ok=True)
    archive, table = SCRATCH / "tags.warc.gz", SCRATCH / "tags.tsv"
    print("| pages | signatures in the table | CPU ms a page | peak MiB |\n|---:|---:|---:|---:|", flush=True)
    for size in [int(size) for size in sys.argv[1:]] or [1_000, 10_000, 100_000]:
        write(archive, size)
        command = [SCUTCH, "tags", "inventory", archive, "-o", table, "--jobs", "1", "-q"]
        process = subprocess.Popen([str(part) for part in command])
        _, status, usage = os.wait4(process.pid, 0)
        if status != 0:
            sys.exit("failed")
        seconds = usage.ru_utime + usage.ru_stime
        lines = sum(not line.startswith("#") for line in table.open()) - 1
        print(f"| {size:,} | {lines:,} | {1000 * seconds / size:.2f} | {usage.ru_maxrss / 1024:.0f} |", flush=True)
    archive.unlink()
    table.unlink()


if __name__ == "__main__":
    main()
