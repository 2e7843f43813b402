"""The tree search, on a game whose sound decisions are known."""

import time

import msgspec
import pytest

import purrlor
from kuhn_poker import GAME
from purrlor.bots.growing import grow, most_visited
from purrlor.bots.nodes import find, new_sight, plant, tree_type
from purrlor.bots.tree import TreeBot
from purrlor.core.contract import new_array

KEY = bytes(range(32))


@pytest.mark.parametrize(
    ("cards", "actions"), [(["K", "Q"], ["pass", "bet"]), (["Q", "K"], ["bet"])]
)
def test_it_never_folds_the_highest_card(cards: list[str], actions: list[str]) -> None:
    assert decision(cards, actions, TreeBot(KEY, simulations=300)) == "bet"


@pytest.mark.parametrize(
    ("cards", "actions"), [(["J", "Q"], ["pass", "bet"]), (["Q", "J"], ["bet"])]
)
def test_with_policies_it_never_calls_with_the_lowest_card(
    cards: list[str], actions: list[str]
) -> None:
    """To fold loses fewer chips. With random games it plays for victories, and both lose one."""
    assert decision(cards, actions, TreeBot(KEY, simulations=300, by_policy=True)) == "pass"


def decision(cards: list[str], actions: list[str], bot: TreeBot) -> str:
    match = GAME.match_from({"cards": cards, "actions": actions})
    seat = match.actors[0]
    decided = bot.decide(match.observation(seat), match.legal_numbers(seat))
    found: str = msgspec.to_builtins(match.action(decided, seat))["type"]
    return found


@pytest.mark.parametrize("card", ["J", "Q"])
def test_with_policies_it_bets_the_highest_card_whoever_holds_which(card: str) -> None:
    bot = TreeBot(KEY, simulations=300, by_policy=True)
    assert decision(["K", card], ["pass", "bet"], bot) == "bet"


def test_it_goes_on_with_the_tree_it_has() -> None:
    match = GAME.match(key=1)
    seen, numbers = match.observation(0), match.legal_numbers(0)
    kept, new = TreeBot(KEY, 100, keeps=True), TreeBot(KEY, 100)
    for bot in (kept, new):
        for _ in range(3):
            bot.decide(seen, numbers)
    assert kept.simulations == 300
    assert new.simulations == 100


def test_who_decides_at_once_is_blind_to_the_others() -> None:
    """Whatever others bid unseen: whoever bids next is at the same node of the tree."""
    nodes = set()
    observation = purrlor.game("cattitude").kernels.observation
    trees, (seen, words) = new_array(tree_type(observation)), new_sight(observation)
    plant(trees, 100)
    for bid in range(2):
        match = purrlor.game("cattitude").match({"players": 3}, key=5)
        match.play(0, match.legal(0)[bid])
        for seat in (1, 2):
            seen[0] = match.observation(seat)
            nodes.add(int(find(trees[0], words)))
        seen[0] = match.observation(0)
        nodes.add(int(find(trees[0], words)))
    assert len(nodes) == 2 + 2


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
