"""Many games at once behind Gymnasium's vector interface.

```python
from purrlor.rl.vector import PurrlorVectorEnv

envs = PurrlorVectorEnv("rat-a-tat-cat", num_envs=4096, opponents="policy")
observations, infos = envs.reset(seed=1)
actions = ...  # one for each game, where infos["action_mask"] is 1
observations, rewards, terminations, truncations, infos = envs.step(actions)
```

Without `opponents` every seat is played from outside: each game shows what the seat in
`infos["to_play"]` may know, and a reward is that of the seat that has moved (those of all seats are
in `infos["rewards"]`). With `opponents` the other seats are played by compiled bots, and each game
is an ordinary decision process of one learner.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from purrlor.core.discovery import game as find_game
from purrlor.core.game import Game
from purrlor.core.refusals import OptionRefused
from purrlor.rl.batch import Batch
from purrlor.rl.features import Features
from purrlor.rl.stepping import (
    ALL_SEATS,
    AT_ONCE,
    CAPPED,
    ENDED,
    LATER,
    NEVER,
    RUNNING,
    SEATS_IN_TURN,
)

_AUTORESET = {
    AutoresetMode.SAME_STEP: AT_ONCE,
    AutoresetMode.NEXT_STEP: LATER,
    AutoresetMode.DISABLED: NEVER,
}


class PurrlorVectorEnv(VectorEnv[Any, Any, Any]):
    """A vector environment whose games are all stepped by one compiled call.

    An observation is the game's observation record as bytes (`features` tells which field lies
    where): the very memory the rules write to, so the next step overwrites it. With `copy` each
    step returns memory of its own.
    """

    def __init__(
        self,
        game: Game | str,
        num_envs: int,
        *,
        opponents: str | None = None,
        seat: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = False,
        threads: int = 1,
        **options: Any,
    ) -> None:
        if opponents is None and seat is not None:
            raise OptionRefused("A seat is named only with opponents for the others.")
        if num_envs < 1 or not 1 <= threads <= num_envs:
            raise OptionRefused("There is at least one game, and at most one thread for each.")
        learner = SEATS_IN_TURN if seat is None else seat
        mode = AutoresetMode(autoreset_mode)
        self.batch = Batch(
            find_game(game) if isinstance(game, str) else game,
            options,
            count=num_envs,
            learner=ALL_SEATS if opponents is None else learner,
            opponents=opponents or "random",
            autoreset=_AUTORESET[mode],
            threads=threads,
        )
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": mode, "render_modes": []}
        self.features: Features = self.batch.features
        size = self.batch.memory.shape[1]
        self.single_observation_space = spaces.Box(-128, 127, (size,), np.int8)
        self.single_action_space = spaces.Discrete(self.batch.actions.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._is_copied = copy
        self._games = np.arange(num_envs)
        self._players = self.batch.options.players

    @property
    def observations(self) -> Any:
        """The observations with their named fields: the same memory, as a record array."""
        return self.batch.observations

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Deal all games anew, or those that `options["reset_mask"]` names."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        if seed is not None:
            self.batch.seed(seed)
        self.batch.deal((options or {}).get("reset_mask"))
        return self._shown(self.batch.memory), self._infos()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Take one step in every game."""
        batch = self.batch
        batch.step(actions)
        episodes, infos = batch.episodes, self._infos()
        rewards, mover, status = episodes.rewards, episodes.mover, episodes.status
        if self.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP:
            is_over = episodes.steps == 0
            ended = batch.final_episodes
            rewards = np.where(is_over[:, None], ended.rewards, rewards)
            mover = np.where(is_over, ended.mover, mover)
            status = np.where(is_over, ended.status, RUNNING)
            if is_over.any():
                infos |= self._final_infos(is_over)
        return (
            self._shown(batch.memory),
            rewards[self._games, mover].astype(np.float64),
            status == ENDED,
            status == CAPPED,
            infos,
        )

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads."""
        self.batch.close()

    def _shown(self, memory: Any) -> Any:
        return memory.copy() if self._is_copied else memory

    def _infos(self) -> dict[str, Any]:
        """Return who is asked, what is open to them, and what each seat has won.

        Beside each of them, as Gymnasium has it, in which games it is known.
        """
        episodes = self.batch.episodes
        infos = {
            "action_mask": self.batch.masks,
            "to_play": episodes.seat,
            "rewards": episodes.rewards[:, : self._players],
        }
        known = np.ones(self.num_envs, np.bool_)
        return _with_masks({key: self._shown(value) for key, value in infos.items()}, known)

    def _final_infos(self, is_over: Any) -> dict[str, Any]:
        """Return the last observations of the games that were over, one by one, and their infos."""
        shown = self._shown(self.batch.final_memory)
        observations = np.full(self.num_envs, None, object)
        for game in np.flatnonzero(is_over):
            observations[game] = shown[game]
        ended = self.batch.final_episodes
        infos = {
            "action_mask": np.zeros_like(self.batch.masks),
            "to_play": np.where(is_over, ended.seat, 0),
            "rewards": np.where(is_over[:, None], ended.rewards[:, : self._players], 0),
        }
        final = {"final_obs": observations, "final_info": _with_masks(infos, is_over)}
        return _with_masks(final, is_over)


def _with_masks(infos: dict[str, Any], known: Any) -> dict[str, Any]:
    return infos | {f"_{key}": known for key in infos}
