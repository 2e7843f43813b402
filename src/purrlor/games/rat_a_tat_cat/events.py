"""What happened, told to each audience in the words of the rule page."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from purrlor.core.audience import EVERYONE, Audience, all_but, only
from purrlor.core.words import HIDDEN, Tagged
from purrlor.games.rat_a_tat_cat import codes
from purrlor.games.rat_a_tat_cat.components import CARDS
from purrlor.games.rat_a_tat_cat.options import Options
from purrlor.games.rat_a_tat_cat.state import BY_POINTS, BY_TIME


class RoundDealt(Tagged, frozen=True, tag="round_dealt"):
    """R2.1: a new round."""

    round: int
    dealer: int


class CardSeen(Tagged, frozen=True, tag="card_seen"):
    """R2.3, R8.1: a dealt outer card, as its owner (or everybody) sees it."""

    seat: int
    slot: int
    card: str


class StarterReturned(Tagged, frozen=True, tag="starter_returned"):
    """R2.2: a power card was turned and went back."""

    card: str


class StarterTurned(Tagged, frozen=True, tag="starter_turned"):
    """R2.2: the discard pile begins."""

    card: str


class SeatReady(Tagged, frozen=True, tag="seat_ready"):
    """R2.3."""

    seat: int


class TurnBegan(Tagged, frozen=True, tag="turn_began"):
    """R2.4."""

    seat: int


class CardDrawn(Tagged, frozen=True, tag="card_drawn"):
    """R3.1: hidden to all but the drawer."""

    seat: int
    card: str


class CardTaken(Tagged, frozen=True, tag="card_taken"):
    """R3.2: the top discard went into a row."""

    seat: int
    slot: int
    card: str
    replaced: str


class CardKept(Tagged, frozen=True, tag="card_kept"):
    """R3.4: the drawn card went into the row."""

    seat: int
    slot: int
    card: str
    replaced: str


class CardDiscarded(Tagged, frozen=True, tag="card_discarded"):
    """R3.4: the drawn card was discarded unused."""

    seat: int
    card: str


class CardPeekedAt(Tagged, frozen=True, tag="card_peeked_at"):
    """R4.2: hidden to all but the player."""

    seat: int
    slot: int
    card: str


class CardsSwapped(Tagged, frozen=True, tag="cards_swapped"):
    """R4.3."""

    seat: int
    slot: int
    other: int
    their_slot: int


class DrawTwoUsed(Tagged, frozen=True, tag="draw_two_used"):
    """R4.5."""

    seat: int


class Knocked(Tagged, frozen=True, tag="knocked"):
    """R5.1."""

    seat: int


class PileShuffled(Tagged, frozen=True, tag="pile_shuffled"):
    """R3.7: the discard pile is the new draw pile."""

    cards: int


class CardRevealed(Tagged, frozen=True, tag="card_revealed"):
    """R6.1."""

    seat: int
    slot: int
    card: str


class PowerCardReplaced(Tagged, frozen=True, tag="power_card_replaced"):
    """R6.2."""

    seat: int
    slot: int
    card: str
    replacement: str


class SeatScored(Tagged, frozen=True, tag="seat_scored"):
    """R6.3."""

    seat: int
    score: int
    total: int


class SeatOut(Tagged, frozen=True, tag="seat_out"):
    """R7.3: reached the limit."""

    seat: int


class TimeCalled(Tagged, frozen=True, tag="time_called"):
    """R7.2: this round is the last one."""


class GameEnded(Tagged, frozen=True, tag="game_ended"):
    """R7."""

    reason: str


Event: TypeAlias = (
    RoundDealt
    | CardSeen
    | StarterReturned
    | StarterTurned
    | SeatReady
    | TurnBegan
    | CardDrawn
    | CardTaken
    | CardKept
    | CardDiscarded
    | CardPeekedAt
    | CardsSwapped
    | DrawTwoUsed
    | Knocked
    | PileShuffled
    | CardRevealed
    | PowerCardReplaced
    | SeatScored
    | SeatOut
    | TimeCalled
    | GameEnded
)

FRESH_DEAL = (RoundDealt,)
"""Events after which all that was known of the cards is void."""
REASONS = ("rounds played", "time ran out", "one player left", "nobody left")
Told: TypeAlias = list[tuple[Audience, Tagged]]


def tell(rows: Sequence[Sequence[int]], options: Options) -> Told:
    """Return each event with its audience; hidden cards are told to their seat and to others."""
    told: Told = []
    for code, *numbers in rows:
        if code in _TO_ALL:
            told.append((EVERYONE, _TO_ALL[code](*numbers)))
        else:
            told += _IN_PART[code](options, *numbers)
    return told


_TO_ALL: dict[int, Callable[..., Tagged]] = {
    codes.ROUND_DEALT: lambda round, dealer, *_: RoundDealt(round=round, dealer=dealer),
    codes.STARTER_RETURNED: lambda card, *_: StarterReturned(card=CARDS[card]),
    codes.STARTER_TURNED: lambda card, *_: StarterTurned(card=CARDS[card]),
    codes.SEAT_READY: lambda seat, *_: SeatReady(seat=seat),
    codes.TURN_BEGAN: lambda seat, *_: TurnBegan(seat=seat),
    codes.CARD_TAKEN: lambda seat, slot, card, replaced, *_: CardTaken(
        seat=seat, slot=slot, card=CARDS[card], replaced=CARDS[replaced]
    ),
    codes.CARD_DISCARDED: lambda seat, card, *_: CardDiscarded(seat=seat, card=CARDS[card]),
    codes.CARDS_SWAPPED: lambda seat, slot, other, their_slot, *_: CardsSwapped(
        seat=seat, slot=slot, other=other, their_slot=their_slot
    ),
    codes.DRAW_TWO_USED: lambda seat, *_: DrawTwoUsed(seat=seat),
    codes.KNOCKED: lambda seat, *_: Knocked(seat=seat),
    codes.PILE_SHUFFLED: lambda cards, *_: PileShuffled(cards=cards),
    codes.CARD_REVEALED: lambda seat, slot, card, *_: CardRevealed(
        seat=seat, slot=slot, card=CARDS[card]
    ),
    codes.POWER_CARD_REPLACED: lambda seat, slot, card, replacement, *_: PowerCardReplaced(
        seat=seat, slot=slot, card=CARDS[card], replacement=CARDS[replacement]
    ),
    codes.SEAT_SCORED: lambda seat, score, total, *_: SeatScored(
        seat=seat, score=score, total=total
    ),
    codes.SEAT_OUT: lambda seat, *_: SeatOut(seat=seat),
    codes.TIME_CALLED: lambda *_: TimeCalled(),
    codes.GAME_ENDED: lambda reason, *_: GameEnded(reason=REASONS[reason]),
}


def _card_seen(options: Options, seat: int, slot: int, card: int, *_: int) -> Told:
    audience = EVERYONE if options.young_players else only(seat)
    return [(audience, CardSeen(seat=seat, slot=slot, card=CARDS[card]))]


def _card_drawn(options: Options, seat: int, card: int, *_: int) -> Told:
    return [
        (only(seat), CardDrawn(seat=seat, card=CARDS[card])),
        (all_but(seat), CardDrawn(seat=seat, card=HIDDEN)),
    ]


def _card_kept(
    options: Options, seat: int, slot: int, card: int, replaced: int, is_open: int
) -> Told:
    shown = CardKept(seat=seat, slot=slot, card=CARDS[card], replaced=CARDS[replaced])
    if is_open:
        return [(EVERYONE, shown)]
    hidden = CardKept(seat=seat, slot=slot, card=HIDDEN, replaced=CARDS[replaced])
    return [(only(seat), shown), (all_but(seat), hidden)]


def _card_peeked_at(options: Options, seat: int, slot: int, card: int, *_: int) -> Told:
    return [
        (only(seat), CardPeekedAt(seat=seat, slot=slot, card=CARDS[card])),
        (all_but(seat), CardPeekedAt(seat=seat, slot=slot, card=HIDDEN)),
    ]


_IN_PART: dict[int, Callable[..., Told]] = {
    codes.CARD_DEALT: _card_seen,
    codes.CARD_DRAWN: _card_drawn,
    codes.CARD_KEPT: _card_kept,
    codes.CARD_PEEKED_AT: _card_peeked_at,
}


def end_reason(state: Any) -> str:
    """Return why a finished game ended."""
    if state.end == BY_TIME:
        return REASONS[codes.TIME_RAN_OUT]
    if state.end == BY_POINTS:
        return REASONS[codes.ONE_LEFT if state.seats_in else codes.NOBODY_LEFT]
    return REASONS[codes.ROUNDS_PLAYED]
