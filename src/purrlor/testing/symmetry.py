"""Seats are equal: a policy must not depend on how the seats are numbered.

Two properties. Where no seat has an advantage by the rules, seats that play the same policy win
equally often (`check_equal_shares`). And a policy decides the same, up to chance, when all seats
are renamed (`check_renaming`); for this a game says how a position looks with its seats renamed
(`Symmetry`). Each check fails by chance with a probability of `ERROR` at most.
"""

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
import numpy as np
from scipy.stats import hypergeom

from purrlor.bots.bot import listed
from purrlor.core import contract
from purrlor.core.chance import Chance, below, new_chance
from purrlor.core.contract import LEGAL, PASS, State, new_record
from purrlor.core.game import Game
from purrlor.core.keys import read_key
from purrlor.core.match import Match
from purrlor.core.words import Tagged
from purrlor.sim.estimates import doubt_of_equality, seat_shares
from purrlor.sim.simulate import simulate
from purrlor.testing.conformance import Failure, random_step

ERROR = 1e-6
"""How likely a check fails though the seats are equal, at most."""
DRAWS = 64
"""How often a policy is asked about the same position."""
STEPS = 80
"""How far each game is played."""
STRAYS = 8
"""One step in this many is random: positions that the policy alone does not reach."""
SEAT_WORDS = ("seat", "of")
"""Words of actions that name a seat, in every game."""


class Symmetry(msgspec.Struct, frozen=True, kw_only=True):
    """In what respect the seats of a game are equal."""

    rotate: Callable[[State, int], State]
    """Return a copy of a state in which seat s has become seat s + by, counted round the table."""
    renamed: tuple[Mapping[str, Any], ...]
    """Options with which a rotated position is as good as the original one."""
    fair: tuple[tuple[Mapping[str, Any], ...], ...]
    """Options with which no seat has an advantage; those of one group only taken together."""
    why_not: str = ""
    """Why there are no such options."""


class _Decision(NamedTuple):
    where: str
    state: State
    seat: int
    numbers: list[int]


def check_equal_shares(game: Game, group: Sequence[Mapping[str, Any]], *, games: int) -> float:
    """Let all seats play the policy, with each options of a group; return the p-value.

    It is that of a chi-square test of equal shares of victories.
    """
    played = [
        simulate(game, options, games=games, players="policy", key=index)
        for index, options in enumerate(group)
    ]
    results = np.concatenate([one.results for one in played]).view(np.recarray)
    together = msgspec.structs.replace(played[0], results=results)
    doubt = doubt_of_equality(together)
    if doubt < ERROR:
        shares = ", ".join(f"{100 * share.value:.1f} %" for share in seat_shares(together))
        raise Failure(
            f"{game.name}, {' and '.join(map(str, group))}: seats that play the same policy do not "
            f"win equally often: {shares} (p = {doubt:.1g})"
        )
    return doubt


def check_renaming(
    game: Game,
    symmetry: Symmetry,
    options: Mapping[str, Any] | None = None,
    *,
    decisions: int = 120,
) -> None:
    """Ask the policy to make so many decisions, and the same ones with the seats renamed.

    For each action Fisher's exact test compares how often it is chosen; all tests of a call share
    `ERROR` (Bonferroni).
    """
    given = dict(options or {})
    checked, chance = game.read_options(given), new_chance(read_key(0), stream=5)
    keys = itertools.count()
    every = (one for key in keys for one in _decisions(game, given, key))
    asked = list(itertools.islice(every, decisions))
    rotations = range(1, checked.players)
    tests = max(1, len(rotations) * sum(len(one.numbers) for one in asked))
    for decision in asked:
        chosen = _choices(game, decision, chance)
        for by in rotations:
            again = _rotated(game, symmetry, checked, decision, by)
            found = Counter[int]()
            names = dict(zip(again.numbers, decision.numbers, strict=True))
            for number, count in _choices(game, again, chance).items():
                found[names[number]] = count
            for number in chosen | found:
                if _doubt(chosen[number], found[number]) < ERROR / tests:
                    action = _text(game, number, checked, decision.seat)
                    raise Failure(
                        f"{decision.where}: of {DRAWS} times seat {decision.seat} chooses to "
                        f"{action} {chosen[number]} times, and {found[number]} times when it is "
                        f"seat {again.seat} and the other seats are renamed in the same way"
                    )


def _decisions(game: Game, given: dict[str, Any], key: int) -> Iterator[_Decision]:
    """Play by the policy, now and then at random; yield all decisions that leave a choice."""
    where = f"{game.name}, {given}, key {key}"
    match, chance = game.match(given, key), new_chance(read_key(key), stream=4)
    while not match.is_over and len(match.played) < STEPS:
        is_astray = below(chance, STRAYS) == 0
        seat = match.actors[0]
        one = _decision(match, seat, where)
        if len(one.numbers) > 1:
            yield one
        if is_astray:
            yield from (_decision(match, other, where) for other in match.interrupters)
            match.play(*random_step(match, chance))
        else:
            (number,) = _choices(game, one, chance, draws=1)
            match.play(seat, match.action(number, seat))


def _decision(match: Match, seat: int, where: str) -> _Decision:
    numbers = list(match.legal_numbers(seat))
    may_pass = [PASS] if seat in match.interrupters else []
    step = f"{where}, step {len(match.played)}"
    return _Decision(step, match._state.copy(), seat, numbers + may_pass)


def _rotated(
    game: Game, symmetry: Symmetry, options: Any, decision: _Decision, by: int
) -> _Decision:
    """Return the decision with all seats renamed, and its actions in the same order."""
    state = symmetry.rotate(decision.state, by)
    seat, out = (decision.seat + by) % options.players, new_record(LEGAL)
    codec = game.module("actions")

    def renamed(number: int) -> int:
        if number == PASS:
            return PASS
        action: Tagged = codec.decode(number, options, decision.seat)
        seats = {
            word: (getattr(action, word) + by) % options.players
            for word in SEAT_WORDS
            if isinstance(getattr(action, word, None), int)
        }
        return int(codec.encode(msgspec.structs.replace(action, **seats), options, seat))

    numbers = [renamed(number) for number in decision.numbers]
    count = int(contract.legal(state, seat, out))
    if sorted(out.actions[:count].tolist()) != sorted(n for n in numbers if n != PASS):
        raise Failure(
            f"{decision.where}: when seat {decision.seat} is renamed to seat {seat} other actions "
            "are legal"
        )
    return _Decision(decision.where, state, seat, numbers)


def _choices(game: Game, decision: _Decision, chance: Chance, draws: int = DRAWS) -> Counter[int]:
    observation, numbers = new_record(game.kernels.observation), decision.numbers
    contract.observe(decision.state, decision.seat, observation)
    out, count = listed(numbers), len(numbers)
    return Counter(int(contract.choose(observation, out, count, chance)) for _ in range(draws))


def _doubt(one: int, other: int) -> float:
    """Return how likely two counts, each of `DRAWS`, differ so much if both are as likely."""
    low = hypergeom.cdf(min(one, other), 2 * DRAWS, one + other, DRAWS)
    return min(1.0, 2 * float(low))


def _text(game: Game, number: int, options: Any, seat: int) -> str:
    if number == PASS:
        return "wait"
    text: str = game.module("notation").action_text(
        game.module("actions").decode(number, options, seat)
    )
    return text


def rename_seats(
    state: State,
    by: int,
    *,
    players: int,
    rows: int,
    seats: Sequence[str] = (),
    masks: Sequence[str] = (),
    fixed: Sequence[str] = (),
) -> State:
    """Return a copy of a state in which seat s has become seat s + by.

    Arrays of `rows` rows have a row for each seat, unless they are `fixed`. Fields that hold a seat
    (-1 for nobody) or a mask of seats are named.
    """
    renamed = state.copy()
    for name in state.dtype.names:
        array = getattr(renamed, name)
        if name not in fixed and getattr(array, "shape", ())[:1] == (rows,):
            array[:players] = np.roll(array[:players], by, axis=0)
    for name in seats:
        seat = int(getattr(renamed, name))
        if seat >= 0:
            setattr(renamed, name, (seat + by) % players)
    for name in masks:
        mask = getattr(renamed, name)
        if mask.shape:
            mask[:] = rotate_bits(mask.astype(np.int64), by, players)
        else:
            setattr(renamed, name, rotate_bits(np.int64(mask), by, players))
    return renamed


def rotate_bits(mask: Any, by: int, size: int) -> Any:
    """Rotate the lowest bits of a mask; bit 0 becomes bit `by`. Bits above stay where they are."""
    lowest = (1 << size) - 1
    part = mask & lowest
    return mask & ~lowest | (part << by | part >> (size - by)) & lowest
