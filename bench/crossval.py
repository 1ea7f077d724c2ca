#!/usr/bin/env python3
"""Extracts pages with models that have not seen their hosts, for `scutch evaluate extract`.

    cargo xtask train PAGES SITES TRAINED
    python3 bench/crossval.py PAGES TRAINED/fit OUT

Each of the five folds reads the pages of the hosts held out with its own tables; pages that no fold knows (nothing
is known of their text or type) are read by the first. OUT/cross-validated.jsonl gets all of them. OUT/seen.jsonl gets each
page as a model sees it that learned from it (the next fold's): what lies between the two is what is only remembered.
"""
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
FOLDS = 5


def linked(pages, folder, names):
    """A folder of sets that holds only some pages, as links."""
    for name, file in names:
        place = folder / name / file
        place.parent.mkdir(parents=True, exist_ok=True)
        place.symlink_to(pages / name / file)
    for name in {name for name, _ in names}:
        shutil.copy(pages / name / "gold.jsonl", folder / name)
    return sorted(path for path in folder.iterdir())


def main():
    pages, fit, out = (Path(argument).resolve() for argument in sys.argv[1:4])
    folds = {}
    for table in ("folds.tsv", "type-folds.tsv"):
        for line in open(fit / table):
            name, file, fold = line.rstrip("\n").split("\t")
            if (pages / name).is_dir():
                folds[name, file] = int(fold)
    for file in sorted(pages.glob("*/html/*.html")):
        folds.setdefault((file.parent.parent.name, f"html/{file.name}"), 0)
    scratch = out / "crossval"
    shutil.rmtree(scratch, ignore_errors=True)
    build = ["cargo", "build", "--release", "--quiet", "-p", "scutch-train"]
    subprocess.run(build, cwd=ROOT, check=True)
    program = TARGET / "release/scutch-train"
    out.mkdir(parents=True, exist_ok=True)
    held_out = open(out / "cross-validated.jsonl", "wb")
    seen = open(out / "seen.jsonl", "wb")
    for fold in range(FOLDS):
        for file, which in ((held_out, fold), (seen, (fold - 1) % FOLDS)):
            names = [key for key, own in folds.items() if own == which]
            folders = linked(pages, scratch / f"fold-{fold}-reads-{which}", names)
            command = [program, "extract-folder", "--tables", fit / f"fold-{fold}", *folders]
            file.write(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
        print(f"fold {fold}: done", flush=True)


if __name__ == "__main__":
    main()
