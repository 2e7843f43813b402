"""The games in OpenSpiel: importing this module registers each of them.

```python
import pyspiel
import purrlor.rl.openspiel

game = pyspiel.load_game("purrlor_rat_a_tat_cat(players=2,tiny=true)")
```

Options of a game are its parameters. Chance is explicit: each number that chance decides is a
chance node with equally likely outcomes. The parameter `deals` (0: all) lets chance deal only one
of so many deals, so that exact algorithms have less to walk through.
"""

import typing
from typing import Any

import numpy as np
import pyspiel

from purrlor.core.discovery import game as find_game
from purrlor.core.discovery import game_names
from purrlor.core.game import Game
from purrlor.core.options import option_fields
from purrlor.rl.asking import NOBODY
from purrlor.rl.features import Features
from purrlor.rl.worlds import CHANCE, World, Worlds

MOST_OUTCOMES = 1024
"""Chance has no more results at a time: the tosses of a long game of Cattitude."""
MOST_STEPS_A_TURN = 64
"""More than anybody takes in a turn, or all together in a round of Cattitude."""


def register(game: Game) -> str:
    """Register a game; return the name by which OpenSpiel loads it."""
    kind = _game_type(game)
    # A class, not a function: OpenSpiel lets go of it only when Python has ended already.
    made = type(game.title.replace(" ", ""), (SpielGame,), {"game": game, "kind": kind})
    pyspiel.register_game(kind, made)
    return str(kind.short_name)


def _game_type(game: Game) -> Any:
    players = typing.get_type_hints(game.options, include_extras=True)["players"].__metadata__[0]
    options = {
        field.name: field.default
        for field in option_fields(game.options)
        if isinstance(field.default, (bool, int, str))
    }
    return pyspiel.GameType(
        short_name=f"purrlor_{game.name.replace('-', '_')}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players.le,
        min_num_players=players.ge,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={**options, "deals": 0},
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel is not typed
    """A game with its options, as OpenSpiel knows it."""

    game: Game
    kind: Any

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        parameters = parameters or {}
        chosen = {name: value for name, value in parameters.items() if name != "deals"}
        options = self.game.read_options(chosen)
        self.worlds = Worlds(self.game, options, deals=parameters.get("deals", 0))
        self.features = Features(self.game.kernels.observation)
        length = self.worlds.asking.cap * MOST_STEPS_A_TURN
        info = pyspiel.GameInfo(
            num_distinct_actions=self.worlds.actions.size,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=options.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=length,
        )
        super().__init__(self.kind, info, parameters)

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self) -> "SpielState":
        """Return the beginning: chance is about to deal."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return a bound that no game comes near."""
        return int(self.max_game_length())

    def make_py_observer(self, kind: Any = None, params: Any = None) -> "SpielObserver | None":
        """Return how a player, or a spectator, sees a state; None, if nobody sees it that way."""
        if params:
            raise ValueError(f"Observations have no parameters, but got {params}.")
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return None
        return SpielObserver(self, kind)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A moment of a game."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.world: World = game.worlds.beginning

    @property
    def _worlds(self) -> Worlds:
        found: Worlds = self.get_game().worlds
        return found

    def current_player(self) -> int:
        """Return the seat that is asked, chance, or that the game is over."""
        return self.world.seat

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.world.seat == NOBODY

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what chance may decide next; all results are equally likely."""
        outcomes = self.world.outcomes
        return [(result, 1 / len(outcomes)) for result in outcomes]

    def returns(self) -> list[float]:
        """Return what each seat has won."""
        return self._worlds.returns(self.world)

    def resample_from_infostate(self, player: int, sampler: Any) -> "SpielState":
        """Return a random state that the player cannot tell from this one."""
        sampled: SpielState = self.clone()
        key = int(sampler() * (1 << 53))
        sampled.world = self._worlds.resample(self.world, player, key)
        return sampled

    def _legal_actions(self, player: int) -> list[int]:
        return self._worlds.open_to(self.world)

    def _apply_action(self, action: int) -> None:
        self.world = self._worlds.child(self.world, action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"chance {action}" if player == CHANCE else self._worlds.actions.text(action, player)

    def __str__(self) -> str:
        return self._worlds.truth(self.world)


class SpielObserver:
    """What a player sees, as numbers and as text."""

    def __init__(self, game: SpielGame, kind: Any) -> None:
        self._game = game
        self._has_recall = kind.perfect_recall
        self._is_spectator = kind.private_info == pyspiel.PrivateInfoType.NONE
        self.tensor = np.zeros(game.features.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the features of what the player may know."""
        seat = -1 if self._is_spectator else player
        record = self._game.worlds.observe(state.world, seat)
        self._game.features.read(record.view(np.uint8), out=self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what the player sees; with recall, a digest of all it was told so far."""
        world = state.world
        if self._is_spectator or not self._has_recall:
            return self._game.worlds.picture(world, -1 if self._is_spectator else player)
        if not world.heard:
            return f"seat {player}"
        return f"seat {player} after {world.heard[player].hex()}: {world.latest[player]}"


NAMES = {name: register(find_game(name)) for name in game_names()}
"""The names by which OpenSpiel loads the games."""
