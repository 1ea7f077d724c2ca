"""What tasks of `scutch.spark` do. Each is a function of its arguments alone, because it is sent to other machines."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from . import _scutch, _verbs

if TYPE_CHECKING:
    from pyarrow import RecordBatch  # type: ignore[import-not-found, import-untyped, unused-ignore]

    #: What a task does with its rows.
    Task = Callable[[Iterator[RecordBatch]], Iterator[RecordBatch]]


def observing(plan: str, memory: int | None, round_: str, shares: int, evidence: str) -> Task:
    """The observations of shares."""

    def observe(batches: Iterator[RecordBatch]) -> Iterator[RecordBatch]:
        for share in _shares_of(batches):
            yield from _read(_task(plan, memory).observe(round_, share, shares, evidence))

    return observe


def concluding(plan: str, memory: int | None, evidence: str) -> Task:
    """Conclusions from the observations of keys."""

    def conclude(batches: Iterator[RecordBatch]) -> Iterator[RecordBatch]:
        attempt = _attempt()
        columns = (tuple(column.to_pylist() for column in batch.columns) for batch in batches)
        yield from _read(_task(plan, memory).conclude(evidence, attempt, columns))

    return conclude


def deriving(plan: str, memory: int | None, shares: int, evidence: str) -> Task:
    """The rows of shares."""

    def derive(batches: Iterator[RecordBatch]) -> Iterator[RecordBatch]:
        for share in _shares_of(batches):
            yield from _read(_task(plan, memory).derive(share, shares, evidence))

    return derive


def writing(plan: str, memory: int | None, shares: int, evidence: str, rows: str) -> Task:
    """Writes the rows of shares below a folder; number and folder of each share."""

    def write(batches: Iterator[RecordBatch]) -> Iterator[RecordBatch]:
        import pyarrow  # type: ignore[import-not-found, import-untyped, unused-ignore]

        attempt = _attempt()
        for share in _shares_of(batches):
            # An attempt that nobody waits for any more would make the folder again.
            if not os.path.isdir(rows):
                raise _verbs.Error(f"{rows}: was removed, the rows are merged", 1)
            folder = f"{rows}/{share:05}-{attempt}"
            _task(plan, memory).write((share, shares), evidence, folder)
            columns = [pyarrow.array([share], pyarrow.int32()), pyarrow.array([folder])]
            yield pyarrow.RecordBatch.from_arrays(columns, ["share", "folder"])

    return write


def own_id(id_: str, identity: bytes, ordinal: int) -> str | None:
    """The id of a row: copies of a capture have ids of their own, by their order."""
    return _scutch.row_id(bytes(identity), ordinal) if ordinal else id_


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
