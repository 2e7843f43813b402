"""What happened, told to each audience in the words of the rule page."""

from collections.abc import Sequence
from typing import Any, TypeAlias

from kuhn_poker import codes
from kuhn_poker.components import CARDS
from kuhn_poker.options import Options
from kuhn_poker.rules import is_folded
from purrlor.core.audience import EVERYONE, Audience, all_but, only
from purrlor.core.words import HIDDEN, Tagged


class CardDealt(Tagged, frozen=True, tag="card_dealt"):
    """K1: hidden to all but the seat."""

    seat: int
    card: str


class Passed(Tagged, frozen=True, tag="passed"):
    """K2."""

    seat: int


class BetPlaced(Tagged, frozen=True, tag="bet_placed"):
    """K2."""

    seat: int


class CardShown(Tagged, frozen=True, tag="card_shown"):
    """K3."""

    seat: int
    card: str


class GameEnded(Tagged, frozen=True, tag="game_ended"):
    """K3."""

    reason: str


Event: TypeAlias = CardDealt | Passed | BetPlaced | CardShown | GameEnded

REASONS = ("fold", "showdown")
Told: TypeAlias = list[tuple[Audience, Tagged]]


def tell(rows: Sequence[Sequence[int]], options: Options) -> Told:
    """Return each event with its audience; a dealt card is told twice, once hidden."""
    return [part for code, *numbers in rows for part in _tell(code, numbers)]


def _tell(code: int, numbers: Sequence[int]) -> Told:
    seat, card = numbers[:2]
    if code == codes.CARD_DEALT:
        return [
            (only(seat), CardDealt(seat=seat, card=CARDS[card])),
            (all_but(seat), CardDealt(seat=seat, card=HIDDEN)),
        ]
    if code == codes.PASSED:
        return [(EVERYONE, Passed(seat=seat))]
    if code == codes.BET_PLACED:
        return [(EVERYONE, BetPlaced(seat=seat))]
    if code == codes.CARD_SHOWN:
        return [(EVERYONE, CardShown(seat=seat, card=CARDS[card]))]
    return [(EVERYONE, GameEnded(reason=REASONS[numbers[0]]))]


def end_reason(state: Any) -> str:
    """Return why a finished game ended."""
    return REASONS[codes.FOLD if is_folded(state) else codes.SHOWDOWN]
