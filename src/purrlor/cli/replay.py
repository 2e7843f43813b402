"""`purrlor replay`: step through a record."""

import sys
from pathlib import Path

import click

from purrlor.cli.progress import warmed
from purrlor.core.audience import EVERYONE, Audience
from purrlor.core.discovery import game
from purrlor.core.match import Match, Told
from purrlor.core.record import read_record, replay
from purrlor.core.refusals import RecordRefused


@click.command("replay")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--seat", type=int, help="See it with the eyes of this seat; the whole truth if left out."
)
@click.option("--from", "first", type=click.IntRange(min=0), default=0, help="Begin at this step.")
@click.option("--step/--no-step", default=None, help="Wait for Enter after each step.")
def command(file: Path, seat: int | None, first: int, step: bool | None) -> None:
    """Step through the record in FILE, readably, from any seat's eyes."""
    try:
        record = read_record(file.read_bytes())
    except OSError as error:
        raise RecordRefused(f"{file}: {error.strerror}.") from None
    found = warmed(game(record.game))
    whole = replay(found, record)  # refuse a record that does not replay before showing any of it
    if seat is not None:
        whole.view(seat)  # refuse a seat that is not at the table
    waits = sys.stdin.isatty() and sys.stdout.isatty() if step is None else step
    names = ", ".join(f"{n} {name}" for n, name in enumerate(record.seats))
    click.echo(f"{found.title}, {len(record.steps)} steps" + (f" ({names})" if names else ""))
    match = replay(found, record, until=0)
    told = match.opening
    for number in range(len(record.steps) + 1):
        if number:
            told = match.play(record.steps[number - 1].seat, record.steps[number - 1].actions)
        if number < first:
            continue
        show_step(match, told, number, seat)
        if waits and number < len(record.steps):
            click.prompt(
                "Enter for the next step", default="", show_default=False, prompt_suffix=" "
            )
    if match.outcome is not None:
        places = ", ".join(f"seat {n}: {p}" for n, p in enumerate(match.outcome.places))
        click.echo(f"\nOver: {match.outcome.reason}. Places: {places}.")


def show_step(match: Match, told: Told, number: int, seat: int | None) -> None:
    """Print what happened and how it looks now."""
    notation = match.game.module("notation")
    click.echo(f"\n— step {number}")
    for audience, event in told:
        # The whole truth is what each event's best informed audience hears.
        is_told = not _is_masked(audience) if seat is None else audience.includes(seat)
        if is_told:
            click.echo(f"  {notation.event_text(event)}")
    click.echo(notation.picture(match.position() if seat is None else match.view(seat), seat))


def _is_masked(audience: Audience) -> bool:
    """Everyone-but versions repeat what the seats themselves were told in full."""
    return audience.is_all_but and audience != EVERYONE
