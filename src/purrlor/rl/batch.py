"""A batch of games of one kind, stepped together."""

import itertools
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from purrlor.bots.levels import read_players
from purrlor.bots.players import POLICY, RANDOM
from purrlor.bots.thoughts import thoughts_type
from purrlor.core.chance import CHANCE, set_stream
from purrlor.core.contract import LEGAL, STANDING, TRACE
from purrlor.core.game import Game
from purrlor.core.keys import read_key
from purrlor.core.options import Options
from purrlor.core.refusals import ActionRefused, SeatRefused
from purrlor.rl.actions import Actions
from purrlor.rl.deciding import decide_all, draw_all, ponder_all
from purrlor.rl.features import Features
from purrlor.rl.stepping import (
    ALL_SEATS,
    DEAL,
    ENDED,
    EPISODE,
    GO_ON,
    SEATS_IN_TURN,
    STEP,
    first_refused,
    step_all,
)

RANDOM_STREAM = -1
"""The stream of the key that `random_actions` draws from; those from 0 on are the games' own."""


class Batch:
    """Games side by side: their memory, and the one call that steps them all.

    What is shown of a game is made by `observe` for the seat that is asked; states stay in here.
    """

    def __init__(
        self,
        game: Game,
        options: Mapping[str, Any] | Options | None,
        *,
        count: int,
        autoreset: int,
        learner: int = ALL_SEATS,
        opponents: str = "random",
        threads: int = 1,
    ) -> None:
        kernels = game.kernels
        self.game = game
        self.options = game.read_options(options)
        self.actions = Actions(game, self.options)
        self.features = Features(kernels.observation)
        self.count = count
        players = self.options.players
        if learner not in (ALL_SEATS, SEATS_IN_TURN, *range(players)):
            raise SeatRefused(f"There is no seat {learner}; the seats are 0 to {players - 1}.")
        self.states = _records(kernels.state, count)
        self._blanks = _records(kernels.state, 1)
        self._options = _records(kernels.options, 1)
        self._options[0] = game.module("state").encode_options(self.options)
        self.episodes = _records(EPISODE, count)
        self.episodes.status[:] = ENDED
        self.episodes.players[:] = players
        bots = read_players(opponents, players)
        self.episodes.bots[:, :players] = bots
        self._has_thinkers = not {RANDOM, POLICY}.issuperset(bots)
        self._chances = _records(CHANCE, 2 * count)
        self._random = _records(CHANCE, 1)
        self.observations = _records(kernels.observation, count)
        self.memory = _bytes_of(self.observations)
        """The observations as bytes: the same memory."""
        self.masks = np.zeros((count, self.actions.size), np.int8)
        """1 for each action that is open to the seat that is asked."""
        self.final_observations = _records(kernels.observation, count)
        self.final_memory = _bytes_of(self.final_observations)
        self.final_episodes = _records(EPISODE, count)
        self._settings = (count, learner, game.simulation_cap(self.options), autoreset)
        self._step, self._go_on = (np.full(count, kind, np.int8) for kind in (STEP, GO_ON))
        self._no_actions = np.zeros(count, np.int64)
        borders = np.linspace(0, count, threads + 1).astype(int).tolist()
        slices = [slice(low, high) for low, high in itertools.pairwise(borders)]
        self.parts = [(part, self._table(part)) for part in slices]
        """The games of each thread, and the records that kernels work on."""
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.seed(None)

    def seed(self, seed: int | Sequence[int | None] | None) -> None:
        """Set the key of all games, or one for each, and count episodes from 0 again."""
        seeds = [seed] if seed is None or isinstance(seed, (int, np.integer)) else list(seed)
        keys = [np.frombuffer(read_key(None if s is None else int(s)), "<u4") for s in seeds]
        self._chances.key.reshape(self.count, 2, 8)[:] = np.array(keys)[:, None, :]
        self._random.key[0] = keys[0]
        set_stream(self._random[0], RANDOM_STREAM)
        self.episodes.number[:] = 0

    def random_actions(self) -> Any:
        """Return what a random player would do in each game; 0 where a game is over.

        This is the player `random` of simulations and tournaments: see "Random play" in
        docs/research.md.
        """
        actions = np.zeros(self.count, np.int64)
        for part, table in self.parts:
            draw_all(table, self._random, actions[part])
        return actions

    def deal(self, wanted: Any = None) -> None:
        """Deal all games anew, or those where `wanted` is true."""
        commands = np.full(self.count, DEAL, np.int8)
        if wanted is not None:
            commands[~np.asarray(wanted, bool)] = GO_ON
        self._run(commands, self._no_actions)

    def step(self, actions: Any) -> None:
        """Take one step in each game; if one action is not open, nothing changes anywhere."""
        # Kernels would be compiled anew for each other kind of array.
        actions = np.require(actions, np.int64, ["C", "W"])
        if actions.shape != (self.count,):
            shape = actions.shape
            raise ActionRefused(f"There is one action for each of {self.count} games, not {shape}.")
        refused = first_refused(self.episodes, self.masks, actions)
        if refused >= 0:
            raise ActionRefused(
                f"Action {actions[refused]} is not open to seat "
                f"{self.episodes.seat[refused]} of game {refused}; look at its mask."
            )
        self._run(self._step, actions)

    def _run(self, commands: Any, actions: Any) -> None:
        def run(work: tuple[slice, tuple[Any, ...]]) -> None:
            part, table = work
            more = (actions[part], part.start, *self._settings)
            asked_bots = step_all(table, commands[part], *more)
            while asked_bots:
                decide_all(table)
                if self._has_thinkers:
                    ponder_all(table)
                asked_bots = step_all(table, self._go_on[part], *more)

        if self._pool is None:
            run(self.parts[0])
        else:
            list(self._pool.map(run, self.parts))

    def _table(self, part: slice) -> tuple[Any, ...]:
        """Return the records that `step_all` works on, for some of the games."""
        chances = self._chances[2 * part.start : 2 * part.stop]
        thoughts = _records(thoughts_type(self.game.kernels.observation), 1)
        own = (_records(LEGAL, 1), _records(TRACE, 1), _records(STANDING, 1), thoughts)
        tables = (self.masks[part], self.actions.indices, self.actions.numbers)
        finals = (self.final_observations[part], self.final_episodes[part])
        return (
            self.states[part],
            self._blanks,
            self._options,
            self.episodes[part],
            chances,
            self.observations[part],
            own,
            tables,
            finals,
        )

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()


def _records(dtype: Any, count: int) -> Any:
    return np.zeros(count, dtype).view(np.recarray)


def _bytes_of(records: Any) -> Any:
    return records.view(np.int8, np.ndarray).reshape(len(records), -1)
