"""Archives as DataFrames of Daft, and extraction as an expression.

    import daft, scutch.daft

    rows = scutch.daft.read("crawl/")
    rows.groupby("language").count().show()

    pages = daft.read_parquet("pages.parquet")
    pages = pages.with_column("text", scutch.daft.extract(pages["html"], url=pages["url"]))
"""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import daft  # type: ignore[import-not-found, unused-ignore]
import pyarrow  # type: ignore[import-not-found, import-untyped, unused-ignore]
from daft.io.source import DataSource, DataSourceTask  # type: ignore[import-not-found, unused-ignore]
from daft.recordbatch import RecordBatch  # type: ignore[import-not-found, unused-ignore]

from . import _page
from ._rows import Rows
from ._rows import read as _rows
from ._verbs import Inputs, PathLike, partitions_from

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from daft.io.pushdowns import Pushdowns  # type: ignore[import-not-found, unused-ignore]

__all__ = ["bare_extraction", "extract", "read"]


def read(
    inputs: Inputs,
    *,
    partitions: int = 1,
    evidence: PathLike | None = None,
    jobs: int | None = None,
    **options: Any,
) -> daft.DataFrame:
    """The rows of archives as a DataFrame: those of `scutch corpus`, with the options of `scutch.read` by name.

    Rows are derived when Daft wants them, each time anew. With several `partitions` each is a share of the inputs, and
    `evidence` is the folder of `scutch.gather` for the same inputs and options; a partition then has one thread unless
    `jobs` says otherwise.
    """
    if partitions_from(partitions) == 1:
        return _Archives([_rows(inputs, evidence=evidence, jobs=jobs, **options)]).read()
    if evidence is None:
        raise ValueError(f"{partitions} partitions need evidence of all inputs: evidence=scutch.gather(...)")
    of_share = _rows(inputs, evidence=evidence, jobs=jobs or 1, **options).sharing()
    return _Archives([of_share(f"{number + 1}/{partitions}") for number in range(partitions)]).read()


class _Archives(DataSource):  # type: ignore[misc, unused-ignore]
    """Rows in a task for each share."""

    def __init__(self, shares: list[Rows]) -> None:
        self._shares = shares

    @property
    def name(self) -> str:
        return "scutch"

    @property
    def schema(self) -> daft.Schema:
        return _schema(self._shares[0])

    async def get_tasks(self, pushdowns: Pushdowns) -> AsyncIterator[_Share]:
        for rows in self._shares:
            yield _Share(rows)


class _Share(DataSourceTask):  # type: ignore[misc, unused-ignore]
    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    @property
    def schema(self) -> daft.Schema:
        return _schema(self._rows)

    async def read(self) -> AsyncIterator[RecordBatch]:
        batches = iter(pyarrow.RecordBatchReader.from_stream(self._rows))
        schema = pyarrow.schema(self._rows)
        # Other partitions are read meanwhile.
        while batch := await asyncio.to_thread(next, batches, None):
            yield RecordBatch.from_arrow_record_batches([batch], schema)


def _schema(rows: Rows) -> daft.Schema:
    return daft.Schema.from_pyarrow_schema(pyarrow.schema(rows))


def extract(html: daft.Expression, url: daft.Expression | None = None, **options: Any) -> daft.Expression:
    """The text of the pages of a column, text or bytes, with the options of `scutch.extract`; null where there is none.

    `url` is a column with their addresses.
    """
    _page.extract("", **options)
    return _applied(lambda page, address: _page.extract(page, address, **options), daft.DataType.string(), html, url)


def bare_extraction(html: daft.Expression, url: daft.Expression | None = None, **options: Any) -> daft.Expression:
    """Text and metadata of the pages of a column: a struct with the fields of `scutch.Document`."""
    _page.bare_extraction("", **options)

    def document(page: _page.Html, address: str | None) -> object:
        return _page.bare_extraction(page, address, as_dict=True, **options)

    return _applied(document, _document_type(), html, url)


def _document_type() -> daft.DataType:
    text, fields = daft.DataType.string(), dataclasses.fields(_page.Document)
    kinds = {field.name: daft.DataType.list(text) if field.default_factory is list else text for field in fields}
    kind: daft.DataType = daft.DataType.struct(kinds)
    return kind


def _applied(
    work: Callable[[_page.Html, str | None], object],
    kind: daft.DataType,
    html: daft.Expression,
    url: daft.Expression | None,
) -> daft.Expression:
    """What some work makes of each page; null where there is no page."""

    def of_page(page: _page.Html | None, address: str | None) -> object:
        return None if page is None else work(page, address)

    # Its result is an expression where an argument is one.
    applied: Any = daft.func(of_page, return_dtype=kind)
    made: daft.Expression = applied(html, url)
    return made
