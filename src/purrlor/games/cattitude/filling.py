"""Where the cards go that a given position does not name (C2)."""

from collections import Counter
from collections.abc import Sequence

from msgspec import UNSET

from purrlor.core.chance import Chance, shuffled
from purrlor.core.contract import State
from purrlor.core.refusals import PositionRefused
from purrlor.games.cattitude.components import (
    BLUE_COPIES,
    CARDS,
    NOBLES_TAKEN_OUT,
    NUMBER,
    TINY_BLUE_COPIES,
    TINY_RED_COPIES,
    is_red,
)
from purrlor.games.cattitude.given import Cards, Given, by_seat, is_red_round, numbers
from purrlor.games.cattitude.options import Options
from purrlor.games.cattitude.rounds import take_into_hand
from purrlor.games.cattitude.state import BIDDING


def _copies(options: Options) -> tuple[Sequence[int], Sequence[int]]:
    """C1.1, C1.2: copies of the blue and of the red cards."""
    if options.tiny:
        return TINY_BLUE_COPIES, TINY_RED_COPIES
    return BLUE_COPIES, options.red_copies


class Rest:
    """The cards that are not named yet, blue and red."""

    def __init__(self, options: Options, chance: Chance) -> None:
        copies = _copies(options)
        self._chance = chance
        self._left = [Counter(dict(enumerate(copies[red]))) for red in (False, True)]
        self._order: list[list[int]] = [[], []]

    def take(self, cards: Sequence[int]) -> None:
        """Take named cards."""
        for card in cards:
            self._left[is_red(card)][card] -= 1
            if self._left[is_red(card)][card] < 0:
                raise PositionRefused(f"There are not so many copies of the card {CARDS[card]!r}.")

    def shuffle(self) -> None:
        """Bring what is not named into a random order."""
        self._order = [shuffled(self._chance, sorted(part.elements())) for part in self._left]

    def draw(self, blue: int, red: int) -> list[int]:
        """Take any cards, red ones first."""
        if blue > len(self._order[False]) or red > len(self._order[True]):
            raise PositionRefused("Too few cards are left for the places that are not named.")
        drawn = [self._order[True].pop() for _ in range(red)]
        return drawn + [self._order[False].pop() for _ in range(blue)]

    def all(self) -> list[int]:
        """Return all that is left."""
        return self._order[False] + self._order[True]


def fill(s: State, words: Given, options: Options, chance: Chance, named: Cards) -> None:
    """Place hands, piles, cards left out and discards, as named or at random (C2)."""
    rest = Rest(options, chance)
    taken_out = sorted(Counter(dict(enumerate(NOBLES_TAKEN_OUT))).elements())
    if options.players > 2 or options.tiny:
        taken_out = []
    for cards in named:
        rest.take(cards)
    rest.take(taken_out)
    hands = None if words.hands is UNSET else by_seat(s, words.hands, "hands")
    piles = _named_piles(s, words)
    left_out = _named_left_out(s, words, options, taken_out)
    discards = None if words.discards is UNSET else numbers(words.discards)
    for cards in [*(hands or []), *(piles or []), left_out or [], discards or []]:
        rest.take(cards)
    rest.shuffle()
    _write_hands(s, hands, rest)
    if piles is None:
        rounds = range(s.round_number + 1, s.rounds + 1)
        piles = [rest.draw(*_pile_size(s, number)) for number in rounds]
    if left_out is None:
        left_out = rest.draw(*_left_out_size(s, options, len(taken_out)))
    _write_piles(s, piles, left_out)
    if discards is None:
        discards = rest.all()
    elif rest.all():
        missing = ", ".join(CARDS[card] for card in rest.all())
        raise PositionRefused(f"These cards have no place left: {missing}.")
    for card in discards:
        s.discards[0, card] += 1  # by whom they were lost is not told


def _pile_size(s: State, number: int) -> tuple[int, int]:
    """C2.1, C2.2: blue and red cards of the pile of a round."""
    red = int(s.players * s.dealt_red) if number >= s.first_red_round else 0
    return int(s.players * s.dealt) - red, red


def _left_out_size(s: State, options: Options, taken_out: int) -> tuple[int, int]:
    """C2.1, C2.2: blue cards (besides the nobles taken out) and red cards left out."""
    copies = _copies(options)
    sizes = [_pile_size(s, number) for number in range(1, s.rounds + 1)]
    blue, red = (sum(copies[part]) - sum(size[part] for size in sizes) for part in (0, 1))
    return blue - taken_out, red


def _named_piles(s: State, words: Given) -> Cards | None:
    if words.piles is UNSET:
        return None
    piles = [[NUMBER[card] for card in pile] for pile in words.piles]
    if len(piles) != s.rounds - s.round_number:
        left = s.rounds - s.round_number
        raise PositionRefused(f"In round {s.round_number} there are {left} piles to come (C2.3).")
    for number, pile in enumerate(piles, s.round_number + 1):
        blue, red = _pile_size(s, number)
        if [is_red(card) for card in pile] != [True] * red + [False] * blue:
            raise PositionRefused(
                f"The pile of round {number} has {red} red cards on top of {blue} blue ones (C2.2)."
            )
    return piles


def _named_left_out(
    s: State, words: Given, options: Options, taken_out: list[int]
) -> list[int] | None:
    """Return what is left out besides the nobles that are taken out first."""
    if words.left_out is UNSET:
        return None
    left = Counter(numbers(words.left_out))
    if Counter(taken_out) - left:
        raise PositionRefused("With two players two of each noble are left out (C2.1).")
    cards = sorted((left - Counter(taken_out)).elements())
    reds = sum(map(is_red, cards))
    if (len(cards) - reds, reds) != _left_out_size(s, options, len(taken_out)):
        raise PositionRefused("The number of cards left out is fixed (C2.1, C2.2).")
    return cards


def _write_hands(s: State, hands: Cards | None, rest: Rest) -> None:
    """C2.4: hand and bids are the cards dealt and those picked up."""
    if s.phase != BIDDING:
        return
    reds = int(s.dealt_red) if is_red_round(s) else 0
    for seat in range(s.players):
        offered = s.bids[seat].sum(axis=0)
        for card in s.picked_up[seat, : s.picked_sizes[seat]].tolist():
            offered[card] -= 1
        red = reds - sum(int(n) for card, n in enumerate(offered) if is_red(card))
        blue = int(s.dealt) - reds + reds - red - int(offered.sum())
        if hands is None and min(blue, red) >= 0:
            hand = rest.draw(blue, red)
        else:
            hand = [] if hands is None else hands[seat]
        red_in_hand = sum(map(is_red, hand))
        if (len(hand) - red_in_hand, red_in_hand) != (blue, red):
            raise PositionRefused(f"Each seat is dealt {s.dealt} cards, {reds} of them red (C2.4).")
        if hand and not int(s.waiting) >> seat & 1:
            raise PositionRefused("A seat seals when all its cards are offered (C3.1).")
        for card in hand:
            take_into_hand(s, seat, card)


def _write_piles(s: State, piles: Cards, left_out: list[int]) -> None:
    """The next card is the last one; what is left out lies below all piles."""
    cards = [*left_out, *(card for pile in reversed(piles) for card in reversed(pile))]
    blue = [card for card in cards if not is_red(card)]
    red = [card for card in cards if is_red(card)]
    s.blue_cards[: len(blue)], s.red_cards[: len(red)] = blue, red
    s.blue_size, s.red_size = len(blue), len(red)
    reds_left_out = sum(map(is_red, left_out))
    s.red_settled = len(red) - reds_left_out
    s.blue_settled = len(blue) - (len(left_out) - reds_left_out)
