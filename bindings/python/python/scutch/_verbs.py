"""The verbs of the command line: the program in this package, run on files."""

from __future__ import annotations

import html
import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

_BINARY = Path(__file__).parent / "bin" / "scutch"


class Error(RuntimeError):
    """A verb that ended with an error: its sentence, and the exit code (see the guide)."""

    def __init__(self, sentence: str, exit_code: int) -> None:
        super().__init__(sentence)
        self.exit_code = exit_code


def _program() -> str:
    return os.environ.get("SCUTCH_BINARY") or str(_BINARY)


def _arguments(options: dict) -> list[str]:
    """`jobs=2` is `--jobs=2`, `strict=True` is `--strict`, a list is the option once for each value."""
    arguments = []
    for name, value in options.items():
        flag = "--" + name.rstrip("_").replace("_", "-")
        values = value if isinstance(value, (list, tuple)) else [value]
        for one in values:
            if one is True:
                arguments.append(flag)
            elif one is not None and one is not False:
                arguments.append(f"{flag}={os.fspath(one) if isinstance(one, os.PathLike) else one}")
    return arguments


def _paths(inputs) -> list[str]:
    one = isinstance(inputs, (str, os.PathLike)) or not isinstance(inputs, Iterable)
    return [os.fspath(path) for path in ([inputs] if one else inputs)]


def run(*verb: str | os.PathLike[str], **options) -> str:
    """Runs a verb and returns what it writes to standard output.

    Words are passed as they are, named arguments as options: `run("archive", "ls", "a.warc.gz", json=True)`. Raises
    `Error` with the program's own sentence. Nothing is printed.
    """
    words = [os.fspath(word) for word in verb]
    ran = subprocess.run([_program(), *words, *_arguments(options)], capture_output=True, check=False)
    if ran.returncode:
        said = ran.stderr.decode(errors="replace").strip().splitlines()
        prefixes = ("scutch: ", "error: ")
        sentence = next((line for line in said if line.startswith(prefixes)), "no message")
        for prefix in prefixes:
            sentence = sentence.removeprefix(prefix)
        raise Error(sentence, ran.returncode)
    return ran.stdout.decode()


class CorpusFolder:
    """A corpus folder. In a notebook it shows its report."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)

    @property
    def manifest(self) -> dict:
        """`run.json`: configuration, inputs, counts, files with digests."""
        return json.loads((self.path / "run.json").read_text())

    def parts(self) -> list[Path]:
        """The Parquet files of the rows, in order: for `pandas.read_parquet`, `polars.read_parquet` and others."""
        return sorted(self.path.glob("docs/*.parquet"))

    def __fspath__(self) -> str:
        return str(self.path)

    def __repr__(self) -> str:
        return f"CorpusFolder({str(self.path)!r})"

    def _repr_html_(self) -> str:
        report = html.escape((self.path / "report.html").read_text(), quote=True)
        return f'<iframe sandbox srcdoc="{report}" style="width:100%;height:40em;border:0"></iframe>'


def corpus(inputs, output: str | os.PathLike[str], **options) -> CorpusFolder:
    """`scutch corpus`: archives to a corpus folder. Options by name: `corpus("in/", "out", jobs=2)`."""
    run("corpus", *_paths(inputs), output=output, quiet=True, **options)
    return CorpusFolder(output)


def template(inputs, output: str | os.PathLike[str], **options) -> CorpusFolder:
    """`scutch template`: a corpus with tables of joint labels."""
    run("template", *_paths(inputs), output=output, quiet=True, **options)
    return CorpusFolder(output)


def dedup(corpus_folder: str | os.PathLike[str], **options) -> CorpusFolder:
    """`scutch dedup`: marks duplicates in a corpus folder."""
    run("dedup", corpus_folder, quiet=True, **options)
    return CorpusFolder(corpus_folder)


def verify(corpus_folder: str | os.PathLike[str], **options) -> None:
    """`scutch verify`: derives the rows again. Raises `Error` where they differ."""
    run("verify", corpus_folder, quiet=True, **options)


def offtopic(inputs, **options) -> list[dict]:
    """`scutch offtopic`: verdicts on captures, one dictionary each."""
    lines = run("offtopic", *_paths(inputs), quiet=True, format="jsonl", **options)
    return [json.loads(line) for line in lines.splitlines()]


def main() -> None:
    """The console script `scutch`: the program takes the place of this process."""
    program = _program()
    os.execv(program, [program, *sys.argv[1:]])
