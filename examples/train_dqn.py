"""Train a deep Q-network for Rat-a-Tat Cat with OpenSpiel's own agent (JAX).

    pip install 'purrlor[rl,learn]'
    python examples/train_dqn.py --episodes 20000

It learns against random play, one round at a time, and tells how many games it wins.
"""

import argparse
import random
from typing import Any

import numpy as np
from open_spiel.python import rl_environment
from open_spiel.python.jax import dqn

import purrlor.rl.openspiel  # noqa: F401  # registers the games


def seen(now: Any) -> Any:
    """Bring what is observed, whole numbers of all sizes, into a range that suits a network."""
    now.observations["info_state"] = np.tanh(np.array(now.observations["info_state"]) / 10)
    return now


def play(environment: Any, learner: Any, *, is_evaluation: bool) -> float:
    """Play one game at any seat; return what the learner won."""
    learner.player_id = seat = random.randrange(2)
    now = seen(environment.reset())
    while not now.last():
        action = random.choice(now.observations["legal_actions"][now.current_player()])
        if now.current_player() == seat:
            action = int(learner.step(now, is_evaluation=is_evaluation).action)
        now = seen(environment.step([action]))
    learner.step(now, is_evaluation=is_evaluation)
    return float(now.rewards[seat])


def new_learner(environment: Any, *, episodes: int, seed: int) -> Any:
    """Return an agent that knows nothing, and explores less and less in so many games."""
    return dqn.DQN(
        0, environment.observation_spec()["info_state"][0],
        environment.action_spec()["num_actions"], hidden_layers_sizes=[128, 128],
        learning_rate=1e-3, optimizer_str="adam", loss_str="huber", learn_every=4, batch_size=64,
        min_buffer_size_to_learn=200, update_target_network_every=100,
        epsilon_decay_duration=2 * episodes, seed=seed,
    )  # fmt: skip


def train(environment: Any, learner: Any, episodes: int) -> None:
    """Let it learn."""
    for episode in range(1, episodes + 1):
        play(environment, learner, is_evaluation=False)
        if episode % max(1, episodes // 10) == 0:
            loss = "none yet" if learner.loss is None else f"{learner.loss:.4f}"
            known = len(learner.replay_buffer)
            print(f"{episode:>7,} games, {known:,} moves in memory, loss {loss}", flush=True)


def main() -> None:
    """Train, then measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--episodes", type=int, default=20_000)
    parser.add_argument("--measured", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    random.seed(given.seed)
    environment = rl_environment.Environment("purrlor_rat_a_tat_cat", players=2, rounds=1)
    environment.seed(given.seed)
    learner = new_learner(environment, episodes=given.episodes, seed=given.seed)
    train(environment, learner, given.episodes)
    won = [play(environment, learner, is_evaluation=True) for _ in range(given.measured)]
    share = sum((result + 1) / 2 for result in won) / len(won)
    print(f"The trained agent wins {share:.1%} of {len(won)} games against random play.")


if __name__ == "__main__":
    main()
