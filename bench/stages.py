#!/usr/bin/env python3
"""Times the stages of a page on one core, then trafilatura on the same pages, and writes them into RESULTS.md.

    python3 bench/stages.py FILE... [--rounds N] [--write]

Files are archives or folders of these; `train/src/measure/stages.rs` does the work, bench/peers/trafilatura_warc.py
that of the peer, whose time is that within its extraction: neither counts the reading of archives.
"""
import argparse
import os
import platform
import re
import subprocess

from entries import ENTRIES, PEERS, PYTHON, ROOT, TARGET, install
from run import write


def trafilatura(inputs):
    """What the peer tells of itself: pages, megabytes, seconds of CPU."""
    install(ENTRIES["corpus"].peers[0].packages)
    command = [PYTHON, PEERS / "trafilatura_warc.py", *inputs]
    told = subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True).stderr
    pages, megabytes, seconds = told.splitlines()[-1].split("\t")
    return int(pages), float(megabytes), float(seconds)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("inputs", nargs="+")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    build = ["cargo", "build", "--release", "--quiet", "--locked", "-p", "scutch-train"]
    subprocess.run(build, cwd=ROOT, check=True)
    command = [TARGET / "release" / "scutch-train", "stages", "--rounds", str(args.rounds), *args.inputs]
    found = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    lines = ["## page-stages", "", "What: the stages of a page with metadata, one core, everything in memory; a stage "
             "counts with its fastest round for each page; trafilatura (one round, CPU time) on the same pages.", "",
             f"Command: `python3 bench/stages.py {' '.join(args.inputs)} --rounds {args.rounds}`",
             f"on {platform.machine()}, {os.cpu_count()} cores.", ""]
    lines += [f"- {line}" if line.startswith("slow") else line for line in found.splitlines()]
    slow = next((i for i, line in enumerate(lines) if line.startswith("- slow")), len(lines))
    ours = float(re.search(r"\| all \| ([\d.]+)", found)[1])
    pages, megabytes, seconds = trafilatura(args.inputs)
    lines[slow:slow] = [
        "", f"trafilatura 2.3 with metadata on the same archives, without reading them: {pages} pages, {megabytes:.1f} MB, "
        f"{seconds:.1f} s, **{seconds / ours:.1f}** times as long.",
        "", f"Pages that take longest for their size (milliseconds of each stage; small are those below 10,000 bytes):", ""]
    print("\n".join(lines))
    if args.write:
        write("page-stages", lines)


if __name__ == "__main__":
    main()
