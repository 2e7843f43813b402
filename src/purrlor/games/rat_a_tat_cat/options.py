"""Options and house rules."""

from typing import Annotated, Literal

from msgspec import Meta

from purrlor.core.options import Options as BaseOptions
from purrlor.core.refusals import Reason


class Options(BaseOptions, frozen=True, kw_only=True):
    """The choices a table makes for Rat-a-Tat Cat."""

    players: Annotated[int, Meta(ge=2, le=6, description="how many play")] = 2
    end: Annotated[
        Literal["rounds", "time", "points"], Meta(description="what ends the game (R7)")
    ] = "rounds"
    rounds: Annotated[int, Meta(ge=1, le=50, description="how many rounds, with end = rounds")] = 5
    minutes: Annotated[int, Meta(ge=5, le=180, description="how long, with end = time")] = 30
    limit: Annotated[
        int, Meta(ge=20, le=500, description="points that put a player out, with end = points")
    ] = 100
    take_power_cards: Annotated[
        bool, Meta(description="a power card on the discard pile can be taken (R3.3)")
    ] = False
    power_cards_in_row: Annotated[
        bool, Meta(description="a drawn power card can be put into the row (R3.5)")
    ] = True
    knocker_protected: Annotated[
        bool, Meta(description="the knocker's cards cannot be swapped (R4.4)")
    ] = False
    young_players: Annotated[bool, Meta(description="outer cards lie face up (R8)")] = False
    memory_aid: Annotated[
        bool, Meta(description="what a player still knows stays in sight (R9.3)")
    ] = False
    tiny: Annotated[
        bool, Meta(description="two players, rows of two, seven cards, four turns: to count by")
    ] = False

    def conflict(self) -> Reason | None:
        """The tiny game is a game of two, for one round."""
        if self.tiny and (self.players != 2 or self.end != "rounds"):
            sentence = "The tiny game is for 2 players and ends by rounds."
            return Reason("tiny_is_for_two", sentence)
        return None
