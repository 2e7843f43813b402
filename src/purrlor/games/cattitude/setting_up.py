"""Setting up a position that is given in the words of the rule page."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from msgspec import UNSET

from purrlor.core.chance import Chance, below
from purrlor.core.contract import STANDING, State, new_record
from purrlor.core.refusals import PositionRefused
from purrlor.games.cattitude.components import (
    BIDS,
    BIRDOHOLIC,
    CATASTROPHE,
    CLOSED,
    FIRST_BONUS,
    MOST_PICKED_UP,
    OPEN,
    SPECIES,
    VALUED,
    is_red,
)
from purrlor.games.cattitude.filling import fill
from purrlor.games.cattitude.given import PHASE_OF, Cards, Given, by_seat, is_red_round, read_given
from purrlor.games.cattitude.losing import has_takers, losses_of
from purrlor.games.cattitude.options import Options
from purrlor.games.cattitude.rounds import start
from purrlor.games.cattitude.standing import write_standing
from purrlor.games.cattitude.state import (
    CHOOSING,
    LEFT,
    LOSING,
    OVER,
    PHASES,
    RIGHT,
    encode_options,
)


def write(given: Mapping[str, Any], options: Options, chance: Chance, state: State) -> None:
    """Set up a state as given; what is left open is filled at random."""
    words, s = read_given(given), state
    start(s, encode_options(options))
    s.phase = PHASES.index(words.phase)
    _write_round(s, words, options, chance)
    _check_words(s, words)
    _write_waiting(s, words)
    tables = by_seat(s, words.tables, "tables")
    palaces = by_seat(s, words.palaces, "palaces")
    bids = [by_seat(s, words.get(f"{bid}_bids", UNSET), f"{bid}_bids") for bid in BIDS]
    picked_up = _picked_up(s, words, bids)
    _check_places(s, tables, palaces)
    _lay_out(s, tables, palaces, bids, picked_up)
    fill(s, words, options, chance, [*tables, *palaces, *bids[OPEN], *bids[CLOSED]])
    _write_losing(s, words)
    _check_standing(s, words)


def _write_round(s: State, words: Given, options: Options, chance: Chance) -> None:
    """C2.3, C2.5: the round, its direction and the tosses to come."""
    last = int(s.rounds)
    round_ = (last if s.phase == OVER else 1) if words.round is UNSET else words.round
    if not 1 <= round_ <= last or (s.phase == OVER and round_ != last):
        raise PositionRefused(f"There is no such round: {words.phase} in round {round_} of {last}.")
    s.round_number = round_
    if words.direction is not UNSET and options.players == 2:
        raise PositionRefused("Two players offer to each other: there is no direction (C2.5).")
    if words.direction is not UNSET:
        s.direction = LEFT if words.direction == "left" else RIGHT
    elif options.players > 2:
        s.direction = LEFT if below(chance, 2) else RIGHT
    if words.chance and not options.toss:
        raise PositionRefused("Only with toss are directions left to chance (C7.2).")
    if s.toss:
        tosses = int(below(chance, 1 << (last - round_)))
        for bit, way in enumerate(words.chance[: last - round_]):
            tosses = tosses & ~(1 << bit) | (way == "left") << bit
        s.tosses = tosses


def _check_words(s: State, words: Given) -> None:
    for word, phases in PHASE_OF.items():
        value = words.get(word, UNSET)
        if s.phase not in phases and value is not UNSET and any(value):
            raise PositionRefused(f"In phase {words.phase} {word} say nothing.")


def _write_waiting(s: State, words: Given) -> None:
    """C5.5: who has decided already; not all have, or the phase would be over."""
    players = int(s.players)
    decided = [False] * players
    for word in ("sealed", "choices", "done"):
        value = words.get(word, UNSET)
        if value is not UNSET and len(value) != players:
            raise PositionRefused(f"There are {players} seats to be named in {word}.")
        if value is not UNSET and s.phase in PHASE_OF[word]:
            decided = [bool(item) for item in value]
    if s.phase == OVER:
        return
    if all(decided):
        raise PositionRefused(f"When all have decided the phase {words.phase} is over.")
    s.waiting = sum(1 << seat for seat in range(players) if not decided[seat])
    if s.phase == CHOOSING and words.choices is not UNSET:
        for seat, bid in enumerate(words.choices):
            if bid:
                s.choices[seat] = BIDS.index(bid)


def _picked_up(s: State, words: Given, bids: list[Cards]) -> Cards:
    """C3.2: as named; once bids are revealed, cards beyond those dealt must have been picked up."""
    picked_up = by_seat(s, words.picked_up, "picked_up")
    for seat in range(s.players):
        offered = Counter(bids[OPEN][seat]) + Counter(bids[CLOSED][seat])
        if s.phase == CHOOSING:
            picked_up[seat] = _surplus(s, bids[OPEN][seat] + bids[CLOSED][seat])
        picked = picked_up[seat]
        if picked and (s.round_number == 1 or s.beginner):
            raise PositionRefused("Nothing is picked up in round 1, or by beginners (C3.2, C7.1).")
        if len(picked) > MOST_PICKED_UP or any(card >= VALUED for card in picked):
            raise PositionRefused("At most two birds or cats are picked up (C3.2).")
        if Counter(picked) - offered:
            raise PositionRefused("Cards that were picked up are in a bid (C3.2).")
    return picked_up


def _surplus(s: State, offered: list[int]) -> list[int]:
    """Return cards that can have been picked up, so that the rest is what is dealt (C2.4)."""
    reds = int(s.dealt_red) if is_red_round(s) else 0
    surplus = [-(int(s.dealt) - reds), -reds]
    for card in offered:
        surplus[is_red(card)] += 1
    picked = []
    for card in offered:
        if card < VALUED and surplus[is_red(card)] > 0:
            surplus[is_red(card)] -= 1
            picked.append(card)
    if any(surplus):
        raise PositionRefused("Bids hold the cards dealt and at most two from the table (C3.1).")
    return sorted(picked)


def _check_places(s: State, tables: Cards, palaces: Cards) -> None:
    """C4.1, C4.2, C4.7: what may lie where."""
    for table in tables:
        if any(card >= FIRST_BONUS for card in table):
            raise PositionRefused("Bonus cards do not lie on a table (C4.2).")
        if s.phase != LOSING and any(card in (BIRDOHOLIC, CATASTROPHE) for card in table):
            raise PositionRefused(
                "Birdoholics and catastrophes stay only while a tie waits (C4.6)."
            )
        if s.phase == OVER and table:
            raise PositionRefused("When the game is over the tables are cleared (C6.1).")
    for palace in palaces:
        if any(card in (BIRDOHOLIC, CATASTROPHE) for card in palace):
            raise PositionRefused("No birdoholic or catastrophe comes under a palace (C4.7).")


def _lay_out(s: State, tables: Cards, palaces: Cards, bids: list[Cards], picked_up: Cards) -> None:
    for seat in range(s.players):
        for card in tables[seat]:
            s.tables[seat, card] += 1
        for card in palaces[seat]:
            s.palaces[seat, card] += 1
            if card >= FIRST_BONUS and s.phase != OVER:
                s.closed_bonuses[seat, seat, card - FIRST_BONUS] += 1
        for bid in (OPEN, CLOSED):
            for card in bids[bid][seat]:
                s.bids[seat, bid, card] += 1
        s.picked_sizes[seat] = len(picked_up[seat])
        for at, card in enumerate(reversed(picked_up[seat])):
            s.picked_up[seat, at] = card


def _write_losing(s: State, words: Given) -> None:
    """C4.6: a tie waits, and only species of the tie have been named."""
    if s.phase != LOSING:
        return
    named = [[] for _ in range(s.players)] if words.losing is UNSET else words.losing
    if len(named) != s.players:
        raise PositionRefused(f"There are {s.players} seats to be named in losing.")
    s.waiting = 0
    for seat in range(s.players):
        for species in named[seat]:
            every, some = losses_of(s, seat) if has_takers(s, seat) else (0, 0)
            bit = 1 << SPECIES.index(species)
            if not some & ~every & bit:
                raise PositionRefused(f"Seat {seat} cannot have named {species} (C4.6).")
            s.losing[seat] |= bit
        if has_takers(s, seat):
            every, some = losses_of(s, seat)
            if every == some:
                raise PositionRefused(f"Seat {seat} has no tie to break (C4.6).")
            s.waiting |= 1 << seat
    if not s.waiting:
        raise PositionRefused("In phase lose somebody has a tie to break (C4.6).")


def _check_standing(s: State, words: Given) -> None:
    """C6.2, C6.3: scores and places follow from the palaces."""
    if s.phase != OVER:
        return
    found = new_record(STANDING)
    write_standing(s, found)
    for word, numbers in (("scores", found.points), ("places", found.places)):
        if words.get(word, UNSET) not in (UNSET, numbers[: s.players].tolist()):
            raise PositionRefused(f"The {word} would be {numbers[: s.players].tolist()} (C6.2).")
