#!/usr/bin/env python3
"""Scores scutch and its peers on the same pages, and writes the tables into RESULTS.md.

    python3 bench/extraction.py PAGES OUT [--extract] [--peers] [--write]

PAGES holds SET/gold.jsonl and SET/html/ID.html. OUT holds a file of predictions for each program:
--extract makes scutch.jsonl, --peers those of peers (bench/peers/extract.py in bench/.scratch/venv,
bench/peers/extract); cross-validated.jsonl and seen.jsonl come from bench/crossval.py. What is not
there has no row. All are scored by `scutch evaluate extract`; what scutch gains over the best peer
of a column is paired, with its 95 % interval from samples of hosts.
"""
import argparse
import json
import subprocess
from pathlib import Path

from entries import EXTRACTORS, PEERS, PYTHON, ROOT, SCUTCH, install
from run import write

# Name of the file, name in the table. A peer that learned from pages may have seen some of these.
PROGRAMS = {
    "cross-validated": "scutch, cross-validated by host",
    "scutch": "scutch as shipped (has seen these pages)",
    "rs-trafilatura": "rs-trafilatura 0.2 (learned; may have seen wcxb)",
    "trafilatura": "trafilatura 2.3",
    "trafilatura-comments": "trafilatura 2.3, with comments",
    "trafilatura-fast": "trafilatura 2.3, fast",
    "trafilatura-precision": "trafilatura 2.3, precision",
    "trafilatura-recall": "trafilatura 2.3, recall",
    "trafilatura-crate": "trafilatura crate 0.6",
    "dom_smoothie": "dom_smoothie 0.19",
    "readability-lxml": "readability-lxml 0.9",
    "resiliparse": "resiliparse 2.0",
    "newspaper4k": "newspaper4k 0.9",
    "justext": "jusText 3.0",
    "boilerpy3": "boilerpy3 1.0",
}
# What was to be reached on pages of hosts not seen in training, and by how much forums and the like are to lead.
GOALS = {"wcxb bag": 0.935, "trafilatura set segments": 0.945, "scrapinghub 4-gram": 0.972, "fundus bag": 0.965,
         "cleanportaleval bag": 0.960}
LEADS = {"forum": 0.03, "listing": 0.03, "collection": 0.03, "product": 0.03}
OURS = ("cross-validated", "scutch", "seen")
# Sets of articles with whole texts.
REST = ["scrapinghub", "fundus", "cleanportaleval"]
# Title of a table, then its columns: head, group, measure.
TABLES = {
    "Texts": [
        ("wcxb bag", "wcxb", "bag_f1"), ("wcxb 4-gram", "wcxb", "gram_f1"),
        ("wcxb segments", "wcxb", "segment_f1"),
        ("trafilatura set segments", "trafilatura", "segment_f1"),
        ("scrapinghub 4-gram", "scrapinghub", "gram_f1"), ("fundus bag", "fundus", "bag_f1"),
        ("cleanportaleval bag", "cleanportaleval", "bag_f1"),
        ("readability bag", "readability", "bag_f1"), ("newspaper4k bag", "newspaper4k", "bag_f1"),
    ],
    "Bag F1 by type of page (wcxb)": [
        (kind, f"wcxb, {kind}", "bag_f1") for kind in
        ("article", "documentation", "service", "forum", "listing", "collection", "product")
    ],
    "Metadata": [
        *((f"{field} {group}", group, field) for field in ("title", "authors", "date")
          for group in ("trafilatura", "wcxb", "fundus")), ("date htmldate", "htmldate", "date"),
    ],
}


def extract(pages, out):
    """Our own predictions, by the shipped model."""
    addresses, files = [], []
    for gold in sorted(pages.glob("*/gold.jsonl")):
        for line in open(gold, encoding="utf-8"):
            page = json.loads(line)
            file = gold.parent / "html" / f"{page.get('id')}.html"
            if file.exists():
                files.append(file)
                if url := (page.get("url") or "").strip():
                    addresses.append(f"{file}\t{url}\n")
    (out / "urls.tsv").write_text("".join(addresses))
    with open(out / "scutch.jsonl", "wb") as rows:
        command = [SCUTCH, "extract", "--format", "jsonl", "--urls", out / "urls.tsv", *files]
        subprocess.run(command, stdout=rows, check=True)


def peers(pages, out):
    """The predictions of all peers."""
    install(EXTRACTORS)
    subprocess.run([PYTHON, PEERS / "extract.py", pages, out], check=True)
    crate = PEERS / "extract"
    subprocess.run(["cargo", "run", "--release", "--quiet", "--locked", "--", pages, out], cwd=crate, check=True)


def scores(pages, out, name, against=None):
    """(group, measure) to its figures."""
    command = [SCUTCH, "evaluate", "extract", pages, out / f"{name}.jsonl", "--json", "--worst", "0"]
    if against:
        command += ["--against", out / f"{against}.jsonl"]
    found = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    groups = [group for group in found["groups"] if group["by"] != "language"]
    return {(group["name"], measure): figures for group in groups
            for measure, figures in group["scores"].items()}


def table(title, columns, found):
    lines = [f"{title}:", "", "| | " + " | ".join(head for head, *_ in columns) + " |",
             "|---|" + "---:|" * len(columns)]
    best = {column[1:]: max((rows[column[1:]]["value"] for name, rows in found.items()
                             if name not in OURS and column[1:] in rows), default=2) for column in columns}
    for name, shown in PROGRAMS.items():
        if name in found:
            cells = [cell(found[name].get(column[1:]), best[column[1:]], name) for column in columns]
            lines.append(f"| {shown} | " + " | ".join(cells) + " |")
    return lines


def cell(figures, best, name):
    """Empty for what is not known, and for what a program does not tell."""
    if figures is None or figures["value"] == 0:
        return ""
    value = f"{figures['value']:.3f}"
    top = figures["value"] >= best if name in OURS else figures["value"] == best
    return f"**{value}**" if top else value


def rest(pages, out, own):
    """What `own` gains over the best peer on the sets of articles with known texts together."""
    folder = out / "rest"
    folder.mkdir(exist_ok=True)
    for name in REST:
        if not (folder / name).is_symlink():
            (folder / name).symlink_to((pages / name).resolve())
    rivals = [name for name in PROGRAMS if name not in OURS and (out / f"{name}.jsonl").exists()]
    means = {rival: scores(folder, out, rival)["all", "bag_f1"]["value"] for rival in rivals}
    rival = max(means, key=means.get)
    return rival, scores(folder, out, own, rival)["all", "bag_f1"]


def gains(pages, out, found, own):
    """What `own` gains over the best peer of each column of the first two tables."""
    columns = TABLES["Texts"] + TABLES["Bag F1 by type of page (wcxb)"]
    rivals = {}
    for column in columns:
        values = {name: rows[column[1:]]["value"] for name, rows in found.items()
                  if name not in OURS and column[1:] in rows}
        rivals[column] = max(values, key=values.get)
    against = {rival: scores(pages, out, own, rival) for rival in sorted(set(rivals.values()))}
    lines = ["", f"What {PROGRAMS[own]} gains over the best peer, and the goals, of which docs/src/extract.md says why some are missed:", "",
             "| | best peer | gain | 95 % interval | goal | |", "|---|---|---:|---|---|---|"]
    rows = [(column[0], rival, against[rival][column[1:]]) for column, rival in rivals.items()]
    rows.append((f"{', '.join(REST)} together, bag", *rest(pages, out, own)))
    for column, rival, figures in rows:
        gain = figures["gain"]
        interval = f"{gain['low']:+.3f} to {gain['high']:+.3f}"
        goal = goal_of(column, figures["value"], gain["value"])
        lines.append(f"| {column} | {rival} | {gain['value']:+.3f} | {interval} | {goal} |")
    return lines


def goal_of(column, value, gain):
    """Two cells: the goal of a column, if it has one, and how far it is reached."""
    if column in GOALS:
        reached = "reached" if value >= GOALS[column] else f"missed by {GOALS[column] - value:.3f}"
        return f"{GOALS[column]:.3f} | {value:.3f}, {reached}"
    if column in LEADS:
        return f"{LEADS[column]:+.3f} | {'reached' if gain >= LEADS[column] else 'missed'}"
    return " | "


def gap(found):
    """Held out against seen: the same folds, models that have and have not seen the host."""
    groups = ["wcxb", "trafilatura", "scrapinghub", "fundus", "cleanportaleval", "readability"]
    lines = ["", "Hosts seen in training against hosts held out (the same five models):", "",
             "| | measure | seen | held out | gap |", "|---|---|---:|---:|---:|"]
    for group in groups:
        measure = "segment_f1" if group == "trafilatura" else "bag_f1"
        seen, held = (found[name][group, measure]["value"] for name in ("seen", "cross-validated"))
        shown = measure.replace("_", " ").replace("f1", "F1")
        lines.append(f"| {group} | {shown} | {seen:.3f} | {held:.3f} | {seen - held:.3f} |")
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pages", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--extract", action="store_true")
    parser.add_argument("--peers", action="store_true")
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    subprocess.run(["cargo", "build", "--release", "--quiet"], cwd=ROOT, check=True)
    args.out.mkdir(parents=True, exist_ok=True)
    if args.extract:
        extract(args.pages, args.out)
    if args.peers:
        peers(args.pages, args.out)
    there = [name for name in (*PROGRAMS, "seen") if (args.out / f"{name}.jsonl").exists()]
    found = {name: scores(args.pages, args.out, name) for name in there}
    lines = ["## extraction", "", "What: texts and metadata of pages with known ones, all programs on the same text (as scutch decodes it) "
             "and address of each page. Best in bold (ours where no peer is better). Of the set goose3 only beginnings of texts are "
             "known, which are not scored; newspaper4k has 12 pages. jusText has the stop words of all its languages.", "",
             "Command: `python3 bench/extraction.py PAGES OUT --extract --peers` after "
             "`bench/crossval.py`.", ""]
    for title, columns in TABLES.items():
        lines += [*table(title, columns, found), ""]
    own = "cross-validated" if "cross-validated" in found else "scutch"
    if any(name not in OURS for name in found):
        lines += gains(args.pages, args.out, found, own)[1:]
    if "seen" in found:
        lines += gap(found)
    print("\n".join(lines))
    if args.write:
        write("extraction", lines)


if __name__ == "__main__":
    main()
