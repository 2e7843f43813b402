"""Random play is one thing wherever it is played, and rewards can be shaped for those who learn."""

from typing import Any

import numpy as np
import pytest
from scipy.stats import ks_2samp

from purrlor import game, game_names
from purrlor.core import contract
from purrlor.core.contract import STANDING, new_record
from purrlor.rl.vector import PurrlorVectorEnv
from purrlor.sim.simulate import simulate

GAMES = game_names()
OPTIONS: dict[str, dict[str, Any]] = {
    "rat-a-tat-cat": {"rounds": 1},
    "cattitude": {"players": 3},
    "cat-royal": {"players": 2},
}
MANY = 150
STEPS = 30_000


def first_games(envs: PurrlorVectorEnv) -> Any:
    """Play the first game of each to its end; return its turns and the points of seat 0."""
    found, standing = np.full((envs.num_envs, 2), -1), new_record(STANDING)
    envs.reset(seed=3)
    for _ in range(STEPS):
        _, _, terminations, truncations, _ = envs.step(envs.random_actions())
        for index in np.flatnonzero((terminations | truncations) & (found[:, 0] < 0)):
            state = envs.batch.states[index]
            contract.scores(state, standing)
            found[index] = contract.turns(state), standing.points[0]
        if (found[:, 0] >= 0).all():
            return found
    pytest.fail("Some games do not come to their end.")


@pytest.mark.parametrize("name", GAMES)
def test_random_actions_are_those_of_the_random_player_of_simulations(name: str) -> None:
    """By length and points of whole games; six tests, each wrong once in ten thousand times."""
    played = first_games(PurrlorVectorEnv(name, MANY, **OPTIONS[name]))
    results = simulate(game(name), OPTIONS[name], games=MANY, players="random", key=4).results
    assert ks_2samp(played[:, 0], results["turns"]).pvalue > 1e-4
    assert ks_2samp(played[:, 1], results["points"][:, 0]).pvalue > 1e-4


def test_random_actions_are_the_same_for_the_same_seed() -> None:
    envs = PurrlorVectorEnv("cat-royal", 20, players=3, wormholes=False)
    drawn = []
    for seed in (1, 1, 2):
        envs.reset(seed=seed)
        drawn.append(envs.random_actions())
        envs.step(drawn[-1])  # each of them is open
    assert (drawn[0] == drawn[1]).all()
    assert (drawn[0] != drawn[2]).any()


def test_uniform_play_with_cheating_learns_nothing_without_shaping() -> None:
    """Who accuses and moves wormholes as often as anything else never comes home (K7.3)."""
    rewards = {weight: uniform_rewards(shaping=weight) for weight in (0.0, 0.01)}
    assert (rewards[0.0] == 0).all()
    assert (rewards[0.01] != 0).mean() > 0.2
    without = uniform_rewards(cheating=False, steps=1500)
    assert (without != 0).any(), "without cheating, games end by themselves"


def uniform_rewards(*, steps: int = 300, **words: Any) -> Any:
    """Play uniformly over the masks; return the rewards of all steps."""
    envs, chance = PurrlorVectorEnv("cat-royal", 16, players=2, **words), np.random.default_rng(1)
    _, infos = envs.reset(seed=1)
    rewards = []
    for _ in range(steps):
        masks = infos["action_mask"]
        picked = (masks * (chance.random(masks.shape) + 1)).argmax(axis=1)
        _, reward, _, _, infos = envs.step(picked)
        rewards.append(reward)
    return np.array(rewards)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
@pytest.mark.parametrize("discount", [1.0, 0.97])
def test_shaping_adds_no_more_over_a_game_than_the_deal_decides(
    name: str, mode: str, discount: float
) -> None:
    """The same games, with and without: returns differ by the potential of the deal alone."""
    words: dict[str, Any] = {**OPTIONS[name], "autoreset_mode": mode}
    if name == "cat-royal":
        words |= {"tiny": True}
    plain, shaped = (
        PurrlorVectorEnv(name, 6, shaping=weight, discount=discount, **words)
        for weight in (0.0, 0.5)
    )
    plain.reset(seed=5)
    shaped.reset(seed=5)
    assert shaped._shaping is not None
    deal = shaped._shaping._before.copy()
    assert np.abs(deal).max() < 10
    difference, is_over = np.zeros_like(deal), np.zeros(6, bool)
    for step in range(3000):
        actions = plain.random_actions()
        *_, infos = plain.step(actions)
        _, _, terminations, truncations, others = shaped.step(actions)
        told = (won(infos, mode), won(others, mode))
        difference[~is_over] += discount**step * (told[1] - told[0])[~is_over]
        is_over |= terminations | truncations
        if is_over.all():
            break
    assert is_over.all()
    assert difference == pytest.approx(-deal, abs=1e-3)


def won(infos: dict[str, Any], mode: str) -> Any:
    """Return by game and seat what a step has won, also where the next game is dealt already."""
    rewards = infos["rewards"].astype(float)
    if mode == "SameStep" and "final_info" in infos:
        rewards = rewards + infos["final_info"]["rewards"]
    return rewards
