"""Whole corpus runs in Parquet alone, with TEI, and in all formats: CPU time of the process, one worker, runs taking turns.

python3 bench/formats.py SCUTCH OUT INPUT... [--rounds N]
"""

import argparse
import os
import shutil
import statistics
import subprocess
import time

ALL = "parquet,jsonl,dolma,oscar,elastic,tei,markdown,text,html,json,vertical,conllu"
LISTS = {"parquet": "parquet", "parquet, tei": "parquet,tei", "all twelve": ALL}


def seconds(scutch, out, inputs, formats):
    """`out` must be new: where thousands of files have just been deleted, ext4 takes seconds to make others."""
    process = subprocess.Popen([scutch, "corpus", *inputs, "-o", out, "--format", formats, "-q", "-j", "1"])
    _, status, usage = os.wait4(process.pid, 0)
    assert status == 0
    return usage.ru_utime + usage.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("scutch")
    parser.add_argument("out")
    parser.add_argument("inputs", nargs="+")
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    runs = {name: [] for name in LISTS}
    shutil.rmtree(args.out, ignore_errors=True)
    time.sleep(10)
    for turn in range(args.rounds):
        for name, formats in LISTS.items():
            out = os.path.join(args.out, f"{turn}-{formats.count(',')}")
            runs[name].append(seconds(args.scutch, out, args.inputs, formats))
    shutil.rmtree(args.out)
    base = statistics.median(runs["parquet"])
    print("| formats | CPU s (median) | least | most | over Parquet alone |\n|---|---:|---:|---:|---:|")
    for name, times in runs.items():
        middle = statistics.median(times)
        over = f"{middle / base:.2f}" if name != "parquet" else ""
        print(f"| {name} | {middle:.1f} | {min(times):.1f} | {max(times):.1f} | {over} |")


if __name__ == "__main__":
    main()
