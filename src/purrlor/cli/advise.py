"""`purrlor advise`: what a seat should do, from what it knows."""

import sys
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from purrlor.cli.arguments import finite
from purrlor.cli.output import Output
from purrlor.cli.progress import warmed
from purrlor.core.contract import PASS
from purrlor.core.discovery import game
from purrlor.core.keys import read_key
from purrlor.core.match import Match
from purrlor.core.record import read_record, replay
from purrlor.core.refusals import RecordRefused, Refusal, SeatRefused
from purrlor.core.words import Words


@click.command("advise")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--seat",
    type=int,
    help="Whom to advise, out of turn too where that is allowed; left out, whoever must decide.",
)
@click.option(
    "--step",
    type=click.IntRange(min=0),
    help="After how many steps of the record; left out, where it ends.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(0.05, 600),
    default=1.0,
    callback=finite,
    show_default=True,
    help="How long to think.",
)
@click.option(
    "--most",
    type=click.IntRange(min=1),
    default=3,
    show_default=True,
    help="How many actions to show.",
)
@click.option("--key", help="64 hex digits or an integer: the imagined games to think with.")
def command(
    file: Path, seat: int | None, step: int | None, seconds: float, most: int, key: str | None
) -> None:
    """Advise a seat in the game of the record in FILE: the best actions and how often they win.

    The advice is made from what the seat knows at that point, not from the record's truth.
    """
    try:
        record = read_record(file.read_bytes())
    except OSError as error:
        raise RecordRefused(f"{file}: {error.strerror}.") from None
    if step is not None and step > len(record.steps):
        raise RecordRefused(f"This record has {len(record.steps)} steps; name one of them.")
    found = warmed(game(record.game))
    match = replay(found, record, until=step)
    chosen = _deciding(match, seat)
    numbers = match.legal_numbers(chosen) + [PASS] * (chosen not in match.actors)
    notation = found.module("notation")
    click.echo(notation.picture(_known(match, chosen), chosen))
    with Console(stderr=True).status("Thinking…"):
        from purrlor.sim.coach import advise

        hints = advise(
            found,
            match.options,
            match.observation(chosen),
            numbers,
            key=read_key(key),
            seconds=seconds,
            most=most,
        )
    table = Table(f"seat {chosen}", "wins", "because", box=None)
    for hint in hints:
        is_waiting = hint.number == PASS
        text = "wait" if is_waiting else notation.action_text(match.action(hint.number, chosen))
        table.add_row(text, f"{hint.share:.1%} ± {100 * hint.error:.1f}", hint.reason)
    Output(width=None if sys.stdout.isatty() else 120).print(table)


def _known(match: Match, seat: int) -> Words:
    """Return what the coach reasons from: a seat remembers more than it sees."""
    view = match.game.module("view")
    show = getattr(view, "remembered", view.view)
    known: Words = show(match.observation(seat), match.options)
    return known


def _deciding(match: Match, seat: int | None) -> int:
    if match.is_over:
        raise Refusal("The game is over there; name an earlier step with --step.")
    if seat is None:
        return match.actors[0]
    match.legal_numbers(seat)  # refuse a seat that is not at the table
    may = sorted({*match.actors, *match.interrupters})
    if seat not in may:
        who = ", ".join(map(str, may))
        raise SeatRefused(f"Seat {seat} has nothing to decide there; seats that have: {who}.")
    return seat
