"""Actions in the words of the rule page, and why one may be refused."""

from typing import Any, TypeAlias

from purrlor.core.words import Tagged
from purrlor.games.cattitude import codes
from purrlor.games.cattitude.components import BIDS, CARDS, CATS, SPECIES, Bid, Card, Cat, Species


class Offer(Tagged, frozen=True, tag="offer"):
    """C3.1: put a card just dealt into a bid."""

    card: Card
    bid: Bid


class PickUp(Tagged, frozen=True, tag="pick_up"):
    """C3.2: put a card from the own table into a bid."""

    card: Card
    bid: Bid


class Seal(Tagged, frozen=True, tag="seal"):
    """C3.3: the bids are complete."""


class Choose(Tagged, frozen=True, tag="choose"):
    """C3.4: take one of the two bids offered."""

    bid: Bid


class Lose(Tagged, frozen=True, tag="lose"):
    """C4.6: name a species that is to be lost."""

    species: Species


class Secure(Tagged, frozen=True, tag="secure"):
    """C5.1, C5.2: send a species under the palace, escorted by a cat."""

    species: Species
    cat: Cat


class Done(Tagged, frozen=True, tag="done"):
    """C5.5: nothing more to secure in this round."""


Action: TypeAlias = Offer | PickUp | Seal | Choose | Lose | Secure | Done

_ACTIONS: list[Tagged] = [
    *(Offer(card=card, bid=bid) for card in CARDS for bid in BIDS),
    *(PickUp(card=card, bid=bid) for card in CARDS for bid in BIDS),
    Seal(),
    *(Choose(bid=bid) for bid in BIDS),
    *(Lose(species=species) for species in SPECIES),
    *(Secure(species=species, cat=cat) for species in SPECIES for cat in CATS),
    Done(),
]
_NUMBERS = {action: number for number, action in enumerate(_ACTIONS)}


def encode(action: Tagged, state: Any, seat: int) -> int:
    """Return the number of an action."""
    return _NUMBERS[action]


def decode(number: int, state: Any, seat: int) -> Tagged:
    """Return the action of a number."""
    return _ACTIONS[number]


def ends_batch(action: Tagged) -> bool:
    """Nobody looks at the revealed bids and chooses in the same breath."""
    return isinstance(action, Seal)


REASONS: dict[int, tuple[str, str]] = {
    codes.GAME_OVER: ("The game is over.", "C6.1"),
    codes.FOR_A_SEAT: ("Only a player at the table can do this.", "C5.5"),
    codes.NOT_BIDDING: ("Bids are made only at the start of a round.", "C3.1"),
    codes.SEALED_ALREADY: ("Your bid is sealed; wait for the others.", "C3.3"),
    codes.NOT_IN_HAND: ("That card is not in your hand.", "C3.1"),
    codes.NOT_ON_TABLE: ("That card does not lie on your table.", "C3.2"),
    codes.NEVER_PICKED_UP: ("Only birds, nobles, royal cats and the queen are picked up.", "C3.2"),
    codes.FIRST_ROUND: ("Cards are picked up from round 2 on.", "C3.2"),
    codes.BEGINNERS_PICK_NOTHING_UP: ("In the beginners' game nothing is picked up.", "C7.1"),
    codes.TWO_PICKED_UP: ("You have picked up two cards already.", "C3.2"),
    codes.CARDS_LEFT: ("Offer all cards you were dealt, then seal.", "C3.1"),
    codes.NOT_CHOOSING: ("A bid is chosen when all bids are revealed.", "C3.4"),
    codes.CHOSEN_ALREADY: ("You have chosen; wait for the others.", "C3.4"),
    codes.NO_TIE: ("There is no tie to break.", "C4.6"),
    codes.NO_TIE_OF_YOURS: ("There is no tie for you to break.", "C4.6"),
    codes.NOT_IN_THE_TIE: ("Name a species of the tie: this one is lost or kept anyway.", "C4.6"),
    codes.NOT_SECURING: ("Birds are secured at the end of a round.", "C5.1"),
    codes.DONE_ALREADY: ("You are done for this round.", "C5.5"),
    codes.NO_BIRDS: ("No bird of that species lies on your table.", "C5.1"),
    codes.NO_NOBLE: ("No matching noble lies on your table.", "C5.2"),
    codes.NOBLES_GO_FIRST: ("A matching noble lies there, so no royal goes.", "C5.2"),
    codes.NO_SUCH_ROYAL: ("That royal does not lie on your table.", "C5.2"),
}
