"""What `bench/peers.py` measures: each library's ways to play at random, and to search.

All loops in Python pick uniformly among the legal actions, and that is part of what is measured. A
move is one action of a player; chance does not count. Our compiled loop and OpenSpiel's searches
are those of `bench/playouts.py` and `bench/search.py`.
"""

import random
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

import search
from playouts import open_spiel, our_games
from purrlor import game, game_names

GAMES_AT_ONCE = 4096
SIMULATIONS = 300
OURS, SPIEL, RLCARD, CLASSIC = "Purrlor", "OpenSpiel", "RLCard", "PettingZoo classic"
MOVES, SEARCHED = "moves/s", "simulations/s"
ISMCTS = "IS-MCTS, random games to the end"


class Measure(NamedTuple):
    """What is measured, and how: run for about so many seconds, return how many a second."""

    library: str
    game: str
    played: str
    """How many players, and which options are not the default."""
    path: str
    unit: str
    run: Callable[[float], float]


def timed(step: Callable[[], int], seconds: float) -> float:
    """Return how many moves a second are made; `step` returns how many it made."""
    step()
    moves, start = 0, time.process_time()
    while (taken := time.process_time() - start) < seconds:
        moves += step()
    return moves / taken


OPTIONS: dict[str, Any] = {"players": 2}
"""Otherwise as each game is played by default."""


def made_once(make: Callable[[float], Callable[[], Any]]) -> Callable[[float], float]:
    """Return a measurement that is prepared when it is first asked for."""
    made: list[Callable[[], Any]] = []

    def run(seconds: float) -> float:
        if not made:
            made.append(make(seconds))
        found = made[0]()
        return float(getattr(found, "decisions", found))

    return run


def compiled(name: str) -> Callable[[float], float]:
    return made_once(lambda seconds: our_games(game(name), seconds))


def vector(name: str) -> Callable[[float], float]:
    def run(seconds: float) -> float:
        from purrlor.rl.vector import PurrlorVectorEnv

        envs = PurrlorVectorEnv(name, GAMES_AT_ONCE, **OPTIONS)
        chance, masks = np.random.default_rng(1), envs.reset(seed=1)[1]["action_mask"]

        def step() -> int:
            noise = chance.random(masks.shape, np.float32)
            envs.step((masks * (noise + 1)).argmax(axis=1))
            return GAMES_AT_ONCE

        return timed(step, seconds)

    return run


def match_api(name: str) -> Callable[[float], float]:
    def run(seconds: float) -> float:
        found, chance = game(name), random.Random(1)

        def play() -> int:
            match = found.match(OPTIONS, key=chance.getrandbits(64))
            moves = 0
            while not match.is_over and moves < 2000:
                seat = match.actors[0]
                match.play(seat, chance.choice(match.legal(seat)))
                moves += 1
            return moves

        return timed(play, seconds)

    return run


def pettingzoo_loop(make: Callable[[], Any]) -> Callable[[float], float]:
    def run(seconds: float) -> float:
        env, chance = make(), np.random.default_rng(1)

        def play() -> int:
            env.reset(seed=int(chance.integers(1 << 30)))
            moves = 0
            for _ in env.agent_iter():
                observation, _, termination, truncation, _ = env.last()
                if termination or truncation:
                    env.step(None)
                    continue
                env.step(int(chance.choice(np.flatnonzero(observation["action_mask"]))))
                moves += 1
                if moves >= 2000:
                    break
            return moves

        return timed(play, seconds)

    return run


def our_pettingzoo(name: str) -> Callable[[float], float]:
    def make() -> Any:
        from purrlor.rl import pettingzoo

        return pettingzoo.env(name, **OPTIONS)

    return pettingzoo_loop(make)


def classic_gin_rummy() -> Any:
    from pettingzoo.classic import gin_rummy_v4

    return gin_rummy_v4.env()


def rlcard_loop(name: str) -> Callable[[float], float]:
    def run(seconds: float) -> float:
        import rlcard

        env, chance = rlcard.make(name, config={"seed": 1}), random.Random(1)

        def play() -> int:
            state, _ = env.reset()
            moves = 0
            while not env.is_over():
                state, _ = env.step(chance.choice(list(state["legal_actions"])))
                moves += 1
            return moves

        return timed(play, seconds)

    return run


def spiel_loop(name: str) -> Callable[[float], float]:
    def run(seconds: float) -> float:
        import pyspiel

        loaded, chance = pyspiel.load_game(name), random.Random(1)

        def play() -> int:
            state, moves = loaded.new_initial_state(), 0
            while not state.is_terminal():
                moves += not state.is_chance_node()
                state.apply_action(chance.choice(state.legal_actions()))
            return moves

        return timed(play, seconds)

    return run


def spiel_rollouts(name: str, players: int) -> Callable[[float], float]:
    return made_once(lambda seconds: open_spiel(name, players, seconds))


def searching(
    make: Callable[..., Callable[[], search.Pace]], *name: str
) -> Callable[[float], float]:
    """Return a measurement of simulations a second, as `bench/search.py` takes it."""

    def prepare(_: float) -> Callable[[], float]:
        measure = make(*name, SIMULATIONS)
        return lambda: measure().simulations

    return made_once(prepare)


SPIEL_GAMES = {"hearts": 4, "gin_rummy": 2, "cribbage": 2, "maedn": 2}
"""With the players that OpenSpiel has by default."""
TWO, FOUR = "2 players", "4 players"


def measures() -> list[Measure]:
    """Return everything in the order of the table."""
    found = [one for name in game_names() for one in of_ours(name)]
    for name, players in SPIEL_GAMES.items():
        played = f"{players} players"
        rollouts, loop = spiel_rollouts(name, players), spiel_loop(name)
        found.append(Measure(SPIEL, name, played, "C++ rollouts", MOVES, rollouts))
        found.append(Measure(SPIEL, name, played, "Python", MOVES, loop))
    uno, rummy, classic = rlcard_loop("uno"), rlcard_loop("gin-rummy"), classic_gin_rummy
    found += [
        Measure(RLCARD, "uno", TWO, "Python", MOVES, uno),
        Measure(RLCARD, "gin-rummy", TWO, "Python", MOVES, rummy),
        Measure(CLASSIC, "gin rummy", TWO, "Python", MOVES, pettingzoo_loop(classic)),
    ]
    for name in game_names():
        tree = searching(search.tree_search, name)
        found.append(Measure(OURS, game(name).title, of_four(name), ISMCTS, SEARCHED, tree))
    peer = searching(search.open_spiel)
    return [*found, Measure(SPIEL, "hearts", FOUR, ISMCTS, SEARCHED, peer)]


def of_ours(name: str) -> list[Measure]:
    """Return the ways to play one of our games."""
    title, many = game(name).title, f"vector environment, {GAMES_AT_ONCE:,} games"
    return [
        Measure(OURS, title, of_four(name), "compiled loop", MOVES, compiled(name)),
        Measure(OURS, title, TWO, many, MOVES, vector(name)),
        Measure(OURS, title, TWO, "Python, match API", MOVES, match_api(name)),
        Measure(OURS, title, TWO, "Python, PettingZoo", MOVES, our_pettingzoo(name)),
    ]


def of_four(name: str) -> str:
    """Say how our compiled loops are played (see `playouts` and `search`)."""
    return f"{FOUR}, one round" if name in search.OURS else FOUR
