"""Positions: the whole truth in the words of the rule page, written and read."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import numpy as np
from msgspec import UNSET, UnsetType

from purrlor.core.chance import Chance, shuffled, write_script
from purrlor.core.contract import STANDING, State, new_record, new_trace
from purrlor.core.plain import plain
from purrlor.core.refusals import PositionRefused
from purrlor.core.words import NONE, Words
from purrlor.games.rat_a_tat_cat.components import (
    CARDS,
    COPIES,
    NO_CARD,
    NUMBER,
    PEEK,
    TINY_COPIES,
)
from purrlor.games.rat_a_tat_cat.options import Options
from purrlor.games.rat_a_tat_cat.piles import SHUFFLE
from purrlor.games.rat_a_tat_cat.rounds import deal_round, find_first_dealer, start
from purrlor.games.rat_a_tat_cat.standing import write_standing
from purrlor.games.rat_a_tat_cat.state import (
    ALL_KNOW,
    BY_POINTS,
    DRAWN,
    END,
    FIRST_PILE,
    LAY_OPEN,
    LOOK,
    NO_SLOT,
    NOBODY,
    OVER,
    PHASES,
    TURN,
    encode_options,
)


class Peeked(Words, frozen=True):
    """The card just peeked at."""

    seat: int
    slot: int


class LastRound(Words, frozen=True):
    """The last scored round."""

    rows: list[list[str]]
    scored_rows: list[list[str]]
    scores: list[int]


class Position(Words, frozen=True):
    """The whole truth."""

    rows: list[list[str]]
    draw_pile: list[str]
    discard_pile: list[str]
    draw_pile_size: int
    discard_pile_size: int
    dealer: int
    turn: int
    phase: str
    drawn: str
    draws_left: int
    knocker: int
    totals: list[int]
    out: list[int]
    round: int
    known: list[list[tuple[int, int]]]
    time_up: bool
    shown_to_all: list[tuple[int, int]] | UnsetType = UNSET
    out_in: list[int] | UnsetType = UNSET
    ready: list[int] | UnsetType = UNSET
    peeked: Peeked | UnsetType = UNSET
    last_round: LastRound | UnsetType = UNSET
    places: list[int] | UnsetType = UNSET


class Given(Words, frozen=True):
    """A position as it is named in a scenario; what is left out comes from a fresh deal."""

    rows: list[list[str]] | UnsetType = UNSET
    draw_pile: list[str] | UnsetType = UNSET
    discard_pile: list[str] | UnsetType = UNSET
    draw_pile_size: int | UnsetType = UNSET
    discard_pile_size: int | UnsetType = UNSET
    dealer: int | UnsetType = UNSET
    turn: int | UnsetType = UNSET
    phase: str = "look"
    drawn: str | UnsetType = UNSET
    draws_left: int = 0
    knocker: int = NOBODY
    totals: list[int] | UnsetType = UNSET
    out: list[int] = []
    round: int = 1
    known: list[list[tuple[int, int]]] | UnsetType = UNSET
    shown_to_all: list[tuple[int, int]] | UnsetType = UNSET
    time_up: bool = False
    out_in: list[int] | UnsetType = UNSET
    ready: list[int] = []
    peeked: Peeked | UnsetType = UNSET
    last_round: LastRound | UnsetType = UNSET
    places: list[int] | UnsetType = UNSET
    chance: list[list[str] | int] = []


def read(state: State) -> Position:
    """Tell the whole truth of a state whose draw pile is settled."""
    s = plain(state)
    players = s.players
    rows = [names(row) for row in s.rows[:players].tolist()]
    draw_pile = names(s.draw_pile[: s.draw_size][::-1].tolist())
    discard_pile = names(s.discard_pile[: s.discard_size][::-1].tolist())
    return Position(
        rows=rows,
        draw_pile=draw_pile,
        discard_pile=discard_pile,
        draw_pile_size=len(draw_pile),
        discard_pile_size=len(discard_pile),
        dealer=s.dealer,
        turn=s.turn,
        phase=PHASES[s.phase],
        drawn=NONE if s.drawn == NO_CARD else CARDS[s.drawn],
        draws_left=s.draws_left,
        knocker=s.knocker,
        totals=s.totals[:players].tolist(),
        out=seats(~s.seats_in, players),
        round=s.round_number,
        known=[_known_by(s, rows, 1 << seat) for seat in range(players)],
        time_up=bool(s.time_up),
        shown_to_all=_shown_to_all(s, rows),
        out_in=s.out_in[:players].tolist() if s.end == BY_POINTS else UNSET,
        ready=seats(s.ready, players) if s.phase == LOOK else UNSET,
        peeked=peeked(s),
        last_round=last_round(s),
        places=places(state) if s.phase == OVER else UNSET,
    )


def in_former_words(position: Position, rules_version: int) -> Position:
    """Return a position as records of a former version have it: nothing was said of these words."""
    return msgspec.structs.replace(position, shown_to_all=UNSET, out_in=UNSET)


def _known_by(s: Any, rows: list[list[str]], bit: int) -> list[tuple[int, int]]:
    """Return the places of cards in rows whose `knowers` have this bit."""
    knowers = s.knowers.tolist()
    places = [(owner, slot) for owner, row in enumerate(rows) for slot in range(len(row))]
    return [(owner, slot) for owner, slot in places if knowers[owner][slot] & bit]


def _shown_to_all(s: Any, rows: list[list[str]]) -> list[tuple[int, int]] | UnsetType:
    """R9.3: what has lain open to all, unless that follows from the phase or from R8.1."""
    shown = _known_by(s, rows, LAY_OPEN)
    is_usual = s.phase == OVER or shown == _usually_shown(s, rows)
    return UNSET if is_usual else shown


def _usually_shown(s: Any, rows: Sequence[Sequence[Any]]) -> list[tuple[int, int]]:
    """R8.1: the outer cards of young players, otherwise nothing."""
    outer = outer_slots(s) if s.young_players else ()
    return [(owner, slot) for owner, row in enumerate(rows) for slot in outer if len(row)]


def outer_slots(fields: Any) -> tuple[int, ...]:
    """R2.3: the slots everybody looks at (in the tiny game the first alone)."""
    return (0,) if fields.tiny else (0, fields.row_size - 1)


def names(cards: Sequence[int]) -> list[str]:
    """Name the cards of a list."""
    return [CARDS[card] for card in cards if card != NO_CARD]


def seats(mask: int, players: int) -> list[int]:
    """Return the seats of a mask, rising."""
    return [seat for seat in range(players) if mask >> seat & 1]


def peeked(fields: Any) -> Peeked | UnsetType:
    """R4.2: the card that may be looked at until the turn ends."""
    if fields.phase != END or fields.peeked == NO_SLOT:
        return UNSET
    return Peeked(seat=fields.turn, slot=fields.peeked)


def last_round(fields: Any) -> LastRound | UnsetType:
    """R6.3: rows and scores of the last scored round."""
    if not fields.last_seats:
        return UNSET
    players = fields.players

    def rows(cards: Any) -> list[list[str]]:
        return [
            names(row) if fields.last_seats >> seat & 1 else []
            for seat, row in enumerate(cards[:players, : fields.row_size].tolist())
        ]

    return LastRound(
        rows=rows(fields.last_rows),
        scored_rows=rows(fields.last_scored_rows),
        scores=fields.last_scores[:players].tolist(),
    )


def places(record: Any) -> list[int]:
    """R7.4: once the game is over."""
    standing = new_record(STANDING)
    write_standing(record, standing)
    named: list[int] = standing.places[: record.players].tolist()
    return named


def write(given: Mapping[str, Any], options: Options, chance: Chance, state: State) -> None:
    """Set up a state as given; what is left open is filled at random."""
    words = _read_given(given)
    s = state
    _check_seats(words, options)
    encoded = encode_options(options)
    start(s, encoded)
    find_first_dealer(s, encoded, chance)
    _write_seats(s, words, options)
    if words.phase != "over":
        deal_round(s, chance, new_trace(is_kept=False))
    s.round_number = words.round
    s.phase = PHASES.index(words.phase)
    _write_turn(s, words)
    _write_cards(s, words, options, chance)
    _write_known(s, words, options)
    _check_sizes(s, words)
    _check_places(s, words)
    write_script(chance, _script(words.chance))


def _read_given(given: Mapping[str, Any]) -> Given:
    try:
        words = msgspec.convert(dict(given), Given)
    except msgspec.ValidationError as error:
        raise PositionRefused(f"This is not a position of Rat-a-Tat Cat: {error}.") from None
    if words.phase not in PHASES:
        raise PositionRefused(f"The phase is one of {', '.join(PHASES)}, not {words.phase!r}.")
    return words


def _check_seats(words: Given, options: Options) -> None:
    players = range(options.players)
    if any(seat not in players for seat in words.out) or len(set(words.out)) != len(words.out):
        raise PositionRefused("Eliminated seats are different seats of the table.")
    if words.out and options.end != "points":
        raise PositionRefused("Seats are eliminated only in a game for points (R7.3).")
    in_play = set(players) - set(words.out)
    if words.phase != "over" and len(in_play) < 2:
        raise PositionRefused("At least two seats are in play until the game is over.")
    for word, seat in (("dealer", words.dealer), ("turn", words.turn), ("knocker", words.knocker)):
        is_open = seat is UNSET or (word == "knocker" and seat == NOBODY)
        if words.phase == "over":
            is_open = is_open or seat in players or (word == "turn" and seat == NOBODY)
        if not is_open and seat not in in_play:
            raise PositionRefused(f"The {word} is a seat in play, not {seat!r}.")
    if any(seat not in in_play for seat in words.ready) or (words.ready and words.phase != "look"):
        raise PositionRefused("Only seats in play are ready, during the look.")
    if words.phase == "look" and set(words.ready) == in_play:
        raise PositionRefused("When all are ready the look is over.")
    if len(set(words.ready)) != len(words.ready):
        raise PositionRefused("A seat is ready once.")
    if not 1 <= words.round <= 10_000 or (options.end == "rounds" and words.round > options.rounds):
        raise PositionRefused("There is no such round in this game.")
    if words.time_up and options.end != "time":
        raise PositionRefused("Time is up only in a timed game (R7.2).")


def _write_seats(s: State, words: Given, options: Options) -> None:
    if words.last_round is not UNSET:
        _write_last_round(s, words.last_round, options)
    totals = [0] * options.players if words.totals is UNSET else words.totals
    if len(totals) != options.players or not all(0 <= total <= 20000 for total in totals):
        raise PositionRefused(f"Totals are {options.players} numbers from 0 up.")
    for seat, total in enumerate(totals):
        s.totals[seat] = total
        if seat in words.out:
            s.seats_in = int(s.seats_in) & ~(1 << seat)
        if options.end == "points" and (total >= options.limit) != (seat in words.out):
            raise PositionRefused("Whoever has reached the limit is out, nobody else (R7.3).")
    _write_out_in(s, words, options)
    if words.dealer is not UNSET:
        s.dealer = words.dealer
    while words.phase != "over" and not int(s.seats_in) >> int(s.dealer) & 1:
        s.dealer = (int(s.dealer) + 1) % options.players
    s.time_up = words.time_up


def _write_out_in(s: State, words: Given, options: Options) -> None:
    """R7.3: the round in which each seat went out.

    Left out: the last scored round for seats that had a row in it, the one before for the others.
    """
    last = max(1, words.round if words.phase == "over" else words.round - 1)
    if words.last_round is UNSET:
        had_row = [True] * options.players
    else:
        had_row = [bool(row) for row in words.last_round.rows]
    for seat in words.out:
        s.out_in[seat] = last if had_row[seat] else max(1, last - 1)
    if words.out_in is UNSET:
        return
    if options.end != "points":
        raise PositionRefused("Seats go out only in a game for points (R7.3).")
    if len(words.out_in) != options.players or not all(0 <= one <= last for one in words.out_in):
        raise PositionRefused(f"out_in has {options.players} numbers of rounds from 0 to {last}.")
    for seat, out_in in enumerate(words.out_in):
        if (out_in > 0) != (seat in words.out):
            raise PositionRefused("A seat went out in a round if it is out, otherwise in none.")
        if words.last_round is not UNSET and had_row[seat] != (out_in in (0, last)):
            raise PositionRefused("A seat has a row in each round until it goes out (R7.3).")
        s.out_in[seat] = out_in


def _write_last_round(s: State, last: LastRound, options: Options) -> None:
    if not len(last.rows) == len(last.scored_rows) == len(last.scores) == options.players:
        raise PositionRefused("The last round has rows and a score for each seat.")
    if not any(last.rows) or not all(0 <= score <= 36 for score in last.scores):
        raise PositionRefused("The last round was scored by somebody, with 0 to 36 points each.")
    for seat, (row, scored) in enumerate(zip(last.rows, last.scored_rows, strict=True)):
        if len(row) != len(scored) or len(row) not in (0, s.row_size):
            raise PositionRefused(f"A row has {s.row_size} cards.")
        for slot, (card, replaced) in enumerate(zip(row, scored, strict=True)):
            s.last_rows[seat, slot] = _number(card)
            s.last_scored_rows[seat, slot] = _number(replaced)
        s.last_seats = int(s.last_seats) | (1 << seat if row else 0)
        s.last_scores[seat] = last.scores[seat]


def _write_turn(s: State, words: Given) -> None:
    if words.turn is not UNSET:
        s.turn = words.turn
    if s.phase == OVER:
        s.turn = NOBODY
    if s.phase not in (LOOK, OVER):
        s.ready = s.seats_in
        s.turns = s.turns_in_round = 1
    else:
        s.ready = sum(1 << seat for seat in words.ready)
    s.knocker = words.knocker
    if s.phase not in (TURN, OVER) and s.knocker == s.turn != NOBODY:
        raise PositionRefused("The knocker has no more turn (R5.2).")
    if s.phase == LOOK and s.knocker != NOBODY:
        raise PositionRefused("Nobody knocks during the look.")
    if words.draws_left not in ((0, 1) if s.phase == DRAWN else (0,)):
        raise PositionRefused("draws_left is 1 after a Draw 2 while a card is drawn, otherwise 0.")
    s.draws_left = words.draws_left
    if words.peeked is not UNSET:
        if s.phase != END or words.peeked.seat != s.turn or not 0 <= words.peeked.slot < s.row_size:
            raise PositionRefused("A card is peeked at by the player on turn, in phase end.")
        s.peeked = words.peeked.slot


def _number(card: str) -> int:
    if card not in NUMBER:
        raise PositionRefused(f"There is no card {card!r}; there are {', '.join(CARDS)}.")
    return NUMBER[card]


def _write_cards(s: State, words: Given, options: Options, chance: Chance) -> None:
    """Named places hold what is written; the others are filled from the cards not named."""
    is_drawn = s.phase == DRAWN
    if words.drawn is not UNSET and is_drawn == (words.drawn == NONE):
        raise PositionRefused("A card is drawn in phase drawn, and only then.")
    places = (words.rows, words.draw_pile, words.discard_pile)
    if all(place is UNSET for place in places) and s.phase not in (DRAWN, OVER):
        return
    named_rows = None if words.rows is UNSET else words.rows
    if named_rows is not None:
        _check_rows(s, named_rows, options)
    top = [] if words.draw_pile is UNSET else [_number(card) for card in words.draw_pile]
    discards = [] if words.discard_pile is UNSET else [_number(c) for c in words.discard_pile]
    left = Counter(dict(enumerate(TINY_COPIES if options.tiny else COPIES)))
    drawn = [] if words.drawn in (UNSET, NONE) else [_number(str(words.drawn))]
    rows = [[_number(card) for card in row] for row in named_rows or []]
    left.subtract([card for row in rows for card in row] + top + discards + drawn)
    for card, count in left.items():
        if count < 0:
            raise PositionRefused(f"There are not so many copies of the card {CARDS[card]}.")
    rest = shuffled(chance, sorted(left.elements()))
    seats_to_deal = int(s.seats_in).bit_count() if named_rows is None else 0
    if len(rest) < seats_to_deal * s.row_size + (is_drawn and not drawn):
        raise PositionRefused("Too few cards are left for the places that are not named.")
    if named_rows is None:
        rows = [
            [rest.pop() for _ in range(s.row_size)] if int(s.seats_in) >> seat & 1 else []
            for seat in range(options.players)
        ]
    if is_drawn and not drawn:
        drawn = [rest.pop()]
    if words.discard_pile is UNSET:
        numbers = [place for place, card in enumerate(rest) if card < PEEK]
        if not numbers:
            raise PositionRefused("No number card is left to start the discard pile (R2.3).")
        discards = [rest.pop(numbers[0])]
    if not discards:
        raise PositionRefused("The discard pile is never empty.")
    _lay_out(s, rows, top + rest, discards, len(top))
    s.drawn = drawn[0] if drawn else NO_CARD
    if s.draw_size == 0 and s.phase not in (DRAWN, OVER):
        raise PositionRefused("The draw pile is empty only while a turn is played (R3.7).")


def _check_rows(s: State, rows: list[list[str]], options: Options) -> None:
    if len(rows) != options.players:
        raise PositionRefused(f"There are {options.players} rows.")
    for seat, row in enumerate(rows):
        if s.phase == OVER and not row:
            continue
        if len(row) != (s.row_size if int(s.seats_in) >> seat & 1 or s.phase == OVER else 0):
            raise PositionRefused(f"A row has {s.row_size} cards, that of an eliminated seat none.")


def _lay_out(
    s: State, rows: list[list[int]], draw_pile: list[int], discards: list[int], settled: int
) -> None:
    """Write the cards; piles are given top first."""
    s.rows[:] = NO_CARD
    s.turned[:] = 0
    for seat, row in enumerate(rows):
        for slot, card in enumerate(row):
            s.rows[seat, slot] = card
            s.origins[seat, slot] = FIRST_PILE
    s.draw_pile[: len(draw_pile)] = np.array(draw_pile[::-1], np.int8)
    s.draw_size = len(draw_pile)
    s.settled = settled
    s.discard_pile[: len(discards)] = np.array(discards[::-1], np.int8)
    s.discard_size = len(discards)


def _write_known(s: State, words: Given, options: Options) -> None:
    """Left out: each seat knows its own outer two, or everybody's where they lie face up."""
    if words.known is not UNSET:
        if len(words.known) != options.players:
            raise PositionRefused(f"What is known is told for {options.players} seats.")
        s.knowers[:] = 0
        for seat, slots in enumerate(words.known):
            for owner, slot in slots:
                if not (0 <= owner < options.players and 0 <= slot < s.row_size):
                    raise PositionRefused("A known card is named by seat and slot.")
                s.knowers[owner, slot] |= 1 << seat
    if words.peeked is not UNSET:
        s.knowers[words.peeked.seat, words.peeked.slot] |= 1 << words.peeked.seat
    _write_shown_to_all(s, words)
    if s.phase == OVER:
        s.knowers[:] = ALL_KNOW


def _write_shown_to_all(s: State, words: Given) -> None:
    """R9.3: who knows a card in private tells spectators and eliminated seats nothing."""
    rows = [row[row != NO_CARD] for row in s.rows]
    shown = words.shown_to_all
    for owner, slot in _usually_shown(s, rows) if shown is UNSET else shown:
        if not (0 <= owner < s.players and 0 <= slot < len(rows[owner])):
            raise PositionRefused("A card that was shown to all is named by seat and slot.")
        s.knowers[owner, slot] = ALL_KNOW
    if words.known is UNSET or s.phase == OVER:
        return
    for seat, slots in enumerate(words.known):
        is_out = not int(s.seats_in) >> seat & 1
        for owner, slot in slots:
            if is_out and not int(s.knowers[owner, slot]) & LAY_OPEN:
                raise PositionRefused("An eliminated seat knows what was shown to all (R9.3).")


def _check_sizes(s: State, words: Given) -> None:
    for word, size in (("draw_pile_size", s.draw_size), ("discard_pile_size", s.discard_size)):
        if words.get(word, size) != size:
            raise PositionRefused(f"The {word} would be {size}.")


def _check_places(s: State, words: Given) -> None:
    """R7.4: places follow from totals and, in a game by points, from who went out when."""
    if words.places is UNSET:
        return
    if s.phase != OVER:
        raise PositionRefused("Places are known when the game is over.")
    if words.places != places(s):
        raise PositionRefused(f"The places would be {places(s)} (R7.4).")


def _script(chance: list[list[str] | int]) -> list[int]:
    script: list[int] = []
    for entry in chance:
        if isinstance(entry, int):
            if not 0 <= entry < SHUFFLE:
                raise PositionRefused("A place in the pile is counted from the top, from 0.")
            script.append(entry)
        else:
            script += [SHUFFLE + len(entry), *map(_number, entry)]
    return script


def cards(position: Position) -> Counter[str]:
    """Count all cards, wherever they lie."""
    drawn = [] if position.drawn == NONE else [position.drawn]
    rows = [card for row in position.rows for card in row]
    return Counter(rows + position.draw_pile + position.discard_pile + drawn)
