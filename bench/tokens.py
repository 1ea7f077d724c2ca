"""Tokens and sentences of the program against treebanks of Universal Dependencies.

python3 bench/tokens.py SCUTCH FOLDER [--half odd|even] [--languages hu,de]

FOLDER holds files in CoNLL-U whose names begin with a language (`hu_szeged-ud-test.conllu`), or files of cases as in
crates/segment/tests/cases (`hu.txt`): a sentence in a line, `|` between tokens without a space. Each paragraph
(`# newpar`, `# newdoc`, an empty line of cases) becomes a paragraph of a page, in pages of fifty sentences; files that
mark none become one of ten sentences each. The program reads the pages and writes CoNLL-U.

As in the CoNLL shared task of 2018, a token is right if it covers the same characters without white space, and a
sentence if it does. Tokens are those of the surface: a token of several words counts once. Words are the others.
--half takes the sentences with odd or even numbers of each file alone, so that rules can be written with one half.
"""

import argparse
import html
import re
import subprocess
import tempfile
from pathlib import Path

PAGE = 50  # sentences
PARAGRAPH = 10  # sentences, in files that mark no paragraphs
HEAD = (
    "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://{name}.example/{n}\r\n"
    "WARC-Date: 2021-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-{n:012}>\r\n"
    "Content-Type: application/http; msgtype=response\r\nContent-Length: {length}\r\n\r\n"
)


def read_conllu(text):
    """Sentences as (begins a paragraph, tokens, words, spaces behind the tokens).

    >>> list(read_conllu("# newpar\\n1-2\\tdon't\\t_\\tSpaceAfter=No\\n1\\tdo\\t_\\n2\\tn't\\t_\\n3\\t.\\t_\\n\\n"))
    [(True, ["don't", '.'], ['do', "n't", '.'], [False, True])]
    """
    for block in re.split(r"\n\s*\n", text.strip()):
        lines = block.split("\n")
        begins = any(line.startswith(("# newpar", "# newdoc")) for line in lines)
        tokens, words, spaces, covered = [], [], [], 0
        for cells in (line.split("\t") for line in lines if line and not line.startswith("#")):
            number, form, misc = cells[0], cells[1].replace(" ", ""), cells[-1]
            if "." in number:
                continue
            if "-" not in number:
                words.append(form)
            if "-" in number or int(number) > covered:
                tokens.append(form)
                spaces.append("SpaceAfter=No" not in misc)
                covered = int(number.split("-")[-1])
        if tokens:
            yield begins, tokens, words, spaces


def read_cases(text):
    """Sentences of a file of cases.

    >>> list(read_cases("# about\\nA|.\\n\\nB c\\n"))
    [(True, ['A', '.'], ['A', '.'], [False, True]), (True, ['B', 'c'], ['B', 'c'], [True, True])]
    """
    begins = True
    for line in text.splitlines():
        if line.startswith("# "):
            continue
        parts = re.split(r"([ |])", line)
        tokens = parts[::2]
        if line:
            yield begins, tokens, tokens, [space == " " for space in parts[1::2]] + [True]
        begins = not line


def paragraphs(sentences):
    """Sentences grouped as the file groups them, or by tens."""
    marked = sum(begins for begins, *_ in sentences) > 1
    groups = []
    for number, sentence in enumerate(sentences):
        if not groups or (sentence[0] if marked else number % PARAGRAPH == 0):
            groups.append([])
        groups[-1].append(sentence)
    return groups


def raw(group):
    return "".join(t + " " * s for _, tokens, _, spaces in group for t, s in zip(tokens, spaces)).strip()


def pages(groups):
    page, size = [], 0
    for group in groups:
        page.append(group)
        size += len(group)
        if size >= PAGE:
            yield page
            page, size = [], 0
    if page:
        yield page


def spans(units, start=0):
    """Where forms lie in the text without white space."""
    found = set()
    for unit in units:
        length = len("".join(unit.split()))
        found.add((start, start + length))
        start += length
    return found


def run(scutch, name, language, groups, folder):
    archive = folder / f"{name}.warc"
    with open(archive, "wb") as out:
        for n, page in enumerate(pages(groups)):
            body = "".join(f"<p>{html.escape(raw(group))}</p>\n" for group in page)
            block = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
            block = f"{block}<html lang={language}><title>{n}</title><body>{body}".encode()
            out.write(HEAD.format(name=name, n=n, length=len(block)).encode() + block + b"\r\n\r\n")
    made = folder / name
    command = [scutch, "corpus", archive, "-o", made, "--format", "conllu", "--extractor", "all-text", "-q"]
    subprocess.run(command, check=True)
    return "".join(path.read_text(encoding="utf-8") for path in sorted(made.glob("conllu/*.conllu")))


def measures(sentences):
    tokens = spans([t for _, tokens, _, _ in sentences for t in tokens])
    words = spans([w for _, _, words, _ in sentences for w in words])
    return tokens, words, spans(["".join(tokens) for _, tokens, _, _ in sentences])


def f1(gold, found):
    return 2 * len(gold & found) / (len(gold) + len(found))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("scutch")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--half", choices=["odd", "even"])
    parser.add_argument("--languages", default="")
    parser.add_argument("--errors", type=int, default=0, help="print so many tokens that differ")
    args = parser.parse_args()
    print("| file | sentences | tokens | token F1 | word F1 | sentence F1 |\n|---|---:|---:|---:|---:|---:|")
    readers = {".conllu": read_conllu, ".txt": read_cases}
    for path in sorted(p for p in args.folder.iterdir() if p.suffix in readers):
        language = re.split(r"[_.-]", path.name)[0]
        if args.languages and language not in args.languages.split(","):
            continue
        sentences = list(readers[path.suffix](path.read_text(encoding="utf-8")))
        if args.half:
            sentences = sentences[args.half == "even" :: 2]
        with tempfile.TemporaryDirectory() as folder:
            name = path.name.split(".")[0].replace("_", "-")
            made = list(read_conllu(run(args.scutch, name, language, paragraphs(sentences), Path(folder))))
        own, ours = ("".join("".join(s[1]) for s in side) for side in (sentences, made))
        own = "".join(own.split())
        assert own == ours, f"{path.name}: the text differs: {first_difference(own, ours)}"
        gold, found = measures(sentences), measures(made)
        shown = " | ".join(f"{f1(a, b):.4f}" for a, b in zip(gold, found))
        print(f"| {path.name} | {len(gold[2])} | {len(gold[0])} | {shown} |")
        for kind in (0, 2):
            for start, end in sorted(gold[kind] - found[kind])[: args.errors]:
                print("   ", own[max(0, start - 15) : start], "[" + own[start:end] + "]", own[end : end + 15])


def first_difference(own, ours):
    at = next((n for n, (a, b) in enumerate(zip(own, ours)) if a != b), min(len(own), len(ours)))
    return f"{own[at - 20 : at + 20]!r} and {ours[at - 20 : at + 20]!r}"


if __name__ == "__main__":
    main()
