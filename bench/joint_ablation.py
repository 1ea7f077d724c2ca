#!/usr/bin/env python3
"""What the joint score loses without one kind of evidence, held out by host, and writes it into RESULTS.md.

    cargo xtask train PAGES SITES TRAINED
    python3 bench/joint_ablation.py TRAINED SITES [--write]

Each kind is left out of the features, the score is fitted anew without it (`train/python/joint.py --without`),
and F1 is compared site by site with that of all features: means, and intervals of the difference from samples of sites.
"""
import argparse
import os
import random
import re
import statistics
import subprocess
from pathlib import Path

from entries import ROOT, TARGET
from run import write

KINDS = {
    "snapshots": "what other captures of the page show",
    "occurrence": "in how many partners a text stands",
    "paths": "what stands at the same path in partners",
    "single": "scores and types of the single page",
}
GROUPS = {
    "nine sites": lambda site: ":" not in site and not site.endswith((" planted", " together")),
    "nine sites, paragraphs set in": lambda site: ":" not in site and site.endswith(" planted"),
    "hosts of known text": lambda site: ":" in site and not site.endswith((" planted", " together")),
    "hosts of known text, paragraphs set in": lambda site: ":" in site and site.endswith(" planted"),
}
LINE = re.compile(r"^(.+?) +\d+ joint ([\d.]+) single ([\d.]+) best [\d.]+$")
SAMPLES = 2000


def fitted(trained, sites, without):
    """Site to F1 by the joint score."""
    rows = ",".join(str(trained / f"{kind}.jsonl") for kind in ("rows", "planted", "together"))
    script = ROOT / "train/python/joint.py"
    command = [TARGET / "venv-train/bin/python", script, rows, sites, trained / "hosts/gold-text.jsonl"]
    command += ["--without", without] if without else []
    # As `cargo xtask train` does: sums over several threads differ in their last digits.
    alone = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    told = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=alone).stdout
    return {found[1]: float(found[2]) for line in told.splitlines() if (found := LINE.match(line))}


def loss(pairs):
    """Mean loss and its 95 % interval over samples of sites."""
    lot = random.Random(1)
    losses = [without - whole for whole, without in pairs]
    means = sorted(statistics.mean(lot.choices(losses, k=len(losses))) for _ in range(SAMPLES))
    return statistics.mean(losses), means[SAMPLES // 40], means[-SAMPLES // 40]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("trained", type=Path)
    parser.add_argument("sites", type=Path)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    whole = fitted(args.trained, args.sites, "")
    lines = ["## joint-ablation", "", "What: token F1 by the joint score alone (mean over sites), each page scored without its host, and what is lost "
             "where one kind of evidence is left out and the score fitted anew. The rules that follow the score stay as they are.", "",
             "Command: `cargo xtask train PAGES SITES TRAINED`, then `python3 bench/joint_ablation.py TRAINED SITES`", "",
             "| left out | " + " | ".join(GROUPS) + " |", "|---|" + "---:|" * len(GROUPS)]
    means = [statistics.mean(value for site, value in whole.items() if of(site)) for of in GROUPS.values()]
    lines.append("| nothing | " + " | ".join(f"{mean:.4f}" for mean in means) + " |")
    for kind, shown in KINDS.items():
        found = fitted(args.trained, args.sites, kind)
        cells = []
        for of in GROUPS.values():
            mean, low, high = loss([(value, found[site]) for site, value in whole.items() if of(site)])
            cells.append(f"{mean:+.4f} ({low:+.4f}..{high:+.4f})")
        lines.append(f"| {shown} | " + " | ".join(cells) + " |")
    print("\n".join(lines))
    if args.write:
        write("joint-ablation", lines)


if __name__ == "__main__":
    main()
