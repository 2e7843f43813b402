"""What commands print."""

import contextlib
import os
import sys

from rich.console import Console


class Output(Console):
    """Standard output. A reader who has enough, such as `head`, is told of by an exception."""

    def on_broken_pipe(self) -> None:
        """Leave it to the command: Rich would end the program here."""
        raise BrokenPipeError


def close_output() -> None:
    """Throw away what is still to be printed: nobody reads it."""
    with contextlib.suppress(OSError):  # some standard outputs are no files
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
