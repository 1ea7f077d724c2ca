"""Web archives in, clean and citable text corpora out.

Pages: `extract`, `bare_extraction`, `extract_metadata` and `html2txt`, with trafilatura's names and defaults.
URLs: the modules `scutch.urls` (scutch's own rules) and `scutch.courlan` (courlan's answers).
Archives: `scutch.archive.records`, in warcio's terms.
Rows: `read`, the rows of a corpus as an Arrow stream or as dictionaries.
Verbs of the command line: `corpus`, `gather`, `template`, `offtopic`, `dedup`, `verify`, `timemap`, `run`.
Other engines: the modules `scutch.spark`, `scutch.daft` and `scutch.datatrove`, each with its package.

>>> import scutch
>>> page = "<title>The fog lifts</title><article><h1>The fog lifts</h1><p>The ferry left ten minutes late, "
>>> page += "with everybody who had waited for it on the pier since the morning.</p></article>"
>>> scutch.extract(page).splitlines()[-1]
'The ferry left ten minutes late, with everybody who had waited for it on the pier since the morning.'
"""

from . import archive, courlan, urls
from ._page import Document, bare_extraction, extract, extract_metadata, html2txt
from ._rows import Rows, read
from ._scutch import __version__
from ._timemap import TimeMap, TimeMaps, timemap
from ._verbs import CorpusFolder, Error, Verdicts, corpus, dedup, gather, offtopic, run, template, verify

__all__ = [
    "CorpusFolder",
    "Document",
    "Error",
    "Rows",
    "TimeMap",
    "TimeMaps",
    "Verdicts",
    "__version__",
    "archive",
    "bare_extraction",
    "corpus",
    "courlan",
    "dedup",
    "extract",
    "extract_metadata",
    "gather",
    "html2txt",
    "offtopic",
    "read",
    "run",
    "template",
    "timemap",
    "urls",
    "verify",
]
