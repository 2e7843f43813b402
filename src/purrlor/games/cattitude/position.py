"""Positions: the whole truth in the words of the rule page."""

import functools
from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np
from msgspec import UNSET, UnsetType

from purrlor.core.contract import STANDING, State, new_record
from purrlor.core.plain import plain
from purrlor.core.words import Words, replace_words
from purrlor.games.cattitude.components import (
    BIDS,
    CARDS,
    CLOSED,
    FORMER_WORDS,
    NO_CARD,
    NOBLES_TAKEN_OUT,
    OPEN,
    SPECIES,
)
from purrlor.games.cattitude.setting_up import write
from purrlor.games.cattitude.standing import write_standing
from purrlor.games.cattitude.state import (
    BIDDING,
    CHOOSING,
    LEFT,
    LOSING,
    NOT_CHOSEN,
    OVER,
    PHASES,
    SECURING,
)

__all__ = ["UNORDERED", "Position", "cards", "in_former_words", "read", "write"]

UNORDERED = frozenset(
    {
        "hands",
        "tables",
        "palaces",
        "open_bids",
        "closed_bids",
        "closed_backs",
        "picked_up",
        "losing",
        "discards",
        "left_out",
    }
)
"""Words whose lists are compared without regard to order."""


class Position(Words, frozen=True, kw_only=True):
    """The whole truth."""

    round: int
    phase: str
    direction: str | UnsetType = UNSET
    hands: list[list[str]]
    tables: list[list[str]]
    palaces: list[list[str]]
    open_bids: list[list[str]]
    closed_bids: list[list[str]]
    picked_up: list[list[str]] | UnsetType = UNSET
    sealed: list[bool] | UnsetType = UNSET
    choices: list[str] | UnsetType = UNSET
    losing: list[list[str]] | UnsetType = UNSET
    done: list[bool] | UnsetType = UNSET
    piles: list[list[str]]
    discards: list[str]
    left_out: list[str]
    chance: list[str] | UnsetType = UNSET
    scores: list[int] | UnsetType = UNSET
    places: list[int] | UnsetType = UNSET


def read(state: State) -> Position:
    """Tell the whole truth of a state whose piles are settled."""
    s = plain(state)
    seats = range(s.players)
    piles, left_out = _piles(s)
    scores, places = standing(state) if s.phase == OVER else (UNSET, UNSET)
    return Position(
        round=s.round_number,
        phase=PHASES[s.phase],
        direction=direction(s),
        hands=[names(s.hands[seat, ::-1].tolist()) for seat in seats],
        tables=[counted(s.tables[seat].tobytes()) for seat in seats],
        palaces=[counted(s.palaces[seat].tobytes()) for seat in seats],
        open_bids=[counted(s.bids[seat, OPEN].tobytes()) for seat in seats],
        closed_bids=[counted(s.bids[seat, CLOSED].tobytes()) for seat in seats],
        picked_up=[names(s.picked_up[seat, ::-1].tolist()) for seat in seats]
        if s.phase == BIDDING
        else UNSET,
        sealed=decided(s, BIDDING),
        choices=[choice(int(s.choices[seat])) for seat in seats] if s.phase == CHOOSING else UNSET,
        losing=losing(s),
        done=decided(s, SECURING),
        piles=piles,
        discards=counted(s.discards.sum(axis=0, dtype=np.int8).tobytes()),
        left_out=left_out,
        chance=_tosses(s),
        scores=scores,
        places=places,
    )


def in_former_words(position: Position, rules_version: int) -> Position:
    """Return a position as records of rules version 1 have it."""
    former = {word: old for old, word in FORMER_WORDS.items()}
    return msgspec.convert(replace_words(msgspec.to_builtins(position), former), Position)


def cards(position: Position) -> Counter[str]:
    """Count all cards of a position."""
    places = [
        *(position.hands, position.tables, position.palaces, position.open_bids),
        *(position.closed_bids, position.piles, [position.discards, position.left_out]),
    ]
    return Counter(card for place in places for heap in place for card in heap)


def names(cards: Sequence[int]) -> list[str]:
    """Name the cards of a list."""
    return [CARDS[card] for card in cards if card != NO_CARD]


def counted(counts: bytes) -> list[str]:
    """Name cards that are counted by kind, a byte each."""
    return list(_counted(counts))


@functools.lru_cache(maxsize=1 << 12)  # from move to move most heaps stay as they are
def _counted(counts: bytes) -> tuple[str, ...]:
    return tuple(CARDS[card] for card, count in enumerate(counts) for _ in range(count))


def direction(fields: Any) -> str | UnsetType:
    """C2.5: two players have none."""
    if fields.players == 2:
        return UNSET
    return "left" if fields.direction == LEFT else "right"


def decided(fields: Any, phase: int) -> list[bool] | UnsetType:
    """Return for each seat whether it has sealed, or is done, in the phase of that word."""
    if fields.phase != phase:
        return UNSET
    return [not fields.waiting >> seat & 1 for seat in range(fields.players)]


def choice(bid: int) -> str:
    """Name a choice."""
    return "" if bid == NOT_CHOSEN else BIDS[bid]


def losing(fields: Any) -> list[list[str]] | UnsetType:
    """C4.6: the species each seat has named so far."""
    if fields.phase != LOSING:
        return UNSET
    masks = fields.losing[: fields.players].tolist()
    return [[name for bit, name in enumerate(SPECIES) if mask >> bit & 1] for mask in masks]


def standing(record: Any) -> tuple[list[int], list[int]]:
    """C6.2, C6.3: scores and places once the game is over."""
    found = new_record(STANDING)
    write_standing(record, found)
    return found.points[: record.players].tolist(), found.places[: record.players].tolist()


def _piles(s: Any) -> tuple[list[list[str]], list[str]]:
    """C2.1 to C2.4: red cards on top; what the piles leave over is left out."""
    blue = s.blue_cards[: s.blue_size].tolist()
    red = s.red_cards[: s.red_size].tolist()
    piles = []
    for number in range(s.round_number + 1, s.rounds + 1):
        reds = s.players * s.dealt_red if number >= s.first_red_round else 0
        pile = [red.pop() for _ in range(reds)]
        pile += [blue.pop() for _ in range(s.players * s.dealt - reds)]
        piles.append(names(pile))
    taken_out = counted(bytes(NOBLES_TAKEN_OUT)) if s.players == 2 and not s.tiny else []
    return piles, names(sorted(blue)) + taken_out + names(sorted(red))


def _tosses(s: Any) -> list[str] | UnsetType:
    """C7.2: the directions of the rounds to come."""
    if not s.toss or s.phase == OVER:
        return UNSET
    return ["left" if s.tosses >> n & 1 else "right" for n in range(s.rounds - s.round_number)]
