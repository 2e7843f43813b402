"""What a good player knows of this game.

Every action is valued by what it gains at once: how far own figures come, what it captures, how
exposed a figure stands afterwards, and what the card would be worth later. A cheat that the
distance gives away is paid for: somebody will accuse. Everything is counted in fields.
"""

import numpy as np

from purrlor.core.contract import PASS
from purrlor.core.kernel import inlined, kernel
from purrlor.core.ties import replaces_equal
from purrlor.games.cat_royal import codes
from purrlor.games.cat_royal.board import can_capture, distance, is_green, is_out, magnet_target
from purrlor.games.cat_royal.cheating import HONEST, fits
from purrlor.games.cat_royal.components import (
    COPY,
    GOAL,
    KING,
    KING_MOST,
    MAGNET,
    ONE_TO_SEVEN,
    PRINTED,
    START_13,
    START_AREA,
    START_CARDS,
    SWAP,
    TEN,
    WORMHOLES,
)
from purrlor.games.cat_royal.reach import face_of
from purrlor.games.cat_royal.state import NOBODY

OUT = 15
"""What it is worth to have a figure out at all."""
HOME = 40
"""What it is worth to be safe at home, on top of the way there."""
DEEPER = 3
"""What each further goal field is worth: it leaves room behind."""
WIN = 10_000
LIKELIHOOD = (0, 5, 100)
"""By what everybody can tell: how likely, in percent, a turn was a cheat."""
CAUGHT = 80
"""How likely, in percent, a cheat that the distance gives away is accused."""
LAST_STRETCH = 20
"""So many fields before the own start field a wormhole only throws back."""

_HITS = np.zeros(14, np.int64)
"""By distance: how many of the 110 cards bring an enemy exactly there."""
for _card, _values in enumerate(PRINTED):
    for _value in _values:
        _HITS[_value] += 10 if START_CARDS >> _card & 1 else 7
_GREEN_HITS = np.zeros(14, np.int64)
_GREEN_HITS[[4, 10]] = 7
_BACK_HITS = 7
_START_HITS = 20
_EXPOSED = 80
"""With so many hits a figure is as good as captured: an enemy has a few cards to choose from."""

_LATER = np.zeros(15, np.int64)
_LATER[ONE_TO_SEVEN] = 4
_LATER[TEN] = 1
_LATER[COPY] = 1
"""What a card is worth kept for later; a start card depends on who still waits."""


@kernel
def choose(observation, out, count, chance):
    """Return the action that gains most."""
    o = observation
    if out.actions[count - 1] == PASS:
        return _choose_to_interrupt(o)
    seat, action = np.int64(o.seat), np.int64(out.actions[0])
    best, ties = _gain(o, seat, action), np.int64(1)
    for i in range(1, count):
        gain = _gain(o, seat, np.int64(out.actions[i]))
        if gain > best:
            best, ties, action = gain, np.int64(1), np.int64(out.actions[i])
        elif gain == best:
            ties += 1
            if replaces_equal(chance, ties):
                action = np.int64(out.actions[i])
    return action


@kernel
def _choose_to_interrupt(o):
    """K6.3: move the wormholes away if one lies before an own figure on its last stretch."""
    seat = np.int64(o.seat)
    start = np.int64(o.starts[seat])
    for figure in range(4):
        at = np.int64(o.figures[seat, figure])
        to_start = distance(o, at, start)
        if 0 <= at < GOAL and 0 < to_start <= LAST_STRETCH:
            for hole in range(WORMHOLES):
                ahead = distance(o, at, np.int64(o.holes[hole]))
                if 0 < ahead < to_start:
                    return np.int64(codes.MOVE_WORMHOLES)
    return np.int64(PASS)


@kernel
def _gain(o, seat, action):
    """Return what an action is worth, in fields."""
    if action < codes.DISCARD:
        return _gain_of_accusing(o, seat, action - codes.ACCUSE)
    if action < codes.START:
        return -_later(o, seat, action - codes.DISCARD)
    if action >= codes.MOVE:
        return _gain_of_move(o, seat, action - codes.MOVE)
    if action >= codes.SWAP_WITH:
        return _gain_of_swap(o, seat, action - codes.SWAP_WITH)
    piece = (action - codes.START) % codes.PIECES
    figure, of = piece // 4 % 4, piece % 4
    at = np.int64(o.figures[of, figure])
    field = np.int64(o.starts[of])
    if action >= codes.DRAW_BY_MAGNET:
        field = magnet_target(o, at)
        return _gain_of_landing(o, seat, of, figure, at, field, np.int64(MAGNET))
    return _gain_of_landing(o, seat, of, figure, at, field, np.int64(START_13))


@kernel
def _gain_of_accusing(o, seat, accused):
    """K7.3: what the accused may lose against what the accuser may lose."""
    if o.partners and accused == seat ^ 2:
        return np.int64(-WIN)
    likely = LIKELIHOOD[o.latest_cheat[accused]]
    risk = (100 - likely) * _mean_worth(o, seat)
    return WIN * ((likely * _mean_worth(o, accused) - risk) // 100)


@kernel
def _gain_of_move(o, seat, number):
    piece = number // codes.BY_MOVED_PIECE
    rest = number % codes.BY_MOVED_PIECE
    steps = rest // codes.BY_STEPS - codes.MOST_BACK
    rest = rest % codes.BY_STEPS
    cheat = rest % codes.BY_INTO // codes.BY_CHEAT - 1
    card, figure, of = piece // 16, piece // 4 % 4, piece % 4
    face = face_of(o, card)
    at = np.int64(o.figures[of, figure])
    enters = np.int64(0)
    if rest < codes.BY_INTO:
        field = (at + steps) & (np.int64(o.ring) - 1)
    elif at >= GOAL:
        field = at + steps
    else:
        steps -= rest % codes.BY_CHEAT
        enters = np.int64(1)
        field = GOAL - 1 + steps - distance(o, at, np.int64(o.starts[of]))
    if enters and _wins_by_entering(o, of):
        return np.int64(WIN)
    gain = _gain_of_landing(o, seat, of, figure, at, field, face) - _later(o, seat, card)
    if cheat != 0:
        gain -= 1
        if fits(face, figure, enters, steps) & HONEST == 0 and _can_be_accused(o, seat):
            gain -= CAUGHT * (_mean_worth(o, seat) + gain // 4) // 100
    return gain


@kernel
def _wins_by_entering(o, of):
    """K2.3, K8.1: whether one more figure at home is the last one."""
    is_last = o.home[of] + 1 == o.lane
    return is_last and (o.partners == 0 or o.home[of ^ 2] == o.lane)


@kernel
def _can_be_accused(o, seat):
    """K7.3: whether anybody against this seat has a figure out."""
    for other in range(o.players):
        if is_against(o, seat, other):
            for figure in range(4):
                if is_out(o.figures[other, figure]):
                    return True
    return False


@kernel
def _gain_of_swap(o, seat, number):
    """K5.3: both figures stand elsewhere afterwards."""
    piece, theirs = number // 16, number % 16
    card, figure, of = piece // 16, piece // 4 % 4, piece % 4
    other, their_figure = theirs // 4, theirs % 4
    at = np.int64(o.figures[of, figure])
    field = np.int64(o.figures[other, their_figure])
    gain = _standing(o, of, figure, field, SWAP) - _standing(o, of, figure, at, NOBODY)
    change = _standing(o, other, their_figure, at, SWAP)
    change -= _standing(o, other, their_figure, field, NOBODY)
    gain += -change if is_against(o, seat, other) else change
    return gain - _later(o, seat, card)


@kernel
def _gain_of_landing(o, seat, of, figure, at, field, face):
    """The new standing against the old one, and whoever is captured."""
    gain = _standing(o, of, figure, field, face) - _standing(o, of, figure, at, NOBODY)
    if field < GOAL and o.occupant[field] != NOBODY:
        gain += _gain_of_capture(o, seat, np.int64(o.occupant[field]), field)
    return gain


@inlined
def _gain_of_capture(o, seat, there, field):
    worth = _worth(o, there // 4, field)
    return worth if is_against(o, seat, there // 4) else -worth


@inlined
def is_against(o, seat, other):
    """K8.1: partners play together."""
    return other != seat and (o.partners == 0 or other != seat ^ 2)


@kernel
def _worth(o, of, field):
    """Return how far a figure has come."""
    if field == START_AREA:
        return np.int64(0)
    if field >= GOAL:
        return OUT + np.int64(o.ring) + HOME + DEEPER * (field - GOAL)
    return OUT + distance(o, np.int64(o.starts[of]), field)


@kernel
def _mean_worth(o, seat):
    """Return what a seat loses by a figure drawn at random."""
    total, count = np.int64(0), np.int64(0)
    for figure in range(4):
        field = np.int64(o.figures[seat, figure])
        if is_out(field):
            total += _worth(o, seat, field)
            count += 1
    return total // count if count else np.int64(0)


@kernel
def _standing(o, of, figure, field, face):
    """Return a figure's worth on a field less its danger there; on a wormhole, of the exits."""
    if field < 0 or field >= GOAL:
        return _worth(o, of, field)
    is_hole = False
    for hole in range(WORMHOLES):
        is_hole = is_hole or o.holes[hole] == field
    if not is_hole or face == NOBODY:
        return _worth(o, of, field) - _danger(o, of, figure, field)
    total, count = np.int64(0), np.int64(0)
    for hole in range(WORMHOLES):
        exit_ = np.int64(o.holes[hole])
        there = np.int64(o.occupant[exit_])
        if exit_ == field:
            continue
        if there != NOBODY and (
            face == MAGNET or not can_capture(o, of, figure, there, is_green(face))
        ):
            continue
        total += _worth(o, of, exit_) - _danger(o, of, figure, exit_)
        if there != NOBODY:
            total += _gain_of_capture(o, of, there, exit_)
        count += 1
    return total // count if count else _worth(o, of, field)


@kernel
def _danger(o, of, figure, field):
    """Return what a figure may be expected to lose by standing before enemies."""
    if field == o.starts[of]:
        return np.int64(0)
    hits = np.int64(0)
    is_foreign_start = False
    for other in range(o.players):
        if not is_against(o, of, other):
            continue
        waits = False
        for enemy in range(4):
            at = np.int64(o.figures[other, enemy])
            waits = waits or at == START_AREA
            if 0 <= at < GOAL:
                hits += _hits(figure, enemy, distance(o, at, field), distance(o, field, at))
        if field == o.starts[other]:
            is_foreign_start = True
            hits += _START_HITS if waits else 0
    if is_foreign_start and figure == KING:
        hits *= 2
    return _worth(o, of, field) * min(hits, _EXPOSED) // _EXPOSED


@kernel
def _hits(figure, enemy, behind, before):
    """Return how many cards bring an enemy exactly onto a figure (K3.4: kings are safer)."""
    hits = np.int64(_BACK_HITS if before == 4 else 0)
    if behind < 14 and (enemy != KING or behind <= KING_MOST):
        hits += _GREEN_HITS[behind] if figure == KING and enemy != KING else _HITS[behind]
    return hits


@kernel
def _later(o, seat, card):
    """Return what a card is worth kept: a start card, while own figures wait."""
    if START_CARDS >> card & 1 == 0:
        return _LATER[card]
    waiting = np.int64(0)
    for figure in range(4):
        waiting += np.int64(o.figures[seat, figure] == START_AREA)
    return 2 + 4 * waiting
