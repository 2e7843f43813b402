"""The games in OpenSpiel, by OpenSpiel's own tests and algorithms."""

import json
import pickle
import re
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, exploitability, ismcts
from open_spiel.python.algorithms import external_sampling_mccfr as sampling
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
from open_spiel.python.observation import make_observation

from kuhn_poker import GAME as KUHN
from purrlor import game, game_names
from purrlor.games.rat_a_tat_cat.components import COPIES, PEEK
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


def test_the_interface() -> None:
    """OpenSpiel's own test, unchanged, on each game as it is played by default."""
    program = Path(__file__).with_name("spiel_api.py")
    run = subprocess.run(
        [sys.executable, str(program)], capture_output=True, text=True, check=False, timeout=600
    )
    assert run.returncode == 0, run.stderr[-3000:]
    passed = re.findall(r"OK \] .*PartialTree_purrlor_(\w+)_Test.test_", run.stderr)
    assert {game.replace("_", "-") for game in passed} == set(GAMES)


WHOLE: dict[str, dict[str, Any]] = {
    "rat-a-tat-cat": {"players": 2, "rounds": 1},
    "cattitude": {"players": 2},
    "cat-royal": {"players": 2, "wormholes": False, "cheating": False},
}
"""With the whole deck, and of a length that Python can play: Cat Royal's takes thousands of steps,
most of them to pass."""


@pytest.mark.parametrize("name", GAMES)
def test_simulation_with_a_whole_deck(name: str) -> None:
    """To write and read each state again plays all that was before: too long for Cat Royal."""
    loaded = pyspiel.load_game(openspiel.NAMES[name], WHOLE[name])
    is_short = name != "cat-royal"
    pyspiel.random_sim_test(
        loaded, num_sims=3 if is_short else 1, serialize=is_short, verbose=False
    )


@pytest.mark.parametrize("name", GAMES)
def test_what_nobody_sees_is_not_observed(name: str) -> None:
    """Without what is public, or with what all players know, there is no observer."""
    loaded = tiny(name)
    kind, private = (
        partial(pyspiel.IIGObservationType, perfect_recall=False),
        pyspiel.PrivateInfoType,
    )
    for unseen in (kind(public_info=False), kind(private_info=private.ALL_PLAYERS)):
        assert make_observation(loaded, unseen) is None
    for seen in (None, kind(), kind(private_info=private.NONE)):
        assert make_observation(loaded, seen).tensor.shape == (loaded.features.size,)


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
@pytest.mark.parametrize("place", [0, -1])
def test_chance_comes_to_an_end_whatever_it_decides(name: str, place: int) -> None:
    """Also if the same power card is turned as the starter again and again (R2.2)."""
    state, nodes = pyspiel.load_game(openspiel.NAMES[name]).new_initial_state(), 0
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        assert sum(probability for _, probability in outcomes) == pytest.approx(1, abs=1e-12)
        state.apply_action(outcomes[place][0])
        nodes += 1
        assert nodes < 200
    assert state.legal_actions()


@pytest.mark.parametrize("players", [2, 6])
def test_the_starter_is_each_number_as_likely_as_there_are_cards_of_it(players: int) -> None:
    """R2.2, with no power card dealt: all nine may be turned, and go back, any number of times."""
    loaded = pyspiel.load_game(openspiel.NAMES["rat-a-tat-cat"], {"players": players})
    state = loaded.new_initial_state()
    deck = [card for card, copies in enumerate(COPIES) for _ in range(copies)]
    for card in range(4 * players):
        place = deck.index(card % PEEK)
        state.apply_action(place)
        deck[place] = deck[-1]  # as a card is drawn from the pile
        deck.pop()
    numbers = [card for card in deck if card < PEEK]
    found, reached = dict.fromkeys(range(PEEK), 0.0), 1.0
    while state is not None:
        again, staying = None, 0.0
        for outcome, probability in state.chance_outcomes():
            child = state.child(outcome)
            if child.is_chance_node():
                again, staying = child, staying + probability
            else:
                starter = int(child.world.state["discard_pile"][0, 0])
                found[starter] += reached * probability
        state, reached = again, reached * staying
    for card, share in found.items():
        assert share == pytest.approx(numbers.count(card) / len(numbers), abs=1e-15)


@pytest.mark.parametrize("name", GAMES)
def test_a_state_is_written_as_the_whole_truth(name: str) -> None:
    """What nobody sees too: states that differ in anything differ in their text."""
    loaded, texts = pyspiel.load_game(openspiel.NAMES[name]), {}
    for seed in range(3):
        state, chance = loaded.new_initial_state(), np.random.default_rng(seed)
        while state.is_chance_node():
            state.apply_action(int(chance.integers(len(state.chance_outcomes()))))
        spectator = loaded.worlds.picture(state.world, -1)
        texts[state.world.state.tobytes()] = str(state)
        match = game(name).match_from(position_in(str(state)), loaded.worlds.options)
        held = state.world.state[HIDDEN[name]]
        assert (match._state_array[HIDDEN[name]] == held).all()
        assert str(state) != spectator
    assert len(set(texts.values())) == 3


HIDDEN = {"rat-a-tat-cat": "rows", "cattitude": "hands", "cat-royal": "hands"}
"""The field of a state that holds the cards of all players."""


def position_in(text: str) -> Any:
    """Return the position that stands in the text of a state."""
    return json.loads(next(line for line in text.splitlines() if line.startswith("{")))


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
    for _ in range(6):
        solver.evaluate_and_update_policy()
    after = exploitability.exploitability(loaded, solver.average_policy())
    if name == "cat-royal":  # with two cards nobody comes home, whatever they do
        assert before == after == 0
    else:
        assert 0 <= after < before / 2


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


def searcher(loaded: Any, simulations: int, chance: np.random.RandomState) -> Any:
    """Return OpenSpiel's own search, in Python: each simulation plays to the end at random."""
    evaluator = RandomRolloutEvaluator(1, chance)
    return ismcts.ISMCTSBot(loaded, evaluator, 1.0, simulations, random_state=chance)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("is_tiny", [True, False])
def test_ismcts_decides(name: str, is_tiny: bool) -> None:
    loaded = tiny(name) if is_tiny else pyspiel.load_game(openspiel.NAMES[name], WHOLE[name])
    state, chance = loaded.new_initial_state(), np.random.RandomState(1)
    while state.is_chance_node() or len(state.legal_actions()) == 1:
        state.apply_action(int(chance.choice(state.legal_actions())))
    bot = searcher(loaded, 20 if is_tiny else 5, chance)
    assert bot.step(state) in state.legal_actions()


def test_ismcts_beats_random_play() -> None:
    """In forty tiny games of Rat-a-Tat Cat; five standard errors from an even match."""
    loaded, chance, won = tiny("rat-a-tat-cat"), np.random.RandomState(1), []
    for number in range(40):
        state, seat = loaded.new_initial_state(), number % 2
        bot = searcher(loaded, 40, chance)
        while not state.is_terminal():
            is_bots = state.current_player() == seat
            state.apply_action(
                bot.step(state) if is_bots else int(chance.choice(state.legal_actions()))
            )
        won.append(state.returns()[seat])
    assert np.mean(won) > 0
