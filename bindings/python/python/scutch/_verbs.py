"""The verbs of the command line: the program in this package, run on files, each in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Set
from itertools import takewhile
from pathlib import Path
from typing import Any, Union

from . import _scutch
from ._notebook import framed
from ._program import run as _program_run

_PROGRAM = Path(__file__).with_name("_program.py")

PathLike = Union[str, "os.PathLike[str]"]
#: A file, folder or pattern, or several.
Inputs = Union[PathLike, Iterable[PathLike]]

#: What an exit code means of which the program says nothing when it is quiet.
_NOTHING = 5
_SENTENCES = {3: "records or bytes were lost", _NOTHING: "nothing passed the filters", 130: "interrupted"}


class Error(RuntimeError):
    """Work that ended with an error: its sentence, and the exit code (see the guide)."""

    def __init__(self, sentence: str, exit_code: int) -> None:
        super().__init__(sentence)
        self.exit_code = exit_code

    def __reduce__(self) -> tuple[type[Error], tuple[str, int]]:
        # Exceptions are pickled with the arguments of their base class, which are fewer.
        return type(self), (str(self), self.exit_code)


def _program() -> list[str]:
    """The words that run the program."""
    other = os.environ.get("SCUTCH_BINARY")
    if other:
        return [other]
    if not sys.executable:
        raise Error("this Python does not name its interpreter; SCUTCH_BINARY names a program to run instead", 1)
    return [sys.executable, "-I", "-S", str(_PROGRAM)]


def values(value: object) -> list[object]:
    """The values of an option: those of a list, tuple, set or generator, else the one.

    >>> values("de"), values(["hu", "de"]), values({"hu", "de"})
    (['de'], ['hu', 'de'], ['de', 'hu'])
    """
    if isinstance(value, Set):
        # Sets of text have another order in each process.
        return sorted(value, key=str)
    if isinstance(value, Iterable) and not isinstance(value, (str, bytes)):
        return list(value)
    return [value]


def _arguments(options: Mapping[str, object]) -> list[str]:
    """`jobs=2` is `--jobs=2`, `strict=True` is `--strict`, a list is the option once for each value.

    >>> _arguments({"jobs": 2, "strict": True, "quiet": False, "host": ["a.example", "b.example"], "seed": None})
    ['--jobs=2', '--strict', '--host=a.example', '--host=b.example']
    """
    arguments = []
    for name, value in options.items():
        flag = "--" + name.rstrip("_").replace("_", "-")
        for one in values(value):
            if one is True:
                arguments.append(flag)
            elif one is not None and one is not False:
                arguments.append(f"{flag}={os.fspath(one) if isinstance(one, os.PathLike) else one}")
    return arguments


def paths(inputs: Inputs) -> list[str]:
    """The names of inputs as the program takes them.

    >>> paths(Path("a.warc")), paths(["a.warc", Path("b")])
    (['a.warc'], ['a.warc', 'b'])
    """
    named = [inputs] if isinstance(inputs, (str, os.PathLike)) else inputs
    return [os.fspath(path) for path in named]


def _ended(words: Iterable[PathLike], options: Mapping[str, object]) -> tuple[str, int]:
    """Standard output and exit code of a verb. Raises `Error` unless it was done."""
    command = [*_program(), *(os.fspath(word) for word in words), *_arguments(options)]
    ran = subprocess.run(command, capture_output=True, check=False)
    if ran.returncode not in (0, _NOTHING):
        raise Error(_sentence(ran.stderr.decode(errors="replace"), ran.returncode), ran.returncode)
    # Pages of archives are in any charset.
    return ran.stdout.decode(errors="surrogateescape"), ran.returncode


def _sentence(said: str, exit_code: int) -> str:
    """What the program says of an error, without usage and hints.

    >>> _sentence("error: invalid value 'x' for '--extractor'\\n  [possible values: page, bte]\\n\\nFor more ...", 2)
    "invalid value 'x' for '--extractor' [possible values: page, bte]"
    >>> _sentence("scutch: out: holds a corpus of other inputs\\n  hint: choose another folder with -o\\n", 1)
    'out: holds a corpus of other inputs'
    """
    prefixes = ("scutch: ", "error: ")
    lines = said.strip().splitlines()
    first = next((number for number, line in enumerate(lines) if line.startswith(prefixes)), len(lines))
    # What is indented belongs to the line above, unless it is a hint.
    rest = takewhile(lambda line: line.startswith("  ") and not line.strip().startswith("hint:"), lines[first + 1 :])
    sentence = " ".join(line.strip() for line in [*lines[first : first + 1], *rest])
    for prefix in prefixes:
        sentence = sentence.removeprefix(prefix)
    return sentence or _SENTENCES.get(exit_code, f"it ended with {exit_code} and said nothing")


def lines(output: str) -> list[str]:
    """The lines of JSON that a verb wrote. `str.splitlines` cuts at characters that JSON may hold, such as U+2028.

    >>> lines('{"title": "Fog\\u2028lifts"}\\n{}\\n')
    ['{"title": "Fog\\u2028lifts"}', '{}']
    """
    return [line for line in output.split("\n") if line]


def run(*verb: PathLike, **options: object) -> str:
    """Runs a verb and returns what it writes to standard output.

    Words are passed as they are, named arguments as options: `run("archive", "ls", "a.warc.gz", json=True)`. Raises
    `Error` with the program's own sentence. Nothing is printed. Bytes that are no UTF-8 become lone surrogates:
    `.encode("utf-8", "surrogateescape")` gives the bytes back.

    >>> run("archive", "ls", "samples/plain.warc", json=True).count('"response"')
    3
    """
    output, exit_code = _ended(verb, options)
    if exit_code:
        raise Error(_SENTENCES[exit_code], exit_code)
    return output


def emitted_config(names: list[str], options: Mapping[str, object]) -> str:
    """The configuration that `scutch corpus` has with these options, as TOML."""
    return run("corpus", *names, **{**options, "emit_config": True})


def partitions_from(asked: int) -> int:
    """A number of partitions that was asked for."""
    if asked < 1:
        raise ValueError(f"partitions is {asked}: at least 1")
    return asked


class CorpusFolder:
    """A corpus folder. In a notebook it shows its report."""

    def __init__(self, path: PathLike) -> None:
        self.path = Path(path)

    @property
    def manifest(self) -> dict[str, Any]:
        """`run.json`: configuration, inputs, counts, files with digests."""
        manifest: dict[str, Any] = json.loads((self.path / "run.json").read_text(encoding="utf-8"))
        return manifest

    def parts(self) -> list[Path]:
        """The Parquet files of the rows, in order: for `pandas.read_parquet`, `polars.read_parquet` and others."""
        return sorted(self.path.glob("docs/*.parquet"))

    def __fspath__(self) -> str:
        return str(self.path)

    def __repr__(self) -> str:
        return f"CorpusFolder({str(self.path)!r})"

    def _repr_html_(self) -> str:
        return framed((self.path / "report.html").read_text(encoding="utf-8"))


class Verdicts(list[dict[str, Any]]):
    """Verdicts on captures, one dictionary each. In a notebook they show their report."""

    def __init__(self, verdicts: Iterable[dict[str, Any]], report: str) -> None:
        super().__init__(verdicts)
        self._report = report

    def _repr_html_(self) -> str:
        return framed(self._report)


def corpus(inputs: Inputs, output: PathLike, **options: object) -> CorpusFolder:
    """`scutch corpus`: archives to a corpus folder. Options by name: `corpus("in/", "out", jobs=2)`.

    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = corpus("samples/plain.warc", Path(folder) / "corpus", format="jsonl")
    ...     made.manifest["counts"]["records"]
    6
    """
    _ended(["corpus", *paths(inputs)], {**options, "output": output, "quiet": True})
    return CorpusFolder(output)


def gather(inputs: Inputs, output: PathLike, **options: object) -> Path:
    """`scutch gather`: the evidence of `corpus` with the same options, for `read` in shares; its folder.

    >>> with tempfile.TemporaryDirectory() as folder:
    ...     sorted(path.name for path in gather("samples/plain.warc", Path(folder) / "evidence").iterdir())
    ['evidence.json', 'hosts.parquet']
    """
    run("gather", *paths(inputs), output=output, quiet=True, **options)
    return Path(output)


def template(inputs: Inputs, output: PathLike, **options: object) -> CorpusFolder:
    """`scutch template`: a corpus with tables of joint labels."""
    _ended(["template", *paths(inputs)], {**options, "output": output, "quiet": True})
    return CorpusFolder(output)


def dedup(corpus_folder: PathLike, *further: PathLike, **options: object) -> CorpusFolder:
    """`scutch dedup`: marks duplicates in a corpus folder, or in several searched as one; the first of them."""
    run("dedup", corpus_folder, *further, quiet=True, **options)
    return CorpusFolder(corpus_folder)


def verify(corpus_folder: PathLike, *further: PathLike, **options: object) -> None:
    """`scutch verify`: derives the rows of corpus folders again. Raises `Error` where they differ."""
    run("verify", corpus_folder, *further, quiet=True, **options)


def offtopic(inputs: Inputs, report: PathLike | None = None, **options: object) -> Verdicts:
    """`scutch offtopic`: verdicts on captures. Their report goes to a file as well where `report` names one.

    >>> verdicts = offtopic("samples/abendblatt.warc.gz")
    >>> verdicts[0]["status"]
    'on-topic'
    """
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "report.html" if report is None else Path(report)
        asked = {**options, "quiet": True, "format": "jsonl", "report": page}
        output, _ = _ended(["offtopic", *paths(inputs)], asked)
        return Verdicts(map(json.loads, lines(output)), page.read_text(encoding="utf-8"))


def main() -> None:
    """The console script `scutch`."""
    _program_run(_scutch)
