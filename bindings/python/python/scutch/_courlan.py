"""The functions of `scutch.courlan`."""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit, urlunsplit
from urllib.robotparser import RobotFileParser

from . import _scutch


def _text(url: str | SplitResult) -> str:
    if isinstance(url, SplitResult):
        return urlunsplit(url)
    if not isinstance(url, str):
        raise TypeError("wrong input type:", type(url))
    return url


def _no_redirects(asked: bool) -> None:
    if asked:
        raise NotImplementedError("scutch.courlan opens no connection: resolve redirects before")


def clean_url(url: str, language: str | None = None) -> str | None:
    """A URL without rubbish around it and in its normal form; `None` if it is none.

    >>> clean_url("HTTPS://WWW.DWDS.DE:443/")
    'https://www.dwds.de'
    """
    return _scutch.clean_url(url, language) if isinstance(url, str) else None


def scrub_url(url: str) -> str:
    """A URL without rubbish around it."""
    return _scutch.scrub_url(url)


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
    return _scutch.check_url(url, (strict, with_nav, trailing_slash), language) if isinstance(url, str) else None


def is_valid_url(url: str | None) -> bool:
    """Whether a URL is one of a page that can be fetched."""
    return isinstance(url, str) and _scutch.is_valid_url(url)


def validate_url(url: str | None) -> tuple[bool, SplitResult | None]:
    """Whether a URL is valid, and its parts if it is."""
    return (True, urlsplit(url)) if url is not None and is_valid_url(url) else (False, None)


def is_navigation_page(url: str) -> bool:
    """Whether a URL is one of a page that lists others."""
    return _scutch.is_navigation_page(url)


def is_not_crawlable(url: str) -> bool:
    """Whether a URL is one of a page that leads a crawler nowhere."""
    return _scutch.is_not_crawlable(url)


def lang_filter(url: str, language: str | None = None, strict: bool = False, trailing_slash: bool = True) -> bool:
    """Whether nothing in a URL speaks against a language (ISO 639-1)."""
    return _scutch.lang_filter(url, language, strict, trailing_slash)


def extract_domain(url: str, blacklist: set[str] | None = None, fast: bool = False) -> str | None:
    """The registrable domain of a URL; `None` if it has none or the blacklist names it."""
    return _scutch.extract_domain(url, list(blacklist or ()), fast) if isinstance(url, str) else None


def is_external(url: str, reference: str, ignore_suffix: bool = True) -> bool:
    """Whether a URL is on another site than a reference."""
    return _scutch.is_external(url, reference, ignore_suffix)


def get_base_url(url: str | SplitResult) -> str:
    """Scheme and host of a URL."""
    return _scutch.get_base_url(_text(url))


def get_host_and_path(url: str | SplitResult) -> tuple[str, str]:
    """Scheme and host, and the rest."""
    return _scutch.get_host_and_path(_text(url))


def get_hostinfo(url: str) -> tuple[str | None, str]:
    """The registrable domain, and scheme and host."""
    return extract_domain(url, fast=True), get_base_url(url)


def fix_relative_urls(baseurl: str, url: str) -> str:
    """A link of a page as a full URL."""
    return _scutch.fix_relative_urls(baseurl, url)


def filter_urls(link_list: list[str], urlfilter: str | None) -> list[str]:
    """Links that contain a text, or those to feeds if none does; sorted."""
    return sorted(set(_scutch.filter_urls(link_list, urlfilter)))


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
    return set(_scutch.extract_links(pagecontent, url, wanted)) if pagecontent else set()


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
    return _scutch.filter_links(htmlstring, url, _robots(rules), wanted)


def _robots(rules: RobotFileParser | None) -> str | None:
    return None if rules is None else str(rules)
