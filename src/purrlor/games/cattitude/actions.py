"""Actions in the words of the rule page, and why one may be refused."""

from typing import TypeAlias

from purrlor.core.refusals import Reason
from purrlor.core.words import Tagged
from purrlor.games.cattitude import codes
from purrlor.games.cattitude.components import BIDS, CARDS, CATS, SPECIES, Bid, Card, Cat, Species
from purrlor.games.cattitude.options import Options


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


def encode(action: Tagged, options: Options, seat: int) -> int:
    """Return the number of an action."""
    return _NUMBERS[action]


def decode(number: int, options: Options, seat: int) -> Tagged:
    """Return the action of a number."""
    return _ACTIONS[number]


def action_numbers(options: Options, seat: int) -> list[int]:
    """List what the seat may ever play; a place in the list means the same to every seat."""
    return list(range(codes.ACTIONS))


def ends_batch(action: Tagged) -> bool:
    """Nobody looks at the revealed bids and chooses in the same breath."""
    return isinstance(action, Seal)


REASONS: dict[int, Reason] = {
    codes.GAME_OVER: Reason("game_over", "The game is over.", "C6.1"),
    codes.FOR_A_SEAT: Reason("for_a_seat", "Only a player at the table can do this.", "C5.5"),
    codes.NOT_BIDDING: Reason("not_bidding", "Bids are made only at the start of a round.", "C3.1"),
    codes.SEALED_ALREADY: Reason(
        "sealed_already", "Your bid is sealed; wait for the others.", "C3.3"
    ),
    codes.NOT_IN_HAND: Reason("not_in_hand", "That card is not in your hand.", "C3.1"),
    codes.NOT_ON_TABLE: Reason("not_on_table", "That card does not lie on your table.", "C3.2"),
    codes.NEVER_PICKED_UP: Reason(
        "never_picked_up", "Only birds, nobles, royal cats and the queen are picked up.", "C3.2"
    ),
    codes.FIRST_ROUND: Reason("first_round", "Cards are picked up from round 2 on.", "C3.2"),
    codes.BEGINNERS_PICK_NOTHING_UP: Reason(
        "beginners_pick_nothing_up", "In the beginners' game nothing is picked up.", "C7.1"
    ),
    codes.TWO_PICKED_UP: Reason("two_picked_up", "You have picked up two cards already.", "C3.2"),
    codes.CARDS_LEFT: Reason("cards_left", "Offer all cards you were dealt, then seal.", "C3.1"),
    codes.NOT_CHOOSING: Reason(
        "not_choosing", "A bid is chosen when all bids are revealed.", "C3.4"
    ),
    codes.CHOSEN_ALREADY: Reason("chosen_already", "You have chosen; wait for the others.", "C3.4"),
    codes.NO_TIE: Reason("no_tie", "There is no tie to break.", "C4.6"),
    codes.NO_TIE_OF_YOURS: Reason("no_tie_of_yours", "There is no tie for you to break.", "C4.6"),
    codes.NOT_IN_THE_TIE: Reason(
        "not_in_the_tie", "Name a species of the tie: this one is lost or kept anyway.", "C4.6"
    ),
    codes.NOT_SECURING: Reason("not_securing", "Birds are secured at the end of a round.", "C5.1"),
    codes.DONE_ALREADY: Reason("done_already", "You are done for this round.", "C5.5"),
    codes.NO_BIRDS: Reason("no_birds", "No bird of that species lies on your table.", "C5.1"),
    codes.NO_NOBLE: Reason("no_noble", "No matching noble lies on your table.", "C5.2"),
    codes.NOBLES_GO_FIRST: Reason(
        "nobles_go_first", "A matching noble lies there, so no royal goes.", "C5.2"
    ),
    codes.NO_SUCH_ROYAL: Reason("no_such_royal", "That royal does not lie on your table.", "C5.2"),
}
