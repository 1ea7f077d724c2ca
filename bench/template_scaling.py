#!/usr/bin/env python3
"""Joint boilerplate detection of one host of growing size: CPU time a page, and peak memory.

    python3 bench/template_scaling.py [SIZE ...]

The host is made by mutation: pages share menu, teasers and foot, each address has four captures whose text changes
a little, and no two addresses say the same. Default sizes are 1,000, 10,000, 40,000 and 100,000 captures.
"""
import gzip
import os
import random
import shutil
import subprocess
import sys

from entries import OUT, SCRATCH, SCUTCH

CAPTURES = 4


def words(lot, count):
    letters = "abcdefghijklmnopqrstuvwxyz"
    return ["".join(lot.choice(letters) for _ in range(lot.randint(2, 9))) for _ in range(count)]


def page(number, known, frame):
    address, capture = divmod(number, CAPTURES)
    lot = random.Random(address)
    paragraphs = [[lot.choice(known) for _ in range(60)] for _ in range(25)]
    for _ in range(capture):
        paragraphs[lot.randrange(25)][lot.randrange(60)] = lot.choice(known)
    text = "".join(f"<p>{' '.join(paragraph)}.</p>" for paragraph in paragraphs)
    menu, foot = frame
    return (f"<html><head><title>Page {address}</title></head><body>{menu}<div class=main><h1>Page {address}</h1>"
            f"{text}</div>{foot}</body></html>").encode()


def record(number, url, year, body):
    http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: %d\r\n\r\n" % len(body)
    head = (f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:{number:032x}>\r\n"
            f"WARC-Date: {year}-01-01T00:00:00Z\r\nWARC-Target-URI: {url}\r\n"
            "Content-Type: application/http; msgtype=response\r\n"
            f"Content-Length: {len(http) + len(body)}\r\n\r\n")
    return head.encode() + http + body + b"\r\n\r\n"


def write(path, size):
    lot = random.Random(1)
    known = words(lot, 5000)
    menu = "".join(f'<li><a href="/s{i}">Section {known[i]}</a></li>' for i in range(40))
    teasers = "".join(f"<p>{' '.join(words(lot, 30))}.</p>" for _ in range(5))
    frame = (f"<div class=menu><ul>{menu}</ul></div>", f"<div class=foot>{teasers}Imprint and terms of the house</div>")
    with gzip.open(path, "wb", compresslevel=1) as out:
        for number in range(size):
            body = page(number, known, frame)
            address, capture = divmod(number, CAPTURES)
            out.write(record(number, f"http://host.example/{address}", 2010 + capture, body))


def main():
    SCRATCH.mkdir(exist_ok=True)
    archive = SCRATCH / "host.warc.gz"
    print("| captures of one host | CPU ms a page | peak MiB |\n|---:|---:|---:|", flush=True)
    for size in [int(size) for size in sys.argv[1:]] or [1_000, 10_000, 40_000, 100_000]:
        write(archive, size)
        shutil.rmtree(OUT, ignore_errors=True)
        command = [SCUTCH, "template", archive, "-o", OUT, "--jobs", "1", "-q"]
        process = subprocess.Popen([str(part) for part in command])
        _, status, usage = os.wait4(process.pid, 0)
        if status != 0:
            sys.exit("failed")
        seconds = usage.ru_utime + usage.ru_stime
        print(f"| {size:,} | {1000 * seconds / size:.2f} | {usage.ru_maxrss / 1024:.0f} |", flush=True)
    archive.unlink()
    shutil.rmtree(OUT, ignore_errors=True)


if __name__ == "__main__":
    main()
