#!/usr/bin/env python3
"""CPU time of off-topic measures over the same archive: scutch and the Off-Topic Memento Toolkit's own functions.

offtopic_speed.py SCUTCH ARCHIVE [--rounds N]

Needs the packages otmt, lxml_html_clean and warcio in an environment of its own. The toolkit is patched where it does
not run: its sentence splitter and stop words want data that have to be fetched, so words are cut by nltk's word
tokenizer without sentences, and our list of English stop words stands for its own; the simhash of features that occur
more than 255 times is widened for numpy 2. Each side reads the archive itself and uses one core.
"""
import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../crates/topic/data/stopwords.tsv")
ALL = "bytecount wordcount jaccard sorensen raw_simhash tf_simhash cosine gensim_lsi".split()


def scutch(program, archive, measures):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([program, "-q", "offtopic", archive, "-j", "1", "--measures", measures, "-o", os.devnull], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def toolkit(archive, measures):
    """Runs in a process of its own, so that nothing is kept between rounds."""
    import numpy
    import otmt.input_types as inputs
    import otmt.timemap_measures as tm
    import simhash
    from nltk.tokenize import NLTKWordTokenizer
    from otmt.measuremodel import MeasureModel
    from warcio.archiveiterator import ArchiveIterator

    narrow = simhash.Simhash._bitarray_from_bytes
    simhash.Simhash._bitarray_from_bytes = staticmethod(lambda b: narrow(b).astype(numpy.int64))
    stop = next(line.split("\t")[1].split() for line in open(TABLE, encoding="utf-8") if line.startswith("eng\t"))
    tm.word_tokenize = NLTKWordTokenizer().tokenize
    tm.stopwords.words = lambda language: stop
    began = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        collection = inputs.get_collection_model_from_warc([archive], os.path.join(folder, "work"))
        model = MeasureModel()
        failed = []
        for name in measures:
            try:
                tm.supported_timemap_measures[name]["function"](collection, model)
            except Exception as error:
                failed.append(f"{name}: {error!r}"[:160])
    spent = time.process_time() - began
    mementos = sum(len(collection.getTimeMap(t)["mementos"]["list"]) for t in collection.getTimeMapURIList())
    print(f"{spent}\t{mementos}\t{'; '.join(failed)}")


def main():
    if sys.argv[1] == "--toolkit":
        return toolkit(sys.argv[2], sys.argv[3].split(","))
    parser = argparse.ArgumentParser()
    parser.add_argument("scutch")
    parser.add_argument("archive")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    for label, theirs, ours in [("eight measures", ALL, "all"), ("word count", ["wordcount"], "wordcount")]:
        rows = []
        for _ in range(options.rounds):
            command = [sys.executable, __file__, "--toolkit", options.archive, ",".join(theirs)]
            line = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()[-1]
            spent, mementos, failed = line.split("\t")
            rows.append((float(spent), scutch(options.scutch, options.archive, ours), int(mementos), failed))
        ratio = statistics.median(a / b for a, b, _, _ in rows)
        a, b = statistics.median(r[0] for r in rows), statistics.median(r[1] for r in rows)
        print(f"{label}: OTMT {a:.2f} s ({rows[0][2] / a:.1f} mementos/s), scutch {b:.3f} s "
              f"({rows[0][2] / b:.0f} mementos/s), ratio {ratio:.0f}; {rows[0][3]}")


if __name__ == "__main__":
    main()
