"""The games in Gymnasium's registry."""

import subprocess
import sys

import gymnasium
import numpy as np
import pytest

from purrlor import Refusal
from purrlor.rl.gymnasium import NAMES, PurrlorEnv
from purrlor.rl.vector import PurrlorVectorEnv


def test_every_game_has_its_name() -> None:
    assert NAMES["cat-royal"] == "purrlor/CatRoyal-v0"
    assert set(NAMES.values()) <= set(gymnasium.registry)


def test_gymnasium_makes_a_vector_of_games() -> None:
    envs = gymnasium.make_vec(NAMES["rat-a-tat-cat"], num_envs=3, opponents="random", rounds=1)
    assert isinstance(envs.unwrapped, PurrlorVectorEnv)
    _, infos = envs.reset(seed=1)
    observations, *_ = envs.step(infos["action_mask"].argmax(axis=1))
    assert envs.observation_space.contains(observations)
    assert envs.unwrapped.batch.options.rounds == 1


def test_gymnasium_makes_one_game() -> None:
    """Its checks are on: what reset and step return is what the spaces promise."""
    env = gymnasium.make(NAMES["rat-a-tat-cat"], opponents="random", rounds=1, seat=0)
    observation, infos = env.reset(seed=4)
    vector = PurrlorVectorEnv("rat-a-tat-cat", 1, opponents="random", rounds=1, seat=0)
    assert (observation == vector.reset(seed=4)[0][0]).all()
    chance, is_over, rewards = np.random.default_rng(1), False, []
    while not is_over:
        action = int(chance.choice(np.flatnonzero(infos["action_mask"])))
        observation, reward, ended, stopped, infos = env.step(action)
        assert env.observation_space.contains(observation)
        rewards.append(float(reward))
        is_over = ended or stopped
    assert rewards[-1] in (-1, 0, 1)
    assert not any(rewards[:-1])
    env.close()


def test_the_name_of_the_module_registers_it() -> None:
    """`module:name`, as Gymnasium does it for who has not imported the module."""
    code = (
        "import gymnasium;"
        "spec = gymnasium.make('purrlor.rl.gymnasium:purrlor/Cattitude-v0').spec;"
        "print(spec.to_json())"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120
    )
    assert '"id": "purrlor/Cattitude-v0"' in run.stdout, run.stderr


def test_one_game_draws_nothing() -> None:
    with pytest.raises(Refusal, match="draw nothing"):
        PurrlorEnv("cattitude", render_mode="human")
