"""`purrlor verify`: check offline that a finished game was dealt fairly."""

from pathlib import Path

import click

from purrlor.cli.progress import warmed
from purrlor.core.discovery import game
from purrlor.core.record import read_record, replay
from purrlor.core.refusals import RecordRefused


@click.command("verify")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--commitment",
    default="",
    metavar="HEX",
    help="The server's commitment as you noted it before the game.",
)
def command(file: Path, commitment: str) -> None:
    """Check the record in FILE: seed, nonces, key, and that the game replays."""
    from purrlor.server.fairness import check_key, check_nonce, check_seed, fairness_of

    try:
        record = read_record(file.read_bytes())
    except OSError as error:
        raise RecordRefused(f"{file}: {error.strerror}.") from None
    fairness = fairness_of(record)
    click.echo(f"Game {fairness.number} of the table {fairness.table}, {record.game}.")
    _say(check_seed(fairness, commitment.strip().lower()))
    for seat, name in enumerate(record.seats):
        _say(check_nonce(fairness, seat, name))
    _say(check_key(fairness, record.key))
    match = replay(warmed(game(record.game)), record)
    ending = "to its end" if match.outcome else f"for {len(record.steps)} steps; it is not over"
    _say(f"The game replays from this key, every step as recorded, {ending}.")
    if fairness.cancelled_starts:
        click.echo(
            f"Note: the start was called {fairness.cancelled_starts} times before and called off; "
            "each time all who had shown a nonce made a new one."
        )
    if not commitment:
        click.echo(
            f"Compare the commitment with what you saw before the game: {fairness.commitment}"
        )
    click.echo("Verified.")


def _say(sentence: str) -> None:
    click.echo(f"  ✓ {sentence}")
