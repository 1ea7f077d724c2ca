"""A corpus folder in the tools that people load it with: every value as in its JSON lines.

`cargo xtask test` installs the tools of `xtask/requirements-consumers.txt`. A tool that is not there is skipped, and
standard error says so. `SCUTCH_BINARY` names another program than the installed one.
"""

import contextlib
import importlib
import io
import json
import math
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
from datetime import datetime, timedelta, timezone
from pathlib import Path

SAMPLES = Path("samples")
# Twelve records for each part: seven parts, so that columns are null throughout in some of them.
PARTS = "12"
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
TIMES = {"timestamp", "added"}
FLOATS = {"language_score", "content_ratio", "topic_score", "dup_similarity", "prob"}
# Loaders that infer types take `2019-03-04` for a time. They write it in a form of their own.
DATES = {"date_published", "date_modified", "warc_date", "created", "warc-date"}


def tool(name):
    """A package, or a test that skips itself aloud."""
    try:
        return importlib.import_module(name)
    except ImportError:
        print(f"SKIPPED: test_consumers: {name} is not installed", file=sys.stderr)
        raise unittest.SkipTest(f"{name} is not installed") from None


def program():
    found = os.environ.get("SCUTCH_BINARY") or shutil.which("scutch", path=str(Path(sys.executable).parent))
    if not found:
        raise unittest.SkipTest("scutch is not installed")
    return found


def corpus(folder, formats, *options):
    command = [program(), "corpus", str(SAMPLES), "-o", str(folder), "--format", formats, "--shard-records", PARTS]
    subprocess.run([*command, *options, "--quiet"], check=True)
    return folder


def lines(pattern):
    """The values of zstd-compressed JSON lines, in the order of the files."""
    zstandard = importlib.import_module("zstandard")
    for path in sorted(FOLDER.glob(pattern)):
        with path.open("rb") as file, zstandard.ZstdDecompressor().stream_reader(file) as stream:
            for line in io.TextIOWrapper(stream, encoding="utf-8", newline="\n"):
                yield json.loads(line)


def setUpModule():
    global SCRATCH, FOLDER, LINES, ROWS
    tool("zstandard")
    SCRATCH = contextlib.ExitStack()
    root = Path(SCRATCH.enter_context(tempfile.TemporaryDirectory()))
    every = "parquet,jsonl,dolma,oscar,elastic,json,text,tei,markdown,html,vertical,conllu"
    FOLDER = corpus(root / "corpus", every, "--markdown")
    LINES = corpus(root / "lines", "jsonl,dolma,oscar,text", "--markdown")
    os.environ["HF_HOME"] = str(root / "huggingface")
    os.environ["HF_HUB_OFFLINE"] = "1"
    ROWS = list(lines("docs/*.jsonl.zst"))


def tearDownModule():
    SCRATCH.close()


def by_id(row):
    return row["id"]


def instant(value):
    """A time in UTC, whatever the tool makes of it."""
    if isinstance(value, str):
        value = datetime.fromisoformat(value.replace("Z", "+00:00"))
    if hasattr(value, "to_pydatetime"):
        value = value.to_pydatetime()
    # DuckDB reads times of JSON without their zone.
    return value.replace(tzinfo=timezone.utc) if value.tzinfo is None else value.astimezone(timezone.utc)


def is_nothing(value):
    return value is None or type(value).__name__ in ("NaTType", "NAType") or (
        isinstance(value, float) and math.isnan(value)
    )


def plain(value, name=""):
    """A value in Python's own types, as the JSON lines have it."""
    if hasattr(value, "tolist") and not isinstance(value, (str, bytes)):
        value = value.tolist()
    if hasattr(value, "asDict"):
        value = value.asDict()
    if isinstance(value, dict):
        return {key: plain(one, key) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(one, name) for one in value]
    if is_nothing(value):
        return None
    if name in TIMES:
        return instant(value)
    if name in FLOATS:
        return struct.unpack("f", struct.pack("f", float(value)))[0]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def dates(value, name=""):
    """A value whose dates are cut to their day: see `DATES`."""
    if isinstance(value, dict):
        return {key: dates(one, key) for key, one in value.items()}
    if name in DATES and value is not None:
        return str(value)[:10]
    return value


class Consumers(unittest.TestCase):
    maxDiff = 2000

    def same(self, found, expected, through=lambda value: value):
        """Compares rows one by one, and their columns first."""
        found, expected = list(found), list(expected)
        self.assertEqual(len(found), len(expected))
        for one, other in zip(found, expected):
            one, other = through(plain(one)), through(plain(other))
            self.assertEqual(set(one), set(other))
            for name in other:
                self.assertEqual(one[name], other[name], name)

    def test_there_are_several_parts_and_a_column_that_is_null_in_some(self):
        parts = sorted(FOLDER.glob("docs/*.jsonl.zst"))
        self.assertGreater(len(parts), 3)
        first = ROWS[: len(ROWS) // len(parts)]
        late = [name for name in ROWS[0] if all(row[name] is None for row in first)]
        self.assertTrue(any(row[name] is not None for row in ROWS for name in late))

    def test_pyarrow(self):
        dataset, parquet = tool("pyarrow.dataset"), tool("pyarrow.parquet")
        parts = sorted(map(str, FOLDER.glob("docs/*.parquet")))
        table = dataset.dataset(parts, format="parquet").to_table()
        self.same(table.to_pylist(), ROWS)
        kinds = {str(field.type) for field in table.schema}
        known = {"string", "list<item: string>", "timestamp[us, tz=UTC]", "float", "int32", "int64"}
        self.assertEqual(kinds, known)
        named = set()
        for part in parts:
            schema, footer = parquet.read_schema(part), parquet.read_metadata(part).metadata
            self.assertTrue(schema.equals(table.schema), part)
            self.assertEqual(footer[b"scutch.tool"].decode(), json.loads((FOLDER / "run.json").read_text())["tool"])
            self.assertRegex(footer[b"scutch.config_sha256"].decode(), "^[0-9a-f]{64}$")
            inputs = json.loads(footer[b"scutch.inputs"])
            self.assertEqual(set(inputs), {row["warc_file"] for row in parquet.read_table(part).to_pylist()})
            named.update(inputs)
        self.assertEqual(named, {row["warc_file"] for row in ROWS})

    def test_pandas(self):
        pandas = tool("pandas")
        tool("pyarrow")
        read = [pandas.read_parquet(part) for part in sorted(FOLDER.glob("docs/*.parquet"))]
        frame = pandas.concat(read, ignore_index=True)
        self.same(frame.to_dict("records"), ROWS)
        self.assertEqual(str(frame["timestamp"].dtype), "datetime64[us, UTC]")
        for format in ("docs", "dolma", "oscar"):
            parts = sorted(FOLDER.glob(f"{format}/*.jsonl.zst"))
            read = [
                pandas.read_json(part, lines=True, dtype=False, convert_dates=False, precise_float=True)
                for part in parts
            ]
            records = (row for frame in read for row in frame.to_dict("records"))
            self.same(records, lines(f"{format}/*.jsonl.zst"))

    def test_polars(self):
        polars = tool("polars")
        table = polars.scan_parquet(FOLDER / "docs/*.parquet").collect()
        self.same(table.to_dicts(), ROWS)
        self.assertEqual(table.schema["timestamp"], polars.Datetime("us", "UTC"))
        for format in ("docs", "dolma", "oscar"):
            read = []
            for part in sorted(FOLDER.glob(f"{format}/*.jsonl.zst")):
                read += polars.read_ndjson(part, infer_schema_length=None).to_dicts()
            self.same(read, lines(f"{format}/*.jsonl.zst"))

    def test_duckdb(self):
        duckdb = tool("duckdb")
        tool("pytz")  # its own wish, for times with a zone
        base = duckdb.connect()
        base.execute("set timezone = 'UTC'")

        def rows(source):
            found = base.execute(f"select * from {source}")
            names = [column[0] for column in found.description]
            return [dict(zip(names, values)) for values in found.fetchall()]

        self.same(rows(f"read_parquet('{FOLDER}/docs/*.parquet')"), ROWS)
        for format in ("docs", "dolma", "oscar"):
            source = f"read_json('{FOLDER}/{format}/*.jsonl.zst', union_by_name = true)"
            self.same(map(dates, rows(source)), map(dates, lines(f"{format}/*.jsonl.zst")))
        documents = rows(f"read_json('{FOLDER}/json/*/*.json', union_by_name = true, filename = true)")
        found = {row["id"]: (row["url"], row["title"], row["n_words"]) for row in documents}
        self.assertEqual(found, {row["id"]: (row["url"], row["title"], row["n_words"]) for row in ROWS})

    def test_datasets(self):
        datasets = tool("datasets")
        tool("zstandard")
        datasets.disable_progress_bars()
        loaded = datasets.load_dataset(str(FOLDER))["train"]
        self.same(loaded, ROWS)
        self.assertEqual(loaded.features["timestamp"].dtype, "timestamp[us, tz=UTC]")
        for name, pattern in (("default", "docs"), ("dolma", "dolma"), ("oscar", "oscar")):
            loaded = datasets.load_dataset(str(LINES), name)["train"]
            self.same(loaded, lines(f"{pattern}/*.jsonl.zst"), dates)
        streamed = datasets.load_dataset(str(FOLDER), split="train", streaming=True)
        self.same(streamed, ROWS)

    def test_datasets_loads_texts_where_there_is_nothing_else(self):
        datasets = tool("datasets")
        folder = corpus(LINES.parent / "texts", "text")
        loaded = datasets.load_dataset(str(folder))["train"]
        self.assertEqual(sorted(row["text"] for row in loaded), sorted(row["text"] + "\n" for row in ROWS))

    def test_datatrove(self):
        readers = tool("datatrove.pipeline.readers")
        tool("loguru").logger.disable("datatrove")
        for reader in (
            readers.ParquetReader(str(FOLDER), glob_pattern="docs/*.parquet"),
            readers.JsonlReader(str(FOLDER), glob_pattern="docs/*.jsonl.zst", compression="zstd"),
        ):
            documents = list(reader.run())
            found = [{"id": one.id, "text": one.text, **one.metadata} for one in documents]
            for row in found:
                row.pop("file_path", None)
            self.same(found, ROWS)
        reader = readers.JsonlReader(str(FOLDER), glob_pattern="dolma/*.jsonl.zst", compression="zstd")
        self.assertEqual([one.id for one in reader.run()], [row["id"] for row in ROWS])

    def test_daft(self):
        daft = tool("daft")
        table = daft.read_parquet(f"{FOLDER}/docs/*.parquet").to_pylist()
        self.same(sorted(table, key=by_id), sorted(ROWS, key=by_id))
        # Of JSON it guesses types from a part of the lines, so they are named.
        schema = {field.name: field.dtype for field in daft.read_parquet(f"{FOLDER}/docs/*.parquet").schema()}
        table = daft.read_json(f"{FOLDER}/docs/*.jsonl.zst", schema=schema).to_pylist()
        self.same(sorted(table, key=by_id), sorted(ROWS, key=by_id))

    def test_spark(self):
        sql = tool("pyspark.sql")
        if not (os.environ.get("JAVA_HOME") or shutil.which("java")):
            print("SKIPPED: test_consumers: Spark needs Java", file=sys.stderr)
            self.skipTest("Spark needs Java")
        builder = sql.SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
        spark = builder.getOrCreate()
        try:
            spark.sparkContext.setLogLevel("ERROR")
            table = spark.read.parquet(f"{FOLDER}/docs/*.parquet")
            kinds = {"string", "array<string>", "timestamp", "float", "int", "bigint"}
            self.assertEqual(set(dict(table.dtypes).values()), kinds)
            # Its Python hands out times in the zone of the machine, and without that zone.
            micros = table.selectExpr("*", "unix_micros(timestamp) as micros").drop("timestamp").orderBy("id")
            found = []
            for row in micros.collect():
                columns = row.asDict()
                columns["timestamp"] = EPOCH + timedelta(microseconds=columns.pop("micros"))
                found.append(columns)
            self.same(found, sorted(ROWS, key=by_id))
        finally:
            spark.stop()

    def test_markdown_is_that_of_the_format(self):
        for row in ROWS:
            [path] = FOLDER.glob(f"markdown/*/{row['id']}.md")
            head, body = path.read_text(encoding="utf-8")[4:].split("---\n\n", 1)
            self.assertIn(f'id: "{row["id"]}"', head)
            self.assertEqual(body, row["markdown"] + "\n")


if __name__ == "__main__":
    unittest.main()
