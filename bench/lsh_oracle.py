#!/usr/bin/env python3
"""Compares the crosses of `--preset thesis` with the answers of datasketch's MinHashLSH.

    lsh_oracle.py ARCHIVE... [--parser lxml|html5lib] [--threshold 0.6] [--drawings]

Needs, in an environment of its own, datasketch 2, beautifulsoup4, lxml and html5lib. Each page is read by BeautifulSoup without
scripts, styles, templates, comments, frames and what is in drawings (`svg`; `--drawings` keeps it), none of which is in the tree of scutch; its tokens are those of listing 2.7 of the thesis. The index answers a page with what shares a
bucket with it; of pages with other paths the most similar is `up`, among equals the first by address and time. A capture counts
as the same if scutch says the same `up`, or none where the index has none; `as similar` also if its `up` is another one of the same
estimated similarity. Both schemes of datasketch are tried: `legacy` is that of the versions before 2.0, which the thesis used.
"""
import argparse
import json
import re
import subprocess
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

from bs4 import BeautifulSoup, Tag
from datasketch import MinHash, MinHashLSH

from entries import SCUTCH

UNSEEN = ["script", "style", "template", "noscript", "iframe", "frame"]


def captures(archive):
    """URL, timestamp and body of each response."""
    listed = subprocess.run([SCUTCH, "archive", "ls", archive, "--json"], check=True, capture_output=True, text=True)
    for record in map(json.loads, listed.stdout.splitlines()):
        if record.get("type") == "response":
            part = [SCUTCH, "archive", "cat", archive, "--offset", str(record["offset"]), "--part", "payload"]
            body = subprocess.run(part, check=True, capture_output=True).stdout
            yield record["url"], re.sub(r"\D", "", record["date"])[:14], body


def layers(tree, level, found):
    """Listing 2.6."""
    if not isinstance(tree, Tag):
        return
    group = []
    for node in tree.children:
        layers(node, level + 1, found)
        if isinstance(node, Tag):
            group.insert(0, node)
    found.setdefault(level, []).insert(0, group)


def tokens(body, parser, drawings):
    """Listing 2.7."""
    soup = BeautifulSoup(body, parser)
    for node in soup.find_all(UNSEEN):
        node.decompose()
    for node in [] if drawings else soup.find_all("svg"):
        node.clear()
    found = {}
    layers(soup, 0, found)
    for level in sorted(found):
        for group_number, group in enumerate(found[level]):
            for number, node in enumerate(group):
                place = f"{number}_{group_number}_{level}_"
                yield "/".join(place + above.name for above in [node, *node.parents]).encode()


def ups(pages, scheme, threshold):
    """Key to the key of `up` and its similarity."""
    index, hashes = MinHashLSH(threshold=threshold, num_perm=128), {}
    for key, own in pages.items():
        hashes[key] = MinHash(num_perm=128, scheme=scheme)
        for token in own:
            hashes[key].update(token)
    for key, minhash in hashes.items():
        index.insert(key, minhash)
    path = lambda key: urlsplit(key[0]).path or "/"
    paths = {path(key) for key in pages}
    found = {}
    for key, minhash in hashes.items():
        others = [other for other in index.query(minhash) if path(other) != path(key)]
        # Beside one other page there is nothing to look up.
        if not others and len(paths) == 2:
            others = [other for other in pages if path(other) != path(key)]
        ranked = sorted((-minhash.jaccard(hashes[other]), other) for other in others)
        found[key] = (ranked[0][1], -ranked[0][0]) if ranked else (None, 0.0)
    return found, lambda one, other: hashes[one].jaccard(hashes[other]) if other else 0.0


def ours(archive, threshold):
    """The same by scutch."""
    with tempfile.TemporaryDirectory() as out:
        settings = ["--method", "t002", "--preset", "thesis", "--threshold", str(threshold)]
        subprocess.run([SCUTCH, "template", archive, "-o", f"{out}/run", "-q", *settings], check=True)
        found = {}
        for cross in map(json.loads, open(f"{out}/run/crosses.jsonl")):
            up = cross["up"]
            found[cross["url"], cross["timestamp"]] = (up["url"], up["timestamp"]) if up else None
        return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("archives", nargs="+", type=Path)
    parser.add_argument("--parser", default="lxml")
    parser.add_argument("--threshold", type=float, default=0.6)
    parser.add_argument("--drawings", action="store_true")
    args = parser.parse_args()
    print("| site | datasketch | captures | with `up` there | here | same `up` | as similar |\n|---|---|---:|---:|---:|---:|---:|")
    for archive in args.archives:
        pages = {(url, stamp): list(tokens(body, args.parser, args.drawings)) for url, stamp, body in captures(archive)}
        own = ours(archive, args.threshold)
        pages = {key: value for key, value in pages.items() if key in own}
        for scheme in ["legacy", "affine32"]:
            theirs, similarity = ups(pages, scheme, args.threshold)
            same = [key for key in own if own[key] == theirs[key][0]]
            like = [key for key in own if similarity(key, own[key]) == theirs[key][1]]
            some = sum(up is not None for up, _ in theirs.values())
            here = sum(up is not None for up in own.values())
            shares = [f"{100 * len(part) / len(own):.1f} %" for part in (same, like)]
            print("|", " | ".join([archive.stem.split(".")[0], scheme, str(len(own)), str(some), str(here), *shares]), "|")


if __name__ == "__main__":
    main()
