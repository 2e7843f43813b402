"""Actions in the words of the rule page, and why one may be refused."""

import itertools
from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from purrlor.core.contract import PASS
from purrlor.core.refusals import ActionMalformed, Reason
from purrlor.core.words import Tagged
from purrlor.games.cat_royal import codes
from purrlor.games.cat_royal.components import (
    BACK,
    CARDS,
    COPY,
    FIGURE_NUMBER,
    FIGURES,
    FOUR,
    JESTER,
    KINDS,
    KING,
    KING_MOST,
    MAGNET,
    MOST_PLAYERS,
    MOST_STEPS,
    MOST_WASTE,
    NUMBER,
    PRINTED,
    START_1_11,
    START_13,
    SWAP,
    Card,
    Figure,
)
from purrlor.games.cat_royal.options import Options

AnySeat: TypeAlias = Annotated[int, Meta(ge=0, lt=MOST_PLAYERS)]
Steps: TypeAlias = Annotated[int, Meta(ge=-codes.MOST_BACK, le=MOST_STEPS)]
Into: TypeAlias = Literal["ring", "goal"]
_INTO: tuple[Into, ...] = ("ring", "goal")


class Start(Tagged, frozen=True, tag="start"):
    """K4.1: bring a figure from the start area to the start field."""

    card: Card
    figure: Figure
    of: AnySeat | UnsetType = UNSET


class Move(Tagged, frozen=True, tag="move"):
    """K5.1: move a figure by a number."""

    card: Card
    figure: Figure
    steps: Steps
    into: Into
    cheat: Literal[-1, 0, 1] = 0
    waste: Literal[0, 1, 2] = 0
    of: AnySeat | UnsetType = UNSET


class Swap(Tagged, frozen=True, tag="swap"):
    """K5.3: exchange a figure with another player's."""

    card: Card
    figure: Figure
    seat: AnySeat
    their_figure: Figure
    of: AnySeat | UnsetType = UNSET


class Magnet(Tagged, frozen=True, tag="magnet"):
    """K5.4: draw a figure forward."""

    card: Card
    figure: Figure
    of: AnySeat | UnsetType = UNSET


class Discard(Tagged, frozen=True, tag="discard"):
    """K2.2: discard a card, as none can be played."""

    card: Card


class Accuse(Tagged, frozen=True, tag="accuse"):
    """K7.3: accuse a player of having cheated."""

    seat: AnySeat


class MoveWormholes(Tagged, frozen=True, tag="move_wormholes"):
    """K6.3: move all wormholes, out of turn."""


WithFigure: TypeAlias = Start | Move | Swap | Magnet
Action: TypeAlias = WithFigure | Discard | Accuse | MoveWormholes


def encode(action: Tagged, options: Options, seat: int) -> int:
    """Return the number of an action."""
    match action:
        case Move():
            return (
                codes.MOVE
                + _piece(action, options, seat) * codes.BY_MOVED_PIECE
                + (action.steps + codes.MOST_BACK) * codes.BY_STEPS
                + _INTO.index(action.into) * codes.BY_INTO
                + (action.cheat + 1) * codes.BY_CHEAT
                + action.waste
            )
        case Discard():
            return codes.DISCARD + NUMBER[action.card]
        case Start():
            return codes.START + _piece(action, options, seat)
        case Magnet():
            return codes.DRAW_BY_MAGNET + _piece(action, options, seat)
        case Swap():
            theirs = action.seat * 4 + FIGURE_NUMBER[action.their_figure]
            return codes.SWAP_WITH + _piece(action, options, seat) * 16 + theirs
        case Accuse():
            return codes.ACCUSE + action.seat
        case MoveWormholes():
            return codes.MOVE_WORMHOLES
    raise TypeError(f"not an action: {action!r}")


def _piece(action: WithFigure, options: Options, seat: int) -> int:
    """Return the number of a card, a figure and the seat it belongs to."""
    of = action.of
    if of is UNSET:
        of = max(seat, 0)
    elif not options.partners:
        sentence = "Only with partners does an action say whose figure it moves."
        raise ActionMalformed(sentence, reason="malformed")
    return (NUMBER[action.card] * 4 + FIGURE_NUMBER[action.figure]) * 4 + int(of)


def decode(number: int, options: Options, seat: int) -> Tagged:
    """Return the action of a number."""
    return _ACTIONS[options.partners][number]


class _Actions(dict[int, Tagged]):
    """Actions by number, each made when it is first asked for."""

    def __init__(self, *, has_partners: bool) -> None:
        self._has_partners = has_partners

    def __missing__(self, number: int) -> Tagged:
        action = self[number] = _action(number, self._has_partners)
        return action


_ACTIONS = _Actions(has_partners=False), _Actions(has_partners=True)


def _action(number: int, has_partners: bool) -> Tagged:
    if number == codes.MOVE_WORMHOLES:
        return MoveWormholes()
    if number < codes.DISCARD:
        return Accuse(seat=number - codes.ACCUSE)
    if number < codes.START:
        return Discard(card=CARDS[number - codes.DISCARD])
    if number < codes.SWAP_WITH:
        card, figure, of = _parts((number - codes.START) % codes.PIECES, has_partners)
        kind = Start if number < codes.DRAW_BY_MAGNET else Magnet
        return kind(card=card, figure=figure, of=of)
    if number < codes.MOVE:
        piece, theirs = divmod(number - codes.SWAP_WITH, 16)
        card, figure, of = _parts(piece, has_partners)
        their_figure = FIGURES[theirs % 4]
        return Swap(card=card, figure=figure, of=of, seat=theirs // 4, their_figure=their_figure)
    piece, rest = divmod(number - codes.MOVE, codes.BY_MOVED_PIECE)
    card, figure, of = _parts(piece, has_partners)
    steps, rest = divmod(rest, codes.BY_STEPS)
    into, rest = divmod(rest, codes.BY_INTO)
    cheat, waste = divmod(rest, codes.BY_CHEAT)
    return Move(
        card=card,
        figure=figure,
        of=of,
        steps=steps - codes.MOST_BACK,
        into=_INTO[into],
        cheat=_CHEATS[cheat],
        waste=_WASTES[waste],
    )


_CHEATS: tuple[Literal[-1, 0, 1], ...] = (-1, 0, 1)
_WASTES: tuple[Literal[0, 1, 2], ...] = (0, 1, 2)


def _parts(piece: int, has_partners: bool) -> tuple[Card, Figure, int | UnsetType]:
    of: int | UnsetType = piece % 4 if has_partners else UNSET
    return CARDS[piece // 16], FIGURES[piece // 4 % 4], of


def action_numbers(options: Options, seat: int) -> list[int]:
    """List what the seat may ever play; a place in the list means the same to every seat.

    Other seats are counted on from the own one. The numbers of all conceivable moves are many
    more: here are only those with a value that the card has, for a figure that may go so far.
    """
    others = [(seat + after) % options.players for after in range(1, options.players)]
    numbers = [codes.DISCARD + card for card in range(KINDS)]
    if options.cheating:
        numbers += [codes.ACCUSE + other for other in others]
    if options.wormholes:
        numbers += [PASS, codes.MOVE_WORMHOLES]
    for of in (seat, (seat + 2) % 4) if options.partners else (seat,):
        pieces = [
            (card, figure, (card * 4 + figure) * 4 + of)
            for card in range(KINDS)
            for figure in range(len(FIGURES))
        ]
        starting, drawing, swapping = ((START_1_11, START_13, COPY), (MAGNET, COPY), (SWAP, COPY))
        numbers += [codes.START + piece for card, _, piece in pieces if card in starting]
        numbers += [codes.DRAW_BY_MAGNET + piece for card, _, piece in pieces if card in drawing]
        numbers += [
            codes.SWAP_WITH + piece * 16 + other * 4 + theirs
            for card, _, piece in pieces
            if card in swapping
            for other in (*others, seat)
            if other != of
            for theirs in range(len(FIGURES))
        ]
        for card, figure, piece in pieces:
            numbers += _moves(card, figure, piece, has_cheats=options.cheating)
    return numbers


def _moves(card: int, figure: int, piece: int, *, has_cheats: bool) -> list[int]:
    """List the numbers of all moves of a figure by a card: K4.5, K5.1, K5.2, K7.1."""
    values = sorted({*itertools.chain(*PRINTED)} if card == COPY else PRINTED[card])
    if card in (FOUR, COPY):
        values.append(-BACK)
    if figure == KING:
        values = [value for value in values if value <= KING_MOST]
    moves = []
    for value, cheat in itertools.product(values, (-1, 0, 1) if has_cheats else (0,)):
        steps = value + cheat if value > 0 else value - cheat
        if steps == 0:
            continue
        number = codes.MOVE + piece * codes.BY_MOVED_PIECE
        number += (steps + codes.MOST_BACK) * codes.BY_STEPS + (cheat + 1) * codes.BY_CHEAT
        moves.append(number)
        if steps > 0:
            wastes = MOST_WASTE if figure == JESTER else 0
            moves += [number + codes.BY_INTO + waste for waste in range(wastes + 1)]
    return moves


def ends_batch(action: Tagged) -> bool:
    """A seat does one thing and then another may act; only an accusation comes before a card."""
    return not isinstance(action, Accuse)


REASONS: dict[int, Reason] = {
    codes.GAME_OVER: Reason("game_over", "The game is over.", "K2.3"),
    codes.FOR_A_SEAT: Reason("for_a_seat", "Only players act in this game.", "K2.2"),
    codes.NOT_YOUR_TURN: Reason("not_your_turn", "It is another player's turn.", "K2.2"),
    codes.NOT_IN_HAND: Reason("not_in_hand", "You do not hold that card.", "K2.2"),
    codes.NOTHING_TO_COPY: Reason(
        "nothing_to_copy", "There is no card to copy: none was played, or a copy.", "K5.5"
    ),
    codes.NOT_YOUR_FIGURES: Reason(
        "not_your_figures",
        "You move your own figures, and your partner's once your own are home.",
        "K8.1",
    ),
    codes.NOT_IN_PLAY: Reason("not_in_play", "That figure is not in the game.", "K1.2"),
    codes.MUST_PLAY: Reason(
        "must_play", "One of your cards can be played, so you may not discard.", "K2.2"
    ),
    codes.NOT_A_START_CARD: Reason(
        "not_a_start_card", "Only a start card brings out a figure.", "K4.1"
    ),
    codes.NOT_IN_START_AREA: Reason("not_in_start_area", "That figure is out already.", "K4.1"),
    codes.START_FIELD_TAKEN: Reason(
        "start_field_taken", "A figure of that colour stands on its start field.", "K4.1"
    ),
    codes.IN_START_AREA: Reason(
        "in_start_area", "That figure waits in its start area for a start card.", "K4.1"
    ),
    codes.NOT_A_NUMBER_CARD: Reason(
        "not_a_number_card", "That card does not move a figure by a number.", "K5.1"
    ),
    codes.NOT_ITS_VALUE: Reason("not_its_value", "That is not a value of this card.", "K5.1"),
    codes.NO_STEP_LEFT: Reason("no_step_left", "At least one step must remain.", "K7.1"),
    codes.KING_GOES_LESS: Reason(
        "king_goes_less", "The king never goes further than a printed 7.", "K5.2"
    ),
    codes.NO_CHEATING: Reason(
        "no_cheating", "At this table nobody cheats and nobody accuses.", "K7.4"
    ),
    codes.CHEAT_IS_USED: Reason("cheat_is_used", "You have cheated in this hand already.", "K7.1"),
    codes.WASTE_NOT_ALLOWED: Reason(
        "waste_not_allowed", "Only a jester entering the goal may waste points.", "K4.5"
    ),
    codes.NEVER_LEAVES_GOAL: Reason(
        "never_leaves_goal", "A figure in the goal stays there.", "K4.4"
    ),
    codes.NO_BACK_INTO_GOAL: Reason(
        "no_back_into_goal", "Going back neither enters the goal nor moves in it.", "K4.4"
    ),
    codes.BEGAN_ON_START_FIELD: Reason(
        "began_on_start_field",
        "A move that begins on the own start field does not enter the goal.",
        "K4.2",
    ),
    codes.GOAL_NOT_REACHED: Reason(
        "goal_not_reached", "That number does not lead to a goal field.", "K4.3"
    ),
    codes.GOAL_FIELD_TAKEN: Reason("goal_field_taken", "That goal field is taken.", "K4.3"),
    codes.WAY_BLOCKED: Reason("way_blocked", "A figure on the way cannot be overtaken.", "K3.8"),
    codes.FIGURE_PROTECTED: Reason(
        "figure_protected", "A figure on its own start field cannot be captured.", "K3.5"
    ),
    codes.KING_PROTECTED: Reason(
        "king_protected", "That king cannot be captured by this figure and card.", "K3.4"
    ),
    codes.NOT_A_SWAP: Reason("not_a_swap", "That card is not a swap.", "K5.3"),
    codes.SWAP_AMONG_OWN: Reason(
        "swap_among_own", "A swap is made with another player's figure.", "K5.3"
    ),
    codes.NO_SUCH_SEAT: Reason("no_such_seat", "Nobody plays at that seat.", "K1.1"),
    codes.CANNOT_BE_SWAPPED: Reason(
        "cannot_be_swapped",
        "Only figures on the ring are swapped, and none on its own start field.",
        "K5.3",
    ),
    codes.NOT_A_MAGNET: Reason("not_a_magnet", "That card is not a magnet.", "K5.4"),
    codes.NOT_ON_RING: Reason(
        "not_on_ring", "A magnet draws a figure that is on the ring.", "K5.4"
    ),
    codes.NOTHING_ATTRACTS: Reason(
        "nothing_attracts",
        "A magnet needs another figure on the ring, and a step to go.",
        "K5.4",
    ),
    codes.ACCUSED_ALREADY: Reason(
        "accused_already", "You have accused somebody in this turn already.", "K7.3"
    ),
    codes.NO_FIGURE_OUT: Reason(
        "no_figure_out", "You accuse only with a figure outside the start area.", "K7.3"
    ),
    codes.ACCUSES_ONESELF: Reason("accuses_oneself", "You accuse another player.", "K7.3"),
    codes.ON_TURN: Reason(
        "on_turn", "The wormholes are moved while another player is on turn.", "K6.3"
    ),
    codes.NO_WORMHOLES: Reason("no_wormholes", "At this table there are no wormholes.", "K7.4"),
    codes.WORMHOLES_ARE_MOVED: Reason(
        "wormholes_are_moved", "You have moved the wormholes in this hand already.", "K6.3"
    ),
}
