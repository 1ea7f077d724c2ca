#!/usr/bin/env python3
"""`scutch.extract` in one Python process: CPU time beside trafilatura, beside the program, on two threads, and memory.

    python3 bench/python_speed.py PAGES SCUTCH [--pages N] [--calls N]

PAGES is a folder of HTML files; SCUTCH the program. Run by a Python that has the packages `scutch` (a release build)
and, where it is to be compared, `trafilatura`. Pages are read before anything is timed; medians of five.
"""
import argparse
import resource
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path

import scutch

ROUNDS = 5


def cpu(work):
    """Median CPU seconds of this process for the work."""
    seconds = []
    for _ in range(ROUNDS):
        before = time.process_time()
        work()
        seconds.append(time.process_time() - before)
    return statistics.median(seconds)


def program(scutch_binary, files):
    """Median CPU seconds of the program for the same pages."""
    command = [scutch_binary, "extract", *map(str, files), "--format", "jsonl", "--comments", "-q"]
    seconds = []
    for _ in range(ROUNDS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return statistics.median(seconds)


def on_threads(pages, threads):
    """Median wall seconds for the pages on so many threads."""
    seconds = []
    for _ in range(ROUNDS):
        parts = [pages[part::threads] for part in range(threads)]
        work = [threading.Thread(target=lambda part=part: [scutch.bare_extraction(p) for p in part]) for part in parts]
        before = time.perf_counter()
        for thread in work:
            thread.start()
        for thread in work:
            thread.join()
        seconds.append(time.perf_counter() - before)
    return statistics.median(seconds)


def grown(pages, calls):
    """Memory after a tenth of the calls, and after all, in MB."""
    small = min(pages, key=len)
    peaks = []
    for number in range(calls):
        scutch.extract(small)
        if number in (calls // 10, calls - 1):
            peaks.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    return peaks


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("scutch")
    parser.add_argument("--pages", type=int, default=200)
    parser.add_argument("--calls", type=int, default=1_000_000)
    args = parser.parse_args()
    files = sorted(args.folder.rglob("*.html"))[: args.pages]
    pages = [path.read_bytes() for path in files]
    if not pages:
        sys.exit(f"{args.folder}: no HTML files")
    ours = cpu(lambda: [scutch.bare_extraction(page) for page in pages])
    print(f"{len(pages)} pages, {sum(map(len, pages)) / 1e6:.1f} MB: scutch {ours:.2f} s")
    told = program(args.scutch, files)
    print(f"program {told:.2f} s: ratio {ours / told:.2f}")
    one, two = on_threads(pages, 1), on_threads(pages, 2)
    print(f"one thread {one:.2f} s, two {two:.2f} s: {one / two:.2f} times as fast")
    try:
        import trafilatura

        theirs = cpu(lambda: [trafilatura.bare_extraction(page, with_metadata=True) for page in pages])
        print(f"trafilatura {theirs:.2f} s: {theirs / ours:.1f} times ours")
    except ImportError:
        print("SKIPPED: trafilatura is not installed")
    tenth, end = grown(pages, args.calls)
    print(f"{args.calls:,} calls: {tenth:.0f} MB after a tenth, {end:.0f} MB at the end")


if __name__ == "__main__":
    main()
