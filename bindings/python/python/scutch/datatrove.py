"""Archives and corpus folders in pipelines of datatrove, and scutch in the place of its Trafilatura.

    from datatrove.executor import LocalPipelineExecutor
    from datatrove.pipeline.writers import JsonlWriter
    from scutch.datatrove import ArchiveReader

    LocalPipelineExecutor([ArchiveReader("crawl/", language="de"), JsonlWriter("out/")]).run()
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from datatrove.pipeline.extractors.base import BaseExtractor  # type: ignore[import-not-found, import-untyped, unused-ignore]
from datatrove.pipeline.readers import JsonlReader, ParquetReader  # type: ignore[import-not-found, import-untyped, unused-ignore]
from datatrove.pipeline.readers.base import BaseReader  # type: ignore[import-not-found, import-untyped, unused-ignore]

from ._page import extract
from ._rows import Rows, read
from ._verbs import Inputs, PathLike

if TYPE_CHECKING:
    from datatrove.data import Document, DocumentsPipeline  # type: ignore[import-not-found, import-untyped, unused-ignore]

    #: Makes the fields of a document from the reader, a row, the name of its archive and the number of the row.
    Adapter = Callable[[BaseReader, dict[str, Any], str, int], dict[str, Any]]

__all__ = ["ArchiveReader", "Scutch", "corpus_reader"]

#: Counts of a reading that become statistics of the step. Those by reason are added up.
_COUNTS = frozenset(("records", "rows", "out_of_scope", "quarantined", "damage"))


class ArchiveReader(BaseReader):  # type: ignore[misc, unused-ignore]
    """Reads archives as `scutch corpus` does: a document for each row, with the other columns as metadata.

    `options` are those of `scutch.read` by name. Where there are several tasks, each takes a share of the inputs, and
    `evidence` is the folder of `scutch.gather` for the same inputs and options. `text_key="markdown"` with
    `markdown=True` takes another column for the text. A row without text is no document; `without_text` counts them.

    Raises `scutch.Error` where an input cannot be read or the evidence is of another run.
    """

    name = "🌾 scutch"

    def __init__(
        self,
        inputs: Inputs,
        evidence: PathLike | None = None,
        limit: int = -1,
        skip: int = 0,
        adapter: Adapter | None = None,
        text_key: str = "text",
        id_key: str = "id",
        default_metadata: dict[str, Any] | None = None,
        **options: Any,
    ) -> None:
        super().__init__(limit, skip, adapter, text_key, id_key, default_metadata)
        self.evidence = evidence
        # What is wrong with inputs or options is said before the first task begins. Tasks have other working folders.
        self._of_share = read(inputs, evidence=evidence, **{"jobs": 1, **options}).sharing()

    def run(self, data: DocumentsPipeline = None, rank: int = 0, world_size: int = 1) -> DocumentsPipeline:
        """The documents of earlier steps, then those of this task."""
        if data:
            yield from data
        self._log_limit_scope(rank, world_size)
        rows = self._rows(rank, world_size)
        end = None if self.limit == -1 else self.skip + self.limit
        for document in itertools.islice(self._documents(rows), self.skip, end):
            self.update_doc_stats(document)
            yield document
        for name, count in (rows.counts or {}).items():
            if name in _COUNTS:
                self.stat_update(name, value=sum(count.values()) if isinstance(count, dict) else count, unit="task")

    def _rows(self, rank: int, world_size: int) -> Rows:
        if world_size > 1 and self.evidence is None:
            raise ValueError(f"{world_size} tasks need evidence of all inputs: evidence=scutch.gather(...)")
        return self._of_share(f"{rank + 1}/{world_size}")

    def _documents(self, rows: Rows) -> Iterator[Document]:
        for number, row in enumerate(rows):
            with self.track_time():
                document = self.get_document_from_dict(row, row["warc_file"], number)
            if document is None:
                self.stat_update("without_text")
            else:
                yield document


def corpus_reader(folder: PathLike, **options: Any) -> ParquetReader | JsonlReader:
    """A reader of the rows of a corpus folder: datatrove's own, for its Parquet files or else its JSON lines.

    Tasks share the files. `options` are those of datatrove's reader.

    Raises `ValueError` where the folder has rows in neither format.
    """
    parquet, lines = "docs/*.parquet", "docs/*.jsonl.zst"
    if any(Path(folder).glob(parquet)):
        return ParquetReader(os.fspath(folder), glob_pattern=parquet, **options)
    if any(Path(folder).glob(lines)):
        return JsonlReader(os.fspath(folder), glob_pattern=lines, compression="zstd", **options)
    raise ValueError(f"{os.fspath(folder)}: no rows in {parquet} or {lines}")


class Scutch(BaseExtractor):  # type: ignore[misc, unused-ignore]
    """Replaces the HTML of documents by its text, as datatrove's `Trafilatura` does.

    `options` are those of `scutch.extract`. Pages of an archive are better read by `ArchiveReader`: it knows charset,
    address and the other pages of the site.
    """

    name = "🌾 scutch"

    def __init__(self, favour_precision: bool = True, timeout: float = 1, **options: Any) -> None:
        super().__init__(timeout)
        self.options = {"favor_precision": favour_precision, "include_comments": False, **options}
        # A wrong option is an error here, and not one of each document.
        self.extract("")

    def extract(self, text: str) -> str:
        """The text of a page; empty where there is none."""
        return extract(text, **self.options) or ""
