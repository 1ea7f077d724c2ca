"""Tags CoNLL-U of a corpus with a model of spaCy, or says how spaCy itself would cut the texts.

python3 bench/spacy_tags.py MODEL FOLDER OUT        # FOLDER/**/*.conllu to OUT/*.conllu, for `scutch corpus --annotations OUT`
python3 bench/spacy_tags.py --cut MODEL TREEBANKS   # token and sentence F1 of spaCy on what bench/tokens.py reads

The first keeps tokens, sentences and comments, and writes lemma, part of speech, features and names. The second gives spaCy the
paragraphs of the treebank as text. Needs spacy and the model, such as fr_core_news_sm.
"""

import sys
from pathlib import Path

import spacy
from spacy.tokens import Doc

import tokens


def annotated(nlp, block):
    """A sentence in CoNLL-U with the annotations of a model."""
    lines = block.split("\n")
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    # A token of several words is tagged as its words are; spaCy sees the words.
    words = [row for row in rows if row[0].isdigit()]
    if not words:
        return block
    doc = Doc(nlp.vocab, [row[1] for row in words], ["SpaceAfter=No" not in row[9] for row in words])
    for number, token in enumerate(doc):
        token.is_sent_start = number == 0
    for name, pipe in nlp.pipeline:
        if name not in ("parser", "senter"):
            doc = pipe(doc)
    for row, token in zip(words, doc):
        row[2:6] = [token.lemma_ or "_", token.pos_ or "_", token.tag_ or "_", str(token.morph) or "_"]
        if token.ent_iob_ in "BI" and token.ent_type_:
            row[9] = "|".join([*([] if row[9] == "_" else [row[9]]), f"NER={token.ent_iob_}-{token.ent_type_}"])
    return "\n".join([*(line for line in lines if line.startswith("#")), *("\t".join(row) for row in rows)])


def tag(model, folder, out):
    nlp = spacy.load(model)
    out.mkdir(parents=True, exist_ok=True)
    for path in sorted(folder.rglob("*.conllu")):
        blocks = path.read_text(encoding="utf-8").strip("\n").split("\n\n")
        text = "\n\n".join(annotated(nlp, block) for block in blocks) + "\n\n"
        written = out / path.name
        if written.exists():
            sys.exit(f"{written} exists: two files of {folder} have this name")
        written.write_text(text, encoding="utf-8")


def cut(model, folder):
    nlp = spacy.load(model)
    print("| file | sentences | token F1 | sentence F1 |\n|---|---:|---:|---:|")
    for path in sorted(folder.glob(f"{nlp.lang}_*.txt")):
        sentences = list(tokens.read_cases(path.read_text(encoding="utf-8")))
        made = []
        for group in tokens.paragraphs(sentences):
            for found in nlp(tokens.raw(group)).sents:
                words = [token.text for token in found if not token.is_space]
                made.append((False, words, words, []))
        gold, found = tokens.measures(sentences), tokens.measures(made)
        print(f"| {path.name} | {len(sentences)} | {tokens.f1(gold[0], found[0]):.4f} | {tokens.f1(gold[2], found[2]):.4f} |")


if __name__ == "__main__":
    if sys.argv[1] == "--cut":
        cut(sys.argv[2], Path(sys.argv[3]))
    else:
        tag(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))
