"""Options and variants."""

from typing import Annotated

from msgspec import Meta

from purrlor.core.options import Options as BaseOptions
from purrlor.core.refusals import Reason
from purrlor.games.cattitude.components import CARDS, SETUPS, TINY_SETUP, VALUED, Setup

LOWEST_VALUE, HIGHEST_VALUE = -20, 20


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
            extra={"keys": CARDS[:VALUED]},
        ),
    ] = {}
    tiny: Annotated[
        bool, Meta(description="two players, one species, six cards, two rounds: to count by")
    ] = False

    @property
    def setup(self) -> Setup:
        """C2: how the cards are dealt."""
        return TINY_SETUP if self.tiny else SETUPS[self.players]

    def conflict(self) -> Reason | None:
        """Values belong to birds and cats; the tiny game is a game of two."""
        for card in self.values:
            if card not in CARDS[:VALUED]:
                known = ", ".join(CARDS[:VALUED])
                sentence = f"The card {card!r} has no value to choose; these have one: {known}."
                return Reason("no_such_value", sentence, "C1.4")
        if self.tiny and self.players != 2:
            return Reason("tiny_is_for_two", "The tiny game is for 2 players.")
        return None
