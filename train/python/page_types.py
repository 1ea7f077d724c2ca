"""Grows the trees that tell the type of a page from what `page-types` measured.

    page_types.py OUT [--write DATA] [--scores FILE] [--folds FIT]

Prints how well types are told of pages whose hosts no tree has seen, for each form of a page: accuracy, precision
and recall by type, what was taken for what, and whether the scores are probabilities. `--write DATA` grows the
trees on all pages and writes DATA/types.tsv; `--scores FILE` writes the held-out scores of every page, `--folds FIT`
the trees of each fold to FIT/fold-N, where `blocks` reads them, and the fold of each page whose type is
known to FIT/type-folds.tsv. Needs lightgbm 4.7 and numpy.
"""

import sys
from pathlib import Path

import lightgbm
import numpy
from trees_table import STEADY

TYPES = ["article", "documentation", "service", "forum", "listing", "collection", "product"]
FOLDS = 5
TREES = 80
SETTINGS = {
    "objective": "multiclass",
    "num_class": len(TYPES),
    "num_leaves": 4,
    "learning_rate": 0.12,
    "min_data_in_leaf": 8,
    "feature_fraction": 0.2,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "lambda_l2": 3.0,
    **STEADY,
}
# What the forms of a page weigh beside the page as it is.
FORMS = {"whole": 1.0, "no-address": 0.3, "old": 0.4, "short": 0.45, "cut": 0.45}
# Forms that may tell nothing: then types are as likely as they are frequent, so rare ones weigh no more.
SCANT = ["short", "cut"]
# From this score on a type is told.
SURE = 0.4
WHAT = """# Trees that tell the type of a page, made by train/python/page_types.py; read by extract::page_type.
# features, names; then a line per tree: type, nodes in preorder, feature:threshold:0 or log odds in leaves."""


class Pages:
    def __init__(self, out):
        self.names = (out / "names.txt").read_text().split("\n")
        self.rows = numpy.fromfile(out / "rows.f32", dtype="<f4").reshape(-1, len(self.names))
        lines = [line.rstrip("\n").split("\t") for line in open(out / "pages.tsv")]
        self.set, self.file, kind, fold, self.form = (numpy.array(c) for c in zip(*lines))
        self.kind = numpy.array([TYPES.index(k) if k in TYPES else -1 for k in kind])
        self.fold = fold.astype(int)

    def grow(self, chosen):
        """Rare types weigh more, by the root of how rare they are, but not where there is little to tell them by."""
        chosen = chosen & (self.kind >= 0)
        kind = self.kind[chosen]
        count = numpy.bincount(kind, minlength=len(TYPES))
        rare = numpy.sqrt(count.max() / numpy.maximum(count, 1))
        rare = numpy.where(numpy.isin(self.form[chosen], SCANT), 1.0, rare[kind])
        weight = rare * numpy.array([FORMS[form] for form in self.form[chosen]])
        data = lightgbm.Dataset(self.rows[chosen], kind, weight=weight)
        return lightgbm.train(SETTINGS, data, TREES)

    def held_out(self):
        """Trees grown without the pages of some hosts, and the log odds of these pages by them."""
        models, found = [], numpy.zeros((len(self.kind), len(TYPES)))
        for fold in range(FOLDS):
            models.append(self.grow(self.fold != fold))
            asked = self.fold == fold
            found[asked] = models[-1].predict(self.rows[asked], raw_score=True)
        return models, found


def probabilities(odds, scale):
    odds = odds * scale
    powers = numpy.exp(odds - odds.max(1, keepdims=True))
    return powers / powers.sum(1, keepdims=True)


def loss(found, kind):
    return -numpy.log(numpy.maximum(found[numpy.arange(len(kind)), kind], 1e-9)).mean()


def best_scale(odds, kind):
    """What held-out log odds are multiplied by so that they are probabilities."""
    scales = numpy.arange(0.5, 1.51, 0.05)
    return min(scales, key=lambda scale: loss(probabilities(odds, scale), kind))


def report(form, found, kind):
    guess = found.argmax(1)
    right = guess == kind
    table = numpy.zeros((len(TYPES), len(TYPES)), int)
    numpy.add.at(table, (kind, guess), 1)
    print(f"{form}: {len(kind)} pages, accuracy {right.mean():.4f}, loss {loss(found, kind):.4f}")
    print(f"{'type':14} {'pages':>5} precision recall | taken for {' '.join(t[:4] for t in TYPES)}")
    for place, name in enumerate(TYPES):
        precision = table[place, place] / max(table[:, place].sum(), 1)
        recall = table[place, place] / max(table[place].sum(), 1)
        taken = " ".join(f"{n:4}" for n in table[place])
        print(f"{name:14} {table[place].sum():5} {precision:9.3f} {recall:6.3f} |           {taken}")
    top = found.max(1)
    bounds = [0, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.01]
    print("score       pages  mean score  right")
    for low, high in zip(bounds, bounds[1:]):
        part = (top >= low) & (top < high)
        if part.any():
            print(f"{low:.2f}-{high:.2f} {part.sum():7} {top[part].mean():11.3f} {right[part].mean():6.3f}")
    sure = top >= SURE
    print(f"from {SURE} on: {sure.mean():.4f} of the pages, {right[sure].mean():.4f} of them right\n")


def write(model, names, scale, data):
    used, lines = {}, []
    for number, tree in enumerate(model.dump_model()["tree_info"]):
        nodes = []
        walk(tree["tree_structure"], used, scale, nodes)
        lines.append(f"{TYPES[number % len(TYPES)]}\t" + " ".join(nodes))
    features = "features\t" + " ".join(names[feature] for feature in used)
    (data / "types.tsv").write_text("\n".join([WHAT, features, *lines]) + "\n")


def walk(node, used, scale, nodes):
    """A tree in preorder; `used` numbers the features in the order of their first use."""
    if "leaf_value" in node:
        nodes.append(f"{node['leaf_value'] * scale:.4g}")
        return
    feature = used.setdefault(node["split_feature"], len(used))
    nodes.append(f"{feature}:{node['threshold']:.6g}:0")
    walk(node["left_child"], used, scale, nodes)
    walk(node["right_child"], used, scale, nodes)


def main():
    pages = Pages(Path(sys.argv[1]))
    models, odds = pages.held_out()
    known = pages.kind >= 0
    whole = known & (pages.form == "whole")
    scale = best_scale(odds[whole], pages.kind[whole])
    print(f"scale {scale:.2f}")
    found = probabilities(odds, scale)
    for form in FORMS:
        part = known & (pages.form == form)
        report(form, found[part], pages.kind[part])
    if "--scores" in sys.argv:
        with open(sys.argv[sys.argv.index("--scores") + 1], "w") as scores:
            for at in numpy.flatnonzero(pages.form == "whole"):
                fields = [pages.set[at], Path(pages.file[at]).name, *(f"{p:.5f}" for p in found[at])]
                print("\t".join(fields), file=scores)
    if "--folds" in sys.argv:
        fit = Path(sys.argv[sys.argv.index("--folds") + 1])
        for fold, model in enumerate(models):
            (fit / f"fold-{fold}").mkdir(parents=True, exist_ok=True)
            write(model, pages.names, scale, fit / f"fold-{fold}")
        with open(fit / "type-folds.tsv", "w") as folds:
            for at in numpy.flatnonzero(whole):
                print(pages.set[at], pages.file[at], pages.fold[at], sep="\t", file=folds)
    if "--write" in sys.argv:
        model = pages.grow(known)
        write(model, pages.names, scale, Path(sys.argv[sys.argv.index("--write") + 1]))
        gain = model.feature_importance("gain")
        print("most used:", ", ".join(pages.names[i] for i in numpy.argsort(-gain)[:40]))


main()
