"""How results show themselves in a notebook."""

from __future__ import annotations

import html
from collections.abc import Iterable


def framed(page: str) -> str:
    """A page of its own within a notebook: its styles stay inside, and no script runs."""
    source = html.escape(page, quote=True)
    return f'<iframe sandbox srcdoc="{source}" style="width:100%;height:40em;border:0"></iframe>'


def table(caption: str, names: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """A table of texts."""

    def line(kind: str, cells: tuple[str, ...]) -> str:
        shown = "".join(f'<{kind} style="text-align:left">{html.escape(cell)}</{kind}>' for cell in cells)
        return f"<tr>{shown}</tr>"

    body = "".join(line("td", row) for row in rows)
    return f"<table><caption>{html.escape(caption)}</caption>{line('th', names)}{body}</table>"
