"""Simulations of a search: ours beside OpenSpiel's C++ IS-MCTS on hearts, in one run.

A simulation is a world that agrees with what a player observes, and a game imagined in it from
there on. OpenSpiel's are played to the end at random; so are those of our own tree search
(`bots/tree.py`). Tiger's are played by each game's policy: to the end of the game in Cattitude and
in a Rat-a-Tat Cat of one round, for some turns in Cat Royal. Each repeat measures all of them, one
after the other, over the same few decisions at the beginning of games of four (or `--players`); the
table shows medians of CPU time. Games differ in length, so beside the simulations it shows how many
decisions were made in them.
"""

import argparse
import json
import platform
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Table

from purrlor import __version__, game, game_names
from purrlor.bots.bot import listed
from purrlor.bots.growing import grow
from purrlor.bots.levels import LEVELS
from purrlor.bots.nodes import MOST_NODES, new_sight, plant, tree_type
from purrlor.bots.search import think
from purrlor.bots.thoughts import thoughts_about
from purrlor.core.chance import new_chance
from purrlor.core.contract import choose, new_array

RESULTS = Path(__file__).parent / "results"
PEER = "OpenSpiel IS-MCTS, hearts"
DECISIONS = 6
OURS = {"rat-a-tat-cat": {"rounds": 1}}


class Pace(NamedTuple):
    """What was done in a second."""

    simulations: float
    decisions: float


def decisions(name: str, players: int) -> list[tuple[Any, Any, int]]:
    """Return the first decisions of a game: what is seen, and what is legal."""
    match = game(name).match({"players": players, **OURS.get(name, {})}, key=1)
    chance = new_chance(bytes(32))
    asked: list[tuple[Any, Any, int]] = []
    while len(asked) < DECISIONS:
        seat = match.actors[0]
        seen, numbers = match.observation(seat), match.legal_numbers(seat)
        if len(numbers) > 1:
            asked.append((seen, listed(numbers), len(numbers)))
        number = int(choose(seen, listed(numbers), len(numbers), chance))
        match.play(seat, match.action(number, seat))
    return asked


def tigers_search(name: str, players: int) -> Callable[[], Pace]:
    """Return a measurement of Tiger's search; worlds that it makes count as decisions."""
    asked, chance = decisions(name, players), new_chance(bytes(32))
    thoughts = thoughts_about(asked[0][0])
    think(*asked[0], chance, thoughts, 1, asked[0][1].actions[0])

    def measure() -> Pace:
        done, steps, start = 0, 0, time.process_time()
        for seen, out, count in asked:
            think(seen, out, count, chance, thoughts, LEVELS["tiger"], out.actions[0])
            done += int(thoughts.rollouts)
            steps += int(thoughts.steps)
        seconds = time.process_time() - start
        return Pace(done / seconds, steps / seconds)

    return measure


def tree_search(
    name: str, simulations: int, players: int = 4, *, by_policy: bool = False
) -> Callable[[], Pace]:
    """Return a measurement of our own tree search."""
    asked = decisions(name, players)
    trees = new_array(tree_type(asked[0][0].dtype))
    trees[0].chance = new_chance(bytes(32))
    sight = new_sight(asked[0][0].dtype)
    plant(trees, MOST_NODES)
    grow(*asked[0], trees, *sight, by_policy, 10)

    def measure() -> Pace:
        made, start = 0, time.process_time()
        for seen, out, count in asked:
            plant(trees, simulations + 1)
            grow(seen, out, count, trees, *sight, by_policy, simulations)
            made += int(trees["steps"][0])
        seconds = time.process_time() - start
        return Pace(simulations * len(asked) / seconds, made / seconds)

    return measure


def open_spiel(simulations: int) -> Callable[[], Pace]:
    """Return a measurement of OpenSpiel's IS-MCTS with one random rollout a simulation."""
    import pyspiel

    spiel = pyspiel.load_game("hearts")
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.ISMCTSBot(
        1,
        evaluator,
        2.0,
        simulations,
        -1,
        pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        False,
        False,
    )
    states: list[Any] = []
    state = spiel.new_initial_state()
    while len(states) < DECISIONS:
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        else:
            if len(state.legal_actions()) > 1:
                states.append(state.clone())
            state.apply_action(state.legal_actions()[0])

    to_come = sum(map(_decisions_to_come, states))

    def measure() -> Pace:
        start = time.process_time()
        for one in states:
            bot.step(one)
        seconds = time.process_time() - start
        return Pace(simulations * len(states) / seconds, simulations * to_come / seconds)

    return measure


def _decisions_to_come(state: Any) -> int:
    """Return how long a game of hearts is from here on, whatever is played."""
    played, state = 0, state.clone()
    while not state.is_terminal():
        played += not state.is_chance_node()
        state.apply_action(state.legal_actions()[0])
    return played


def main() -> None:
    """Measure, print a table and write `bench/results/search.json`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--simulations", type=int, default=1000, help="of a tree, a decision")
    parser.add_argument("--players", type=int, default=4, help="of our games; hearts has four")
    arguments = parser.parse_args()
    players = arguments.players
    measures = {PEER: open_spiel(arguments.simulations)}
    for name in track(game_names(), "Preparing", transient=True):
        title = game(name).title
        given = name, arguments.simulations, players
        measures[f"{title}, at random to the end"] = tree_search(*given)
        measures[f"{title}, by policies"] = tree_search(*given, by_policy=True)
        measures[f"{title}, Tiger"] = tigers_search(name, players)
    rates: dict[str, list[Pace]] = {name: [] for name in measures}
    for _ in track(range(arguments.repeats), "Measuring", transient=True):
        for name, measure in measures.items():
            rates[name].append(measure())
    rows: list[dict[str, Any]] = []
    table = Table(
        f"search, one core, {players} players",
        *("simulations/s", "to the peer", "decisions in one", "decisions/s", "to the peer"),
    )
    for name, found in rates.items():
        row: dict[str, Any] = {"name": name}
        for what, kinds in zip(Pace._fields, zip(*found, strict=True), strict=True):
            peer = [getattr(pace, what) for pace in rates[PEER]]
            row[what] = statistics.median(kinds)
            row[f"{what} to the peer"] = statistics.median(
                a / b for a, b in zip(kinds, peer, strict=True)
            )
        rows.append(row)
        table.add_row(
            name,
            f"{row['simulations']:,.0f}",
            f"{row['simulations to the peer']:.1f}",
            f"{row['decisions'] / row['simulations']:.0f}",
            f"{row['decisions']:,.0f}",
            f"{row['decisions to the peer']:.1f}",
        )
    Console(width=120).print(table)
    RESULTS.mkdir(exist_ok=True)
    machine = {"python": sys.version.split()[0], "machine": platform.machine()}
    said = {"date": time.strftime("%Y-%m-%d"), **machine, "version": __version__}
    body = {**said, "players": players, "rows": rows}
    (RESULTS / "search.json").write_text(json.dumps(body, indent=1) + "\n", encoding="utf-8")
    print(f"Written: {RESULTS / 'search.json'}")


if __name__ == "__main__":
    main()
