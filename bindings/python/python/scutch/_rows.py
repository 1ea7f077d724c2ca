"""Rows of a corpus as a stream, without its folder."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta, timezone
from functools import partial
from typing import Any, Union

from . import _scutch
from ._notebook import table
from ._verbs import Inputs, PathLike, emitted_config, paths

_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)

#: Options of `scutch corpus` that say what is written where.
OF_FOLDERS = frozenset(
    (
        "annotations",
        "csv_bom",
        "emit_config",
        "file_names",
        "format",
        "layout",
        "output",
        "overwrite",
        "strict",
    )
)

#: Number of a share and of all, such as 2/3; folder of the evidence; folder of relative names in the evidence.
_Share = tuple[str, PathLike, PathLike]

#: Configuration; threads, memory and folder for what does not fit; what is done about unreadable inputs; share.
_Request = tuple[
    str,
    tuple[Union[int, None], Union[int, None], Union[PathLike, None]],
    str,
    Union[_Share, None],
]


class Rows:
    """The rows of archives, derived anew whenever they are asked for.

    An Arrow stream, which pyarrow, Polars, DuckDB and pandas take as it is, and an iterator of dictionaries. At most
    some megabytes wait for their reader. They can be pickled: another process reads the same inputs.
    """

    def __init__(self, inputs: list[str], request: _Request) -> None:
        self._inputs, self._request = inputs, request
        self._rows = _scutch.Rows(*request)

    def __reduce__(self) -> tuple[type[Rows], tuple[list[str], _Request]]:
        return Rows, (self._inputs, self._request)

    def sharing(self) -> Callable[[str], Rows]:
        """What makes the rows of a share of these inputs, in any process and working folder."""
        return partial(_of_share, self._inputs, self._request)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The stream in the PyCapsule interface of Arrow. It begins with the first batch asked for."""
        return self._rows.__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        """The schema in the PyCapsule interface of Arrow."""
        return self._rows.__arrow_c_schema__()

    @property
    def columns(self) -> dict[str, str]:
        """The Arrow type of each column by name, in order."""
        return {name: kind for name, kind, _ in self._rows.columns}

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """The rows as dictionaries. Times are `datetime` in UTC."""
        columns = self.columns
        times = [kind.startswith("timestamp") for kind in columns.values()]
        for batch in self._rows.batches():
            values = [_times(column) if is_time else column for column, is_time in zip(batch, times, strict=True)]
            for row in zip(*values, strict=True):
                yield dict(zip(columns, row, strict=True))

    @property
    def counts(self) -> dict[str, Any] | None:
        """Counts of the last reading that came to its end, as `counts` in `run.json`."""
        told = self._rows.counts
        counts: dict[str, Any] | None = None if told is None else json.loads(told)
        return counts

    @property
    def losses(self) -> list[dict[str, Any]]:
        """The first 1,000 records and byte ranges of that reading that became no row, as in `quarantine.jsonl`.

        `counts` has the numbers of all.
        """
        return [json.loads(line) for line in self._rows.losses]

    def __repr__(self) -> str:
        return f"<rows of {', '.join(self._inputs)}>"

    def _repr_html_(self) -> str:
        return table(repr(self)[1:-1], ("column", "type", "meaning"), self._rows.columns)


def _of_share(inputs: list[str], request: _Request, shard: str) -> Rows:
    config, limits, unreadable, share = request
    if share is not None:
        share = (shard, *share[1:])
    return Rows(inputs, (config, limits, unreadable, share))


def _times(column: list[Any]) -> list[datetime | None]:
    return [None if time is None else _EPOCH + timedelta(microseconds=time) for time in column]


def read(
    inputs: Inputs,
    *,
    jobs: int | None = None,
    memory: int | None = None,
    spill: PathLike | None = None,
    unreadable: str = "fail",
    evidence: PathLike | None = None,
    shard: str = "1/1",
    **config: object,
) -> Rows:
    """The rows that `scutch corpus` writes, as a stream.

    `config` has the options of `scutch corpus` by name, `config="FILE.toml"` among them; rows equal those of
    `scutch.corpus` with the same ones. `jobs` threads work, by default one per core. What pages of a host are compared
    by takes `memory` bytes, and goes to the folder `spill` beyond that. Where rows depend on other records, all inputs
    are read once before the first row comes, unless `evidence` is the folder of `gather` for the same inputs. With it
    `shard="2/3"` is the second of three shares of the rows. A record that is in two shares has the same id in both.

    Names, those in the evidence too, are those of files in the folder that is the working folder now, wherever the rows
    are read.

    Raises `Error` where an input cannot be read, at the latest when its turn comes; with `unreadable="quarantine"` such
    inputs are among the `losses`.

    >>> rows = read("samples/plain.warc")
    >>> [row["title"] for row in rows][:1]
    ['Council saves the swimming bath and raises the dog tax']
    >>> rows.counts["records"]
    6
    """
    refused = sorted(OF_FOLDERS & config.keys())
    if refused:
        raise TypeError(f"read() writes no folder: it takes no argument {refused[0]!r}")
    if evidence is None and shard != "1/1":
        raise ValueError(f"shard {shard!r} needs evidence of all shares: evidence=scutch.gather(...)")
    if evidence is not None and unreadable != "fail":
        raise ValueError(f"unreadable={unreadable!r} does not go with evidence, for which all inputs were read")
    if jobs is not None and jobs < 1:
        raise ValueError(f"jobs is {jobs}: at least 1")
    names = paths(inputs)
    located = _scutch.located(emitted_config(names, config))
    spill = None if spill is None else os.path.abspath(spill)
    share = None if evidence is None else (shard, os.path.abspath(evidence), os.getcwd())
    return Rows(names, (located, (jobs, memory, spill), unreadable, share))
