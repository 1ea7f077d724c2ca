"""The signals that end a program, answered as a store of courlan answers them on request."""

from __future__ import annotations

import contextlib
import signal
import sys
from collections.abc import Callable


def before_the_end(work: Callable[[], None]) -> None:
    """From now on `work` is done at SIGINT and SIGTERM, and then the program exits with 1.

    Nothing changes on Windows, nor outside the main thread, where Python takes no handlers.
    """

    def handler(_number: int, _frame: object) -> None:
        work()
        sys.exit(1)

    if not sys.platform.startswith("win"):
        with contextlib.suppress(ValueError):
            signal.signal(signal.SIGINT, handler)
            signal.signal(signal.SIGTERM, handler)
