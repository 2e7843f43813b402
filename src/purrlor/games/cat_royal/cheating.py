"""K7: cheating, accusing, and what everybody can tell about a cheat.

All see the card and where the figure went. A distance that the printed card explains may be
honest; one that it explains with a change of one may be a cheat; and there is one cheat a hand.
`used_cheat` and `latest_cheat` hold what follows from that, the same for everybody at the table.
"""

import numpy as np

from purrlor.core.chance import below, misfit, next_scripted, scripted
from purrlor.core.contract import note
from purrlor.core.kernel import inlined, kernel
from purrlor.games.cat_royal import codes
from purrlor.games.cat_royal.board import figures_out, is_out, lift
from purrlor.games.cat_royal.components import (
    BACK,
    FIGURES,
    FOUR,
    JESTER,
    KINDS,
    KING,
    KING_MOST,
    MOST_STEPS,
    MOST_WASTE,
    PRINTED,
)
from purrlor.games.cat_royal.state import NO, NOBODY, PERHAPS, SURELY

PUNISHED = 100
"""In a script: this number and on, by figure, is who is punished."""

HONEST, CHEAT = 1, 2
_SUSPICION = np.array((NO, NO, SURELY, PERHAPS), np.int8)
"""By what explains a move: whether it was a cheat."""
_FITS = np.zeros((KINDS, len(FIGURES), 2, codes.MOST_BACK + 1 + MOST_STEPS), np.int8)
"""By card, figure, whether it entered the goal, and distance: what explains the move."""


def _fill_fits() -> None:
    for card, values in enumerate(PRINTED):
        for figure in range(len(FIGURES)):
            for value in (*values, -BACK) if card == FOUR else values:
                if figure == KING and abs(value) > KING_MOST:
                    continue
                for cheat in (-1, 0, 1):
                    _explain(card, figure, value, cheat)


def _explain(card: int, figure: int, value: int, cheat: int) -> None:
    steps = value + cheat if value > 0 else value - cheat
    explanation = HONEST if cheat == 0 else CHEAT
    for enters in (0, 1):
        wastes = range(MOST_WASTE + 1) if enters and figure == JESTER else (0,)
        for waste in wastes:
            if steps - waste > 0 or (steps < 0 and not enters):
                _FITS[card, figure, enters, codes.MOST_BACK + steps - waste] |= explanation


_fill_fits()


@inlined
def fits(card, figure, enters, distance):
    """Return how a number move can be explained."""
    return np.int64(_FITS[card, figure, enters, codes.MOST_BACK + distance])


@inlined
def suspect(s, seat, explained):
    """Note what all can tell of the turn a seat has just taken."""
    can_cheat = (s.cheating != 0) & (s.used_cheat[seat] != SURELY)
    s.latest_cheat[seat] = _SUSPICION[explained] if can_cheat else np.int8(NO)


@inlined
def begin_suspicion(s, seat):
    """K7.3: with its turn a seat's latest cheat cannot be accused any more."""
    s.cheated &= ~(np.int64(1) << seat)
    if s.hand_sizes[seat] == s.hand:
        s.used_cheat[seat] = NO
    else:
        s.used_cheat[seat] = max(np.int64(s.used_cheat[seat]), np.int64(s.latest_cheat[seat]))
    s.latest_cheat[seat] = NO


@inlined
def can_accuse(s, seat):
    """K7.3: on the own turn, once, with a figure out."""
    return s.cheating != 0 and s.has_accused == 0 and figures_out(s, seat) > 0


@kernel
def accuse(s, seat, accused, chance, trace):
    """K7.3: one figure of the loser goes back; a guilty player with none out loses nothing."""
    s.has_accused = 1
    guilty = np.int64(s.cheated) >> accused & 1
    note(trace, codes.ACCUSED, seat, accused, guilty)
    loser = accused if guilty else np.int64(seat)
    out = figures_out(s, loser)
    if out == 0:
        s.latest_cheat[accused] = SURELY
        return
    s.cheated &= ~(np.int64(1) << accused)
    s.latest_cheat[accused] = NO
    if guilty and s.hand_sizes[accused] != s.hand:
        s.used_cheat[accused] = SURELY
    figure = _draw_punished(s, loser, out, chance)
    note(trace, codes.FIGURE_PUNISHED, loser, figure, s.figures[loser, figure])
    lift(s, loser, figure)


@kernel
def _draw_punished(s, loser, out, chance):
    """Return one of the figures outside the start area."""
    if scripted(chance):
        named = next_scripted(chance) - PUNISHED
        if 0 <= named < 4 and is_out(s.figures[loser, named]):
            return named
        misfit(chance)
    left = below(chance, out)
    for figure in range(4):
        if is_out(s.figures[loser, figure]):
            if left == 0:
                return np.int64(figure)
            left -= 1
    return np.int64(NOBODY)
