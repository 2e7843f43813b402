"""The search of the literature, on a game whose sound decisions are known."""

import time

import msgspec
import pytest

from kuhn_poker import GAME
from purrlor.bots.tree import TreeBot, grow, most_visited, plant

KEY = bytes(range(32))


@pytest.mark.parametrize(
    ("cards", "actions", "sound"),
    [
        (["J", "Q"], ["pass", "bet"], "pass"),
        (["K", "Q"], ["pass", "bet"], "bet"),
        (["Q", "J"], ["bet"], "pass"),
        (["Q", "K"], ["bet"], "bet"),
    ],
)
def test_it_never_calls_with_the_lowest_nor_folds_the_highest_card(
    cards: list[str], actions: list[str], sound: str
) -> None:
    match = GAME.match_from({"cards": cards, "actions": actions})
    seat = match.actors[0]
    seen, numbers = match.observation(seat), match.legal_numbers(seat)
    decided = TreeBot(KEY, simulations=300).decide(seen, numbers)
    assert msgspec.to_builtins(match.action(decided, seat))["type"] == sound


def test_the_same_key_thinks_the_same() -> None:
    match = GAME.match(key=1)
    seen, numbers = match.observation(0), match.legal_numbers(0)
    first, second = (
        [bot.decide(seen, numbers) for _ in range(5)] for bot in (TreeBot(KEY), TreeBot(KEY))
    )
    assert first == second


def test_it_thinks_for_as_long_as_it_is_given() -> None:
    match = GAME.match(key=1)
    seen, numbers = match.observation(0), match.legal_numbers(0)
    bot = TreeBot(KEY, seconds=0.0)
    bot.decide(seen, numbers)  # compiled by now
    took = []
    for seconds in (0.0, 0.02):
        bot.seconds, start = seconds, time.thread_time()
        assert bot.decide(seen, numbers) in numbers
        took.append(time.thread_time() - start)
    assert took[0] < 0.02 <= took[1]


def test_it_is_given_no_state() -> None:
    for function in (plant, grow, most_visited):
        source = getattr(function, "py_func", function)
        names = source.__code__.co_varnames[: source.__code__.co_argcount]
        assert not {"state", "world"} & set(names)
