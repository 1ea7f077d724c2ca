#!/usr/bin/env python3
"""CPU time and memory of whole extractions, with metadata, of pages made to be hard, and writes them into RESULTS.md.

    python3 bench/hostile.py [--write]

Each page is a process of its own; what an empty page takes is taken off. The goal is 1 s for 10 MB, and 1 s for smaller
pages. The parser's own guards are tested beside it (`crates/page/src/tree`).
"""
import argparse
import os
import platform
import subprocess

from entries import ROOT, SCRATCH, SCUTCH
from run import write

SENTENCE = "The keeper of the lighthouse wrote down what the sea had brought, and nobody minded. "
PROSE = f"<p>{SENTENCE * 6}</p>\n"
MB = 1_000_000


def filled(piece, size):
    """A piece as often as it takes to be so large."""
    return [(piece, size // len(piece))]


# Each in parts, a text and how often it stands: this process has to stay small, since its memory counts as that of its children.
PAGES = {
    "20 MB of paragraphs": filled(PROSE, 20 * MB),
    "20 MB in one paragraph": [("<p>", 1), *filled(SENTENCE, 20 * MB)],
    "20 MB of lines of one element": [("<div>", 1), *filled(SENTENCE + "<br>", 20 * MB)],
    "20 MB of links in one list": [("<ul>", 1), *filled(f"<li><a href=/a>{SENTENCE}</a>", 20 * MB)],
    "20 MB of rows of a table": [("<table>", 1), *filled(f"<tr><td>12<td>{SENTENCE}", 20 * MB)],
    "20 MB of empty elements": filled("<div><span></span></div>", 20 * MB),
    "20 MB of character references": [("<p>", 1), *filled("&amp;&#x41; ", 20 * MB)],
    "20 MB of a script": [("<script>", 1), *filled("var a = [1, 2];", 20 * MB), (f"</script>{PROSE}", 1)],
    "20 MB of JSON-LD": [('<script type="application/ld+json">[', 1), *filled('{"@type":"Article","name":"a"},', 20 * MB),
                         (f"{{}}]</script>{PROSE}", 1)],
    "20 MB of tiny headings": filled("<h2>x</h2>", 20 * MB),
    "1 MB of tiny headings": filled("<h2>x</h2>", MB),
    "20 MB of misnested formatting": filled("<b><i><p>x</b>y</i>", 20 * MB),
    "1 MB of misnested formatting": filled("<b><i><p>x</b>y</i>", MB),
    "100,000 elements deep": [("<div>", 100_000), (PROSE, 1)],
    "300,000 attributes": [("<p ", 1), *((f"a{n}=1 ", 1) for n in range(300_000)), (f">{SENTENCE}", 1)],
    "5,000 nested tables": [("<table><tr><td>", 5_000), (PROSE, 1)],
    "colspan and rowspan of 10^9": [("<table>", 1), ("<tr><td colspan=1000000000 rowspan=1000000000>a", 1_000)],
    "100,000 pictures in one long link": [("<a href=/", 1), ("a", 65_000), (">", 1), ("<img src=a alt=x>", 100_000)],
    "100,000 unclosed links": [(f"<a href={n}>x", 1) for n in range(100_000)],
}


def once(parts):
    """Megabytes, CPU seconds and peak memory (MiB) of one extraction."""
    file = SCRATCH / "hostile.html"
    with open(file, "w") as page:
        page.write("<!doctype html><title>Hard</title><body>")
        for text, count in parts:
            page.writelines(text for _ in range(count))
    size = file.stat().st_size / MB
    command = [SCUTCH, "extract", file, "--format", "jsonl", "--url", "http://hard.example/page"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    file.unlink()
    assert status == 0, status
    return size, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    SCRATCH.mkdir(exist_ok=True)
    subprocess.run(["cargo", "build", "--release", "--quiet", "--locked"], cwd=ROOT, check=True)
    start = min(once([])[1] for _ in range(5))
    lines = ["## hostile", "", "What: CPU time and memory of whole extractions of pages made to be hard; least of three runs, without "
             f"the {start:.2f} s that an empty page takes. The goal is 1 s for 10 MB, and 1 s for smaller pages.", "",
             "Command: `python3 bench/hostile.py`", f"on {platform.machine()}, {os.cpu_count()} cores.", "",
             "| page | MB | CPU s | s per 10 MB (of smaller pages: s) | peak MiB |", "|---|---:|---:|---:|---:|"]
    for name, parts in PAGES.items():
        runs = [once(parts) for _ in range(3)]
        size, seconds, memory = runs[0][0], min(run[1] for run in runs) - start, max(run[2] for run in runs)
        rate = seconds / max(size / 10, 1)
        lines.append(f"| {name} | {size:.1f} | {seconds:.2f} | {f'**{rate:.2f}**' if rate > 1 else f'{rate:.2f}'} | {memory:.0f} |")
    print("\n".join(lines))
    if args.write:
        write("hostile", lines)


if __name__ == "__main__":
    main()
