"""A bot of your own in the arena.

    python examples/own_bot.py --deals 500

or, in the folder of this file: `purrlor tournament rat-a-tat-cat --entrants policy,own_bot:Timid`.
"""

import argparse
import random
from collections.abc import Sequence
from typing import Any

import purrlor
from purrlor.games.rat_a_tat_cat import codes
from purrlor.sim.standings import standings
from purrlor.sim.tournament import hold, plan_tournament

LOW = 4


class Timid:
    """Takes low cards, throws high ones away, and knocks when it knows its row to be low."""

    def __init__(self, key: bytes) -> None:
        self._chance = random.Random(key)

    def decide(self, observation: Any, numbers: Sequence[int]) -> int:
        """Return one of the numbers."""
        o, seat = observation, int(observation.seat)
        row = [int(card) for card in o.rows[seat]]
        values = [5 if card < 0 or card > 9 else card for card in row]
        slot = values.index(max(values))
        top = int(o.discard_pile[o.discard_size - 1]) if o.discard_size else 9
        wished = {
            codes.TAKE_DISCARD + slot: top <= LOW,
            codes.KEEP + slot: 0 <= o.drawn < values[slot],
            codes.PEEK_AT + (row.index(-2) if -2 in row else 0): True,
            codes.DRAW_TWO_CARDS: True,
            codes.KNOCK: sum(values) <= 2 * LOW,
            codes.DRAW: True,
            codes.DISCARD: True,
            codes.END_TURN: True,
        }
        for number, is_wished in wished.items():
            if is_wished and number in numbers:
                return number
        return self._chance.choice(numbers)


def main() -> None:
    """Let it play against the house's players, and tell who is better."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=500)
    given = parser.parse_args()
    game = purrlor.game("rat-a-tat-cat")
    plan = plan_tournament(game, {"rounds": 1}, entrants=f"random,policy,{__name__}:Timid", key=1)
    for rating in standings(hold(plan, deals=given.deals)).ratings:
        elo = rating.elo
        print(f"{rating.entrant:<16} {elo.value:>6.0f} Elo  ({elo.low:.0f} to {elo.high:.0f})")


if __name__ == "__main__":
    main()
