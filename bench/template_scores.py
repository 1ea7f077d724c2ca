#!/usr/bin/env python3
"""Scores joint methods, our single pages and peers on the same pages of sites with labelled nodes.

    python3 bench/template_scores.py SITES OUT [--peers] [--held-out PAGES.jsonl] [--write]

SITES holds folders with SITE.warc.gz and gold.jsonl.gz. OUT gets the pages as scutch decodes them and a file of texts
for each program; --peers runs the peers too (bench/peers/extract.py in bench/.scratch/venv). --held-out takes texts
made without the page's host (train/python/joint.py). What is measured: F1 of the multisets of tokens, mean
over the pages of a site; tokens of nodes that are not to be scored are forgiven. What the first row gains over the others is
paired, with its 95 % interval from samples of sites.
"""
import argparse
import gzip
import json
import random
import re
import shutil
import statistics
import subprocess
import unicodedata
from collections import Counter, defaultdict
from pathlib import Path

from entries import EXTRACTORS, PEERS, PYTHON, SCUTCH, install
from run import write

METHODS = ["learned", "occurrence", "t001", "t002", "t003", "t004", "t005", "t006", "context", "keep-invalid"]
OTHERS = ["trafilatura", "resiliparse", "readability-lxml", "justext", "boilerpy3"]
# Choices of the methods that the thesis tried, beside their default.
CHOICES = {"": [], "--cross repaired": ["--cross", "repaired"], "--preset thesis": ["--preset", "thesis"]}
ROUNDS = 2000
TOKEN = re.compile(r"\w+")
ALONE = re.compile(r"([\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\u0e00-\u0eff\u1000-\u109f])")


def tokens(text):
    text = unicodedata.normalize("NFC", text or "").replace("\u00ad", "").lower()
    return Counter(TOKEN.findall(ALONE.sub(r" \1 ", text)))


def golds(sites):
    """(url, timestamp) -> site, tokens of content, tokens not to be scored."""
    found = {}
    for file in sorted(sites.glob("*/gold.jsonl.gz")):
        for line in gzip.open(file, "rt"):
            gold = json.loads(line)
            of = lambda label: tokens(" ".join(n["text"] for n in gold["text_nodes"] if n["label"] == label))
            if "tiny" not in gold["site"]:
                found[gold["url"], gold["timestamp"]] = gold["site"], of("content"), of("ignore")
    return found


def run(command):
    subprocess.run([str(part) for part in command], check=True)


def runs():
    """Each method with each of its choices."""
    return [(method, choice) for choice in CHOICES for method in METHODS if not choice or re.match(r"t\d", method)]


def methods(sites, out):
    """Texts of each joint method by each choice."""
    for method, choice in runs():
        folder = out / f"{method} {choice}".strip()
        shutil.rmtree(folder, ignore_errors=True)
        run([SCUTCH, "template", sites, "-o", folder, "-q", "--method", method, *CHOICES[choice]])
        (folder / "pages.jsonl").rename(f"{folder}.jsonl")
    shutil.rmtree(out / "single", ignore_errors=True)
    run([SCUTCH, "corpus", sites, "-o", out / "single", "-q", "--format", "jsonl", "--extractor", "page"])
    columns = subprocess.run(["zstd", "-dc", *sorted((out / "single" / "docs").glob("*.jsonl.zst"))],
                             check=True, capture_output=True, text=True)
    with open(out / "single.jsonl", "w") as lines:
        for row in map(json.loads, columns.stdout.splitlines()):
            stamp = re.sub(r"\D", "", row["warc_date"])[:14]
            lines.write(json.dumps({"url": row["url"], "timestamp": stamp, "text": row["text"]}) + "\n")


def peers(sites, out, gold):
    """Texts of the peers: the pages go to them as files."""
    from_key = {}
    pages = out / "pages" / "template"
    (pages / "html").mkdir(parents=True, exist_ok=True)
    with open(pages / "gold.jsonl", "w") as lines, open(out / "scutch.jsonl", "w") as charsets:
        for archive in sorted(sites.glob("*/*.warc.gz")):
            for url, stamp, body in captures(archive):
                if (url, stamp) in gold:
                    name = f"p{len(from_key)}"
                    from_key[name] = url, stamp
                    (pages / "html" / f"{name}.html").write_bytes(body)
                    lines.write(json.dumps({"id": name, "url": url}) + "\n")
                    row = {"file": f"template/html/{name}.html", "charset": "UTF-8"}
                    charsets.write(json.dumps(row) + "\n")
    install(EXTRACTORS)
    run([PYTHON, PEERS / "extract.py", out / "pages", out, *OTHERS])
    for name in OTHERS:
        rows = [json.loads(line) for line in open(out / f"{name}.jsonl")]
        with open(out / f"{name}.jsonl", "w") as lines:
            for row in rows:
                url, stamp = from_key[Path(row["file"]).stem]
                lines.write(json.dumps({"url": url, "timestamp": stamp, "text": row.get("text")}) + "\n")


def captures(archive):
    records = subprocess.run([SCUTCH, "archive", "ls", archive, "--json"], check=True, capture_output=True, text=True)
    for record in map(json.loads, records.stdout.splitlines()):
        if record.get("type") == "response":
            body = subprocess.run([SCUTCH, "archive", "cat", archive, "--offset", str(record["offset"]), "--part", "payload"],
                                  check=True, capture_output=True)
            yield record["url"], re.sub(r"\D", "", record["date"])[:14], body.stdout


def score(file, gold):
    """Site -> mean F1, mean recall, of its pages."""
    found = {(row["url"], row["timestamp"]): row["text"] for row in map(json.loads, open(file))}
    sites = defaultdict(list)
    for key, (site, content, ignored) in gold.items():
        text = tokens(found.get(key))
        text -= (text - content) & ignored
        right = sum((text & content).values())
        recall = right / max(1, sum(content.values()))
        sites[site].append((2 * right / max(1, sum(text.values()) + sum(content.values())), recall))
    return {site: [statistics.mean(values) for values in zip(*pages)] for site, pages in sites.items()}


def gain(ours, other):
    """Mean difference over sites with its interval."""
    pairs = [ours[site][0] - other[site][0] for site in sorted(ours)]
    lot = random.Random(1)
    means = sorted(statistics.mean(lot.choices(pairs, k=len(pairs))) for _ in range(ROUNDS))
    return statistics.mean(pairs), means[int(0.025 * ROUNDS)], means[int(0.975 * ROUNDS)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sites", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--peers", action="store_true")
    parser.add_argument("--held-out", type=Path)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    gold = golds(args.sites)
    methods(args.sites, args.out)
    if args.peers:
        peers(args.sites, args.out, gold)
    rows = {"learned, held out by host": score(args.held_out, gold)} if args.held_out else {}
    names = {name: f"`{name}`" for name in (f"{method} {choice}".strip() for method, choice in runs())}
    names["learned"] = "`learned` as shipped (has seen these pages)"
    names |= {"single": "each page alone (has seen these pages' kind, not these)"}
    names |= {name: name for name in OTHERS}
    for name, shown in names.items():
        if (args.out / f"{name}.jsonl").exists():
            rows[shown] = score(args.out / f"{name}.jsonl", gold)
    lines = table(rows, args)
    print("\n".join(lines))
    if args.write:
        write("template scores", lines)


def table(rows, args):
    held = f" --held-out {args.held_out.name}" if args.held_out else ""
    lines = ["## template scores", "", __doc__.split("What is measured: ")[1].split(" What the")[0].replace("\n", " "),
             "", f"Command: `python3 bench/template_scores.py {args.sites} OUT{' --peers' * args.peers}{held}`.", "",
             "| | F1 | worst site | recall | gain of the first row |", "|---|---:|---|---:|---:|"]
    first = next(iter(rows.values()))
    for name, sites in rows.items():
        f1 = statistics.mean(site[0] for site in sites.values())
        recall = statistics.mean(site[1] for site in sites.values())
        worst = min(sites, key=lambda site: sites[site][0])
        mean, low, high = gain(first, sites)
        gained = "" if sites is first else f"{mean:+.3f} ({low:+.3f}..{high:+.3f})"
        lines.append(f"| {name} | {f1:.3f} | {worst} {sites[worst][0]:.3f} | {recall:.3f} | {gained} |")
    return lines


if __name__ == "__main__":
    main()
