#!/usr/bin/env python3
"""Joins the labels of this folder with the archives, which are not part of it, and writes ground truth.

    python3 join.py ARCHIVE... -o gold.jsonl [--scutch PATH] [--labels gold|label1|two]

ARCHIVE: WARC files or folders of them. `scutch studio` cuts the pages into text nodes; this script puts the labels to them and
checks the digests of every page and every text. The output is what `scutch evaluate template` reads. If pages are missing, or
were archived or are parsed otherwise, that is said, and the exit code is 1. Texts are then aligned by their digests, and a text
that is not found is not scored.
"""
import argparse
import base64
import difflib
import hashlib
import json
import re
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

HERE = Path(__file__).resolve().parent
TRUTH = {"c": "content", "b": "boilerplate", "s": "ignore", "h": "ignore", "m": "mixed"}


def letters(runs):
    """`b18 c2 m` as a letter for each node."""
    return "".join(letter * int(count or 1) for letter, count in re.findall(r"([cbshm])(\d*)", runs))


def digest36(text):
    """36 bits of SHA-256 as six characters of base64."""
    return base64.b64encode(hashlib.sha256(text.encode()).digest()[:5])[:6].decode()


def all_texts(texts):
    return hashlib.sha256("".join(text + "\n" for text in texts).encode()).hexdigest()


def archives(inputs):
    for path in map(Path, inputs):
        yield from sorted(p for p in path.rglob("*") if re.search(r"\.warc(\.gz)?$", p.name)) if path.is_dir() else [path]


def inflated(path):
    """The bytes of a WARC file. What cannot be inflated is passed over."""
    data = path.read_bytes()
    if data[:2] != b"\x1f\x8b":
        return data
    out, at = [], 0
    while 0 <= at < len(data):
        member = zlib.decompressobj(31)
        try:
            out.append(member.decompress(data[at:]) + member.flush())
            at = len(data) - len(member.unused_data) if member.unused_data else len(data)
        except zlib.error:
            at = data.find(b"\x1f\x8b\x08", at + 1)
    return b"".join(out)


def payloads(path):
    """(URL, 14 digits, bytes behind the HTTP header as they were archived) of each response and resource."""
    data = inflated(path)
    for at in re.finditer(rb"(?:\A|\n)(WARC/1\.[01]\r?\n)", data):
        end = re.compile(rb"\r?\n\r?\n").search(data, at.end())
        if not end:
            continue
        fields = dict(re.findall(rb"(?m)^([\w-]+): *(.*?)\r?$", data[at.end():end.start()]))
        fields = {name.lower(): value for name, value in fields.items()}
        kind = fields.get(b"warc-type")
        if kind not in (b"response", b"resource") or b"warc-target-uri" not in fields:
            continue
        block = data[end.end():end.end() + int(fields.get(b"content-length", 0))]
        if kind == b"response":
            block = re.split(rb"\r?\n\r?\n", block, maxsplit=1)[-1]
        url = fields[b"warc-target-uri"].strip(b"<>").decode("utf-8", "replace")
        yield url, re.sub(r"\D", "", fields[b"warc-date"].decode())[:14], block


def nodes(scutch, files, pages):
    """(URL, timestamp) -> page with its text nodes, as `scutch studio` writes it for an annotator who is done without a label."""
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        stored = [{"url": page["url"], "timestamp": page["timestamp"]} for page in pages]
        plan = {"sample": len(stored), "seed": 1, "twice": 0.0, "pages": stored}
        (folder / "plan.json").write_text(json.dumps(plan))
        with open(folder / "join.jsonl", "w") as journal:
            for page in stored:
                for event in ({"event": "open", "nodes": 0, "digest": "-"}, {"event": "done"}):
                    journal.write(json.dumps({**page, "pass": 1, **event}) + "\n")
        command = [scutch, "studio", *map(str, files), "--labels", str(folder), "--annotator", "join"]
        studio = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        # The ground truth is written before the address is printed.
        said = []
        for line in studio.stdout:
            said.append(line)
            if line.startswith("http://127."):
                break
        else:
            sys.exit("".join(said))
        studio.terminate()
        studio.wait()
        found = map(json.loads, open(folder / "gold.join.jsonl"))
        return {(page["url"], page["timestamp"]): page for page in found}


def archived(files, pages):
    """The pages that are in the archives, with digests of what was archived."""
    wanted = {(page["url"], page["timestamp"]) for page in pages}
    found = {}
    for file in files:
        for url, timestamp, payload in payloads(file):
            if (url, timestamp) in wanted:
                found.setdefault((url, timestamp), set()).add(hashlib.sha256(payload).hexdigest())
    return found


def labelled(page, stored, which):
    """Puts labels to the nodes of a page. Gives the page, and how many nodes have none or another text."""
    texts = [node["text"] for node in page["text_nodes"]]
    kept = stored["text_sha256"]
    kept = [kept[at:at + 6] for at in range(0, len(kept), 6)]
    if all_texts(texts) == stored["texts_sha256"]:
        number, lost = {at: at for at in range(len(texts))}, 0
    else:
        pairs = difflib.SequenceMatcher(None, [digest36(text) for text in texts], kept, False).get_matching_blocks()
        number = {a + at: b + at for a, b, size in pairs for at in range(size)}
        lost = len(kept) - len(number)
    one, two, gold = letters(stored["label1"]), letters(stored["two"]), letters(stored["gold"])
    used = {"label1": one, "two": two, "gold": gold}[which]
    words = stored.get("words", {}).get(which, {})
    for at, node in enumerate(page["text_nodes"]):
        node.pop("hidden", None)
        node.update(label="ignore", why="unlabelled")
        if at not in number:
            continue
        at = number[at]
        node["label"] = TRUTH[used[at]]
        disputed = one[at] != two[at]
        node["why"] = "hidden" if used[at] == "h" else which if which != "gold" else "adjudicated" if disputed else "agreed"
        if one[at] == "h":
            node["hidden"] = True
        if used[at] == "m":
            node["runs"] = runs(node["text"].split(" "), letters(words[str(at)]))
    line = {key: page[key] for key in ("site", "url", "timestamp", "text_nodes")}
    line["annotator"] = "label1+two" if which == "gold" else which
    line["pass"] = 1
    line["page_type"] = stored["page_type"]
    return line, lost


def runs(words, keys):
    found = []
    for word, key in zip(words, keys):
        if found and found[-1]["label"] == TRUTH[key]:
            found[-1]["text"] += " " + word
        else:
            found.append({"text": word, "label": TRUTH[key]})
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("archives", nargs="+")
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--scutch", default="scutch")
    parser.add_argument("--labels", choices=["gold", "label1", "two"], default="gold")
    given = parser.parse_args()
    pages = [json.loads(line) for line in open(HERE / "pages.jsonl")]
    files = list(archives(given.archives))
    there = archived(files, pages)
    missing = [page for page in pages if (page["url"], page["timestamp"]) not in there]
    pages = [page for page in pages if (page["url"], page["timestamp"]) in there]
    if not pages:
        sys.exit("none of the pages is in these archives")
    opened = nodes(given.scutch, files, pages)
    written = others = lost = changed = 0
    with open(given.output, "w") as out:
        for stored in pages:
            key = stored["url"], stored["timestamp"]
            if key not in opened:
                missing.append(stored)
                continue
            if stored["payload_sha256"] not in there[key]:
                others += 1
                print(f"archived otherwise: {' '.join(key)}", file=sys.stderr)
            line, count = labelled(opened[key], stored, given.labels)
            written, lost, changed = written + 1, lost + count, changed + (count > 0)
            if count:
                print(f"{count} texts were not found: {' '.join(key)}", file=sys.stderr)
            out.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
    for page in missing:
        print(f"not in the archives: {page['url']} {page['timestamp']}", file=sys.stderr)
    print(f"{given.output}: {written} pages; {len(missing)} missing, {others} archived otherwise, "
          f"{lost} texts not found on {changed} pages")
    sys.exit(1 if missing or others or lost else 0)


if __name__ == "__main__":
    main()
