"""Fits `scutch_learn::Network` to sequences of rows: what the fits of single pages and of the joint method share.

The same table comes out where sums are made in the same order: `cargo xtask train` lets numpy use one thread. Needs numpy.
"""

import numpy

F32 = numpy.float32
# How many rows each layer looks back and ahead.
FAR = (1, 2, 4)
# Rows between the sequences of a batch, so that none looks into the next.
GAP = max(FAR)
SEQUENCES = 8
# Of longer sequences so many rows are read at a time, others in each round.
LONG = 1500
# Shares of features and of channels that are left out at random.
BLIND, DROPPED = 0.1, 0.4
RATE, DECAY, CLIP = 4e-3, 1e-2, 1.0
# Features that hardly vary are not spread any further.
SPREAD, CONSTANT = 0.2, 1e-4
# What is farther out counts as this, as in scutch_learn::Network.
FAR_OUT = 8


class Sequences:
    """Rows of sequences, one sequence after the other; `starts`: where each begins, and where the last ends.

    `begin` are log odds that the network corrects, if there are any. Rows without weight teach nothing.
    """

    def __init__(self, names, rows, target, weight, starts, begin=None):
        self.names, self.rows, self.starts = names, rows, starts
        self.target, self.weight = target.astype(F32), weight.astype(F32)
        self.begin = numpy.zeros(len(rows), F32) if begin is None else begin.astype(F32)
        some = near(rows[::20])
        spread = some.std(axis=0)
        self.scale = (1 / numpy.maximum(spread, SPREAD) * (spread > CONSTANT)).astype(F32)
        # Scaled and shifted, features lie around zero.
        self.shift = (some.mean(axis=0) * self.scale).astype(F32)

    def of(self, number):
        """Where the rows of a sequence begin and end."""
        return self.starts[number], self.starts[number + 1]


class Batch:
    """Rows of some sequences, one after the other."""

    def __init__(self, data, ranges):
        count = sum(end - start + GAP for start, end in ranges)
        self.rows = numpy.zeros((count, data.rows.shape[1]), F32)
        self.target, self.weight, self.begin = (numpy.zeros(count, F32) for _ in range(3))
        # 1 for rows, 0 between sequences.
        self.own = numpy.zeros((count, 1), F32)
        self.number = numpy.zeros(count, int)
        self.first = []
        self.size = numpy.array([[end - start] for start, end in ranges], F32)
        at = 0
        for number, (start, end) in enumerate(ranges):
            here = slice(at, at + end - start)
            self.rows[here] = near(data.rows[start:end]) * data.scale - data.shift
            self.target[here], self.weight[here] = data.target[start:end], data.weight[start:end]
            self.begin[here] = data.begin[start:end]
            self.own[here] = 1
            self.number[at : at + end - start + GAP] = number
            self.first.append(at)
            at += end - start + GAP


def near(rows):
    return numpy.clip(rows, -FAR_OUT, FAR_OUT)


def moved(rows, by):
    """The rows that stand `by` rows before."""
    result = numpy.zeros_like(rows)
    if by > 0:
        result[by:] = rows[:-by]
    else:
        result[:by] = rows[-by:]
    return result


class Network:
    """`width`: channels, as in scutch_learn::Network."""

    def __init__(self, features, width, random):
        def some(rows, columns=width):
            return random.uniform(-1, 1, (rows + 1, columns)).astype(F32) / F32(numpy.sqrt(rows))

        # The last row of each part is what there is to begin with.
        self.width, self.parts = width, {"take": some(features)}
        self.parts.update({f"layer {far}": some(3 * width) for far in FAR})
        self.parts.update(whole=some(2 * width), both=some(2 * width), out=some(width, 1))

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
        # Between sequences all is 0, and nothing is less.
        most = numpy.maximum.reduceat(hidden, batch.first)
        pooled = numpy.concatenate([mean, most], axis=1)
        whole = self.apply("whole", pooled)
        way["pool"] = hidden, most, pooled, whole
        both, mask = drop(numpy.concatenate([hidden, whole[batch.number]], axis=1), DROPPED)
        weighed = self.apply("both", both)
        last, last_mask = drop(weighed, DROPPED)
        way["end"] = both, mask, weighed, last, last_mask
        return batch.begin + self.apply("out", last)[:, 0], way

    def gradients(self, batch, slope, way):
        """How the loss changes with each weight; `slope`: with the log odds of each row."""
        result = {}

        def back(name, came, went):
            """From what went out of a part to what came in."""
            result[name] = numpy.concatenate([came.T @ went, went.sum(axis=0, keepdims=True)])
            return went @ self.parts[name][:-1].T

        both, mask, weighed, last, last_mask = way["end"]
        went = back("out", last, slope[:, None]) * last_mask * (weighed > 0)
        went = back("both", both, went) * mask
        hidden, most, pooled, whole = way["pool"]
        went_whole = numpy.add.reduceat(went[:, self.width :] * batch.own, batch.first) * (whole > 0)
        went_pool = back("whole", pooled, went_whole)
        top = (hidden == most[batch.number]) & (batch.own > 0)
        equals = numpy.maximum(numpy.add.reduceat(top.astype(F32), batch.first), 1)
        of_mean = (went_pool[:, : self.width] / batch.size)[batch.number]
        of_most = top * (went_pool[:, self.width :] / equals)[batch.number]
        went = (went[:, : self.width] + of_mean + of_most) * batch.own
        for far in reversed(FAR):
            seen, mask, found = way[far]
            came = back(f"layer {far}", seen, went * (found > 0))
            before, here, behind = numpy.split(came, 3, axis=1)
            went = went + (moved(before, -far) + here + moved(behind, far)) * mask * batch.own
        back("take", way["rows"], went * (way["taken"] > 0))
        return result

    def of_sequence(self, data, number):
        """Log odds of the rows of a sequence, those to begin with among them."""
        start, end = data.of(number)
        if start == end:
            return numpy.zeros(0, F32)
        log_odds, _ = self.log_odds(Batch(data, [(start, end)]), lambda values, _: (values, 1))
        return log_odds[: end - start]

    def table(self, data, what):
        """The table; `what` says in its first line what the network is and what made it."""

        def line(name, numbers):
            return name + "\t" + " ".join(f"{number:.5g}" for number in numpy.ravel(numbers)) + "\n"

        take, lines = self.parts["take"], []
        weights = take[:-1] * data.scale[:, None]
        for name, row, scale in zip(data.names, weights, data.scale):
            if scale:
                lines.append(line(f"feature {name}", row))
        lines.append(line("bias", take[-1] - data.shift @ take[:-1]))
        lines += [line(name, part) for name, part in self.parts.items() if name != "take"]
        return f"# {what}\n" + "".join(lines)


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


def fit(data, chosen, width, rounds):
    """A network of so many channels, fitted to the chosen sequences."""
    random = numpy.random.default_rng(1)
    network = Network(data.rows.shape[1], width, random)
    if data.begin.any():
        # What there is to begin with is corrected by nothing at first.
        network.parts["out"][:] = 0
    chosen = [number for number in chosen if data.weight[slice(*data.of(number))].sum() > 0]
    adam = Adam(network, rounds * -(-len(chosen) // SEQUENCES))

    def part(number):
        start, end = data.of(number)
        if end - start > LONG:
            start = int(random.integers(start, end - LONG + 1))
        return start, min(end, start + LONG)

    def drop(values, share):
        kept = (random.random(values.shape, dtype=F32) >= share).astype(F32) / F32(1 - share)
        return values * kept, kept

    for _ in range(rounds):
        random.shuffle(chosen)
        for at in range(0, len(chosen), SEQUENCES):
            batch = Batch(data, [part(number) for number in chosen[at : at + SEQUENCES]])
            log_odds, way = network.log_odds(batch, drop)
            score = 1 / (1 + numpy.exp(-log_odds))
            slope = batch.weight * (score - batch.target) / max(float(batch.weight.sum()), 1e-6)
            adam.follow(network.gradients(batch, slope.astype(F32), way))
    return network
