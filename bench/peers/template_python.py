"""The peer of `scutch template`: the published pipeline with what Python offers.

warcio reads, lxml parses, datasketch groups pages by MinHash and LSH over paths of tags and classes, lxml's
html_annotate compares the pages of a cross (up, down, snapshot before, snapshot after, the page), bit patterns label
its runs, and scikit-learn's nearest neighbours, trained on what the patterns decide, label all of them. A JSON line
with the content of each page.
"""
import json
import sys
from collections import defaultdict

from datasketch import MinHash, MinHashLSH
from lxml import html
from lxml.html.diff import html_annotate
from sklearn.neighbors import KNeighborsClassifier
from warcio.archiveiterator import ArchiveIterator

from archives import archives

NAMES = ("up", "down", "prev", "next", "cur")
DROPPED = ("script", "noscript", "style", "iframe", "svg", "template")


def captures(path):
    with open(path, "rb") as stream:
        for record in ArchiveIterator(stream):
            if record.rec_type == "response" and record.http_headers:
                head = record.rec_headers
                body = record.content_stream().read()
                yield head.get_header("WARC-Target-URI"), head.get_header("WARC-Date"), body


def page(body):
    """The sanitised body and the structure's signature."""
    tree = html.document_fromstring(body, parser=html.HTMLParser(encoding="utf-8"))
    for element in tree.xpath("|".join(f"//{name}" for name in DROPPED) + "|//comment()"):
        element.drop_tree()
    signature = MinHash(num_perm=128, seed=1)
    paths = {}
    tokens = set()
    for element in tree.iter(html.etree.Element):
        above = paths.get(element.getparent(), "")
        paths[element] = f"{above}/{element.tag}.{element.get('class', '')}"
        tokens.add(paths[element])
    signature.update_batch([token.encode() for token in tokens])
    bodies = tree.xpath("//body")
    text = html.tostring(bodies[0], encoding="unicode") if bodies else "<body></body>"
    return text, signature


def cross(number, pages, index, times):
    """The pages around one: the two most alike with other addresses, the captures before and after."""
    url, date, _, signature = pages[number]
    alike = [n for n in index.query(signature) if pages[n][0] != url]
    alike.sort(key=lambda n: (-signature.jaccard(pages[n][3]), n))
    around = {}
    if alike:
        around["up"] = alike[0]
        other = [n for n in alike if pages[n][0] != pages[alike[0]][0]]
        if other:
            around["down"] = other[0]
    place = times[url].index((date, number))
    if place > 0:
        around["prev"] = times[url][place - 1][1]
    if place + 1 < len(times[url]):
        around["next"] = times[url][place + 1][1]
    return around


def runs(number, around, pages):
    """Runs of the page with the pages that have them, and what is measured of them."""
    chosen = [name for name in NAMES if name in around]
    documents = [(pages[around[name]][2], name) for name in chosen] + [(pages[number][2], "cur")]
    marked = html_annotate(documents, markup=lambda text, name: f'<span class="dbce-{name}">{text}</span>')
    found = []
    for span in html.fragment_fromstring(marked, create_parent=True).iter("span"):
        name = span.get("class") or ""
        text = (span.text_content() or "").strip()
        if name.startswith("dbce-") and text:
            parent = span.getparent()
            words = text.split()
            links = sum(len((a.text_content() or "").split()) for a in parent.iter("a"))
            found.append((name[5:], text, [
                hash(parent.tag) % 997, links / max(1, len(words)), len(words) / (1 + len(text) // 80),
                len(words), len(text), len(list(parent.iter())),
            ]))
    return found


def label(found):
    """What the patterns say, then neighbours trained on it."""
    rows = []
    for at, (_, _, own) in enumerate(found):
        before = found[at - 1][2] if at else [0] * 6
        after = found[at + 1][2] if at + 1 < len(found) else [0] * 6
        rows.append(before + own + after)
    classes = ["boilerplate" if name in ("up", "down") else "content" for name, _, _ in found]
    if len(rows) < 5 or len(set(classes)) < 2:
        return classes
    return KNeighborsClassifier(n_neighbors=5).fit(rows, classes).predict(rows)


def main():
    hosts = defaultdict(list)
    for path in archives(sys.argv[1:]):
        for url, date, body in captures(path):
            text, signature = page(body)
            hosts[url.split("/")[2]].append((url, date, text, signature))
    for pages in hosts.values():
        index, times = MinHashLSH(threshold=0.5, num_perm=128), defaultdict(list)
        for number, (url, date, _, signature) in enumerate(pages):
            index.insert(number, signature)
            times[url].append((date, number))
        for captured in times.values():
            captured.sort()
        for number, (url, date, _, _) in enumerate(pages):
            around = cross(number, pages, index, times)
            found = runs(number, around, pages) if "up" in around else []
            content = [text for (_, text, _), name in zip(found, label(found)) if name == "content"]
            print(json.dumps({"url": url, "date": date, "text": "\n".join(content)}, ensure_ascii=False))


if __name__ == "__main__":
    main()
