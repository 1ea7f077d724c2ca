#!/usr/bin/env python3
"""Charsets of pages whose encoding is known, and how many pages of real archives either rule decodes.

    python3 bench/charset.py SCUTCH CASES [--archives NAME=PATH...] [--list] [--write]

CASES holds gold.jsonl (`file`, `encoding`, `header`, `tld`, `case`). The cases become one WARC in bench/.scratch, the
header as charset of their Content-Type, the country as that of their host, and go through `scutch corpus`. A case is right
where the charset is that of the gold or a superset (windows-1252 for ISO-8859-1), or gives the same text. Apart stand
encodings outside the WHATWG standard and inputs that contradict their gold: bytes it does not decode, or a byte order
mark of another encoding. An archive is counted by year of capture: its pages under `--charset-rule strict`, those that
the default decodes without U+FFFD, those that it decodes otherwise than a label says, and those where no label said
anything. --list names the cases that are wrong.
"""
import argparse
import json
import shutil
import subprocess
from collections import Counter
from pathlib import Path

from entries import SCRATCH
from run import write

WORK = SCRATCH / "charset"
# Encodings of the cases that the WHATWG standard does not have.
OUTSIDE = {"ibm855", "johab", "utf-32", "utf-32le"}
# Supersets of encodings, as the standard reads their labels.
SUPERSET = {"ascii": "windows-1252", "iso-8859-1": "windows-1252", "iso-8859-9": "windows-1254", "gbk": "gb18030"}
# What Python calls the encodings of the standard.
CODEC = {"gbk": "gb18030", "shift_jis": "cp932", "euc-kr": "cp949", "windows-874": "cp874",
         "x-mac-cyrillic": "mac_cyrillic", "windows-1252": "cp1252", "big5": "big5hkscs"}
KINDS = ["header-right", "meta-right", "header-wrong-meta-right", "header-right-meta-wrong", "nolabel", "header-wrong",
         "meta-wrong", "chardet-tests", "real-page"]


def pack(cases, folder, path):
    """Writes the cases as responses of one archive; their addresses end in their place in the list."""
    with open(path, "wb") as out:
        for place, case in enumerate(cases):
            charset = f"; charset={case['header']}" if case["header"] else ""
            body = (folder / case["file"]).read_bytes()
            block = f"HTTP/1.1 200 OK\r\nContent-Type: text/html{charset}\r\n\r\n".encode() + body
            out.write(f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:case:{place}>\r\n"
                      f"WARC-Target-URI: http://site.{case['tld'] or 'example'}/{place}\r\n"
                      "WARC-Date: 2020-01-01T00:00:00Z\r\nContent-Type: application/http;msgtype=response\r\n"
                      f"Content-Length: {len(block)}\r\n\r\n".encode() + block + b"\r\n\r\n")


def corpus(scutch, out, rule, *inputs):
    """The rows and the quarantine of a corpus run."""
    shutil.rmtree(out, ignore_errors=True)
    subprocess.run([scutch, "corpus", *inputs, "-o", out, "--format", "jsonl", "--keep-empty", "--charset-rule", rule,
                    "-q"], check=True)
    shards = sorted((out / "docs").glob("*.jsonl.zst"))
    rows = subprocess.run(["zstd", "-dc", *shards], check=True, stdout=subprocess.PIPE).stdout
    quarantine = out / "quarantine.jsonl"
    lost = quarantine.read_text().splitlines() if quarantine.exists() else []
    return [json.loads(row) for row in rows.splitlines()], [json.loads(line) for line in lost]


def decoded(data, encoding):
    return data.decode(CODEC.get(encoding, encoding), "replace").removeprefix("\ufeff")


def is_right(found, case, data):
    gold = case["encoding"]
    return found in (gold, SUPERSET.get(gold)) or decoded(data, found) == decoded(data, gold)


def contradicts(case, data):
    marks = {b"\xef\xbb\xbf": "utf-8", b"\xff\xfe": "utf-16le", b"\xfe\xff": "utf-16be"}
    of_mark = next((name for mark, name in marks.items() if data.startswith(mark)), case["encoding"])
    if not of_mark.startswith(case["encoding"]):
        return True
    return "\ufffd" in decoded(data, SUPERSET.get(case["encoding"], case["encoding"]))


def judge(scutch, folder, listed):
    """The table of the cases."""
    cases = [json.loads(line) for line in open(folder / "gold.jsonl", encoding="utf-8")]
    pack(cases, folder, WORK / "cases.warc")
    rows, _ = corpus(scutch, WORK / "cases", "weighed", WORK / "cases.warc")
    found = {int(row["url"].rsplit("/", 1)[1]): row["charset"] for row in rows}
    all_of, right = Counter(), Counter()
    for place, case in enumerate(cases):
        data = (folder / case["file"]).read_bytes()
        good = place in found and is_right(found[place], case, data)
        outside = case["encoding"] in OUTSIDE
        kind = "outside the standard" if outside else "contradictory" if contradicts(case, data) else case["case"]
        for group in (kind, *(["all"] if kind in KINDS else [])):
            all_of[group] += 1
            right[group] += good
        if listed and not good:
            print(case["id"], kind, case["encoding"], found.get(place))
    lines = ["| cases | pages | right | share |", "|---|---:|---:|---:|"]
    for kind in [*KINDS, "all", "outside the standard", "contradictory"]:
        if all_of[kind]:
            lines.append(f"| {kind} | {all_of[kind]} | {right[kind]} | {right[kind] / all_of[kind]:.3f} |")
    return lines


def day(date):
    """The day of a capture, which ARC files write in one number."""
    return date[:10] if "-" in date else f"{date[:4]}-{date[4:6]}-{date[6:8]}"


def archive(scutch, name, path):
    """Rows of the table of archives: by year of capture, pages, those the strict rule takes, those without U+FFFD, those
    of an overruled label and of a detector; and the pages that fail."""
    strict, lost = corpus(scutch, WORK / "strict", "strict", path)
    weighed, _ = corpus(scutch, WORK / "weighed", "weighed", path)
    failed = {(row["file"], row["offset"]): row["reason"] for row in lost if row["reason"].startswith("charset")}
    pages, passed, clean, overruled, detected = (Counter() for _ in range(5))
    failures = []
    for row in weighed:
        year = row["warc_date"][:4]
        fails = failed.get((row["warc_file"], row["warc_offset"]))
        pages[year] += 1
        passed[year] += not fails
        clean[year] += "charset-errors" not in row["flags"]
        overruled[year] += "charset-label-overruled" in row["flags"]
        detected[year] += row["charset_source"] == "detector"
        if fails or "charset-errors" in row["flags"]:
            failures.append((name, day(row["warc_date"]), row["url"], fails or "charset-errors", row["charset"],
                             row["charset_source"]))
    assert len(strict) == sum(passed.values()), (name, len(strict), sum(passed.values()))
    counts = (pages, passed, clean, overruled, detected)
    return [(name, year, *(count[year] for count in counts)) for year in sorted(pages)], failures


def archives(scutch, given):
    found = [archive(scutch, *entry.split("=", 1)) for entry in given]
    rows = [row for some, _ in found for row in some]
    rows.append(("all", "", *(sum(column) for column in list(zip(*rows))[2:])))
    lines = ["| archive | captured | pages | strict | share | default, no U+FFFD | share | label overruled | detected |",
             "|---|---|---:|---:|---:|---:|---:|---:|---:|"]
    for name, year, pages, passed, clean, *others in rows:
        shares = f"{passed:,} | {passed / pages:.3f} | {clean:,} | {clean / pages:.3f}"
        lines.append(f"| {name} | {year} | {pages:,} | {shares} | {others[0]:,} | {others[1]:,} |")
    lines += ["", "Pages that fail, with what the default makes of them:", "",
              "| archive | captured | page | reason | charset by default | from |", "|---|---|---|---|---|---|"]
    lines += ["| " + " | ".join(failure) + " |" for _, failures in found for failure in failures]
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("scutch", type=Path)
    parser.add_argument("cases", type=Path)
    parser.add_argument("--archives", nargs="*", default=[], metavar="NAME=PATH")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    lines = ["## charset", "", "What: share of pages of known encoding that the shipped program decodes right, by what their labels "
             "say; pages of real archives that each rule decodes.", "",
             "Command: `python3 bench/charset.py SCUTCH CASES --archives NAME=PATH...`", ""]
    lines += judge(args.scutch, args.cases, args.list)
    if args.archives:
        lines += ["", *archives(args.scutch, args.archives)]
    print("\n".join(lines))
    if args.write:
        write("charset", lines)


if __name__ == "__main__":
    main()
