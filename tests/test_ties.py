"""Of things that are equally good, each is chosen equally often, wherever it is listed."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from scipy.stats import chisquare

from purrlor import game
from purrlor.bots.bot import Bot, listed
from purrlor.bots.tree import TreeBot
from purrlor.core.chance import new_chance
from purrlor.core.contract import choose
from purrlor.core.match import Match
from purrlor.sim.coach import advise

ERROR = 1e-6
"""How likely a fair choice fails one of these tests."""
DRAWS = 400


def keys(count: int) -> Iterable[bytes]:
    return (number.to_bytes(32, "little") for number in range(count))


def chosen_by_policy(match: Match, seat: int) -> Counter[Any]:
    """Count what the policy does in a position."""
    seen, numbers, chance = (
        match.observation(seat),
        match.legal_numbers(seat),
        new_chance(bytes(32)),
    )
    return Counter(
        match.action(int(choose(seen, listed(numbers), len(numbers), chance)), seat)
        for _ in range(DRAWS)
    )


def assert_equally_often(counts: Iterable[int]) -> None:
    assert chisquare(list(counts)).pvalue > ERROR


def drawn(card: str, players: int, known: list[list[tuple[int, int]]]) -> Match:
    """Return a position in which seat 1 holds rats, has drawn a card and knows this."""
    given = {
        "rows": [[*"0123"], [*"9999"], [*"4567"], [*"0123"]][:players],
        "known": known,
        "turn": 1,
        "phase": "drawn",
        "drawn": card,
    }
    return game("rat-a-tat-cat").match_from(given, {"players": players})


def test_policy_swaps_with_every_seat_and_slot_alike() -> None:
    """R4.3: of three rows, each known to its owner alone, none is preferred."""
    known = [[(seat, slot) for slot in range(4)] for seat in range(4)]
    swaps = chosen_by_policy(drawn("swap", 4, known), 1)
    assert {type(action).__name__ for action in swaps} == {"Swap"}
    for word, different in (("seat", 3), ("their_slot", 4), ("slot", 4)):
        by_word = Counter[int]()
        for action, count in swaps.items():
            by_word[getattr(action, word)] += count
        assert len(by_word) == different
        assert_equally_often(by_word.values())


def test_policy_peeks_at_every_unknown_card_alike() -> None:
    """R4.2."""
    peeks = chosen_by_policy(drawn("peek", 2, [[], [(1, 1)]]), 1)
    assert sorted(action.slot for action in peeks) == [0, 2, 3]
    assert_equally_often(peeks.values())


def test_policy_replaces_each_of_the_dearest_cards_alike() -> None:
    """R3.4."""
    kept = chosen_by_policy(drawn("0", 2, [[], [(1, slot) for slot in range(4)]]), 1)
    assert sorted(action.slot for action in kept) == [0, 1, 2, 3]
    assert_equally_often(kept.values())


@pytest.fixture
def last_turn() -> Match:
    """Return a position where four actions are the best, and equally good in every world.

    Seat 0 knows that all cards in both rows are nines, and is the last to play. A power card in the
    row is replaced (R6.2), nearly always by a lower one, in whichever slot it lies. The policy
    does not think of that.
    """
    every = [(seat, slot) for seat in range(2) for slot in range(4)]
    given = {
        "rows": [[*"9999"], [*"9999"]],
        "known": [every, every],
        "turn": 0,
        "knocker": 1,
        "phase": "drawn",
        "drawn": "swap",
    }
    return game("rat-a-tat-cat").match_from(given, {"players": 2, "rounds": 1})


def coach(match: Match, key: bytes) -> int:
    numbers = match.legal_numbers(0)
    hints = advise(match.game, match.options, match.observation(0), numbers, key=key, worlds=60)
    return hints[0].number


def search(match: Match, key: bytes) -> int:
    return Bot(20, key).decide(match.observation(0), match.legal_numbers(0))


@pytest.mark.parametrize("decide", [search, coach])
def test_of_equals_who_thinks_ahead_takes_each(
    last_turn: Match, decide: Callable[[Match, bytes], int]
) -> None:
    kept = Counter(last_turn.action(decide(last_turn, key), 0) for key in keys(100))
    assert sorted(action.slot for action in kept) == [0, 1, 2, 3]
    assert {type(action).__name__ for action in kept} == {"Keep"}
    assert_equally_often(kept.values())


@pytest.mark.parametrize("by_policy", [False, True])
def test_of_equals_the_tree_takes_each(last_turn: Match, by_policy: bool) -> None:
    """With as many simulations as actions each is tried once."""
    seen, numbers = last_turn.observation(0), last_turn.legal_numbers(0)
    bots = (TreeBot(key, simulations=len(numbers), by_policy=by_policy) for key in keys(200))
    chosen = Counter(bot.decide(seen, numbers) for bot in bots)
    if by_policy:  # what the policy would do comes first, and wins the tie
        assert len(chosen) == 1
    else:
        assert_equally_often(chosen[number] for number in numbers)
