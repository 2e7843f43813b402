"""Setting up, and how turns and hands follow each other (K1, K2)."""

import numpy as np

from purrlor.core.contract import note
from purrlor.core.kernel import inlined, kernel
from purrlor.games.cat_royal import codes
from purrlor.games.cat_royal.board import bit, is_home, on_each_lap
from purrlor.games.cat_royal.cards import deal_hand, gather_deck, lay_card
from purrlor.games.cat_royal.cheating import begin_suspicion
from purrlor.games.cat_royal.components import (
    ABSENT,
    CORNERS,
    DECK_SIZE,
    HAND,
    JESTER,
    KING,
    LANE,
    MOST_PLAYERS,
    NO_CARD,
    RING,
    START_AREA,
    TINY_COPIES,
    TINY_HAND,
    TINY_LANE,
    TINY_RING,
    WORMHOLE_AFTER,
    WORMHOLES,
)
from purrlor.games.cat_royal.lanes import keep_lane
from purrlor.games.cat_royal.state import NOBODY

_TINY_DECK_SIZE = sum(TINY_COPIES)


@kernel
def set_up(s, options):
    """K1: an empty board, all figures in their start areas, all cards in the draw pile."""
    players = np.int64(options.players)
    s.players = players
    s.cheating = options.cheating
    s.wormholes = options.wormholes
    s.partners = options.partners
    s.tiny = options.tiny
    s.ring = TINY_RING if options.tiny else RING
    s.lane = TINY_LANE if options.tiny else LANE
    s.hand = TINY_HAND if options.tiny else HAND
    s.deck = _TINY_DECK_SIZE if options.tiny else DECK_SIZE
    s.last_played = NO_CARD
    for field in range(RING):
        s.occupant[field] = NOBODY
    for seat in range(MOST_PLAYERS):
        s.latest_card[seat] = NO_CARD
        for figure in range(4):
            is_absent = seat >= players or (options.tiny and KING < figure < JESTER)
            s.figures[seat, figure] = ABSENT if is_absent else START_AREA
    _set_up_ring(s, players)
    for seat in range(players):
        keep_lane(s, seat)
    gather_deck(s)


@kernel
def _set_up_ring(s, players):
    """K1.1, K1.4: start fields a quarter of the ring apart (of two players half), wormholes."""
    ring = np.int64(s.ring)
    quarter = ring // CORNERS
    for corner in range(CORNERS):
        s.corner_fields |= bit(corner * quarter)
        if s.wormholes:
            field = (corner * quarter + WORMHOLE_AFTER) & (ring - 1)
            s.hole_fields |= bit(field)
    for seat in range(players):
        s.starts[seat] = seat * quarter * (2 if players == 2 else 1)
        s.start_fields |= on_each_lap(s, s.starts[seat])
    list_holes(s)


@kernel
def list_holes(s):
    """Write the wormholes as a list, rising."""
    for hole in range(WORMHOLES):
        s.holes[hole] = NOBODY
    count = 0
    for field in range(s.ring):
        if s.hole_fields & bit(field) != np.uint64(0):
            s.holes[count] = field
            count += 1


@inlined
def begin_turn(s, seat, trace):
    """The seat is on turn."""
    s.turn = seat
    s.turns += 1
    s.has_accused = 0
    begin_suspicion(s, seat)
    note(trace, codes.TURN_BEGAN, seat)


@kernel
def first_turn(s, chance, trace):
    """K2.1: seat 0 opens every hand."""
    deal_hand(s, chance, trace)
    begin_turn(s, np.int64(0), trace)


@inlined
def finish_turn(s, seat, card, chance, trace):
    """The card goes to the discard pile, and the turn passes; after the last one a new hand."""
    lay_card(s, seat, card)
    following = seat + 1
    if following < s.players:
        begin_turn(s, following, trace)
    elif s.hand_sizes[0] > 0:
        begin_turn(s, np.int64(0), trace)
    elif s.tiny == 0:
        first_turn(s, chance, trace)
    else:
        end_game(s, seat, codes.HAND_PLAYED, trace)


@inlined
def is_won(s, of):
    """K2.3, K8.1: all figures of a colour are home, with partners those of both."""
    return is_home(s, of) and (s.partners == 0 or is_home(s, of ^ 2))


@kernel
def end_game(s, seat, reason, trace):
    """K2.3: the turn stays where it is, and nobody is accused any more."""
    s.over = 1
    begin_suspicion(s, seat)
    note(trace, codes.GAME_ENDED, reason)
