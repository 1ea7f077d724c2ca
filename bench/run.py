#!/usr/bin/env python3
"""Times scutch against its peers over the same input, in alternating runs, and writes RESULTS.md.

    python3 bench/run.py ENTRY INPUT... [--runs N] [--write]

ENTRY is a name from ENTRIES below. Every run is a whole process; what is compared is CPU time (user
and system), because wall time on a shared machine says little. Runs alternate (ours, peer, ours,
peer, ...) after one warm-up each, the ratio is taken pair by pair, and medians are reported. What a
peer needs is installed into bench/.scratch. --write puts the result into bench/RESULTS.md.
"""
import argparse
import os
import pathlib
import platform
import shutil
import statistics
import subprocess
import sys
import time

BENCH = pathlib.Path(__file__).resolve().parent
ROOT = BENCH.parent
SCRATCH = BENCH / ".scratch"
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
SCUTCH = TARGET / "release" / "scutch"
OUT = SCRATCH / "out"
PYTHON = SCRATCH / "venv" / "bin" / "python"


def corpus(inputs):
    return [SCUTCH, "corpus", *inputs, "-o", OUT, "--jobs", "1", "--overwrite", "-q"]


def trafilatura(inputs):
    return [PYTHON, BENCH / "peers" / "trafilatura_warc.py", *inputs]


# name: what it measures, our command, the peer's command, the peer's packages
ENTRIES = {
    "corpus": (
        "archive to corpus with text, metadata, language and digests (Parquet), against "
        "Python trafilatura with metadata over warcio (JSON lines)",
        corpus,
        trafilatura,
        ["trafilatura==2.3.*", "lxml_html_clean", "warcio==1.8.1"],
    ),
}


def install(packages):
    if not PYTHON.exists():
        subprocess.run([sys.executable, "-m", "venv", SCRATCH / "venv"], check=True)
    subprocess.run([PYTHON, "-m", "pip", "install", "-q", *packages], check=True)


def cpu_seconds(command):
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
    what, ours, peer, packages = ENTRIES[args.entry]
    SCRATCH.mkdir(exist_ok=True)
    install(packages)
    subprocess.run(["cargo", "build", "--release", "--quiet"], cwd=ROOT, check=True)
    pairs = []
    for run in range(args.runs + 1):
        pair = cpu_seconds(ours(args.inputs)), cpu_seconds(peer(args.inputs))
        print(f"{'warm-up' if run == 0 else f'run {run}'}: "
              f"ours {pair[0][0]:.2f} s CPU, peer {pair[1][0]:.2f} s CPU, "
              f"ratio {pair[1][0] / pair[0][0]:.1f}", flush=True)
        if run > 0:
            pairs.append(pair)
    lines = report(args, what, packages, pairs)
    print("\n".join(lines))
    if args.write:
        write(args.entry, lines)


def report(args, what, packages, pairs):
    ratios = [theirs[0] / mine[0] for mine, theirs in pairs]
    middle = statistics.median
    row = lambda name, runs: (f"| {name} | {middle(r[0] for r in runs):.2f} | "
                              f"{middle(r[1] for r in runs):.2f} | {middle(r[2] for r in runs):.0f} |")
    return [
        f"## {args.entry}", "", f"What: {what}.", "",
        f"Command: `python3 bench/run.py {args.entry} {' '.join(args.inputs)} --runs {args.runs}`",
        f"on {platform.machine()}, {os.cpu_count()} cores; peer: {', '.join(packages)}.", "",
        "| | CPU s (median) | wall s (median) | peak MiB |", "|---|---|---|---|",
        row("scutch, one worker", [p[0] for p in pairs]), row("peer", [p[1] for p in pairs]), "",
        f"Ratio peer/scutch in CPU time, pair by pair: median **{middle(ratios):.1f}** "
        f"(least {min(ratios):.1f}, most {max(ratios):.1f}, {len(ratios)} pairs).", "",
    ]


def write(entry, lines):
    """Replaces the section of this entry in RESULTS.md, or adds it."""
    path = BENCH / "RESULTS.md"
    text = path.read_text() if path.exists() else "# Measurements\n\n"
    head, mark, rest = text.partition(f"## {entry}\n")
    following = rest.find("\n## ") + 1
    tail = rest[following:] if mark and following else ""
    path.write_text(head.rstrip("\n") + "\n\n" + "\n".join(lines) + ("\n" + tail if tail else ""))


if __name__ == "__main__":
    main()
