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
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from . import _scutch, _verbs
from ._verbs import Inputs, PathLike

if TYPE_CHECKING:
    from pyarrow import RecordBatch  # type: ignore[import-not-found, import-untyped, unused-ignore]
    from pyspark.sql import DataFrame, SparkSession  # type: ignore[import-not-found, unused-ignore]

    #: What a task does with its rows.
    Task = Callable[[Iterator[RecordBatch]], Iterator[RecordBatch]]

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
    run = _Run(spark, inputs, work, partitions, memory, options)
    run.gather()
    rows = run.rows()
    shown = [column for column in run.task.columns if column[0] not in _scutch.HIDDEN]
    return run.sorted(rows, "scutch_capture", _scutch.HIDDEN[:2]).mapInArrow(_numbered, _ddl(shown))


def write_corpus(
    spark: SparkSession,
    inputs: Inputs,
    output: PathLike,
    *,
    work: PathLike | None = None,
    partitions: int | None = None,
    memory: int | None = None,
    **options: object,
) -> _verbs.CorpusFolder:
    """Makes the corpus folder of `scutch corpus`, byte for byte, with rows that tasks derived.

    Tasks write rows into the folder `work`, and the driver merges them: it reads each row once and keeps none. Arguments
    are those of `corpus`. The folder `work` keeps the evidence; the rows are removed from it.
    """
    run = _Run(spark, inputs, work, partitions, memory, options)
    run.gather()
    folders = run.written_rows()
    _verbs.run("merge", *folders, output=output, quiet=True)
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)
    return _verbs.CorpusFolder(output)


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
    run = _Run(spark, inputs, work, partitions, memory, options)
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
        config = _verbs.emitted_config(paths, options)
        self.memory = memory
        self.task = _scutch.EngineTask(config, memory)
        self.plan = self.task.plan
        self.shares = partitions or self._shares()
        self.work = _work_folder(spark, work)
        self.folder = self.work / "evidence"

    def _shares(self) -> int:
        by_size = -(-self.task.bytes // _SHARE_BYTES)
        return min(max(by_size, _TASKS_PER_CORE * _cores(self.spark)), _MOST_SHARES)

    def gather(self) -> None:
        """Gathers evidence, unless it is there already."""
        parts = min(4 * self.shares, _MOST_PARTS)
        gathering = _scutch.EngineGather.open(self.task, str(self.folder), parts)
        while gathering and (following := gathering.next_round()):
            round_, conclusions = following
            rows = self._tasks(_observing(self.plan, self.memory, round_, self.shares, gathering.evidence), _OBSERVATION)
            concluding = _concluding(self.plan, self.memory, gathering.evidence)
            order = [name for name, _ in _scutch.OBSERVATIONS[:-2]]
            for _ in range(conclusions):
                rows = self.sorted(rows, "part", order).mapInArrow(concluding, _OBSERVATION)
            with _few_rows_at_a_time(self.spark), _sentences():
                found = rows.select("table", "key", "value").collect()
            gathering.take(round_, self.shares, [(row[0], row[1], bytes(row[2])) for row in found])
        if gathering:
            gathering.finish()
        self.evidence = self.task.evidence(str(self.folder))

    def rows(self) -> DataFrame:
        """Rows with their hidden columns."""
        deriving = _deriving(self.plan, self.memory, self.shares, self.evidence)
        return self._tasks(deriving, _ddl(self.task.columns))

    def written_rows(self) -> list[str]:
        """Writes the rows of all shares; their folders."""
        for left in self.work.glob("rows-*"):
            shutil.rmtree(left, ignore_errors=True)
        writing = _writing(self.plan, self.memory, self.shares, str(self.folder), str(self.work))
        with _sentences():
            found = self._tasks(writing, "share int, folder string").collect()
        if sorted(share for share, _ in found) != list(range(1, self.shares + 1)):
            raise _verbs.Error(f"{len(found)} shares were derived, and {self.shares} were expected", 1)
        return [folder for _, folder in sorted(found)]

    def _tasks(self, function: Task, schema: str) -> DataFrame:
        """A task for each share."""
        return self.spark.range(0, self.shares, 1, self.shares).mapInArrow(function, schema)

    def sorted(self, rows: DataFrame, key: str, order: Sequence[str]) -> DataFrame:
        return rows.repartition(self.shares, key).sortWithinPartitions(*order)


# What tasks do. Each is a function of its arguments alone, because it is sent to other machines.


def _observing(plan: str, memory: int | None, round_: str, shares: int, evidence: str) -> Task:
    def observe(batches: Iterator[RecordBatch]) -> Iterator[RecordBatch]:
        for share in _shares_of(batches):
            yield from _read(_task(plan, memory).observe(round_, share, shares, evidence))

    return observe


def _concluding(plan: str, memory: int | None, evidence: str) -> Task:
    def conclude(batches: Iterator[RecordBatch]) -> Iterator[RecordBatch]:
        attempt = _attempt()
        columns = (tuple(column.to_pylist() for column in batch.columns) for batch in batches)
        yield from _read(_task(plan, memory).conclude(evidence, attempt, columns))

    return conclude


def _deriving(plan: str, memory: int | None, shares: int, evidence: str) -> Task:
    def derive(batches: Iterator[RecordBatch]) -> Iterator[RecordBatch]:
        for share in _shares_of(batches):
            yield from _read(_task(plan, memory).derive(share, shares, evidence))

    return derive


def _writing(plan: str, memory: int | None, shares: int, evidence: str, work: str) -> Task:
    def write(batches: Iterator[RecordBatch]) -> Iterator[RecordBatch]:
        import pyarrow  # type: ignore[import-not-found, import-untyped, unused-ignore]
        attempt = _attempt()
        for share in _shares_of(batches):
            folder = f"{work}/rows-{share:05}-{attempt}"
            _task(plan, memory).write((share, shares), evidence, folder)
            columns = [pyarrow.array([share], pyarrow.int32()), pyarrow.array([folder])]
            yield pyarrow.RecordBatch.from_arrays(columns, ["share", "folder"])

    return write


def _numbered(batches: Iterator[RecordBatch]) -> Iterator[RecordBatch]:
    """Gives copies of a capture ids of their own, by their order; takes the hidden columns away."""
    import pyarrow  # type: ignore[import-not-found, import-untyped, unused-ignore]

    last, ordinal = None, 0
    for batch in batches:
        ids = {}
        for row, capture in enumerate(batch.column("scutch_capture").to_pylist()):
            ordinal = ordinal + 1 if capture == last else 0
            last = capture
            if ordinal:
                ids[row] = _scutch.row_id(batch.column("scutch_identity")[row].as_py(), ordinal)
        shown = batch.drop_columns(_scutch.HIDDEN)
        if ids:
            renamed = [ids.get(row, id_) for row, id_ in enumerate(shown.column("id").to_pylist())]
            place = shown.schema.get_field_index("id")
            shown = shown.set_column(place, shown.schema.field(place), pyarrow.array(renamed, pyarrow.string()))
        yield shown


def _attempt() -> str:
    """What tells attempts of one task apart: two of them must not write the same files."""
    from pyspark import TaskContext  # type: ignore[import-not-found, unused-ignore]

    context = TaskContext.get()
    return str(context.taskAttemptId()) if context else "0"


def _shares_of(batches: Iterator[RecordBatch]) -> Iterator[int]:
    for batch in batches:
        yield from (number + 1 for number in batch.column(0).to_pylist())


def _read(stream: _scutch.EngineBatches) -> Iterator[RecordBatch]:
    import pyarrow  # type: ignore[import-not-found, import-untyped, unused-ignore]

    batches: Iterator[RecordBatch] = iter(pyarrow.RecordBatchReader.from_stream(stream))
    return batches


#: The run that this process works on, with its list of inputs and open files.
_known: dict[tuple[str, int | None], _scutch.EngineTask] = {}


def _task(plan: str, memory: int | None) -> _scutch.EngineTask:
    known = _known.get((plan, memory))
    # What failed to read an input says so for ever: the next attempt begins anew.
    if known is None or not known.is_sound:
        _known.clear()
        known = _known[plan, memory] = _scutch.EngineTask.of_plan(plan, memory)
    return known


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


@contextlib.contextmanager
def _few_rows_at_a_time(spark: SparkSession) -> Iterator[None]:
    """Bounds what Spark hands to a task at a time, which it counts in rows."""
    name = "spark.sql.execution.arrow.maxRecordsPerBatch"
    before = str(spark.conf.get(name))
    spark.conf.set(name, _ROWS_AT_A_TIME)
    try:
        yield
    finally:
        spark.conf.set(name, before)


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
