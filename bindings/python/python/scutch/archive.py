"""Records of WARC and ARC files, in warcio's terms.

>>> for record in records("samples/plain.warc"):  # doctest: +SKIP
...     if record.rec_type == "response":
...         print(record.rec_headers.get_header("WARC-Target-URI"), len(record.content_stream().read()))
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator

from . import _scutch

__all__ = ["Headers", "Record", "Records", "records"]


class Headers:
    """Header fields in order. Names are compared without case."""

    def __init__(self, fields: list[tuple[str, str]], statusline: str = "", protocol: str = "") -> None:
        self.headers, self.statusline, self.protocol = fields, statusline, protocol

    def get_header(self, name: str, default: str | None = None) -> str | None:
        """The first value of a field."""
        wanted = name.lower()
        return next((value for known, value in self.headers if known.lower() == wanted), default)

    get = get_header

    def __getitem__(self, name: str) -> str | None:
        return self.get_header(name)

    def __contains__(self, name: str) -> bool:
        return self.get_header(name) is not None

    def get_statuscode(self) -> str:
        """The status code as text; empty where there is none."""
        return self.statusline.split(" ", 1)[0]

    def __repr__(self) -> str:
        return f"Headers({self.headers!r})"


#: Types of records that warcio calls otherwise.
_TYPES = {"filedesc": "arc_header"}


def _corrected(field: tuple[str, str]) -> tuple[str, str]:
    """A field as warcio gives it: of target URIs brackets around them and spaces in them are no part."""
    name, value = field
    if name.lower() != "warc-target-uri":
        return field
    return name, value.removeprefix("<").removesuffix(">").replace(" ", "%20")


class Record:
    """One record. Of a block longer than the limit of its `Records` there is the beginning, and `faults` say so."""

    def __init__(self, record: _scutch.ArchiveRecord) -> None:
        self._record = record
        self.rec_type: str = _TYPES.get(record.kind, record.kind)
        self.rec_headers = Headers([_corrected(field) for field in record.headers], "", record.version)
        #: Offset of its member in the file, length of the member, offset in the inflated member.
        self.location: tuple[int, int, int] = record.location
        http = record.http()
        self.http_headers = None
        if http is not None:
            line, fields, body = http
            # Of a request the method takes the place of the protocol.
            protocol, _, statusline = line.partition(" ")
            self.http_headers = Headers(fields, statusline.strip(), protocol.upper())
        self.content_type = self.rec_headers.get_header("Content-Type")
        #: Bytes of the block, as its header says.
        self.length = record.length
        #: Payload as archived, its codings still on.
        self.raw_stream = io.BytesIO(record.block if http is None else body)

    @property
    def faults(self) -> list[tuple[str, str]]:
        """Id and sentence of all that is noteworthy about the record."""
        return self._record.faults

    def content_stream(self) -> io.BytesIO:
        """The payload without transfer and content codings; the block where there is no HTTP. Each time from its start."""
        return io.BytesIO(self._record.content())

    def __repr__(self) -> str:
        return f"<Record {self.rec_type} {self.rec_headers.get_header('WARC-Target-URI')}>"


class Records(Iterator[Record]):
    """The records of a file. Reading goes on behind damage, which is listed in `damage`.

    Raises `OSError` where the file or address cannot be read any further.
    """

    def __init__(self, path: str | os.PathLike[str], offset: int = 0, limit: int | None = None) -> None:
        self._records = _scutch.Records(path, offset, limit)

    def __next__(self) -> Record:
        return Record(next(self._records))

    @property
    def damage(self) -> list[tuple[int, int, str]]:
        """Damaged ranges passed so far: offset, length in bytes, cause."""
        return self._records.damage


def records(path: str | os.PathLike[str], offset: int = 0, limit: int | None = None) -> Records:
    """The records of a WARC or ARC file, compressed or not, from an offset of a member on.

    `limit` is the number of bytes of a block that are kept, and of a payload without its codings: 32 MiB by default,
    because no file should fill the memory.

    Raises `OSError` when the file cannot be opened or is no archive.
    """
    return Records(path, offset, limit)
