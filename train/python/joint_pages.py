"""Pages of archives as `joint` measured them, beside their true texts."""

import difflib
import gzip
import json
import re
import unicodedata
from collections import Counter, defaultdict, namedtuple
from pathlib import Path

import numpy

GRAM = 4
# What stands behind the sites of each file: as they are, with planted paragraphs, and all sites as if of one host.
MARKS = ["", " planted", " together"]
# Blocks to each side by which one of several copies is chosen.
AROUND = 3
# Steps of thresholds.
STEPS = 50
TOKEN = re.compile(r"\w+")
ALONE = re.compile(r"([\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\u0e00-\u0eff\u1000-\u109f])")

# site; tokens of the true text and those that do not count; of each block with text its tokens, its row, its share of
# content, and whether it teaches nothing; how likely the page is an article, and a product; its address and date; texts and
# places of blocks, for telling copies; in what share of the partners each stands.
Compared = namedtuple("Compared", "site text ignored blocks rows share skipped likely url timestamp texts places held")


def tokens(text):
    text = unicodedata.normalize("NFC", text or "").replace("\u00ad", "").lower()
    return TOKEN.findall(ALONE.sub(r" \1 ", text))


def golds(paths):
    """(url, timestamp or None) -> site, tokens of the true text, tokens that do not count, labelled nodes."""
    found = {}
    for path in map(Path, paths):
        if path.name.endswith(".jsonl"):
            for line in open(path):
                gold = json.loads(line)
                found[gold["url"], None] = ("human " + gold["site"], tokens(gold["text"]), [], None)
            continue
        for file in sorted(path.glob("*/gold.jsonl.gz")):
            for line in gzip.open(file, "rt"):
                gold = json.loads(line)
                if "tiny" in gold["site"]:
                    continue
                of = lambda label: tokens(
                    " ".join(n["text"] for n in gold["text_nodes"] if n["label"] == label)
                )
                found[gold["url"], gold["timestamp"]] = (
                    gold["site"], of("content"), of("ignore"), gold["text_nodes"]
                )
    return found


def covered(blocks, text):
    """Share of each block's tokens that lie in a run of tokens of the text, and which blocks teach nothing."""
    size = min(GRAM, max(len(text), 1))
    grams = {tuple(text[i : i + size]) for i in range(len(text) - size + 1)}
    stream = [token for block in blocks for token in block]
    hit = [False] * len(stream)
    for i in range(len(stream) - size + 1):
        if tuple(stream[i : i + size]) in grams:
            hit[i : i + size] = [True] * size
    shares, at = [], 0
    for block in blocks:
        shares.append(sum(hit[at : at + len(block)]) / max(len(block), 1))
        at += len(block)
    copies = surplus(blocks, text, shares)
    return [0.0 if copy else share for share, copy in zip(shares, copies)], copies


def surplus(blocks, text, shares):
    """Of blocks that say the same those that the true text has not: all but those among the most text."""
    groups = defaultdict(list)
    for at, block in enumerate(blocks):
        if len(block) >= GRAM:
            groups[tuple(block)].append(at)
    starts = defaultdict(list)
    for at in range(len(text) - GRAM + 1):
        starts[tuple(text[at : at + GRAM])].append(at)

    def around(at):
        near = range(max(at - AROUND, 0), min(at + AROUND + 1, len(blocks)))
        return sum(shares[n] * len(blocks[n]) for n in near) / max(sum(len(blocks[n]) for n in near), 1)

    copies = [False] * len(blocks)
    for block, group in groups.items():
        times, end = 0, 0
        for start in starts.get(block[:GRAM], []) if len(group) > 1 else []:
            if start >= end and tuple(text[start : start + len(block)]) == block:
                times, end = times + 1, start + len(block)
        for at in sorted(group, key=lambda at: (-around(at), at))[times:] if times else []:
            copies[at] = True
    return copies


def once(kept, texts, places):
    """Of equal blocks that are taken, the first and those that stand where it does: what extract::assemble does."""
    taken, left = {}, []
    for keep, text, place in zip(kept, texts, places):
        copy = keep and place is not None and taken.setdefault(text, place) != place
        left.append(bool(keep and not copy))
    return numpy.array(left)


def labelled(blocks, nodes):
    """Share of content of each block, and whether it counts, by aligning its tokens with those of labelled nodes."""
    stream = [token for block in blocks for token in block]
    gold, labels = [], []
    for node in nodes:
        for token in tokens(node["text"]):
            gold.append(token)
            labels.append(node["label"])
    found = [None] * len(stream)
    long = len(stream) * len(gold) > 4e6
    for a, b, size in difflib.SequenceMatcher(None, stream, gold, autojunk=long).get_matching_blocks():
        found[a : a + size] = labels[b : b + size]
    shares, skipped, at = [], [], 0
    for block in blocks:
        count = Counter(found[at : at + len(block)])
        at += len(block)
        known = count["content"] + count["boilerplate"]
        shares.append(count["content"] / known if known else 0.0)
        skipped.append(count["ignore"] + count["mixed"] > known)
    return shares, skipped


def f1(kept, text, ignored):
    text, found = Counter(text), Counter(kept)
    found = found - ((found - text) & Counter(ignored))
    if not text or not found:
        return float(not text and not found)
    right = sum((text & found).values())
    return 2 * right / (sum(text.values()) + sum(found.values()))


def taken(score, blocks, likely, support=0.0):
    """The blocks that a page's threshold takes: what extract::threshold does. `support`: how far scores rest on other pages."""
    score, length = numpy.array(score), numpy.array([len(block) for block in blocks], dtype=float)
    article, product = likely
    step = numpy.minimum((score * STEPS).astype(int), STEPS)
    kept = [length[step >= at].sum() for at in range(STEPS + 1)]
    right = [(score * length)[step >= at].sum() for at in range(STEPS + 1)]

    def f1(at, together):
        apart = 2 * right[at] / max(kept[at] + right[0], 1e-9)
        as_one = [2 * min(kept[at], true) / max(kept[at] + true, 1e-9) for true in kept[1:STEPS]]
        return (1 - together) * apart + together * sum(as_one) / len(as_one)

    def best(together):
        return max(range(STEPS // 5, STEPS // 2 + 1), key=lambda at: (f1(at, together), -at)) / STEPS

    high = next(at for at in range(STEPS * 3 // 5, 0, -1) if at == STEPS // 2 or kept[at] >= 0.8 * kept[STEPS // 2])
    apart = (1 - support) * high / STEPS + support * best(0.0)
    threshold = article * apart + product * best(0.75) + (1 - article - product) * best(0.0)
    return score >= min(threshold, score.max())


def read(paths, gold):
    """Pages of which the truth is known, from files of `fit` (see MARKS), and names of features."""
    pages, names = [], None
    for mark, line in ((mark, line) for mark, path in zip(MARKS, paths) for line in open(path)):
        page = json.loads(line)
        known = gold.get((page["url"], page["timestamp"])) or gold.get((page["url"], None))
        names = page["names"]
        if not known:
            continue
        site, text, ignored, nodes = known
        blocks = [tokens(block["text"]) for block in page["blocks"]]
        share, skipped = labelled(blocks, nodes) if nodes else covered(blocks, text)
        rows = numpy.array([block["row"] for block in page["blocks"]], dtype="f4")
        if len(rows):
            texts = [block["text"] for block in page["blocks"]]
            places = [block["place"] for block in page["blocks"]]
            held = numpy.array([block["held"] for block in page["blocks"]])
            named = page["url"], page["timestamp"], texts, places, held
            likely = tuple(rows[0, [names.index("likely-article"), names.index("likely-product")]])
            pages.append(Compared(site + mark, text, ignored, blocks, rows, share, skipped, likely, *named))
    return pages, names
