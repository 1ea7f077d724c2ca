"""Grows the trees of the second score from what `fit` measured.

    trees.py OUT [--write DATA]

Prints token F1 per set and kind of page, each page scored by trees grown without any page of its
host, beside the best that any labelling of its blocks could reach. `--write DATA` grows them on all
pages and writes DATA/trees.tsv. The trees of each fold go to OUT/fold-N. Needs lightgbm 4.7 and numpy.
"""

import sys
from pathlib import Path

import lightgbm
import numpy

sys.path.append(str(Path(__file__).resolve().parents[3] / "learn" / "examples"))
from trees_table import table  # noqa: E402

WHAT = "Trees of the second score, made by crates/page/examples/fit; read by extract::model."

FOLDS = 5
TREES = 160
SETTINGS = {
    "objective": "cross_entropy",
    # Thresholds at random: hosts that no tree has seen are read better, by up to .01 on news.
    "extra_trees": True,
    "num_leaves": 31,
    "learning_rate": 0.1,
    "min_data_in_leaf": 60,
    "feature_fraction": 0.5,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "lambda_l2": 5.0,
    "max_bin": 63,
    "seed": 1,
    "deterministic": True,
    "force_row_wise": True,
    "num_threads": 1,
    "verbosity": -1,
}


def read(out):
    names = (out / "names.txt").read_text().split("\n")
    rows = numpy.fromfile(out / "rows.f32", dtype="<f4").reshape(-1, len(names))
    blocks = [line.rstrip("\n").split("\t") for line in open(out / "blocks.tsv")]
    page = numpy.array([int(b[0]) for b in blocks])
    truth = numpy.array([float(b[1]) if b[1] else numpy.nan for b in blocks])
    tokens = numpy.array([int(b[2]) for b in blocks], dtype=float)
    weight = numpy.array([float(b[3]) for b in blocks])
    pages = [line.rstrip("\n").split("\t") for line in open(out / "pages.tsv")]
    return names, rows, page, truth, tokens, weight, pages


def grow(rows, truth, weight, chosen):
    chosen = chosen & (weight > 0)
    data = lightgbm.Dataset(rows[chosen], truth[chosen], weight=weight[chosen])
    return lightgbm.train(SETTINGS, data, TREES)


def f1_of_pages(scores, threshold, page, truth, tokens, pages):
    """Token F1 as if the tokens of a block in the true text were its first ones."""
    kept = scores >= threshold
    count = len(pages)
    known = numpy.nan_to_num(truth)
    taken = numpy.bincount(page, tokens * kept, count)
    right = numpy.bincount(page, tokens * known * kept, count)
    gold = numpy.array([float(p[3]) for p in pages])
    right = numpy.minimum(right, gold)
    return 2 * right / numpy.maximum(taken + gold, 1)


def main():
    out = Path(sys.argv[1])
    names, rows, page, truth, tokens, weight, pages = read(out)
    fold = numpy.array([int(p[2]) for p in pages])[page]
    scores = numpy.zeros(len(page))
    for held_out in range(FOLDS):
        model = grow(rows, truth, weight, fold != held_out)
        scores[fold == held_out] = model.predict(rows[fold == held_out])
        if (out / f"fold-{held_out}").is_dir():
            (out / f"fold-{held_out}" / "trees.tsv").write_text(table(model, names, WHAT))
    whole = numpy.array([float(p[4]) >= 0 for p in pages])
    for threshold in (0.35, 0.4, 0.45, 0.5, 0.55, 0.6):
        f1 = f1_of_pages(scores, threshold, page, truth, tokens, pages)
        print(f"threshold {threshold:.2f}: mean F1 {f1[whole].mean():.4f}")
    f1 = f1_of_pages(scores, 0.5, page, truth, tokens, pages)
    groups = {}
    for number, (name, kind, _, _, best) in enumerate(pages):
        if whole[number]:
            for key in {name, f"{name}.{kind}"} - {f"{name}.-"}:
                groups.setdefault(key, []).append((f1[number], float(best)))
    print("held out by host: set, pages, F1, and F1 if every block were labelled right")
    for key in sorted(groups):
        mean = numpy.mean(groups[key], axis=0)
        print(f"{key:24} {len(groups[key]):5} {mean[0]:.4f} {mean[1]:.4f}")
    part = ~whole[page] & ~numpy.isnan(truth)
    print(f"segments: {((scores >= 0.5) == (truth >= 0.5))[part].mean():.4f} of {part.sum()}")
    if "--write" in sys.argv:
        model = grow(rows, truth, weight, numpy.ones(len(page), bool))
        data = Path(sys.argv[sys.argv.index("--write") + 1])
        (data / "trees.tsv").write_text(table(model, names, WHAT))
        gain = model.feature_importance("gain")
        best = numpy.argsort(-gain)[:40]
        print("most used:", ", ".join(names[i] for i in best))


main()
