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
@click.option(
    "--nonce", "nonces", multiple=True, metavar="HEX", help="A nonce that your device showed."
)
@click.option(
    "--note",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="What your browser noted before the game, downloaded from its page for checking.",
)
def command(file: Path, commitment: str, nonces: tuple[str, ...], note: Path | None) -> None:
    """Check the record in FILE: seed, nonces, key, and that the game replays."""
    from purrlor.server import fairness as fair

    record = read_record(_read(file))
    fairness = fair.fairness_of(record)
    click.echo(f"Game {fairness.number} of the table {fairness.table}, {record.game}.")
    _say(fair.check_seed(fairness, commitment.strip().lower()))
    if note is not None:
        _say(fair.check_note(fairness, fair.read_note(_read(note))))
    for seat, name in enumerate(record.seats):
        _say(fair.check_nonce(fairness, seat, name))
    for nonce in nonces:
        _say(fair.check_share(fairness, nonce.strip().lower()))
    _say(fair.check_key(fairness, record.key))
    match = replay(warmed(game(record.game)), record)
    ending = "to its end" if match.outcome else f"for {len(record.steps)} steps; it is not over"
    _say(f"The game replays from this key, every step as recorded, {ending}.")
    if fairness.cancelled_starts:
        click.echo(
            f"Note: the start was called {fairness.cancelled_starts} times before and called off; "
            "each time all who had shown a nonce made a new one."
        )
    if not commitment and note is None:
        click.echo(
            f"Compare the commitment with what you saw before the game: {fairness.commitment}"
        )
    if not nonces and note is None:
        click.echo(
            "Not checked: that your own nonce is among them, and that the others were promised "
            "before you showed it. Name it with --nonce, or your browser's note with --note."
        )
    click.echo("Verified.")


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise RecordRefused(f"{file}: {error.strerror}.") from None


def _say(sentence: str) -> None:
    click.echo(f"  ✓ {sentence}")
