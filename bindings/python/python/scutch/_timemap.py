"""TimeMaps: which mementos of pages web archives have."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from . import _scutch
from ._notebook import framed
from ._verbs import Inputs, _ended, lines, paths


@dataclass(frozen=True)
class TimeMap:
    """The mementos of a page."""

    #: The address of the original (URI-R), where it is known.
    original: str | None
    #: Time, in UTC, and address (URI-M) of each memento, in order of time.
    mementos: tuple[tuple[datetime, str], ...]

    def __len__(self) -> int:
        return len(self.mementos)


class TimeMaps(list[TimeMap]):
    """TimeMaps of several pages. In a notebook they show the mementos by month."""

    def _repr_html_(self) -> str:
        months = Counter(time.strftime("%Y-%m") for timemap in self for time, _ in timemap.mementos)
        return framed(_scutch.timemaps_page(sorted(months.items()), [_line(timemap) for timemap in self]))


def _line(timemap: TimeMap) -> tuple[str, int, str, str]:
    """Original, number of mementos, first and last day."""
    days = [time.strftime("%Y-%m-%d") for time, _ in (timemap.mementos[:1] + timemap.mementos[-1:])]
    first, last = (days[0], days[-1]) if days else ("", "")
    return timemap.original or "", len(timemap), first, last


def _read(timemaps: Iterable[str]) -> TimeMaps:
    """TimeMaps in the JSON form of the program, one a line.

    >>> _read(['{"original_uri": "http://a.example/", "mementos": {"list": '
    ...        '[{"datetime": "2014-01-27T17:12:00Z", "uri": "http://b.example/1"}]}}'])[0].mementos[0][0].isoformat()
    '2014-01-27T17:12:00+00:00'
    """
    found = TimeMaps()
    for line in timemaps:
        read = json.loads(line)
        mementos = ((_time(memento["datetime"]), memento["uri"]) for memento in read["mementos"]["list"])
        found.append(TimeMap(read["original_uri"], tuple(mementos)))
    return found


def _time(text: str) -> datetime:
    # CPython 3.10 does not know `Z`.
    return datetime.fromisoformat(text.removesuffix("Z") + "+00:00")


def timemap(pages: Inputs, **options: object) -> TimeMaps:
    """`scutch memento timemap`: asks web archives which mementos of pages they have.

    `pages` are addresses, or lists of them in any form. Options by name: `timemap("https://example.org/",
    archive="wayback", collapse="month")`. A page without mementos has
    an empty TimeMap. Raises `Error` when nobody answers.
    """
    words = ["memento", "timemap", *paths(pages)]
    output, _ = _ended(words, {**options, "quiet": True, "format": "json"})
    return _read(lines(output))
