"""Fits the network of the second score to what `fit` measured.

    network.py OUT [--write DATA]

The network reads the blocks of a page together, see `scutch_learn::Network`. Prints token F1 per set and kind of page,
each page scored by a network that has not seen its host (the trees' voice is not counted here). `--write DATA` fits it to all pages and writes
DATA/network.tsv. The network of each fold goes to OUT/fold-N. Needs numpy. The same table comes out where sums are made in the
same order: `cargo xtask train` lets numpy use one thread.
"""

import sys
from pathlib import Path

import numpy
from measured import FOLDS, read, report

WHAT = "# The network of the second score, made by crates/page/examples/fit; read by extract::model.\n"

F32 = numpy.float32
# Channels: as in scutch_learn::Network.
WIDTH = 32
# How many blocks each layer looks back and ahead.
FAR = (1, 2, 4)
# Rows between the pages of a batch, so that no page looks into the next.
GAP = max(FAR)
PAGES = 8
ROUNDS = 6
# Of longer pages so many blocks are read at a time, others in each round.
LONG = 1500
# Shares of features and of channels that are left out at random.
BLIND, DROPPED = 0.1, 0.4
RATE, DECAY, CLIP = 4e-3, 1e-2, 1.0
# Features that hardly vary are not spread any further.
SPREAD, CONSTANT = 0.2, 1e-4


class Data:
    """The blocks of all pages."""

    def __init__(self, out):
        self.names, rows, self.page, self.truth, self.tokens, weight, self.pages = read(out)
        spread = rows[::20].std(axis=0)
        self.scale = (1 / numpy.maximum(spread, SPREAD) * (spread > CONSTANT)).astype(F32)
        # Scaled and shifted, features lie around zero.
        self.shift = (rows[::20].mean(axis=0) * self.scale).astype(F32)
        self.rows = rows
        self.target = numpy.nan_to_num(self.truth).astype(F32)
        self.weight = numpy.where(numpy.isnan(self.truth), 0, weight).astype(F32)
        self.starts = numpy.searchsorted(self.page, numpy.arange(len(self.pages) + 1))

    def blocks(self, page):
        return self.starts[page], self.starts[page + 1]


class Batch:
    """Blocks of some pages, one page after the other."""

    def __init__(self, data, ranges):
        count = sum(end - start + GAP for start, end in ranges)
        self.rows = numpy.zeros((count, data.rows.shape[1]), F32)
        self.target, self.weight = numpy.zeros(count, F32), numpy.zeros(count, F32)
        # 1 for blocks, 0 between pages.
        self.own = numpy.zeros((count, 1), F32)
        self.page = numpy.zeros(count, int)
        self.first = []
        self.size = numpy.array([[end - start] for start, end in ranges], F32)
        at = 0
        for number, (start, end) in enumerate(ranges):
            here = slice(at, at + end - start)
            self.rows[here] = data.rows[start:end] * data.scale - data.shift
            self.target[here], self.weight[here] = data.target[start:end], data.weight[start:end]
            self.own[here] = 1
            self.page[at : at + end - start + GAP] = number
            self.first.append(at)
            at += end - start + GAP


def moved(rows, by):
    """The rows that stand `by` rows before."""
    result = numpy.zeros_like(rows)
    if by > 0:
        result[by:] = rows[:-by]
    else:
        result[:by] = rows[-by:]
    return result


class Network:
    def __init__(self, features, random):
        def some(rows, columns=WIDTH):
            return random.uniform(-1, 1, (rows + 1, columns)).astype(F32) / F32(numpy.sqrt(rows))

        # The last row of each part is what there is to begin with.
        self.parts = {"take": some(features)}
        self.parts.update({f"layer {far}": some(3 * WIDTH) for far in FAR})
        self.parts.update(whole=some(2 * WIDTH), both=some(2 * WIDTH), out=some(WIDTH, 1))

    def apply(self, name, rows):
        part = self.parts[name]
        result = rows @ part[:-1] + part[-1]
        return result if name == "out" else numpy.maximum(result, 0)

    def log_odds(self, batch, drop):
        """Log odds, and what the way back needs. `drop` leaves out some values, with what it multiplied by."""
        way = {"rows": drop(batch.rows, BLIND)[0]}
        hidden = way["taken"] = self.apply("take", way["rows"]) * batch.own
        for far in FAR:
            seen, mask = drop(hidden, DROPPED)
            seen = numpy.concatenate([moved(seen, far), seen, moved(seen, -far)], axis=1)
            found = self.apply(f"layer {far}", seen) * batch.own
            way[far] = seen, mask, found
            hidden = hidden + found
        mean = numpy.add.reduceat(hidden, batch.first) / batch.size
        # Between pages all is 0, and nothing is less.
        most = numpy.maximum.reduceat(hidden, batch.first)
        pooled = numpy.concatenate([mean, most], axis=1)
        whole = self.apply("whole", pooled)
        way["pool"] = hidden, most, pooled, whole
        both, mask = drop(numpy.concatenate([hidden, whole[batch.page]], axis=1), DROPPED)
        weighed = self.apply("both", both)
        last, last_mask = drop(weighed, DROPPED)
        way["end"] = both, mask, weighed, last, last_mask
        return self.apply("out", last)[:, 0], way

    def gradients(self, batch, slope, way):
        """How the loss changes with each weight; `slope`: with the log odds of each block."""
        result = {}

        def back(name, came, went):
            """From what went out of a part to what came in."""
            result[name] = numpy.concatenate([came.T @ went, went.sum(axis=0, keepdims=True)])
            return went @ self.parts[name][:-1].T

        both, mask, weighed, last, last_mask = way["end"]
        went = back("out", last, slope[:, None]) * last_mask * (weighed > 0)
        went = back("both", both, went) * mask
        hidden, most, pooled, whole = way["pool"]
        went_whole = numpy.add.reduceat(went[:, WIDTH:] * batch.own, batch.first) * (whole > 0)
        went_pool = back("whole", pooled, went_whole)
        top = (hidden == most[batch.page]) & (batch.own > 0)
        equals = numpy.maximum(numpy.add.reduceat(top.astype(F32), batch.first), 1)
        of_mean = (went_pool[:, :WIDTH] / batch.size)[batch.page]
        of_most = top * (went_pool[:, WIDTH:] / equals)[batch.page]
        went = (went[:, :WIDTH] + of_mean + of_most) * batch.own
        for far in reversed(FAR):
            seen, mask, found = way[far]
            came = back(f"layer {far}", seen, went * (found > 0))
            before, here, behind = numpy.split(came, 3, axis=1)
            went = went + (moved(before, -far) + here + moved(behind, far)) * mask * batch.own
        back("take", way["rows"], went * (way["taken"] > 0))
        return result

    def scores(self, batch):
        log_odds, _ = self.log_odds(batch, lambda values, _: (values, 1))
        return 1 / (1 + numpy.exp(-log_odds))

    def table(self, data):
        def line(name, numbers):
            return name + "\t" + " ".join(f"{number:.5g}" for number in numpy.ravel(numbers)) + "\n"

        take, lines = self.parts["take"], []
        weights = take[:-1] * data.scale[:, None]
        for name, row, scale in zip(data.names, weights, data.scale):
            if scale:
                lines.append(line(f"feature {name}", row))
        lines.append(line("bias", take[-1] - data.shift @ take[:-1]))
        lines += [line(name, part) for name, part in self.parts.items() if name != "take"]
        return WHAT + "".join(lines)


class Adam:
    """Adam with decay of weights (Loshchilov and Hutter 2019), its rate up in a tenth of the steps, then down."""

    def __init__(self, network, steps):
        self.parts, self.steps, self.step = network.parts, steps, 0
        self.mean = {name: numpy.zeros_like(part) for name, part in self.parts.items()}
        self.square = {name: numpy.zeros_like(part) for name, part in self.parts.items()}

    def rate(self):
        up = 0.1 * self.steps
        low, way = (RATE / 25, 1 - self.step / up) if self.step < up else (0, (self.step - up) / (self.steps - up))
        return low + (RATE - low) * (1 + numpy.cos(numpy.pi * way)) / 2

    def follow(self, gradients):
        rate, length = self.rate(), numpy.sqrt(sum(float((g**2).sum()) for g in gradients.values()))
        self.step += 1
        for name, gradient in gradients.items():
            gradient = gradient * F32(min(1, CLIP / max(length, 1e-6)))
            mean, square, part = self.mean[name], self.square[name], self.parts[name]
            mean += F32(0.1) * (gradient - mean)
            square += F32(0.001) * (gradient**2 - square)
            part *= F32(1 - rate * DECAY)
            size = numpy.sqrt(square / F32(1 - 0.999**self.step)) + F32(1e-8)
            part -= F32(rate / (1 - 0.9**self.step)) * mean / size


def fit(data, chosen):
    random = numpy.random.default_rng(1)
    network = Network(data.rows.shape[1], random)
    chosen = [page for page in chosen if data.weight[slice(*data.blocks(page))].sum() > 0]
    adam = Adam(network, ROUNDS * -(-len(chosen) // PAGES))

    def part(page):
        start, end = data.blocks(page)
        if end - start > LONG:
            start = int(random.integers(start, end - LONG + 1))
        return start, min(end, start + LONG)

    def drop(values, share):
        kept = (random.random(values.shape, dtype=F32) >= share).astype(F32) / F32(1 - share)
        return values * kept, kept

    for _ in range(ROUNDS):
        random.shuffle(chosen)
        for at in range(0, len(chosen), PAGES):
            batch = Batch(data, [part(page) for page in chosen[at : at + PAGES]])
            log_odds, way = network.log_odds(batch, drop)
            score = 1 / (1 + numpy.exp(-log_odds))
            slope = batch.weight * (score - batch.target) / max(float(batch.weight.sum()), 1e-6)
            adam.follow(network.gradients(batch, slope.astype(F32), way))
    return network


def main():
    out = Path(sys.argv[1])
    data = Data(out)
    fold = numpy.array([int(page[2]) for page in data.pages])
    scores = numpy.zeros(len(data.page))
    for held_out in range(FOLDS):
        network = fit(data, numpy.flatnonzero(fold != held_out))
        for page in numpy.flatnonzero(fold == held_out):
            start, end = data.blocks(page)
            if start < end:
                scores[start:end] = network.scores(Batch(data, [(start, end)]))[: end - start]
        if (out / f"fold-{held_out}").is_dir():
            (out / f"fold-{held_out}" / "network.tsv").write_text(network.table(data))
    report(scores, data.page, data.truth, data.tokens, data.pages)
    if "--write" in sys.argv:
        folder = Path(sys.argv[sys.argv.index("--write") + 1])
        network = fit(data, numpy.arange(len(data.pages)))
        (folder / "network.tsv").write_text(network.table(data))


if __name__ == "__main__":
    main()
