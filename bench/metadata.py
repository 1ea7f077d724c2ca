"""Metadata of pages with known metadata: scutch beside trafilatura, newspaper4k and htmldate.

python3 bench/metadata.py PAGES SCUTCH

PAGES holds folders SET with `gold.jsonl` (`title`, `author`, `date`, `categories`, `tags`, `topics`, `lang`) and `html/ID.html`. A page counts
for a field where the gold has it. Peers get the address of each page and its text as scutch decodes it. Titles have
to be equal but for signs and case, names to share 60 % of their words, dates to be the same day; of sections and keywords
one of the gold has to be there; languages are compared without region. Needs trafilatura, newspaper4k, htmldate.
"""

import collections
import json
import subprocess
import sys
from pathlib import Path

import htmldate
import newspaper
import trafilatura

from metadata_values import FIELDS

GOLD = {"section": ["categories"], "keywords": ["tags", "topics"], "language": ["lang"]}


def ours(pages, scutch):
    urls = "".join(f"{path}\t{url}\n" for path, url in pages)
    listing = Path("urls.tsv")
    listing.write_text(urls)
    found = {}
    for path, _ in pages:
        run = subprocess.run(
            [scutch, "extract", path, "--urls", listing, "--format", "json", "-q"], capture_output=True, check=False
        )
        page = json.loads(run.stdout or b"{}").get("metadata", {})
        found[path] = {
            "title": page.get("title"),
            "author": page.get("authors"),
            "date": page.get("date_published"),
            "section": [page.get("section") or ""],
            "keywords": page.get("keywords"),
            "language": page.get("language"),
        }
    listing.unlink()
    return found


def of_trafilatura(html, url):
    page = trafilatura.bare_extraction(html, url=url, with_metadata=True, favor_recall=True)
    data = page.as_dict() if page else {}
    return {
        "title": data.get("title"),
        "author": [data.get("author") or ""],
        "date": data.get("date"),
        "section": data.get("categories"),
        "keywords": data.get("tags"),
        "language": data.get("language"),
    }


def of_newspaper(html, url):
    page = newspaper.Article(url or "http://a.example/", fetch_images=False)
    page.download(input_html=html)
    page.parse()
    return {
        "title": page.title,
        "author": page.authors,
        "date": page.publish_date and page.publish_date.strftime("%Y-%m-%d"),
        "keywords": [*(page.meta_keywords or []), *(page.tags or [])],
        "language": page.meta_lang,
    }


def of_htmldate(html, url):
    return {"date": htmldate.find_date(html, original_date=True, extensive_search=True, url=url)}


PEERS = {"trafilatura": of_trafilatura, "newspaper4k": of_newspaper, "htmldate": of_htmldate}


def main(root, scutch):
    gold = []
    for listing in sorted(root.glob("*/gold.jsonl")):
        for line in listing.open():
            page = json.loads(line)
            page["path"] = str(listing.parent / (page.get("html_file") or f"html/{page['id']}.html"))
            if Path(page["path"]).exists():
                gold.append(page)
    mine = ours([(page["path"], page.get("url") or "") for page in gold], scutch)
    right, asked = collections.Counter(), collections.Counter()
    for page in gold:
        html = Path(page["path"]).read_bytes().decode("utf-8", "replace")
        found = {"scutch": mine[page["path"]]}
        for name, peer in PEERS.items():
            try:
                found[name] = peer(html, page.get("url"))
            except Exception:  # a peer that fails has found nothing
                found[name] = {}
        for field, equal in FIELDS.items():
            value = next((page[key] for key in GOLD.get(field, [field]) if page.get(key)), None)
            if not value:
                continue
            asked[field] += 1
            for name in found:
                right[name, field] += equal(found[name].get(field), value)
    print("| | " + " | ".join(f"{field} ({asked[field]})" for field in FIELDS) + " |")
    print("|---|" + "---:|" * len(FIELDS))
    for name in ["scutch", *PEERS]:
        # A field of which a tool got nothing right is one that it does not give.
        cells = [f"{right[name, f] / asked[f]:.3f}" if right[name, f] else "" for f in FIELDS]
        print(f"| {name} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
