"""What must not stand in training texts, for `language_texts.py`: English that nobody translated, and the pieces for judging."""

import re
from collections import defaultdict

# Languages whose sentences have English words.
NEAR_ENGLISH = {"en", "sco", "pcm", "und"}
ENGLISH_WORDS = set("the and with this that from your you are not which when for must should cannot will have been".split())
# Lines with so many English words, and such a share of them, are English.
FEWEST, SHARE = 2, 0.2
# Length of the windows by which pieces are found, and of the parts that are compared first.
WINDOW, PART, STRIDE = 40, 30, 10


def form(line):
    """A line for comparison: its letters and digits."""
    return re.sub(r"[\W_]+", " ", line.lower()).strip()


def english(lines):
    """Drops untranslated lines: catalogues have the English original where there is no translation."""
    originals = {form(line) for (label, _), found in lines.items() if label == "en" for line in found}
    for (label, source), found in lines.items():
        if label not in NEAR_ENGLISH:
            lines[label, source] = [line for line in found if not is_english(line, originals)]


def is_english(line, originals):
    words = form(line)
    if words in originals and len(words) > 3:
        return True
    words = words.split()
    count = sum(word in ENGLISH_WORDS for word in words)
    return count >= FEWEST and count >= SHARE * len(words)


def windows(text, length, step=1):
    return (text[at:at + length] for at in range(0, max(1, len(text) - length + 1), step))


def judged(lines, pieces):
    """Cuts every window of 40 characters out that stands in a piece of the same language."""
    texts = defaultdict(list)
    for piece in pieces:
        texts[piece["lang"].split("-")[0]].append(form(piece["text"]))
    by_language = defaultdict(list)
    for key in lines:
        by_language[key[0].split("-")[0]].append(key)
    count = 0
    for language, keys in by_language.items():
        parts = {part for text in texts[language] for part in windows(text, PART)}
        whole = {window for text in texts[language] for window in windows(text, WINDOW)}
        for key in keys:
            kept = []
            for line in lines[key]:
                compared = form(line)
                if not any(part in parts for part in windows(compared, PART, STRIDE)):
                    kept.append(line)
                    continue
                rest = without(compared, whole)
                count += rest != [compared]
                kept += [line] if rest == [compared] else rest
            lines[key] = kept
    return count


def without(text, known):
    """The parts of a text without the windows that are known, where they are more than a word or two."""
    covered = bytearray(len(text))
    for at, window in enumerate(windows(text, WINDOW)):
        if window in known:
            covered[at:at + WINDOW] = b"\1" * len(window)
    if not any(covered):
        return [text]
    words, at = [[]], 0
    for word in text.split(" "):
        if any(covered[at:at + len(word)]):
            words.append([])
        else:
            words[-1].append(word)
        at += len(word) + 1
    return [" ".join(part) for part in words if len(" ".join(part)) >= 12]
