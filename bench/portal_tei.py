"""Text of our TEI against the TEI that another program made of the same pages.

python3 bench/portal_tei.py PAGES RULES SCUTCH OUT

PAGES has a folder per portal: its WARC, and TEI files of others below it. RULES has a portal file with content rules for
each (`NAME.toml`). Our corpora are left in OUT, a folder per portal, for `portal_tei_metadata.py`. Compared are the tokens of the text of each page as multisets; addresses that stand as text (their way to
name pictures and links) and descriptions of pictures are left out on both sides. Where the other program made one
file of the pages of one article, ours are joined; `JOINED` says how their addresses are known. Needs lxml and zstandard.
"""

import collections
import html
import io
import json
import re
import subprocess
import sys
from pathlib import Path

import zstandard
from lxml import etree

# Of pages of one article: what is cut off the address to have that of the article.
JOINED = {
    "hvg": r"\?.*$",
    "origo": r"\?pIdx=\d+$",
    "merce": r"\?loadall=1$",
    "index": r"(?<=megerkezett_az_iphone_7/)\?p=\d+$",
    # Page 3 is the first page again.
    "p24_rangado": r"(?<=eb-selejtezo-horvat-magyar/)[12]/$",
}
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


def text(path, ours):
    body = etree.parse(str(path)).getroot().find(".//{*}text")
    words = " ".join(piece for piece in pieces(body, ours) if not ADDRESS.match(piece))
    return " ".join(words.split())


def theirs(folder):
    found = {}
    for path in sorted(folder.glob("*/*.xml")):
        source = path.read_text(encoding="utf-8")
        address = re.search(r"<sch:url[^>]*>\s*(\S+)\s*</sch:url>", source)
        found[html.unescape(address.group(1))] = text(path, ours=False)
    return found


def ours(folder, rules, scutch, out):
    subprocess.run(
        [scutch, "corpus", folder, "-o", out, "--format", "tei,jsonl", "--portal", rules, "--overwrite", "-q"],
        check=True,
    )
    found = {}
    for part in sorted((out / "docs").glob("*.jsonl.zst")):
        lines = zstandard.ZstdDecompressor().stream_reader(part.open("rb"))
        for line in io.TextIOWrapper(lines, encoding="utf-8"):
            row = json.loads(line)
            [path] = (out / "tei").glob(f"*/{row['id']}.xml")
            found[row["url"]] = text(path, ours=True)
    return found


def joined(found, url, cut):
    cut = cut or "(?!)"
    base = re.sub(cut, "", url)
    if base != url:
        # A file of a later page alone.
        return found.get(url, "")
    pages = sorted(other for other in found if re.sub(cut, "", other) == base)
    return " ".join(found.get(page, "") for page in pages)


def main(pages, rules, scutch, out):
    print("| portal | pages | recall | precision |\n|---|---:|---:|---:|")
    out.mkdir(parents=True, exist_ok=True)
    for folder in sorted(path for path in pages.iterdir() if path.is_dir()):
        reference = theirs(folder)
        found = ours(folder, rules / f"{folder.name}.toml", scutch, out / folder.name)
        both = all_theirs = all_ours = 0
        for url, words in reference.items():
            mine = joined(found, url, JOINED.get(folder.name))
            a, b = (collections.Counter(re.findall(r"\w+", t.lower())) for t in (mine, words))
            both += (a & b).total()
            all_theirs += b.total()
            all_ours += a.total()
        print(f"| {folder.name} | {len(reference)} | {both / all_theirs:.4f} | {both / max(1, all_ours):.4f} |")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], Path(sys.argv[4]))
