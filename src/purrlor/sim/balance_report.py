"""The report on a game's balance: Markdown with pictures."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from purrlor.sim.balance import (
    Balance,
    doubt_of_equality,
    mean_of,
    ratio_of,
    seat_shares,
)
from purrlor.sim.balance_plots import plot_habits, plot_seats
from purrlor.sim.plots import plot_simulation
from purrlor.sim.simulate import Simulation
from purrlor.sim.standings import Estimate

UNLIKELY = 0.01


def write_report(balance: Balance, folder: Path) -> Path:
    """Write `report.md` and its pictures; return the report."""
    folder.mkdir(parents=True, exist_ok=True)
    plot_simulation(balance.base, folder / "games.png")
    plot_seats(balance.by_players, folder / "seats.png")
    if balance.habits:
        plot_habits(balance.habits, balance.base.options.players, folder / "habits.png")
    path = folder / "report.md"
    path.write_text("\n".join(_lines(balance)) + "\n", encoding="utf-8", newline="\n")
    return path


def _lines(balance: Balance) -> Iterator[str]:
    game, base = balance.game, balance.base
    games = len(base.results)
    yield f"# {game.title}: how it is balanced\n"
    yield (
        f"Everybody plays by the game's own policy. {games:,} games for each line of a table, key "
        f"`{base.key.hex()}`; intervals are of 95 %.\n"
    )
    yield f"Options: {_options(base)}.\n"
    yield "![Win shares, points, length and what was counted](games.png)\n"
    yield from _seats(balance)
    yield from _choices(balance)
    yield from _insight(balance)


def _seats(balance: Balance) -> Iterator[str]:
    yield "## Seats\n"
    yield "![Win shares by seat and number of players](seats.png)\n"
    most = max(simulation.options.players for simulation in balance.by_players)
    yield from _head("players", *(f"seat {seat}" for seat in range(most)), "turns", "verdict")
    for simulation in balance.by_players:
        shares = seat_shares(simulation)
        cells = [_share(share) for share in shares] + [""] * (most - len(shares))
        turns = _number(mean_of(simulation.results["turns"]))
        yield _row(str(len(shares)), *cells, turns, _verdict(simulation))
    yield ""


def _verdict(simulation: Simulation) -> str:
    if doubt_of_equality(simulation) > UNLIKELY:
        return "no seat is better beyond chance"
    shares = [share.value for share in seat_shares(simulation)]
    best = int(np.argmax(shares))
    return f"seat {best} gains {100 * (shares[best] - 1 / len(shares)):.1f} points of share"


def _choices(balance: Balance) -> Iterator[str]:
    yield "## Options\n"
    yield "What each choice changes, everything else as given.\n"
    yield from _head("option", "turns", "points a seat", "best seat", "verdict")
    yield _row("as given", *_measures(balance.base))
    for effect in balance.options:
        value = str(effect.value).lower() if isinstance(effect.value, bool) else effect.value
        name = f"{effect.option} = {value}"
        if effect.simulation is None:
            yield _row(name, "–", "–", "–", "does not go together with the other options")
        else:
            yield _row(name, *_measures(effect.simulation))
    yield ""


def _measures(simulation: Simulation) -> list[str]:
    players = simulation.options.players
    points = simulation.results["points"][:, :players].mean(axis=1)
    shares = seat_shares(simulation)
    best = max(range(players), key=lambda seat: shares[seat].value)
    return [
        _number(mean_of(simulation.results["turns"])),
        _number(mean_of(points)),
        f"{best}: {_share(shares[best])}",
        _verdict(simulation),
    ]


def _insight(balance: Balance) -> Iterator[str]:
    insight = balance.insight
    if insight is None:
        return
    yield "## What is counted\n"
    counts = [simulation.options.players for simulation in balance.by_players]
    yield from _head("", *(f"{count} players" for count in counts))
    for ratio in insight.ratios:
        found = [ratio_of(one, ratio.part, ratio.whole) for one in balance.by_players]
        yield _row(ratio.name, *(_number(one, 3) for one in found))
    yield ""
    players = balance.base.options.players
    yield f"## {insight.question}\n"
    yield f"{insight.explanation} At each of {players} seats in turn, with the same deals.\n"
    yield "![Share of victories of each habit](habits.png)\n"
    yield from _head("habit", "share of victories", "points more than the others'", "verdict")
    for habit in balance.habits:
        yield _row(
            habit.name,
            _share(habit.share),
            _number(habit.points),
            _judged(habit.share, 1 / players),
        )
    yield ""


def _judged(share: Estimate, fair: float) -> str:
    if share.low > fair:
        return f"pays: {100 * (share.value - fair):+.1f} points of share"
    if share.high < fair:
        return f"costs: {100 * (share.value - fair):+.1f} points of share"
    return "no difference beyond chance"


def _options(simulation: Simulation) -> str:
    plain: dict[str, Any] = msgspec.to_builtins(simulation.options)
    return ", ".join(f"{name} = {value}" for name, value in plain.items())


def _share(estimate: Estimate) -> str:
    return f"{estimate.value:.1%} ({100 * estimate.low:.1f} … {100 * estimate.high:.1f})"


def _number(estimate: Estimate, digits: int = 2) -> str:
    return f"{estimate.value:.{digits}f} ± {(estimate.high - estimate.low) / 2:.{digits}f}"


def _head(*cells: str) -> Sequence[str]:
    return _row(*cells), _row(*["---"] * len(cells))


def _row(*cells: str) -> str:
    return "| " + " | ".join(cells) + " |"
