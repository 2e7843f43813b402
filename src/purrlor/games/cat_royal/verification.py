"""Why an action is not allowed, clause by clause."""

import numpy as np

from purrlor.core.contract import ALLOWED
from purrlor.core.kernel import kernel
from purrlor.games.cat_royal import codes
from purrlor.games.cat_royal.board import (
    ahead,
    attracted_figures,
    barriers,
    bit,
    colour_moved,
    distance,
    figures_out,
    is_green,
    others_swappable,
    own_swappable,
    shelters,
)
from purrlor.games.cat_royal.cards import holds
from purrlor.games.cat_royal.components import (
    ABSENT,
    BACK,
    COPY,
    FORWARD,
    FOUR,
    GOAL,
    JESTER,
    KING,
    KING_MOST,
    MAGNET,
    START_AREA,
    START_CARDS,
    SWAP,
)
from purrlor.games.cat_royal.lanes import SIDE, lane_taken
from purrlor.games.cat_royal.reach import (
    NUMBER_CARDS,
    can_start,
    face_of,
    open_back,
    open_goal,
    open_ring,
    playable_cards,
    up_to_first,
)
from purrlor.games.cat_royal.state import NOBODY


@kernel
def verify(state, seat, action):
    """Return why the seat may not do this now, 0 if it may."""
    s = state
    if s.over:
        return codes.GAME_OVER
    if seat == NOBODY:
        return codes.FOR_A_SEAT
    if action == codes.MOVE_WORMHOLES:
        return _verify_move_wormholes(s, seat)
    if seat != s.turn:
        return codes.NOT_YOUR_TURN
    if action < codes.DISCARD:
        return _verify_accuse(s, seat, action - codes.ACCUSE)
    if action < codes.START:
        return _verify_discard(s, seat, action - codes.DISCARD)
    if action >= codes.MOVE:
        piece = (action - codes.MOVE) // codes.BY_MOVED_PIECE
    elif action >= codes.SWAP_WITH:
        piece = (action - codes.SWAP_WITH) // 16
    else:
        piece = (action - codes.START) % codes.PIECES
    card, figure, of = piece // 16, piece // 4 % 4, piece % 4
    reason = _verify_piece(s, seat, card, figure, of)
    if reason != ALLOWED:
        return reason
    face = face_of(s, card)
    if action >= codes.MOVE:
        return _verify_move(s, seat, face, figure, of, (action - codes.MOVE) % codes.BY_MOVED_PIECE)
    if action >= codes.SWAP_WITH:
        return _verify_swap(s, face, figure, of, (action - codes.SWAP_WITH) % 16)
    if action >= codes.DRAW_BY_MAGNET:
        return _verify_magnet(s, face, figure, of)
    return _verify_start(s, face, figure, of)


@kernel
def _verify_move_wormholes(s, seat):
    """K6.3: once a hand, while another player is on turn."""
    if not s.wormholes:
        return codes.NO_WORMHOLES
    if seat == s.turn:
        return codes.ON_TURN
    return ALLOWED if s.hole_moves_left >> seat & 1 else codes.WORMHOLES_ARE_MOVED


@kernel
def _verify_accuse(s, seat, accused):
    """K7.3: once a turn, one other player, with an own figure out."""
    if not s.cheating:
        return codes.NO_CHEATING
    if s.has_accused:
        return codes.ACCUSED_ALREADY
    if accused == seat:
        return codes.ACCUSES_ONESELF
    if accused >= s.players:
        return codes.NO_SUCH_SEAT
    return ALLOWED if figures_out(s, seat) > 0 else codes.NO_FIGURE_OUT


@kernel
def _verify_discard(s, seat, card):
    """K2.2: only when no card can be played."""
    if not holds(s, seat, card):
        return codes.NOT_IN_HAND
    playable = playable_cards(s, colour_moved(s, seat))
    for i in range(s.hand_sizes[seat]):
        if playable >> np.int64(s.hands[seat, i]) & 1:
            return codes.MUST_PLAY
    return ALLOWED


@kernel
def _verify_piece(s, seat, card, figure, of):
    """K2.2, K5.5, K8.1: a card of the hand that acts as one, and a figure the seat moves."""
    if not holds(s, seat, card):
        return codes.NOT_IN_HAND
    if face_of(s, card) == COPY:
        return codes.NOTHING_TO_COPY
    if of != colour_moved(s, seat):
        return codes.NOT_YOUR_FIGURES
    return codes.NOT_IN_PLAY if s.figures[of, figure] == ABSENT else ALLOWED


@kernel
def _verify_start(s, face, figure, of):
    """K4.1."""
    if START_CARDS >> face & 1 == 0:
        return codes.NOT_A_START_CARD
    if s.figures[of, figure] != START_AREA:
        return codes.NOT_IN_START_AREA
    return ALLOWED if can_start(s, of) else codes.START_FIELD_TAKEN


@kernel
def _verify_magnet(s, face, figure, of):
    """K5.4."""
    if face != MAGNET:
        return codes.NOT_A_MAGNET
    at = np.int64(s.figures[of, figure])
    if at < 0 or at >= GOAL:
        return codes.NOT_ON_RING
    return ALLOWED if attracted_figures(s, of) >> figure & 1 else codes.NOTHING_ATTRACTS


@kernel
def _verify_swap(s, face, figure, of, theirs):
    """K5.3."""
    other = theirs // 4
    if face != SWAP:
        return codes.NOT_A_SWAP
    if other == of:
        return codes.SWAP_AMONG_OWN
    if other >= s.players:
        return codes.NO_SUCH_SEAT
    both = own_swappable(s, of) >> figure & others_swappable(s, of) >> theirs & 1
    return ALLOWED if both else codes.CANNOT_BE_SWAPPED


@kernel
def _verify_move(s, seat, face, figure, of, rest):
    """K5.1, K5.2, K7.1: the value; then where it leads."""
    steps = rest // codes.BY_STEPS - codes.MOST_BACK
    into = rest % codes.BY_STEPS // codes.BY_INTO
    cheat = rest % codes.BY_INTO // codes.BY_CHEAT - 1
    waste = rest % codes.BY_CHEAT
    printed = abs(steps) - cheat
    at = np.int64(s.figures[of, figure])
    if face >= NUMBER_CARDS:
        return codes.NOT_A_NUMBER_CARD
    if at == START_AREA:
        return codes.IN_START_AREA
    if cheat != 0 and not s.cheating:
        return codes.NO_CHEATING
    if cheat != 0 and s.cheats_left >> seat & 1 == 0:
        return codes.CHEAT_IS_USED
    if steps == 0 and cheat != 0:
        return codes.NO_STEP_LEFT
    if steps < 0 and (face != FOUR or printed != BACK):
        return codes.NOT_ITS_VALUE
    if steps >= 0 and (printed < 1 or FORWARD[face] >> printed & 1 == 0):
        return codes.NOT_ITS_VALUE
    if figure == KING and printed > KING_MOST:
        return codes.KING_GOES_LESS
    if waste != 0 and (figure != JESTER or at >= GOAL or into != codes.INTO_GOAL):
        return codes.WASTE_NOT_ALLOWED
    if into == codes.INTO_GOAL:
        return _verify_into_goal(s, of, figure, at, steps - waste, steps < 0, is_green(face))
    return _verify_on_ring(s, figure, at, steps, is_green(face))


@kernel
def _verify_on_ring(s, figure, at, steps, green):
    """K3: passing and landing."""
    if at >= GOAL:
        return codes.NEVER_LEAVES_GOAL
    field = (at + steps) & (np.int64(s.ring) - 1)
    if steps < 0:
        return ALLOWED if open_back(s, at, -steps) else codes.FIGURE_PROTECTED
    blocked = ahead(barriers(s, figure, green), at)
    if open_ring(shelters(s, figure, green), at, up_to_first(blocked)) >> steps & 1:
        return ALLOWED
    if blocked & ((np.int64(1) << steps) - 1) != 0:
        return codes.WAY_BLOCKED
    if s.guarded & bit(field) != np.uint64(0):
        return codes.FIGURE_PROTECTED
    return codes.KING_PROTECTED


@kernel
def _verify_into_goal(s, of, figure, at, steps, back, green):
    """K4.2 to K4.5."""
    if back:
        return codes.NO_BACK_INTO_GOAL
    if at >= GOAL:
        open_ = s.lane_steps[of, np.int64(green)] >> SIDE * figure
    else:
        passable = up_to_first(ahead(barriers(s, figure, green), at))
        open_ = open_goal(s, of, figure, at, passable, np.int64(green))
    if 0 < steps < SIDE and open_ >> steps & 1:
        return ALLOWED
    taken = lane_taken(s, of)
    before = at - GOAL + 1
    if at < GOAL:
        before = -distance(s, at, np.int64(s.starts[of]))
        if before == 0:
            return codes.BEGAN_ON_START_FIELD
    field = before + steps - 1
    if steps <= 0 or field < 0 or field >= s.lane:
        return codes.GOAL_NOT_REACHED
    return codes.GOAL_FIELD_TAKEN if taken >> field & 1 else codes.WAY_BLOCKED
