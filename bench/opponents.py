"""Cattitude against opponents that do not play by the policy.

    python bench/opponents.py --player tiger --opponents AlwaysOpen Greedy --deals 40

The search imagines that everybody plays by the policy; these do not. `AlwaysOpen` does but for
taking every open bid. `Greedy` looks at nothing but its own table. `Learner` tries habits of
choosing and splitting, prefers those that paid in the rounds before, and remembers them from game
to game. Each deal is played with the player at every seat in turn. Shown is the player's share of
the victories, with a 95 % interval from drawing deals again. Each opponent can enter a tournament
too: in this folder, `purrlor tournament cattitude --entrants policy,opponents:Greedy`.
"""

import argparse
import math
import time
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from purrlor import game
from purrlor.bots.bot import Bot
from purrlor.bots.players import POLICY
from purrlor.cli.progress import new_progress
from purrlor.core.keys import read_key
from purrlor.games.cattitude import codes
from purrlor.games.cattitude.appraisal import card_birds, card_others, table_of, worth
from purrlor.games.cattitude.bidding import neighbour
from purrlor.games.cattitude.components import BIRDOHOLIC, CLOSED, KINDS, OPEN, VALUED
from purrlor.games.cattitude.state import BIDDING, CHOOSING
from purrlor.sim.hosted import play_hosted
from purrlor.sim.tables import RESULT
from strength import KEY, drawn_again

OPPONENTS = ("AlwaysOpen", "Greedy", "Learner")
EXPLORATION = 200.0
"""Hundredths of a point: how much more than its mean a habit may be hoped to bring."""


class AlwaysOpen:
    """The policy, but for the choice of a bid."""

    def __init__(self, key: bytes) -> None:
        self._policy = Bot(POLICY, key)

    def decide(self, observation: Any, numbers: Sequence[int]) -> int:
        """Return one of the numbers."""
        if observation.phase == CHOOSING:
            return codes.CHOOSE + OPEN
        return self._policy.decide(observation, numbers)


class Greedy:
    """Takes open cards that are worth something, hides what it would keep, picks nothing up."""

    def __init__(self, key: bytes) -> None:
        self._policy = Bot(POLICY, key)

    def decide(self, observation: Any, numbers: Sequence[int]) -> int:
        """Return one of the numbers."""
        o, seat = observation, int(observation.seat)
        if o.phase == CHOOSING:
            giver = next(one for one in range(int(o.players)) if neighbour(o, one) == seat)
            offered = [card for card in range(KINDS) for _ in range(o.bids[giver, OPEN, card])]
            return codes.CHOOSE + (OPEN if _gain(o, seat, offered) > 0 else CLOSED)
        if o.phase == BIDDING:
            if codes.SEAL in numbers:
                return codes.SEAL
            card = (numbers[0] - codes.OFFER) // 2
            return codes.OFFER + 2 * card + (CLOSED if _gain(o, seat, [card]) > 0 else OPEN)
        return self._policy.decide(observation, numbers)


class Learner:
    """A bandit (UCB1) over habits, one per round; the reward is the change of the lead."""

    habits: ClassVar[list[tuple[int | None, int | None]]] = [
        (take, offer) for take in (None, OPEN, CLOSED) for offer in (None, OPEN, CLOSED)
    ]
    """Which bid to take, and where birdoholics go; None: as the policy has it."""
    tries: ClassVar[Any] = np.zeros(len(habits))
    gains: ClassVar[Any] = np.zeros(len(habits))

    def __init__(self, key: bytes) -> None:
        self._policy = Bot(POLICY, key)
        self._round, self._habit, self._lead = 0, 0, 0.0

    def decide(self, observation: Any, numbers: Sequence[int]) -> int:
        """Return one of the numbers."""
        if observation.round_number != self._round:
            self._learn(observation)
        take, offer = self.habits[self._habit]
        if observation.phase == CHOOSING and take is not None:
            return codes.CHOOSE + take
        birdoholic = codes.OFFER + 2 * BIRDOHOLIC
        if offer is not None and birdoholic in numbers:
            return birdoholic + offer
        return self._policy.decide(observation, numbers)

    def _learn(self, o: Any) -> None:
        """Count what the habit of the last round brought, and take up the most promising one."""
        lead = _lead(o)
        if self._round:
            self.tries[self._habit] += 1
            self.gains[self._habit] += lead - self._lead
        self._round, self._lead = int(o.round_number), lead
        if (self.tries == 0).any():
            self._habit = int(np.argmin(self.tries))
            return
        hope = EXPLORATION * np.sqrt(2 * math.log(self.tries.sum()) / self.tries)
        self._habit = int(np.argmax(self.gains / self.tries + hope))


def _gain(o: Any, seat: int, cards: Sequence[int]) -> int:
    """Return what cards add to a seat's table, in hundredths of a point."""
    birds, others = table_of(o, seat)
    more = sum(int(card_birds(o, card)) for card in cards)
    more_others = sum(int(card_others(card)) for card in cards)
    return int(worth(o, seat, birds + more, others + more_others) - worth(o, seat, birds, others))


def _lead(o: Any) -> float:
    """Return by how much the own table and palace are ahead of the average of the others."""
    worths = [
        worth(o, seat, *table_of(o, seat))
        + 100 * int((o.values.astype(int) * o.palaces[seat][:VALUED]).sum())
        for seat in range(int(o.players))
    ]
    own = worths.pop(int(o.seat))
    return float(own - sum(worths) / len(worths))


def shares(player: str, opponent: str, players: int, deals: int, seconds: float) -> list[float]:
    """Return the player's share of the victories by deal, over all its seats."""
    found = game("cattitude")
    options, key, start = found.read_options({"players": players}), read_key(KEY), time.monotonic()
    by_deal: list[float] = []
    with new_progress() as progress:
        task = progress.add_task(f"{player} against {opponent}", total=deals)
        while len(by_deal) < deals and (not by_deal or time.monotonic() - start < seconds):
            share = 0.0
            for seat in range(players):
                seats = [player if at == seat else opponent for at in range(players)]
                result = np.zeros(1, RESULT).view(np.recarray)
                play_hosted(found, options, seats, key, len(by_deal), result[0])
                is_first = result.places[0, :players] == 1
                share += is_first[seat] / is_first.sum() / players
            if not by_deal:
                start = time.monotonic()  # the first deal compiles
            by_deal.append(float(share))
            progress.advance(task)
    return by_deal


def main() -> None:
    """Play each opponent and print the share."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--player", default="tiger")
    parser.add_argument("--opponents", nargs="*", default=OPPONENTS, metavar="NAME")
    parser.add_argument("--players", type=int, default=2, choices=range(2, 6))
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=math.inf, help="after which to stop, each")
    given = parser.parse_args()
    for name in given.opponents:
        opponent = f"opponents:{name}" if name in OPPONENTS else name
        by_deal = np.array(
            shares(given.player, opponent, given.players, given.deals, given.seconds)
        )
        low, high = np.quantile(drawn_again(len(by_deal)) @ by_deal / len(by_deal), (0.025, 0.975))
        print(
            f"{given.player} against {name}, {given.players} players, {len(by_deal)} deals: "
            f"{100 * by_deal.mean():.1f} % ({100 * low:.1f} … {100 * high:.1f})",
            flush=True,
        )


if __name__ == "__main__":
    main()
