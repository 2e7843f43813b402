"""Who sits where: every pair of entrants, with each of the two equally often at every seat."""

from collections.abc import Sequence
from itertools import combinations

import msgspec

from purrlor.core.refusals import Refusal

SEATINGS = {
    "one": "one of a pair sits alone among the other's, at each seat in turn, and the reverse",
    "alternate": "the two sit in turns around the table, and the reverse (partners play together)",
}


class Lineup(msgspec.Struct, frozen=True):
    """A pair of entrants and who of them sits at each seat."""

    pair: tuple[str, str]
    seats: tuple[str, ...]


def pairs_of(entrants: Sequence[str]) -> list[tuple[str, str]]:
    """Return the pairs of a round robin."""
    return list(combinations(entrants, 2))


def lineups_of(entrants: Sequence[str], players: int, seating: str) -> list[Lineup]:
    """Return all line-ups of a round robin; both of a pair sit everywhere equally often."""
    if seating not in SEATINGS:
        raise Refusal(f"There is no seating {seating!r}; there are {', '.join(SEATINGS)}.")
    seats = _alone if seating == "one" else _in_turns
    return [
        Lineup(pair, found)
        for pair in pairs_of(entrants)
        for found in dict.fromkeys([*seats(*pair, players), *seats(*pair[::-1], players)])
    ]


def _alone(one: str, rest: str, players: int) -> list[tuple[str, ...]]:
    return [
        tuple(one if seat == alone else rest for seat in range(players)) for alone in range(players)
    ]


def _in_turns(first: str, second: str, players: int) -> list[tuple[str, ...]]:
    return [tuple(second if seat % 2 else first for seat in range(players))]
