"""Games of the policy against itself, looked at as they go on, for games that learn from them.

Whenever a game's clock moves, the signs of every seat (what it may expect is told by them) are
written down, at as many moments of a game as are kept; and then how the game ended. The policy errs
now and then: who thinks ahead comes to places where the policy alone would never be.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from purrlor.core.chance import below, new_chance, set_stream
from purrlor.core.contract import (
    LEGAL,
    STANDING,
    State,
    actors,
    apply,
    choose,
    clock,
    deal,
    generic,
    is_over,
    legal,
    new_array,
    new_trace,
    observe,
    scores,
    turns,
)
from purrlor.core.game import Game
from purrlor.core.interrupting import ask_interrupters
from purrlor.core.kernel import kernel, spliced
from purrlor.core.seats import lowest_seat

MOMENTS = 16
"""So many moments of a game are kept, drawn from all of them."""
ERRS = 30
"""One decision in so many is made at random."""
AT_ONCE = 100
"""Games between two signs of progress."""


@generic
def signs(state: State, seat: int) -> tuple[float, ...]:
    """Return what tells how good things look for a seat, as numbers."""


class SelfPlay(NamedTuple):
    """Moments of games, and how these ended."""

    signs: Any
    """By moment, seat and sign."""
    clocks: Any
    """By moment."""
    games: Any
    """By moment: the number of its game."""
    places: Any
    """By game and seat."""
    points: Any


def play_itself(
    game: Game, options: Any, count: int, key: bytes, width: int, progress: Callable[[int], None]
) -> SelfPlay:
    """Play games whose `signs` are `width` numbers; the same key gives the same games."""
    checked = game.read_options(options)
    kernels, players = game.kernels, int(checked.players)
    seen = np.zeros((count, MOMENTS, players, width))
    clocks = np.full((count, MOMENTS), -1)
    places, points = np.zeros((2, count, players), np.int64)
    table = (
        new_array(kernels.state),
        game.module("state").encode_options(checked),
        new_chance(key),
        new_chance(key),
        new_array(kernels.observation)[0],
        new_array(LEGAL)[0],
        new_trace(is_kept=False),
        new_array(STANDING)[0],
    )
    cap = game.simulation_cap(checked)
    for first in range(0, count, AT_ONCE):
        some = slice(first, min(first + AT_ONCE, count))
        _play(table, first, cap, seen[some], clocks[some], places[some], points[some])
        progress(some.stop - some.start)
    is_kept = clocks >= 0
    return SelfPlay(seen[is_kept], clocks[is_kept], np.nonzero(is_kept)[0], places, points)


@kernel
def _play(table, first, cap, seen, clocks, places, points):
    states, options, cards, chance, observation, out, trace, standing = table
    blank = np.zeros_like(states)
    s = states[0]
    for number in range(len(clocks)):
        states[0] = blank[0]
        set_stream(cards, 2 * (first + number))
        set_stream(chance, 2 * (first + number) + 1)
        deal(s, options, cards, trace)
        moments, last, asked = 0, clock(s), np.int64(-1)
        while not is_over(s) and turns(s) <= cap:
            if clock(s) != last:
                last = clock(s)
                place = moments if moments < MOMENTS else below(chance, moments + 1)
                moments += 1
                if place < MOMENTS:
                    clocks[number, place] = last
                    for seat in range(places.shape[1]):
                        found = signs(s, np.int64(seat))
                        for i in range(len(found)):
                            seen[number, place, seat, i] = found[i]
            if turns(s) != asked:
                asked = turns(s)
                ask_interrupters(s, observation, out, cards, chance, trace)
            _act(s, observation, out, cards, chance, trace)
        scores(s, standing)
        for seat in range(places.shape[1]):
            places[number, seat] = standing.places[seat]
            points[number, seat] = standing.points[seat]


@spliced
def _act(s, observation, out, cards, chance, trace):
    seat = lowest_seat(actors(s))
    count = legal(s, seat, out)
    action = np.int64(out.actions[below(chance, count)])
    if below(chance, ERRS) != 0:
        observe(s, seat, observation)
        action = choose(observation, out, count, chance)
    apply(s, seat, action, cards, trace)
