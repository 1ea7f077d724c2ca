"""Metadata of pages on two halves of the hosts: one that rules may be written on, one that only judges.

python3 bench/metadata_halves.py PAGES SCUTCH [--wrong FIELD]

PAGES is as for `metadata.py`. Half A is for looking; half B is never listed. The half of a page is the parity of the first
byte of the SHA-256 of its host's last two labels. `--wrong FIELD` lists what is wrong on half A.
"""

import argparse
import collections
import hashlib
import json
import subprocess
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

from metadata_values import FIELDS

SETS = ["trafilatura", "wcxb", "fundus"]
COLUMNS = {"title": "title", "author": "authors", "date": "date_published"}


def half(url):
    domain = ".".join((urlsplit(url).hostname or "").split(".")[-2:])
    return "AB"[hashlib.sha256(domain.encode()).digest()[0] % 2]


def extracted(pages, scutch):
    """Metadata of files, by name."""
    with tempfile.TemporaryDirectory() as folder:
        urls = Path(folder) / "urls.tsv"
        urls.write_text("".join(f"{path}\t{url}\n" for path, url in pages))
        names = [str(path) for path, _ in pages]
        command = [scutch, "extract", *names, "--urls", urls, "--format", "jsonl", "-q"]
        lines = subprocess.run(command, capture_output=True, check=False).stdout.splitlines()
    rows = [json.loads(line) for line in lines]
    return {row["file"]: row for row in rows}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pages", type=Path)
    parser.add_argument("scutch")
    parser.add_argument("--wrong", choices=COLUMNS)
    args = parser.parse_args()
    right = collections.defaultdict(list)
    for name in SETS:
        gold = [json.loads(line) for line in (args.pages / name / "gold.jsonl").open()]
        files = {page["id"]: args.pages / name / page["html_file"] for page in gold}
        found = extracted([(files[page["id"]], page["url"]) for page in gold], args.scutch)
        for page in gold:
            row = found.get(str(files[page["id"]]), {})
            for field, column in COLUMNS.items():
                if not page.get(field):
                    continue
                value, part = row.get(column), half(page["url"])
                fits = FIELDS[field](value, page[field])
                right[name, field, part].append(fits)
                if field == args.wrong and part == "A" and not fits:
                    print(f"{files[page['id']]}\n  {page['url']}\n  gold {page[field]!r}\n  ours {value!r}")
    print("| | half A | half B | difference |\n|---|---:|---:|---:|")
    for field in COLUMNS:
        for name in SETS:
            a, b = (right[name, field, part] for part in "AB")
            score_a, score_b = sum(a) / len(a), sum(b) / len(b)
            print(f"| {name}, {field} ({len(a)}, {len(b)}) | {score_a:.3f} | {score_b:.3f} | {score_b - score_a:+.3f} |")


if __name__ == "__main__":
    main()
