"""Exact enumeration of small games: every action, and every outcome of chance."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import msgspec

from purrlor.core import contract
from purrlor.core.chance import WALKED, Chance, new_chance
from purrlor.core.contract import LEGAL, Trace, new_record, new_trace
from purrlor.core.game import Game
from purrlor.core.match import Told
from purrlor.core.seats import seats_of


class Node(msgspec.Struct, frozen=True):
    """A state of the tree, the chance of coming here, and what was told on the way here."""

    game: Game
    options: Any
    state: Any
    probability: Fraction
    told: Told

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that must decide."""
        return tuple(seats_of(int(contract.actors(self.state))))

    @property
    def is_over(self) -> bool:
        """Whether the game has ended here."""
        return bool(contract.is_over(self.state))

    def legal(self, seat: int) -> list[int]:
        """The actions of a seat, as numbers."""
        out = new_record(LEGAL)
        count = int(contract.legal(self.state, seat, out))
        numbers: list[int] = out.actions[:count].tolist()
        return numbers

    def heard_by(self, viewer: int | None) -> bytes:
        """What a viewer was told on the way here."""
        events = [event for audience, event in self.told if audience.includes(viewer)]
        return msgspec.json.encode(events)


def opening_nodes(game: Game, options: Any = None) -> Iterator[Node]:
    """Yield every deal."""
    checked = game.read_options(game.tiny if options is None else options)
    encoded = game.module("state").encode_options(checked)

    def deal(state: Any, chance: Chance, trace: Trace) -> None:
        contract.deal(state, encoded, chance, trace)

    blank = new_record(game.kernels.state)
    yield from _outcomes(game, checked, blank, Fraction(1), deal)


def children(node: Node, seat: int, action: int) -> Iterator[Node]:
    """Yield every outcome of an action."""

    def apply(state: Any, chance: Chance, trace: Trace) -> None:
        contract.apply(state, seat, action, chance, trace)

    yield from _outcomes(node.game, node.options, node.state, node.probability, apply)


def _outcomes(
    game: Game,
    options: Any,
    before: Any,
    probability: Fraction,
    step: Callable[[Any, Chance, Trace], None],
) -> Iterator[Node]:
    """Walk the step's chance like an odometer: the last choice that can still count up does."""
    chance = new_chance(bytes(32))
    chance.mode = WALKED
    tell = game.module("events").tell
    while True:
        state, trace = before.copy(), new_trace(is_kept=True)
        chance.script_next = 0
        step(state, chance, trace)
        used = int(chance.script_next)
        script, sizes = chance.script[:used].tolist(), chance.sizes[:used].tolist()
        part = probability
        for size in sizes:
            part /= size
        yield Node(game, options, state, part, tell(trace.rows[: trace.length].tolist(), options))
        while script and script[-1] + 1 == sizes[len(script) - 1]:
            script.pop()
        if not script:
            return
        script[-1] += 1
        chance.script[: len(script)] = script
        chance.script_size = len(script)
