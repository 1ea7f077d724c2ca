"""Corpora on Spark: the same rows as on one machine, in any number of tasks.

`corpus` gives a DataFrame of rows, `write_corpus` a corpus folder. Both gather evidence first: what a row depends on
besides its own record. Tasks observe a share of the inputs each, Spark brings the observations of a key together, and
tasks conclude some keys each. Then tasks derive the rows of a share each.

Inputs and the folder `work` must have the same names on all machines, and scutch must be installed on them.

    from pyspark.sql import SparkSession
    import scutch.spark

    spark = SparkSession.builder.getOrCreate()
    rows = scutch.spark.corpus(spark, "/data/crawl/", work="/data/work")
    rows.groupBy("language").count().show()
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import re
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from . import _scutch, _spark_tasks, _verbs
from ._rows import OF_FOLDERS
from ._verbs import Inputs, PathLike

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession  # type: ignore[import-not-found, unused-ignore]

    from ._spark_tasks import Task

__all__ = ["corpus", "gather", "write_corpus"]

#: Bytes of input that one task reads.
_SHARE_BYTES = 64 << 20
#: Tasks for each core at least: the last ones end at the same time.
_TASKS_PER_CORE = 4
#: Shares that inputs can be cut into at most.
_MOST_SHARES = 100_000
#: Parts of the keys at most: each is a file for every table.
_MOST_PARTS = 1024
#: Rows of observations that a task takes in at a time: a row has up to 256 KiB.
_ROWS_AT_A_TIME = 128
#: How often, and after how many seconds, a folder is removed again into which somebody writes.
_TRIES, _PAUSE = 20, 0.1

#: Options of `scutch corpus` that arguments here, or Spark itself, take the place of.
_OF_ONE_MACHINE = frozenset(("evidence", "jobs", "shard", "spill", "unreadable"))
#: Options about the output of the program.
_OF_OUTPUT = frozenset(("emit_config", "output", "strict"))

_TYPES = {
    "string": "string",
    "int32": "int",
    "int64": "bigint",
    "float32": "float",
    "boolean": "boolean",
    "binary": "binary",
    "timestamp[us, tz=UTC]": "timestamp",
    "list<string>": "array<string>",
}


def corpus(
    spark: SparkSession,
    inputs: Inputs,
    *,
    work: PathLike | None = None,
    partitions: int | None = None,
    memory: int | None = None,
    **options: object,
) -> DataFrame:
    """The rows of archives as a DataFrame: those of `scutch corpus`, with the same options by name.

    Evidence is gathered at once, into the folder `work`; rows are derived when Spark wants them, each time anew. On a
    cluster all machines must see `work` under this name; on one machine it is a temporary folder where none is named. The
    same call again takes the evidence that is there. `partitions` is the number of shares that the inputs are cut into,
    `memory` how many bytes a task may take for what is kept of several records.
    """
    run = _Run(spark, inputs, work, partitions, memory, _taken("corpus", options, OF_FOLDERS))
    # What only a folder can have is refused before anything is read.
    _ = run.task.columns
    run.gather()
    return run.numbered(run.rows())


def write_corpus(
    spark: SparkSession,
    inputs: Inputs,
    output: PathLike,
    *,
    work: PathLike | None = None,
    partitions: int | None = None,
    memory: int | None = None,
    overwrite: bool = False,
    strict: bool = False,
    **options: object,
) -> _verbs.CorpusFolder:
    """Makes the corpus folder of `scutch corpus`, byte for byte, with rows that tasks derived.

    Tasks write rows into the folder `work`, and the driver merges them: it reads each row once and keeps none. Arguments
    are those of `corpus`, and options that say what is written. `overwrite` replaces another corpus in the output
    folder. The folder `work` keeps the evidence; the rows are removed from it, also where something fails.

    Raises `Error` at once where the output folder holds another corpus and `overwrite` is not set, and at the end where
    records or bytes were lost and `strict` is set.
    """
    taken = _taken("write_corpus", options, _OF_OUTPUT)
    run = _Run(spark, inputs, work, partitions, memory, taken)
    if not overwrite:
        run.check_output(Path(output))
    run.gather()
    with run.folder_of_rows() as folder:
        rows = run.written_rows(folder)
        _verbs.run("merge", *rows, output=output, overwrite=overwrite, strict=strict, quiet=True)
    return _verbs.CorpusFolder(output)


def _taken(function: str, options: Mapping[str, object], others: frozenset[str]) -> Mapping[str, object]:
    """Options that mean something here. What is accepted and ignored would be worse than an error."""
    refused = sorted((others | _OF_ONE_MACHINE) & options.keys())
    if refused:
        raise TypeError(f"scutch.spark.{function}() takes no argument {refused[0]!r}")
    return options


def gather(
    spark: SparkSession,
    inputs: Inputs,
    work: PathLike,
    *,
    partitions: int | None = None,
    memory: int | None = None,
    **options: object,
) -> Path:
    """Gathers evidence into a folder below `work`, for `scutch corpus --evidence` too; the path of that folder."""
    run = _Run(spark, inputs, work, partitions, memory, _taken("gather", options, _OF_OUTPUT | {"overwrite"}))
    run.gather()
    return run.folder


class _Run:
    """A run as the driver sees it."""

    def __init__(
        self,
        spark: SparkSession,
        inputs: Inputs,
        work: PathLike | None,
        partitions: int | None,
        memory: int | None,
        options: Mapping[str, object],
    ) -> None:
        self.spark = spark
        # Executors have working folders of their own. An address is the same everywhere.
        paths = [path if "://" in path else os.path.abspath(path) for path in _verbs.paths(inputs)]
        config = _scutch.located(_verbs.emitted_config(paths, options))
        self.memory = memory
        self.task = _scutch.EngineTask(config, memory)
        self.plan = self.task.plan
        self.shares = self._shares() if partitions is None else _verbs.partitions_from(partitions)
        self.work = _work_folder(spark, work)
        self.folder = self.work / "evidence"

    def _shares(self) -> int:
        by_size = -(-self.task.bytes // _SHARE_BYTES)
        return min(max(by_size, _TASKS_PER_CORE * _cores(self.spark)), _MOST_SHARES)

    def check_output(self, output: Path) -> None:
        """Says early what `merge` would say after all work."""
        try:
            held = json.loads((output / "run.json").read_text(encoding="utf-8"))["config"]
        except (FileNotFoundError, NotADirectoryError, ValueError, KeyError):
            # Whatever it is, `merge` has a sentence for it.
            return
        if held != json.loads(self.plan)["config"]:
            raise _verbs.Error(f"{output}: holds another corpus; choose another folder, or overwrite=True", 1)

    def gather(self) -> None:
        """Gathers evidence, unless it is there already."""
        parts = min(4 * self.shares, _MOST_PARTS)
        gathering = _scutch.EngineGather.open(self.task, str(self.folder), parts)
        spark = _with_few_rows_at_a_time(self.spark)
        while gathering and (following := gathering.next_round()):
            round_, conclusions = following
            observing = _spark_tasks.observing(self.plan, self.memory, round_, self.shares, gathering.evidence)
            rows = self._tasks(spark, observing, _OBSERVATION)
            concluding = _spark_tasks.concluding(self.plan, self.memory, gathering.evidence)
            order = [name for name, _ in _scutch.OBSERVATIONS[:-2]]
            for _ in range(conclusions):
                rows = self.sorted(rows, "part", order).mapInArrow(concluding, _OBSERVATION)
            with _sentences():
                found = rows.select("table", "key", "value").collect()
            gathering.take(round_, self.shares, [(row[0], row[1], bytes(row[2])) for row in found])
        if gathering:
            gathering.finish()
        self.evidence = self.task.evidence(str(self.folder))

    def rows(self) -> DataFrame:
        """Rows with their hidden columns."""
        deriving = _spark_tasks.deriving(self.plan, self.memory, self.shares, self.evidence)
        return self._tasks(self.spark, deriving, _ddl(self.task.columns))

    @contextlib.contextmanager
    def folder_of_rows(self) -> Iterator[str]:
        """A folder for the rows of this call. Others may write into `work`, too."""
        self.work.mkdir(parents=True, exist_ok=True)
        folder = tempfile.mkdtemp(prefix="rows-", dir=self.work)
        # Executors may run as another user of the same group, as with any other new folder.
        os.chmod(folder, self.work.stat().st_mode & 0o777)
        try:
            yield folder
        finally:
            _remove(folder)

    def written_rows(self, folder: str) -> list[str]:
        """Writes the rows of all shares below a folder; a folder for each."""
        writing = _spark_tasks.writing(self.plan, self.memory, self.shares, str(self.folder), folder)
        with _sentences():
            found = self._tasks(self.spark, writing, "share int, folder string").collect()
        if sorted(share for share, _ in found) != list(range(1, self.shares + 1)):
            raise _verbs.Error(f"{len(found)} shares were derived, and {self.shares} were expected", 1)
        return [folder for _, folder in sorted(found)]

    def numbered(self, rows: DataFrame) -> DataFrame:
        """Rows with ids of their own, and without hidden columns."""
        from pyspark.sql import Window, functions  # type: ignore[import-not-found, unused-ignore]

        capture, order, identity = _scutch.HIDDEN
        ordinal = functions.row_number().over(Window.partitionBy(capture).orderBy(order)) - 1
        rows = rows.repartition(self.shares, capture).withColumn("scutch_ordinal", ordinal)
        # Of the columns only these go to Python: a batch of texts may be larger than Arrow can hold.
        own_id = functions.udf(_spark_tasks.own_id, "string")("id", identity, "scutch_ordinal")
        shown = (name for name, _ in self.task.columns if name not in _scutch.HIDDEN)
        return rows.select(*(own_id.alias(name) if name == "id" else name for name in shown))

    def _tasks(self, spark: SparkSession, function: Task, schema: str) -> DataFrame:
        """A task for each share."""
        return spark.range(0, self.shares, 1, self.shares).mapInArrow(function, schema)

    def sorted(self, rows: DataFrame, key: str, order: Sequence[str]) -> DataFrame:
        return rows.repartition(self.shares, key).sortWithinPartitions(*order)


def _ddl(columns: Iterable[tuple[str, str]]) -> str:
    return ", ".join(f"`{name}` {_TYPES[type_]}" for name, type_ in columns)


_OBSERVATION = _ddl(_scutch.OBSERVATIONS)


def _cores(spark: SparkSession) -> int:
    return int(spark.sparkContext.defaultParallelism)


def _work_folder(spark: SparkSession, work: PathLike | None) -> Path:
    if work is not None:
        return Path(os.path.abspath(work))
    if not str(spark.conf.get("spark.master", "local")).startswith("local"):
        raise ValueError("name a folder that all machines see: work=...")
    folder = tempfile.mkdtemp(prefix="scutch-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def _with_few_rows_at_a_time(spark: SparkSession) -> SparkSession:
    """A session that bounds what Spark hands to a task at a time, which it counts in rows.

    A session of its own: other threads may be using the caller's.
    """
    own = spark.newSession()
    own.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", _ROWS_AT_A_TIME)
    return own


def _remove(folder: str) -> None:
    """Removes a folder, also while an attempt that Spark gave up still writes into it."""
    for _ in range(_TRIES):
        shutil.rmtree(folder, ignore_errors=True)
        if not os.path.exists(folder):
            return
        time.sleep(_PAUSE)


@contextlib.contextmanager
def _sentences() -> Iterator[None]:
    """What failed in a task, as scutch says it: the stack traces of an engine around it say nothing more."""
    from pyspark.errors import PySparkException  # type: ignore[import-not-found, unused-ignore]

    try:
        yield
    except PySparkException as error:
        found = re.findall(r"scutch\._verbs\.Error: (.+)", str(error))
        if not found:
            raise
        raise _verbs.Error(found[-1].strip(), 1) from error
