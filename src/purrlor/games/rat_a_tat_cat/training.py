"""Learn from games of the policy which cards stay in a row (for `beliefs`)."""

from collections.abc import Callable
from typing import Any

import numpy as np

from purrlor.core.chance import new_chance
from purrlor.core.contract import LEGAL, choose, new_record
from purrlor.core.game import Game
from purrlor.games.rat_a_tat_cat.components import KINDS
from purrlor.games.rat_a_tat_cat.observation import UNSEEN
from purrlor.games.rat_a_tat_cat.state import DEALT, END

DATA = "beliefs.json"
"""The file that `purrlor train` writes, beside the module that reads it."""
GAMES = 6000
MOST_TURNS = 8
SMOOTHING = 20.0
"""Cards seen as often as expected, added to every count."""


def train(
    game: Game, key: bytes, games: int, progress: Callable[[int], None] = lambda done: None
) -> dict[str, Any]:
    """Play rounds of two and count, at the end of turns, what the other one holds."""
    seen = np.full((2, MOST_TURNS + 1, KINDS), SMOOTHING)
    expected = np.full((2, MOST_TURNS + 1, KINDS), SMOOTHING)
    chance, out = new_chance(key, 1), new_record(LEGAL)
    for number in range(games):
        match = game.match({"players": 2, "rounds": 1}, key=key[:-4] + number.to_bytes(4, "little"))
        while not match.is_over:
            seat = match.actors[0]
            observation = match.observation(seat)
            if observation.phase == END:
                _count(observation, match.observation(1 - seat), 1 - seat, seen, expected)
            numbers = match.legal_numbers(seat)
            out.actions[: len(numbers)] = numbers
            chosen = int(choose(observation, out, len(numbers), chance))
            match.play(seat, match.action(chosen, seat))
        progress(1)
    ratios = seen / expected
    ratios /= ratios.max(axis=2, keepdims=True)
    return {"ratios": ratios.round(4).tolist()}


def _count(observation: Any, truth: Any, owner: int, seen: Any, expected: Any) -> None:
    """Count the cards that their owner knows and the observer does not."""
    pool = observation.unseen.sum(axis=0).astype(float)
    had = min((int(observation.turns_in_round) - 1) // 2, MOST_TURNS)
    for slot in range(int(observation.row_size)):
        card = int(truth.rows[owner, slot])
        if card != UNSEEN and observation.rows[owner, slot] == UNSEEN:
            kind = 0 if observation.origins[owner, slot] == DEALT else 1
            seen[kind, had, card] += 1
            expected[kind, had] += pool / pool.sum()
