"""courlan's `UrlStore`, with its data where users of courlan find them: `urldict`."""

from __future__ import annotations

import pickle
import random
import threading
import zlib
from collections import defaultdict, deque
from collections.abc import Iterable
from datetime import datetime, timedelta
from enum import Enum
from typing import Any
from urllib.robotparser import RobotFileParser

from . import _scutch
from ._courlan import filter_links, get_base_url, get_host_and_path, is_text
from ._signals import before_the_end


class State(Enum):
    """Whether something is left of a host."""

    OPEN = 1
    ALL_VISITED = 2
    #: Given up.
    BUSTED = 3


class UrlPathTuple:
    """What follows the host in a URL, and whether it was visited."""

    __slots__ = ("urlpath", "visited")

    def __init__(self, urlpath: str, visited: bool) -> None:
        self.urlpath, self.visited = urlpath.encode(), visited

    def path(self) -> str:
        """The path as text."""
        return self.urlpath.decode()


class DomainEntry:
    """What is known of a host."""

    __slots__ = ("count", "rules", "state", "timestamp", "total", "tuples")

    def __init__(self, state: State = State.OPEN) -> None:
        #: URLs handed out.
        self.count = 0
        self.rules: RobotFileParser | None = None
        self.state = state
        #: When one was handed out last.
        self.timestamp: datetime | None = None
        self.total = 0
        self.tuples: deque[UrlPathTuple] = deque()


def _spellings(path: str) -> tuple[str, str]:
    """A path with and without a slash at its end."""
    return path, path.rstrip("/") if path.endswith("/") else path + "/"


class UrlStore:
    """URLs by host: known ones, visited ones, and which to fetch next.

    With `verbose` SIGINT and SIGTERM have the program print the unvisited URLs and exit with 1, on other systems than
    Windows; the last such store made in the main thread is the one printed.

    >>> store = UrlStore()
    >>> store.add_urls(["https://a.example/1", "https://a.example/2", "https://b.example/1"])
    >>> store.get_url("https://a.example")
    'https://a.example/1'
    >>> store.find_unvisited_urls("https://a.example")
    ['https://a.example/2']
    """

    def __init__(
        self,
        compressed: bool = False,
        language: str | None = None,
        strict: bool = False,
        trailing_slash: bool = True,
        verbose: bool = False,
    ) -> None:
        # `compressed` matters when the store is saved.
        self.compressed, self.language, self.strict = compressed, language, strict
        self.trailing_slash = trailing_slash
        self.done = False
        self.urldict: defaultdict[str, DomainEntry] = defaultdict(DomainEntry)
        self._lock = threading.Lock()
        if verbose:
            before_the_end(self.print_unvisited_urls)

    def __getstate__(self) -> dict[str, Any]:
        state = {name: value for name, value in vars(self).items() if name != "_lock"}
        if self.compressed:
            state["urldict"] = zlib.compress(pickle.dumps(self.urldict))
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        if isinstance(self.urldict, bytes):
            self.urldict = pickle.loads(zlib.decompress(self.urldict))
        self._lock = threading.Lock()

    def _buffer_urls(self, data: Iterable[str], visited: bool = False) -> dict[str, deque[UrlPathTuple]]:
        urls = list(filter(is_text, dict.fromkeys(data)))
        found: dict[str, deque[UrlPathTuple]] = defaultdict(deque)
        for parts in _scutch.hosts_and_paths(urls, (self.strict, False, self.trailing_slash), self.language):
            if parts is not None:
                found[parts[0]].append(UrlPathTuple(parts[1], visited))
        return found

    def _load_urls(self, domain: str) -> deque[UrlPathTuple]:
        return self.urldict[domain].tuples if domain in self.urldict else deque()

    def _host(self, domain: str) -> str:
        """The name a host is known by: https goes before http, and the first https URL moves all that was known."""
        scheme, _, rest = domain.partition("://")
        if scheme == "http" and f"https://{rest}" in self.urldict:
            return f"https://{rest}"
        if scheme == "https" and f"http://{rest}" in self.urldict:
            self.urldict[domain] = self.urldict.pop(f"http://{rest}")
        return domain

    def _store_urls(
        self,
        domain: str,
        to_right: deque[UrlPathTuple] | None = None,
        timestamp: datetime | None = None,
        to_left: deque[UrlPathTuple] | None = None,
    ) -> None:
        with self._lock:
            domain = self._host(domain)
            if domain in self.urldict and self.urldict[domain].state is State.BUSTED:
                return
            entry = self.urldict[domain]
            known = {url.path() for url in entry.tuples}
            new = [[url for url in urls or () if known.isdisjoint(_spellings(url.path()))] for urls in (to_right, to_left)]
            entry.tuples.extend(new[0])
            entry.tuples.extendleft(new[1])
            entry.total = len(entry.tuples)
            entry.timestamp = timestamp or entry.timestamp
            is_done = all(url.visited for url in entry.tuples)
            entry.state = State.ALL_VISITED if is_done else State.OPEN
            self.done = self.done and is_done

    def _set_done(self) -> None:
        if not self.done and all(entry.state is not State.OPEN for entry in self.urldict.values()):
            with self._lock:
                self.done = True

    def add_urls(
        self, urls: list[str] | None = None, appendleft: list[str] | None = None, visited: bool = False
    ) -> None:
        """Adds URLs behind those of their hosts, or in front of them with `appendleft`."""
        for host, found in self._buffer_urls(urls or (), visited).items():
            self._store_urls(host, to_right=found)
        for host, found in self._buffer_urls(appendleft or (), visited).items():
            self._store_urls(host, to_left=found)

    def add_from_html(
        self, htmlstring: str, url: str, external: bool = False, lang: str | None = None, with_nav: bool = True
    ) -> None:
        """Adds the links of a page."""
        rules = self.get_rules(get_base_url(url))
        language = lang or self.language
        links, priority = filter_links(
            htmlstring, url, lang=language, rules=rules, external=external, strict=self.strict, with_nav=with_nav
        )
        self.add_urls(urls=links, appendleft=priority)

    def discard(self, domains: list[str]) -> None:
        """Gives hosts up."""
        with self._lock:
            for domain in domains:
                self.urldict[domain] = DomainEntry(State.BUSTED)
        self._set_done()

    def reset(self) -> None:
        """Forgets everything."""
        with self._lock:
            self.urldict = defaultdict(DomainEntry)

    def get_known_domains(self) -> list[str]:
        """All hosts."""
        return list(self.urldict)

    def get_unvisited_domains(self) -> list[str]:
        """Hosts with something left."""
        return [domain for domain, entry in self.urldict.items() if entry.state is State.OPEN]

    def is_exhausted_domain(self, domain: str) -> bool:
        """Whether nothing is left of a host that is known."""
        return domain in self.urldict and self.urldict[domain].state is not State.OPEN

    def unvisited_websites_number(self) -> int:
        """How many hosts have something left."""
        return len(self.get_unvisited_domains())

    def find_known_urls(self, domain: str) -> list[str]:
        """All URLs of a host."""
        return [domain + url.path() for url in self._load_urls(domain)]

    def find_unvisited_urls(self, domain: str) -> list[str]:
        """The URLs of a host that are left."""
        if self.is_exhausted_domain(domain):
            return []
        return [domain + url.path() for url in self._load_urls(domain) if not url.visited]

    def _left(self, urls: list[str], only_visited: bool) -> list[str]:
        """The URLs that are not known, or known and not visited; each once."""
        hosts: dict[str, dict[str, bool]] = {}
        left = []
        for url in dict.fromkeys(urls):
            host, path = get_host_and_path(url)
            if host not in hosts:
                hosts[host] = {known.path(): known.visited for known in self._load_urls(host)}
            visited = hosts[host].get(path)
            if visited is None or (only_visited and not visited):
                left.append(url)
        return left

    def filter_unknown_urls(self, urls: list[str]) -> list[str]:
        """Those URLs that are not in the store, each once."""
        return self._left(urls, False)

    def filter_unvisited_urls(self, urls: list[str]) -> list[str]:
        """Those URLs that were not visited, each once."""
        return self._left(urls, True)

    def has_been_visited(self, url: str) -> bool:
        """Whether a URL was visited."""
        return not self.filter_unvisited_urls([url])

    def is_known(self, url: str) -> bool:
        """Whether a URL is in the store."""
        return not self.filter_unknown_urls([url])

    def get_url(self, domain: str, as_visited: bool = True) -> str | None:
        """The next URL of a host; marks it as visited unless told otherwise."""
        if domain in self.urldict and self.urldict[domain].state is State.OPEN:
            for url in self._load_urls(domain):
                if not url.visited:
                    if as_visited:
                        url.visited = True
                        self.urldict[domain].count += 1
                        self._store_urls(domain, timestamp=datetime.now())
                    return domain + url.path()
        # As in courlan, asking makes a host known.
        self.urldict[domain].state = State.ALL_VISITED
        self._set_done()
        return None

    def get_download_urls(self, time_limit: float = 10.0, max_urls: int = 10000) -> list[str]:
        """The next URL of each host that was not asked for `time_limit` seconds."""
        urls: list[str] = []
        limit = timedelta(seconds=time_limit)
        for domain in self.get_unvisited_domains():
            last = self.urldict[domain].timestamp
            if last is None or datetime.now() - last > limit:
                url = self.get_url(domain)
                urls.extend([] if url is None else [url])
                if len(urls) >= max_urls:
                    break
        self._set_done()
        return urls

    def establish_download_schedule(self, max_urls: int = 100, time_limit: int = 10) -> list[tuple[float, str]]:
        """At most `max_urls` URLs with the seconds to wait before each, so that no host is asked too often; sorted."""
        domains = self.get_unvisited_domains()
        if not domains:
            return []
        each = max(max_urls // len(domains), 1)
        schedule: list[tuple[float, str]] = []
        for domain in domains:
            last = self.urldict[domain].timestamp
            wait = max(time_limit - (datetime.now() - last).total_seconds(), 0.0) if last else 0.0
            # What is drawn counts as visited, so no more is drawn than is handed out.
            for number in range(min(each, max_urls - len(schedule))):
                url = self.get_url(domain) if self.urldict[domain].state is State.OPEN else None
                if url is None:
                    break
                schedule.append((wait + number * time_limit, url))
                # The next one waits for this one, which is still to come.
                self.urldict[domain].timestamp = datetime.now() + timedelta(seconds=schedule[-1][0])
        self._set_done()
        return sorted(schedule, key=lambda planned: planned[1])

    def store_rules(self, website: str, rules: RobotFileParser | None) -> None:
        """Keeps the robots rules of a host."""
        self.urldict[website].rules = rules

    def get_rules(self, website: str) -> RobotFileParser | None:
        """The robots rules of a host, if it has some."""
        return self.urldict[website].rules if website in self.urldict else None

    def get_crawl_delay(self, website: str, default: float = 5) -> float:
        """Seconds between requests, by the rules of a host."""
        rules = self.get_rules(website)
        delay = rules.crawl_delay("*") if rules is not None else None
        return float(delay) if delay else default

    def get_all_counts(self) -> list[int]:
        """URLs handed out, by host."""
        return [entry.count for entry in self.urldict.values()]

    def total_url_number(self) -> int:
        """URLs in all."""
        return sum(entry.total for entry in self.urldict.values())

    def download_threshold_reached(self, threshold: float) -> bool:
        """Whether one host had so many URLs handed out."""
        return any(entry.count >= threshold for entry in self.urldict.values())

    def dump_urls(self) -> list[str]:
        """All URLs."""
        return [url for domain in self.urldict for url in self.find_known_urls(domain)]

    def print_urls(self) -> None:
        """Prints all URLs, each with whether it was visited."""
        for domain in self.urldict:
            print("\n".join(f"{domain}{url.path()}\t{url.visited}" for url in self._load_urls(domain)))

    def print_unvisited_urls(self) -> None:
        """Prints the URLs that are left."""
        # Other threads may add hosts meanwhile.
        for domain in list(self.urldict):
            print("\n".join(self.find_unvisited_urls(domain)), flush=True)

    def write(self, filename: str) -> None:
        """Saves the store; `load_store` reads it."""
        with open(filename, "wb") as out:
            pickle.dump(self, out)


def load_store(filename: str) -> UrlStore:
    """A store that was saved. Only for files of one's own: reading them can run code, as with courlan's."""
    with open(filename, "rb") as saved:
        store: UrlStore = pickle.load(saved)
    return store


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
