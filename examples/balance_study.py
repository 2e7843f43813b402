"""Is Rat-a-Tat Cat fair to all seats, and what do its house rules change?

A study in cells: open it as a notebook (VS Code, Spyder, Jupytext), or run it as it is.

    pip install 'purrlor[plot]'
    python examples/balance_study.py --games 20000 --out balance.png
"""

# %% What is asked, and how many games answer it
import argparse
from pathlib import Path

from matplotlib.figure import Figure

import purrlor
from purrlor.sim.simulate import simulate

parser = argparse.ArgumentParser(description="Seats and house rules of Rat-a-Tat Cat.")
parser.add_argument("--games", type=int, default=20_000)
parser.add_argument("--out", type=Path, default=Path("balance.png"))
given = parser.parse_args()
game = purrlor.game("rat-a-tat-cat")

# %% Seats: with all seats played alike, each should win its part
by_players = {
    players: simulate(
        game, {"players": players, "rounds": 1}, games=given.games, players="policy", key=players
    ).summary()
    for players in range(2, 7)
}
for players, summary in by_players.items():
    shares = ", ".join(f"{players * seat.win_share:.3f}" for seat in summary.seats)
    print(f"{players} players, wins of each seat as a multiple of its part: {shares}")

# %% House rules: how long a round lasts, and what a seat scores
RULES = ("take_power_cards", "knocker_protected", "young_players")
by_rule = {
    rule: simulate(
        game,
        {"players": 4, "rounds": 1, **({rule: True} if rule != "none" else {})},
        games=given.games,
        players="policy",
        key=1,
    ).summary()
    for rule in ("none", *RULES)
}
for rule, summary in by_rule.items():
    points = sum(seat.points.mean for seat in summary.seats) / len(summary.seats)
    print(f"{rule:<18} {summary.turns.mean:5.1f} turns, {points:5.2f} points a seat")

# %% Both as pictures
figure = Figure(figsize=(11, 4.5), layout="constrained")
seats, rules = figure.subplots(1, 2)
for players, summary in by_players.items():
    values = [players * seat.win_share for seat in summary.seats]
    errors = [
        [players * (seat.win_share - seat.win_low) for seat in summary.seats],
        [players * (seat.win_high - seat.win_share) for seat in summary.seats],
    ]
    seats.errorbar(range(players), values, yerr=errors, marker="o", capsize=3, label=str(players))
seats.axhline(1, linestyle=":", color="black")
seats.set_xlabel("seat (0 deals, 1 begins)")
seats.set_ylabel("wins, as a multiple of a fair part")
seats.legend(title="players")
rules.bar(list(by_rule), [summary.turns.mean for summary in by_rule.values()])
rules.set_ylabel("turns a round, 4 players")
rules.tick_params(axis="x", labelrotation=15)
figure.savefig(given.out, dpi=120)
print(f"Wrote {given.out}.")
