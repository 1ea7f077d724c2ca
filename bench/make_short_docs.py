"""Short documents of drawn words, a tenth of them others with up to five words exchanged, as WARC and as JSON lines.

python3 bench/make_short_docs.py CORPUS N OUT     # words from the English rows of a corpus folder; OUT.warc, OUT.jsonl

The seed is fixed: the same corpus gives the same documents. Needs pyarrow.
"""

import json
import random
import sys
from pathlib import Path

import pyarrow.parquet as pq

KEPT = 20_000  # documents that later ones are made from

HEAD = (
    "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/{n}\r\nWARC-Date: 2021-01-01T00:00:00Z\r\n"
    "WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-{n:012}>\r\n"
    "Content-Type: application/http; msgtype=response\r\nContent-Length: {length}\r\n\r\n"
)


def words_of(corpus):
    words = []
    for part in sorted(Path(corpus).glob("docs/*.parquet")):
        for row in pq.read_table(part, columns=["text", "language"]).to_pylist():
            if row["language"] == "en":
                words += [word for word in row["text"].split() if word.isalpha()]
    return words


def main(corpus, count, out):
    lots = random.Random(7)
    words = words_of(corpus)
    lots.shuffle(words)
    documents = []
    with open(f"{out}.warc", "wb") as warc, open(f"{out}.jsonl", "w") as lines:
        for n in range(count):
            if n > 1000 and lots.random() < 0.1:
                document = list(documents[lots.randrange(len(documents))])
                for _ in range(lots.randrange(0, 6)):
                    document[lots.randrange(len(document))] = lots.choice(words)
            else:
                document = lots.choices(words, k=lots.randrange(40, 100))
            if len(documents) < KEPT:
                documents.append(document)
            else:
                documents[lots.randrange(KEPT)] = document
            text = " ".join(document)
            lines.write(json.dumps({"id": str(n), "text": text}) + "\n")
            block = f"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n{text}".encode()
            warc.write(HEAD.format(n=n, length=len(block)).encode() + block + b"\r\n\r\n")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
