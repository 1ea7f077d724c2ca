"""Extracts the same pages with peers: one JSON line per page, as `scutch evaluate extract` reads it.

    extract.py PAGES OUT [PEER...]

PAGES holds SET/gold.jsonl with SET/html/ID.html; OUT gets PEER.jsonl for each peer. Every peer gets
the page's address and its text as scutch decodes it (OUT/scutch.jsonl, made first, names the charset),
so that nobody loses by guessing charsets. Needs trafilatura 2.3, resiliparse 2.0, readability-lxml
0.9, newspaper4k 0.9, jusText 3.0, boilerpy3 1.0. A page that takes more than a minute or fails has
no text.
"""
import json
import logging
import signal
import sys
from pathlib import Path

SECONDS = 60


def trafilatura(include_comments=False, **options):
    from trafilatura import bare_extraction

    def run(html, url):
        found = bare_extraction(html, url=url, include_comments=include_comments, with_metadata=True, **options)
        if found is None:
            return {}
        text = "\n".join(part for part in (found.text, found.comments) if part)
        authors = [name for name in (found.author or "").split("; ") if name]
        return {"text": text, "title": found.title, "authors": authors, "date": found.date}
    return run


def resiliparse():
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.html import HTMLTree

    def run(html, url):
        tree = HTMLTree.parse(html)
        text = extract_plain_text(tree, main_content=True, alt_texts=False)
        return {"text": text, "title": tree.title}
    return run


def readability():
    from lxml.html import fromstring
    from readability import Document

    def run(html, url):
        document = Document(html, url=url)
        tree = fromstring(document.summary(html_partial=True))
        # Text of neighbouring paragraphs must not run together.
        for element in tree.iter():
            if element.tag in ("p", "div", "br", "li", "td", "th", "tr", "h1", "h2", "h3", "h4", "pre"):
                element.tail = "\n" + (element.tail or "")
        return {"text": tree.text_content(), "title": document.short_title()}
    return run


def newspaper4k():
    from newspaper import Article

    def run(html, url):
        article = Article(url or "http://page.example/", fetch_images=False)
        article.download(input_html=html)
        article.parse()
        date = article.publish_date
        return {"text": article.text, "title": article.title, "authors": list(article.authors),
                "date": date.isoformat() if hasattr(date, "isoformat") else date}
    return run


def justext():
    import justext as library
    words = frozenset().union(*map(library.get_stoplist, library.get_stoplists()))

    def run(html, url):
        paragraphs = library.justext(html, words)
        return {"text": "\n".join(p.text for p in paragraphs if not p.is_boilerplate)}
    return run


def boilerpy3():
    from boilerpy3.extractors import ArticleExtractor
    extractor = ArticleExtractor(raise_on_failure=False)

    def run(html, url):
        document = extractor.get_doc(html)
        return {"text": document.content, "title": document.title}
    return run


PEERS = {
    "trafilatura": trafilatura,
    "trafilatura-comments": lambda: trafilatura(include_comments=True),
    "trafilatura-precision": lambda: trafilatura(favor_precision=True),
    "trafilatura-recall": lambda: trafilatura(favor_recall=True),
    "trafilatura-fast": lambda: trafilatura(fast=True),
    "resiliparse": resiliparse,
    "readability-lxml": readability,
    "newspaper4k": newspaper4k,
    "justext": justext,
    "boilerpy3": boilerpy3,
}


def pages(folder, out):
    """(file, address, text) of every page that scutch has read."""
    charsets = {}
    with open(out / "scutch.jsonl", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            charsets["/".join(Path(row["file"]).parts[-3:])] = row["charset"]
    for gold in sorted(folder.glob("*/gold.jsonl")):
        for line in open(gold, encoding="utf-8"):
            page = json.loads(line)
            name = f"{gold.parent.name}/html/{page['id']}.html"
            if name in charsets:
                text = (folder / name).read_bytes().decode(charsets[name], "replace")
                yield name, page.get("url") or "", text.removeprefix("\ufeff")


def too_long(*_):
    raise TimeoutError


def main():
    folder, out = Path(sys.argv[1]), Path(sys.argv[2])
    logging.disable(logging.CRITICAL)
    signal.signal(signal.SIGALRM, too_long)
    for name in sys.argv[3:] or PEERS:
        run = PEERS[name]()
        failed = 0
        with open(out / f"{name}.jsonl", "w", encoding="utf-8") as lines:
            for file, url, html in pages(folder, out):
                signal.alarm(SECONDS)
                try:
                    row = run(html, url)
                except Exception:  # noqa: BLE001: whatever a peer throws, it has no text
                    row, failed = {}, failed + 1
                signal.alarm(0)
                lines.write(json.dumps({"file": file, **row}, ensure_ascii=True) + "\n")
        print(f"{name}: {failed} pages failed", flush=True)


if __name__ == "__main__":
    main()
