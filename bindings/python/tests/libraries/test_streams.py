"""Tests of rows as other libraries take them. Each is skipped where its library is not installed."""

import importlib
import sys
import tempfile
import unittest
from pathlib import Path

import scutch
# Its cases are those of the rows, in the folder above.
sys.path.append(str(Path(__file__).resolve().parents[1]))
from test_rows import CASES, SAMPLES


def library(name):
    """A library, or the reason to skip a test."""
    try:
        return importlib.import_module(name)
    except ImportError:
        print(f"SKIPPED: test_streams: {name} is not installed", file=sys.stderr)
        raise unittest.SkipTest(f"{name} is not installed") from None


class Streams(unittest.TestCase):
    def rows(self):
        return scutch.read(SAMPLES / "courier-modern.warc.gz", jobs=2)

    def test_rows_are_those_of_a_corpus(self):
        pyarrow = library("pyarrow")
        parquet = library("pyarrow.parquet")
        for names, options in CASES:
            inputs = [SAMPLES / name for name in names]
            rows = scutch.read(inputs, **options)
            streamed = pyarrow.table(rows)
            with tempfile.TemporaryDirectory() as folder:
                made = scutch.corpus(inputs, Path(folder) / "corpus", **options)
                written = pyarrow.concat_tables(parquet.read_table(part) for part in made.parts())
            self.assertEqual(streamed.schema.remove_metadata().names, written.schema.names)
            self.assertTrue(streamed.cast(written.schema).equals(written), names)
            self.assertEqual(streamed.schema.types, written.schema.types)
            self.assertEqual(streamed.to_pylist(), list(rows))
            self.assertEqual({field.name: str(field.type).replace("item: ", "") for field in streamed.schema}, types(rows))

    def test_pyarrow_reads_batch_by_batch(self):
        pyarrow = library("pyarrow")
        reader = pyarrow.RecordBatchReader.from_stream(self.rows())
        self.assertEqual(sum(batch.num_rows for batch in reader), len(list(self.rows())))
        self.assertEqual(pyarrow.schema(self.rows()).names, list(self.rows().columns))

    def test_polars(self):
        polars = library("polars")
        frame = polars.DataFrame(self.rows())
        self.assertEqual(frame["url"].to_list(), [row["url"] for row in self.rows()])
        self.assertEqual(frame.to_dicts(), list(self.rows()))

    def test_duckdb(self):
        duckdb = library("duckdb")
        rows = self.rows()
        found = duckdb.sql("select url, n_chars from rows order by n_chars desc, url limit 3").fetchall()
        ranked = sorted(((row["url"], row["n_chars"]) for row in rows), key=lambda row: (-row[1], row[0]))
        self.assertEqual(found, ranked[:3])

    def test_pandas(self):
        pandas = library("pandas")
        if not hasattr(pandas.DataFrame, "from_arrow"):
            raise unittest.SkipTest("this pandas has no DataFrame.from_arrow")
        library("pyarrow")
        frame = pandas.DataFrame.from_arrow(self.rows())
        self.assertEqual(list(frame["title"]), [row["title"] for row in self.rows()])

    def test_an_error_arrives_with_its_sentence(self):
        pyarrow = library("pyarrow")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "a.warc"
            path.write_bytes((SAMPLES / "plain.warc").read_bytes())
            rows = scutch.read(path)
            path.unlink()
            with self.assertRaisesRegex(pyarrow.ArrowException, "a.warc"):
                pyarrow.table(rows)


def types(rows):
    """The Arrow type of each column, as pyarrow writes it."""
    return {name: kind.replace("float32", "float").replace("utf8", "string") for name, kind in rows.columns.items()}


if __name__ == "__main__":
    unittest.main()
