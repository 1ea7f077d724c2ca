"""courlan's module: the same names, the same answers, faults included, as of release 1.4.0.

`import scutch.courlan as courlan` takes the place of `import courlan`. Connections are opened nowhere: where courlan
asks the server for redirects, `NotImplementedError` says so. `scutch.urls` does better where nothing has to be equal.
"""

from __future__ import annotations

import pickle
import random
import threading
import time
from urllib.parse import SplitResult, urlsplit, urlunsplit
from urllib.robotparser import RobotFileParser

from . import _scutch

__all__ = [
    "UrlStore",
    "check_url",
    "clean_url",
    "extract_domain",
    "extract_links",
    "filter_links",
    "filter_urls",
    "fix_relative_urls",
    "get_base_url",
    "get_host_and_path",
    "get_hostinfo",
    "is_external",
    "is_navigation_page",
    "is_not_crawlable",
    "is_valid_url",
    "lang_filter",
    "load_store",
    "normalize_url",
    "sample_urls",
    "scrub_url",
    "validate_url",
]


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
    return (True, urlsplit(url)) if is_valid_url(url) else (False, None)


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


def _wanted(external: bool, no_filter: bool, reference: str | None, language: str | None, switches: tuple) -> dict:
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


class UrlStore:
    """URLs by host: known ones, visited ones, and which to fetch next."""

    def __init__(
        self,
        compressed: bool = False,
        language: str | None = None,
        strict: bool = False,
        trailing_slash: bool = True,
        verbose: bool = False,
    ) -> None:
        self.compressed, self.language, self.strict = compressed, language, strict
        self.trailing_slash = trailing_slash
        self._rules: dict[str, RobotFileParser | None] = {}
        self._lock = threading.Lock()
        self._store = _scutch.Store(language, strict, trailing_slash)

    def __getstate__(self) -> dict:
        state = {name: value for name, value in vars(self).items() if name not in ("_lock", "_store")}
        domains = self.get_known_domains()
        state["known"] = [(self.find_known_urls(d), set(self.find_unvisited_urls(d))) for d in domains]
        return state

    def __setstate__(self, state: dict) -> None:
        known = state.pop("known")
        vars(self).update(state)
        self._lock = threading.Lock()
        self._store = _scutch.Store(self.language, self.strict, self.trailing_slash)
        for urls, unvisited in known:
            self._store.add_urls([url for url in urls if url not in unvisited], True, False)
            self._store.add_urls([url for url in urls if url in unvisited], False, False)

    @property
    def done(self) -> bool:
        """Whether every URL was visited."""
        return not self.get_unvisited_domains()

    def add_urls(
        self, urls: list[str] | None = None, appendleft: list[str] | None = None, visited: bool = False
    ) -> None:
        """Adds URLs behind those of their hosts, or in front of them with `appendleft`."""
        with self._lock:
            self._store.add_urls(list(urls or ()), visited, False)
            self._store.add_urls(list(appendleft or ()), visited, True)

    def add_from_html(
        self, htmlstring: str, url: str, external: bool = False, lang: str | None = None, with_nav: bool = True
    ) -> None:
        """Adds the links of a page."""
        rules = self.get_rules(get_base_url(url))
        lang = lang or self.language
        found = filter_links(
            htmlstring, url, external=external, lang=lang, rules=rules, strict=self.strict, with_nav=with_nav
        )
        self.add_urls(urls=found[0], appendleft=found[1])

    def discard(self, domains: list[str]) -> None:
        """Gives hosts up."""
        self._store.discard(domains)

    def reset(self) -> None:
        """Forgets everything."""
        self._store.reset()
        self._rules.clear()

    def get_known_domains(self) -> list[str]:
        """All hosts."""
        return self._store.known_domains()

    def get_unvisited_domains(self) -> list[str]:
        """Hosts with something left."""
        return self._store.unvisited_domains()

    def is_exhausted_domain(self, domain: str) -> bool:
        """Whether nothing is left of a host."""
        if domain not in self.get_known_domains():
            raise KeyError("website not in store")
        return self._store.is_exhausted_domain(domain)

    def unvisited_websites_number(self) -> int:
        """How many hosts have something left."""
        return len(self.get_unvisited_domains())

    def find_known_urls(self, domain: str) -> list[str]:
        """All URLs of a host."""
        return self._store.find_known_urls(domain)

    def find_unvisited_urls(self, domain: str) -> list[str]:
        """The URLs of a host that are left."""
        return self._store.find_unvisited_urls(domain)

    def filter_unknown_urls(self, urls: list[str]) -> list[str]:
        """Those URLs that are not in the store."""
        return self._store.filter_urls(urls, False)

    def filter_unvisited_urls(self, urls: list[str]) -> list[str]:
        """Those URLs that were not visited."""
        return self._store.filter_urls(urls, True)

    def has_been_visited(self, url: str) -> bool:
        """Whether a URL was visited."""
        return self._store.has_been_visited(url)

    def is_known(self, url: str) -> bool:
        """Whether a URL is in the store."""
        return self._store.is_known(url)

    def get_url(self, domain: str, as_visited: bool = True) -> str | None:
        """The next URL of a host."""
        return self._store.get_url(domain, as_visited, time.time())

    def get_download_urls(self, time_limit: float = 10.0, max_urls: int = 10000) -> list[str]:
        """The next URL of each host that was not asked for `time_limit` seconds."""
        return self._store.get_download_urls(time_limit, max_urls, time.time())

    def establish_download_schedule(self, max_urls: int = 100, time_limit: int = 10) -> list[tuple[float, str]]:
        """URLs of all hosts with the seconds to wait before each, so that no host is asked too often."""
        domains = self.get_unvisited_domains()
        each = max(max_urls // len(domains), 1) if domains else 0
        schedule = []
        for domain in domains:
            for number in range(each):
                if self._store.is_exhausted_domain(domain):
                    break
                url = self.get_url(domain)
                if url is not None:
                    schedule.append((float(number * time_limit), url))
        return schedule[:max_urls]

    def store_rules(self, website: str, rules: RobotFileParser | None) -> None:
        """Keeps the robots rules of a host."""
        self._rules[website] = rules
        self._store.store_rules(website, _robots(rules) or "")

    def get_rules(self, website: str) -> RobotFileParser | None:
        """The robots rules of a host, if it has some."""
        return self._rules.get(website)

    def get_crawl_delay(self, website: str, default: float = 5) -> float:
        """Seconds between requests, by the rules of a host."""
        return self._store.crawl_delay(website, default)

    def get_all_counts(self) -> list[int]:
        """URLs handed out, by host."""
        return self._store.all_counts()

    def total_url_number(self) -> int:
        """URLs in all."""
        return self._store.total_url_number()

    def download_threshold_reached(self, threshold: float) -> bool:
        """Whether one host had so many URLs handed out."""
        return self._store.download_threshold_reached(threshold)

    def dump_urls(self) -> list[str]:
        """All URLs."""
        return self._store.dump_urls()

    def print_urls(self) -> None:
        """Prints all URLs with their state."""
        for domain in self.get_known_domains():
            unvisited = set(self.find_unvisited_urls(domain))
            print("\n".join(f"{url}\t{url not in unvisited}" for url in self.find_known_urls(domain)))

    def print_unvisited_urls(self) -> None:
        """Prints the URLs that are left."""
        for domain in self.get_unvisited_domains():
            print("\n".join(self.find_unvisited_urls(domain)))

    def write(self, filename: str) -> None:
        """Saves the store; `load_store` reads it."""
        with open(filename, "wb") as out:
            pickle.dump(self, out)


def load_store(filename: str) -> UrlStore:
    """A store that was saved. Only for files of one's own: reading them can run code, as with courlan's."""
    with open(filename, "rb") as saved:
        return pickle.load(saved)


def sample_urls(
    input_urls: list[str],
    samplesize: int,
    exclude_min: int | None = None,
    exclude_max: int | None = None,
    strict: bool = False,
    verbose: bool = False,
) -> list[str]:
    """At most `samplesize` URLs of each host, drawn by Python's `random` (seed that to repeat a sample).

    Hosts of fewer than `exclude_min` or more than `exclude_max` URLs are left out.
    """
    store = UrlStore(strict=strict, verbose=verbose)
    store.add_urls(input_urls)
    sample = []
    for domain in store.get_known_domains():
        urls = [url for url in store.find_known_urls(domain) if url[len(domain) :] not in ("", "/")]
        few, many = exclude_min and len(urls) < exclude_min, exclude_max and len(urls) > exclude_max
        if not urls or few or many:
            continue
        sample.extend(sorted(random.sample(urls, samplesize)) if len(urls) > samplesize else urls)
    return sample
