#!/usr/bin/env python3
"""`scutch.extract` in one Python process: CPU time beside trafilatura, beside the program, on two threads, and memory.

    python3 bench/python_speed.py PAGES SCUTCH [--pages N] [--calls N] [--write]

PAGES is a folder of HTML files; SCUTCH the program. Run by a Python that has the packages `scutch` (a release build)
and, where it is to be compared, `trafilatura`. Pages are read before anything is timed; medians of five.
"""
import argparse
import importlib.metadata
import os
import platform
import resource
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path

import scutch
from run import write

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


def resident():
    """Memory of this process now, in MB."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize() / 1e6


def grown(pages, calls):
    """Memory before the calls, after each tenth, in MB. The pages are small ones, in turn."""
    small = sorted(pages, key=len)[:10]
    found = [resident()]
    for tenth in range(10):
        for number in range(calls // 10):
            scutch.extract(small[number % len(small)])
        found.append(resident())
    return found


def beside_trafilatura(pages):
    """Its CPU seconds for the same pages, and its version."""
    try:
        import trafilatura
    except ImportError:
        print("SKIPPED: trafilatura is not installed", file=sys.stderr)
        return None
    version = importlib.metadata.version("trafilatura")
    return cpu(lambda: [trafilatura.bare_extraction(page, with_metadata=True) for page in pages]), version


def measured(pages, files, args):
    """The lines of the table."""
    ours = cpu(lambda: [scutch.bare_extraction(page) for page in pages])
    yield "CPU time, scutch", f"{ours:.2f} s"
    if theirs := beside_trafilatura(pages):
        seconds, version = theirs
        yield f"CPU time, trafilatura {version} with metadata over scutch", f"**{seconds / ours:.1f}**"
    yield "CPU time over that of `scutch extract`", f"{ours / program(args.scutch, files):.2f}"
    one, two = on_threads(pages, 1), on_threads(pages, 2)
    yield "two threads, times as fast as one", f"{one / two:.2f}"
    memory = grown(pages, args.calls)
    yield (
        f"memory before {args.calls:,} calls of `extract` on small pages, after a tenth, half, all of them",
        ", ".join(f"{memory[tenth]:.0f}" for tenth in (0, 1, 5, 10)) + " MB",
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("scutch")
    parser.add_argument("--pages", type=int, default=200)
    parser.add_argument("--calls", type=int, default=1_000_000)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    files = sorted(args.folder.rglob("*.html"))[: args.pages]
    pages = [path.read_bytes() for path in files]
    if not pages:
        sys.exit(f"{args.folder}: no HTML files")
    lines = [
        "## python-speed",
        "",
        "What: `scutch.bare_extraction` with metadata in one process, beside trafilatura and the program on the same pages.",
        "",
        f"Command: `python3 bench/python_speed.py PAGES SCUTCH --pages {args.pages} --calls {args.calls}`",
        f"on {platform.machine()}, {os.cpu_count()} cores, CPython {platform.python_version()}; "
        f"{len(pages)} pages, {sum(map(len, pages)) / 1e6:.1f} MB.",
        "",
        "| | |",
        "|---|---:|",
    ]
    for what, value in measured(pages, files, args):
        lines.append(f"| {what} | {value} |")
        print(lines[-1], flush=True)
    if args.write:
        write("python-speed", lines)


if __name__ == "__main__":
    main()
