"""Archives of the pages of hosts with several pages whose true text is known, for fitting the joint score.

    hosts.py PAGES FIT OUT

PAGES holds SET/gold.jsonl and the pages beside it, FIT holds the tables of each fold, made by `blocks`.
OUT/hosts-N.warc.gz gets the pages of the hosts that the tables in FIT/fold-N have not seen, so that
`joint --tables FIT/fold-N OUT/hosts-N.warc.gz` scores them honestly; OUT/gold-text.jsonl gets `url`, `site` and `text`.
"""

import gzip
import json
import sys
import uuid
from collections import defaultdict
from pathlib import Path

FOLDS = 5
# Fewer pages have nothing to be compared with.
PAGES = 2
DATE = "2026-01-31T12:00:00Z"


def host(url):
    return url.split("://")[-1].split("/")[0].removeprefix("www.").lower()


def record(number, url, body):
    http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(body)
    head = (
        f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:{uuid.UUID(int=number)}>\r\n"
        f"WARC-Date: {DATE}\r\nWARC-Target-URI: {url}\r\nContent-Type: application/http;msgtype=response\r\n"
        f"Content-Length: {len(http) + len(body)}\r\n\r\n"
    )
    return gzip.compress(head.encode() + http + body + b"\r\n\r\n", mtime=0)


def main():
    pages, fit, out = map(Path, sys.argv[1:4])
    folds = {}
    for line in open(fit / "folds.tsv"):
        name, file, fold = line.rstrip("\n").split("\t")
        folds[name, file] = int(fold)
    hosts, known = defaultdict(list), set()
    for gold in sorted(pages.glob("*/gold.jsonl")):
        for page in map(json.loads, open(gold)):
            key = (gold.parent.name, page.get("html_file"))
            url = page.get("url") or ""
            if page.get("text") and key in folds and url and url not in known:
                known.add(url)
                hosts[key[0], host(url)].append((url, page["text"], gold.parent / key[1], folds[key]))
    out.mkdir(parents=True, exist_ok=True)
    archives = [open(out / f"hosts-{fold}.warc.gz", "wb") for fold in range(FOLDS)]
    number = 0
    with open(out / "gold-text.jsonl", "w") as texts:
        for (name, own), members in sorted(hosts.items()):
            for url, text, file, fold in members if len(members) >= PAGES else ():
                number += 1
                archives[fold].write(record(number, url, file.read_bytes()))
                texts.write(json.dumps({"url": url, "site": f"{name}:{own}", "text": text}) + "\n")
    print(f"{number} pages")


main()
