#!/usr/bin/env python3
"""Whole runs over very many hosts, and over one host with very many captures: CPU time a page, and peak memory.

    python3 bench/host_scaling.py [HOSTSxCAPTURES ...]

Pages are small (1.5 KB) and made: a menu, a headline, four paragraphs and a foot. Captures of a host are spread over
the archive, as a broad crawl leaves them; of a host with many captures, each two addresses have five. Default cases:
10,000 captures as many hosts or as one, then a million hosts with three captures each and a million captures of one
host. The largest archive takes 5.5 GB.
"""
import os
import random
import shutil
import subprocess
import sys

from entries import OUT, SCRATCH, SCUTCH

WORDS = """ferry harbour lighthouse market orchard quarry tannery windmill river bridge mayor council garden school
festival railway museum theatre library hospital""".split()
CASES = ["3333x3", "1x10000", "1000000x3", "1x1000000"]


def lines():
    lot = random.Random(1)
    return [" ".join(lot.choices(WORDS, k=30)) for _ in range(8192)]


def page(host, number, known):
    # A linear congruence instead of a seeded generator: ten times as fast, and texts differ as much.
    lot = (host * 1_000_003 + number) * 6364136223846793005 + 1442695040888963407
    text = "".join(f"<p>{known[lot >> 7 + 13 * at & 8191]}</p>" for at in range(4))
    menu = "".join(f"<li><a href=/{word}>{word} of {host}</a></li>" for word in WORDS[:8])
    return (f"<html><head><title>Story {number} - Gazette {host}</title></head><body><ul class=m{host % 7}>{menu}</ul>"
            f"<h1>Story {number}</h1>{text}<div class=foot><p>Printed at host {host}, all rights reserved.</p></div>"
            "</body></html>")


def address(number, captures):
    """The number of a capture's address. Hosts differ in size, not in how many snapshots a page has."""
    return number % (captures if captures < 10 else captures * 2 // 5)


def record(host, number, story, html):
    block = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{html}"
    date = f"2020-{1 + number % 12:02d}-{1 + number // 12 % 28:02d}T{number // 336 % 24:02d}:00:00Z"
    return ("WARC/1.0\r\nWARC-Type: response\r\n"
            f"WARC-Record-ID: <urn:uuid:{host:08x}-0000-4000-8000-{number:012x}>\r\nWARC-Date: {date}\r\n"
            f"WARC-Target-URI: http://h{host}.example/story/{story}\r\n"
            "Content-Type: application/http; msgtype=response\r\n"
            f"Content-Length: {len(block)}\r\n\r\n{block}\r\n\r\n")


def write(path, hosts, captures):
    known = lines()
    with open(path, "w", encoding="ascii", newline="") as out:
        for number in range(captures):
            for host in range(hosts):
                out.write(record(host, number, address(number, captures), page(host, number, known)))


def measure(archive):
    """CPU seconds and peak memory in bytes of a run over the archive."""
    shutil.rmtree(OUT, ignore_errors=True)
    process = subprocess.Popen([str(part) for part in [SCUTCH, "corpus", archive, "-o", OUT, "-q"]])
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit("failed")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def main():
    SCRATCH.mkdir(exist_ok=True)
    archive = SCRATCH / "hosts.warc"
    print("| hosts | captures of each | CPU ms a page | peak MB |\n|---:|---:|---:|---:|", flush=True)
    for case in sys.argv[1:] or CASES:
        hosts, captures = map(int, case.split("x"))
        write(archive, hosts, captures)
        seconds, peak = measure(archive)
        pages = hosts * captures
        print(f"| {hosts:,} | {captures:,} | {1000 * seconds / pages:.2f} | {peak / 1e6:.0f} |", flush=True)
    archive.unlink()
    shutil.rmtree(OUT, ignore_errors=True)


if __name__ == "__main__":
    main()
