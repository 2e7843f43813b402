"""Options and house rules."""

from typing import Annotated, Literal

from msgspec import Meta

from purrlor.core.options import Options as BaseOptions
from purrlor.core.refusals import Reason
from purrlor.games.rat_a_tat_cat.components import MOST_PLAYERS


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
    first_dealer: Annotated[
        Literal["seat0", "lot"] | Annotated[int, Meta(ge=0, le=MOST_PLAYERS - 1)],
        Meta(description="who deals first: seat 0, by lot, or a seat (R2.1)"),
    ] = "seat0"
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

    @property
    def first_dealer_seat(self) -> int:
        """The seat that deals first, -1 if it is drawn by lot."""
        if isinstance(self.first_dealer, int):
            return self.first_dealer
        return -1 if self.first_dealer == "lot" else 0

    def conflict(self) -> Reason | None:
        """The first dealer sits at the table; the tiny game is a game of two, for one round."""
        if self.first_dealer_seat >= self.players:
            sentence = f"The first dealer is one of the seats 0 to {self.players - 1}."
            return Reason("first_dealer_not_seated", sentence, "R2.1")
        if self.tiny and (self.players != 2 or self.end != "rounds"):
            sentence = "The tiny game is for 2 players and ends by rounds."
            return Reason("tiny_is_for_two", sentence)
        return None
