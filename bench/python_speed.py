#!/usr/bin/env python3
"""`scutch.extract` in one Python process: CPU time beside trafilatura, beside the program, on two threads, and memory.

    python3 bench/python_speed.py PAGES SCUTCH [--pages N] [--calls N] [--write]

PAGES is a folder of HTML files; SCUTCH the program. Run by a Python that has the packages `scutch` (a release build)
and, where it is to be compared, `trafilatura`. Pages are read before anything is timed; what is compared takes turns, and the
median of nine ratios counts (of trafilatura: five).
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

ROUNDS = 9


def cpu(work):
    """CPU seconds of this process for the work."""
    before = time.process_time()
    work()
    return time.process_time() - before


def program(scutch_binary, files):
    """CPU seconds of the program for the same pages."""
    command = [scutch_binary, "extract", *map(str, files), "--format", "jsonl", "--comments", "-q"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def on_threads(pages, threads):
    """Wall seconds for the pages on so many threads."""
    parts = [pages[part::threads] for part in range(threads)]
    work = [threading.Thread(target=lambda part=part: [scutch.bare_extraction(p) for p in part]) for part in parts]
    before = time.perf_counter()
    for thread in work:
        thread.start()
    for thread in work:
        thread.join()
    return time.perf_counter() - before


def in_turns(first, second, rounds=ROUNDS):
    """Medians of two measurements that take turns, and of their ratio: a machine is never as fast as a minute ago."""
    pairs = [(first(), second()) for _ in range(rounds)]
    return *map(statistics.median, zip(*pairs)), statistics.median(one / other for one, other in pairs)


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


def measured(pages, files, args):
    """The lines of the table."""
    ours = lambda: cpu(lambda: [scutch.bare_extraction(page) for page in pages])
    seconds, _, ratio = in_turns(ours, lambda: program(args.scutch, files))
    yield "CPU time, scutch", f"{seconds:.2f} s"
    yield "CPU time over that of `scutch extract`", f"{ratio:.2f}"
    try:
        import trafilatura
    except ImportError:
        print("SKIPPED: trafilatura is not installed", file=sys.stderr)
    else:
        theirs = lambda: cpu(lambda: [trafilatura.bare_extraction(page, with_metadata=True) for page in pages])
        version = importlib.metadata.version("trafilatura")
        yield f"CPU time, trafilatura {version} with metadata over scutch", f"**{in_turns(theirs, ours, 5)[2]:.1f}**"
    ratio = in_turns(lambda: on_threads(pages, 1), lambda: on_threads(pages, 2))[2]
    yield "two threads, times as fast as one", f"{ratio:.2f}"
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
