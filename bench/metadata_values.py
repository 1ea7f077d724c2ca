"""When a value of metadata is right: shared by the scripts that score it."""

import re


def words(text):
    return re.findall(r"\w+", str(text or "").lower())


def listed(value):
    value = value if isinstance(value, list) else re.split(r"[;,]", str(value or ""))
    return {" ".join(words(item)) for item in value} - {""}


def overlap(mine, gold):
    a, b = set(words(" ".join(mine))), set(words(re.sub(r"\(.*?\)", "", gold)))
    return bool(a | b) and len(a & b) / len(a | b) >= 0.6


FIELDS = {
    "title": lambda found, gold: words(found) == words(gold),
    "author": lambda found, gold: overlap(found or [], gold),
    "date": lambda found, gold: str(found or "")[:10] == str(gold)[:10],
    "section": lambda found, gold: bool(listed(found) & listed(gold)),
    "keywords": lambda found, gold: bool(listed(found) & listed(gold)),
    "language": lambda found, gold: str(found or "")[:2].lower() == str(gold)[:2].lower(),
}
