"""Options and variants."""

from typing import Annotated

import msgspec
from msgspec import Meta

from purrlor.core.options import Options as BaseOptions
from purrlor.core.refusals import Reason
from purrlor.games.cattitude.components import (
    BONUS_NUMBERS,
    CARDS,
    RED_CARDS,
    RED_COPIES,
    SETUPS,
    SPLIT_COPIES,
    TINY_SETUP,
    VALUES,
    Setup,
)

LOWEST_VALUE, HIGHEST_VALUE = -20, 20
MOST_NEEDED = 28
MOST_COPIES = sum(SPLIT_COPIES.values())


RECONSTRUCTED = {"values": VALUES, "bonus_numbers": BONUS_NUMBERS, "red_cards": SPLIT_COPIES}
"""C1.4: what is not in the text of the printed rules, by option."""
_NOT_ENTERED = {
    "values": ("no_such_value", "The card {} has no value to choose; these have one"),
    "bonus_numbers": ("no_such_number", "No bonus card counts {}; these birds are counted"),
    "red_cards": ("no_such_red_card", "The copies of {} are fixed; these can be entered"),
}


class Options(BaseOptions, frozen=True, kw_only=True):
    """The choices a table makes for Cattitude."""

    players: Annotated[int, Meta(ge=2, le=5, description="how many play")] = 2
    beginner: Annotated[
        bool, Meta(description="one noble is enough, nothing is picked up (C7.1)")
    ] = False
    toss: Annotated[
        bool, Meta(description="the direction of every round is left to chance (C7.2)")
    ] = False
    values: Annotated[
        dict[str, Annotated[int, Meta(ge=LOWEST_VALUE, le=HIGHEST_VALUE)]],
        Meta(
            description="other values than the reconstructed ones, by card (C1.4)",
            extra={"keys": tuple(VALUES)},
        ),
    ] = msgspec.field(default_factory=VALUES.copy)
    bonus_numbers: Annotated[
        dict[str, Annotated[int, Meta(ge=1, le=MOST_NEEDED)]],
        Meta(
            description="how many birds the bonus cards “at least” ask for (C1.4)",
            extra={"keys": tuple(BONUS_NUMBERS)},
        ),
    ] = msgspec.field(default_factory=BONUS_NUMBERS.copy)
    red_cards: Annotated[
        dict[str, Annotated[int, Meta(ge=0, le=MOST_COPIES)]],
        Meta(
            description="copies of each diva bird and of each bonus card (C1.4)",
            extra={"keys": tuple(SPLIT_COPIES)},
        ),
    ] = msgspec.field(default_factory=SPLIT_COPIES.copy)
    tiny: Annotated[
        bool, Meta(description="two players, one species, six cards, two rounds: to count by")
    ] = False

    def __post_init__(self) -> None:
        """C1.4: what a table does not enter is as reconstructed."""
        for name, reconstructed in RECONSTRUCTED.items():
            msgspec.structs.force_setattr(self, name, {**reconstructed, **getattr(self, name)})

    @property
    def red_copies(self) -> tuple[int, ...]:
        """C1.2: copies of each card with a red back, by number of the card."""
        return tuple(
            self.red_cards.get(card, copies) for card, copies in zip(CARDS, RED_COPIES, strict=True)
        )

    @property
    def setup(self) -> Setup:
        """C2: how the cards are dealt."""
        return TINY_SETUP if self.tiny else SETUPS[self.players]

    def conflict(self) -> Reason | None:
        """Say which cards cannot be entered; the tiny game is a game of two."""
        for name, reconstructed in RECONSTRUCTED.items():
            for word in getattr(self, name):
                if word not in reconstructed:
                    reason, sentence = _NOT_ENTERED[name]
                    known = ", ".join(reconstructed)
                    return Reason(reason, f"{sentence.format(repr(word))}: {known}.", "C1.4")
        if sum(self.red_copies) != RED_CARDS:
            sentence = f"There are {RED_CARDS} red cards, not {sum(self.red_copies)}."
            return Reason("red_cards_are_fifteen", sentence, "C1.4")
        if self.tiny and self.players != 2:
            return Reason("tiny_is_for_two", "The tiny game is for 2 players.")
        return None
