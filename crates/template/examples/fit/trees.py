"""Grows the trees of the joint method from what `fit` measured.

    trees.py ROWS.jsonl[,PLANTED.jsonl] GOLD... [--write TABLE] [--without NAME,...] [--held-out SCORES.jsonl]

GOLD are folders of sites with gold.jsonl.gz (labels of text nodes) or files gold-text.jsonl (true texts). PLANTED are
the same pages with paragraphs of other hosts set into all pages of a host (`plant.py`). --without leaves out features,
or all of one of the KINDS. The trees correct the single-page score: they begin from its log odds. Prints token F1 per
site, each page scored by trees grown without its host, beside F1 by the single-page score alone and F1 if every block
were labelled right. SCORES.jsonl gets the scores of the blocks of pages scored so: `fit --scores` makes texts of them by
all rules of the method, of which only threshold and copies are followed here.
Needs lightgbm 4.7 and numpy.
"""

import difflib
import gzip
import json
import re
import sys
import unicodedata
from collections import Counter, defaultdict
from pathlib import Path

import lightgbm
import numpy

sys.path.append(str(Path(__file__).resolve().parents[3] / "learn" / "examples"))
from trees_table import table  # noqa: E402

WHAT = "Trees of the joint score, made by crates/template/examples/fit; the form: scutch_learn::Trees."

FOLDS = 5
TREES = 40
# Sites whose every text node is labelled teach more than pages of which the text is known.
LABELLED = 2.0
# Sites weigh alike up to so many pages.
PAGES = 20.0
PLANTED = 0.5
# The more pages have a text, the less it is content.
FALLING = ["text", "text-of-best", "text-of-second", "text-of-host"]
GRAM = 4
# Blocks to each side by which one of several copies is chosen.
AROUND = 3
# Steps of thresholds.
STEPS = 50
SETTINGS = {
    "objective": "cross_entropy",
    "num_leaves": 16,
    "extra_trees": True,
    "learning_rate": 0.06,
    "min_data_in_leaf": 80,
    "feature_fraction": 0.5,
    "bagging_fraction": 0.7,
    "bagging_freq": 1,
    "lambda_l2": 10.0,
    "max_bin": 63,
    "seed": 1,
    "deterministic": True,
    "force_row_wise": True,
    "num_threads": 1,
    "verbosity": -1,
}
# What may be left out together: the names of features with these words in them.
KINDS = {
    "snapshots": re.compile(r".*snapshot.*"),
    "occurrence": re.compile(r"text.*|loose|.*shared|page-unique"),
    "paths": re.compile(r"path.*"),
    "single": re.compile(r"own|(?!path).*score"),
}
TOKEN = re.compile(r"\w+")
ALONE = re.compile(r"([\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\u0e00-\u0eff\u1000-\u109f])")


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


def taken(score, blocks, likely):
    """The blocks that a page's threshold takes: what extract::threshold does."""
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
    threshold = article * high / STEPS + product * best(0.75) + (1 - article - product) * best(0.0)
    return score >= min(threshold, score.max())


def log_odds(score):
    score = numpy.clip(score, 0.01, 0.99)
    return numpy.log(score / (1 - score))


def grow(rows, truth, weight, names):
    start = log_odds(rows[:, names.index("own")])
    data = lightgbm.Dataset(rows, truth, weight=weight, init_score=start)
    falling = [-1 if name in FALLING else 0 for name in names]
    return lightgbm.train({**SETTINGS, "monotone_constraints": falling}, data, TREES)


def read(paths, gold):
    pages, names = [], None
    for mark, line in ((" planted" * n, line) for n, path in enumerate(paths) for line in open(path)):
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
            named = (page["url"], page["timestamp"], texts, page["likely"], places)
            pages.append((site + mark, text, ignored, blocks, rows, share, skipped, named))
    return pages, names


def examples(pages, chosen):
    rows, truth, weight = [], [], []
    count = Counter(page[0] for page in pages)
    for number, (site, _, _, blocks, values, share, skipped, _) in enumerate(pages):
        if not chosen(number):
            continue
        mass = numpy.array([0.0 if skip else len(b) ** 0.5 for b, skip in zip(blocks, skipped)])
        scale = 100.0 / max(mass.sum(), 1e-6) * min(1.0, PAGES / count[site])
        scale *= 1.0 if site.startswith("human") else LABELLED
        scale *= PLANTED if site.endswith(" planted") else 1.0
        rows.append(values)
        truth.extend(share)
        weight.append(mass * scale)
    return numpy.concatenate(rows), numpy.array(truth), numpy.concatenate(weight)


def option(args, name):
    """Takes an option out of the arguments."""
    if name not in args:
        return None
    at = args.index(name)
    value = args[at + 1]
    del args[at : at + 2]
    return value


def main():
    args = sys.argv[1:]
    write, held_out = option(args, "--write"), option(args, "--held-out")
    without = [name for name in (option(args, "--without") or "").split(",") if name]
    pages, names = read(args[0].split(","), golds(args[1:]))
    own = names.index("own")
    left_out = lambda name: any(name == w or w in KINDS and KINDS[w].fullmatch(name) for w in without)
    if unknown := [name for name in without if name not in KINDS and name not in names]:
        sys.exit(f"no such feature: {', '.join(unknown)}")
    dropped = [at for at, name in enumerate(names) if left_out(name)]
    for page in pages:
        page[4][:, dropped] = 0.0
    sites = sorted({page[0] for page in pages})
    host = lambda site: site.removesuffix(" planted").split(":")[-1]
    hosts = sorted({host(site) for site in sites})
    fold = {site: hosts.index(host(site)) % FOLDS for site in sites}
    result, scores = defaultdict(list), []
    for held in range(FOLDS):
        model = grow(*examples(pages, lambda n: fold[pages[n][0]] != held), names)
        for page in pages:
            if fold[page[0]] != held:
                continue
            site, text, ignored, blocks, rows, share, _, (url, timestamp, parts, likely, places) = page
            odds = model.predict(rows, raw_score=True) + log_odds(rows[:, own])
            score = 1 / (1 + numpy.exp(-odds))
            joint = once(taken(score, blocks, likely), parts, places)
            single = once(taken(rows[:, own], blocks, likely), parts, places)
            pick = lambda kept: [t for b, k in zip(blocks, kept) if k for t in b]
            if not site.endswith(" planted"):
                scores.append({"url": url, "timestamp": timestamp, "scores": score.round(5).tolist()})
            result[site].append((
                f1(pick(joint), text, ignored),
                f1(pick(single), text, ignored),
                f1(pick(numpy.array(share) >= 0.5), text, ignored),
            ))
    if held_out:
        Path(held_out).write_text("".join(json.dumps(page) + "\n" for page in scores))
    groups = {}
    for site in sites:
        mean = numpy.mean(result[site], axis=0)
        print(f"{site:44} {len(result[site]):3} joint {mean[0]:.4f} single {mean[1]:.4f} best {mean[2]:.4f}")
        mark = " planted" if site.endswith(" planted") else ""
        keys = ["known text", site.split(":")[0].removeprefix("human ")] if ":" in site else ["labelled"]
        for key in keys:
            groups.setdefault(key + mark, []).append(mean)
    for key, values in sorted(groups.items()):
        mean = numpy.mean(values, axis=0)
        print(f"{key:28} {len(values):3} sites: joint {mean[0]:.4f} single {mean[1]:.4f} best {mean[2]:.4f}")
    if write:
        model = grow(*examples(pages, lambda n: True), names)
        Path(write).write_text(table(model, names, WHAT))
        gain = model.feature_importance("gain")
        print("most used:", ", ".join(names[i] for i in numpy.argsort(-gain)[:20]))


if __name__ == "__main__":
    main()
