"""Fits the network of the second score to what `blocks` measured.

    block_network.py OUT [--write DATA]

The network reads the blocks of a page together, see `scutch_learn::Network`. Prints token F1 per set and kind of page,
each page scored by a network that has not seen its host (the trees' voice is not counted here). `--write DATA` fits it to
all pages and writes DATA/network.tsv. The network of each fold goes to OUT/fold-N. Needs numpy.
"""

import sys
from pathlib import Path

import numpy
from block_rows import FOLDS, read, report
from sequences import Sequences, fit

WHAT = "The network of the second score, made by train/python/block_network.py; read by extract::model."

WIDTH, ROUNDS = 32, 6


def main():
    out = Path(sys.argv[1])
    names, rows, page, truth, tokens, weight, pages = read(out)
    starts = numpy.searchsorted(page, numpy.arange(len(pages) + 1))
    weight = numpy.where(numpy.isnan(truth), 0, weight)
    data = Sequences(names, rows, numpy.nan_to_num(truth), weight, starts)
    fold = numpy.array([int(page[2]) for page in pages])
    log_odds = numpy.zeros(len(page))
    for held_out in range(FOLDS):
        network = fit(data, numpy.flatnonzero(fold != held_out), WIDTH, ROUNDS)
        for number in numpy.flatnonzero(fold == held_out):
            log_odds[slice(*data.of(number))] = network.of_sequence(data, number)
        if (out / f"fold-{held_out}").is_dir():
            (out / f"fold-{held_out}" / "network.tsv").write_text(network.table(data, WHAT))
    report(1 / (1 + numpy.exp(-log_odds)), page, truth, tokens, pages)
    if "--write" in sys.argv:
        folder = Path(sys.argv[sys.argv.index("--write") + 1])
        network = fit(data, numpy.arange(len(pages)), WIDTH, ROUNDS)
        (folder / "network.tsv").write_text(network.table(data, WHAT))


main()
