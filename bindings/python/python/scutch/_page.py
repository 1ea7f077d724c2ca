"""Extraction of one page, with trafilatura's names and defaults where the meaning is the same."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Any, Union

from . import _scutch, courlan

#: Text, or bytes in whatever charset they say.
Html = Union[str, bytes, bytearray, memoryview]


@dataclass(slots=True)
class Document:
    """What was extracted of a page: its text, and what it says about itself. Unknown values are `None`."""

    title: str | None = None
    #: Names, joined by `; `.
    author: str | None = None
    url: str | None = None
    hostname: str | None = None
    description: str | None = None
    sitename: str | None = None
    #: Day of publication, `YYYY-MM-DD` or less precise.
    date: str | None = None
    categories: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    id: str | None = None
    license: str | None = None
    #: What readers wrote below the text.
    comments: str | None = None
    text: str | None = None
    #: BCP 47, by the text.
    language: str | None = None
    image: str | None = None
    pagetype: str | None = None
    #: Ids of what is noteworthy about the page, as in the guide's page of reasons.
    flags: list[str] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """All fields by name."""
        return asdict(self)


def _mode(fast: bool, precision: bool, recall: bool) -> str:
    asked = [name for name, is_asked in (("precision", precision), ("recall", recall), ("fast", fast)) if is_asked]
    return asked[0] if asked else "balanced"


def _document(found: _scutch.Found, url: str | None, author_blacklist: set[str] | None) -> Document:
    values = found.values
    refused = {name.casefold() for name in author_blacklist or ()}
    address = values.get("url") or url
    return Document(
        title=values.get("title"),
        author="; ".join(name for name in found.authors if name.casefold() not in refused) or None,
        url=address,
        hostname=courlan.extract_domain(address, fast=True) if address else None,
        description=values.get("description"),
        sitename=values.get("sitename"),
        date=(values.get("date") or "")[:10] or None,
        categories=[values["section"]] if "section" in values else [],
        tags=found.keywords,
        license=values.get("license"),
        comments=found.comments or None,
        text=found.text or None,
        language=values.get("language"),
        image=values.get("image"),
        pagetype=values.get("pagetype"),
        flags=found.flags,
    )


@dataclass(frozen=True)
class _Wanted:
    """Which documents are asked for."""

    language: str | None
    is_complete: bool
    url_blacklist: set[str] | None

    def needs_metadata(self) -> bool:
        return self.is_complete or self.language is not None or bool(self.url_blacklist)

    def __contains__(self, document: Document) -> bool:
        if self.is_complete and not (document.title and document.date and document.url):
            return False
        if self.language and (document.language or "").split("-")[0] != self.language:
            return False
        return document.url not in (self.url_blacklist or ())


def _extracted(
    filecontent: Html | None,
    url: str | None,
    options: _scutch.Options,
    wanted: _Wanted,
    author_blacklist: set[str] | None,
) -> tuple[Document, str] | None:
    """The document of a page, and its text with comments below."""
    # What failed to be fetched.
    if filecontent is None:
        return None
    found = _scutch.read(filecontent, url, options)
    document = _document(found, url, author_blacklist)
    if not (found.text or found.comments) or document not in wanted:
        return None
    return document, found.with_comments or found.text


def bare_extraction(
    filecontent: Html | None,
    url: str | None = None,
    fast: bool = False,
    *,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = True,
    output_format: str = "txt",
    target_language: str | None = None,
    include_tables: bool = True,
    include_images: bool = False,
    include_formatting: bool = False,
    include_links: bool = False,
    with_metadata: bool = True,
    only_with_metadata: bool = False,
    url_blacklist: set[str] | None = None,
    author_blacklist: set[str] | None = None,
    as_dict: bool = False,
    record_id: str | None = None,
    method: str = "page",
) -> Document | dict[str, Any] | None:
    """Extracts a page: text in `output_format` (`txt`, `markdown`, `html`), comments as plain text, metadata.

    `None` when there is no page or it has no text, is in another language than `target_language` (ISO 639-1), lacks
    title, date or URL under `only_with_metadata`, or has a URL of `url_blacklist`. `include_formatting` writes text as
    Markdown. `method` is one of scutch's single-page methods.

    >>> page = "<title>Fog</title><p>The ferry left ten minutes late, with all who had waited for it since morning."
    >>> bare_extraction(page, url="https://www.example.org/fog").hostname
    'example.org'
    """
    wanted = _Wanted(target_language, only_with_metadata, url_blacklist)
    with_metadata = with_metadata or wanted.needs_metadata()
    switches = [include_comments, include_tables, include_links, include_images, with_metadata]
    mode = _mode(fast, favor_precision, favor_recall)
    options = _scutch.Options(method, mode, _form(output_format, include_formatting), switches)
    found = _extracted(filecontent, url, options, wanted, author_blacklist)
    if found is None:
        return None
    document, _ = found
    document.id = record_id
    return document.as_dict() if as_dict else document


def _form(output_format: str, include_formatting: bool) -> str:
    form = "txt" if output_format == "python" else output_format
    return "markdown" if include_formatting and form == "txt" else form


#: Lines above a text `with_metadata`, in trafilatura's order.
_HEAD = ("title", "author", "url", "hostname", "description", "sitename", "date", "categories", "tags", "id", "license")


def _head(document: Document) -> str:
    values = ((name, getattr(document, name)) for name in _HEAD)
    return "---\n" + "".join(f"{name}: {value}\n" for name, value in values if value) + "---\n"


def _json(document: Document, with_metadata: bool) -> str:
    if not with_metadata:
        return json.dumps({"text": document.text, "comments": document.comments}, ensure_ascii=False)
    values = document.as_dict()
    values |= {"source": values.pop("url"), "source-hostname": values.pop("sitename")}
    values |= {"excerpt": values.pop("description")}
    values |= {name: ";".join(values[name]) for name in ("categories", "tags")}
    return json.dumps(values, ensure_ascii=False)


def extract(
    filecontent: Html | None,
    url: str | None = None,
    record_id: str | None = None,
    fast: bool = False,
    *,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = True,
    output_format: str = "txt",
    target_language: str | None = None,
    include_tables: bool = True,
    include_images: bool = False,
    include_formatting: bool = False,
    include_links: bool = False,
    with_metadata: bool = False,
    only_with_metadata: bool = False,
    url_blacklist: set[str] | None = None,
    author_blacklist: set[str] | None = None,
    method: str = "page",
) -> str | None:
    """Extracts the text of a page, or `None` when there is none.

    `output_format` is `txt`, `markdown`, `html` or `json`; comments of readers come below the text in the same form.
    `with_metadata` puts what the page says about itself above the text, or beside it in JSON. Other arguments: see
    `bare_extraction`. For XML-TEI and CSV: `scutch.corpus`.

    >>> extract("<p>The ferry left ten minutes late, with all who had waited for it since the early morning.")
    'The ferry left ten minutes late, with all who had waited for it since the early morning.'
    """
    wanted = _Wanted(target_language, only_with_metadata, url_blacklist)
    needs_metadata = with_metadata or wanted.needs_metadata()
    switches = [include_comments, include_tables, include_links, include_images, needs_metadata]
    mode = _mode(fast, favor_precision, favor_recall)
    is_json = output_format == "json"
    form = _form("txt" if is_json else output_format, include_formatting)
    options = _scutch.Options(method, mode, form, switches)
    found = _extracted(filecontent, url, options, wanted, author_blacklist)
    if found is None:
        return None
    document, text = found
    document.id = record_id
    if is_json:
        return _json(document, with_metadata)
    return _head(document) + text if with_metadata and form != "html" else text


def extract_metadata(
    filecontent: Html, default_url: str | None = None, *, author_blacklist: set[str] | None = None
) -> Document:
    """What a page says about itself. Its `text` is not filled.

    >>> extract_metadata("<title>The fog lifts</title><meta name=author content='Ada Gull'><p>Fog").author
    'Ada Gull'
    """
    options = _scutch.Options("page", "balanced", "txt", [False, True, False, False, True])
    document = _document(_scutch.read(filecontent, default_url, options), default_url, author_blacklist)
    document.text = None
    return document


def html2txt(content: Html, clean: bool = True) -> str:
    """All visible text of a page. `clean` is taken for the sake of callers: hidden text and scripts never count.

    >>> html2txt("<ul><li>Home</ul><p>Fog")
    'Home\\nFog'
    """
    del clean
    options = _scutch.Options("all-text", "balanced", "txt", [True, True, False, False, False])
    found = _scutch.read(content, None, options)
    return found.text

