"""Texts of whole sentences, for `language_texts.py`: manuals and the messages of a browser."""

import json
import re
import struct
import tarfile

# Debian packages (name, version, licence of what is read), each in the folder of its name.
DEBIAN = [
    ("apache2-doc", "2.4.71-1~deb12u1", "Apache-2.0"),
    ("chromium-l10n", "156.0.8078.108-1~deb12u1", "BSD-3-Clause"),
]
NPM = [("electron-i18n", "1.3136.0", "MIT"), ("typescript", "5.9.3", "Apache-2.0")]
# Inner parts of a page that are sentences.
SENTENCES = re.compile(r"<(p|li|dd)\b[^>]*>((?:(?!<(?:p|li|dd|ul|ol|pre|div|table)\b).)*?)</\1>", re.S)


def sentences(page):
    """What stands in the paragraphs and items of a page, if it is longer than a label."""
    for _, inner in SENTENCES.findall(page):
        if len(inner) > 60 and "hreflang" not in inner:
            yield " ".join(inner.split())


def chromium(folder, texts, label_of):
    """Strings of the `.pak` files, version 5: head, table of ids and offsets, texts in UTF-8."""
    for file in sorted(folder.glob("**/locales/*.pak")):
        if "_" in file.stem or file.stat().st_size < 1000:
            continue
        data = file.read_bytes()
        version, encoding, count = struct.unpack("<IB3xH", data[:10])
        if (version, encoding) != (5, 1):
            raise ValueError(f"{file}: another form of .pak than version 5 in UTF-8")
        offsets = [struct.unpack("<I", data[14 + 6 * n:18 + 6 * n])[0] for n in range(count + 1)]
        for start, end in zip(offsets, offsets[1:]):
            text = data[start:end].decode("utf-8", "ignore")
            # The file holds some pages and scripts as well.
            if len(text) < 2000 and not re.search(r"function|</(?:html|script|style)|[{};]\s*\n", text):
                texts.add(label_of(file.stem), "chromium", text)


def apache(folder, texts, label_of):
    """The manual; pages that are not translated say so in `html@lang`."""
    for file in sorted(folder.glob("**/manual/*/**/*.html")):
        page = file.read_text("utf-8", "replace")
        declared = re.search(r'<html lang="([^"]+)"', page)
        language = file.relative_to(next(folder.glob("**/manual"))).parts[0]
        if declared and declared[1].lower() == language:
            for text in sentences(page):
                texts.add(label_of(language), "apache2-doc", text)


def electron(archive, texts, label_of):
    """A manual of which translations are complete to a different degree."""
    with tarfile.open(archive) as packed:
        pages = json.load(packed.extractfile("package/dist/docs.json"))
    for locale, by_name in sorted(pages.items()):
        for page in by_name.values():
            for text in sentences(page["html"]):
                texts.add(label_of(locale), "electron-i18n", text)


def typescript(archive, texts, label_of):
    """Messages of a compiler."""
    with tarfile.open(archive) as packed:
        for member in packed:
            found = re.search(r"package/lib/([^/]+)/diagnosticMessages\.generated\.json$", member.name)
            if found:
                for text in json.load(packed.extractfile(member)).values():
                    texts.add(label_of(found[1]), "typescript", text)


def guide(root, texts):
    """The English of this repository's own documents."""
    for file in sorted([*(root / "docs/src").glob("*.md"), *root.glob("*.md"), *root.glob("*/README.md")]):
        prose = re.sub(r"```.*?```", "", file.read_text(), flags=re.S)
        for part in re.split(r"\n\s*\n", prose):
            if len(part) > 80 and not part.lstrip().startswith(("|", "#")):
                texts.add("en", "guide", re.sub(r"\]\([^)]*\)|[`*\[\]]", "", part).replace("\n", " "))


def add(work, root, texts, label_of):
    npm = {name: work / "npm" / f"{name}-{version}.tgz" for name, version, _ in NPM}
    chromium(work / "debian/chromium-l10n", texts, label_of)
    apache(work / "debian/apache2-doc", texts, label_of)
    electron(npm["electron-i18n"], texts, label_of)
    typescript(npm["typescript"], texts, label_of)
    guide(root, texts)
