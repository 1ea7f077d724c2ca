"""The program of the command line, which is within the compiled module.

Python runs this file by its path, with nothing of its surroundings, for the verbs: a process that loads the compiled
module and nothing else starts fast, and is the program as people know it.
"""

from __future__ import annotations

import os
import signal
import sys
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
from types import ModuleType
from typing import NoReturn


def run(module: ModuleType) -> NoReturn:
    """Runs what was typed and ends the process with the program's exit code."""
    # Python's own handler would be called as well, and answer with a traceback.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    # At once: nothing of Python has anything left to do.
    os._exit(module.program(["scutch", *sys.argv[1:]]))


def _compiled() -> ModuleType:
    """The compiled module beside this file."""
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "_scutch")
    path = next(beside + suffix for suffix in EXTENSION_SUFFIXES if os.path.exists(beside + suffix))
    spec = spec_from_loader("_scutch", ExtensionFileLoader("_scutch", path))
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    run(_compiled())
