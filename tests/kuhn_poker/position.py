"""Positions: the whole truth in the words of the rule page, written and read."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec

from kuhn_poker import rules
from kuhn_poker.components import CARDS, DECK
from kuhn_poker.options import Options
from purrlor.core.chance import Chance
from purrlor.core.contract import State, new_trace
from purrlor.core.refusals import PositionRefused
from purrlor.core.words import Words

ACTIONS = ("pass", "bet")


class Position(Words, frozen=True):
    """The whole truth."""

    cards: list[str]
    deck: list[str]
    actions: list[str]
    chips: list[int]


class Given(Words, frozen=True):
    """A position as it is named in a scenario; cards left out are dealt."""

    cards: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()


def read(state: State) -> Position:
    """Tell the whole truth."""
    return Position(
        cards=[CARDS[card] for card in state.cards[:DECK]],
        deck=[CARDS[state.cards[DECK]]],
        actions=actions(state),
        chips=[int(rules.chips(state, seat)) for seat in range(2)],
    )


def actions(record: Any) -> list[str]:
    """Name the actions taken so far."""
    return [ACTIONS[action] for action in record.actions[: record.taken]]


def write(given: Mapping[str, Any], options: Options, chance: Chance, state: State) -> None:
    """Set up a state as given."""
    try:
        words = msgspec.convert(dict(given), Given)
    except msgspec.ValidationError as error:
        raise PositionRefused(f"This is not a position of Kuhn poker: {error}.") from None
    state.opens = options.opens
    rules.deal_cards(state, chance)
    if words.cards:
        _write_cards(state, words.cards)
    for action in words.actions:
        if action not in ACTIONS or rules.is_over(state):
            raise PositionRefused("The actions are pass or bet, until the game is over (K2).")
        trace = new_trace(is_kept=False)
        rules.apply(state, rules.on_turn(state), ACTIONS.index(action), chance, trace)


def _write_cards(state: State, cards: tuple[str, ...]) -> None:
    if len(cards) != DECK or len({*cards} & {*CARDS}) != DECK:
        raise PositionRefused(f"The cards are two different ones of {', '.join(CARDS)} (K1).")
    rest = [card for card in CARDS if card not in cards]
    state.cards[:] = [CARDS.index(card) for card in (*cards, *rest)]


def cards(position: Position) -> Counter[str]:
    """Count all cards, wherever they lie."""
    return Counter(position.cards + position.deck)
