"""The game as text: cards, actions and events for people, and a picture of the table."""

from purrlor.core.words import HIDDEN, NONE, Tagged
from purrlor.games.rat_a_tat_cat import actions as a
from purrlor.games.rat_a_tat_cat import events as e
from purrlor.games.rat_a_tat_cat.position import Position
from purrlor.games.rat_a_tat_cat.view import View

_CARD_NAMES = {
    "peek": "Peek",
    "swap": "Swap",
    "draw-2": "Draw 2",
    HIDDEN: "a card",
    NONE: "nothing",
}
_FACES = {"peek": "Pk", "swap": "Sw", "draw-2": "D2", HIDDEN: "░░"}


def card_text(card: str) -> str:
    """Return a card's name within a sentence."""
    return _CARD_NAMES.get(card, f"the {card}")


def action_text(action: Tagged) -> str:
    """Say what an action does."""
    match action:
        case a.Ready():
            return "I have seen my cards"
        case a.TakeDiscard(slot=slot):
            return f"take the top discard into slot {slot}"
        case a.Draw():
            return "draw a card"
        case a.Keep(slot=slot):
            return f"keep it in slot {slot}"
        case a.Discard():
            return "discard it"
        case a.Peek(slot=slot):
            return f"peek at slot {slot}"
        case a.Swap(slot=slot, seat=seat, their_slot=their_slot):
            return f"swap slot {slot} with slot {their_slot} of seat {seat}"
        case a.DrawTwo():
            return "use the Draw 2"
        case a.Knock():
            return "knock: rat-a-tat cat"
        case a.EndTurn():
            return "end the turn"
        case a.TimeUp():
            return "time is up"
    raise TypeError(f"not an action: {action!r}")


def event_text(event: Tagged) -> str:
    """Tell an event as a sentence."""
    match event:
        case e.RoundDealt(round=round, dealer=dealer):
            return f"Round {round}: seat {dealer} deals."
        case e.CardSeen(seat=seat, slot=slot, card=card):
            return f"Seat {seat}, slot {slot}: {card_text(card)}."
        case e.StarterReturned(card=card):
            return f"{card_text(card)} is turned and goes back into the pile."
        case e.StarterTurned(card=card):
            return f"The discard pile starts with {card_text(card)}."
        case e.SeatReady(seat=seat):
            return f"Seat {seat} is ready."
        case e.TurnBegan(seat=seat):
            return f"Seat {seat} is on turn."
        case e.CardDrawn(seat=seat, card=card):
            return f"Seat {seat} draws {card_text(card)}."
        case e.CardTaken(seat=seat, slot=slot, card=card, replaced=replaced):
            return (
                f"Seat {seat} takes {card_text(card)} into slot {slot} "
                f"and discards {card_text(replaced)}."
            )
        case e.CardKept(seat=seat, slot=slot, card=card, replaced=replaced):
            return (
                f"Seat {seat} keeps {card_text(card)} in slot {slot} "
                f"and discards {card_text(replaced)}."
            )
        case e.CardDiscarded(seat=seat, card=card):
            return f"Seat {seat} discards {card_text(card)}."
        case e.CardPeekedAt(seat=seat, slot=slot, card=card):
            seen = "" if card == HIDDEN else f": {card_text(card)}"
            return f"Seat {seat} peeks at slot {slot}{seen}."
        case e.CardsSwapped(seat=seat, slot=slot, other=other, their_slot=their_slot):
            return f"Seat {seat} swaps slot {slot} with slot {their_slot} of seat {other}."
        case e.DrawTwoUsed(seat=seat):
            return f"Seat {seat} uses a Draw 2."
        case e.Knocked(seat=seat):
            return f"Seat {seat} knocks: rat-a-tat cat. Everyone else has one more turn."
        case e.PileShuffled(cards=cards):
            return f"The draw pile is empty: {cards} discards are shuffled."
        case e.CardRevealed(seat=seat, slot=slot, card=card):
            return f"Seat {seat}, slot {slot}: {card_text(card)}."
        case e.PowerCardReplaced(seat=seat, slot=slot, card=card, replacement=replacement):
            return (
                f"Seat {seat}, slot {slot}: {card_text(card)} is replaced "
                f"by {card_text(replacement)}."
            )
        case e.SeatScored(seat=seat, score=score, total=total):
            return f"Seat {seat} scores {score} and stands at {total}."
        case e.SeatOut(seat=seat):
            return f"Seat {seat} has reached the limit and is out."
        case e.TimeCalled():
            return "Time is up: this round is the last one."
        case e.GameEnded(reason=reason):
            return f"The game is over: {reason}."
    raise TypeError(f"not an event: {event!r}")


def picture(view: View | Position, seat: int | None = None) -> str:
    """Draw the table as a seat sees it, or as it is."""
    draw_pile = view.draw_pile if isinstance(view.draw_pile, int) else len(view.draw_pile)
    lines = [f"Round {view.round}, dealer {view.dealer}"]
    for owner, row in enumerate(view.rows):
        cards = " ".join(f"[{_FACES.get(card, card):>2}]" for card in row) or "out"
        marks = [
            "on turn" if owner == view.turn and view.phase not in ("look", "over") else "",
            "knocked" if owner == view.knocker else "",
            f"place {view.places[owner]}" if isinstance(view.places, list) else "",
        ]
        name = f"seat {owner}" + (" (you)" if owner == seat else "")
        notes = ", ".join(mark for mark in marks if mark)
        lines.append(f"  {name:<13}{cards}   {view.totals[owner]:>3} points  {notes}".rstrip())
    top = _FACES.get(view.discard_pile[0], view.discard_pile[0]) if view.discard_pile else "--"
    drawn = "" if view.drawn == NONE else f"   drawn [{_FACES.get(view.drawn, view.drawn):>2}]"
    lines.append(f"  draw pile {draw_pile} cards   discard [{top:>2}]{drawn}")
    return "\n".join(lines)


def prompt(view: View, seat: int) -> str:
    """Say in one sentence what the seat can do now."""
    if view.phase == "look":
        return "Look at your outer cards and remember them."
    if view.phase == "turn":
        top = view.discard_pile[0]
        return "Draw." if top in ("peek", "swap", "draw-2") else f"Draw, or take the {top}."
    if view.phase == "drawn":
        return f"You drew {card_text(view.drawn)}."
    return "Knock, or end your turn." if view.knocker < 0 else "End your turn."
