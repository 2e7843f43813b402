"""Each game as a PettingZoo environment, one agent after another.

```python
from purrlor.rl import pettingzoo

env = pettingzoo.env("cat-royal", players=2, render_mode="ansi")
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    done = termination or truncation
    env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))
```

An observation holds the features of the seat's observation record and the mask of open actions.
Where several seats must decide at once the lowest is asked first, and a seat that may act out of
turn is asked once before each turn of another, with an action to pass.
"""

import functools
import sys
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from purrlor.core.discovery import game as find_game
from purrlor.core.game import Game
from purrlor.core.refusals import OptionRefused
from purrlor.rl.asking import NOBODY
from purrlor.rl.one_game import OneGame
from purrlor.rl.pictures import picture_of

RENDER_MODES = ["ansi", "human", "rgb_array"]
"""As text, as text that is printed, as a picture."""


def env(game: Game | str, *, render_mode: str | None = None, **options: Any) -> Any:
    """Return the environment of a game, in PettingZoo's usual wrappers."""
    made = raw_env(game, render_mode=render_mode, **options)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801  # not typed; named as PettingZoo does
    """The environment without wrappers."""

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "is_parallelizable": False}

    def __init__(self, game: Game | str, *, render_mode: str | None = None, **options: Any) -> None:
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            modes = ", ".join(RENDER_MODES)
            raise OptionRefused(f"A render mode is one of {modes}, not {render_mode!r}.")
        self.game = find_game(game) if isinstance(game, str) else game
        self.render_mode = render_mode
        self.metadata = {**self.metadata, "name": f"{self.game.package.rpartition('.')[2]}_v0"}
        self.one_game = OneGame(self.game, options)
        players = self.one_game.options.players
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        features, actions = self.one_game.features, self.one_game.actions
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(features.low, features.high, dtype=np.int32),
                    "action_mask": spaces.Box(0, 1, (actions.size,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(actions.size) for agent in self.possible_agents
        }

    def __str__(self) -> str:
        return str(self.metadata["name"])

    @functools.cache  # noqa: B019  # an environment has few agents
    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return what the agent may see."""
        return self.observation_spaces[agent]

    @functools.cache  # noqa: B019
    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return what the agent may do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal anew."""
        if seed is not None:
            self.one_game.seed(seed)
        self.one_game.deal()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._asked()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what the agent may know now, and what is open to it."""
        seat, one = self.possible_agents.index(agent), self.one_game
        mask = one.mask if seat == one.seat else np.zeros(len(one.mask), np.int8)
        return {"observation": one.observe(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play an action of the agent that is asked."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        one = self.one_game
        one.step(int(action if action is not None else -1))
        if one.seat == NOBODY:
            is_ended = one.is_ended
            for name, reward in zip(self.possible_agents, one.rewards(), strict=True):
                self.rewards[name] = reward
                self.terminations[name], self.truncations[name] = is_ended, not is_ended
        else:
            self.agent_selection = self._asked()
        self._accumulate_rewards()

    def render(self) -> Any:
        """Return the table as the agent that is asked sees it: as text or as a picture."""
        if self.render_mode is None:
            return None
        seat = self.possible_agents.index(self.agent_selection)
        text = self.one_game.picture(seat)
        if self.render_mode == "ansi":
            return text
        if self.render_mode == "rgb_array":
            return picture_of(text)
        sys.stdout.write(f"{text}\n\n")
        return None

    def close(self) -> None:
        """There is nothing to put away."""

    def _asked(self) -> str:
        return self.possible_agents[self.one_game.seat]
