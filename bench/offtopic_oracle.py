#!/usr/bin/env python3
"""Compares the eight off-topic measures with the Off-Topic Memento Toolkit's own functions, on the same tokens.

offtopic_oracle.py SCUTCH TOKENS ARCHIVE...

SCUTCH is the program, TOKENS the output of `cargo run --release -p scutch-train -- tokens ARCHIVE...`.
Needs, in an environment of its own, the packages otmt, lxml_html_clean and warcio (otmt 1.0.5 does not import
without the second). The toolkit's functions run as they are; its tokenizer is replaced by the tokens given, its
collection by a stand-in that holds them. LSI is compared with an exact SVD by numpy too, since gensim's own is
computed in steps and rounded to 32 bits.
"""
import collections
import json
import subprocess
import sys

import numpy
import otmt.timemap_measures as otmt
import simhash
from otmt.measuremodel import MeasureModel
from warcio.archiveiterator import ArchiveIterator

TOPICS = 10


class Collection:
    """What the toolkit asks a collection for."""

    def __init__(self, timemaps, tokens):
        self.timemaps, self.tokens = timemaps, tokens

    def getTimeMapURIList(self):
        return list(self.timemaps)

    def getTimeMap(self, urit):
        mementos = [{"uri": urim} for urim in self.timemaps[urit]]
        return {"mementos": {"list": mementos, "first": mementos[0]}}

    def getMementoContentWithoutBoilerplate(self, urim):
        return self.tokens[urim]


def contents(archives):
    raw = {}
    for name in archives:
        with open(name, "rb") as stream:
            for record in ArchiveIterator(stream):
                if record.rec_type == "response":
                    date = "".join(c for c in record.rec_headers["WARC-Date"] if c.isdigit())[:14]
                    uri = record.rec_headers["WARC-Target-URI"]
                    raw[f"from-warc::{date}::{uri}"] = record.content_stream().read()
    return raw


def exact_lsi(documents):
    """Cosines with the first document in the strongest directions of the exact SVD."""
    vocabulary = {word: n for n, word in enumerate(sorted({w for d in documents for w in d}))}
    matrix = numpy.zeros((len(vocabulary), len(documents)))
    for column, document in enumerate(documents):
        for word in document:
            matrix[vocabulary[word], column] += 1
    _, values, right = numpy.linalg.svd(matrix, full_matrices=False)
    kept = min(TOPICS, int((values ** 2 > values[0] ** 2 * 1e-12).sum()))
    places = (values[:kept, None] * right[:kept]).T
    lengths = numpy.linalg.norm(places, axis=1)
    return places @ places[0] / numpy.where(lengths * lengths[0] == 0, 1, lengths * lengths[0])


def ours(scutch, archives, profile):
    command = [scutch, "-q", "offtopic", *archives, "--profile", profile, "--no-stem", "--no-stopwords", "--text",
               "full", "--measures", "all", "--combine", "any", "--format", "jsonl"]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return {row["urim"]: row for row in map(json.loads, lines)}


def main():
    scutch, tokens_file, *archives = sys.argv[1:]
    tokens = dict(line.rstrip("\n").split("\t", 1) for line in open(tokens_file, encoding="utf-8"))
    found = ours(scutch, archives, "default")
    printed = ours(scutch, archives, "otmt-code")
    raw = contents(archives)
    # simhash 2.1.2 multiplies bytes, which numpy 2 refuses for features that occur more than 255 times.
    narrow = simhash.Simhash._bitarray_from_bytes
    simhash.Simhash._bitarray_from_bytes = staticmethod(lambda b: narrow(b).astype(numpy.int64))
    otmt.full_tokenize = lambda text, stemming=True: text.split()
    timemaps = collections.defaultdict(list)
    for urim, row in found.items():
        # Where the anchor is not the first memento the toolkit compares with another one.
        if row["scores"]["jaccard"] is not None and urim in tokens:
            timemaps[row["urit"]].append(urim)
    timemaps = {t: m for t, m in timemaps.items() if found[m[0]]["anchor"] == m[0] and len(m) > 1}
    collection, model = Collection(timemaps, tokens), MeasureModel()
    otmt.compute_cosine_across_TimeMap(collection, model)
    otmt.compute_gensim_lsi_across_TimeMap(collection, model, num_topics=TOPICS)
    worst, pairs = collections.Counter(), 0
    for urit, mementos in timemaps.items():
        first = mementos[0]
        a = tokens[first].split()
        exact = exact_lsi([tokens[m].split() for m in mementos])
        for at, urim in enumerate(mementos):
            pairs += 1
            b, scores = tokens[urim].split(), found[urim]["scores"]
            theirs = {
                "bytecount": otmt.bytecount_scoredistance(raw[first], raw[urim]),
                "wordcount": otmt.wordcount_scoredistance(a, b),
                "jaccard": otmt.jaccard_scoredistance(a, b),
                "sorensen": otmt.sorensen_scoredistance(a, b),
                "simhash-tf": otmt.simhash_scoredistance(a, b),
                "cosine": model.get_score(urit, urim, "timemap measures", "cosine"),
            }
            for name, score in theirs.items():
                worst[name] = max(worst[name], abs(score - scores[name]))
            text = [raw[u].decode("utf-8", "strict") if valid(raw[u]) else raw[u].decode("latin-1") for u in (first, urim)]
            worst["simhash-raw (characters)"] = max(
                worst["simhash-raw (characters)"], abs(otmt.simhash_scoredistance(*text) - scores["simhash-raw"]))
            worst["simhash-raw (printed bytes)"] = max(
                worst["simhash-raw (printed bytes)"],
                abs(otmt.simhash_scoredistance(raw[first], raw[urim]) - printed[urim]["scores"]["simhash-raw"]))
            worst["lsi against exact SVD"] = max(worst["lsi against exact SVD"], abs(exact[at] - scores["lsi"]))
            gensim = model.get_score(urit, urim, "timemap measures", "gensim_lsi")
            worst["lsi against gensim"] = max(worst["lsi against gensim"], abs(gensim - scores["lsi"]))
    print(f"{pairs} pairs in {len(timemaps)} TimeMaps; largest difference per measure:")
    for name, difference in worst.items():
        print(f"{name}\t{difference:.3g}")


def valid(data):
    try:
        data.decode("utf-8")
        return True
    except UnicodeDecodeError:
        return False


if __name__ == "__main__":
    main()
