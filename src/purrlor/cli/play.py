"""`purrlor play`: a game in the terminal, against bots or at one device."""

import sys
import time
from collections.abc import Callable
from pathlib import Path

import click

from purrlor.bots.bot import Bot
from purrlor.bots.levels import read_players
from purrlor.cli.arguments import (
    GameArgument,
    PlayersArgument,
    check_new,
    force_option,
    options_option,
    read_given,
)
from purrlor.cli.asking import HELP, Asking
from purrlor.cli.progress import warmed
from purrlor.core.contract import PASS
from purrlor.core.discovery import game as find_game
from purrlor.core.discovery import game_names
from purrlor.core.game import Game
from purrlor.core.keys import read_key
from purrlor.core.match import Match, Told
from purrlor.core.refusals import PolicyRefused, Refusal, SeatRefused


@click.command("play")
@click.argument("game", type=GameArgument(), required=False)
@click.option("--players", type=int, help="How many play; the game's default if left out.")
@click.option(
    "--seat",
    "seats",
    type=int,
    multiple=True,
    help="A seat for a person (default 0); several: hot-seat.",
)
@click.option(
    "--policy",
    type=PlayersArgument(),
    default="policy",
    show_default=True,
    help="Who plays the other seats: one name for all, or a comma list of the others by seat.",
)
@click.option("--key", help="64 hex digits or an integer: the same cards again.")
@click.option("--save", type=click.Path(path_type=Path), help="Write a record of the game here.")
@force_option
@options_option
def command(
    game: Game | None,
    players: int | None,
    seats: tuple[int, ...],
    policy: str,
    key: str | None,
    save: Path | None,
    force: bool,
    given: tuple[str, ...],
) -> None:
    """Play GAME in the terminal."""
    game = warmed(game or _ask_game())
    if save is not None and not save.absolute().parent.is_dir():
        raise Refusal(f"There is no folder {save.parent} to save the game in.")
    if save is not None and save.is_dir():
        raise Refusal(f"{save} is a folder; name a file to save the game in.")
    check_new(save, force=force)
    match = game.match(read_given(game, given, players), key)
    people = set(seats or (0,))
    for seat in people:
        if not 0 <= seat < match.options.players:
            raise SeatRefused(
                f"There is no seat {seat}; the seats are 0 to {match.options.players - 1}."
            )
    bots = _bots(policy, match.options.players, people)
    introduction = getattr(game.module("notation"), "introduction", lambda options: "")
    words = (f"{game.title}. {game.summary}", introduction(match.options), HELP)
    click.echo("\n" + "\n".join(line for line in words if line) + "\n")
    try:
        play_match(match, people, bots)
    except (click.Abort, EOFError):
        click.echo("\nYou left the table.")
    if save is not None:
        save.write_bytes(match.record().json())
        click.echo(f"Saved: {save}")


def _ask_game() -> Game:
    """Let a person choose a game; without a terminal take the first one."""
    names = game_names()
    if len(names) == 1 or not sys.stdin.isatty():
        return find_game(names[0])
    for number, name in enumerate(names, 1):
        found = find_game(name)
        click.echo(f"  {number}  {found.title}: {found.summary}")
    return find_game(names[click.prompt("Which game", type=click.IntRange(1, len(names))) - 1])


def _bots(policy: str, players: int, people: set[int]) -> list[Bot]:
    """Return the bots by seat; a list may leave out the seats of people."""
    names = policy.split(",")
    others = [seat for seat in range(players) if seat not in people]
    if len(names) not in (1, len(others), players):
        wanted = f"{len(others)} for the others, " if len(others) > 1 else ""
        raise PolicyRefused(f"Name one player for all other seats, {wanted}or {players} by seat.")
    if 1 < len(names) == len(others):
        named = dict(zip(others, names, strict=True))
        policy = ",".join(named.get(seat, "policy") for seat in range(players))
    return [Bot(player, read_key(None)) for player in read_players(policy, players)]


class _TimeLimit:
    """Says that time is up when the agreed minutes have passed, as a live table does."""

    def __init__(self, match: Match, clock: Callable[[], float]) -> None:
        self._match, self._clock = match, clock
        seconds = match.game.time_limit(match.options)
        self._until = None if seconds is None else clock() + seconds

    def call(self) -> Told:
        """Say it, once, if it is so; return what that tells."""
        if self._until is None or self._clock() < self._until:
            return []
        self._until = None
        return self._match.play(None, {"type": "time_up"}, at=time.time())


def play_match(
    match: Match, people: set[int], bots: list[Bot], clock: Callable[[], float] = time.monotonic
) -> None:
    """Play a match to its end: people are asked, bots decide, and `clock` ends a timed game."""
    watcher, asking, limit = min(people), Asking(match, people), _TimeLimit(match, clock)
    _tell(match, match.opening, watcher)
    while not match.is_over:
        for other in match.interrupters:
            if other not in people:
                numbers = [*match.legal_numbers(other), PASS]
                number = bots[other].decide(match.observation(other), numbers)
                if number != PASS:
                    told = match.play(other, match.action(number, other), at=time.time())
                    _tell(match, told, watcher)
        if chosen := asking.out_of_turn():
            _tell(match, match.play(*chosen, at=time.time()), watcher)
        seat: int = next((one for one in match.actors if one in people), match.actors[0])
        if seat in people:
            if seat != watcher:
                watcher = seat
                click.clear()
                click.prompt(
                    f"Seat {seat}: take the device and press Enter", default="", show_default=False
                )
            action = asking.on_turn(seat)
        else:
            number = bots[seat].decide(match.observation(seat), match.legal_numbers(seat))
            action = match.action(number, seat)
        _tell(match, limit.call(), watcher)
        _tell(match, match.play(seat, action, at=time.time()), watcher)
    outcome = match.outcome
    assert outcome is not None
    click.echo("\n" + match.game.module("notation").picture(match.view(watcher), watcher))
    for seat, (place, points) in enumerate(zip(outcome.places, outcome.points, strict=True)):
        click.echo(f"  seat {seat}: place {place}, {points} points")


def _tell(match: Match, told: Told, watcher: int) -> None:
    """Say what the person at the device may know."""
    notation = match.game.module("notation")
    for audience, event in told:
        if audience.includes(watcher):
            click.echo(f"  {notation.event_text(event)}")
