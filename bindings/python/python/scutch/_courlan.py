"""The functions of `scutch.courlan`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import SplitResult, unquote, urlsplit, urlunsplit
from urllib.robotparser import RobotFileParser

from . import _scutch


def _text(url: str | SplitResult) -> str:
    if isinstance(url, SplitResult):
        return urlunsplit(url)
    if not isinstance(url, str):
        raise TypeError("wrong input type:", type(url))
    return url


#: Lone surrogates are no characters, and Rust has no text with them. Files read with `surrogateescape` have some.
_SURROGATES = re.compile("[\ud800-\udfff]")
#: Characters for private use stand for them on the way, percent-encoded perhaps.
_STANDING = re.compile("[\U0010d800-\U0010dfff]|%F4%8D%[AB][0-9A-F]%[89AB][0-9A-F]", re.IGNORECASE)
_APART = 0x100000

_Answer = TypeVar("_Answer")


def _standing(text: str) -> str:
    return _SURROGATES.sub(lambda found: chr(ord(found[0]) + _APART), text)


def _back(answer: Any) -> Any:
    if isinstance(answer, str):
        return _STANDING.sub(lambda found: chr(ord(unquote(found[0])) - _APART), answer)
    if isinstance(answer, (tuple, list)):
        return type(answer)(map(_back, answer))
    return answer


def _answered(ask: Callable[..., _Answer], *texts: str) -> _Answer:
    """What a function answers to texts, also where these have lone surrogates.

    >>> _answered(_scutch.scrub_url, " https://a.example/\\udce4") == "https://a.example/\\udce4"
    True
    """
    try:
        return ask(*texts)
    except UnicodeEncodeError:
        answer: _Answer = _back(ask(*map(_standing, texts)))
        return answer


def _answered_of_page(ask: Callable[[str, str | None], _Answer], page: str, url: str | None) -> _Answer:
    """What a function answers to a page and its address, if that is known."""
    return _answered(lambda text: ask(text, None), page) if url is None else _answered(ask, page, url)


def is_text(url: str) -> bool:
    """Whether a URL has characters alone: courlan drops others."""
    return url.isascii() or not _SURROGATES.search(url)


def _no_redirects(asked: bool) -> None:
    if asked:
        raise NotImplementedError("scutch.courlan opens no connection: resolve redirects before")


def clean_url(url: str, language: str | None = None) -> str | None:
    """A URL without rubbish around it and in its normal form; `None` if it is none.

    >>> clean_url("HTTPS://WWW.DWDS.DE:443/")
    'https://www.dwds.de'
    """
    return _scutch.clean_url(url, language) if isinstance(url, str) and is_text(url) else None


def scrub_url(url: str) -> str:
    """A URL without rubbish around it."""
    return _answered(_scutch.scrub_url, url)


def normalize_url(
    parsed_url: SplitResult | str, strict: bool = False, language: str | None = None, trailing_slash: bool = True
) -> str:
    """The normal form of a URL; `strict` keeps known parameters only and drops fragments.

    >>> normalize_url("http://test.net/foo.html?utm_source=twitter")
    'http://test.net/foo.html'
    """
    return _scutch.normalize_url(_text(parsed_url), (strict, False, trailing_slash), language)


def check_url(
    url: str,
    strict: bool = False,
    with_redirects: bool = False,
    language: str | None = None,
    with_nav: bool = False,
    trailing_slash: bool = True,
) -> tuple[str, str] | None:
    """The normal form of a URL and its domain, or `None` if a corpus does not want it.

    >>> check_url("https://github.com/adbar/courlan")
    ('https://github.com/adbar/courlan', 'github.com')
    """
    _no_redirects(with_redirects)
    if not isinstance(url, str) or not is_text(url):
        return None
    return _scutch.check_url(url, (strict, with_nav, trailing_slash), language)


def is_valid_url(url: str | None) -> bool:
    """Whether a URL is one of a page that can be fetched."""
    return isinstance(url, str) and _answered(_scutch.is_valid_url, url)


def validate_url(url: str | None) -> tuple[bool, SplitResult | None]:
    """Whether a URL is valid, and its parts if it is."""
    return (True, urlsplit(url)) if url is not None and is_valid_url(url) else (False, None)


def is_navigation_page(url: str) -> bool:
    """Whether a URL is one of a page that lists others."""
    return _answered(_scutch.is_navigation_page, url)


def is_not_crawlable(url: str) -> bool:
    """Whether a URL is one of a page that leads a crawler nowhere."""
    return _answered(_scutch.is_not_crawlable, url)


def lang_filter(url: str, language: str | None = None, strict: bool = False, trailing_slash: bool = True) -> bool:
    """Whether nothing in a URL speaks against a language (ISO 639-1)."""
    return _answered(lambda text: _scutch.lang_filter(text, language, strict, trailing_slash), url)


def extract_domain(url: str, blacklist: set[str] | None = None, fast: bool = False) -> str | None:
    """The registrable domain of a URL; `None` if it has none or the blacklist names it."""
    if not isinstance(url, str) or not is_text(url):
        return None
    return _scutch.extract_domain(url, list(blacklist or ()), fast)


def is_external(url: str, reference: str, ignore_suffix: bool = True) -> bool:
    """Whether a URL is on another site than a reference."""
    return _answered(lambda one, other: _scutch.is_external(one, other, ignore_suffix), url, reference)


def get_base_url(url: str | SplitResult) -> str:
    """Scheme and host of a URL."""
    return _answered(_scutch.get_base_url, _text(url))


def get_host_and_path(url: str | SplitResult) -> tuple[str, str]:
    """Scheme and host, and the rest."""
    return _answered(_scutch.get_host_and_path, _text(url))


def get_hostinfo(url: str) -> tuple[str | None, str]:
    """The registrable domain, and scheme and host."""
    return extract_domain(url, fast=True), get_base_url(url)


def fix_relative_urls(baseurl: str, url: str) -> str:
    """A link of a page as a full URL."""
    return _answered(_scutch.fix_relative_urls, baseurl, url)


def filter_urls(link_list: list[str], urlfilter: str | None) -> list[str]:
    """Links that contain a text, or those to feeds if none does; sorted."""
    return sorted(set(_answered(lambda *links: _scutch.filter_urls(list(links), urlfilter), *link_list)))


def _wanted(
    external: bool, no_filter: bool, reference: str | None, language: str | None, switches: tuple[bool, bool, bool]
) -> dict[str, object]:
    return {
        "external": external,
        "no_filter": no_filter,
        "reference": reference,
        "language": language,
        "switches": switches,
    }


def extract_links(
    pagecontent: str,
    url: str | None = None,
    external_bool: bool = False,
    *,
    no_filter: bool = False,
    language: str | None = None,
    strict: bool = True,
    trailing_slash: bool = True,
    with_nav: bool = False,
    redirects: bool = False,
    reference: str | None = None,
    base_url: str | None = None,
) -> set[str]:
    """The links of a page: to the same site, or to others with `external_bool`."""
    if base_url:
        raise ValueError("'base_url' is deprecated, use 'url' instead.")
    _no_redirects(redirects)
    wanted = _wanted(external_bool, no_filter, reference, language, (strict, with_nav, trailing_slash))
    if not pagecontent:
        return set()
    links = _answered_of_page(lambda page, base: _scutch.extract_links(page, base, wanted), pagecontent, url)
    return set(links) if no_filter else set(filter(is_text, links))


def filter_links(
    htmlstring: str,
    url: str | None,
    *,
    lang: str | None = None,
    rules: RobotFileParser | None = None,
    external: bool = False,
    strict: bool = False,
    with_nav: bool = True,
    base_url: str | None = None,
) -> tuple[list[str], list[str]]:
    """Links of a page to pages, and to pages that list others."""
    if base_url:
        raise ValueError("'base_url' is deprecated, use 'url' instead.")
    wanted = _wanted(external, False, None, lang, (strict, with_nav, True))
    robots = _robots(rules)
    links, priority = _answered_of_page(
        lambda page, base: _scutch.filter_links(page, base, robots, wanted), htmlstring, url
    )
    return list(filter(is_text, links)), list(filter(is_text, priority))


def _robots(rules: RobotFileParser | None) -> str | None:
    return None if rules is None else str(rules)
