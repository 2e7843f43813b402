"""How strong the levels are: paired games on common deals with seats changed.

Each deal is played twice by two players, or by one against several of the other with every seat in
turn. Shown is the stronger one's paired share of victories with its 95 % interval and, beside it,
the share of games that were not drawn; for Rat-a-Tat Cat also the points won a round, with their
99 % interval. Results are added to `bench/results/strength.json`.
"""

import argparse
import hashlib
import json
import math
import time
from pathlib import Path
from typing import Any

import numpy as np

from purrlor import game
from purrlor.sim.simulate import simulate

RESULTS = Path(__file__).parent / "results" / "strength.json"


def digest(name: str) -> str:
    """Return a digest of the game's policy: the one that a result was found against."""
    policy = Path(str(game(name).module("policy").__file__))
    return hashlib.sha256(policy.read_bytes()).hexdigest()[:12]


def bout(name: str, options: dict[str, Any], one: str, other: str, deals: int) -> dict[str, Any]:
    """Play the deals with `one` on each seat in turn; return what was found."""
    players = int(options["players"])
    shares, decided, margins = [], [], []
    wall, cpu, decisions = time.perf_counter(), time.process_time(), 0
    for seat in range(players):
        names = ",".join(one if at == seat else other for at in range(players))
        found = simulate(game(name), options, games=deals, players=names, key=11).results
        is_first = found["places"][:, :players] == 1
        shares.append(is_first[:, seat] / is_first.sum(axis=1))
        decided.append(np.where(is_first.sum(axis=1) == 1, is_first[:, seat], np.nan))
        points = found["points"][:, :players].astype(float)
        margins.append(np.delete(points, seat, axis=1).mean(axis=1) - points[:, seat])
        decisions += int(found["decisions"].sum())
    paired, margin = np.mean(shares, axis=0), np.mean(margins, axis=0)
    row: dict[str, Any] = {
        "game": name,
        "options": options,
        "one": one,
        "other": other,
        "deals": deals,
        "policy": digest(name),
        "share": round(float(paired.mean()), 4),
        "share_95": round(1.96 * float(paired.std()) / math.sqrt(deals), 4),
        "share_of_decided": round(float(np.nanmean(decided)), 4),
        "cpu_ms_a_decision": round(1000 * (time.process_time() - cpu) / decisions, 3),
        "seconds": round(time.perf_counter() - wall, 1),
    }
    if name == "rat-a-tat-cat":
        rounds = int(options.get("rounds", 5))
        row["points_a_round"] = round(float(margin.mean()) / rounds, 4)
        row["points_99"] = round(2.576 * float(margin.std()) / math.sqrt(deals) / rounds, 4)
    return row


def main() -> None:
    """Play one bout, print it and keep it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("one")
    parser.add_argument("other")
    parser.add_argument("deals", type=int)
    parser.add_argument("--options", type=json.loads, default={}, help='JSON: {"players": 3}')
    arguments = parser.parse_args()
    options = {"players": 2, **arguments.options}
    row = bout(arguments.game, options, arguments.one, arguments.other, arguments.deals)
    print(json.dumps(row), flush=True)
    kept = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else []
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps([*kept, row], indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
