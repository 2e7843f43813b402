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
from purrlor.rl.shaping import Shaping
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

    With `shaping`, a weight, rewards are shaped by the game's `prospect` (see `shaping.py`);
    `discount` is the learner's.
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
        shaping: float = 0.0,
        discount: float = 1.0,
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
        self._shaping: Shaping | None = None
        if shaping:
            self._shaping = Shaping(self.batch, weight=shaping, discount=discount)
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
        if self._shaping is not None:
            self._shaping.begin()
        return self._shown(self.batch.memory), self._infos(self._won())

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Take one step in every game."""
        batch = self.batch
        batch.step(actions)
        episodes, won = batch.episodes, self._won()
        mover, status = episodes.mover, episodes.status
        is_over = status != RUNNING
        if self.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP:
            is_over = episodes.steps == 0
            ended = batch.final_episodes
            won = np.where(is_over[:, None], ended.rewards[:, : self._players], won)
            mover = np.where(is_over, ended.mover, mover)
            status = np.where(is_over, ended.status, RUNNING)
        if self._shaping is not None:
            won = (won + self._shaping.step(is_over)).astype(np.float32)
        return (
            self._shown(batch.memory),
            won[self._games, mover].astype(np.float64),
            status == ENDED,
            status == CAPPED,
            self._told(won, is_over),
        )

    def random_actions(self) -> Any:
        """Return what a random player would do in each game (see `Batch.random_actions`)."""
        return self.batch.random_actions()

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads."""
        self.batch.close()

    def _shown(self, memory: Any) -> Any:
        return memory.copy() if self._is_copied else memory

    def _won(self) -> Any:
        """Return by game and seat what was won when it ended; 0 as long as it runs."""
        return self.batch.episodes.rewards[:, : self._players]

    def _told(self, won: Any, is_over: Any) -> dict[str, Any]:
        """Return the infos of a step; of games dealt anew in it, also those of the old ones."""
        if self.metadata["autoreset_mode"] != AutoresetMode.SAME_STEP or not is_over.any():
            return self._infos(won)
        infos = self._infos(np.where(is_over[:, None], np.float32(0), won))
        return infos | self._final_infos(won, is_over)

    def _infos(self, won: Any) -> dict[str, Any]:
        """Return who is asked, what is open to them, and what each seat has won.

        Beside each of them, as Gymnasium has it, in which games it is known.
        """
        infos = {
            "action_mask": self.batch.masks,
            "to_play": self.batch.episodes.seat,
            "rewards": won,
        }
        known = np.ones(self.num_envs, np.bool_)
        return _with_masks({key: self._shown(value) for key, value in infos.items()}, known)

    def _final_infos(self, won: Any, is_over: Any) -> dict[str, Any]:
        """Return the last observations of the games that were over, one by one, and their infos."""
        shown = self._shown(self.batch.final_memory)
        observations = np.full(self.num_envs, None, object)
        for game in np.flatnonzero(is_over):
            observations[game] = shown[game]
        infos = {
            "action_mask": np.zeros_like(self.batch.masks),
            "to_play": np.where(is_over, self.batch.final_episodes.seat, 0),
            "rewards": np.where(is_over[:, None], won, np.float32(0)),
        }
        final = {"final_obs": observations, "final_info": _with_masks(infos, is_over)}
        return _with_masks(final, is_over)


def _with_masks(infos: dict[str, Any], known: Any) -> dict[str, Any]:
    return infos | {f"_{key}": known for key in infos}
