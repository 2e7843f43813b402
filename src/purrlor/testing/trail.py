"""The digests of a random game's positions, to compare compiled with interpreted rules."""

import importlib
import sys
from collections.abc import Mapping
from typing import Any

import msgspec

from purrlor.core.chance import below, new_chance
from purrlor.core.game import Game
from purrlor.core.keys import read_key
from purrlor.core.record import digest


def trail(game: Game, options: Mapping[str, Any] | None, *, key: int, steps: int) -> list[str]:
    """Play at random and return the digest of each position."""
    match = game.match(options, key)
    chance = new_chance(read_key(key), stream=1)
    digests = [digest(match)]
    while not match.is_over and len(match.played) < steps:
        seats = sorted({*match.actors, *match.interrupters})
        seat = seats[int(below(chance, len(seats)))]
        numbers = match.legal_numbers(seat)
        number = numbers[int(below(chance, len(numbers)))]
        match.play(seat, match.action(number, seat))
        digests.append(digest(match))
    return digests


def main() -> None:
    """Print the trail of the game named on the command line."""
    package, options, steps = msgspec.json.decode(sys.argv[1])
    game = importlib.import_module(package).GAME
    print(*trail(game, options, key=3, steps=steps), sep="\n")
