"""Options."""

from typing import Annotated

from msgspec import Meta

from purrlor.core.options import Options as BaseOptions
from purrlor.core.refusals import Reason


class Options(BaseOptions, frozen=True, kw_only=True):
    """The choices a table makes for Cat Royal."""

    players: Annotated[int, Meta(ge=2, le=4, description="how many play")] = 4
    cheating: Annotated[bool, Meta(description="one cheat a hand, and accusations (K7)")] = True
    wormholes: Annotated[bool, Meta(description="wormholes on the ring (K6)")] = True
    partners: Annotated[bool, Meta(description="seats 0 and 2 against 1 and 3 (K8)")] = False
    tiny: Annotated[
        bool, Meta(description="two players, two figures, 16 fields, one hand of two: to count by")
    ] = False

    def conflict(self) -> Reason | None:
        """Partners are two against two; the tiny game is a game of two."""
        if self.partners and self.players != 4:
            return Reason("partners_are_four", "Partners need 4 players.", "K8.1")
        if self.tiny and self.players != 2:
            return Reason("tiny_is_for_two", "The tiny game is for 2 players.")
        return None
