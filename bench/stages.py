#!/usr/bin/env python3
"""Times the stages of a page on one core, and writes them into RESULTS.md.

    python3 bench/stages.py FILE... [--rounds N] [--write]

Files are pages, archives or folders of these; `crates/page/examples/stages.rs` does the work.
"""
import argparse
import os
import platform
import subprocess

from entries import ROOT, TARGET
from run import write


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("inputs", nargs="+")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    build = ["cargo", "build", "--release", "--quiet", "--locked", "-p", "scutch-page", "--example", "stages"]
    subprocess.run(build, cwd=ROOT, check=True)
    command = [TARGET / "release" / "examples" / "stages", "--rounds", str(args.rounds), *args.inputs]
    found = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    lines = ["## page-stages", "", "What: the stages of a page with metadata, one core, everything in memory; a stage "
             "counts with its fastest round for each page.", "",
             f"Command: `python3 bench/stages.py {' '.join(args.inputs)} --rounds {args.rounds}`",
             f"on {platform.machine()}, {os.cpu_count()} cores.", ""]
    lines += [f"- {line}" if line.startswith("slow: ") else line for line in found.splitlines()]
    slow = next(i for i, line in enumerate(lines) if line.startswith("- slow: "))
    lines[slow:slow] = ["", "Pages that take longest for their size (milliseconds of each stage):", ""]
    print("\n".join(lines))
    if args.write:
        write("page-stages", lines)


if __name__ == "__main__":
    main()
