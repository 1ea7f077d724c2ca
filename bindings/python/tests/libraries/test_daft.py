"""DataFrames of Daft made of archives. Without Daft all tests are skipped, and say so."""

import sys
import tempfile
import unittest
from pathlib import Path

import scutch

try:
    import daft

    import scutch.daft

    MISSING = None
except ImportError as error:
    MISSING = error.name

SAMPLES = Path("samples")
INPUTS = [SAMPLES / "courier-modern.warc.gz", SAMPLES / "damaged.warc.gz", SAMPLES / "plain.warc"]
WORDS = "The ferry left ten minutes late, with everybody who had waited for it on the pier since the morning."
PAGE = f"<title>Fog</title><nav><a href=/>Home</a></nav><article><h1>Fog</h1><p>{WORDS}</p></article>"


def setUpModule():
    if MISSING:
        print(f"\nSKIPPED: tests of scutch.daft need {MISSING}", file=sys.stderr)
        raise unittest.SkipTest(f"scutch.daft needs {MISSING}")


def by_id(rows):
    return sorted(rows, key=lambda row: row["id"])


class Frames(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_rows_are_those_of_a_stream(self):
        expected = list(scutch.read(INPUTS))
        frame = scutch.daft.read(INPUTS, jobs=2)
        self.assertEqual(frame.to_pylist(), expected)
        self.assertEqual(frame.column_names, list(expected[0]))
        self.assertEqual(frame.to_pylist(), expected, "each time anew")

    def test_partitions_share_the_inputs(self):
        evidence = scutch.gather(INPUTS, self.folder / "evidence")
        frame = scutch.daft.read(INPUTS, partitions=3, evidence=evidence)
        expected = by_id(scutch.read(INPUTS))
        self.assertEqual(by_id(frame.to_pylist()), expected)
        self.assertGreater(len({row["template_group"] for row in expected}), 1)
        with self.assertRaisesRegex(ValueError, "3 partitions need evidence"):
            scutch.daft.read(INPUTS, partitions=3)
        with self.assertRaisesRegex(ValueError, "partitions is 0: at least 1"):
            scutch.daft.read(INPUTS, partitions=0)

    def test_inputs_and_options_are_read_once(self):
        options = {"language": ["de", "en"]}
        evidence = scutch.gather(INPUTS, self.folder / "evidence", **options)
        expected = by_id(scutch.read(INPUTS, **options))
        languages = (language for language in options["language"])
        frame = scutch.daft.read(iter(INPUTS), partitions=3, evidence=evidence, language=languages)
        self.assertEqual(by_id(frame.to_pylist()), expected)

    def test_queries(self):
        rows = list(scutch.read(INPUTS))
        frame = scutch.daft.read(INPUTS)
        found = frame.where(daft.col("language") == "de").select("url", "n_words").to_pylist()
        wanted = [{"url": row["url"], "n_words": row["n_words"]} for row in rows if row["language"] == "de"]
        self.assertEqual(found, wanted)
        self.assertGreater(len(found), 0)
        self.assertEqual(len(frame.limit(2).to_pylist()), 2)
        self.assertEqual(frame.count_rows(), len(rows))
        languages = frame.groupby("language").agg(daft.col("id").count().alias("pages")).to_pylist()
        self.assertEqual(sum(one["pages"] for one in languages), len(rows))

    def test_errors_are_sentences(self):
        with self.assertRaisesRegex(scutch.Error, "nowhere.warc"):
            scutch.daft.read("nowhere.warc")
        path = self.folder / "a.warc"
        path.write_bytes((SAMPLES / "plain.warc").read_bytes())
        frame = scutch.daft.read(path)
        path.unlink()
        with self.assertRaisesRegex(Exception, "a.warc"):
            frame.collect()


class Expressions(unittest.TestCase):
    def test_text(self):
        pages = daft.from_pydict({"html": [PAGE, None, "<p>"], "url": ["http://harbour.example/fog", None, None]})
        found = pages.select(scutch.daft.extract(pages["html"]).alias("text")).to_pydict()
        self.assertEqual(found["text"], [scutch.extract(PAGE), None, None])
        options = {"output_format": "markdown", "with_metadata": True}
        found = pages.select(scutch.daft.extract(pages["html"], url=pages["url"], **options).alias("text")).to_pydict()
        self.assertEqual(found["text"][0], scutch.extract(PAGE, url="http://harbour.example/fog", **options))
        self.assertIn("hostname: harbour.example", found["text"][0])

    def test_text_and_metadata_of_bytes(self):
        pages = daft.from_pydict({"html": [PAGE.encode(), None]})
        found = pages.select(scutch.daft.bare_extraction(pages["html"]).alias("page")).to_pydict()["page"]
        self.assertEqual(found, [scutch.bare_extraction(PAGE.encode(), as_dict=True), None])
        self.assertEqual(found[0]["title"], "Fog")

    def test_a_wrong_option_is_said_at_once(self):
        with self.assertRaisesRegex(ValueError, "one of txt, markdown, html"):
            scutch.daft.extract(daft.col("html"), output_format="xml")


if __name__ == "__main__":
    unittest.main()
