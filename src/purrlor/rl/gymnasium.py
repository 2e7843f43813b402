"""The games in Gymnasium's registry: importing this module registers each of them.

```python
import gymnasium
import purrlor.rl.gymnasium

env = gymnasium.make("purrlor/CatRoyal-v0", opponents="policy")
envs = gymnasium.make_vec("purrlor/CatRoyal-v0", num_envs=64, opponents="policy")
```

`make` gives one game of one learner, `make_vec` a `PurrlorVectorEnv`; options of a game and the
arguments of `PurrlorVectorEnv` are arguments.
"""

from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode

from purrlor.core.discovery import game_names
from purrlor.core.game import Game
from purrlor.core.refusals import OptionRefused
from purrlor.rl.vector import PurrlorVectorEnv


class PurrlorEnv(gymnasium.Env[Any, Any]):
    """One game of one learner, the others played by compiled bots.

    It is a vector environment of one game: the same seed gives the same game.
    """

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(
        self,
        game: Game | str,
        *,
        opponents: str = "random",
        render_mode: str | None = None,
        **words: Any,
    ) -> None:
        if render_mode is not None:
            raise OptionRefused("These environments draw nothing; purrlor.rl.pettingzoo does.")
        self.envs = PurrlorVectorEnv(
            game, 1, opponents=opponents, autoreset_mode=AutoresetMode.DISABLED, copy=True, **words
        )
        self.observation_space = self.envs.single_observation_space
        self.action_space = self.envs.single_action_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deal anew."""
        super().reset(seed=seed)
        observations, infos = self.envs.reset(seed=seed)
        return observations[0], _first(infos)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action of the learner, and let the others play until it is asked again."""
        found = self.envs.step(np.array([action]))
        observations, rewards, terminations, truncations, infos = found
        ended = bool(terminations[0]), bool(truncations[0])
        return observations[0], float(rewards[0]), *ended, _first(infos)

    def close(self) -> None:
        """Put the games away."""
        self.envs.close()


def _first(infos: dict[str, Any]) -> dict[str, Any]:
    """Return the infos of the first game, without the marks of where each is known."""
    return {key: value[0] for key, value in infos.items() if not key.startswith("_")}


def register(name: str) -> str:
    """Register a game; return the name by which Gymnasium makes it."""
    words = "".join(word.capitalize() for word in name.split("-"))
    registered = f"purrlor/{words}-v0"
    gymnasium.register(
        registered,
        entry_point=f"{__name__}:{PurrlorEnv.__name__}",
        vector_entry_point=f"{PurrlorVectorEnv.__module__}:{PurrlorVectorEnv.__name__}",
        kwargs={"game": name},
    )
    return registered


NAMES = {name: register(name) for name in game_names()}
"""The names by which Gymnasium makes the games."""
