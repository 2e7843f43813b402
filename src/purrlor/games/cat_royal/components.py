"""K1: the cards, the figures and the board."""

from typing import Literal, TypeAlias, get_args

import numpy as np

Card: TypeAlias = Literal[
    "2",
    "3",
    "5",
    "6",
    "8",
    "9",
    "12",
    "4",
    "10",
    "1-7",
    "start-1-11",
    "start-13",
    "swap",
    "magnet",
    "copy",
]
CARDS: tuple[Card, ...] = get_args(Card)
"""By number inside the kernels."""
NUMBER: dict[str, int] = {name: number for number, name in enumerate(CARDS)}
FOUR, TEN, ONE_TO_SEVEN, START_1_11, START_13, SWAP, MAGNET, COPY = range(7, 15)
KINDS = 15
GREEN_CARDS = (1 << FOUR) | (1 << TEN)
START_CARDS = (1 << START_1_11) | (1 << START_13)
"""Masks of cards."""
NO_CARD = -1

COPIES = (7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 10, 10, 7, 6, 7)
DECK_SIZE = sum(COPIES)
HAND = 5
TINY_COPIES = (0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 2, 1, 0, 0, 1)
"""The six cards of the tiny game, two a hand, so that two stay unseen."""
TINY_HAND = 2

PRINTED: tuple[tuple[int, ...], ...] = (
    *((2,), (3,), (5,), (6,), (8,), (9,), (12,), (4,), (10,)),
    *((1, 2, 3, 4, 5, 6, 7), (1, 11), (13,), (), (), ()),
)
"""K5.1: the numbers on each card; a 4 also goes back."""
FORWARD = np.array([sum(1 << value for value in values) for values in PRINTED], np.int64)
"""By card: its numbers as a mask, bit n for n fields."""
MOST_STEPS = 14
BACK = 4
KING_MOST = 7
"""K5.2: no card with a higher number moves the king."""

Figure: TypeAlias = Literal["king", "knight", "citizen", "jester"]
FIGURES: tuple[Figure, ...] = get_args(Figure)
"""By number inside the kernels, from the highest rank to the lowest (K1.2)."""
KING, KNIGHT, CITIZEN, JESTER = range(4)
FIGURE_NUMBER: dict[str, int] = {name: number for number, name in enumerate(FIGURES)}
MOST_WASTE = 2
"""K4.5."""

COLOURS = ("green", "yellow", "red", "blue")
MOST_PLAYERS = 4
RING = 64
TINY_RING = 16
CORNERS = 4
"""Start fields of all four colours, a quarter of the ring apart."""
LANE = 4
TINY_LANE = 2
WORMHOLES = 4
WORMHOLE_AFTER = 10
"""K1.4: fields from a start field to the wormhole after it."""

# Where a figure stands: a ring field 0 to 63, a goal field from GOAL on, or
START_AREA = -1
ABSENT = -2
"""In the tiny game there are a king and a jester only."""
GOAL = RING
