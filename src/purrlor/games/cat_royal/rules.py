"""The rules: who may do what, and what it does."""

import numpy as np

from purrlor.core.chance import below
from purrlor.core.contract import note
from purrlor.core.kernel import inlined, kernel
from purrlor.games.cat_royal import codes
from purrlor.games.cat_royal.board import (
    colour_moved,
    distance,
    land,
    lift,
    magnet_target,
    put,
)
from purrlor.games.cat_royal.cards import lay_card, shuffle_draw_pile
from purrlor.games.cat_royal.cheating import accuse, can_accuse, fits, suspect
from purrlor.games.cat_royal.components import GOAL, NO_CARD, SWAP
from purrlor.games.cat_royal.drawing import draw_play
from purrlor.games.cat_royal.plays import list_accusations, list_discards, list_plays
from purrlor.games.cat_royal.reach import face_of, playable_cards
from purrlor.games.cat_royal.standing import write_standing
from purrlor.games.cat_royal.state import NO
from purrlor.games.cat_royal.tally import tally
from purrlor.games.cat_royal.turns import end_game, finish_turn, first_turn, is_won, set_up
from purrlor.games.cat_royal.verification import verify
from purrlor.games.cat_royal.wormholes import go_through, is_on_wormhole, move_wormholes

__all__ = [
    "actors",
    "apply",
    "deal",
    "interrupters",
    "is_over",
    "legal",
    "random_action",
    "random_play",
    "scores",
    "settle",
    "tally",
    "turns",
    "verify",
]


@kernel
def deal(state, options, chance, trace):
    """K1, K2.1: the board, and the first hand."""
    set_up(state, options)
    shuffle_draw_pile(state, chance)
    first_turn(state, chance, trace)


@inlined
def is_over(state):
    """Return whether the game has ended (K2.3)."""
    return state.over != 0


@kernel
def scores(state, standing):
    """K2.3: each seat's place and figures at home."""
    write_standing(state, standing)


@inlined
def turns(state):
    """Return how many turns of single players have begun."""
    return np.int64(state.turns)


@inlined
def actors(state):
    """K2.2: the player on turn."""
    return np.int64(0) if state.over else np.int64(1) << np.int64(state.turn)


@inlined
def interrupters(state):
    """K6.3: whoever is not on turn may move the wormholes, once a hand."""
    if state.over:
        return np.int64(0)
    return np.int64(state.hole_moves_left) & ~(np.int64(1) << np.int64(state.turn))


@inlined
def settle(state, chance):
    """Nothing is left open: a shuffle decides the order of the whole pile."""


@kernel
def legal(state, seat, out):
    """List every action of the seat, accusations last."""
    s = state
    if s.over:
        return np.int64(0)
    if seat != s.turn:
        out.actions[0] = codes.MOVE_WORMHOLES
        return np.int64(s.hole_moves_left) >> seat & 1
    count, ordinary = list_plays(s, seat, colour_moved(s, seat), out)
    if not ordinary:
        count = list_discards(s, seat, out, count)
    if can_accuse(s, seat):
        count = list_accusations(s, seat, out, count)
    return count


ACCUSES = 500
"""A random player accuses somebody on one turn in so many."""


@inlined
def random_action(state, seat, out, count, chance):
    """Return a listed action at random; random players who accuse often never come home."""
    others = np.int64(state.players) - 1
    if count > 0 and codes.ACCUSE <= out.actions[count - 1] < codes.DISCARD:
        if below(chance, ACCUSES) == 0:
            return np.int64(out.actions[count - 1 - below(chance, others)])
        count -= others
    return np.int64(out.actions[below(chance, count)])


@kernel
def random_play(state, seat, out, chance):
    """Return the action of a random player on turn, and how many there were."""
    s = state
    others = np.int64(0)
    if can_accuse(s, seat):
        others = np.int64(s.players) - 1
        if below(chance, ACCUSES) == 0:
            count = legal(s, seat, out)
            return np.int64(out.actions[count - 1 - below(chance, others)]), count
    action, count = draw_play(s, seat, colour_moved(s, seat), out, chance)
    return action, count + others


@kernel
def apply(state, seat, action, chance, trace):
    """Carry out an allowed action."""
    s = state
    if action >= codes.MOVE:
        _move(s, seat, action - codes.MOVE, chance, trace)
    elif action >= codes.START:
        _play(s, seat, action, chance, trace)
    elif action >= codes.DISCARD:
        _discard(s, seat, action - codes.DISCARD, chance, trace)
    elif action >= codes.ACCUSE:
        accuse(s, seat, action - codes.ACCUSE, chance, trace)
    else:
        move_wormholes(s, seat, chance, trace)


@kernel
def _move(s, seat, number, chance, trace):
    """K5.1: a number card."""
    piece = number // codes.BY_MOVED_PIECE
    rest = number % codes.BY_MOVED_PIECE
    steps = rest // codes.BY_STEPS - codes.MOST_BACK
    rest = rest % codes.BY_STEPS
    cheat = rest % codes.BY_INTO // codes.BY_CHEAT - 1
    card, figure, of = piece // 16, piece // 4 % 4, piece % 4
    face = face_of(s, card)
    at = np.int64(s.figures[of, figure])
    enters = np.int64(0)
    if rest < codes.BY_INTO:
        field = (at + steps) & (np.int64(s.ring) - 1)
    elif at >= GOAL:
        field = at + steps
    else:
        steps -= rest % codes.BY_CHEAT
        enters = np.int64(1)
        field = GOAL - 1 + steps - distance(s, at, np.int64(s.starts[of]))
    note(trace, codes.CARD_PLAYED, seat, card, face)
    if cheat != 0:
        note(trace, codes.CHEATED, seat, cheat)
    note(trace, codes.FIGURE_MOVED, of, figure, at, field)
    land(s, of, figure, field, trace)
    s.last_played = card
    s.latest_card[seat] = face
    s.latest_figure[seat] = figure
    s.latest_distance[seat] = steps
    suspect(s, seat, fits(face, figure, enters, steps))
    is_cheat = np.int64(cheat != 0) << seat
    s.cheats_left &= ~is_cheat
    if field >= GOAL:
        if is_won(s, of):
            lay_card(s, seat, card)
            end_game(s, seat, codes.ALL_HOME, trace)
            return
    elif is_on_wormhole(s, of, figure):
        go_through(s, of, figure, face, chance, trace)
    s.cheated |= is_cheat
    finish_turn(s, seat, card, chance, trace)


@kernel
def _play(s, seat, action, chance, trace):
    """K4.1, K5.3, K5.4: a start card, a swap or a magnet."""
    if action >= codes.SWAP_WITH:
        piece = (action - codes.SWAP_WITH) // 16
    else:
        piece = (action - codes.START) % codes.PIECES
    card, figure, of = piece // 16, piece // 4 % 4, piece % 4
    face = face_of(s, card)
    note(trace, codes.CARD_PLAYED, seat, card, face)
    if action >= codes.SWAP_WITH:
        theirs = (action - codes.SWAP_WITH) % 16
        _swap(s, of, figure, theirs // 4, theirs % 4, chance, trace)
    else:
        if action >= codes.DRAW_BY_MAGNET:
            at = np.int64(s.figures[of, figure])
            field = magnet_target(s, at)
            note(trace, codes.FIGURE_DRAWN, of, figure, at, field)
        else:
            field = np.int64(s.starts[of])
            note(trace, codes.FIGURE_STARTED, of, figure, field)
        land(s, of, figure, field, trace)
        if is_on_wormhole(s, of, figure):
            go_through(s, of, figure, face, chance, trace)
    s.last_played = card
    s.latest_card[seat] = face
    s.latest_figure[seat] = figure
    s.latest_distance[seat] = 0
    s.latest_cheat[seat] = NO
    finish_turn(s, seat, card, chance, trace)


@kernel
def _swap(s, of, figure, other, theirs, chance, trace):
    """K5.3, K6.1: both are put down, then the own one goes through, then the other."""
    note(trace, codes.FIGURES_SWAPPED, of, figure, other, theirs)
    at, their_field = np.int64(s.figures[of, figure]), np.int64(s.figures[other, theirs])
    lift(s, of, figure)
    lift(s, other, theirs)
    put(s, of, figure, their_field)
    put(s, other, theirs, at)
    for is_second in range(2):
        mover, moved = (other, theirs) if is_second else (of, figure)
        if is_on_wormhole(s, mover, moved):
            go_through(s, mover, moved, np.int64(SWAP), chance, trace)


@kernel
def _discard(s, seat, card, chance, trace):
    """K2.2: all can tell that nothing else in the hand could be played."""
    note(trace, codes.CARD_DISCARDED, seat, card)
    if s.hand_sizes[seat] > 1:  # else there is no card left to tell of
        s.lacks[seat] |= playable_cards(s, colour_moved(s, seat))
    s.latest_card[seat] = NO_CARD
    s.latest_distance[seat] = 0
    s.latest_cheat[seat] = NO
    finish_turn(s, seat, card, chance, trace)
