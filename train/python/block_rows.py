"""What `blocks` measured of pages, and how well scores of their blocks do."""

import numpy

FOLDS = 5


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


def report(scores, page, truth, tokens, pages):
    """Prints token F1 by set and kind of page beside the best that can be reached."""
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
