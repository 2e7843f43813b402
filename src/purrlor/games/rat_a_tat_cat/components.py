"""R1: the cards."""

from typing import Literal, TypeAlias, get_args

Card: TypeAlias = Literal[
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "peek", "swap", "draw-2"
]
CARDS: tuple[Card, ...] = get_args(Card)
"""By number inside the kernels: 0..9 are their own value, 10..12 the power cards."""
NUMBER = {name: number for number, name in enumerate(CARDS)}

PEEK, SWAP, DRAW_TWO = 10, 11, 12
NO_CARD = -1
KINDS = 13

COPIES = (4, 4, 4, 4, 4, 4, 4, 4, 4, 9, 3, 3, 3)
TINY_COPIES = (1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0)
"""The seven cards of the tiny game: without power cards, since the starter of R2.2 could otherwise
be turned any number of times and exact counting would not end."""
DECK_SIZE = sum(COPIES)

MOST_PLAYERS = 6
ROW = 4
