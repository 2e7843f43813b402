"""Best responses are the best: held against every plan there is, in a game with few of them."""

from itertools import product
from typing import Any

import numpy as np
import pytest

import kuhn_poker
from purrlor import game
from purrlor.bots.levels import PLAYERS
from purrlor.core import contract
from purrlor.core.contract import STANDING, new_array, new_record
from purrlor.testing import Node, children, opening_nodes
from purrlor.testing.best_response import Frozen, best_response, opening_worlds, worlds_of

KUHN = kuhn_poker.GAME
Plan = dict[bytes, int]


def seen(node: Node, seat: int) -> Any:
    observation = new_record(KUHN.kernels.observation)
    contract.observe(node.state, seat, observation)
    return observation


def situations(seat: int) -> dict[bytes, list[int]]:
    """Return what a seat may see when it decides, and its choices there."""
    found, waiting = {}, list(opening_nodes(KUHN, {}))
    while waiting:
        node = waiting.pop()
        for one in node.actors:
            if one == seat:
                found[seen(node, seat).tobytes()] = node.legal(seat)
            for action in node.legal(one):
                waiting += children(node, one, action)
    return found


def share(seat: int, plan: Plan, opponent: Frozen) -> float:
    """Return what a plan wins."""
    won, waiting = 0.0, list(opening_nodes(KUHN, {}))
    while waiting:
        node = waiting.pop()
        if node.is_over:
            standing = new_record(STANDING)
            contract.scores(node.state, standing)
            places = standing.places[:2].tolist()
            won += float(node.probability) * (places[seat] == 1) / places.count(1)
        else:
            one = node.actors[0]
            look = seen(node, one)
            is_own = one == seat
            action = plan[look.tobytes()] if is_own else opponent.decide(look, node.legal(one))
            waiting += children(node, one, action)
    return won


@pytest.mark.parametrize("player", ["random", "policy"])
@pytest.mark.parametrize("seat", [0, 1])
def test_no_plan_wins_more(seat: int, player: str) -> None:
    def frozen() -> Frozen:
        return Frozen(PLAYERS[player], bytes([5] * 32))

    found = best_response(KUHN, opening_worlds(KUHN, {}), seat, frozen())
    choices = situations(seat)
    assert len(choices) == 6
    plans = [dict(zip(choices, plan, strict=True)) for plan in product(*choices.values())]
    shares = [share(seat, plan, frozen()) for plan in plans]
    assert len(plans) == 64
    assert found.share == pytest.approx(max(shares))
    assert min(shares) <= found.usual <= found.share
    assert found.share >= 0.5


def test_a_frozen_player_always_does_the_same() -> None:
    match = KUHN.match(key=1)
    observation, numbers = match.observation(0), match.legal_numbers(0)
    frozen = Frozen(PLAYERS["random"], bytes(32))
    assert len({frozen.decide(observation, numbers) for _ in range(20)}) == 1
    others = {
        Frozen(PLAYERS["random"], bytes([n] * 32)).decide(observation, numbers) for n in range(40)
    }
    assert others == set(numbers)


def test_every_world_looks_to_the_seat_as_it_does() -> None:
    rat = game("rat-a-tat-cat")
    match = rat.match(rat.tiny, key=2)
    worlds = worlds_of(match, 0)
    assert sum(worlds.values()) == pytest.approx(1)
    assert len(worlds) > 1
    for world in worlds:
        state, again = new_array(rat.kernels.state), new_array(rat.kernels.observation)
        state[:] = np.frombuffer(world, state.dtype)
        contract.observe(state[0], 0, again[0])
        assert again.tobytes() == match.observation(0).tobytes()
