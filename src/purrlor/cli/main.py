"""The `purrlor` command. Each command imports what it needs when it runs."""

import importlib
from typing import Any

import click

import purrlor
from purrlor.cli.output import reader_may_leave
from purrlor.core.refusals import Refusal

COMMANDS = (
    "games",
    "play",
    "serve",
    "simulate",
    "tournament",
    "analyse",
    "replay",
    "advise",
    "verify",
    "scenario",
    "train",
    "warm",
    "schema",
)


class Commands(click.Group):
    """Commands by file name: `purrlor replay` lives in `cli/replay.py`."""

    def list_commands(self, context: click.Context) -> list[str]:
        """Name the commands in the order a newcomer needs them."""
        return list(COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """Load a command."""
        if name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"purrlor.cli.{name}").command
        return command

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands, each with its whole first paragraph: Click would cut it."""
        found = [(name, self.get_command(context, name)) for name in COMMANDS]
        rows = [(name, _first_paragraph(one.help or "")) for name, one in found if one is not None]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def make_context(self, *arguments: Any, **words: Any) -> click.Context:
        """Read the command line; `--help` and `--version` are printed here."""
        with reader_may_leave():
            return super().make_context(*arguments, **words)

    def invoke(self, context: click.Context) -> Any:
        """Turn a refusal into one sentence and exit code 2."""
        try:
            with reader_may_leave():
                return super().invoke(context)
        except Refusal as refusal:
            clause = f" ({refusal.clause})" if refusal.clause else ""
            raise click.UsageError(f"{refusal.sentence}{clause}") from None
        except RuntimeError as error:
            if "cannot cache function" not in str(error):
                raise
            from purrlor.cli.warm import unkept  # Numba can write nowhere

            raise click.UsageError(unkept("it cannot be written").sentence) from None


def _first_paragraph(text: str) -> str:
    """Return the first paragraph of a help text, on one line."""
    return " ".join(text.partition("\n\n")[0].split())


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(purrlor.__version__, prog_name="purrlor")
def main() -> None:
    """Purrlor, a parlour for cat games: play, simulate, replay."""
