"""The game as text: actions and events for people, and a picture of the table."""

from kuhn_poker import actions as a
from kuhn_poker import events as e
from kuhn_poker.position import Position
from kuhn_poker.view import View
from purrlor.core.words import HIDDEN, Tagged


def action_text(action: Tagged) -> str:
    """Say what an action does."""
    return "bet a chip" if isinstance(action, a.Bet) else "pass"


def event_text(event: Tagged) -> str:
    """Tell an event as a sentence."""
    match event:
        case e.CardDealt(seat=seat, card=card):
            return f"Seat {seat} is dealt {'a card' if card == HIDDEN else card}."
        case e.Passed(seat=seat):
            return f"Seat {seat} passes."
        case e.BetPlaced(seat=seat):
            return f"Seat {seat} bets."
        case e.CardShown(seat=seat, card=card):
            return f"Seat {seat} shows {card}."
        case e.GameEnded(reason=reason):
            return f"The game is over: {reason}."
    raise TypeError(f"not an event: {event!r}")


def picture(view: View | Position, seat: int | None = None) -> str:
    """Draw the table as a seat sees it, or as it is."""
    return f"{' '.join(view.cards)}: {', '.join(view.actions) or 'nothing yet'}"


def prompt(view: View, seat: int) -> str:
    """Say in one sentence what the seat can do now."""
    return "Pass or bet."
