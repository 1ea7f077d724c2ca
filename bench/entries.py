"""What is measured: one entry a job, with our command and those of the peers."""
import os
import pathlib
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field

BENCH = pathlib.Path(__file__).resolve().parent
ROOT = BENCH.parent
SCRATCH = BENCH / ".scratch"
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
SCUTCH = TARGET / "release" / "scutch"
PEERS = BENCH / "peers"
OUT = SCRATCH / "out"
PYTHON = SCRATCH / "venv" / "bin" / "python"
# What bench/peers/extract.py imports.
EXTRACTORS = ["trafilatura==2.3.*", "lxml_html_clean", "resiliparse==2.0.*", "readability-lxml==0.9",
              "newspaper4k==0.9.*", "jusText==3.0.*", "boilerpy3==1.0.*"]


def install(packages):
    """Puts wheels into the environment of the peers, which is made if there is none."""
    SCRATCH.mkdir(exist_ok=True)
    if not PYTHON.exists():
        # Older pips cannot resolve what these packages want of lxml.
        subprocess.run([sys.executable, "-m", "venv", "--upgrade-deps", SCRATCH / "venv"], check=True)
    subprocess.run([PYTHON, "-m", "pip", "install", "-q", *packages], check=True)


@dataclass
class Peer:
    """A peer's name, its command for the inputs, and what it needs: wheels, or a crate to build."""
    name: str
    command: Callable
    packages: list = field(default_factory=list)
    crate: pathlib.Path | None = None


@dataclass
class Entry:
    """What is compared, our command for the inputs, the peers; `build` adds to `cargo build`."""
    what: str
    ours: Callable
    peers: list
    name: str = "scutch"
    build: list = field(default_factory=list)


ARCHIVE_PEERS = PEERS / "archive" / "target" / "release"


def reading(what, job):
    """An entry for reading one archive from end to end."""
    return Entry(
        f"iterating over the records of one archive, {what}",
        lambda inputs: [TARGET / "release" / "examples" / "records", *inputs, job],
        [Peer("fastwarc crate 2.0.0", lambda inputs: [ARCHIVE_PEERS / "fastwarc", *inputs, job],
              crate=PEERS / "archive"),
         Peer("FastWARC for Python 2.0", lambda inputs: [PYTHON, PEERS / "fastwarc_python.py", *inputs, job],
              ["fastwarc==2.0.*"]),
         Peer("bare libdeflate", lambda inputs: [ARCHIVE_PEERS / "libdeflate", *inputs],
              crate=PEERS / "archive")],
        build=["-p", "scutch-archive", "--example", "records"],
    )


ENTRIES = {
    "archive-http": reading("with their HTTP headers", "http"),
    "archive-digest": reading("with their block digests checked", "digest"),
    "archive-index": Entry(
        "an index (CDXJ) of one archive",
        lambda inputs: [SCUTCH, "archive", "index", *inputs, "-q"],
        [Peer("cdxj-indexer", lambda inputs: [PYTHON, "-m", "cdxj_indexer.main", "-s", *inputs],
              ["cdxj-indexer==1.5.*", "warcio==1.8.1"])],
    ),
    "corpus": Entry(
        "archive to corpus with text, metadata, language and digests (Parquet), against "
        "Python trafilatura with metadata over warcio (JSON lines)",
        lambda inputs: [SCUTCH, "corpus", *inputs, "-o", OUT, "--jobs", "1", "--overwrite", "-q"],
        [Peer("trafilatura 2.3 + warcio 1.8.1",
              lambda inputs: [PYTHON, PEERS / "trafilatura_warc.py", *inputs],
              ["trafilatura==2.3.*", "lxml_html_clean", "warcio==1.8.1"]),
         Peer("scutch, each page alone (`--fast`)",
              lambda inputs: [SCUTCH, "corpus", *inputs, "-o", OUT, "--jobs", "1", "--overwrite", "-q", "--fast"])],
        name="scutch, one worker",
    ),
    "template": Entry(
        "joint boilerplate detection of all pages of an archive, texts written as JSON lines, against the published "
        "pipeline with lxml's html_annotate, datasketch and scikit-learn, and against our own single-page extraction",
        lambda inputs: [SCUTCH, "template", *inputs, "-o", OUT, "--jobs", "1", "--overwrite", "-q"],
        [Peer("lxml 6 + datasketch 2 + scikit-learn",
              lambda inputs: [PYTHON, PEERS / "template_python.py", *inputs],
              ["lxml==6.*", "datasketch==2.*", "scikit-learn", "warcio==1.8.1"]),
         Peer("scutch, each page alone",
              lambda inputs: [SCUTCH, "corpus", *inputs, "-o", OUT, "--jobs", "1", "--overwrite", "-q",
                              "--format", "jsonl", "--extractor", "page"])],
        name="scutch, one worker",
    ),
    "url-check": Entry(
        "checking URLs with all filters (strict, language), normal forms to standard output",
        lambda inputs: [SCUTCH, "url", "check", "--strict", "-l", "de", *inputs],
        [Peer("courlan 1.4.0", lambda inputs: [PYTHON, PEERS / "courlan_check.py", *inputs],
              ["courlan==1.4.0"])],
    ),
    "url-clean": Entry(
        "safe normal forms of URLs to standard output",
        lambda inputs: [SCUTCH, "url", "clean", *inputs],
        [Peer("turbohtml 1.15.4", lambda inputs: [PYTHON, PEERS / "turbohtml_clean.py", *inputs],
              ["turbohtml==1.15.4"])],
    ),
}
