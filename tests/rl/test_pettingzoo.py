"""The games as PettingZoo environments, by PettingZoo's own tests."""

from functools import partial
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

from option_sets import option_sets
from purrlor import Refusal, game_names
from purrlor.rl import pettingzoo
from purrlor.rl.vector import PurrlorVectorEnv

GAMES = game_names()
# Masks lie beside the observation, as in PettingZoo's own card games; its test knows those by name.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
]


@pytest.mark.parametrize("name", GAMES)
def test_api(name: str) -> None:
    api_test(pettingzoo.env(name), num_cycles=60)


@pytest.mark.parametrize(
    ("name", "options"), [(name, options) for name in GAMES for options in option_sets(name)]
)
def test_api_with_all_options(name: str, options: dict[str, Any]) -> None:
    api_test(pettingzoo.env(name, **options), num_cycles=4)


@pytest.mark.parametrize("name", GAMES)
def test_seeds(name: str) -> None:
    seed_test(partial(pettingzoo.env, name), num_cycles=40)


@pytest.mark.parametrize("name", GAMES)
def test_rendering(name: str) -> None:
    render_test(partial(pettingzoo.env, name))


@pytest.mark.parametrize("name", GAMES)
def test_speed(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(pettingzoo.env(name))
    turns = float(capsys.readouterr().out.split("\n")[1].split()[0])
    assert turns > 100


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game(name: str) -> None:
    """Rewards come at the end, add up to nothing, and go by place."""
    env = pettingzoo.env(name, players=2)
    env.reset(seed=1)
    chance, won = np.random.default_rng(1), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        won[agent] += reward
        if termination or truncation:
            assert not observation["action_mask"].any()
            env.step(None)
        else:
            assert env.observation_space(agent).contains(observation)
            env.step(int(chance.choice(np.flatnonzero(observation["action_mask"]))))
    assert sum(won.values()) == 0
    assert set(won.values()) <= {-1.0, 0.0, 1.0}


@pytest.mark.parametrize("name", GAMES)
def test_the_seats_are_asked_as_in_a_vector_of_games(name: str) -> None:
    """The same seed, the same game: who is asked, what they see, what is open, who wins."""
    env, envs = pettingzoo.env(name, players=3), PurrlorVectorEnv(name, 1, players=3)
    chance = np.random.default_rng(3)
    env.reset(seed=8)
    seen, infos = envs.reset(seed=8)
    for _ in range(400):
        assert env.agent_selection == f"seat_{infos['to_play'][0]}"
        observation, _, termination, truncation, _ = env.last()
        assert (observation["observation"] == envs.features.read(seen)[0]).all()
        assert (observation["action_mask"] == infos["action_mask"][0]).all()
        if termination or truncation:
            assert list(env.rewards.values()) == pytest.approx(infos["rewards"][0].tolist())
            break
        action = int(chance.choice(np.flatnonzero(observation["action_mask"])))
        env.step(action)
        seen, _, _, _, infos = envs.step([action])


def test_a_seat_out_of_turn_is_asked_once_before_each_turn() -> None:
    env = pettingzoo.env("cat-royal", players=3)
    env.reset(seed=2)
    actions = env.unwrapped.one_game.actions
    texts = {actions.text(place, 0): place for place in range(actions.size)}
    asked = []
    for _ in range(12):
        asked.append(env.agent_selection)
        mask = env.last()[0]["action_mask"]
        pass_ = texts["pass"]
        if mask[pass_]:
            assert np.flatnonzero(mask).tolist() == sorted([pass_, texts["move the wormholes"]])
        env.step(pass_ if mask[pass_] else int(mask.argmax()))
    turn = ["seat_1", "seat_2", "seat_0", "seat_2", "seat_0", "seat_1", "seat_0", "seat_1"]
    assert asked[:8] == turn


def test_an_unknown_way_to_draw_is_refused() -> None:
    with pytest.raises(Refusal, match="A render mode is one of ansi, human, rgb_array"):
        pettingzoo.env("cattitude", render_mode="oils")
