"""Fields, figures and seats in the words of the rule page."""

from collections.abc import Iterable
from typing import Any, TypeAlias

from msgspec import UNSET, UnsetType

from purrlor.core.words import Words
from purrlor.games.cat_royal.components import (
    ABSENT,
    CARDS,
    COLOURS,
    FIGURES,
    GOAL,
    NO_CARD,
    START_AREA,
)

Field: TypeAlias = int | str
"""A ring index, "goal-1" to "goal-4", or "start" for the start area."""
START = "start"


class Figures(Words, frozen=True):
    """Where the figures of a seat stand; one that is not in the game is absent."""

    king: Field | UnsetType = UNSET
    knight: Field | UnsetType = UNSET
    citizen: Field | UnsetType = UNSET
    jester: Field | UnsetType = UNSET


def field_name(field: int) -> Field:
    """Return the word for a field."""
    if field == START_AREA:
        return START
    return f"goal-{field - GOAL + 1}" if field >= GOAL else field


def figures(record: Any) -> list[Figures]:
    """Return where all figures stand."""
    return [
        Figures(
            **{
                name: field_name(field)
                for name, field in zip(FIGURES, row, strict=True)
                if field != ABSENT
            }
        )
        for row in record.figures[: record.players].tolist()
    ]


def card_names(cards: Iterable[int]) -> list[str]:
    """Return the words for cards, leaving out empty places."""
    return [CARDS[card] for card in cards if card != NO_CARD]


def seats(mask: int, players: int) -> list[int]:
    """Return the seats of a mask, rising."""
    return [seat for seat in range(players) if mask >> seat & 1]


def one_each(mask: int, players: int) -> list[int]:
    """Return a mask of seats as 0 or 1 for each seat."""
    return [mask >> seat & 1 for seat in range(players)]


def colour(seat: int, players: int) -> str:
    """K1.1: two players are green and red."""
    return COLOURS[2 * seat if players == 2 else seat]
