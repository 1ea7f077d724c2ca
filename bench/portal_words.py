"""Words and metadata by tool and region: the tables that papers on corpora of portals have (Indig et al. 2022, tables 2 and 3).

python3 bench/portal_words.py PAGES RULES SCUTCH OUT

PAGES and RULES as for `portal_tei.py`. Regions of each page: the page as it is; its article (what the content rules name as root);
the paragraphs of the article before cleaning (its text-bearing blocks); and after it (the clean page that the rules leave). Tools: all
text, jusText with the Hungarian list, newspaper4k, scutch without rules. Words are those of the text, and of the text with what the
tool gives as title, authors, date, section and keywords.

The second table has precision and recall of title, authors and day of publication against the TEI of the other program. Needs cssselect, jusText, lxml, newspaper4k, warcio, zstandard.
"""

import collections
import json
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

import justext
import newspaper
from lxml import etree
from lxml import html as lxml_html
from warcio.archiveiterator import ArchiveIterator

from portal_tei import rows
from portal_tei_metadata import clean, theirs

BLOCKS = "//p|//li|//h1|//h2|//h3|//h4|//h5|//h6|//td|//th|//figcaption|//blockquote"
REGIONS = ["page", "article", "paragraphs before cleaning", "after cleaning"]
FIELDS = ["title", "author", "date"]


def words(text):
    return re.findall(r"\w+", text.lower())


def pages(folder):
    for archive in folder.glob("*.warc.gz"):
        for record in ArchiveIterator(archive.open("rb")):
            if record.rec_type == "response":
                body = record.content_stream().read()
                kind = record.http_headers.get_header("Content-Type") or ""
                charset = re.search(r"charset=([\w-]+)", kind) or re.search(rb"charset=[\"']?([\w-]+)", body)
                charset = charset.group(1) if charset else "utf-8"
                charset = charset if isinstance(charset, str) else charset.decode()
                yield record.rec_headers["WARC-Target-URI"], body.decode(charset, "replace")


def document(parts):
    return '<html><head><meta charset="utf-8"></head><body>' + "".join(parts) + "</body></html>"


def article(tree, url, rules):
    """The elements that the first set of rules names that finds any; none within another."""
    for rule in rules["content"]:
        if "when" in rule and not re.search(rule["when"], url):
            continue
        if "require" in rule and not tree.cssselect(rule["require"]):
            continue
        for root in rule["root"]:
            found = tree.cssselect(root)
            if found:
                return [element for element in found if not any(up in found for up in element.iterancestors())]
    return []


def source(elements):
    return document(lxml_html.tostring(element, encoding="unicode", with_tail=False) for element in elements)


def regions(url, text, rules, cleaned):
    tree = lxml_html.document_fromstring(text.encode(), parser=lxml_html.HTMLParser(encoding="utf-8"))
    body = source(article(tree, url, rules))
    inner = lxml_html.document_fromstring(body.encode(), parser=lxml_html.HTMLParser(encoding="utf-8"))
    blocks = inner.xpath(BLOCKS)
    blocks = [block for block in blocks if not any(up in blocks for up in block.iterancestors())]
    return dict(zip(REGIONS, [text, body, source(blocks), cleaned], strict=True))


def of_all_text(text, _url):
    tree = lxml_html.document_fromstring(text.encode(), parser=lxml_html.HTMLParser(encoding="utf-8"))
    etree.strip_elements(tree, "script", "style", "noscript", "template", etree.Comment, with_tail=False)
    body = tree.find("body")
    title = tree.findtext(".//title") or ""
    return " ".join(body.itertext()) if body is not None else "", {"title": [title]}


def of_justext(text, _url):
    paragraphs = justext.justext(text.encode(), justext.get_stoplist("Hungarian"), encoding="utf-8")
    return "\n".join(p.text for p in paragraphs if not p.is_boilerplate), {}


def of_newspaper(text, url):
    page = newspaper.Article(url, fetch_images=False, language="hu")
    page.download(input_html=text)
    page.parse()
    date = page.publish_date.strftime("%Y-%m-%d") if page.publish_date else ""
    said = {"title": [page.title], "author": page.authors, "date": [date], "keywords": page.meta_keywords or []}
    return page.text, said


def of_scutch(scutch):
    def read(text, url):
        with tempfile.NamedTemporaryFile("w", suffix=".html", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            command = [scutch, "extract", file.name, "--url", url, "--format", "json", "-q"]
            page = json.loads(subprocess.run(command, capture_output=True, check=False).stdout or b"{}")
        return page.get("text") or "", said(page)

    return read


def said(page):
    one = {"title": "title", "date": "date_published", "section": "section"}
    found = {ours: [page.get(name) or ""] for ours, name in one.items()}
    return found | {"author": page.get("authors") or [], "keywords": page.get("keywords") or []}


def corpus(folder, rules, scutch, out):
    """Clean pages and rows by address."""
    command = [scutch, "corpus", folder, "-o", out, "--format", "html,jsonl", "--portal", rules, "--overwrite", "-q"]
    subprocess.run(command, check=True)
    found = {}
    for row in rows(out):
        [path] = (out / "html").glob(f"*/{row['id']}.html")
        found[row["url"]] = path.read_text(encoding="utf-8"), row
    return found


def equal(field, a, b):
    if field == "date":
        return a[:10] == b[:10]
    a, b = set(words(a)), set(words(b))
    return len(a & b) / max(1, len(a | b)) >= 0.6


def judge(scores, found, gold):
    for field in FIELDS:
        mine = [clean(value) for value in found.get(field, []) if value]
        want = list(dict.fromkeys(gold[field]))
        if field != "author":
            mine, want = mine[:1], want[:1]
        scores[field, "found"] += len(mine)
        scores[field, "asked"] += len(want)
        scores[field, "precise"] += sum(any(equal(field, m, w) for w in want) for m in mine)
        scores[field, "recalled"] += sum(any(equal(field, m, w) for m in mine) for w in want)


def gold_of(path):
    about = theirs(path)
    values = lambda name: [value for value in about.get(name, []) if value]  # noqa: E731
    return {"title": values("name"), "author": values("author"), "date": values("datePublished")}


def main(root, rules, scutch, out):
    tools = {"all text": of_all_text, "jusText": of_justext, "newspaper4k": of_newspaper, "scutch": of_scutch(scutch)}
    count = collections.Counter()
    scores = collections.defaultdict(collections.Counter)
    for folder in sorted(path for path in root.iterdir() if path.is_dir()):
        file = rules / f"{folder.name}.toml"
        rule = tomllib.loads(file.read_text(encoding="utf-8"))
        made = corpus(folder, file, scutch, out / folder.name)
        gold = {theirs(path)["url"][0]: gold_of(path) for path in sorted(folder.glob("*/*.xml"))}
        for url, text in pages(folder):
            if url not in made or url not in gold:
                continue
            cleaned, row = made[url]
            count["pages"] += 1
            for region, html in regions(url, text, rule, cleaned).items():
                for name, tool in tools.items():
                    found, metadata = tool(html, url)
                    extra = sum(len(words(value)) for values in metadata.values() for value in values)
                    count[name, region] += len(words(found))
                    count[name, region, "all"] += len(words(found)) + extra
                    if region in REGIONS[:2] and name not in ("all text", "jusText"):
                        judge(scores[name, region], metadata, gold[url])
            judge(scores["scutch, rules", "page"], said(row), gold[url])
            count["rules"] += len(words(row["text"]))
            extra = sum(len(words(value)) for values in said(row).values() for value in values)
            count["rules", "all"] += len(words(row["text"])) + extra
    show(tools, count, scores)


def show(tools, count, scores):
    print(f"{count['pages']} pages; words of the text / with metadata\n")
    print("| tool | " + " | ".join(REGIONS) + " |\n|---|" + "---:|" * len(REGIONS))
    for name in tools:
        cells = [f"{count[name, region]:,} / {count[name, region, 'all']:,}" for region in REGIONS]
        print(f"| {name} | " + " | ".join(cells) + " |")
    print(f"| scutch, rules | {count['rules']:,} / {count['rules', 'all']:,} | | | |\n")
    print("| tool, region | " + " | ".join(f"{field}: precision | recall" for field in FIELDS) + " |")
    print("|---|" + "---:|" * 2 * len(FIELDS))
    for (name, region), score in scores.items():
        cells = []
        for field in FIELDS:
            found, asked = score[field, "found"], score[field, "asked"]
            precise = f"{score[field, 'precise'] / found:.3f}" if found else ""
            cells += [precise, f"{score[field, 'recalled'] / max(1, asked):.3f}"]
        print(f"| {name}, {region} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], Path(sys.argv[4]))
