"""Games with chance laid open: each number that chance decides is a step of its own.

The kernels draw chance while they carry out an action. Here an action is carried out again and
again from where it began, each time with one more result of chance named, until none is open.

Some chance repeats itself until a result fits (R2.2: a power card that is turned goes back, and the
next card is turned). Such a chain of results has no longest one. It is cut where all longer ones
together are less likely than `NEGLIGIBLE`: there, only the results that leave the chain are left.
"""

import hashlib
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
import numpy as np

from purrlor.core import contract
from purrlor.core.chance import FOLLOWED, RANDOM, new_chance, set_stream
from purrlor.core.contract import PASS, array_of, new_array, new_trace
from purrlor.core.game import Game
from purrlor.core.keys import read_key
from purrlor.core.options import Options
from purrlor.rl.asking import NOBODY, Asking

CHANCE = -1
"""In place of a seat: chance decides (as OpenSpiel counts)."""
NEGLIGIBLE = 2.0**-53
"""Less than this does not change a sum of probabilities, as they are computed with."""
_REPEATED = 8
"""After this many draws among equally many results, a chain may be one that repeats itself."""
_DEAL = (None, 0)
"""The step that every game begins with."""


class World(NamedTuple):
    """A moment of a game. It never changes: a step makes another one."""

    state: Any
    """An array of one record; while chance is open, the state before the step."""
    seat: int
    """Who is asked."""
    step: tuple[int | None, int] | None = None
    """What is being carried out while chance is open: seat and number."""
    results: tuple[int, ...] = ()
    """What chance has decided of it."""
    outcomes: Sequence[int] = ()
    """The results that the next decision of chance may have, all equally likely."""
    asked: int = -1
    waiting: tuple[int, ...] = ()
    """Seats to ask before this turn (see `asking`)."""
    heard: tuple[bytes, ...] = ()
    """By seat: a digest of all it was told and did."""
    latest: tuple[str, ...] = ()
    """By seat: what it was told last."""

    def __deepcopy__(self, memo: Any) -> "World":
        return self


class Worlds:
    """The moments of one game with its options, and how they follow each other."""

    def __init__(self, game: Game, options: Options, *, deals: int = 0) -> None:
        self.game = game
        self.options = options
        self.asking = Asking(game, options)
        self.actions = self.asking.actions
        self.players = options.players
        self._deals = deals
        self._encoded = game.module("state").encode_options(options)
        self._calls = game.kernels.calls
        self._chance = array_of(new_chance(bytes(32)))
        self._trace = array_of(new_trace(is_kept=True))
        self._known: dict[tuple[int, int], tuple[World, World]] = {}
        """With few deals: each world and action with what follows, since exact algorithms come by
        again and again. The world is kept with it, so that its id stays its own."""
        blank = World(new_array(game.kernels.state), CHANCE, step=_DEAL, outcomes=range(deals))
        self.beginning = blank if deals else self._go(blank)

    def child(self, world: World, action: int) -> World:
        """Return the world after an action of the seat that is asked, or a result of chance."""
        if not self._deals:
            return self._next(world, action)
        place = (id(world), action)
        if place not in self._known:
            self._known[place] = (world, self._next(world, action))
        return self._known[place][1]

    def _next(self, world: World, action: int) -> World:
        if world.step is not None:
            return self._go(world._replace(results=(*world.results, action)))
        seat, number = world.seat, int(self.actions.numbers[world.seat, action])
        if world.waiting:
            world = world._replace(waiting=world.waiting[1:])
        own = hashlib.blake2b(world.heard[seat] + number.to_bytes(4, "little", signed=True))
        heard = (*world.heard[:seat], own.digest()[:16], *world.heard[seat + 1 :])
        world = world._replace(heard=heard)
        if number == PASS:
            return self._find_seat(world)
        return self._go(world._replace(seat=CHANCE, step=(seat, number)))

    def _go(self, world: World) -> World:
        """Carry out the step as far as chance is decided."""
        state, size = self._carry_out(world, world.results)
        if size:
            return world._replace(outcomes=self._outcomes(world, size))
        trace = self._trace
        rows = trace["rows"][0, : trace["length"][0]].tolist()
        heard, latest = self._tell(world, rows)
        return self._find_seat(
            World(state, world.seat, asked=world.asked, waiting=world.waiting, heard=heard,
                  latest=latest)
        )  # fmt: skip

    def _carry_out(self, world: World, results: tuple[int, ...]) -> tuple[Any, int]:
        """Carry out the step with these results of chance; return the state it leads to.

        And how many results the next decision of chance has: if any, the state is not the last.
        """
        chance, trace = self._chance, self._trace
        state = world.state.copy()
        is_one_of_few = world.step == _DEAL and self._deals > 0
        chance["mode"], chance["halves_left"] = (RANDOM if is_one_of_few else FOLLOWED), 0
        if is_one_of_few:
            set_stream(chance[0], results[0])
            results = ()
        chance["script"][0, : len(results)] = results
        chance["script_size"], chance["script_next"] = len(results), 0
        trace["length"] = 0
        seat, number = world.step or _DEAL
        if seat is None:
            contract.deal(state[0], self._encoded, chance[0], trace[0])
        else:
            self._calls.apply(state, seat, number, chance, trace)
        is_open = not is_one_of_few and chance["script_next"][0] > len(results)
        return state, int(chance["sizes"][0, len(results)]) if is_open else 0

    def _outcomes(self, world: World, size: int) -> Sequence[int]:
        """Return the results of a decision of chance: all, or those that leave an endless chain."""
        results, everything = world.results, range(size)
        others = np.flatnonzero(self._chance["sizes"][0, : len(results)] != size)
        repeated = len(results) - (int(others[-1]) + 1 if len(others) else 0)
        if repeated < _REPEATED:
            return everything
        leaving = tuple(
            one for one in everything if self._carry_out(world, (*results, one))[1] != size
        )
        is_cut = leaving and (1 - len(leaving) / size) ** repeated < NEGLIGIBLE
        return leaving if is_cut else everything

    def _tell(self, world: World, rows: list[list[int]]) -> tuple[tuple[bytes, ...], Any]:
        """Add what happened to what each seat has heard."""
        told = self.game.module("events").tell(rows, self.options)
        written = [(audience, msgspec.json.encode(event), event) for audience, event in told]
        text = self.game.module("notation").event_text
        heard, latest = [], []
        for seat in range(self.players):
            own = [(line, event) for audience, line, event in written if audience.includes(seat)]
            before = world.heard[seat] if world.heard else b""
            digest = hashlib.blake2b(before)
            for line, _ in own:
                digest.update(line)
            heard.append(digest.digest()[:16] if own else before)
            words = " ".join(text(event) for _, event in own)
            latest.append(words or (world.latest[seat] if world.latest else ""))
        return tuple(heard), tuple(latest)

    def _find_seat(self, world: World) -> World:
        """Find out who is asked next."""
        seat, asked, waiting = self.asking.next(world.state, world.asked, world.waiting)
        return world._replace(seat=seat, asked=asked, waiting=waiting)

    def open_to(self, world: World) -> list[int]:
        """List the actions of the seat that is asked, rising."""
        may_pass = bool(world.waiting)
        places = self.asking.open_to(world.state, world.seat, may_pass=may_pass).tolist()
        return sorted(places)

    def observe(self, world: World, seat: int) -> Any:
        """Return what a seat (-1: a spectator) may know, as an array of one record."""
        observation = new_array(self.game.kernels.observation)
        if world.heard:
            self._calls.observe(world.state, seat, observation)
        return observation

    def picture(self, world: World, seat: int) -> str:
        """Return what a seat (-1: a spectator) sees, as text."""
        if not world.heard:
            return "Nothing is dealt yet."
        view = self.game.module("view").view(self.observe(world, seat)[0], self.options)
        text: str = self.game.module("notation").picture(view, seat if seat >= 0 else None)
        return text

    def truth(self, world: World) -> str:
        """Return the whole truth as text: what lies where, who has heard what, what chance decided.

        Worlds with the same text are the same in all that can follow. Cards whose order is open
        are listed as chance counts them.
        """
        if not world.heard:
            lines = ["Nothing is dealt yet."]
        else:
            position = self.game.module("position").read(world.state[0])
            bare = hashlib.blake2b(digest_size=8)
            for name in world.state.dtype.names:  # not the gaps between them: these are not copied
                bare.update(world.state[name].tobytes())
            words = msgspec.json.encode(position).decode()
            lines = [self.game.module("notation").picture(position, None), words]
            lines.append(f"state {bare.hexdigest()}")
            lines += [f"seat {seat} heard {one.hex()}" for seat, one in enumerate(world.heard)]
            waiting = ", ".join(map(str, world.waiting))
            lines.append(f"asked before turn {world.asked}" + (f": {waiting}" if waiting else ""))
        if world.step is not None:
            who, number = world.step
            doing = "the deal" if who is None else f"action {number} of seat {who}"
            results = " ".join(map(str, world.results)) or "nothing yet"
            lines.append(f"chance decides {doing}: {results}")
        return "\n".join(lines)

    def returns(self, world: World) -> list[float]:
        """Return for each seat the share of the others it beats, less the share that beats it."""
        is_over = world.seat == NOBODY
        return self.asking.rewards(world.state) if is_over else [0.0] * self.players

    def resample(self, world: World, seat: int, key: int) -> World:
        """Return a random world that the seat cannot tell from this one.

        What the other seats have heard is not known; each is taken to have heard what it may know
        in the new world.
        """
        state = new_array(self.game.kernels.state)
        observation = self.observe(world, seat)
        contract.determinize(observation[0], new_chance(read_key(key)), state[0])
        sampled = world._replace(state=state)
        heard = [
            world.heard[seat]
            if other == seat
            else hashlib.blake2b(self.observe(sampled, other).tobytes()).digest()[:16]
            for other in range(self.players)
        ]
        latest = [words if one == seat else "" for one, words in enumerate(world.latest)]
        return sampled._replace(heard=tuple(heard), latest=tuple(latest))
