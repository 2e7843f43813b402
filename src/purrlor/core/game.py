"""A game: its name, its limits, and the modules of its folder, loaded when they are needed."""

import functools
import importlib.util
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

import msgspec

from purrlor.core.options import Options, read_options
from purrlor.core.words import replace_words

if TYPE_CHECKING:
    from purrlor.core.calls import Calls
    from purrlor.core.match import Match
    from purrlor.core.record import Record


FOR_SEARCH = ("prospects", "beliefs", "random_turns")
"""Modules a game may have for players who think ahead."""


class Game(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """What a game's folder declares as `GAME`."""

    package: str
    title: str
    summary: str
    rules_version: int
    """Raised whenever a key and actions lead elsewhere than before, or positions read otherwise."""
    former_versions: tuple[int, ...] = ()
    """Earlier versions of the rules whose records still replay (`position.in_former_words`)."""
    former_words: Mapping[str, str] = {}
    """Words of earlier versions that are still read, with the words they are read as."""
    options: type[Options]
    table_options: Mapping[str, Any] = {}
    """What live tables play unless their host chooses otherwise, where that is no default."""
    simulation_cap: Callable[[Any], int]
    """How many turns a simulated game with these options may take; live tables have no limit."""
    is_ended_by_table: Callable[[Any], bool] = lambda options: False
    """Whether a game with these options ends only when the table says so (a timed game)."""
    winners: Callable[[Any], int] = lambda options: 1
    """How many seats win together with these options (partners)."""
    statistics: tuple[str, ...]
    """What `tally` counts, in its order."""
    tiny: Mapping[str, Any]
    """Options for a game small enough to be enumerated."""

    @property
    def name(self) -> str:
        """The name of the game, as used everywhere: `rat-a-tat-cat`."""
        return self.package.rpartition(".")[2].replace("_", "-")

    def module(self, name: str) -> ModuleType:
        """Return a module of the game's folder."""
        found = self._modules.get(name)
        if found is None:
            found = self._modules[name] = importlib.import_module(f"{self.package}.{name}")
        return found

    def has_module(self, name: str) -> bool:
        """Return whether the game's folder has this module."""
        return importlib.util.find_spec(f"{self.package}.{name}") is not None

    @functools.cached_property
    def _modules(self) -> dict[str, ModuleType]:
        return {}

    @functools.cached_property
    def rules_digest(self) -> str:
        """A digest of the sources of the rules, for information: the version is what counts."""
        from purrlor.core.sources import digest_of, rule_sources

        return digest_of(rule_sources(self))[:16]

    @functools.cached_property
    def kernels(self) -> "Kernels":
        """The game's record types; its kernels are registered by then."""
        return Kernels.load(self)

    def read_options(self, given: Mapping[str, Any] | Options | None = None) -> Any:
        """Return checked options."""
        return read_options(self.options, self.in_present_words(given))

    def in_present_words(self, value: Any) -> Any:
        """Return an action, a position or options with former words replaced."""
        return replace_words(value, self.former_words) if self.former_words else value

    def time_limit(self, options: Options) -> float | None:
        """Return after how many seconds the table says that time is up; None: it never does."""
        return 60.0 * getattr(options, "minutes", 0) if self.is_ended_by_table(options) else None

    def match(
        self,
        options: Mapping[str, Any] | Options | None = None,
        key: bytes | int | str | None = None,
        seats: tuple[str, ...] = (),
    ) -> "Match":
        """Deal a new game. Without a key chance is truly random."""
        from purrlor.core.match import Match

        return Match(self, self.read_options(options), key=key, seats=seats)

    def match_from(
        self,
        position: Mapping[str, Any],
        options: Mapping[str, Any] | Options | None = None,
        key: bytes | int | str | None = 0,
    ) -> "Match":
        """Set up a game in a given position; what it leaves open is filled by the key."""
        from purrlor.core.match import Match

        return Match(self, self.read_options(options), key=key, given=position)

    def replay(self, record: "Record | Mapping[str, Any] | bytes | str") -> "Match":
        """Play a record again; it is refused where it differs."""
        from purrlor.core.record import read_record, replay

        return replay(self, read_record(record))


class Kernels(msgspec.Struct, frozen=True):
    """The record types of a game, and how a match calls its kernels."""

    options: Any
    state: Any
    observation: Any
    calls: "Calls"

    @classmethod
    def load(cls, game: Game) -> "Kernels":
        """Register the kernels of a game and return its record types."""
        from purrlor.core.calls import calls_like
        from purrlor.core.contract import (
            BY_OBSERVATION,
            BY_STATE,
            DEFAULTS,
            implement,
            set_world_type,
        )

        state, rules = game.module("state"), game.module("rules")
        observation, policy = game.module("observation"), game.module("policy")
        homes = [rules, observation, policy]
        homes += [game.module(name) for name in FOR_SEARCH if game.has_module(name)]

        def find(name: str) -> Callable[..., Any]:
            found = [vars(home)[name] for home in homes if name in vars(home)]
            return cast(Callable[..., Any], found[0] if found else DEFAULTS[name])

        implement(state.STATE, **{stub.__name__: find(stub.__name__) for stub in BY_STATE})
        implement(
            observation.OBSERVATION,
            **{stub.__name__: find(stub.__name__) for stub in BY_OBSERVATION},
        )
        set_world_type(observation.OBSERVATION, state.STATE)
        return cls(
            options=state.OPTIONS,
            state=state.STATE,
            observation=observation.OBSERVATION,
            calls=calls_like(rules.apply),
        )
