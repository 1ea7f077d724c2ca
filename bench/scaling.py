#!/usr/bin/env python3
"""How much faster two threads read one archive than one does, beside two independent processes.

    python3 bench/scaling.py ARCHIVE [--runs N] [--write]

Wall time, in alternating runs; what two processes gain is what the machine can give at all.
"""
import argparse
import os
import platform
import statistics
import subprocess
import time

from entries import ROOT, TARGET
from run import write

PROGRAM = TARGET / "release" / "examples" / "records"


def wall(commands):
    start = time.perf_counter()
    started = [subprocess.Popen([str(part) for part in c], stdout=subprocess.DEVNULL) for c in commands]
    assert all(process.wait() == 0 for process in started)
    return time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("archive")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    build = ["cargo", "build", "--release", "--quiet", "--locked", "-p", "scutch-archive", "--examples"]
    subprocess.run(build, cwd=ROOT, check=True)
    lines = ["## archive-scaling", "", "What: iterating over the records of one archive, digests checked.", "",
             f"Command: `python3 bench/scaling.py {args.archive} --runs {args.runs}`",
             f"on {platform.machine()}, {os.cpu_count()} cores.", "",
             "| job | one thread, wall s | two threads | two processes, each the whole file |", "|---|---:|---:|---:|"]
    for job in ("http", "digest"):
        one = [PROGRAM, args.archive, job]
        wall([one])
        rounds = [(wall([one]), wall([[*one, "2"]]), wall([one, one])) for _ in range(args.runs)]
        single = statistics.median(r[0] for r in rounds)
        threads = statistics.median(r[0] / r[1] for r in rounds)
        processes = statistics.median(2 * r[0] / r[2] for r in rounds)
        lines.append(f"| {job} | {single:.2f} | **{threads:.2f}** times as fast | {processes:.2f} times |")
    print("\n".join(lines))
    if args.write:
        write("archive-scaling", lines)


if __name__ == "__main__":
    main()
