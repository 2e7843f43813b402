"""Whole games in compiled code."""

import numpy as np

from purrlor.bots.players import decide, decide_to_interrupt
from purrlor.core.chance import set_stream
from purrlor.core.contract import (
    PASS,
    actors,
    apply,
    deal,
    interrupters,
    is_over,
    scores,
    tally,
    turns,
)
from purrlor.core.kernel import kernel, spliced
from purrlor.core.seats import MOST_SEATS, lowest_seat, next_seat

GAME_CHANCE, PLAYER_CHANCE = range(2)


@kernel
def play_games(table, players, first, count, cap, games, counts):
    """Play games number `first` and on; write how each ended and what it counted.

    `table` holds the records a game needs. Game i uses stream 2i of the key for the cards and
    stream 2i + 1 for the players, so that any game can be played again alone.
    """
    states, options, chances, observations, legals, traces, standings, tallies, thoughts = table
    s, blank = states[0], states[1]
    for number in range(count):
        states[0] = blank
        tallies[0].values[:] = 0
        set_stream(chances[GAME_CHANCE], 2 * (first + number))
        set_stream(chances[PLAYER_CHANCE], 2 * (first + number) + 1)
        decisions = play_game(
            s,
            options[0],
            players,
            cap,
            chances[GAME_CHANCE],
            chances[PLAYER_CHANCE],
            observations[0],
            legals[0],
            traces[0],
            tallies[0],
            thoughts[0],
        )
        standing = standings[0]
        scores(s, standing)
        result = games[number]
        result.turns = min(turns(s), cap)
        result.decisions = decisions
        result.is_capped = not is_over(s)
        for seat in range(MOST_SEATS):
            result.places[seat] = standing.places[seat]
            result.points[seat] = standing.points[seat]
        for i in range(counts.shape[1]):
            counts[number, i] = tallies[0].values[i]


@spliced
def play_game(s, options, players, cap, chance, own, observation, out, trace, counts, thoughts):
    """Play one game to its end or its cap; return how many decisions had a choice."""
    trace.length = 0
    deal(s, options, chance, trace)
    decisions = 0
    asked = np.int64(-1)
    while not is_over(s) and turns(s) <= cap:
        if turns(s) != asked:
            asked = turns(s)
            waiting = interrupters(s)
            seat = lowest_seat(actors(s))
            while waiting:
                seat = next_seat(waiting, seat)
                waiting &= ~(np.int64(1) << seat)
                if interrupters(s) >> seat & 1 == 0:
                    continue
                action = decide_to_interrupt(
                    players[seat], s, seat, observation, out, own, thoughts
                )
                if action != PASS:
                    apply(s, seat, action, chance, trace)
        seat = lowest_seat(actors(s))
        action, count = decide(players[seat], s, seat, observation, out, own, thoughts)
        decisions += count > 1
        apply(s, seat, action, chance, trace)
        tally(s, trace, counts)
        trace.length = 0
    return decisions
