"""How strong a player is: paired games on common deals with seats changed.

Each deal is played twice by two players, or by one against several of the other with every seat in
turn. Shown is the first one's share of victories and its share of the games that were not drawn,
with 95 % intervals from drawing deals again; for Rat-a-Tat Cat also the points won a round, with
their 99 % interval. `strength:EqualTime` is the tree search of the literature with random games,
given the time that Tiger would take for each decision. Results are added to
`bench/results/strength.json`, with a digest of the policy; a policy other than the frozen one is
named aloud.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from frozen import FROZEN, digest, is_frozen
from purrlor import game
from purrlor.bots.bot import Bot
from purrlor.bots.levels import LEVELS
from purrlor.bots.tree import TreeBot
from purrlor.core.keys import read_key
from purrlor.sim.entrants import is_compiled
from purrlor.sim.hosted import play_hosted
from purrlor.sim.simulate import simulate
from purrlor.sim.tables import RESULT

RESULTS = Path(__file__).parent / "results" / "strength.json"
KEY = 11
RESAMPLES = 2000


class EqualTime:
    """The tree search, with as much CPU time for each decision as Tiger takes for the same one."""

    def __init__(self, key: bytes, *, by_policy: bool = False, keeps: bool = False) -> None:
        self._tiger = Bot(LEVELS["tiger"], key)
        self._tree = TreeBot(key, by_policy=by_policy, keeps=keeps)

    def decide(self, observation: Any, numbers: Sequence[int]) -> int:
        """Return one of the numbers."""
        start = time.thread_time()
        self._tiger.decide(observation, numbers)
        self._tree.seconds = time.thread_time() - start
        return self._tree.decide(observation, numbers)


by_policy = partial(EqualTime, by_policy=True)
"""The same, played on by policies and judged as Tiger judges."""
kept = partial(EqualTime, by_policy=True, keeps=True)
"""The same, going on with the tree of the last decision."""


def play(name: str, options: dict[str, Any], seats: Sequence[str], deals: int) -> Any:
    """Return how the games of a line-up ended."""
    found = game(name)
    if all(map(is_compiled, seats)):
        return simulate(found, options, games=deals, players=",".join(seats), key=KEY).results
    results = np.zeros(deals, RESULT).view(np.recarray)
    checked, key = found.read_options(options), read_key(KEY)
    for number in range(deals):
        play_hosted(found, checked, seats, key, number, results[number])
    return results


def drawn_again(deals: int) -> Any:
    """Return how often each deal comes up, each time that all deals are drawn again."""
    chance = np.random.default_rng(KEY)
    drawn = (chance.integers(deals, size=deals) for _ in range(RESAMPLES))
    return np.array([np.bincount(one, minlength=deals) for one in drawn])


def bout(name: str, options: dict[str, Any], one: str, other: str, deals: int) -> dict[str, Any]:
    """Play the deals with `one` on each seat in turn; return what was found."""
    players = int(options["players"])
    shares, won, decided, margins = np.zeros((4, deals))
    wall, cpu, decisions = time.perf_counter(), time.process_time(), 0
    for seat in range(players):
        seats = [one if at == seat else other for at in range(players)]
        found = play(name, options, seats, deals)
        is_first = found["places"][:, :players] == 1
        is_alone = is_first.sum(axis=1) == 1
        shares += is_first[:, seat] / is_first.sum(axis=1) / players
        won += is_first[:, seat] & is_alone
        decided += is_alone
        points = found["points"][:, :players].astype(float)
        margins += (np.delete(points, seat, axis=1).mean(axis=1) - points[:, seat]) / players
        decisions += int(found["decisions"].sum())
    again = drawn_again(deals)
    row: dict[str, Any] = {
        "game": name,
        "options": options,
        "one": one,
        "other": other,
        "deals": deals,
        "policy": digest(name),
        "share": float(shares.mean()),
        "share_95": np.quantile(again @ shares / deals, (0.025, 0.975)).tolist(),
        "share_of_decided": float(won.sum() / max(decided.sum(), 1)),
        "share_of_decided_95": np.quantile(
            again @ won / np.maximum(again @ decided, 1), (0.025, 0.975)
        ).tolist(),
        "decided": int(decided.sum()),
        "cpu_ms_a_decision": 1000 * (time.process_time() - cpu) / decisions,
        "seconds": time.perf_counter() - wall,
    }
    if name == "rat-a-tat-cat":
        rounds = int(options.get("rounds", 5))
        row["points_a_round"] = float(margins.mean()) / rounds
        row["points_99"] = (np.quantile(again @ margins / deals, (0.005, 0.995)) / rounds).tolist()
    return row


def warn(name: str) -> None:
    """Say so if a game's policy is not the frozen one."""
    if not is_frozen(name):
        print(
            f"WARNING: the policy of {name} is {digest(name)}, not the frozen {FROZEN[name]}: "
            "results are not those of the bars.",
            file=sys.stderr,
        )


def main() -> None:
    """Play one bout, print it and keep it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("one")
    parser.add_argument("other")
    parser.add_argument("deals", type=int)
    parser.add_argument("--options", type=json.loads, default={}, help='JSON: {"players": 3}')
    parser.add_argument("--out", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    warn(arguments.game)
    options = {"players": 2, **arguments.options}
    row = bout(arguments.game, options, arguments.one, arguments.other, arguments.deals)
    print(json.dumps(row), flush=True)
    out: Path = arguments.out
    kept = json.loads(out.read_text(encoding="utf-8")) if out.exists() else []
    out.parent.mkdir(exist_ok=True)
    out.write_text(json.dumps([*kept, row], indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
