"""Pipelines of datatrove with scutch in them. Without datatrove all tests are skipped, and say so."""

import json
import os
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

import scutch

try:
    import pyarrow  # noqa: F401: for Parquet
    from datatrove.data import Document
    from datatrove.executor import LocalPipelineExecutor
    from datatrove.pipeline.writers import JsonlWriter
    from loguru import logger

    from scutch.datatrove import ArchiveReader, Scutch, corpus_reader

    logger.remove()
    MISSING = None
except ImportError as error:
    MISSING = error.name

SAMPLES = Path("samples")
INPUTS = [SAMPLES / "courier-modern.warc.gz", SAMPLES / "damaged.warc.gz", SAMPLES / "plain.warc"]


def setUpModule():
    if MISSING:
        print(f"\nSKIPPED: tests of scutch.datatrove need {MISSING}", file=sys.stderr)
        raise unittest.SkipTest(f"scutch.datatrove needs {MISSING}")


def row(document):
    """The row that a document was made of."""
    return {"id": document.id, "text": document.text, **document.metadata}


def by_id(rows):
    return sorted(rows, key=lambda row: row["id"])


class Readers(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_documents_are_the_rows(self):
        reader = ArchiveReader(INPUTS)
        found = [row(document) for document in reader.run()]
        self.assertEqual(found, [row for row in scutch.read(INPUTS) if row["text"]])
        self.assertGreater(len(found), 20)
        stats = reader.stats.to_dict()["stats"]
        counts = scutch.corpus(INPUTS, self.folder / "corpus").manifest["counts"]
        self.assertEqual(stats["records"]["total"], counts["records"])
        self.assertEqual(stats["quarantined"]["total"], sum(counts["quarantined"].values()))
        self.assertGreater(stats["quarantined"]["total"], 0)

    def test_inputs_and_options_are_read_once(self):
        reader = ArchiveReader(iter(INPUTS), language=(language for language in ["de", "en"]))
        found = [row(document) for document in reader.run()]
        self.assertEqual(found, [row for row in scutch.read(INPUTS, language=["de", "en"]) if row["text"]])
        self.assertGreater(len(found), 0)

    def test_tasks_have_other_working_folders(self):
        shutil.copy(SAMPLES / "courier-modern.warc.gz", self.folder / "a.warc.gz")
        here = os.getcwd()
        self.addCleanup(os.chdir, here)
        os.chdir(self.folder)
        reader = ArchiveReader("a.warc.gz", evidence=scutch.gather("a.warc.gz", "evidence"))
        expected = [row for row in scutch.read("a.warc.gz") if row["text"]]
        os.chdir(here)
        found = [row(document) for rank in range(3) for document in reader.run(rank=rank, world_size=3)]
        self.assertEqual(by_id(found), by_id(expected))
        self.assertGreater(len(found), 1)

    def test_tasks_share_the_inputs(self):
        evidence = scutch.gather(INPUTS, self.folder / "evidence")
        pipeline = [ArchiveReader(INPUTS, evidence=evidence), JsonlWriter(str(self.folder / "out"), compression=None)]
        LocalPipelineExecutor(pipeline, tasks=3, workers=2, logging_dir=str(self.folder / "logs")).run()
        parts = sorted(self.folder.glob("out/*.jsonl"))
        self.assertEqual(len(parts), 3)
        found = [json.loads(line) for part in parts for line in part.read_text(encoding="utf-8").splitlines()]
        expected = by_id(row for row in scutch.read(INPUTS) if row["text"])
        found = [(one["id"], one["text"], one["metadata"]["cross"]) for one in by_id(found)]
        self.assertEqual(found, [(one["id"], one["text"], one["cross"]) for one in expected])
        with self.assertRaisesRegex(ValueError, "3 tasks need evidence"):
            list(ArchiveReader(INPUTS).run(rank=1, world_size=3))

    def test_limits_and_other_columns(self):
        every = [document.id for document in ArchiveReader(INPUTS, fast=True).run()]
        some = ArchiveReader(INPUTS, fast=True, limit=3, skip=2, default_metadata={"crawl": "x"})
        documents = list(some.run())
        self.assertEqual([document.id for document in documents], every[2:5])
        self.assertEqual(documents[0].metadata["crawl"], "x")
        [first] = ArchiveReader(INPUTS, text_key="markdown", markdown=True, limit=1).run()
        self.assertEqual(first.text, next(iter(scutch.read(INPUTS, markdown=True)))["markdown"])

    def test_what_is_wrong_is_said_at_once(self):
        with self.assertRaisesRegex(scutch.Error, "nowhere.warc"):
            ArchiveReader("nowhere.warc")
        with self.assertRaisesRegex(TypeError, "'format'"):
            ArchiveReader(INPUTS, format="tei")
        other = scutch.gather(SAMPLES / "plain.warc", self.folder / "evidence")
        with self.assertRaisesRegex(scutch.Error, "evidence"):
            list(ArchiveReader(INPUTS, evidence=other).run())
        with self.assertRaisesRegex(ValueError, "no rows in docs"):
            corpus_reader(self.folder)
        with self.assertRaisesRegex(TypeError, "deduplicate"):
            Scutch(deduplicate=True)

    def test_a_corpus_folder(self):
        for format in ("parquet", "jsonl"):
            made = scutch.corpus(INPUTS, self.folder / format, format=format, shard_records=12)
            found = [document.id for rank in (0, 1) for document in corpus_reader(made).run(rank=rank, world_size=2)]
            self.assertEqual(sorted(found), sorted(row["id"] for row in scutch.read(INPUTS) if row["text"]), format)


class Extractor(unittest.TestCase):
    def test_pages_become_texts(self):
        words = "minutes late, with everybody who had waited for it on the pier since the morning."
        page = "<title>Fog</title><nav><a href=/>Home</a></nav><article><h1>Fog</h1><p>The ferry left <b>ten</b> "
        page += f"{words}</p></article>"
        extractor = Scutch()
        documents = [Document(text=page, id="1"), Document(text="<p>", id="2"), Document(text=page, id="3")]
        found = list(extractor.run(documents))
        self.assertEqual([document.id for document in found], ["1", "3"])
        options = {"favor_precision": True, "include_comments": False}
        self.assertEqual(found[0].text, scutch.extract(page, **options))
        self.assertIn(words, found[0].text)
        [marked] = Scutch(output_format="markdown").run([Document(text=page, id="1")])
        self.assertIn("left **ten** minutes", marked.text)


if __name__ == "__main__":
    unittest.main()
