"""scutch's own rules for URLs: profiles (normal forms), verdicts with reasons, keys, URI-Ms."""

from __future__ import annotations

from typing import NamedTuple

from . import _scutch

__all__ = ["Memento", "Verdict", "check", "check_all", "normalize", "registrable_domain", "split_memento", "surt"]


class Verdict(NamedTuple):
    """Whether a corpus wants a URL."""

    #: Its normal form, if it does.
    url: str | None
    #: Id of the reason why not, as in the guide's page of reasons.
    reason: str | None
    #: What in the URL gave rise to it.
    detail: str | None


class Memento(NamedTuple):
    """The parts of a URI-M."""

    #: Short name of the archive, if it is a known one.
    archive: str | None
    #: From the scheme up to the time.
    prefix: str
    #: Up to 14 digits, `YYYYMMDDhhmmss`.
    time: str
    #: How to replay, as in `id_`.
    modifier: str
    #: The address of the original, with scheme.
    uri_r: str
    #: The URI-M of the page as it was archived, where the archive offers that.
    raw: str | None


def normalize(url: str, profile: str = "crawl") -> str:
    """The normal form of a URL under a profile (`scutch url profiles` lists them).

    >>> normalize("http://example.org/?utm_source=mail&id=7#top")
    'http://example.org/?id=7'
    """
    return _scutch.apply_profile(url, profile)


def check_all(urls: list[str], strict: bool = False) -> list[Verdict]:
    """A verdict on each URL. One call for many is faster than many calls.

    >>> [verdict.reason for verdict in check_all(["https://example.org/a", "https://example.org/logo.png"])][0]
    """
    verdicts = _scutch.verdicts(urls, strict)
    return [Verdict(url, *(why or (None, None))) for url, why in verdicts]


def check(url: str, strict: bool = False) -> Verdict:
    """The verdict on one URL.

    >>> check("https://Example.org/a#b").url
    'https://example.org/a'
    """
    return check_all([url], strict)[0]


def surt(url: str) -> str:
    """The SURT key, by which web archives sort.

    >>> surt("http://www.example.co.uk/b?x=1")
    'uk,co,example)/b?x=1'
    """
    return _scutch.surt(url)


def registrable_domain(url: str) -> str | None:
    """The public suffix of the host and one label more.

    >>> registrable_domain("http://www.example.co.uk/")
    'example.co.uk'
    """
    return _scutch.registrable_domain(url)


def split_memento(uri_m: str) -> Memento | None:
    """Takes a URI-M apart; `None` if it is none.

    >>> split_memento("https://web.archive.org/web/20200202020202/http://example.org/").uri_r
    'http://example.org/'
    """
    parts = _scutch.split_memento(uri_m)
    return None if parts is None else Memento(*parts)
