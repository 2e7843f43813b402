"""Games of a habit against the policy: the same deals, with the habit at each seat in turn."""

import functools
from collections.abc import Callable
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
from purrlor.sim.chunks import play_in_chunks
from purrlor.sim.tables import RESULT, new_table, shares_of

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
        games[number].is_capped = not is_over(s)
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
    game: Game,
    options: Any,
    variant: int,
    *,
    deals: int,
    key: bytes,
    threads: int | None = None,
    progress: Callable[[float], None] = lambda deals: None,
) -> tuple[Any, Any]:
    """Return by deal, over all seats: the variant's share of victories, and its points' lead.

    Deals with a game that was stopped at the simulation cap are left out.
    """
    players, cap = options.players, game.simulation_cap(options)
    results: Any = np.zeros((players, deals), RESULT).view(np.recarray)

    def play(first: int, count: int, seat: int) -> None:
        variants = np.full(players, POLICY, np.int64)
        variants[seat] = variant
        table = new_table(game, options, key)
        table[5].capacity[:] = 0
        part = results[seat, first : first + count]
        play_variants(table, variants, first, count, cap, part)

    for seat in range(players):
        for done in play_in_chunks(functools.partial(play, seat=seat), deals, threads):
            progress(done / players)
    if not game.is_ended_by_table(options):
        results = results[:, results.is_capped.sum(axis=0) == 0]
    return _compared(results, players)


def _compared(results: Any, players: int) -> tuple[Any, Any]:
    """Return the shares and the leads of the seat that each row is about."""
    deals = results.shape[1]
    shares, leads = np.zeros(deals), np.zeros(deals)
    for seat in range(players):
        points = results.points[seat, :, :players]
        shares += shares_of(results.places[seat, :, :players])[:, seat] / players
        rest = (points.sum(axis=1) - points[:, seat]) / (players - 1)
        leads += (points[:, seat] - rest) / players
    return shares, leads
