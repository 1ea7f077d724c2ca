"""What our TEI says of articles against the TEI that another program made of the same pages, field by field.

python3 bench/portal_tei_metadata.py PAGES OUT [--list]

PAGES as for `portal_tei.py`, OUT the folder that it left. Compared are the Schema.org fields that both headers carry; lists as
sets, white space, quotation marks and case made equal. Times of the other program have no zone: ours count as equal when
the clock shows the same minute, as written or in the portal's zone; languages by their code alone. Fields that only we have
are counted in the last column. `--list` prints every difference. Needs lxml.
"""

import collections
import datetime
import json
import re
import sys
import zoneinfo
from pathlib import Path

from lxml import etree

# Their name, ours, and whether it is a list.
FIELDS = [
    ("name", "headline"),
    ("alternateName", "alternativeHeadline"),
    ("author", "author"),
    ("datePublished", "datePublished"),
    ("dateModified", "dateModified"),
    ("articleSection", "articleSection"),
    ("keywords", "keywords"),
    ("inLanguage", "inLanguage"),
    ("ispartOf", "isPartOf"),
    ("abstract", "description"),
]
ZONE = zoneinfo.ZoneInfo("Europe/Budapest")
CODES = {"hu": "hun"}
SCHEMA = "{https://schema.org}"


def clean(value):
    value = re.sub(r"[\u201c\u201d\u201e\u201f\"]|''", '"', " ".join(value.split()))
    return value.replace("\u2019", "'")


def theirs(path):
    [about, *_] = etree.parse(str(path)).getroot().iter("{*}xenoData")
    said = collections.defaultdict(list)
    for element in about.iter(f"{SCHEMA}*"):
        said[etree.QName(element).localname].append(clean("".join(element.itertext())))
    return said


def ours(path):
    about = json.loads(etree.parse(str(path)).getroot().find(".//{*}xenoData").text)
    said = {}
    for _, field in FIELDS:
        values = about.get(field, [])
        values = values if isinstance(values, list) else [values]
        said[field] = [clean(v["name"] if isinstance(v, dict) else v) for v in values]
    return about["url"], path, said


def clocks(value):
    """A time to the minute as it is written, and in the portal's zone."""
    try:
        time = datetime.datetime.fromisoformat(value)
    except ValueError:
        return {value}
    written = time.replace(tzinfo=None)
    moved = time.astimezone(ZONE).replace(tzinfo=None) if time.tzinfo else written
    return {clock.isoformat(timespec="minutes") for clock in (written, moved)}


def same(field, a, b):
    if field.startswith("date"):
        return len(a) == len(b) == 1 and bool(clocks(a[0]) & clocks(b[0]))
    if field == "inLanguage":
        a = [CODES.get(value.split("-")[0], value) for value in a]
    return {value.lower() for value in a} == {value.lower() for value in b}


def address(path):
    source = etree.parse(str(path)).getroot()
    return source.find(".//{*}bibl/{*}ref").get("target")


def main(pages, out, listed):
    names = [theirs for theirs, _ in FIELDS]
    print("| portal | " + " | ".join(names) + " | only ours |\n|---|" + "---:|" * (len(names) + 1))
    differences = []
    for folder in sorted(path for path in pages.iterdir() if path.is_dir()):
        found = {address(path): ours(path)[2] for path in sorted((out / folder.name / "tei").glob("*/*.xml"))}
        counts = {name: [0, 0] for name in names}
        alone = 0
        for path in sorted(folder.glob("*/*.xml")):
            said = theirs(path)
            [url] = said["url"]
            mine = found[url]
            for their_name, our_name in FIELDS:
                a, b = mine[our_name], [value for value in said.get(their_name, []) if value]
                if not b:
                    alone += bool(a)
                    continue
                counts[their_name][1] += 1
                if same(our_name, a, b):
                    counts[their_name][0] += 1
                else:
                    differences.append((folder.name, their_name, url, a, b))
        row = [f"{equal}/{all_}" if all_ else "" for equal, all_ in counts.values()]
        print(f"| {folder.name} | " + " | ".join(row) + f" | {alone} |")
    if listed:
        for portal, field, url, a, b in differences:
            print(f"\n{portal} {field} {url}\n  ours   {a}\n  theirs {b}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), "--list" in sys.argv)
