"""`purrlor verify`: check offline that a finished game was dealt fairly."""

import sys
from pathlib import Path

import click

from purrlor.cli.progress import warmed
from purrlor.core.discovery import game
from purrlor.core.record import read_record, replay
from purrlor.core.refusals import RecordRefused

INCOMPLETE = 1
"""The status for a record that ends before its game is over."""


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
    """Check the record in FILE: seed, nonces, key, signed moves, and that the game replays.

    Ends with what was verified and what was not. Status 0: all that this record can prove; 1: it
    ends before the game is over; 2: something does not fit.
    """
    from purrlor.server import fairness as fair
    from purrlor.server.verdict import verdict

    record = read_record(_read(file))
    fairness = fair.fairness_of(record)
    click.echo(f"Game {fairness.number} of the table {fairness.table}, {record.game}.")
    _say(fair.check_seed(fairness, commitment.strip().lower()))
    read = None if note is None else fair.read_note(_read(note))
    if read is not None:
        _say(fair.check_note(fairness, read))
    for seat, name in enumerate(record.seats):
        _say(fair.check_nonce(fairness, seat, name))
    for nonce in nonces:
        _say(fair.check_share(fairness, nonce.strip().lower()))
    _say(fair.check_key(fairness, record.key))
    match = replay(warmed(game(record.game)), record)
    ending = "to its end" if match.outcome else f"for {len(record.steps)} steps; it is not over"
    _say(f"The game replays from this key, every step as recorded, {ending}.")
    signed = [0] * len(record.seats)
    if fairness.opening:
        signed = [fair.check_signed(record, fairness, seat) for seat in range(len(record.seats))]
        agreed = fair.check_opening(record, fairness)
        _say(agreed if any(signed) else "")
    for seat, chain in read.chains.items() if read else ():
        _say(fair.check_chain_note(record, fairness, seat, chain))
    found = verdict(record, fairness, signed, is_over=match.is_over)
    for sentence in found.signed:
        _say(sentence)
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
    for sentence in found.unproven:
        click.echo(f"Not proven: {sentence}")
    click.echo(found.summary)
    if not match.is_over:
        sys.exit(INCOMPLETE)


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise RecordRefused(f"{file}: {error.strerror}.") from None


def _say(sentence: str) -> None:
    if sentence:
        click.echo(f"  ✓ {sentence}")
