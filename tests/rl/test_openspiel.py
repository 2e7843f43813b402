"""The games in OpenSpiel, by OpenSpiel's own tests and algorithms."""

import pickle
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, exploitability, ismcts
from open_spiel.python.algorithms import external_sampling_mccfr as sampling
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

from kuhn_poker import GAME as KUHN
from purrlor import game, game_names
from purrlor.rl import openspiel
from purrlor.testing import opening_nodes

GAMES = game_names()
KUHN_NAME = openspiel.register(KUHN)


def tiny(name: str, **more: Any) -> Any:
    """Load the tiny form of a game."""
    return pyspiel.load_game(openspiel.NAMES[name], {**game(name).tiny, **more})


@pytest.mark.parametrize("name", GAMES)
def test_simulation(name: str) -> None:
    """OpenSpiel's own test: one whole game, each state cloned, written and read again."""
    pyspiel.random_sim_test(tiny(name), num_sims=3, serialize=True, verbose=False)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("rat-a-tat-cat", {"players": 3, "rounds": 1}),
        ("cattitude", {"players": 5, "toss": True}),
        ("cat-royal", {"players": 4, "partners": True}),
    ],
)
def test_states_of_a_whole_deck(name: str, options: dict[str, Any]) -> None:
    """A stretch of the full game, as OpenSpiel's simulation test checks it."""
    loaded = pyspiel.load_game(openspiel.NAMES[name], options)
    assert str(pickle.loads(pickle.dumps(loaded))) == str(loaded)
    state, chance = loaded.new_initial_state(), np.random.default_rng(1)
    for step in range(250):
        if state.is_terminal():
            break
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(probability for _, probability in outcomes) == pytest.approx(1)
            assert len(outcomes) <= loaded.max_chance_outcomes()
            action = int(chance.integers(len(outcomes)))
        else:
            legal = state.legal_actions()
            assert legal == sorted(set(legal))
            texts = [state.action_to_string(action) for action in legal]
            assert len(set(texts)) == len(texts)
            assert len(state.information_state_tensor()) == loaded.information_state_tensor_size()
            action = int(chance.choice(legal))
        if step % 50 == 0:
            again = pickle.loads(pickle.dumps(state))
            assert str(again) == str(state)
            again.apply_action(action)
        twin = state.clone()
        twin.apply_action(action)
        state.apply_action(action)
        assert str(twin) == str(state)
        assert twin.history() == state.history()


def test_chance_has_as_many_ways_as_the_enumeration() -> None:
    """Every deal of the tiny Rat-a-Tat Cat, by chance nodes and by walking through chance."""
    deals: list[Any] = []

    def walk(state: Any) -> None:
        if not state.is_chance_node():
            deals.append(state.world.state.tobytes())
            return
        for outcome, _ in state.chance_outcomes():
            walk(state.child(outcome))

    walk(tiny("rat-a-tat-cat").new_initial_state())
    walked = [node.state.tobytes() for node in opening_nodes(game("rat-a-tat-cat"))]
    assert sorted(deals) == sorted(walked)


@pytest.mark.parametrize("name", GAMES)
def test_a_resampled_state_looks_the_same(name: str) -> None:
    """To the player who asks; the worlds behind differ, and can be played to their end."""
    state = pyspiel.load_game(openspiel.NAMES[name]).new_initial_state()
    chance = np.random.default_rng(4)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    worlds, checked = set(), 0
    for _ in range(150):
        if state.is_terminal():
            break
        if state.is_chance_node():
            state.apply_action(int(chance.integers(len(state.chance_outcomes()))))
            continue
        player = state.current_player()
        for _ in range(3):
            other = state.resample_from_infostate(player, sampler)
            seen, found = (
                (
                    one.current_player(),
                    one.information_state_string(player),
                    one.observation_string(player),
                    one.information_state_tensor(player),
                    one.legal_actions(),
                )
                for one in (state, other)
            )
            assert seen == found
            worlds.add(other.world.state.tobytes())
            checked += 1
        state.apply_action(int(chance.choice(state.legal_actions())))
    assert len(worlds) > checked / 2


def test_cfr_solves_kuhn_poker() -> None:
    """A game whose value is known, through the same door: -1/18 of a chip, here by places."""
    loaded = pyspiel.load_game(KUHN_NAME)
    solver = cfr.CFRPlusSolver(loaded)
    for _ in range(100):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert len(solver._info_state_nodes) == 12
    assert exploitability.exploitability(loaded, policy) < 0.02


@pytest.mark.parametrize("name", GAMES)
def test_cfr_and_exploitability_on_the_tiny_games(name: str) -> None:
    """One deal each: CFR+ comes closer to play that nobody can exploit."""
    more: dict[str, Any] = {"cattitude": {"beginner": True}, "cat-royal": {"cheating": False}}
    loaded = tiny(name, deals=1, **more.get(name, {}))
    solver = cfr.CFRPlusSolver(loaded)
    before = exploitability.exploitability(loaded, solver.average_policy())
    for _ in range(2):
        solver.evaluate_and_update_policy()
    after = exploitability.exploitability(loaded, solver.average_policy())
    if name == "cat-royal":  # with two cards nobody comes home, whatever they do
        assert before == after == 0
    else:
        assert after < before


@pytest.mark.parametrize("name", GAMES)
def test_sampled_cfr_over_all_deals(name: str) -> None:
    loaded = tiny(name)
    solver = sampling.ExternalSamplingSolver(loaded, sampling.AverageType.SIMPLE)
    solver.iteration()
    policy = solver.average_policy()
    state, chance = loaded.new_initial_state(), np.random.default_rng(1)
    while state.is_chance_node():
        state.apply_action(int(chance.integers(len(state.chance_outcomes()))))
    assert sum(policy.action_probabilities(state).values()) == pytest.approx(1)


@pytest.mark.parametrize("name", GAMES)
def test_ismcts_decides(name: str) -> None:
    """OpenSpiel's own search, in Python, on the game with its whole deck."""
    options = {"rounds": 1} if name == "rat-a-tat-cat" else {"players": 2}
    loaded = pyspiel.load_game(openspiel.NAMES[name], options)
    state, chance = loaded.new_initial_state(), np.random.RandomState(1)
    while state.is_chance_node() or len(state.legal_actions()) == 1:
        state.apply_action(int(chance.choice(state.legal_actions())))

    class Even(RandomRolloutEvaluator):  # type: ignore[misc]  # a whole rollout takes seconds
        def evaluate(self, state: Any) -> Any:
            return np.zeros(loaded.num_players())

    bot = ismcts.ISMCTSBot(loaded, Even(1, chance), 1.0, 40, random_state=chance)
    assert bot.step(state) in state.legal_actions()
