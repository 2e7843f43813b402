"""What a seat sees now (R9.3): made from its observation, built up from nothing."""

from collections.abc import Collection
from typing import Any, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from purrlor.core.plain import plain
from purrlor.core.words import HIDDEN, NONE, Words
from purrlor.games.rat_a_tat_cat.components import CARDS, NO_CARD
from purrlor.games.rat_a_tat_cat.observation import UNSEEN
from purrlor.games.rat_a_tat_cat.options import Options
from purrlor.games.rat_a_tat_cat.position import (
    LastRound,
    Peeked,
    last_round,
    names,
    outer_slots,
    peeked,
    places,
    seats,
)
from purrlor.games.rat_a_tat_cat.state import LOOK, OVER, PHASES

Face: TypeAlias = str
"""A card's name, or "hidden"."""


class View(Words, frozen=True):
    """The table with the eyes of one seat."""

    rows: list[list[Face]]
    draw_pile: int
    discard_pile: list[str]
    dealer: int
    turn: int
    phase: str
    drawn: Face
    draws_left: int
    knocker: int
    totals: list[int]
    out: list[int]
    round: int
    time_up: bool
    ready: list[int] | UnsetType = UNSET
    peeked: Peeked | UnsetType = UNSET
    last_round: LastRound | UnsetType = UNSET
    places: list[int] | UnsetType = UNSET


def view(observation: Any, options: Options) -> View:
    """Show a seat what it may look at now."""
    o, players = plain(observation), options.players
    return View(
        rows=[
            _row(row, _shown_slots(o, options, seat))
            for seat, row in enumerate(o.rows[:players].tolist())
        ],
        draw_pile=o.draw_size,
        discard_pile=names(o.discard_pile[: o.discard_size][::-1].tolist()),
        dealer=o.dealer,
        turn=o.turn,
        phase=PHASES[o.phase],
        drawn=_face(o.drawn),
        draws_left=o.draws_left,
        knocker=o.knocker,
        totals=o.totals[:players].tolist(),
        out=seats(~o.seats_in, players),
        round=o.round_number,
        time_up=bool(o.time_up),
        ready=seats(o.ready, players) if o.phase == LOOK else UNSET,
        peeked=peeked(o),
        last_round=last_round(o),
        places=places(observation) if o.phase == OVER else UNSET,
    )


def remembered(observation: Any, options: Options) -> View:
    """Show a seat all it has seen, as if it forgot nothing: what the coach reasons from."""
    return view(observation, msgspec.structs.replace(options, memory_aid=True))


def _face(card: int) -> Face:
    if card == UNSEEN:
        return HIDDEN
    return NONE if card == NO_CARD else CARDS[card]


def _row(cards: list[int], shown: Collection[int]) -> list[Face]:
    return [
        CARDS[card] if slot in shown and card != UNSEEN else HIDDEN
        for slot, card in enumerate(cards)
        if card != NO_CARD
    ]


def _shown_slots(o: Any, options: Options, owner: int) -> Collection[int]:
    """R9.3: a face that the seat knows is shown only while its owner may look at it."""
    if o.phase == OVER or options.memory_aid:
        return range(o.row_size)
    outer = outer_slots(o)
    shown: tuple[int, ...] = outer if options.young_players else ()
    if owner != o.seat:
        return shown
    if o.phase == LOOK:
        return shown if o.ready >> owner & 1 else outer
    return (*shown, o.peeked) if owner == o.turn else shown
