"""What a seat sees now (K9.1): made from its observation, built up from nothing."""

from typing import Any, TypeAlias

from msgspec import UNSET, UnsetType

from purrlor.core.plain import plain
from purrlor.core.words import HIDDEN, Words
from purrlor.games.cat_royal.components import CARDS, NO_CARD
from purrlor.games.cat_royal.fields import Figures, card_names, figures, one_each
from purrlor.games.cat_royal.observation import UNSEEN
from purrlor.games.cat_royal.options import Options
from purrlor.games.cat_royal.position import last_played, places, wormholes

Face: TypeAlias = str
"""A card's name, or "hidden"."""


class View(Words, frozen=True):
    """The table with the eyes of one seat."""

    figures: list[Figures]
    hands: list[list[Face]]
    draw_pile: int
    discard_pile: list[str]
    last_played: str
    turn: int
    wormholes: list[int]
    cheats_left: list[int | str]
    wormhole_moves_left: list[int]
    has_accused: bool
    over: bool
    places: list[int] | UnsetType = UNSET


def view(observation: Any, options: Options) -> View:
    """Show a seat what it may look at now."""
    o, players = plain(observation), options.players
    return View(
        figures=figures(o),
        hands=[
            [HIDDEN if card == UNSEEN else CARDS[card] for card in hand if card != NO_CARD]
            for hand in o.hands[:players].tolist()
        ],
        draw_pile=o.draw_size,
        discard_pile=card_names(o.discard_pile[: o.discard_size][::-1].tolist()),
        last_played=last_played(o),
        turn=o.turn,
        wormholes=wormholes(o),
        cheats_left=[
            o.cheats_left >> seat & 1 if seat == o.seat else HIDDEN for seat in range(players)
        ],
        wormhole_moves_left=one_each(o.hole_moves_left, players),
        has_accused=bool(o.has_accused),
        over=bool(o.over),
        places=places(observation) if o.over else UNSET,
    )
