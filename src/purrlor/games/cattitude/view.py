"""What a seat sees now (C3.3, C5.4): made from its observation, built up from nothing."""

from typing import Any, TypeAlias

import numpy as np
from msgspec import UNSET, UnsetType

from purrlor.core.plain import plain
from purrlor.core.words import HIDDEN, Words
from purrlor.games.cattitude.components import (
    BLUE_CARDS,
    CLOSED,
    OPEN,
    RED_CARDS,
    TINY_BLUE_COPIES,
    TINY_RED_COPIES,
)
from purrlor.games.cattitude.observation import UNSEEN_CHOICE
from purrlor.games.cattitude.options import Options
from purrlor.games.cattitude.position import (
    choice,
    counted,
    decided,
    direction,
    losing,
    names,
    standing,
)
from purrlor.games.cattitude.state import BIDDING, CHOOSING, OVER, PHASES, SECURING

Face: TypeAlias = str
"""A card's name, or "hidden"."""


class View(Words, frozen=True, kw_only=True):
    """The table with the eyes of one seat."""

    round: int
    phase: str
    direction: str | UnsetType = UNSET
    hands: list[list[Face]]
    tables: list[list[str]]
    palaces: list[list[Face]]
    open_bids: list[list[str]]
    closed_bids: list[list[Face]]
    closed_backs: list[list[str]] | UnsetType = UNSET
    picked_up: list[list[str]] | UnsetType = UNSET
    sealed: list[bool] | UnsetType = UNSET
    choices: list[str] | UnsetType = UNSET
    losing: list[list[str]] | UnsetType = UNSET
    done: list[bool] | UnsetType = UNSET
    piles: list[list[Face]]
    discards: list[str]
    left_out: list[Face]
    scores: list[int] | UnsetType = UNSET
    places: list[int] | UnsetType = UNSET


def view(observation: Any, options: Options) -> View:
    """Show a seat what it may look at now."""
    o, seats = plain(observation), range(options.players)
    is_bidding, is_choosing = o.phase == BIDDING, o.phase == CHOOSING
    scores, places = standing(observation) if o.phase == OVER else (UNSET, UNSET)
    return View(
        round=o.round_number,
        phase=PHASES[o.phase],
        direction=direction(o),
        hands=[_hand(o, seat) for seat in seats],
        tables=[counted(o.tables[seat].tobytes()) for seat in seats],
        palaces=[_palace(o, seat) for seat in seats],
        open_bids=[counted(o.bids[seat, OPEN].tobytes()) for seat in seats],
        closed_bids=[_closed_bid(o, seat) for seat in seats],
        closed_backs=[_backs(o, seat) for seat in seats] if is_choosing else UNSET,
        picked_up=[names(o.picked_up[seat, ::-1].tolist()) for seat in seats]
        if is_bidding
        else UNSET,
        sealed=decided(o, BIDDING),
        choices=[_choice(int(o.choices[seat])) for seat in seats] if is_choosing else UNSET,
        losing=losing(o),
        done=decided(o, SECURING),
        piles=[[HIDDEN] * (options.players * options.setup.dealt)] * (o.rounds - o.round_number),
        discards=counted(o.discards.sum(axis=0, dtype=np.int8).tobytes()),
        left_out=[HIDDEN] * _left_out(options),
        scores=scores,
        places=places,
    )


def _hand(o: Any, seat: int) -> list[Face]:
    """C3.3: the others are seen as they were when the cards were dealt."""
    if seat == o.seat:
        return names(o.hand[::-1].tolist())
    return [HIDDEN] * o.dealt if o.phase == BIDDING else []


def _palace(o: Any, seat: int) -> list[Face]:
    """C5.4: the own palace; all of them when the game is over."""
    cards = counted(o.palaces[seat].tobytes())
    if seat == o.seat or o.phase == OVER:
        return cards
    return [HIDDEN] * (len(cards) + sum(o.unknown_bonuses[seat].tolist()))


def _closed_bid(o: Any, seat: int) -> list[Face]:
    if seat == o.seat:
        return counted(o.bids[seat, CLOSED].tobytes())
    return [HIDDEN] * len(_backs(o, seat))


def _backs(o: Any, seat: int) -> list[str]:
    return ["blue"] * int(o.blue_backs[seat]) + ["red"] * int(o.red_backs[seat])


def _choice(bid: int) -> str:
    return HIDDEN if bid == UNSEEN_CHOICE else choice(bid)


def _left_out(options: Options) -> int:
    """C2.1, C2.2: all cards but those in the piles."""
    cards = BLUE_CARDS + RED_CARDS
    if options.tiny:
        cards = sum(TINY_BLUE_COPIES) + sum(TINY_RED_COPIES)
    return cards - options.players * options.setup.dealt * options.setup.rounds
