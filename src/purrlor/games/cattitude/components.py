"""C1, C2: the cards, their values, and how they are dealt."""

import tomllib
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias, get_args

Card: TypeAlias = Literal[
    "turkey",
    "chicken",
    "peacock",
    "skinny-turkey",
    "frightened-chicken",
    "plucked-peacock",
    "diva-turkey",
    "diva-chicken",
    "diva-peacock",
    "duchess",
    "baroness",
    "marquess",
    "royal-cat",
    "queen",
    "birdoholic",
    "catastrophe",
    "bonus-no-turkey",
    "bonus-no-chicken",
    "bonus-no-peacock",
    "bonus-turkeys",
    "bonus-chickens",
    "bonus-peacocks",
]
CARDS: tuple[Card, ...] = get_args(Card)
"""By number inside the kernels. A bird's species is its number modulo 3, and a noble's too."""
NUMBER = {name: number for number, name in enumerate(CARDS)}
KINDS = len(CARDS)
NO_CARD = -1
FORMER_WORDS = {
    "bonus-8-turkeys": "bonus-turkeys",
    "bonus-6-chickens": "bonus-chickens",
    "bonus-4-peacocks": "bonus-peacocks",
}
"""Words of rules version 1 that are still read: the number of birds was part of the card's name."""

Species: TypeAlias = Literal["turkey", "chicken", "peacock"]
SPECIES: tuple[Species, ...] = get_args(Species)
Bid: TypeAlias = Literal["open", "closed"]
BIDS: tuple[Bid, ...] = get_args(Bid)
OPEN, CLOSED = 0, 1
Cat: TypeAlias = Literal["noble", "royal-cat", "queen"]
CATS: tuple[Cat, ...] = get_args(Cat)
"""What can escort a species (C5.2)."""
BY_NOBLE, BY_ROYAL_CAT, BY_QUEEN = 0, 1, 2

# The first number of each group of cards, and single cards.
TURKEY, SKINNY_TURKEY, DIVA_TURKEY, DUCHESS = 0, 3, 6, 9
ROYAL_CAT, QUEEN, BIRDOHOLIC, CATASTROPHE = 12, 13, 14, 15
FIRST_BONUS = 16
MINUS_BIRDS_END = 6
"""Plain and minus birds are blue, the divas that follow are red."""
VALUED = 14
"""Birds and cats come first: they have a value, and they can be picked up (C3.2)."""
ON_TABLE = 16
"""Bonus cards come last: they never lie on a table (C4.2)."""
BONUSES = KINDS - FIRST_BONUS

_reconstructed = tomllib.loads(Path(__file__).with_name("values.toml").read_text(encoding="utf-8"))
VALUES: dict[str, int] = _reconstructed["values"]
"""C1.4: by card."""
BONUS_NUMBERS: dict[str, int] = _reconstructed["bonus_numbers"]
"""C1.4: how many birds the "at least" cards ask for, by species in the plural."""
SPLIT_COPIES: dict[str, int] = _reconstructed["red_cards"]
"""C1.4: copies of each diva bird and of each bonus card."""

BLUE_COPIES = (28, 21, 14, 2, 2, 2, 0, 0, 0, 6, 5, 4, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0)
_TEXT_COPIES = {"queen": 1, "catastrophe": 2}
"""C1.2: these numbers stand in the text of the printed rules."""
RED_COPIES = tuple((SPLIT_COPIES | _TEXT_COPIES).get(card, 0) for card in CARDS)
TINY_BLUE_COPIES = (2, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
TINY_RED_COPIES = (0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0)
"""The six cards of the tiny game: 2 turkeys and a duchess; a diva turkey, a catastrophe and the
bonus card "no turkey". A birdoholic would have nothing to take from a single species."""
BLUE_CARDS, RED_CARDS = sum(BLUE_COPIES), sum(RED_COPIES)
NOBLES_TAKEN_OUT = (0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
"""C2.1: with two players, before the cards are shuffled."""

MOST_PLAYERS = 5
MOST_DEALT = 5
MOST_PICKED_UP = 2


class Setup(NamedTuple):
    """C2.1 to C2.4: how a game is dealt."""

    rounds: int
    red_rounds: int
    dealt: int
    """Cards each in a round."""
    dealt_red: int
    """Red cards among them in a red round."""


SETUPS = {
    5: Setup(rounds=7, red_rounds=3, dealt=3, dealt_red=1),
    4: Setup(rounds=8, red_rounds=3, dealt=3, dealt_red=1),
    3: Setup(rounds=11, red_rounds=4, dealt=3, dealt_red=1),
    2: Setup(rounds=9, red_rounds=3, dealt=5, dealt_red=2),
}
TINY_SETUP = Setup(rounds=2, red_rounds=1, dealt=1, dealt_red=1)

BONUS_POINTS = 5
"""C1.4: fixed by the text of the printed rules."""


def is_red(card: int) -> bool:
    """Return whether a card has a red back (C1.2)."""
    return RED_COPIES[card] > 0
