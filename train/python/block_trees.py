"""Grows the trees of the second score from what `blocks` measured.

    block_trees.py OUT [--write DATA]

Prints token F1 per set and kind of page, each page scored by trees grown without any page of its
host, beside the best that any labelling of its blocks could reach. `--write DATA` grows them on all
pages and writes DATA/trees.tsv. The trees of each fold go to OUT/fold-N. Needs lightgbm 4.7 and numpy.
"""

import sys
from pathlib import Path

import lightgbm
import numpy
from block_rows import FOLDS, read, report
from trees_table import STEADY, table

WHAT = "Trees of the second score, made by train/python/block_trees.py; read by extract::model."

# Many trees that say little each: fits differ less by chance.
TREES = 300
SETTINGS = {
    "objective": "cross_entropy",
    # Thresholds at random: hosts that no tree has seen are read better, by up to .01 on news.
    "extra_trees": True,
    "num_leaves": 31,
    "learning_rate": 0.05,
    "min_data_in_leaf": 60,
    "feature_fraction": 0.5,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "lambda_l2": 5.0,
    **STEADY,
}


def grow(rows, truth, weight, chosen):
    chosen = chosen & (weight > 0)
    data = lightgbm.Dataset(rows[chosen], truth[chosen], weight=weight[chosen])
    return lightgbm.train(SETTINGS, data, TREES)


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
    report(scores, page, truth, tokens, pages)
    if "--write" in sys.argv:
        model = grow(rows, truth, weight, numpy.ones(len(page), bool))
        data = Path(sys.argv[sys.argv.index("--write") + 1])
        (data / "trees.tsv").write_text(table(model, names, WHAT))
        gain = model.feature_importance("gain")
        best = numpy.argsort(-gain)[:40]
        print("most used:", ", ".join(names[i] for i in best))


main()
