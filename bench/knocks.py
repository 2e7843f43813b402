"""Who knocks when, and whether it pays: single rounds of Rat-a-Tat Cat, move by move.

A search that knows too much in its imagined games knocks far too soon. Each pair plays the same
deals with the seats exchanged. Shown is how often the first one knocks, how often in its first
turn, in which turn (the median), what its row was worth in the end and how often it was the lowest
then, and how many points a round it is ahead, with a 99 % interval from drawing deals again.
"""

import argparse
import statistics
from typing import NamedTuple

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from purrlor import game
from purrlor.core.keys import read_key
from purrlor.games.rat_a_tat_cat.events import Knocked, TurnBegan
from purrlor.sim.entrants import bot_key, factory_of
from strength import KEY, drawn_again

PAIRS = ("policy,policy", "purrlor.bots.tree:TreeBot,policy", "tiger,policy", "tiger,tiger")


class Round(NamedTuple):
    """How a round went for the first of a pair."""

    knocked_in: int
    """The own turn, counted from 1; 0 if it did not knock."""
    row: int
    ahead: int
    """By how many points; few are better."""


def play(names: list[str], own: int, deal: int) -> Round:
    """Play one round with the first of the names at seat `own`."""
    match = game("rat-a-tat-cat").match({"players": 2, "rounds": 1}, key=KEY << 32 | deal)
    seats = names if own == 0 else names[::-1]
    bots = [factory_of(name)(bot_key(read_key(KEY), deal, seat)) for seat, name in enumerate(seats)]
    told, turns, knocked_in = list(match.opening), 0, 0
    while True:
        events = [event for _, event in told]
        turns += TurnBegan(seat=own) in events
        if Knocked(seat=own) in events:
            knocked_in = turns
        if match.outcome is not None:
            points = match.outcome.points
            return Round(knocked_in, points[own], points[1 - own] - points[own])
        seat = match.actors[0]
        number = bots[seat].decide(match.observation(seat), match.legal_numbers(seat))
        told = match.play(seat, match.action(number, seat))


def described(rounds: list[Round], deals: int) -> list[str]:
    """Return what is shown of a pair."""
    knocks = [one for one in rounds if one.knocked_in]
    by_deal = np.array([one.ahead for one in rounds]).reshape(2, deals).mean(axis=0)
    low, high = np.quantile(drawn_again(deals) @ by_deal / deals, (0.005, 0.995))
    return [
        f"{len(knocks) / len(rounds):.0%}",
        f"{sum(one.knocked_in == 1 for one in rounds) / len(rounds):.0%}",
        f"{statistics.median(one.knocked_in for one in knocks):.0f}",
        f"{statistics.mean(one.row for one in knocks):.1f}",
        f"{sum(one.ahead >= 0 for one in knocks) / len(knocks):.0%}",
        f"{by_deal.mean():+.2f} ({low:.2f} … {high:.2f})",
    ]


def main() -> None:
    """Play all pairs and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--pairs", nargs="*", default=PAIRS, help="such as tiger,policy")
    given = parser.parse_args()
    table = Table(
        *("player", "against", "knocks", "in turn 1", "in turn", "its row", "lowest"),
        "points a round (99 %)",
    )
    for pair in given.pairs:
        names, rounds = pair.split(","), []
        places = [(own, deal) for own in (0, 1) for deal in range(given.deals)]
        for own, deal in track(places, pair, console=Console(stderr=True), transient=True):
            rounds.append(play(names, own, deal))
        table.add_row(*names, *described(rounds, given.deals))
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
