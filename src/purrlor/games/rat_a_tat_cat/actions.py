"""Actions in the words of the rule page, and why one may be refused."""

from typing import Annotated, TypeAlias

from msgspec import Meta

from purrlor.core.refusals import Reason
from purrlor.core.words import Tagged
from purrlor.games.rat_a_tat_cat import codes
from purrlor.games.rat_a_tat_cat.components import MOST_PLAYERS, ROW
from purrlor.games.rat_a_tat_cat.options import Options

Slot: TypeAlias = Annotated[int, Meta(ge=0, lt=ROW)]
OtherSeat: TypeAlias = Annotated[int, Meta(ge=0, lt=MOST_PLAYERS)]


class Ready(Tagged, frozen=True, tag="ready"):
    """R2.3: the look is over."""


class TakeDiscard(Tagged, frozen=True, tag="take_discard"):
    """R3.2: put the top discard into the own row."""

    slot: Slot


class Draw(Tagged, frozen=True, tag="draw"):
    """R3.1: draw the top card of the draw pile."""


class Keep(Tagged, frozen=True, tag="keep"):
    """R3.4: put the drawn card into the own row."""

    slot: Slot


class Discard(Tagged, frozen=True, tag="discard"):
    """R3.4: discard the drawn card unused."""


class Peek(Tagged, frozen=True, tag="peek"):
    """R4.2: look at an own card."""

    slot: Slot


class Swap(Tagged, frozen=True, tag="swap"):
    """R4.3: exchange an own card with another player's, unseen."""

    slot: Slot
    seat: OtherSeat
    their_slot: Slot


class DrawTwo(Tagged, frozen=True, tag="draw_two"):
    """R4.5: use a Draw 2."""


class Knock(Tagged, frozen=True, tag="knock"):
    """R5.1: rat-a-tat cat."""


class EndTurn(Tagged, frozen=True, tag="end_turn"):
    """End the turn without knocking."""


class TimeUp(Tagged, frozen=True, tag="time_up"):
    """R7.2: the table says that the agreed time has passed."""


Action: TypeAlias = (
    Ready | TakeDiscard | Draw | Keep | Discard | Peek | Swap | DrawTwo | Knock | EndTurn | TimeUp
)

_PLAIN: dict[int, Tagged] = {
    codes.READY: Ready(),
    codes.DRAW: Draw(),
    codes.DISCARD: Discard(),
    codes.DRAW_TWO_CARDS: DrawTwo(),
    codes.KNOCK: Knock(),
    codes.END_TURN: EndTurn(),
    codes.TIME_UP: TimeUp(),
}
_NUMBERS: dict[Tagged, int] = {}
_ACTIONS: list[Tagged] = []


def _number_actions() -> None:
    _ACTIONS.extend(_PLAIN[number] for number in range(codes.TAKE_DISCARD))
    for kind in (TakeDiscard, Keep, Peek):
        _ACTIONS.extend(kind(slot=slot) for slot in range(ROW))
    _ACTIONS.extend(
        Swap(slot=slot, seat=seat, their_slot=their_slot)
        for slot in range(ROW)
        for seat in range(MOST_PLAYERS)
        for their_slot in range(ROW)
    )
    _NUMBERS.update((action, number) for number, action in enumerate(_ACTIONS))


_number_actions()


def encode(action: Tagged, options: Options, seat: int) -> int:
    """Return the number of an action."""
    return _NUMBERS[action]


def decode(number: int, options: Options, seat: int) -> Tagged:
    """Return the action of a number."""
    return _ACTIONS[number]


def action_numbers(options: Options, seat: int) -> list[int]:
    """List what the seat may ever play; a place in the list means the same to every seat."""
    plain = [number for number in range(codes.TAKE_DISCARD) if number != codes.TIME_UP]
    swaps = [
        codes.SWAP_WITH + (slot * MOST_PLAYERS + (seat + after) % options.players) * ROW + theirs
        for slot in range(ROW)
        for after in range(1, options.players)
        for theirs in range(ROW)
    ]
    return [*plain, *range(codes.TAKE_DISCARD, codes.SWAP_WITH), *swaps]


def ends_batch(action: Tagged) -> bool:
    """Any actions of one seat in a row may be one batch."""
    return False


REASONS: dict[int, Reason] = {
    codes.GAME_OVER: Reason("game_over", "The game is over.", "R7.1"),
    codes.NOT_IN_PLAY: Reason("not_in_play", "You are out of the game and can only watch.", "R7.3"),
    codes.READY_ALREADY: Reason(
        "ready_already", "You have confirmed already; wait for the others.", "R2.3"
    ),
    codes.STILL_LOOKING: Reason(
        "still_looking", "The first turn starts when everyone is ready.", "R2.3"
    ),
    codes.NOTHING_TO_CONFIRM: Reason(
        "nothing_to_confirm", "The look is over; there is nothing to confirm.", "R2.3"
    ),
    codes.NOT_YOUR_TURN: Reason("not_your_turn", "It is another player's turn.", "R2.4"),
    codes.CARD_IS_DRAWN: Reason(
        "card_is_drawn", "A card is drawn: keep it, use it or discard it.", "R3.4"
    ),
    codes.NO_CARD_DRAWN: Reason(
        "no_card_drawn", "No card is drawn: draw one, or take the top discard.", "R3.1"
    ),
    codes.TURN_IS_PLAYED: Reason(
        "turn_is_played", "Your cards are played: knock or end the turn.", "R5.1"
    ),
    codes.TURN_NOT_PLAYED: Reason(
        "turn_not_played", "Play first: this comes at the end of the turn.", "R5.1"
    ),
    codes.POWER_CARD_ON_TOP: Reason(
        "power_card_on_top", "A power card on the discard pile cannot be taken.", "R3.3"
    ),
    codes.NO_POWER_CARDS_IN_ROW: Reason(
        "no_power_cards_in_row",
        "At this table a drawn power card is used or discarded, not put into the row.",
        "R3.5",
    ),
    codes.NOT_A_PEEK: Reason("not_a_peek", "The drawn card is not a Peek.", "R4.2"),
    codes.NOT_A_SWAP: Reason("not_a_swap", "The drawn card is not a Swap.", "R4.3"),
    codes.NOT_A_DRAW_TWO: Reason("not_a_draw_two", "The drawn card is not a Draw 2.", "R4.5"),
    codes.NO_SUCH_SLOT: Reason("no_such_slot", "There is no card in that slot.", "R2.1"),
    codes.SWAP_WITH_ONESELF: Reason(
        "swap_with_oneself", "A Swap is made with another player.", "R4.3"
    ),
    codes.NO_SUCH_OPPONENT: Reason("no_such_opponent", "Nobody is in play at that seat.", "R4.3"),
    codes.KNOCKER_IS_PROTECTED: Reason(
        "knocker_is_protected", "At this table the knocker's cards stay.", "R4.4"
    ),
    codes.OUTER_CARDS_STAY: Reason(
        "outer_cards_stay", "Only inner cards (slots 1 and 2) can be swapped.", "R8.2"
    ),
    codes.KNOCKED_ALREADY: Reason("knocked_already", "Somebody has knocked; end the turn.", "R5.2"),
    codes.NOT_TIMED: Reason("not_timed", "This game does not end by time.", "R7.2"),
    codes.TIME_SAID: Reason(
        "time_said", "Time is up already; the round is played to its end.", "R7.2"
    ),
    codes.FOR_THE_TABLE: Reason("for_the_table", "Only the table says when time is up.", "R7.2"),
    codes.FOR_A_SEAT: Reason("for_a_seat", "The table itself says only when time is up.", "R7.2"),
}
