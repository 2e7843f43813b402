"""How a game is balanced: seats, options, what its own insight asks, all by simulation."""

import functools
import importlib.util
import typing
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec
import numpy as np

from purrlor.core.contract import extend
from purrlor.core.game import Game
from purrlor.core.insight import Insight
from purrlor.core.keys import read_key
from purrlor.core.options import option_fields
from purrlor.core.refusals import OptionRefused
from purrlor.sim.estimates import mean_of
from purrlor.sim.simulate import Simulation, simulate
from purrlor.sim.standings import Estimate
from purrlor.sim.variants import against_policy

TINY = "tiny"
"""The option of every game that is there to count by, not to play."""


class OptionEffect(msgspec.Struct, frozen=True):
    """A choice that a table can make, and the games it leads to; None: it does not go together."""

    option: str
    value: Any
    simulation: Simulation | None


class Habit(msgspec.Struct, frozen=True):
    """A variant of the policy against the policy itself."""

    name: str
    share: Estimate | None
    """Of victories; None: in every deal a game was stopped at the simulation cap."""
    points: Estimate | None
    stopped: int
    """Deals with a game that was stopped at the simulation cap; they are left out."""
    is_policy: bool
    """Whether no game went otherwise than among players of the policy alone."""


class Balance(msgspec.Struct, frozen=True, kw_only=True):
    """All that was simulated for a report."""

    game: Game
    base: Simulation
    by_players: list[Simulation]
    options: list[OptionEffect]
    insight: Insight | None
    habits: list[Habit]


def find_insight(game: Game) -> Insight | None:
    """Return what the game itself offers, if its folder has an `insight.py`."""
    if importlib.util.find_spec(f"{game.package}.insight") is None:
        return None
    module = game.module("insight")
    extend(game.kernels.observation, choose_variant=module.choose_variant)
    insight: Insight = module.INSIGHT
    return insight


def analyse(
    game: Game,
    given: Mapping[str, Any],
    *,
    games: int,
    key: bytes | int | str | None = None,
    threads: int | None = None,
    progress: Callable[[str, float], None] = lambda what, done: None,
) -> Balance:
    """Play everything that a report needs; the same key gives the same report."""
    options, secret = game.read_options(given), read_key(key)
    plain: dict[str, Any] = msgspec.to_builtins(options)

    def play(what: str, **changed: Any) -> Simulation:
        return simulate(
            game,
            plain | changed,
            games=games,
            players="policy",
            key=secret,
            threads=threads,
            progress=functools.partial(progress, what),
        )

    base = play("The game as given")
    by_players = [
        play(f"{count} players", players=count) if count != options.players else base
        for count in player_counts(game, plain)
    ]
    effects = [
        OptionEffect(name, value, play(f"{name} = {value}", **{name: value}) if fits else None)
        for name, value, fits in choices(game, plain)
    ]
    insight, habits = find_insight(game), []
    for variant, name in enumerate(insight.variants if insight else ()):
        shares, leads = against_policy(
            game,
            options,
            variant,
            deals=games,
            key=secret,
            threads=threads,
            progress=functools.partial(progress, name),
        )
        habits.append(_habit(name, shares, leads, games=games, fair=1 / options.players))
    return Balance(
        game=game,
        base=base,
        by_players=by_players,
        options=effects,
        insight=insight,
        habits=habits,
    )


def work(game: Game, given: Mapping[str, Any]) -> int:
    """Return how many rounds of games an analysis plays."""
    plain = msgspec.to_builtins(game.read_options(given))
    fitting = sum(fits for _, _, fits in choices(game, plain))
    insight = find_insight(game)
    habits = len(insight.variants) if insight else 0
    return len(player_counts(game, plain)) + fitting + habits


def player_counts(game: Game, plain: dict[str, Any]) -> list[int]:
    """Return the numbers of players that go together with the other options."""
    allowed = next(f.allowed for f in option_fields(game.options) if f.name == "players")
    low, high = (int(word) for word in allowed.split() if word.isdigit())
    return [count for count in range(low, high + 1) if _fits(game, plain | {"players": count})]


def choices(game: Game, plain: dict[str, Any]) -> Iterator[tuple[str, Any, bool]]:
    """Yield every other value of every option that is a choice, and whether it can be made."""
    hints = typing.get_type_hints(game.options)
    for name, kind in hints.items():
        values: tuple[Any, ...] = (True, False) if kind is bool else typing.get_args(kind)
        is_choice = kind is bool or typing.get_origin(kind) is typing.Literal
        if is_choice and name != TINY:
            for value in values:
                if value != plain[name]:
                    yield name, value, _fits(game, plain | {name: value})


def _fits(game: Game, options: dict[str, Any]) -> bool:
    try:
        game.read_options(options)
    except OptionRefused:
        return False
    return True


def _habit(name: str, shares: Any, leads: Any, *, games: int, fair: float) -> Habit:
    stopped = games - len(shares)
    if not len(shares):
        return Habit(name, None, None, stopped, is_policy=False)
    is_policy = np.allclose(shares, fair) and np.allclose(leads, 0)
    return Habit(name, mean_of(shares), mean_of(leads), stopped, is_policy=is_policy)
