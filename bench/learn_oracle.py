#!/usr/bin/env python3
"""Compares k-nearest-neighbours and random forest of crates/learn with scikit-learn on the same rows.

learn_oracle.py TRAIN [ROWS] [--seeds N]

TRAIN is the program that `cargo build --release -p scutch-train` makes. ROWS are rows of the
program's own features, as `cargo run --release -p scutch-train -- oracle rows ARCHIVE...` writes them. Needs, in an
environment of its own, scikit-learn. k-NN must give equal votes on every row; ties depend on the number of threads
in scikit-learn, so it runs in one. Of forests the accuracy is compared over N seeds (20 unless told).
"""
import os

os.environ["OMP_NUM_THREADS"] = "1"

import argparse
import random
import statistics
import subprocess
import time

import numpy
from sklearn.ensemble import RandomForestClassifier
from sklearn.neighbors import KNeighborsClassifier

K = 5


class SplitMix:
    """The generator of crates/learn, for the vectors of its unit tests."""

    def __init__(self, seed):
        self.state = seed

    def below(self, end):
        mask = (1 << 64) - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        return ((z ^ (z >> 31)) * end) >> 64


def unit_test_vectors():
    draws = SplitMix(11)
    grid = lambda count: [[draws.below(4) for _ in range(3)] for _ in range(count)]
    train, asked = grid(40), grid(24)
    return train, [at % 3 == 0 for at in range(40)], asked


def grid_rows(seed, count, width, values):
    """Few values, so that most distances tie; a class that depends on the row, with noise."""
    draws = random.Random(seed)
    rows = [[draws.randrange(values) for _ in range(width)] for _ in range(count)]
    classes = [(row[0] + row[1] > values - 1) != (draws.random() < 0.1) for row in rows]
    return rows, classes


def ours(predict, args, train, classes, asked):
    lines = ["%d\t%s" % (c, "\t".join(map(str, row))) for c, row in zip(classes, train)]
    lines += ["?\t" + "\t".join(map(str, row)) for row in asked]
    start = time.perf_counter()
    done = subprocess.run([predict, "predict", *args], input="\n".join(lines), capture_output=True, text=True, check=True)
    return [float(line) for line in done.stdout.split()], time.perf_counter() - start


def knn(predict, name, train, classes, asked):
    model = KNeighborsClassifier(n_neighbors=K, algorithm="brute").fit(numpy.array(train, float), classes)
    start = time.perf_counter()
    column = list(model.classes_).index(True)
    theirs = model.predict_proba(numpy.array(asked, float))[:, column]
    took = time.perf_counter() - start
    found, ourtime = ours(predict, ["knn", str(K)], train, classes, asked)
    differ = sum(round(a * K) != round(b * K) for a, b in zip(found, theirs))
    print(f"knn {name}: {len(train)} rows, {len(asked)} asked, {differ} votes differ; {ourtime:.2f} s, theirs {took:.2f} s")
    return theirs


def forest(predict, seeds, name, train, classes, asked, truth):
    mine, theirs = [], []
    for seed in range(seeds):
        model = RandomForestClassifier(n_estimators=10, random_state=seed).fit(numpy.array(train, float), classes)
        theirs.append(float((model.predict(numpy.array(asked, float)) == numpy.array(truth)).mean()))
        found, _ = ours(predict, ["forest", "10", str(seed)], train, classes, asked)
        mine.append(sum((score > 0.5) == bool(t) for score, t in zip(found, truth)) / len(truth))
    for who, figures in (("ours", mine), ("scikit-learn", theirs)):
        mean, spread = statistics.mean(figures), statistics.stdev(figures)
        print(f"forest {name}: {who:12} accuracy {mean:.4f}, standard deviation {spread:.4f} over {seeds} seeds")


def own_rows(path):
    rows, classes = [], []
    for line in open(path):
        head, *values = line.split("\t")
        rows.append([float(value) for value in values])
        classes.append(head == "1")
    order = list(range(len(rows)))
    random.Random(0).shuffle(order)
    return [rows[at] for at in order], [classes[at] for at in order]


def whole(text):
    """A standard deviation needs two."""
    count = int(text)
    if count < 2:
        raise argparse.ArgumentTypeError("at least 2")
    return count


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("predict", metavar="TRAIN")
    parser.add_argument("rows", metavar="ROWS", nargs="?")
    parser.add_argument("--seeds", metavar="N", type=whole, default=20)
    return parser.parse_args()


def main():
    asked = arguments()
    predict, seeds = asked.predict, asked.seeds
    votes = knn(predict, "unit test", *unit_test_vectors())
    print("votes of the unit test:", [round(vote * K) for vote in votes])
    for width, values, count in ((3, 3, 2000), (6, 4, 5000), (72, 3, 3000), (24, 40, 5000)):
        rows, classes = grid_rows(width, count + 1000, width, values)
        knn(predict, f"grid of {width} columns", rows[:count], classes[:count], rows[count:])
    for seed, width in ((1, 10), (2, 72)):
        rows, classes = grid_rows(seed, 3000, width, 9)
        forest(predict, seeds, f"{width} columns", rows[:1500], classes[:1500], rows[1500:], classes[1500:])
    if asked.rows:
        rows, classes = own_rows(asked.rows)
        half = min(len(rows) // 2, 100_000)
        end = half + 5000
        knn(predict, "own features", rows[:half], classes[:half], rows[half:end])
        half = min(half, 10_000)
        forest(predict, seeds, "own features", rows[:half], classes[:half], rows[half : half + 5000], classes[half : half + 5000])


if __name__ == "__main__":
    main()
