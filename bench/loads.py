"""Corpus folders in Hugging Face `datasets`: every format of rows and shards, whole and as a stream.

python3 bench/loads.py CORPUS

CORPUS was made with `--format parquet,jsonl,dolma,oscar`. The network is not needed. Needs datasets, zstandard.
"""

import json
import os
import sys
import tempfile
from pathlib import Path

os.environ["HF_DATASETS_OFFLINE"] = "1"
os.environ.setdefault("HF_HOME", tempfile.mkdtemp())

import datasets  # noqa: E402

# Format, folder, kind of reader, where the text is.
FORMATS = [
    ("parquet", "docs/*.parquet", "parquet", "text"),
    ("jsonl", "docs/*.jsonl.zst", "json", "text"),
    ("dolma", "dolma/*.jsonl.zst", "json", "text"),
    ("oscar", "oscar/*.jsonl.zst", "json", "content"),
]


def main(corpus):
    rows = json.loads((corpus / "run.json").read_text())["counts"]["rows"]
    first = None
    for name, pattern, reader, text in FORMATS:
        files = sorted(str(path) for path in corpus.glob(pattern))
        whole = datasets.load_dataset(reader, data_files=files, split="train")
        stream = datasets.load_dataset(reader, data_files=files, split="train", streaming=True)
        texts = whole[text]
        first = first or list(texts)
        assert len(whole) == rows == sum(1 for _ in stream), (name, len(whole), rows)
        assert list(texts) == first, name
        print(f"{name}: {len(whole)} documents, fields {', '.join(whole.column_names)}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
