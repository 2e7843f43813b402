"""Train a deep Q-network for Rat-a-Tat Cat with OpenSpiel's own agent (JAX).

    pip install 'purrlor[rl,learn]'
    python examples/train_dqn.py --episodes 20000

It learns against random play, one round at a time, and tells how many games it wins.
"""

import argparse
import random
from typing import Any

from open_spiel.python import rl_environment
from open_spiel.python.algorithms import random_agent
from open_spiel.python.jax import dqn

import purrlor.rl.openspiel  # noqa: F401  # registers the games


def play(environment: Any, agents: list[Any], *, is_evaluation: bool) -> float:
    """Play one game; return what the first agent won."""
    random.shuffle(seats := [0, 1])
    for agent, seat in zip(agents, seats, strict=True):
        agent.player_id = agent._player_id = seat  # the seats change from game to game
    by_seat = dict(zip(seats, agents, strict=True))
    now = environment.reset()
    while not now.last():
        agent = by_seat[now.observations["current_player"]]
        now = environment.step([agent.step(now, is_evaluation=is_evaluation).action])
    for agent in agents:
        agent.step(now, is_evaluation=is_evaluation)
    return float(now.rewards[seats[0]])


def main() -> None:
    """Train, then measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--episodes", type=int, default=20_000)
    parser.add_argument("--measured", type=int, default=500)
    given = parser.parse_args()
    environment = rl_environment.Environment("purrlor_rat_a_tat_cat", players=2, rounds=1)
    actions = environment.action_spec()["num_actions"]
    size = environment.observation_spec()["info_state"][0]
    learner = dqn.DQN(
        0, size, actions, hidden_layers_sizes=[128, 128], learning_rate=1e-3, optimizer_str="adam",
        min_buffer_size_to_learn=500, epsilon_decay_duration=5 * given.episodes,
    )  # fmt: skip
    agents = [learner, random_agent.RandomAgent(1, actions)]
    for episode in range(given.episodes):
        play(environment, agents, is_evaluation=False)
        if (episode + 1) % max(1, given.episodes // 10) == 0:
            print(f"{episode + 1:>7,} games, loss {learner.loss or 0:.4f}", flush=True)
    won = [play(environment, agents, is_evaluation=True) for _ in range(given.measured)]
    share = sum((result + 1) / 2 for result in won) / len(won)
    print(f"The trained agent wins {share:.1%} of {len(won)} games against random play.")


if __name__ == "__main__":
    main()
