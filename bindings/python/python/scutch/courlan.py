"""courlan's module: the same names, the same answers, faults included, as of release 1.4.0.

`import scutch.courlan as courlan` takes the place of `import courlan`. Connections are opened nowhere: where courlan
asks the server for redirects, `NotImplementedError` says so. `scutch.urls` does better where nothing has to be equal.
"""

from ._courlan import (
    check_url,
    clean_url,
    extract_domain,
    extract_links,
    filter_links,
    filter_urls,
    fix_relative_urls,
    get_base_url,
    get_host_and_path,
    get_hostinfo,
    is_external,
    is_navigation_page,
    is_not_crawlable,
    is_valid_url,
    lang_filter,
    normalize_url,
    scrub_url,
    validate_url,
)
from ._store import State, UrlStore, load_store, sample_urls

__all__ = [
    "State",
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
