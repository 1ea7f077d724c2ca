#!/usr/bin/env python3
"""Compares `--diff difflib` with lxml's html_annotate on pairs of pages.

annotate_oracle.py PAIRS

PAIRS is the output of `cargo run --release -p scutch-train -- oracle pairs ARCHIVE...`. Needs, in an
environment of its own, lxml 6. Each pair is compared twice: the page's words as our parser reads them, given to
html_annotate as paragraphs of escaped text, must come out with the same versions; so must the pages themselves as
lxml's parser reads them, wherever the two parsers see the same words. With one page beside it star and chain must say
the same. Images are taken out first: html_annotate
counts them as words.
"""
import html
import json
import sys

import lxml.html
from lxml.html.diff import html_annotate

UNSEEN = ["script", "style", "template", "noscript", "iframe", "img"]


def annotated(old, new):
    """Words of the new page, and of each whether it is the old one's."""
    pieces = []

    def keep(text, version):
        pieces.append((text, version))
        return text

    html_annotate([(old, "old"), (new, "new")], markup=keep)
    words, shared = [], []
    for text, version in pieces:
        for word in html.unescape(text).split():
            words.append(word)
            shared.append(int(version == "old"))
    return words, shared


def body(source):
    page = lxml.html.document_fromstring(source.encode("utf-8"), parser=lxml.html.HTMLParser(encoding="utf-8"))
    found = page.find("body")
    names = [".//comment()", ".//processing-instruction()", *(".//" + name for name in UNSEEN)]
    for node in [] if found is None else found.xpath(" | ".join(names)):
        node.drop_tree()
    return "" if found is None else lxml.html.tostring(found, encoding="unicode")


def words_only(words):
    return "<p>" + html.escape(" ".join(words)) + "</p>"


def words_of(source):
    """Words per text node, as html_annotate cuts them."""
    page = lxml.html.fromstring(source) if source.strip() else None
    return [] if page is None else [word for text in page.itertext() for word in text.split()]


def main():
    pairs = equal_words = equal_pages = other_words = equal_star = 0
    different = []
    for line in open(sys.argv[1]):
        pair = json.loads(line)
        if not pair["words"] or not pair["before"]:
            continue
        pairs += 1
        ours = (pair["words"], pair["shared"])
        equal_star += pair["star"] == pair["shared"]
        equal_words += annotated(words_only(pair["before"]), words_only(pair["words"])) == ours
        old, new = body(pair["old"]), body(pair["new"])
        theirs = annotated(old, new)
        equal_pages += theirs == ours
        if (words_of(old), theirs[0]) != (pair["before"], pair["words"]):
            other_words += 1
        elif theirs != ours:
            differ = sum(a != b for a, b in zip(theirs[1], pair["shared"]))
            different.append(f"{pair['url']}: {differ} of {len(pair['words'])} words")
    print(f"{pairs} pairs; equal on the words alone: {equal_words}; equal on the pages: {equal_pages}")
    print(f"star and chain equal: {equal_star}")
    print(f"parsers read other words: {other_words}; same words, other versions: {len(different)}")
    print("\n".join(different[:20]))


if __name__ == "__main__":
    main()
