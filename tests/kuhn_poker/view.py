"""What a seat sees now: made from its observation, built up from nothing."""

from typing import Any

from kuhn_poker.components import CARDS, DECK
from kuhn_poker.observation import UNSEEN
from kuhn_poker.options import Options
from kuhn_poker.position import actions
from purrlor.core.words import HIDDEN, Words


class View(Words, frozen=True):
    """The table with the eyes of one seat."""

    cards: list[str]
    actions: list[str]


def view(observation: Any, options: Options) -> View:
    """Show a seat what it may look at now."""
    return View(
        cards=[HIDDEN if card == UNSEEN else CARDS[card] for card in observation.cards[:DECK]],
        actions=actions(observation),
    )
