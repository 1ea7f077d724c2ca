#!/usr/bin/env python3
"""Times scutch against its peers over the same input, in alternating runs, and writes RESULTS.md.

    python3 bench/run.py ENTRY INPUT... [--runs N] [--write]

ENTRY is a name of ENTRIES in entries.py. Every run is a whole process; what is compared is CPU time
(user and system), because wall time on a shared machine says little. Runs alternate (ours, each peer,
ours, ...) after one warm-up each, ratios are taken round by round, and medians are reported. What
peers need is installed or built in bench/.scratch. --write puts the result into bench/RESULTS.md.
"""
import argparse
import os
import platform
import shutil
import statistics
import subprocess
import sys
import time

from entries import BENCH, ENTRIES, OUT, ROOT, SCRATCH, install


def prepare(entry):
    """Builds scutch and what the peers need."""
    SCRATCH.mkdir(exist_ok=True)
    packages = sorted({package for peer in entry.peers for package in peer.packages})
    if packages:
        install(packages)
    for folder, arguments in [(ROOT, entry.build), *((peer.crate, []) for peer in entry.peers)]:
        if folder:
            command = ["cargo", "build", "--release", "--quiet", "--locked", *arguments]
            subprocess.run(command, cwd=folder, check=True)


def measure(command):
    """CPU and wall seconds and peak memory (MiB) of one run."""
    if OUT.exists():
        shutil.rmtree(OUT)
    start = time.perf_counter()
    with open(SCRATCH / "stdout", "wb") as out:
        process = subprocess.Popen([str(part) for part in command], stdout=out)
        _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"failed: {' '.join(str(part) for part in command)}")
    wall = time.perf_counter() - start
    return usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("entry", choices=ENTRIES)
    parser.add_argument("inputs", nargs="+")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    entry = ENTRIES[args.entry]
    prepare(entry)
    rounds = []
    for number in range(args.runs + 1):
        times = [measure(entry.ours(args.inputs))]
        times += [measure(peer.command(args.inputs)) for peer in entry.peers]
        shown = ", ".join(f"{run[0]:.2f}" for run in times)
        print(f"{'warm-up' if number == 0 else f'round {number}'}: CPU s {shown}", flush=True)
        if number > 0:
            rounds.append(times)
    lines = report(args, entry, rounds)
    print("\n".join(lines))
    if args.write:
        write(args.entry, lines)


def report(args, entry, rounds):
    middle = statistics.median
    lines = [
        f"## {args.entry}", "", f"What: {entry.what}.", "",
        f"Command: `python3 bench/run.py {args.entry} {' '.join(args.inputs)} --runs {args.runs}`",
        f"on {platform.machine()}, {os.cpu_count()} cores.", "",
        "| | CPU s (median) | wall s (median) | peak MiB | CPU time over scutch's (least, most) |",
        "|---|---:|---:|---:|---:|",
    ]
    for place, name in enumerate([entry.name, *(peer.name for peer in entry.peers)]):
        cpu, wall, memory = (middle(times[place][i] for times in rounds) for i in range(3))
        ratios = [times[place][0] / times[0][0] for times in rounds]
        ratio = f"**{middle(ratios):.2f}** ({min(ratios):.2f}, {max(ratios):.2f})" if place else ""
        lines.append(f"| {name} | {cpu:.2f} | {wall:.2f} | {memory:.0f} | {ratio} |")
    return lines


def write(entry, lines):
    """Replaces the section of this entry in RESULTS.md, or adds it; sections are sorted."""
    path = BENCH / "RESULTS.md"
    text = path.read_text() if path.exists() else "# Measurements\n"
    head, *sections = text.split("\n## ")
    named = {section.split("\n", 1)[0]: section.strip("\n") for section in sections}
    named[entry] = "\n".join(lines).removeprefix("## ").strip("\n")
    path.write_text("\n\n## ".join([head.strip("\n"), *(named[name] for name in sorted(named))]) + "\n")


if __name__ == "__main__":
    main()
