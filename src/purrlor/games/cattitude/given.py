"""A position as it is given: the words of a scenario."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from purrlor.core.contract import State
from purrlor.core.refusals import PositionRefused
from purrlor.core.words import Words
from purrlor.games.cattitude.components import NUMBER, Bid, Card, Species
from purrlor.games.cattitude.state import BIDDING, CHOOSING, LOSING, OVER, SECURING

BySeat: TypeAlias = list[list[Card]] | UnsetType
Direction: TypeAlias = Literal["left", "right"]
Cards: TypeAlias = list[list[int]]


class Given(Words, frozen=True):
    """A position as it is named in a scenario."""

    round: int | UnsetType = UNSET
    phase: Literal["bid", "choose", "lose", "secure", "over"] = "bid"
    direction: Direction | UnsetType = UNSET
    hands: BySeat = UNSET
    tables: BySeat = UNSET
    palaces: BySeat = UNSET
    open_bids: BySeat = UNSET
    closed_bids: BySeat = UNSET
    picked_up: BySeat = UNSET
    sealed: list[bool] | UnsetType = UNSET
    choices: list[Literal[""] | Bid] | UnsetType = UNSET
    losing: list[list[Species]] | UnsetType = UNSET
    done: list[bool] | UnsetType = UNSET
    piles: BySeat = UNSET
    discards: list[Card] | UnsetType = UNSET
    left_out: list[Card] | UnsetType = UNSET
    chance: list[Direction] = []
    scores: list[int] | UnsetType = UNSET
    places: list[int] | UnsetType = UNSET


PHASE_OF = {
    "hands": (BIDDING,),
    "picked_up": (BIDDING,),
    "sealed": (BIDDING,),
    "open_bids": (BIDDING, CHOOSING),
    "closed_bids": (BIDDING, CHOOSING),
    "choices": (CHOOSING,),
    "losing": (LOSING,),
    "done": (SECURING,),
    "scores": (OVER,),
    "places": (OVER,),
}
"""Words that say something in some phases only."""


def read_given(given: Mapping[str, Any]) -> Given:
    """Return the words of a position."""
    try:
        return msgspec.convert(dict(given), Given)
    except msgspec.ValidationError as error:
        raise PositionRefused(f"This is not a position of Cattitude: {error}.") from None


def numbers(cards: Sequence[Card]) -> list[int]:
    """Return cards by number."""
    return sorted(NUMBER[card] for card in cards)


def by_seat(s: State, given: BySeat, word: str) -> Cards:
    """Return the cards of each seat by number; none where they are not named."""
    if given is UNSET:
        return [[] for _ in range(s.players)]
    if len(given) != s.players:
        raise PositionRefused(f"There are {s.players} seats to be named in {word}.")
    return [numbers(cards) for cards in given]


def is_red_round(s: State) -> bool:
    """C2.3: the last rounds are dealt from piles with red cards."""
    return bool(s.round_number >= s.first_red_round)
