"""Fits the joint score, trees and a network, to what `joint` measured.

    joint.py ROWS.jsonl[,PLANTED.jsonl[,TOGETHER.jsonl]] GOLD... [--write DATA] [--without NAME,...] [--held-out SCORES.jsonl]

GOLD are folders of sites with gold.jsonl.gz (labels of text nodes) or files gold-text.jsonl (true texts). PLANTED are
the same pages with paragraphs of other hosts set into all pages of a host (`plant.py`), TOGETHER the same as if of one host
(`joint --together`), which are scored only. --without leaves out features,
or all of one of the KINDS. Trees and network correct the single-page score: they begin from its log odds. Prints token F1
per site, each page scored without its host, beside F1 by the single-page score alone and F1 if every block were labelled
right; then how true these scores are. SCORES.jsonl gets the scores of the blocks of pages scored so: `joint --scores` makes texts of them by all rules of the
method, of which only those for scores, threshold and copies are followed here. --write DATA writes DATA/trees.tsv and
DATA/network.tsv. Needs lightgbm 4.7 and numpy.
"""

import json
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path
from urllib.parse import urlsplit

import lightgbm
import numpy
from joint_pages import MARKS, f1, golds, once, read, taken
from reliability import reliability
from sequences import Sequences, fit
from trees_table import STEADY, table

TREES_ARE = "Trees of the joint score, made by train/python/joint.py; the form: scutch_learn::Trees."
NETWORK_IS = "The network of the joint score, made by train/python/joint.py; the form: scutch_learn::Network."

FOLDS = 5
TREES = 40
WIDTH, ROUNDS = 16, 10
# Sites whose every text node is labelled teach more than pages of which the text is known.
LABELLED = 2.0
# Sites weigh alike up to so many pages.
PAGES = 20.0
# How much pages teach by what was done to them.
TAUGHT = {"": 1.0, " planted": 0.5, " together": 0.0}
# As in joint::weigh.
OWN, SOME, EDITIONS, TEXTS, MOST, RUNNING = 0.5, 3, 0.4, 2, 0.5, 60
# The more pages have a text, the less it is content.
FALLING = ["text", "text-of-best", "text-of-second", "text-of-host"]
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
    **STEADY,
}
# What may be left out together: the names of features with these words in them.
KINDS = {
    "snapshots": re.compile(r".*snapshot.*"),
    "occurrence": re.compile(r"text.*|loose|.*shared|page-unique"),
    "paths": re.compile(r"path.*"),
    "single": re.compile(r"own|(?!path).*score|likely.*"),
}


def log_odds(score):
    score = numpy.clip(score, 0.01, 0.99)
    return numpy.log(score / (1 - score))


def weights(pages):
    """How much each block of each page teaches."""
    count = Counter(page.site for page in pages)
    for page in pages:
        mass = numpy.array([0.0 if skip else len(b) ** 0.5 for b, skip in zip(page.blocks, page.skipped)])
        scale = 100.0 / max(mass.sum(), 1e-6) * min(1.0, PAGES / count[page.site])
        scale *= 1.0 if page.site.startswith("human") else LABELLED
        scale *= TAUGHT[mark(page)]
        yield mass * scale


def sequences(pages, names, like=None):
    """The blocks of all pages, scaled like those of other pages."""
    rows = numpy.concatenate([page.rows for page in pages])
    share = numpy.concatenate([page.share for page in pages])
    starts = numpy.cumsum([0] + [len(page.rows) for page in pages])
    own = rows[:, names.index("own")]
    begin = log_odds(own) if own.any() else own
    data = Sequences(names, rows, share, numpy.concatenate(list(weights(pages))), starts, begin)
    if like:
        data.scale, data.shift = like.scale, like.shift
    return data


def grow(data, chosen):
    """Trees of the chosen pages."""
    blocks = numpy.concatenate([numpy.arange(*data.of(number)) for number in chosen])
    part = lightgbm.Dataset(
        data.rows[blocks], data.target[blocks], weight=data.weight[blocks], init_score=data.begin[blocks]
    )
    falling = [-1 if name in FALLING else 0 for name in data.names]
    return lightgbm.train({**SETTINGS, "monotone_constraints": falling}, part, TREES)


def scores(data, fold, measured):
    """Scores of all pages by trees and networks of data that have not seen their folds: of `data`, then of what else was
    measured, which teaches nothing."""
    found = [[None] * len(folds) for _, folds in [(data, fold), *measured]]
    for held in range(FOLDS):
        chosen = numpy.flatnonzero(fold != held)
        trees, network = grow(data, chosen), fit(data, chosen, WIDTH, ROUNDS)
        for scored, (part, folds) in zip(found, [(data, fold), *measured]):
            for number in numpy.flatnonzero(folds == held):
                here = slice(*part.of(number))
                by_trees = part.begin[here] + trees.predict(part.rows[here], raw_score=True)
                by_network = network.of_sequence(part, number)
                scored[number] = 1 / (1 + numpy.exp(-(by_trees + by_network) / 2))
    return [score for scored in found for score in scored]


def option(args, name):
    """Takes an option out of the arguments."""
    if name not in args:
        return None
    at = args.index(name)
    value = args[at + 1]
    del args[at : at + 2]
    return value


def leave_out(pages, names, without):
    """Sets features to 0."""
    if unknown := [name for name in without if name not in KINDS and name not in names]:
        sys.exit(f"no such feature: {', '.join(unknown)}")
    left_out = lambda name: any(name == w or w in KINDS and KINDS[w].fullmatch(name) for w in without)
    dropped = [at for at, name in enumerate(names) if left_out(name)]
    for page in pages:
        page.rows[:, dropped] = 0.0


def mark(page):
    """What was done to the pages of the site."""
    return next((mark for mark in MARKS[1:] if page.site.endswith(mark)), "")


def host(page):
    """Whose page it is: sites of one host are no strangers."""
    site = page.site.removesuffix(mark(page))
    return site.split(":")[-1] if ":" in site else urlsplit(page.url).netloc.lower().removeprefix("www.")


def judged(page, score, own, support):
    """F1 by a joint score, by the single-page score, and if every block were labelled right."""

    def of(kept):
        return f1([token for block, k in zip(page.blocks, kept) if k for token in block], page.text, page.ignored)

    def by(scores, support=0.0):
        return of(once(taken(scores, page.blocks, page.likely, support), page.texts, page.places))

    return by(score, support), by(own), of(numpy.array(page.share) >= 0.5)


def weighed(page, rows, names, score):
    """The scores of a page by its own score and the joint one: what joint::weigh does."""
    of = lambda name: rows[:, names.index(name)]
    share_of = lambda partners: partners / (partners + OWN)
    partners, chars = numpy.expm1(of("partners")), numpy.expm1(of("chars"))
    begin, odds = log_odds(of("own")), numpy.log(score / (1 - score))
    score = 1 / (1 + numpy.exp(-begin - share_of(partners * of("alike") ** 2) * (odds - begin)))
    running = (chars > RUNNING - 0.5) & ((of("paragraph") > 0) | (of("item") > 0))
    said = running * numpy.minimum(of("text"), page.held) * share_of(partners)
    theirs = said > MOST
    common = (running & (of("loose") > MOST)).sum() >= TEXTS
    editions = common and (score * chars)[theirs].sum() > EDITIONS * (score * chars).sum()
    return score if editions or partners[0] < SOME - 0.5 else numpy.minimum(score, 1 - said)


def supported(rows, names):
    """How far the scores of a page rest on others: what joint::weigh::support does."""
    like = numpy.expm1(rows[0, names.index("partners")]) * rows[0, names.index("alike")] ** 2 / SOME
    return like**2 / (like**2 + 1)


def report(pages, results):
    """Prints means by site and by group of sites."""
    sites, groups, marks = defaultdict(list), {}, {page.site: mark(page) for page in pages}
    for page, result in zip(pages, results):
        sites[page.site].append(result)
    show = lambda mean: f"joint {mean[0]:.4f} single {mean[1]:.4f} best {mean[2]:.4f}"
    for site, values in sorted(sites.items()):
        mean = numpy.mean(values, axis=0)
        print(f"{site:44} {len(values):3} {show(mean)}")
        keys = ["known text", site.split(":")[0].removeprefix("human ")] if ":" in site else ["labelled"]
        for key in keys:
            groups.setdefault(key + marks[site], []).append(mean)
    for key, values in sorted(groups.items()):
        print(f"{key:28} {len(values):3} sites: {show(numpy.mean(values, axis=0))}")


def main():
    args = sys.argv[1:]
    write, held_out = option(args, "--write"), option(args, "--held-out")
    without = [name for name in (option(args, "--without") or "").split(",") if name]
    pages, names = read(args[0].split(","), golds(args[1:]))
    # What is left out is left out of the rows, not of what they are compared with.
    rows = [page.rows.copy() for page in pages]
    own = [of[:, names.index("own")] for of in rows]
    leave_out(pages, names, without)
    hosts = sorted({host(page) for page in pages})
    fold = numpy.array([hosts.index(host(page)) % FOLDS for page in pages])
    # Files come in the order of MARKS: those that teach come first.
    count = sum(TAUGHT[mark(page)] > 0 for page in pages)
    data = sequences(pages[:count], names)
    measured = [(sequences(pages[count:], names, data), fold[count:])] if pages[count:] else []
    found = scores(data, fold[:count], measured)
    final = [weighed(page, of, names, score) for page, of, score in zip(pages, rows, found)]
    support = [supported(of, names) for of in rows]
    report(pages, [judged(*of) for of in zip(pages, final, own, support)])
    reliability([(page, score) for page, score in zip(pages, final) if not mark(page)])
    if held_out:
        known = [(page, found[number]) for number, page in enumerate(pages) if not mark(page)]
        lines = [
            {"url": page.url, "timestamp": page.timestamp, "scores": score.astype(float).round(5).tolist()}
            for page, score in known
        ]
        Path(held_out).write_text("".join(json.dumps(line) + "\n" for line in lines))
    if write:
        everything = numpy.arange(count)
        trees, network = grow(data, everything), fit(data, everything, WIDTH, ROUNDS)
        (Path(write) / "trees.tsv").write_text(table(trees, names, TREES_ARE))
        (Path(write) / "network.tsv").write_text(network.table(data, NETWORK_IS))
        gain = trees.feature_importance("gain")
        print("most used by the trees:", ", ".join(names[i] for i in numpy.argsort(-gain)[:20]))


if __name__ == "__main__":
    main()
