"""Positions: the whole truth in the words of the rule page, written and read."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import numpy as np
from msgspec import UNSET, UnsetType

from purrlor.core.chance import Chance, shuffled, write_script
from purrlor.core.contract import STANDING, State, new_record
from purrlor.core.plain import plain
from purrlor.core.refusals import PositionRefused
from purrlor.core.words import NONE, Words
from purrlor.games.cat_royal.board import put
from purrlor.games.cat_royal.cards import insert_card
from purrlor.games.cat_royal.cheating import PUNISHED
from purrlor.games.cat_royal.components import (
    ABSENT,
    CARDS,
    COPIES,
    FIGURE_NUMBER,
    FIGURES,
    GOAL,
    NO_CARD,
    NUMBER,
    START_AREA,
    TINY_COPIES,
    WORMHOLES,
)
from purrlor.games.cat_royal.fields import (
    START,
    Field,
    Figures,
    card_names,
    figures,
    one_each,
    seats,
)
from purrlor.games.cat_royal.options import Options
from purrlor.games.cat_royal.standing import write_standing
from purrlor.games.cat_royal.state import NO, NOBODY, PERHAPS, encode_options
from purrlor.games.cat_royal.turns import is_won, list_holes, set_up
from purrlor.games.cat_royal.wormholes import NEW_WORMHOLES

UNORDERED = frozenset({"hands", "wormholes", "cheated_since"})
"""Words whose cards, fields or seats have no order."""


class Position(Words, frozen=True):
    """The whole truth."""

    figures: list[Figures]
    hands: list[list[str]]
    draw_pile: list[str]
    discard_pile: list[str]
    last_played: str
    turn: int
    wormholes: list[int]
    cheats_left: list[int]
    wormhole_moves_left: list[int]
    cheated_since: list[int]
    has_accused: bool
    over: bool
    places: list[int] | UnsetType = UNSET


class Given(Words, frozen=True):
    """A position as it is named in a scenario; what is left out comes from a fresh deal."""

    figures: list[Figures] | UnsetType = UNSET
    hands: list[list[str]] | UnsetType = UNSET
    draw_pile: list[str] = []
    discard_pile: list[str] = []
    last_played: str = NONE
    turn: int = 0
    wormholes: list[int] | UnsetType = UNSET
    cheats_left: list[int] | UnsetType = UNSET
    wormhole_moves_left: list[int] | UnsetType = UNSET
    cheated_since: list[int] | UnsetType = UNSET
    has_accused: bool = False
    over: bool | UnsetType = UNSET
    places: list[int] | UnsetType = UNSET
    chance: list[int | str | list[int]] = []


def read(state: State) -> Position:
    """Tell the whole truth of a state."""
    s = plain(state)
    players = s.players
    return Position(
        figures=figures(s),
        hands=[card_names(hand) for hand in s.hands[:players].tolist()],
        draw_pile=card_names(s.draw_pile[: s.draw_size][::-1].tolist()),
        discard_pile=card_names(s.discard_pile[: s.discard_size][::-1].tolist()),
        last_played=last_played(s),
        turn=s.turn,
        wormholes=wormholes(s),
        cheats_left=one_each(s.cheats_left, players),
        wormhole_moves_left=one_each(s.hole_moves_left, players),
        cheated_since=seats(s.cheated, players),
        has_accused=bool(s.has_accused),
        over=bool(s.over),
        places=places(state) if s.over else UNSET,
    )


def last_played(fields: Any) -> str:
    """K5.5: the card that a copy would copy."""
    return NONE if fields.last_played == NO_CARD else CARDS[fields.last_played]


def wormholes(fields: Any) -> list[int]:
    """Return the wormholes, rising; none when they are switched off."""
    return [field for field in fields.holes.tolist() if field != NOBODY]


def places(record: Any) -> list[int]:
    """K2.3: once the game is over."""
    standing = new_record(STANDING)
    write_standing(record, standing)
    named: list[int] = standing.places[: record.players].tolist()
    return named


def write(given: Mapping[str, Any], options: Options, chance: Chance, state: State) -> None:
    """Set up a state as given; what is left open is filled at random."""
    words = _read_given(given)
    s = state
    set_up(s, encode_options(options))
    if not 0 <= words.turn < options.players:
        raise PositionRefused(f"The turn is a seat from 0 to {options.players - 1}.")
    s.turn = words.turn
    s.turns = 1
    if words.last_played != NONE:
        s.last_played = _number(words.last_played)
    _write_figures(s, words, options)
    _write_wormholes(s, words)
    is_home = any(is_won(s, np.int64(seat)) for seat in range(options.players))
    _write_cards(s, words, options, chance, is_home)
    s.over = is_home or (options.tiny and not s.hand_sizes.any())
    _write_counters(s, words, options)
    found = places(s) if s.over else UNSET
    if words.over not in (UNSET, bool(s.over)) or words.places not in (UNSET, found):
        raise PositionRefused("The end of the game and the places follow from the figures (K2.3).")
    write_script(chance, _script(words.chance, int(s.ring)))


def _read_given(given: Mapping[str, Any]) -> Given:
    try:
        return msgspec.convert(dict(given), Given)
    except msgspec.ValidationError as error:
        raise PositionRefused(f"This is not a position of Cat Royal: {error}.") from None


def _number(card: str) -> int:
    if card not in NUMBER:
        raise PositionRefused(f"There is no card {card!r}; there are {', '.join(CARDS)}.")
    return NUMBER[card]


def _write_figures(s: State, words: Given, options: Options) -> None:
    if words.figures is UNSET:
        return
    if len(words.figures) != options.players:
        raise PositionRefused(f"Figures are told for {options.players} seats.")
    fields: set[tuple[int, int]] = set()
    for seat, table in enumerate(words.figures):
        for figure, name in enumerate(FIGURES):
            field = _field(table.get(name, START), s)
            if field == START_AREA:
                continue
            if s.figures[seat, figure] == ABSENT:
                raise PositionRefused(f"There is no {name} in the tiny game.")
            spot = (seat if field >= GOAL else -1, field)
            if spot in fields:
                raise PositionRefused("A field holds one figure (K3.1).")
            fields.add(spot)
            put(s, np.int64(seat), np.int64(figure), np.int64(field))


def _field(word: Field, s: State) -> int:
    goals = {f"goal-{number + 1}": GOAL + number for number in range(s.lane)}
    if isinstance(word, str):
        field = START_AREA if word == START else goals.get(word, ABSENT)
    else:
        field = word if 0 <= word < s.ring else ABSENT
    if field == ABSENT:
        raise PositionRefused(
            f'A figure stands on 0 to {s.ring - 1}, "goal-1" to "goal-{s.lane}" or "start", '
            f"not {word!r}."
        )
    return field


def _write_wormholes(s: State, words: Given) -> None:
    if words.wormholes is UNSET:
        return
    expected = WORMHOLES if s.wormholes else 0
    _check_wormholes(words.wormholes, int(s.ring), expected)
    s.hole_fields = np.uint64(sum(1 << field for field in words.wormholes))
    list_holes(s)


def _check_wormholes(fields: Sequence[int], ring: int, expected: int) -> None:
    if len(fields) != expected or len(set(fields)) != expected:
        raise PositionRefused(f"There are {expected} wormholes, on different fields.")
    if any(not 0 <= field < ring or field % (ring // 4) == 0 for field in fields):
        raise PositionRefused("Wormholes are on the ring, and never on a start field (K6.3).")


def _write_cards(s: State, words: Given, options: Options, chance: Chance, is_home: bool) -> None:
    """Cards that are named nowhere lie under the draw pile; hands left out are dealt from them."""
    top = [_number(card) for card in words.draw_pile]
    discards = [_number(card) for card in words.discard_pile]
    left = Counter(dict(enumerate(TINY_COPIES if options.tiny else COPIES)))
    hands = [] if words.hands is UNSET else [[_number(c) for c in hand] for hand in words.hands]
    left.subtract([card for hand in hands for card in hand] + top + discards)
    for card, count in left.items():
        if count < 0:
            raise PositionRefused(f"There are not so many copies of the card {CARDS[card]}.")
    rest = shuffled(chance, sorted(left.elements()))
    played = [seat < words.turn + is_home for seat in range(options.players)]
    if words.hands is UNSET:
        hands = [[rest.pop() for _ in range(s.hand - has) if rest] for has in played]
    _check_hands(hands, played, options, int(s.hand))
    _lay_out(s, hands, top + rest, discards)


def _check_hands(hands: list[list[int]], played: list[bool], options: Options, most: int) -> None:
    """K2.1: whoever has played in this round of turns holds one card less."""
    if len(hands) != options.players:
        raise PositionRefused(f"There are {options.players} hands.")
    full = {len(hand) + has for hand, has in zip(hands, played, strict=True)}
    is_tiny_end = options.tiny and not any(hands)
    if len(full) != 1 or not (full <= set(range(1, most + 1)) or is_tiny_end):
        raise PositionRefused(f"Hands have up to {most} cards, and sizes that fit the turn (K2.1).")


def _lay_out(s: State, hands: list[list[int]], draw_pile: list[int], discards: list[int]) -> None:
    """Write the cards; piles are given top first."""
    for seat, hand in enumerate(hands):
        for size, card in enumerate(hand):
            insert_card(s, seat, size, card)
        s.hand_sizes[seat] = len(hand)
    s.draw_pile[:] = 0
    s.draw_pile[: len(draw_pile)] = np.array(draw_pile[::-1], np.int8)
    s.draw_size = len(draw_pile)
    s.discard_pile[: len(discards)] = np.array(discards[::-1], np.int8)
    s.discard_size = len(discards)


def _write_counters(s: State, words: Given, options: Options) -> None:
    """K6.3, K7.1, K7.3; who may have cheated is open to the others, whatever is given."""
    s.cheats_left = _counter(words.cheats_left, options, "cheats_left", options.cheating)
    s.hole_moves_left = _counter(
        words.wormhole_moves_left, options, "wormhole_moves_left", options.wormholes
    )
    cheated = [] if words.cheated_since is UNSET else words.cheated_since
    others = set(range(options.players)) - {words.turn} if options.cheating else set()
    if len(set(cheated)) != len(cheated) or not set(cheated) <= others:
        raise PositionRefused("Who has cheated are different seats, not the one on turn (K7.3).")
    if words.has_accused and not options.cheating:
        raise PositionRefused("Without cheating nobody accuses (K7.4).")
    s.cheated = sum(1 << seat for seat in cheated)
    s.has_accused = words.has_accused
    if options.cheating:
        for seat in range(options.players):
            is_open = words.cheats_left is not UNSET or s.hand_sizes[seat] < s.hand
            s.used_cheat[seat] = PERHAPS if is_open else NO
            is_open = words.cheated_since is not UNSET and seat != words.turn
            s.latest_cheat[seat] = PERHAPS if is_open else NO


def _counter(given: list[int] | UnsetType, options: Options, word: str, is_on: bool) -> int:
    counters = [int(is_on)] * options.players if given is UNSET else given
    allowed = (0, 1) if is_on else (0,)
    if len(counters) != options.players or any(count not in allowed for count in counters):
        raise PositionRefused(f"For each seat {word} is {' or '.join(map(str, allowed))}.")
    return sum(count << seat for seat, count in enumerate(counters))


def _script(chance: list[int | str | list[int]], ring: int) -> list[int]:
    """Write named chance as numbers: exits, figures punished, new wormholes."""
    script: list[int] = []
    for entry in chance:
        if isinstance(entry, list):
            _check_wormholes(entry, ring, WORMHOLES)
            script += [NEW_WORMHOLES, *entry]
        elif isinstance(entry, str):
            if entry not in FIGURE_NUMBER:
                raise PositionRefused(f"There is no figure {entry!r} to be punished.")
            script.append(PUNISHED + FIGURE_NUMBER[entry])
        else:
            if not 0 <= entry < ring:
                raise PositionRefused(f"The exit of a wormhole is from 0 to {ring - 1}.")
            script.append(entry)
    return script


def cards(position: Position) -> Counter[str]:
    """Count all cards, wherever they lie."""
    held = [card for hand in position.hands for card in hand]
    return Counter(held + position.draw_pile + position.discard_pile)
