"""How long the levels think about a decision, by game and number of players.

The policy plays whole games; from all decisions in them with a choice, some are taken at even
distances and put to each level. Shown are the median, the 95th percentile and the longest, in
milliseconds of CPU time on one core, which other work on the machine does not touch. The bars: 95 %
of Tiger's decisions within 1 s, of Alley Cat's within 0.25 s.
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from rich.console import Console
from rich.table import Table

from purrlor import game, game_names
from purrlor.bots.bot import Bot
from purrlor.bots.levels import LEVELS
from purrlor.bots.players import POLICY
from purrlor.core.contract import PASS
from purrlor.sim.balance import player_counts

RESULTS = Path(__file__).parent / "results" / "latency.json"
BARS = {"tiger": 1000.0, "alley-cat": 250.0}
Decision = tuple[Any, list[int]]


def decisions(name: str, players: int, games: int) -> list[Decision]:
    """Return what is seen and what can be done in all decisions of some games."""
    found: list[Decision] = []
    for number in range(games):
        match = game(name).match({"players": players}, key=number)
        bots = [Bot(POLICY, bytes([seat] * 32)) for seat in range(players)]
        while not match.is_over:
            found += [
                (match.observation(seat), [*match.legal_numbers(seat), PASS])
                for seat in match.interrupters
            ]
            seat = match.actors[0]
            seen, numbers = match.observation(seat), match.legal_numbers(seat)
            if len(numbers) > 1:
                found.append((seen, numbers))
            match.play(seat, match.action(bots[seat].decide(seen, numbers), seat))
    return found


def times(level: str, asked: list[Decision]) -> Any:
    """Return how many milliseconds each decision takes."""
    took = []
    Bot(LEVELS[level], bytes(32)).decide(*asked[0])  # compiles
    for number, (seen, numbers) in enumerate(asked):
        bot = Bot(LEVELS[level], number.to_bytes(32, "little"))
        start = time.thread_time()
        bot.decide(seen, numbers)
        took.append(1000 * (time.thread_time() - start))
    return np.array(took)


def main() -> None:
    """Measure, print a table and keep the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="*", default=game_names(), metavar="GAME")
    parser.add_argument("--levels", nargs="*", default=list(BARS), metavar="LEVEL")
    parser.add_argument("--decisions", type=int, default=200, help="of each level")
    parser.add_argument("--played", type=int, default=3, help="games to take them from")
    parser.add_argument("--out", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    rows: list[dict[str, Any]] = []
    for name in arguments.games:
        for players in player_counts(game(name), msgspec.to_builtins(game(name).read_options())):
            asked = decisions(name, players, arguments.played)
            at = np.linspace(0, len(asked) - 1, min(arguments.decisions, len(asked))).astype(int)
            for level in arguments.levels:
                took = times(level, [asked[i] for i in at])
                middle, most = np.quantile(took, (0.5, 0.95))
                rows.append(
                    {
                        "game": name,
                        "players": players,
                        "level": level,
                        "decisions": len(took),
                        "p50_ms": round(float(middle), 3),
                        "p95_ms": round(float(most), 3),
                        "longest_ms": round(float(took.max()), 3),
                    }
                )
                print(json.dumps(rows[-1]), flush=True)
    out: Path = arguments.out
    out.parent.mkdir(exist_ok=True)
    out.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    table = Table("game", "players", "level", "decisions", "median", "95 %", "longest", "bar")
    for row in rows:
        bar = BARS.get(row["level"], 1000.0)
        spans = (f"{row[name]:,.1f} ms" for name in ("p50_ms", "p95_ms", "longest_ms"))
        who = (row["game"], str(row["players"]), row["level"], str(row["decisions"]))
        table.add_row(*who, *spans, "reached" if row["p95_ms"] <= bar else "missed")
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
