"""The game as text: cards, actions and events for people, and a picture of the table."""

from collections import Counter
from collections.abc import Sequence

from msgspec import UNSET

from purrlor.core.words import HIDDEN, Tagged
from purrlor.games.cattitude import actions as a
from purrlor.games.cattitude import events as e
from purrlor.games.cattitude.components import BONUS_POINTS, CARDS, FIRST_BONUS, SPECIES
from purrlor.games.cattitude.options import Options
from purrlor.games.cattitude.position import Position
from purrlor.games.cattitude.view import View

_PLURALS = {
    "duchess": "duchesses",
    "baroness": "baronesses",
    "marquess": "marquesses",
    HIDDEN: "hidden cards",
}
_NOBLES = dict(zip(SPECIES, ("duchess", "baroness", "marquess"), strict=True))


def _bonus_text(card: str) -> str:
    bonus = CARDS.index(card) - FIRST_BONUS
    species = SPECIES[bonus % 3]
    asks = f"no {species}" if bonus < len(SPECIES) else f"many {species}s"
    return f"bonus “{asks}”"


def introduction(options: Options) -> str:
    """Say what the cards do not: how many birds the bonus cards “many” ask for (C1.4)."""
    asks = [f"at least {number} {birds}" for birds, number in options.bonus_numbers.items()]
    return f"The bonus cards “many” ask for {', '.join(asks)}."


def card_text(card: str, count: int = 1) -> str:
    """Return a card's name within a sentence, with a number if there are several."""
    if card.startswith("bonus-"):
        return _bonus_text(card)
    name = card.replace("-", " ")
    if count == 1:
        return "hidden card" if card == HIDDEN else name
    return f"{count} {_PLURALS.get(card, name + 's')}"


def cards_text(cards: Sequence[str]) -> str:
    """Return a heap of cards within a sentence."""
    return ", ".join(card_text(card, count) for card, count in Counter(cards).items()) or "nothing"


def _and(words: Sequence[str]) -> str:
    return " and ".join(words)


def action_text(action: Tagged) -> str:
    """Say what an action does."""
    match action:
        case a.Offer(card=card, bid=bid):
            return f"offer {card_text(card)} in the {bid} bid"
        case a.PickUp(card=card, bid=bid):
            return f"pick up {card_text(card)} for the {bid} bid"
        case a.Seal():
            return "seal the bids"
        case a.Choose(bid=bid):
            return f"choose the {bid} bid"
        case a.Lose(species=species):
            return f"lose the {species}s"
        case a.Secure(species=species, cat=cat):
            escort = f"the {_NOBLES[species]}" if cat == "noble" else f"the {card_text(cat)}"
            return f"secure the {species}s with {escort}"
        case a.Done():
            return "secure nothing more"
    raise TypeError(f"not an action: {action!r}")


def event_text(event: Tagged) -> str:
    """Tell an event as a sentence."""
    match event:
        case e.RoundDealt(round=round_, rounds=rounds, direction=direction):
            way = "" if direction is UNSET else f", bids go to the {direction}"
            return f"Round {round_} of {rounds}{way}."
        case e.HandDealt(seat=seat, cards=cards):
            return f"Seat {seat} is dealt {cards_text(cards)}."
        case e.CardOffered(seat=seat, card=card, bid=bid):
            return f"Seat {seat} puts {card_text(card)} into the {bid} bid."
        case e.CardPickedUp(seat=seat, card=card, bid=bid):
            return f"Seat {seat} picks up {card_text(card)} for the {bid} bid."
        case e.BidSealed(seat=seat):
            return f"Seat {seat} has sealed."
        case e.BidRevealed(seat=seat, open=cards, closed_backs=backs):
            return f"Seat {seat} offers {cards_text(cards)}; closed: {_backs_text(backs)}."
        case e.ChoiceMade(seat=seat, bid=bid):
            what = "has chosen" if bid == HIDDEN else f"chooses the {bid} bid"
            return f"Seat {seat} {what}."
        case e.BidTaken(seat=seat, giver=giver, bid=bid):
            return f"Seat {seat} takes the {bid} bid of seat {giver}."
        case e.CardsCollected(seat=seat, cards=cards):
            return f"Seat {seat} lays out {cards_text(cards)}."
        case e.BonusCollected(seat=seat, card=card):
            bonus = "a bonus card" if card == HIDDEN else f"the {card_text(card)}"
            return f"Seat {seat} puts {bonus} under the palace."
        case e.TieFound(seat=seat, species=species):
            return f"Seat {seat} has a tie to break between {_and([f'{s}s' for s in species])}."
        case e.SpeciesNamed(seat=seat, species=species):
            return f"Seat {seat} gives up the {species}s."
        case e.SpeciesLost(seat=seat, taker=taker, cards=cards):
            return f"A {card_text(taker)} takes from seat {seat}: {cards_text(cards)}."
        case e.TakersDiscarded(seat=seat, birdoholics=birdoholics, catastrophes=catastrophes):
            takers = ["birdoholic"] * birdoholics + ["catastrophe"] * catastrophes
            return f"Discarded at seat {seat}: {cards_text(takers)}."
        case e.SpeciesSecured(seat=seat, cards=cards):
            return f"Seat {seat} secures {cards_text(cards)}."
        case e.SeatDone(seat=seat):
            return f"Seat {seat} is done."
        case e.TableCleared(seat=seat, cards=cards):
            return f"Seat {seat} leaves unsecured: {cards_text(cards)}."
        case e.PalaceOpened(seat=seat, cards=cards):
            return f"Seat {seat} opens the palace: {cards_text(cards)}."
        case e.BonusScored():
            return _bonus_scored_text(event)
        case e.SeatScored(seat=seat, score=score, place=place):
            return f"Seat {seat} scores {score}: place {place}."
        case e.GameEnded(reason=reason):
            return f"The game is over: {reason}."
    raise TypeError(f"not an event: {event!r}")


def _backs_text(backs: Sequence[str]) -> str:
    counts = [f"{count} {colour}" for colour, count in Counter(backs).items()]
    return _and(counts) if counts else "nothing"


def _bonus_scored_text(event: e.BonusScored) -> str:
    """C6.2: met or not, and by how many."""
    bonus = CARDS.index(event.card) - FIRST_BONUS
    found = f"{event.birds} {SPECIES[bonus % 3]}{'' if event.birds == 1 else 's'}"
    verdict = f"met, {BONUS_POINTS} points" if event.is_met else "not met"
    asks = "" if event.needed is UNSET else f" (at least {event.needed})"
    return f"Seat {event.seat}, {card_text(event.card)}{asks}: {found}, {verdict}."


def picture(view: View | Position, seat: int | None = None) -> str:
    """Draw the table as a seat sees it, or as it is."""
    way = "" if view.direction is UNSET else f", bids go to the {view.direction}"
    lines = [f"Round {view.round}{way}, {len(view.piles)} piles to come"]
    for owner in range(len(view.tables)):
        name = f"seat {owner}" + (" (you)" if owner == seat else "")
        lines.append(f"  {name:<13}{_marks(view, owner)}".rstrip())
        heaps = {
            "hand": view.hands[owner],
            "open": view.open_bids[owner],
            "closed": view.closed_bids[owner],
            "table": view.tables[owner],
            "palace": view.palaces[owner],
        }
        lines += [f"    {word:<8}{cards_text(cards)}" for word, cards in heaps.items() if cards]
    lines.append(f"  discards: {cards_text(view.discards)}")
    return "\n".join(lines)


def _marks(view: View | Position, owner: int) -> str:
    """Say what a seat has done in this phase, or how it ended."""
    if isinstance(view.sealed, list):
        return "sealed" if view.sealed[owner] else ""
    if isinstance(view.choices, list):
        chosen = view.choices[owner]
        return "" if not chosen else "has chosen" if chosen == HIDDEN else f"chose {chosen}"
    if isinstance(view.losing, list):
        return " ".join(f"loses {species}s" for species in view.losing[owner])
    if isinstance(view.done, list):
        return "done" if view.done[owner] else ""
    if isinstance(view.scores, list) and isinstance(view.places, list):
        return f"{view.scores[owner]} points, place {view.places[owner]}"
    return ""


def prompt(view: View, seat: int) -> str:
    """Say in one sentence what the seat can do now."""
    if view.phase == "bid":
        hand = view.hands[seat]
        if hand:
            return f"Put each card into the open or the closed bid; first {card_text(hand[0])}."
        is_all = not view.tables[seat] or view.round == 1
        more = "" if is_all else ", or pick up a card from your table"
        return f"All cards are offered: seal{more}."
    if view.phase == "choose":
        return _choose_prompt(view, seat)
    if view.phase == "lose":
        return "Break the tie: which birds do you lose?"
    return "Secure birds, or leave them on the table."


def _choose_prompt(view: View, seat: int) -> str:
    players = len(view.tables)
    giver = (seat + 1) % players if view.direction == "right" else (seat - 1) % players
    backs = view.closed_backs[giver] if isinstance(view.closed_backs, list) else []
    return (
        f"Seat {giver} offers {cards_text(view.open_bids[giver])}, "
        f"or closed: {_backs_text(backs)}. Which do you take?"
    )
