"""Corpora on Spark against the same corpora of one machine.

Needs PySpark 4 and Java 17. Without them all tests are skipped, and say so.
"""

import gzip
import json
import os
import shutil
import signal
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

import scutch
from standalone import Standalone

try:
    import pyarrow.parquet
    from pyspark.sql import SparkSession

    import scutch.spark

    MISSING = None if shutil.which(os.environ.get("SCUTCH_TEST_JAVA", "java")) else "Java"
except ImportError as error:
    MISSING = error.name

SAMPLES = Path(__file__).resolve().parents[4] / "samples"
#: Where executors find this package, also when it is not installed.
PACKAGES = os.pathsep.join([str(Path(scutch.__file__).parents[1]), os.environ.get("PYTHONPATH", "")])


def setUpModule():
    if MISSING:
        print(f"\nSKIPPED: tests of scutch.spark need {MISSING}", file=sys.stderr)
        raise unittest.SkipTest(f"scutch.spark needs {MISSING}")


def record(kind: str, headers: list[tuple[str, str]], block: bytes) -> bytes:
    lines = [("WARC-Type", kind), *headers, ("Content-Length", str(len(block)))]
    head = "WARC/1.0\r\n" + "".join(f"{name}: {value}\r\n" for name, value in lines)
    return gzip.compress(head.encode() + b"\r\n" + block + b"\r\n\r\n", mtime=0)


def page(host: str, number: int, day: int = 1) -> bytes:
    """A capture of a page with words of its own, between words that all pages of its host have."""
    words = [f"word{(number * 7919 + word * 104_729) % 9973}" for word in range(90)]
    html = (
        f"<html lang=en><head><title>Story {number} - {host}</title></head><body><nav><a href=/>Home</a> "
        f"<a href=/about>About {host}</a></nav><article><h1>Story {number}</h1><p>The ferry number {number} left the "
        f"harbour late, and nobody on board minded: {' '.join(words[:50])}.</p><p>It came back in the evening with "
        f"{' '.join(words[50:])}.</p></article><footer>All rights reserved by {host}</footer></body></html>"
    )
    block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + html.encode()
    headers = [
        ("WARC-Target-URI", f"http://{host}/{number}"),
        ("WARC-Date", f"2019-05-{day:02}T10:00:00Z"),
        ("WARC-Record-ID", f"<urn:test:{host}:{number}:{day}>"),
        ("Content-Type", "application/http; msgtype=response"),
    ]
    return record("response", headers, block)


def crawl(folder: Path) -> Path:
    """Archives of one large host and many small ones, with copies, other captures and a damaged member."""
    folder.mkdir()
    large = [page("large.example", number) for number in range(120)]
    small = [page(f"host{number}.example", 1) for number in range(40)]
    later = [page("large.example", number, day=9) for number in range(0, 120, 9)]
    mixed = [capture for pair in zip(large, small + later) for capture in pair] + large[54:]
    (folder / "a.warc.gz").write_bytes(b"".join(mixed))
    (folder / "b.warc.gz").write_bytes(b"".join(large[:5] + [b"no member" * 30] + small[:3]))
    return folder


def session(master: str, **settings: str) -> "SparkSession":
    # Else executors take whatever `python3` is on the search path.
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master(master).appName("scutch")
    for name, value in {
        "spark.ui.enabled": "false",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.sql.session.timeZone": "America/Lima",
        "spark.executorEnv.PYTHONPATH": PACKAGES,
        "spark.log.level": "ERROR",
        **settings,
    }.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


def rows_of(corpus: scutch.CorpusFolder) -> list[dict]:
    """The rows of a corpus folder, by id."""
    tables = [pyarrow.parquet.read_table(part).to_pylist() for part in corpus.parts()]
    return sorted((row for rows in tables for row in rows), key=lambda row: row["id"])


def rows_of_spark(rows) -> list[dict]:
    return sorted(rows.toArrow().to_pylist(), key=lambda row: row["id"])


class Work(unittest.TestCase):
    """A test with a folder, and a crawl in it."""

    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="scutch-spark-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.inputs = crawl(cls.folder / "crawl")

    def assert_same_rows(self, found: list[dict], expected: list[dict]):
        self.assertEqual([row["id"] for row in found], [row["id"] for row in expected])
        for one, other in zip(found, expected):
            for name in other:
                self.assertEqual(one[name], other[name], (name, one["url"]))

    def assert_same_files(self, one: Path, other: Path):
        def files(folder: Path) -> list[Path]:
            return sorted(
                path.relative_to(folder) for path in folder.rglob("*") if path.is_file() and path.stem != "timing"
            )

        self.assertEqual(files(one), files(other))
        for name in files(one):
            self.assertEqual((one / name).read_bytes(), (other / name).read_bytes(), name)


class OneMachine(Work):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.spark = session("local[2]")
        cls.addClassCleanup(cls.spark.stop)

    def test_rows_are_those_of_a_run_in_any_number_of_partitions(self):
        expected = rows_of(scutch.corpus(self.inputs, self.folder / "whole"))
        self.assertGreater(len(expected), 150)
        self.assertGreater(len({row["template_group"] for row in expected}), 1)
        for partitions in (None, 1, 5):
            rows = scutch.spark.corpus(self.spark, self.inputs, partitions=partitions)
            self.assert_same_rows(rows_of_spark(rows), expected)
        self.assertEqual([field.name for field in rows.schema], list(expected[0]))
        languages = {row["language"]: row["count"] for row in rows.groupBy("language").count().collect()}
        self.assertEqual(sum(languages.values()), len(expected))

    def test_stages_that_need_several_readings_give_the_same_rows(self):
        for name, inputs, options in (
            ("revisits", [SAMPLES], {"record_type": ["response", "revisit"]}),
            ("topics", [self.inputs], {"topic": "default"}),
            ("page", [SAMPLES, self.inputs], {"extractor": "page"}),
        ):
            with self.subTest(name):
                expected = rows_of(scutch.corpus(inputs, self.folder / name, **options))
                rows = scutch.spark.corpus(self.spark, inputs, partitions=3, **options)
                self.assert_same_rows(rows_of_spark(rows), expected)

    def test_a_corpus_folder_is_that_of_a_run_and_its_evidence_serves_the_program(self):
        options = {"format": "parquet,jsonl,tei"}
        whole = scutch.corpus(self.inputs, self.folder / "folder", **options)
        work = self.folder / "work"
        made = scutch.spark.write_corpus(
            self.spark, self.inputs, self.folder / "merged", work=work, partitions=4, **options
        )
        self.assert_same_files(made.path, whole.path)
        scutch.verify(made)
        self.assertEqual([path.name for path in work.iterdir()], ["evidence"])
        again = scutch.spark.write_corpus(
            self.spark, self.inputs, self.folder / "merged", work=work, partitions=4, **options
        )
        self.assert_same_files(again.path, whole.path)
        part = self.folder / "part"
        scutch.run("corpus", self.inputs, evidence=work / "evidence", output=part, quiet=True, **options)
        again = self.folder / "again"
        scutch.run("merge", part, output=again, quiet=True)
        self.assert_same_files(again, whole.path)

    def test_only_rows_of_the_call_are_removed(self):
        work = self.folder / "shared"
        (work / "rows-2019").mkdir(parents=True)
        (work / "rows-2019" / "mine.parquet").write_text("precious")
        options = {"work": work, "partitions": 2}
        with self.assertRaises(scutch.Error) as lost:
            scutch.spark.write_corpus(self.spark, self.inputs, self.folder / "first", strict=True, **options)
        self.assertEqual(lost.exception.exit_code, 3, "one member is damaged")
        made = scutch.CorpusFolder(self.folder / "first")
        self.assertGreater(made.manifest["counts"]["rows"], 0)
        names = sorted(path.name for path in work.iterdir())
        self.assertEqual(names, ["evidence", "rows-2019"])
        self.assertEqual((work / "rows-2019" / "mine.parquet").read_text(), "precious")
        # What cannot be merged is removed as well.
        (self.folder / "foreign").mkdir()
        (self.folder / "foreign" / "mine.txt").write_text("precious")
        with self.assertRaisesRegex(scutch.Error, "holds no corpus of ours"):
            scutch.spark.write_corpus(self.spark, self.inputs, self.folder / "foreign", **options)
        self.assertEqual(sorted(path.name for path in work.iterdir()), names)

    def test_another_corpus_is_replaced_on_request_alone(self):
        output = self.folder / "replaced"
        scutch.corpus(SAMPLES / "plain.warc", output)
        work = self.folder / "unused"
        with self.assertRaisesRegex(scutch.Error, "holds another corpus"):
            scutch.spark.write_corpus(self.spark, self.inputs, output, work=work, extractor="page")
        self.assertFalse(work.exists(), "nothing was gathered")
        made = scutch.spark.write_corpus(
            self.spark, SAMPLES / "plain.warc", output, work=work, partitions=1, overwrite=True, extractor="page"
        )
        self.assertEqual(made.manifest["config"]["extractor"], "page")

    def test_options_without_a_meaning_here_are_refused(self):
        spark = scutch.spark
        for function, arguments, options in (
            (spark.corpus, (), ("jobs", "spill", "evidence", "strict", "overwrite", "output", "format", "unreadable")),
            (spark.gather, (self.folder / "never",), ("jobs", "shard", "strict", "overwrite", "output")),
            (spark.write_corpus, (self.folder / "never",), ("jobs", "evidence", "spill", "emit_config")),
        ):
            for option in options:
                with self.assertRaisesRegex(TypeError, f"{function.__name__}\\(\\) takes no argument '{option}'"):
                    function(self.spark, self.inputs, *arguments, **{option: True})
        with self.assertRaisesRegex(ValueError, "partitions is 0: at least 1"):
            spark.corpus(self.spark, self.inputs, partitions=0)
        self.assertFalse((self.folder / "never").exists())

    def test_paths_are_the_same_for_all_machines(self):
        scutch.run("archive", "index", self.inputs / "a.warc.gz", output=self.folder / "a.cdxj", quiet=True)
        here = os.getcwd()
        self.addCleanup(os.chdir, here)
        os.chdir(self.folder)
        run = scutch.spark._Run(self.spark, "crawl/a.warc.gz", None, 1, None, {"cdx": "a.cdxj"})
        os.chdir(here)
        self.assertGreater(scutch._scutch.EngineTask.of_plan(run.plan, None).bytes, 0)

    def test_settings_and_views_of_the_session_are_the_callers(self):
        name = "spark.sql.execution.arrow.maxRecordsPerBatch"
        before, seen = self.spark.conf.get(name), []

        class Watching(scutch.spark._Run):
            def _tasks(run, spark, function, schema):
                seen.append((self.spark.conf.get(name), spark.conf.get(name)))
                return super()._tasks(spark, function, schema)

        run = Watching(self.spark, self.inputs, None, 2, None, {})
        run.gather()
        run.numbered(run.rows()).createOrReplaceTempView("pages_of_a_crawl")
        self.assertGreater(len(seen), 1)
        self.assertEqual({setting for setting, _ in seen}, {before})
        self.assertEqual(seen[0][1], "128", "observations are large")
        self.assertGreater(self.spark.sql("SELECT count(*) FROM pages_of_a_crawl").collect()[0][0], 150)

    def test_texts_do_not_go_through_python_again(self):
        rows = scutch.spark.corpus(self.spark, self.inputs, partitions=2, work=self.folder / "plan")
        plan = rows._jdf.queryExecution().executedPlan().toString()
        self.assertEqual(plan.count("MapInArrow"), 1, plan)

    def test_a_corpus_folder_obeys_decisions_and_rows_alone_refuse_them(self):
        rows = rows_of(scutch.corpus(self.inputs, self.folder / "undecided"))
        decisions = self.folder / "decisions.jsonl"
        lines = [
            {"id": rows[0]["id"], "field": "keep", "value": False},
            {"id": rows[1]["id"], "field": "title", "value": "Decided"},
        ]
        decisions.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
        whole = scutch.corpus(self.inputs, self.folder / "decided", decisions=decisions)
        made = scutch.spark.write_corpus(
            self.spark, self.inputs, self.folder / "by-spark", partitions=3, decisions=decisions
        )
        self.assert_same_files(made.path, whole.path)
        self.assertEqual(made.manifest["counts"]["out_of_scope"]["left-out"], 1)
        with self.assertRaisesRegex(scutch.Error, "decisions are obeyed where a corpus folder is written"):
            scutch.spark.corpus(self.spark, self.inputs, decisions=decisions)

    def test_evidence_is_taken_again_and_that_of_another_run_is_refused(self):
        work = self.folder / "evidence"
        folder = scutch.spark.gather(self.spark, self.inputs, work, partitions=2)
        stamps = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
        self.assertGreater(len(stamps), 3)
        scutch.spark.corpus(self.spark, self.inputs, work=work, partitions=3)
        self.assertEqual({path: path.stat().st_mtime_ns for path in folder.rglob("*")}, stamps)
        with self.assertRaisesRegex(scutch.Error, "made with another configuration"):
            scutch.spark.corpus(self.spark, self.inputs, work=work, extractor="page")
        with self.assertRaisesRegex(scutch.Error, "made from other inputs"):
            scutch.spark.corpus(self.spark, [self.inputs, SAMPLES], work=work)
        largest = max(folder.glob("parts/hosts-*"), key=lambda path: path.stat().st_size)
        largest.write_bytes(largest.read_bytes()[:-1])
        with self.assertRaisesRegex(Exception, "another length than was written"):
            scutch.spark.corpus(self.spark, self.inputs, work=work).collect()

    def test_what_fails_in_a_task_is_a_sentence(self):
        inputs = self.folder / "changing"
        shutil.copytree(self.inputs, inputs)
        run = scutch.spark._Run(self.spark, inputs, None, 2, None, {})
        with open(inputs / "b.warc.gz", "ab") as file:
            file.write(b"more")
        with self.assertRaisesRegex(scutch.Error, "an executor cannot take part .* made from other inputs"):
            run.gather()
        with self.assertRaisesRegex(scutch.Error, "nowhere.warc"):
            scutch.spark.corpus(self.spark, "nowhere.warc")


class Killer(threading.Thread):
    """Kills an executor once tasks have been running for some seconds, while others still run."""

    def __init__(self, spark: "SparkSession", cluster: Standalone, seconds: float):
        super().__init__()
        self.tracker, self.cluster, self.seconds = spark.sparkContext.statusTracker(), cluster, seconds
        self.work_is_done = threading.Event()
        self.failure: str | None = "the work was done before"

    def run(self):
        begun = None
        while not self.work_is_done.wait(0.02):
            # Between two stages there is nobody at work for a moment.
            if not self.tracker.getActiveStageIds():
                continue
            begun = begun or time.monotonic()
            if time.monotonic() - begun < self.seconds:
                continue
            try:
                os.kill(self.cluster.executors()[0], signal.SIGKILL)
                self.failure = None
            except (IndexError, OSError) as error:
                self.failure = f"nobody was killed: {error!r}"
            return

    def killed_on_the_way(self) -> bool:
        """Whether an executor was killed at work. Asked when the work is done."""
        self.work_is_done.set()
        self.join()
        return self.failure is None


class Cluster(Work):
    """A master and two workers on the loopback interface."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.cluster = Standalone(cls.folder)
        cls.addClassCleanup(cls.cluster.stop)
        cls.spark = session(
            cls.cluster.address,
            **{
                "spark.executor.memory": "512m",
                "spark.speculation": "true",
                "spark.speculation.interval": "50ms",
                "spark.speculation.multiplier": "1.1",
                "spark.speculation.quantile": "0.2",
                "spark.speculation.minTaskRuntime": "50ms",
            },
        )
        cls.addClassCleanup(cls.spark.stop)

    def kill_on_the_way(self, seconds: float) -> "Killer":
        """Kills one executor once tasks are running for so long."""
        killer = Killer(self.spark, self.cluster, seconds)
        killer.start()
        return killer

    def test_rows_are_the_same_while_executors_die(self):
        expected = rows_of(scutch.corpus(self.inputs, self.folder / "whole"))
        for run, seconds in enumerate((0.5, 1.5)):
            work = self.folder / f"work{run}"
            killer = self.kill_on_the_way(seconds)
            found = rows_of_spark(scutch.spark.corpus(self.spark, self.inputs, work=work, partitions=8))
            self.assertTrue(killer.killed_on_the_way(), killer.failure)
            self.assert_same_rows(found, expected)
            self.assertFalse((work / "evidence" / ".partial").exists())

    def test_a_corpus_folder_is_the_same_while_an_executor_dies(self):
        whole = scutch.corpus(self.inputs, self.folder / "folder")
        killer = self.kill_on_the_way(1.0)
        made = scutch.spark.write_corpus(
            self.spark, self.inputs, self.folder / "merged", work=self.folder / "rows", partitions=6
        )
        self.assertTrue(killer.killed_on_the_way(), killer.failure)
        self.assert_same_files(made.path, whole.path)
        self.assertEqual([path.name for path in (self.folder / "rows").iterdir()], ["evidence"])

    def test_a_cluster_needs_a_folder_that_all_machines_see(self):
        with self.assertRaisesRegex(ValueError, "work="):
            scutch.spark.corpus(self.spark, self.inputs)


if __name__ == "__main__":
    unittest.main()
