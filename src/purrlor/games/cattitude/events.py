"""What happened, told to each audience in the words of the rule page."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from msgspec import UNSET, UnsetType

from purrlor.core.audience import EVERYONE, Audience, all_but, only
from purrlor.core.words import HIDDEN, Tagged
from purrlor.games.cattitude import codes
from purrlor.games.cattitude.components import BIDS, CARDS, SPECIES
from purrlor.games.cattitude.options import Options
from purrlor.games.cattitude.state import ALL_KNOW, LEFT


class RoundDealt(Tagged, frozen=True, tag="round_dealt"):
    """C2.4, C2.5: a new round; between two players it has no direction."""

    round: int
    rounds: int
    direction: str | UnsetType = UNSET


class HandDealt(Tagged, frozen=True, tag="hand_dealt"):
    """C2.4: hidden to all but the seat."""

    seat: int
    cards: list[str]


class CardOffered(Tagged, frozen=True, tag="card_offered"):
    """C3.1: told only to the seat."""

    seat: int
    card: str
    bid: str


class CardPickedUp(Tagged, frozen=True, tag="card_picked_up"):
    """C3.2: told only to the seat."""

    seat: int
    card: str
    bid: str


class BidSealed(Tagged, frozen=True, tag="bid_sealed"):
    """C3.3."""

    seat: int


class BidRevealed(Tagged, frozen=True, tag="bid_revealed"):
    """C3.3: the open bid of a seat, and the backs of its closed bid."""

    seat: int
    open: list[str]
    closed_backs: list[str]


class ChoiceMade(Tagged, frozen=True, tag="choice_made"):
    """C3.4: hidden to all but the seat, until all have chosen."""

    seat: int
    bid: str


class BidTaken(Tagged, frozen=True, tag="bid_taken"):
    """C3.4: all choices are shown; this seat took that bid of the giver."""

    seat: int
    giver: int
    bid: str


class CardsCollected(Tagged, frozen=True, tag="cards_collected"):
    """C4.1: what a seat lays out, from the bid it took and the one that came back."""

    seat: int
    cards: list[str]


class BonusCollected(Tagged, frozen=True, tag="bonus_collected"):
    """C4.2: hidden to those who have not seen the card."""

    seat: int
    card: str


class TieFound(Tagged, frozen=True, tag="tie_found"):
    """C4.6: the owner chooses among these what is lost."""

    seat: int
    species: list[str]


class SpeciesNamed(Tagged, frozen=True, tag="species_named"):
    """C4.6."""

    seat: int
    species: str


class SpeciesLost(Tagged, frozen=True, tag="species_lost"):
    """C4.4: a birdoholic or a catastrophe took these birds."""

    seat: int
    species: str
    taker: str
    cards: list[str]


class TakersDiscarded(Tagged, frozen=True, tag="takers_discarded"):
    """C4.7: birdoholics and catastrophes leave, whether they took something or not."""

    seat: int
    birdoholics: int
    catastrophes: int


class SpeciesSecured(Tagged, frozen=True, tag="species_secured"):
    """C5.1: birds and cats that went under the palace."""

    seat: int
    species: str
    cards: list[str]


class SeatDone(Tagged, frozen=True, tag="seat_done"):
    """C5.5."""

    seat: int


class TableCleared(Tagged, frozen=True, tag="table_cleared"):
    """C6.1: not secured in time."""

    seat: int
    cards: list[str]


class PalaceOpened(Tagged, frozen=True, tag="palace_opened"):
    """C5.4."""

    seat: int
    cards: list[str]


class BonusScored(Tagged, frozen=True, tag="bonus_scored"):
    """C6.2: whether a bonus card is met, and by how many birds."""

    seat: int
    card: str
    birds: int
    is_met: bool
    points: int
    needed: int | UnsetType = UNSET
    """The birds it asks for, if it asks for at least so many."""


class SeatScored(Tagged, frozen=True, tag="seat_scored"):
    """C6.2, C6.3."""

    seat: int
    score: int
    place: int


class GameEnded(Tagged, frozen=True, tag="game_ended"):
    """C6."""

    reason: str


Event: TypeAlias = (
    RoundDealt
    | HandDealt
    | CardOffered
    | CardPickedUp
    | BidSealed
    | BidRevealed
    | ChoiceMade
    | BidTaken
    | CardsCollected
    | BonusCollected
    | TieFound
    | SpeciesNamed
    | SpeciesLost
    | TakersDiscarded
    | SpeciesSecured
    | SeatDone
    | TableCleared
    | PalaceOpened
    | BonusScored
    | SeatScored
    | GameEnded
)

ROUNDS_PLAYED = "rounds played"
Told: TypeAlias = list[tuple[Audience, Tagged]]


def tell(rows: Sequence[Sequence[int]], options: Options) -> Told:
    """Return each event with its audience; what only some see is told twice, in two versions."""
    told: Told = []
    for row, cards in _with_cards(rows):
        code, *numbers = row
        if code in _TO_ALL:
            told.append((EVERYONE, _TO_ALL[code](cards, *numbers)))
        else:
            told += _IN_PART[code](options, cards, *numbers)
    return told


def _with_cards(rows: Sequence[Sequence[int]]) -> list[tuple[Sequence[int], list[str]]]:
    """Give each row the cards that were noted after it."""
    found: list[tuple[Sequence[int], list[str]]] = []
    for row in rows:
        if row[0] == codes.CARDS_OF_IT:
            found[-1][1].extend([CARDS[row[1]]] * row[2])
        else:
            found.append((row, []))
    return found


_TO_ALL: dict[int, Callable[..., Tagged]] = {
    codes.BID_SEALED: lambda cards, seat, *_: BidSealed(seat=seat),
    codes.BIDS_REVEALED: lambda cards, seat, blue, red, *_: BidRevealed(
        seat=seat, open=cards, closed_backs=["blue"] * blue + ["red"] * red
    ),
    codes.BID_TAKEN: lambda cards, seat, giver, bid, *_: BidTaken(
        seat=seat, giver=giver, bid=BIDS[bid]
    ),
    codes.CARDS_COLLECTED: lambda cards, seat, *_: CardsCollected(seat=seat, cards=cards),
    codes.TIE_FOUND: lambda cards, seat, mask, *_: TieFound(
        seat=seat, species=[name for bit, name in enumerate(SPECIES) if mask >> bit & 1]
    ),
    codes.SPECIES_NAMED: lambda cards, seat, species, *_: SpeciesNamed(
        seat=seat, species=SPECIES[species]
    ),
    codes.SPECIES_LOST: lambda cards, seat, species, taker, *_: SpeciesLost(
        seat=seat, species=SPECIES[species], taker=CARDS[taker], cards=cards
    ),
    codes.TAKERS_DISCARDED: lambda cards, seat, birdoholics, catastrophes, *_: TakersDiscarded(
        seat=seat, birdoholics=birdoholics, catastrophes=catastrophes
    ),
    codes.SPECIES_SECURED: lambda cards, seat, species, *_: SpeciesSecured(
        seat=seat, species=SPECIES[species], cards=cards
    ),
    codes.SEAT_DONE: lambda cards, seat, *_: SeatDone(seat=seat),
    codes.PALACE_OPENED: lambda cards, seat, *_: PalaceOpened(seat=seat, cards=cards),
    codes.BONUS_SCORED: lambda cards, seat, card, birds, points, needed: BonusScored(
        seat=seat,
        card=CARDS[card],
        birds=birds,
        is_met=points > 0,
        points=points,
        needed=needed or UNSET,
    ),
    codes.SEAT_SCORED: lambda cards, seat, score, place, *_: SeatScored(
        seat=seat, score=score, place=place
    ),
    codes.GAME_ENDED: lambda *_: GameEnded(reason=ROUNDS_PLAYED),
}


def _round_dealt(options: Options, cards: list[str], round_: int, direction: int, *_: int) -> Told:
    way = ("left" if direction == LEFT else "right") if options.players > 2 else UNSET
    dealt = RoundDealt(round=round_, rounds=options.setup.rounds, direction=way)
    return [(EVERYONE, dealt)]


def _hand_dealt(options: Options, cards: list[str], seat: int, *_: int) -> Told:
    return [
        (only(seat), HandDealt(seat=seat, cards=cards)),
        (all_but(seat), HandDealt(seat=seat, cards=[HIDDEN] * len(cards))),
    ]


def _table_cleared(options: Options, cards: list[str], seat: int, *_: int) -> Told:
    return [(EVERYONE, TableCleared(seat=seat, cards=cards))] if cards else []


def _card_offered(
    options: Options, cards: list[str], seat: int, card: int, bid: int, *_: int
) -> Told:
    return [(only(seat), CardOffered(seat=seat, card=CARDS[card], bid=BIDS[bid]))]


def _card_picked_up(
    options: Options, cards: list[str], seat: int, card: int, bid: int, *_: int
) -> Told:
    return [(only(seat), CardPickedUp(seat=seat, card=CARDS[card], bid=BIDS[bid]))]


def _choice_made(options: Options, cards: list[str], seat: int, bid: int, *_: int) -> Told:
    return [
        (only(seat), ChoiceMade(seat=seat, bid=BIDS[bid])),
        (all_but(seat), ChoiceMade(seat=seat, bid=HIDDEN)),
    ]


def _bonus_collected(
    options: Options, cards: list[str], seat: int, card: int, knowers: int, *_: int
) -> Told:
    shown = BonusCollected(seat=seat, card=CARDS[card])
    if knowers == ALL_KNOW:
        return [(EVERYONE, shown)]
    seats = [other for other in range(options.players) if knowers >> other & 1]
    hidden = BonusCollected(seat=seat, card=HIDDEN)
    return [(only(*seats), shown), (all_but(*seats), hidden)]


_IN_PART: dict[int, Callable[..., Told]] = {
    codes.ROUND_DEALT: _round_dealt,
    codes.HAND_DEALT: _hand_dealt,
    codes.TABLE_CLEARED: _table_cleared,
    codes.CARD_OFFERED: _card_offered,
    codes.CARD_PICKED_UP: _card_picked_up,
    codes.CHOICE_MADE: _choice_made,
    codes.BONUS_COLLECTED: _bonus_collected,
}


def end_reason(state: Any) -> str:
    """Return why a finished game ended."""
    return ROUNDS_PLAYED
