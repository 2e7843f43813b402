"""What a seat may know (K9), and the worlds that agree with it.

Open to all are the board and every card played or discarded. Two things follow from these that a
good player remembers: who discards could play none of the cards in hand (`lacks`), and a move whose
distance does not fit the printed card was a cheat, one that fits only honestly was none
(`used_cheat`, `latest_cheat`).
"""

import numpy as np

from purrlor.core.chance import below
from purrlor.core.kernel import inlined, kernel
from purrlor.games.cat_royal.cards import insert_card, shuffle_draw_pile
from purrlor.games.cat_royal.components import (
    COPIES,
    DECK_SIZE,
    HAND,
    KINDS,
    MOST_PLAYERS,
    NO_CARD,
    TINY_COPIES,
)
from purrlor.games.cat_royal.lanes import keep_lane
from purrlor.games.cat_royal.state import NO, PERHAPS, STATE, SURELY

UNSEEN = -2
"""A card of another player's hand."""
_COPIES = np.array([COPIES, TINY_COPIES], np.int64)

_HIDDEN = {"is_cat_royal", "draw_pile", "entrances", "lane_steps"}
OBSERVATION = np.dtype(
    [
        ("is_cat_royal_observation", np.int8),
        ("seat", np.int8),
        *((name, STATE[name]) for name in STATE.names or () if name not in _HIDDEN),
    ],
    align=True,
)
"""Of `hands`, `cheats_left` and `cheated` only the seat's own part is written."""


@kernel
def observe(state, seat, observation):
    """K9.1: write what the seat may know; -1 is a spectator."""
    s, o = state, observation
    o.seat = seat
    _copy_public(s, o)
    own = np.int64(1) << seat if seat >= 0 else np.int64(0)
    o.cheats_left = np.int64(s.cheats_left) & own
    o.cheated = np.int64(s.cheated) & own
    for owner in range(MOST_PLAYERS):
        for i in range(HAND):
            card = np.int64(s.hands[owner, i])
            o.hands[owner, i] = card if owner == seat or card == NO_CARD else np.int64(UNSEEN)


@kernel
def _copy_public(source, target):
    """Copy what is open to all."""
    target.turn = source.turn
    target.over = source.over
    target.has_accused = source.has_accused
    target.last_played = source.last_played
    target.turns = source.turns
    target.figures = source.figures
    target.home = source.home
    target.hand_sizes = source.hand_sizes
    target.used_cheat = source.used_cheat
    target.latest_cheat = source.latest_cheat
    target.lacks = source.lacks
    target.latest_card = source.latest_card
    target.latest_figure = source.latest_figure
    target.latest_distance = source.latest_distance
    target.starts = source.starts
    target.ranks = source.ranks
    target.occupant = source.occupant
    target.guarded = source.guarded
    target.swappable = source.swappable
    target.holes = source.holes
    target.hole_fields = source.hole_fields
    target.draw_size = source.draw_size
    target.discard_size = source.discard_size
    for i in range(DECK_SIZE):
        target.discard_pile[i] = source.discard_pile[i] if i < source.discard_size else 0
    target.hole_moves_left = source.hole_moves_left
    target.players = source.players
    target.ring = source.ring
    target.lane = source.lane
    target.hand = source.hand
    target.deck = source.deck
    target.start_fields = source.start_fields
    target.corner_fields = source.corner_fields
    target.cheating = source.cheating
    target.wormholes = source.wormholes
    target.partners = source.partners
    target.tiny = source.tiny


@kernel
def determinize(observation, chance, state):
    """Write a random world that agrees with the observation."""
    o, s = observation, state
    _copy_public(o, s)
    for seat in range(o.players):
        keep_lane(s, seat)
    _guess_cheats(o, chance, s)
    _gather_unseen(o, s)
    while not _deal_restricted(o, chance, s):
        _gather_unseen(o, s)
    _deal_others(o, chance, s)
    s.draw_size = o.draw_size
    shuffle_draw_pile(s, chance)


@kernel
def _guess_cheats(o, chance, s):
    """K7: of each other seat decide whether, and when in this hand, it has cheated."""
    s.cheats_left = o.cheats_left
    s.cheated = o.cheated
    for seat in range(o.players):
        if seat == o.seat or not o.cheating:
            continue
        used, latest = np.int64(o.used_cheat[seat]), np.int64(o.latest_cheat[seat])
        cheated, left = latest == SURELY, used == NO
        if o.hand_sizes[seat] == o.hand:  # the latest turn was in the hand before
            if latest == PERHAPS:
                cheated = below(chance, 2) == 0
            if used == PERHAPS:
                left = below(chance, 2) == 0
        elif not cheated:
            guess = below(chance, 4)
            cheated = latest == PERHAPS and used != SURELY and guess == 0
            left = used != SURELY and not cheated and not (used == PERHAPS and guess == 1)
        else:
            left = False
        s.cheated |= np.int64(cheated) << seat
        s.cheats_left |= np.int64(left) << seat


@kernel
def _gather_unseen(o, s):
    """Lay all cards the seat has not seen into the draw pile, and clear the other hands."""
    size = np.int64(0)
    for card in range(KINDS):
        unseen = _COPIES[o.tiny, card]
        for i in range(o.discard_size):
            unseen -= np.int64(o.discard_pile[i] == card)
        if o.seat >= 0:
            for i in range(o.hand_sizes[o.seat]):
                unseen -= np.int64(o.hands[o.seat, i] == card)
        for _ in range(unseen):
            s.draw_pile[size] = card
            size += 1
    s.draw_size = size
    for i in range(size, DECK_SIZE):
        s.draw_pile[i] = 0
    for owner in range(MOST_PLAYERS):
        for i in range(HAND):
            s.hands[owner, i] = o.hands[owner, i] if owner == o.seat else NO_CARD


@kernel
def _deal_restricted(o, chance, s):
    """Deal to the seats of which all can tell that they lack some cards; False: try again.

    Each draw is made as if no other seat had drawn before, and fails where it hits a card that is
    gone. So all worlds are equally likely, whatever the order of the seats.
    """
    total = np.int64(s.draw_size)
    for seat in range(o.players):
        if seat == o.seat or o.lacks[seat] == 0:
            continue
        lacks, held = np.int64(o.lacks[seat]), np.int64(s.draw_size)
        allowed, gone = np.int64(0), np.int64(0)
        for i in range(total):
            if lacks >> np.int64(s.draw_pile[i]) & 1 == 0:
                allowed += 1
                gone += np.int64(i >= held)
        for i in range(o.hand_sizes[seat]):
            nth = below(chance, allowed - i)
            if nth >= allowed - gone - i:
                return False
            insert_card(s, seat, i, _take_allowed(s, lacks, nth))
    return True


@kernel
def _take_allowed(s, lacks, nth):
    """Take the nth card that is not lacking; it stays behind the pile, to be counted as gone."""
    at = np.int64(0)
    while True:
        card = np.int64(s.draw_pile[at])
        if lacks >> card & 1 == 0:
            if nth == 0:
                return _take(s, at)
            nth -= 1
        at += 1


@inlined
def _take(s, at):
    last = np.int64(s.draw_size) - 1
    card = np.int64(s.draw_pile[at])
    s.draw_pile[at] = s.draw_pile[last]
    s.draw_pile[last] = card
    s.draw_size = last
    return card


@kernel
def _deal_others(o, chance, s):
    """Deal to the other seats whatever comes."""
    for seat in range(o.players):
        if seat != o.seat and o.lacks[seat] == 0:
            for i in range(o.hand_sizes[seat]):
                insert_card(s, seat, i, _take(s, below(chance, np.int64(s.draw_size))))
    for i in range(s.draw_size, DECK_SIZE):
        s.draw_pile[i] = 0
