"""Games of a habit against the policy: the same deals, with the habit at each seat in turn."""

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from purrlor.core.chance import set_stream
from purrlor.core.contract import (
    actors,
    apply,
    choose,
    choose_variant,
    deal,
    is_over,
    legal,
    observe,
    scores,
    turns,
)
from purrlor.core.game import Game
from purrlor.core.interrupting import ask_interrupters
from purrlor.core.kernel import kernel
from purrlor.core.seats import MOST_SEATS, lowest_seat
from purrlor.sim.simulate import RESULT, new_table

CHUNK = 250
POLICY = -1


@kernel
def play_variants(table, variants, first, count, cap, games):
    """Play games number `first` and on, seats with variants of the policy; write how they ended."""
    states, options, chances, observations = table[0], table[1], table[2], table[3]
    legals, traces, standings = table[4], table[5], table[6]
    s, chance, own, standing = states[0], chances[0], chances[1], standings[0]
    for number in range(count):
        states[0] = states[1]
        set_stream(chance, 2 * (first + number))  # as in `playout.play_games`
        set_stream(own, 2 * (first + number) + 1)
        _play(s, options[0], variants, cap, chance, own, observations[0], legals[0], traces[0])
        scores(s, standing)
        for seat in range(MOST_SEATS):
            games[number].places[seat] = standing.places[seat]
            games[number].points[seat] = standing.points[seat]


@kernel
def _play(s, options, variants, cap, chance, own, observation, out, trace):
    deal(s, options, chance, trace)
    asked = np.int64(-1)
    while not is_over(s) and turns(s) <= cap:
        if turns(s) != asked:
            asked = turns(s)
            ask_interrupters(s, observation, out, chance, own, trace)
        seat = lowest_seat(actors(s))
        count = legal(s, seat, out)
        observe(s, seat, observation)
        if variants[seat] == POLICY:
            action = choose(observation, out, count, own)
        else:
            action = choose_variant(observation, out, count, own, variants[seat])
        apply(s, seat, action, chance, trace)
        trace.length = 0


def against_policy(
    game: Game, options: Any, variant: int, *, deals: int, key: bytes, threads: int | None = None
) -> tuple[Any, Any]:
    """Return by deal, over all seats: the variant's share of victories, and its points' lead."""
    players, cap = options.players, game.simulation_cap(options)
    results = np.zeros((players, deals), RESULT).view(np.recarray)

    def run(task: tuple[int, int]) -> None:
        seat, first = task
        variants = np.full(players, POLICY, np.int64)
        variants[seat] = variant
        part = results[seat, first : first + CHUNK]
        table = new_table(game, options, key)
        table[5].capacity[:] = 0
        play_variants(table, variants, first, len(part), cap, part)

    tasks = [(seat, first) for first in range(0, deals, CHUNK) for seat in range(players)]
    run(tasks[0])  # alone, so that the code is compiled once
    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        list(pool.map(run, tasks[1:]))
    shares, leads = np.zeros(deals), np.zeros(deals)
    for seat in range(players):
        is_won = results.places[seat, :, :players] == 1
        points = results.points[seat, :, :players]
        shares += is_won[:, seat] / is_won.sum(axis=1) / players
        rest = (points.sum(axis=1) - points[:, seat]) / (players - 1)
        leads += (points[:, seat] - rest) / players
    return shares, leads
