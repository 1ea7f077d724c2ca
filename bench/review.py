#!/usr/bin/env python3
"""Times of the review in scutch studio: first view, search, sort, filter, memory, and a large page beside them.

    python3 bench/review.py SCUTCH WORK [--rows 100000] [--runs 5]

WORK gets an archive of invented pages, the same for the same number of rows, with one page of 20 MB at its end; and the
corpus that SCUTCH makes of it. Both are kept for the next time. Times are those of whole requests on loopback.
"""
import argparse
import gzip
import pathlib
import random
import re
import statistics
import subprocess
import tempfile
import threading
import time
import urllib.request
import uuid

SYLLABLES = "ba de fi go lu ma ne pi ro su ta ve wi xo ze bra cle dro fli gru".split()
SENTENCES = 20_000
PER_PAGE = 22
LARGE = 20_000_000
LANGUAGES = ["en", "de", "fr", "nl"]


def sentences(draw):
    words = ["".join(draw.choice(SYLLABLES) for _ in range(draw.randrange(1, 4))) for _ in range(8000)]
    # Few words are frequent, most are rare, as in texts.
    pick = lambda: words[int(len(words) * draw.random() ** 3)]  # noqa: E731
    return [" ".join(pick() for _ in range(draw.randrange(8, 24))).capitalize() + "." for _ in range(SENTENCES)]


def page(number, known, draw):
    paragraphs = [" ".join(draw.choices(known, k=PER_PAGE // 4)) for _ in range(4)]
    body = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    day = f"20{10 + number % 10}-{number % 12 + 1:02}-{number % 28 + 1:02}"
    return (
        f"<!doctype html><html lang={LANGUAGES[number % 4]}><head><title>Report {number} {known[number % SENTENCES][:40]}"
        f"</title><meta name=author content='Author {number % 300}'><meta property='article:published_time' "
        f"content='{day}'></head><body><nav><a href=/>Home</a> <a href=/all>All</a></nav><article><h1>Report {number}"
        f"</h1><p>The reference of this report is ref{number}x.</p>{body}</article><footer>Imprint</footer></body></html>"
    )


def record(number, html):
    http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + html.encode()
    head = (
        f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:{uuid.UUID(int=number)}>\r\n"
        f"WARC-Date: 2020-{number % 12 + 1:02}-{number % 28 + 1:02}T{number % 24:02}:00:00Z\r\n"
        f"WARC-Target-URI: http://host{number % 97}.example/{number % 10}/report-{number}\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(http)}\r\n\r\n"
    )
    return gzip.compress(head.encode() + http + b"\r\n\r\n", 3, mtime=0)


def write_archive(path, rows):
    draw = random.Random(46)
    known = sentences(draw)
    with open(path, "wb") as out:
        for number in range(rows - 1):
            out.write(record(number, page(number, known, draw)))
        large = "".join(f"<p>{sentence} {at}</p>" for at, sentence in enumerate(known * 10))[:LARGE]
        out.write(record(rows - 1, f"<html><title>The large page</title><body>{large}</body></html>"))


class Studio:
    """A studio that runs until it is closed."""

    def __init__(self, scutch, corpus):
        self.labels = tempfile.TemporaryDirectory()
        self.start = time.perf_counter()
        command = [scutch, "studio", str(corpus), "--labels", self.labels.name, "-q"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()
        self.opened = time.perf_counter() - self.start

    def get(self, path):
        """Milliseconds of a request, and what came."""
        start = time.perf_counter()
        with urllib.request.urlopen(self.address + path) as answer:
            body = answer.read().decode()
        return (time.perf_counter() - start) * 1000, body

    def until_complete(self, path):
        """Milliseconds until a search is complete."""
        start = time.perf_counter()
        while "data-searching" in self.get(path)[1]:
            time.sleep(0.02)
        return (time.perf_counter() - start) * 1000

    def peak(self):
        """Most memory so far in MiB (VmHWM)."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmHWM:\s+(\d+)", status)[1]) / 1024

    def close(self):
        self.process.kill()
        self.process.wait()
        self.labels.cleanup()


def beside(studio):
    """Requests while the page of 20 MB is opened: their times, and that of the large one."""
    _, found = studio.get("rows?where=url:has:/&sort=-n_chars")
    large = re.search(r'data-id="(\w+)"', found)[1]
    took = []
    thread = threading.Thread(target=lambda: took.append(studio.get(f"archived/{large}")[0]))
    thread.start()
    times = []
    while thread.is_alive():
        times.append(studio.get("rows?page=7")[0])
    thread.join()
    return times, took


def views(rows):
    """Addresses that are asked for, by what a person does."""
    return {
        "first view": "rows",
        "a page further back": f"rows?page={min(1000, rows // 60)}",
        "search: a word of one row": f"rows?q=ref{rows // 2}x",
        "search: a frequent word": "rows?q=brade",
        "search: a phrase and a word": "rows?q=%22of+this+report%22+gru",
        "search: a word of no row": "rows?q=nowhere",
        "sorted by title": "rows?sort=title",
        "sorted by words, then page 2": "rows?sort=-n_words&page=2",
        "filtered by language and address": "rows?where=language:is:de&where=url:has:host7",
    }


def measure(scutch, corpus, rows, runs):
    """Milliseconds of each view in fresh processes, and the most memory of one in MiB."""
    asked = views(rows)
    first = ["program start to address", "first view, right after the start", "all texts can be searched"]
    taken, peaks = {name: [] for name in first + list(asked)}, []
    for _ in range(runs):
        studio = Studio(scutch, corpus)
        taken[first[0]].append(studio.opened * 1000)
        taken[first[1]].append(studio.get("rows")[0])
        studio.until_complete("rows?q=anything")
        taken[first[2]].append((time.perf_counter() - studio.start) * 1000)
        time.sleep(1)
        for name, path in asked.items():
            get = studio.until_complete if "?q=" in path else lambda path: studio.get(path)[0]
            taken[name].append(get(path))
        peaks.append(studio.peak())
        studio.close()
    return taken, max(peaks)


def measure_large(scutch, corpus, runs):
    """Milliseconds of the page of 20 MB, and of pages of the table meanwhile."""
    large, others = [], []
    for _ in range(runs):
        studio = Studio(scutch, corpus)
        times, took = beside(studio)
        large += took
        others += times
        studio.close()
    return {"the page of 20 MB": large, "a page of the table meanwhile": others}


def table(taken):
    print("| | ms (median) | ms (most) |\n|---|---:|---:|")
    for name, times in taken.items():
        print(f"| {name} | {statistics.median(times):.0f} | {max(times):.0f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("scutch")
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=5)
    args = parser.parse_args()
    archive, corpus = args.work / f"{args.rows}.warc.gz", args.work / f"corpus-{args.rows}"
    if not archive.exists():
        args.work.mkdir(parents=True, exist_ok=True)
        write_archive(archive, args.rows)
    subprocess.run([args.scutch, "corpus", str(archive), "-o", str(corpus), "-q"], check=True)
    taken, peak = measure(args.scutch, corpus, args.rows, args.runs)
    table(taken | measure_large(args.scutch, corpus, args.runs))
    print(f"\nMost memory before the page of 20 MB was opened: {peak:.0f} MiB.")


if __name__ == "__main__":
    main()
