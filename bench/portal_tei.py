"""Text of our TEI against the TEI that another program made of the same pages.

python3 bench/portal_tei.py PAGES RULES SCUTCH OUT [--tags TABLE.tsv]

PAGES has a folder per portal: its WARC, and TEI files of others below it. RULES has a portal file with content rules for
each (`NAME.toml`). Our corpora are left in OUT, a folder per portal, for `portal_tei_metadata.py`. Compared are the tokens
of the text of each page as multisets; addresses that stand as text (their way to name pictures and links) and
descriptions of pictures are left out on both sides. Where the other program made one file of the pages of one article, so do the
rules, and what later pages repeat of the start of the first counts once. With `--tags` the selectors that say what becomes of
elements (`remove`, `tags`) are left out of the rules, and the verdicts of a table of `scutch tags` take their place. Needs lxml and zstandard.
"""

import collections
import html
import io
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import zstandard
from lxml import etree

ADDRESS = re.compile(r"^\s*(https?:|//|/|mailto:|www\.)\S*\s*$")


def pieces(element, ours):
    if not isinstance(element.tag, str):
        return
    if ours and etree.QName(element).localname in ("figDesc", "desc"):
        return
    if element.text:
        yield element.text
    for child in element:
        yield from pieces(child, ours)
        if child.tail:
            yield child.tail


def once(body):
    """Takes out what later pages of an article repeat of the start of the first."""
    first, *later = body.findall(".//{*}div[@type='page']") or [None]
    said = lambda element: re.findall(r"\w+", "".join(element.itertext()))  # noqa: E731
    known = [said(p) for p in first.iter("{*}p")] if first is not None else []
    for page in later:
        for paragraph in list(page.iter("{*}p")):
            if said(paragraph) not in known:
                break
            paragraph.clear(keep_tail=True)


def text(path, ours):
    body = etree.parse(str(path)).getroot().find(".//{*}text")
    if not ours:
        once(body)
    words = " ".join(piece for piece in pieces(body, ours) if not ADDRESS.match(piece))
    return " ".join(words.split())


def theirs(folder):
    found = {}
    for path in sorted(folder.glob("*/*.xml")):
        source = path.read_text(encoding="utf-8")
        address = re.search(r"<sch:url[^>]*>\s*(\S+)\s*</sch:url>", source)
        found[html.unescape(address.group(1))] = text(path, ours=False)
    return found


def rows(out):
    """The rows of a corpus, as JSON lines have them."""
    for part in sorted((out / "docs").glob("*.jsonl.zst")):
        lines = zstandard.ZstdDecompressor().stream_reader(part.open("rb"))
        yield from map(json.loads, io.TextIOWrapper(lines, encoding="utf-8"))


def ours(folder, rules, scutch, out):
    subprocess.run(
        [scutch, "corpus", folder, "-o", out, "--format", "tei,jsonl", "--portal", rules, "--overwrite", "-q"],
        check=True,
    )
    found = {}
    for row in rows(out):
        [path] = (out / "tei").glob(f"*/{row['id']}.xml")
        found[row["url"]] = text(path, ours=True)
    return found


def toml(value):
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(toml(inner) for inner in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def with_table(rules, table, scutch, out):
    """The rules with a table of tags in the place of their selectors."""
    made = subprocess.run([scutch, "tags", "apply", table, "-q"], check=True, capture_output=True, text=True).stdout
    verdicts = tomllib.loads(made)["content"]["table"]
    out.mkdir(parents=True, exist_ok=True)
    for path in rules.glob("*.toml"):
        file = tomllib.loads(path.read_text(encoding="utf-8"))
        for content in file["content"]:
            content.pop("remove", None)
            content.pop("tags", None)
            content["table"] = verdicts
        text = "".join(f"{key} = {toml(value)}\n" for key, value in file.items())
        (out / path.name).write_text(text, encoding="utf-8")
    return out


def main(pages, rules, scutch, out, table=None):
    if table:
        rules = with_table(rules, table, scutch, out / "rules")
    print("| portal | pages | recall | precision |\n|---|---:|---:|---:|")
    out.mkdir(parents=True, exist_ok=True)
    for folder in sorted(path for path in pages.iterdir() if path.is_dir()):
        reference = theirs(folder)
        found = ours(folder, rules / f"{folder.name}.toml", scutch, out / folder.name)
        both = all_theirs = all_ours = 0
        for url, words in reference.items():
            mine = found.get(url, "")
            a, b = (collections.Counter(re.findall(r"\w+", t.lower())) for t in (mine, words))
            both += (a & b).total()
            all_theirs += b.total()
            all_ours += a.total()
        print(f"| {folder.name} | {len(reference)} | {both / all_theirs:.4f} | {both / max(1, all_ours):.4f} |")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], Path(sys.argv[4]), *sys.argv[6:7])
