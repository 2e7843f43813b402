"""What commands print."""

import contextlib
import os
import sys
from collections.abc import Iterator

from rich.console import Console


class Output(Console):
    """Standard output. A reader who has enough, such as `head`, is told of by an exception."""

    def on_broken_pipe(self) -> None:
        """Leave it to the command: Rich would end the program here."""
        raise BrokenPipeError


@contextlib.contextmanager
def reader_may_leave() -> Iterator[None]:
    """End without an error, or as the command would, when nobody reads the output any more."""
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except BrokenPipeError as error:
        with contextlib.suppress(OSError):  # some standard outputs are no files
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        before = error.__context__
        sys.exit(before.code if isinstance(before, SystemExit) else 0)
