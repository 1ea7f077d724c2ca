#!/usr/bin/env python3
"""Tests of trafilatura, warcio and courlan with the names of `scutch` in their place: which of them pass.

    python3 bench/python_peers.py trafilatura FOLDER
    python3 bench/python_peers.py warcio FOLDER
    python3 bench/python_peers.py courlan FOLDER --everywhere

FOLDER is the unpacked source of the peer (`pip download --no-deps --no-binary :all: trafilatura`). Run by a Python that
has the package `scutch`, the peer itself in the same version, and pytest. A test counts if it uses no other name of the
peer than those replaced. With `--everywhere` names are replaced in the modules of the peer as well, and all its tests
count. Nothing of a peer is kept.
"""
import argparse
import importlib
import io
import sys
import tempfile
import types
from collections import Counter
from pathlib import Path

import pytest

import scutch
import scutch.courlan


class Iterator:
    """warcio's `ArchiveIterator` over `scutch.archive.records`."""

    def __init__(self, stream, **options):
        if options:
            raise TypeError(f"records() takes no argument {sorted(options)[0]!r}")
        copy = tempfile.NamedTemporaryFile()
        copy.write(stream.read())
        copy.flush()
        self.copy, self.record, self.reader = copy, None, None
        self.records = scutch.archive.records(copy.name)

    @property
    def err_count(self):
        return len(self.records.damage)

    def __iter__(self):
        return self

    def __next__(self):
        record = next(self.records)
        self.offset = record.location[0]
        # Digests are judged elsewhere: by `scutch archive check`.
        record.digest_checker = types.SimpleNamespace(passed=None, problems=[])
        return record

    def get_record_offset(self):
        return self.offset

    def read_to_end(self):
        return None

    def close(self):
        self.copy.close()


#: For each peer: its test files, and what takes the place of its names.
PEERS = {
    "trafilatura": (
        "tests/*_tests.py",
        {name: getattr(scutch, name) for name in ("extract", "bare_extraction", "extract_metadata", "html2txt")},
    ),
    "warcio": ("test/test_archiveiterator.py", {"ArchiveIterator": Iterator}),
    "courlan": ("tests/*_tests.py", {name: getattr(scutch.courlan, name) for name in scutch.courlan.__all__}),
}


def codes(code):
    """A code object and those within."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from codes(constant)


class Replacing:
    """The plugin: replaces names in test modules, and keeps the tests that use no other names of the peer."""

    def __init__(self, peer, names, everywhere):
        self.peer, self.names, self.everywhere = peer, names, everywhere
        self.outcomes, self.other = {}, 0

    def is_theirs(self, value):
        module = value.__name__ if isinstance(value, types.ModuleType) else getattr(value, "__module__", None)
        return module is not None and str(module).split(".")[0] == self.peer

    def reached(self, item):
        """The functions that a test runs, as far as names tell: its own, and helpers of its module and class."""
        waiting, found = [getattr(item.function, "__wrapped__", item.function)], []
        while waiting:
            function = waiting.pop()
            if function in found:
                continue
            found.append(function)
            names = {name for code in codes(function.__code__) for name in code.co_names}
            values = [function.__globals__.get(name) for name in names]
            values += [getattr(item.cls, name, None) for name in names if item.cls]
            values = [getattr(value, "__wrapped__", value) for value in values]
            own = item.module.__name__
            waiting += [value for value in values if isinstance(value, types.FunctionType) and value.__module__ == own]
        return found

    def counts(self, item):
        """Whether a test uses a name that is replaced, and no other of the peer."""
        ours = False
        for function in self.reached(item):
            ours |= any(value in self.names.values() for value in function.__defaults__ or ())
            for name in {name for code in codes(function.__code__) for name in code.co_names}:
                value = function.__globals__.get(name)
                if name in self.names and value is self.names[name]:
                    ours = True
                elif self.is_theirs(value) and not (isinstance(value, type) and issubclass(value, Exception)):
                    if value is not sys.modules.get(self.peer):
                        return False
        return ours

    @pytest.hookimpl
    def pytest_collection_modifyitems(self, items):
        holders = [importlib.import_module(self.peer), *{item.module for item in items}]
        if self.everywhere:
            holders += [module for module in sys.modules.values() if self.is_theirs(module)]
        for name, ours in self.names.items():
            for holder in holders:
                if self.is_theirs(getattr(holder, name, None)):
                    setattr(holder, name, ours)
        counted = [item for item in items if self.everywhere or self.counts(item)]
        self.other = len(items) - len(counted)
        items[:] = counted

    def pytest_runtest_logreport(self, report):
        if report.when == "call" or report.failed:
            self.outcomes[report.nodeid] = report


def cause(report):
    """Why a test failed, in a word."""
    last = str(report.longrepr).strip().splitlines()[-1]
    kind = last.rsplit(": ", 1)[-1]
    text = "\n".join(line for line in str(report.longrepr).splitlines() if line.startswith("E "))
    if "unexpected keyword argument" in text or "takes no argument" in text:
        return "an argument that is not taken"
    if "one of txt, markdown, html" in text:
        return "an output format that is not given"
    return kind


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("peer", choices=PEERS)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--everywhere", action="store_true")
    args = parser.parse_args()
    pattern, names = PEERS[args.peer]
    plugin = Replacing(args.peer, names, args.everywhere)
    files = sorted(str(path) for path in args.folder.glob(pattern))
    sys.path.insert(0, str(args.folder))
    if args.peer == "warcio":
        # Its helpers have the name as a default, which is bound when they are defined.
        importlib.import_module("warcio.archiveiterator").ArchiveIterator = Iterator
    told = io.StringIO()
    stdout, sys.stdout = sys.stdout, told
    try:
        options = ["-q", "-p", "no:cacheprovider", "--continue-on-collection-errors", "--import-mode=importlib"]
        pytest.main([*options, *files], plugins=[plugin])
    finally:
        sys.stdout = stdout
    failed = [report for report in plugin.outcomes.values() if report.failed]
    passed = sum(report.passed for report in plugin.outcomes.values())
    print(f"{args.peer}: {passed} of {len(plugin.outcomes)} pass; {plugin.other} use other names")
    for why, count in Counter(map(cause, failed)).most_common():
        print(f"  {count} fail: {why}")
    for report in failed:
        lines = [line for line in str(report.longrepr).splitlines() if line.startswith("E ")]
        print(f"  {report.nodeid.rsplit('/', 1)[-1]}: {cause(report)}: {lines[0][1:].strip() if lines else ''}")


if __name__ == "__main__":
    main()
