"""The report on a game's balance: Markdown with pictures."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from scipy.stats import norm

from purrlor.sim import markdown
from purrlor.sim.balance import Balance, Habit, OptionEffect
from purrlor.sim.balance_plots import plot_habits, plot_seats
from purrlor.sim.estimates import best_seats, doubt_of_equality, mean_of, ratio_of, seat_shares
from purrlor.sim.markdown import NOTHING, head, row
from purrlor.sim.plots import plot_simulation
from purrlor.sim.simulate import Simulation
from purrlor.sim.summary import WIDTH

UNLIKELY = 0.01
"""What chance alone does as rarely as this, a verdict does not put down to chance."""
NONE_FINISHED = "every game was stopped at the simulation cap"


def write_report(balance: Balance, folder: Path) -> Path:
    """Write `report.md` and its pictures; return the report."""
    folder.mkdir(parents=True, exist_ok=True)
    base = balance.base.finished()
    plot_simulation(base if len(base.results) else balance.base, folder / "games.png")
    plot_seats(balance.by_players, folder / "seats.png")
    if balance.habits:
        plot_habits(balance.habits, balance.base, folder / "habits.png")
    path = folder / "report.md"
    path.write_text("\n".join(_lines(balance)) + "\n", encoding="utf-8", newline="\n")
    return path


def _lines(balance: Balance) -> Iterator[str]:
    game, base = balance.game, balance.base
    yield f"# {game.title}: how it is balanced\n"
    yield (
        "Everybody plays by the game's own policy. "
        f"{markdown.numbered(len(base.results), 'game')} for each line of a table, key "
        f"`{base.key.hex()}`. Intervals are of 95 %. A verdict is stricter: it names a difference "
        "only if chance alone would show one so large in fewer than "
        f"{100 * UNLIKELY:.0f} % of reports, each line for itself.\n"
    )
    yield (
        "A game that does not end is stopped at the simulation cap. Such games are left out of "
        "all numbers; the column *stopped* says how many there were.\n"
    )
    plain: dict[str, Any] = msgspec.to_builtins(base.options)
    yield f"Options: {', '.join(markdown.option(*item) for item in plain.items())}.\n"
    yield "![Win shares, points, length and what was counted](games.png)\n"
    yield from _seats(balance)
    yield from _choices(balance)
    yield from _counted(balance)
    yield from _habits(balance)


def _seats(balance: Balance) -> Iterator[str]:
    yield "## Seats\n"
    yield "![Win shares by seat and number of players](seats.png)\n"
    most = max(simulation.options.players for simulation in balance.by_players)
    names = (f"seat {seat}" for seat in range(most))
    yield from head("players", *names, "turns", "stopped", "verdict")
    for simulation in balance.by_players:
        players, ended = simulation.options.players, simulation.finished()
        shares, turns = [NOTHING] * players, NOTHING
        if len(ended.results):
            shares = [markdown.share(share) for share in seat_shares(ended)]
            turns = markdown.number(mean_of(ended.results["turns"]))
        cells = shares + [""] * (most - players)
        yield row(str(players), *cells, turns, _stopped(simulation), _verdict(ended))
    yield ""


def _stopped(simulation: Simulation) -> str:
    if simulation.game.is_ended_by_table(simulation.options):
        return f"by time, after {simulation.game.simulation_cap(simulation.options)} turns"
    return f"{simulation.capped:,}"


def _verdict(ended: Simulation) -> str:
    if not len(ended.results):
        return NONE_FINISHED
    if doubt_of_equality(ended) > UNLIKELY:
        return "no seat is better beyond chance"
    best, shares = best_seats(ended), seat_shares(ended)
    gain = 100 * (shares[best[0]].value - 1 / len(shares))
    who = f"seat {best[0]} gains" if len(best) == 1 else f"seats {markdown.seats(best)} gain"
    return f"{who} {gain:.1f} points of share"


def _choices(balance: Balance) -> Iterator[str]:
    yield "## Options\n"
    yield (
        "What each choice changes, everything else as given. Where no game differed, the choice "
        "has no effect in such games, or the policy makes no use of it: among other players it may "
        "matter.\n"
    )
    for remark in balance.insight.remarks if balance.insight else ():
        yield f"{remark}\n"
    yield from head("option", "turns", "points a seat", "best seat", "stopped", "verdict")
    yield row("as given", *_measures(balance.base))
    for effect in balance.options:
        yield row(markdown.option(effect.option, effect.value), *_effect(effect, balance.base))
    yield ""


def _effect(effect: OptionEffect, base: Simulation) -> list[str]:
    if effect.simulation is None:
        return [NOTHING] * 4 + ["does not go together with the other options"]
    if effect.simulation.is_same(base):
        return [NOTHING] * 4 + ["no game differed: no effect here, or not used by the policy"]
    return _measures(effect.simulation)


def _measures(simulation: Simulation) -> list[str]:
    ended = simulation.finished()
    if not len(ended.results):
        return [NOTHING] * 3 + [_stopped(simulation), NONE_FINISHED]
    points = ended.results["points"][:, : ended.options.players].mean(axis=1)
    best = best_seats(ended)
    return [
        markdown.number(mean_of(ended.results["turns"])),
        markdown.number(mean_of(points)),
        f"{markdown.seats(best)}: {markdown.share(seat_shares(ended)[best[0]])}",
        _stopped(simulation),
        _verdict(ended),
    ]


def _counted(balance: Balance) -> Iterator[str]:
    if balance.insight is None:
        return
    yield "## What is counted\n"
    yield from head("", *(f"{one.options.players} players" for one in balance.by_players))
    ended = [simulation.finished() for simulation in balance.by_players]
    for ratio in balance.insight.ratios:
        found = [
            ratio_of(one, ratio.part, ratio.whole) if len(one.results) else None for one in ended
        ]
        yield row(ratio.name, *(markdown.number(one, 3) for one in found))
    yield ""


def _habits(balance: Balance) -> Iterator[str]:
    insight, players, count = balance.insight, balance.base.options.players, len(balance.habits)
    if insight is None:
        return
    yield f"## {insight.question}\n"
    yield (
        f"{insight.explanation} At each of {players} seats in turn, with the same deals; a deal "
        f"with a game that was stopped is left out. The {count} verdicts are made together "
        "(Bonferroni): if no habit made a difference, fewer than "
        f"{100 * UNLIKELY:.0f} % of reports would name any.\n"
    )
    yield "![Share of victories of each habit](habits.png)\n"
    measured = ("share of victories", "points more than the others'")
    yield from head("habit", *measured, "stopped", "verdict")
    for habit in balance.habits:
        share, points = markdown.share(habit.share), markdown.number(habit.points)
        verdict = _judged(habit, fair=1 / players, count=count)
        yield row(habit.name, share, points, f"{habit.stopped:,}", verdict)
    yield ""


def _judged(habit: Habit, *, fair: float, count: int) -> str:
    """Return the verdict on one of so many habits."""
    if habit.share is None:
        return NONE_FINISHED
    if habit.is_policy:
        return "no game differed: the policy does the same"
    gain, error = habit.share.value - fair, (habit.share.high - habit.share.low) / 2 / WIDTH
    if abs(gain) <= norm.isf(UNLIKELY / 2 / count) * error:
        return "no difference beyond chance"
    return f"{'pays' if gain > 0 else 'costs'}: {100 * gain:+.1f} points of share"
