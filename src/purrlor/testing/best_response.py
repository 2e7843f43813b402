"""Exact best responses in small games for two: how much can be won against a player who is known?

The opponent is frozen: in the same position, as far as it can see, it always does the same. Whoever
responds knows all its habits and nothing of its cards. All worlds that the responder cannot tell
apart are walked through together, with every outcome of chance; so the result is no estimate.
"""

import hashlib
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import numpy as np

from purrlor.bots.bot import Bot
from purrlor.core import contract
from purrlor.core.chance import WALKED, new_chance
from purrlor.core.contract import LEGAL, STANDING, array_of, new_array, new_record, new_trace
from purrlor.core.game import Game
from purrlor.core.match import Match
from purrlor.core.seats import seats_of

Worlds = dict[bytes, float]
"""States, as bytes, and how likely each is."""


class Response(msgspec.Struct, frozen=True):
    """What the best response at a seat wins."""

    share: float
    """Of victories; a shared one counts half."""
    usual: float
    """The share of the frozen player itself at that seat."""
    states: int
    """How many states were looked at."""
    decisions: int
    """How many situations there are in which the responder decides."""


class Frozen:
    """A bot whose chance is decided by what it sees: one answer for each situation."""

    def __init__(self, player: int, key: bytes) -> None:
        self._player, self._key = player, key
        self._known: dict[bytes, int] = {}

    def decide(self, observation: Any, numbers: list[int]) -> int:
        """Return what the bot always does here."""
        seen = observation.tobytes()
        if seen not in self._known:
            bot = Bot(self._player, hashlib.sha256(self._key + seen).digest())
            self._known[seen] = bot.decide(observation, numbers)
        return self._known[seen]


def best_response(game: Game, worlds: Worlds, seat: int, opponent: Frozen) -> Response:
    """Return what a seat can win at most, from these worlds on, against a frozen opponent."""
    walk, usual = _Walk(game, seat, opponent), _Walk(game, seat, opponent, is_usual=True)
    share = walk.go_on(worlds)
    return Response(share, usual.go_on(worlds), walk.states, walk.decisions)


def opening_worlds(game: Game, options: Any) -> Worlds:
    """Return every deal."""
    encoded = game.module("state").encode_options(game.read_options(options))
    blank = new_array(game.kernels.state).tobytes()
    steps = _Steps(game)
    return _merged(
        steps.outcomes(
            blank, lambda s, chance: contract.deal(s[0], encoded, chance[0], steps.trace[0])
        )
    )


def worlds_of(match: Match, seat: int) -> Worlds:
    """Return every world that a seat cannot exclude where a match stands."""
    observation = match.observation(seat)
    blank = new_array(match.game.kernels.state).tobytes()
    return _merged(
        _Steps(match.game).outcomes(
            blank, lambda s, chance: contract.determinize(observation, chance[0], s[0])
        )
    )


def _merged(outcomes: Iterator[tuple[bytes, float]]) -> Worlds:
    worlds: Worlds = {}
    for state, part in outcomes:
        worlds[state] = worlds.get(state, 0.0) + part
    return worlds


class _Steps:
    """Takes one step in all ways that chance can bring."""

    def __init__(self, game: Game) -> None:
        self.trace = array_of(new_trace(is_kept=False))
        self._chance = array_of(new_chance(bytes(32)))
        self._chance["mode"] = WALKED
        self._state = new_array(game.kernels.state)

    def outcomes(
        self, before: bytes, step: Callable[[Any, Any], None]
    ) -> Iterator[tuple[bytes, float]]:
        """Walk through chance like an odometer: the last choice that can still count up does."""
        chance, state = self._chance, self._state
        chance["script_size"] = 0
        while True:
            state[:] = np.frombuffer(before, state.dtype)
            chance["script_next"] = 0
            step(state, chance)
            used = int(chance["script_next"][0])
            script = chance["script"][0, :used].tolist()
            sizes = chance["sizes"][0, :used].tolist()
            yield state.tobytes(), 1 / float(np.prod(sizes)) if sizes else 1.0
            while script and script[-1] + 1 == sizes[len(script) - 1]:
                script.pop()
            if not script:
                return
            script[-1] += 1
            chance["script"][0, : len(script)] = script
            chance["script_size"] = len(script)


class _Walk:
    """Walks through a game with one who responds (unless all is as usual) and one who is frozen."""

    def __init__(self, game: Game, seat: int, opponent: Frozen, *, is_usual: bool = False) -> None:
        self._game, self._seat, self._opponent = game, seat, opponent
        self._responds = () if is_usual else (seat,)
        self._calls, self._steps = game.kernels.calls, _Steps(game)
        self._state, self._legal = new_array(game.kernels.state), new_array(LEGAL)
        self.states = self.decisions = 0

    def go_on(self, worlds: Worlds) -> float:
        """Let the opponent and chance act until the responder decides; return what is won."""
        won, situations, waiting = 0.0, dict[bytes, Worlds](), list(worlds.items())
        while waiting:
            world, part = waiting.pop()
            self.states += 1
            state = self._load(world)
            if self._calls.is_over(state):
                won += part * self._share(state)
                continue
            # What both decide at once, neither sees: so the opponent may well be the first.
            others = [one for one in self._actors(state) if one not in self._responds]
            if others:
                seen = self._observe(state, others[0])
                number = self._opponent.decide(seen[0], self._numbers(state, others[0]))
                waiting += [(s, part * p) for s, p in self._after(world, others[0], number)]
            else:
                seen = self._observe(state, self._seat)
                alike = situations.setdefault(seen.tobytes(), {})
                alike[world] = alike.get(world, 0.0) + part
        return won + sum(map(self._decide, situations.values()))

    def _decide(self, worlds: Worlds) -> float:
        """Choose what wins most over all worlds that look the same."""
        self.decisions += 1
        numbers = self._numbers(self._load(next(iter(worlds))), self._seat)
        return max(self.go_on(self._all_after(worlds, number)) for number in numbers)

    def _all_after(self, worlds: Worlds, number: int) -> Worlds:
        later: Worlds = {}
        for world, part in worlds.items():
            for state, p in self._after(world, self._seat, number):
                later[state] = later.get(state, 0.0) + part * p
        return later

    def _after(self, world: bytes, seat: int, number: int) -> list[tuple[bytes, float]]:
        def apply(state: Any, chance: Any) -> None:
            self._calls.apply(state, seat, number, chance, self._steps.trace)

        return list(self._steps.outcomes(world, apply))

    def _load(self, world: bytes) -> Any:
        self._state[:] = np.frombuffer(world, self._state.dtype)
        return self._state

    def _actors(self, state: Any) -> list[int]:
        return list(seats_of(int(self._calls.actors(state))))

    def _numbers(self, state: Any, seat: int) -> list[int]:
        count = self._calls.legal(state, seat, self._legal)
        numbers: list[int] = self._legal["actions"][0, :count].tolist()
        return numbers

    def _observe(self, state: Any, seat: int) -> Any:
        seen = new_array(self._game.kernels.observation)
        self._calls.observe(state, seat, seen)
        return seen

    def _share(self, state: Any) -> float:
        standing = new_record(STANDING)
        contract.scores(state[0], standing)
        winners = int((standing.places == 1).sum())
        return 1 / winners if standing.places[self._seat] == 1 else 0.0
