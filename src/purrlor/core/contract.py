"""The game contract: what every game's kernels answer, and how generic algorithms reach them.

A generic algorithm calls `legal(state, seat, out)` from here; Numba picks the function of the game
that owns the record type of the first argument. Interpreted, the same call picks it by name.
Every record type begins with a tag field of its own (`is_cattitude`), since record types compare by
structure and two equal ones could not be told apart.
"""

import functools
import inspect
from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar, cast

import numpy as np
from numba.extending import overload

from purrlor.core.chance import Chance, below
from purrlor.core.kernel import INTERPRETED, inlined, kernel
from purrlor.core.seats import MOST_SEATS, lowest_seat

State: TypeAlias = Any
"""A record of a game's `STATE` type: the whole truth, held by a referee only."""
Observation: TypeAlias = Any
"""A record of a game's `OBSERVATION` type: what one seat may know."""
Legal: TypeAlias = Any
"""A record of type `LEGAL`: a list of actions."""
Trace: TypeAlias = Any
"""A record of type `TRACE`: what happened, as rows of small integers."""
Standing: TypeAlias = Any
"""A record of type `STANDING`: places and points."""
Counts: TypeAlias = Any
"""A record of type `COUNTS`: a game's statistics."""

# Records, not arrays: compiled code counts references to each array it is passed, at a price that
# is higher than that of most rules.
MAX_LEGAL = 512
LEGAL = np.dtype([("is_legal", np.int8), ("actions", np.int32, MAX_LEGAL)], align=True)

TRACE_ROWS = 1024
TRACE = np.dtype(
    [
        ("is_trace", np.int8),
        ("capacity", np.int32),  # 0: nothing is noted
        ("length", np.int32),
        ("rows", np.int16, (TRACE_ROWS, 6)),
    ],
    align=True,
)
STANDING = np.dtype(
    [("is_standing", np.int8), ("places", np.int8, MOST_SEATS), ("points", np.int32, MOST_SEATS)],
    align=True,
)
MAX_COUNTS = 32
COUNTS = np.dtype([("is_counts", np.int8), ("values", np.int64, MAX_COUNTS)], align=True)

ALLOWED = 0
"""The reason code of an action that may be played."""
PASS = -1
"""In place of an action: a seat that may act out of turn does not."""

_Stub = TypeVar("_Stub", bound=Callable[..., Any])
_implementations: dict[str, dict[str, Callable[..., Any]]] = {}
"""By tag: the kernels of that record type."""
_worlds: dict[str, "np.dtype[Any]"] = {}
"""By tag of an observation: the record type of the states it is made from."""


def implement(dtype: "np.dtype[Any]", **kernels: Callable[..., Any]) -> None:
    """Register the kernels of a record type."""
    tag = _tag(dtype.names)
    if tag in _implementations:
        raise ValueError(f"The record type {tag!r} is registered already.")
    shadowed = [name for name in dtype.names or () if hasattr(np.record, name)]
    if shadowed:
        raise ValueError(f"Interpreted records cannot have fields named {', '.join(shadowed)}.")
    _implementations[tag] = kernels


def extend(dtype: "np.dtype[Any]", **kernels: Callable[..., Any]) -> None:
    """Add kernels to those of a record type: what only some algorithms ask for."""
    _implementations[_tag(dtype.names)].update(kernels)


def set_world_type(observation: "np.dtype[Any]", state: "np.dtype[Any]") -> None:
    """Remember which states an observation is made from."""
    _worlds[_tag(observation.names)] = state


def world_type(observation: "np.dtype[Any]") -> "np.dtype[Any]":
    """Return the record type of the worlds that agree with an observation."""
    return _worlds[_tag(observation.names)]


def _tag(names: tuple[str, ...] | None) -> str:
    if not names or not names[0].startswith("is_"):
        raise ValueError("A record type begins with a tag field of its own, such as is_cattitude.")
    return names[0]


_OVERLOAD = """
def choose({parameters}):
    function = find({first})
    if function is None:
        return None
    def call({parameters}):
        return function({parameters})
    return call
"""


def generic(stub: _Stub) -> _Stub:
    """Turn a stub into a function that calls the kernel of its first argument's record type."""
    name = stub.__name__
    parameters = list(inspect.signature(stub).parameters)

    @functools.wraps(stub)
    def dispatch(*arguments: Any) -> Any:
        return _implementations[arguments[0].dtype.names[0]][name](*arguments)

    if not INTERPRETED:

        def find(record: Any) -> Callable[..., Any] | None:
            fields = getattr(record, "fields", None) or {"": None}
            return _implementations.get(next(iter(fields)), {}).get(name)

        scope: dict[str, Any] = {"find": find}
        exec(_OVERLOAD.format(parameters=", ".join(parameters), first=parameters[0]), scope)
        overload(dispatch, jit_options={"forceinline": True})(scope["choose"])
    return cast(_Stub, dispatch)


@generic
def deal(state: State, options: Any, chance: Chance, trace: Trace) -> None:
    """Set up a game in a state that is all zero."""


@generic
def is_over(state: State) -> bool:
    """Return whether the game has ended."""


@generic
def scores(state: State, standing: Standing) -> None:
    """Write each seat's place (1 is best) and points as things stand."""


@generic
def turns(state: State) -> int:
    """Return how many turns (rounds, where all play at once) have begun."""


@generic
def actors(state: State) -> int:
    """Return the seats that must decide now, as a bit mask."""


@generic
def interrupters(state: State) -> int:
    """Return the seats that may act now but need not, as a bit mask."""


@generic
def verify(state: State, seat: int, action: int) -> int:
    """Return why the action is not allowed, as the game's reason code; 0 if it is allowed."""


@generic
def legal(state: State, seat: int, out: Legal) -> int:
    """Write actions that reach every outcome the seat can reach; return how many."""


@generic
def apply(state: State, seat: int, action: int, chance: Chance, trace: Trace) -> None:
    """Carry out an allowed action and append what happened to the trace."""


@generic
def settle(state: State, chance: Chance) -> None:
    """Decide the order of piles that is otherwise decided card by card, with the same result."""


@generic
def observe(state: State, seat: int, observation: Observation) -> None:
    """Write what the seat (-1: a spectator) may know, and nothing else."""


@generic
def tally(state: State, trace: Trace, counts: Counts) -> None:
    """Add what happened to the game's statistics."""


@generic
def random_action(state: State, seat: int, out: Legal, count: int, chance: Chance) -> int:
    """Return a listed action at random; uniformly, unless the game weights them."""


@generic
def random_play(state: State, seat: int, out: Legal, chance: Chance) -> tuple[int, int]:
    """Return an action of a random player who must decide, and how many there were.

    As if all were listed and one of them drawn by `random_action`; `out` is paper to write on.
    """


@generic
def random_turn(state: State, out: Legal, chance: Chance, cards: Chance, trace: Trace) -> int:
    """Let random players who must decide do so, one at least, all for the rest of the turn at most.

    As if `random_play` (with `chance`) of the lowest seat and `apply` (with `cards`, which may be
    the same) took turns. Return how many decisions that were; `out` is paper to write on.
    """


@generic
def determinize(observation: Observation, chance: Chance, state: State) -> None:
    """Write a random world that the observation does not exclude."""


@generic
def choose(observation: Observation, out: Legal, count: int, chance: Chance) -> int:
    """Return the action that the game's own policy would play."""


@generic
def forget(observation: Observation, chance: Chance) -> None:
    """Lose track of some of what the seat has seen, as people do."""


@generic
def choose_variant(
    observation: Observation, out: Legal, count: int, chance: Chance, variant: int
) -> int:
    """Return the action of a policy with another habit (see `core.insight`)."""


@generic
def clock(state: State) -> int:
    """Return how far the game is, in the steps after which `prospect` judges soundly."""


@generic
def span(state: State) -> int:
    """Return by how many steps of its clock a search plays on before it judges."""


@generic
def glimpse(state: State) -> int:
    """Return by how many steps of its clock somebody who only glances plays on."""


@generic
def prospect(state: State, seat: int, standing: Standing) -> float:
    """Return how good things look for a seat; only differences have a meaning."""


@generic
def plausibility(state: State, seat: int) -> float:
    """Return how plausible a world is to a seat by what the others did, 1 at most."""


@inlined
def note(trace, code, a=0, b=0, c=0, d=0, e=0):
    """Append one row to the trace, if it takes any."""
    if trace.capacity != 0:
        _note(trace, code, np.int64(a), np.int64(b), np.int64(c), np.int64(d), np.int64(e))


@kernel
def _note(trace, code, a, b, c, d, e):
    at = trace.length
    trace.length = at + 1
    trace.rows[at, 0] = code
    trace.rows[at, 1] = a
    trace.rows[at, 2] = b
    trace.rows[at, 3] = c
    trace.rows[at, 4] = d
    trace.rows[at, 5] = e


def new_record(dtype: "np.dtype[Any]") -> Any:
    """Return a record of this type, all zero."""
    return new_array(dtype)[0]


def new_array(dtype: "np.dtype[Any]") -> Any:
    """Return an array of one record of this type, all zero."""
    return np.zeros(1, _record_type(dtype))


def array_of(record: Any) -> Any:
    """Return a copy of a record, as an array of one."""
    array = new_array(record.dtype)
    array[0] = record
    return array


@functools.cache
def _record_type(dtype: "np.dtype[Any]") -> "np.dtype[Any]":
    """Return always the same object for a record type: compiled code knows it at once."""
    return np.dtype((np.record, dtype))


def new_trace(*, is_kept: bool) -> Trace:
    """Return an empty trace; one that is not kept takes no rows and costs nothing."""
    trace = new_record(TRACE)
    trace.capacity = TRACE_ROWS if is_kept else 0
    return trace


@kernel
def uniform_action(state, seat, out, count, chance):
    """Return a listed action, each as likely as the others."""
    return np.int64(out.actions[below(chance, count)])


@inlined
def listed_play(state, seat, out, chance):
    """List all actions and draw one."""
    count = legal(state, seat, out)
    return random_action(state, seat, out, count, chance), count


@inlined
def one_play(state, out, chance, cards, trace):
    """Let one seat decide at random."""
    seat = lowest_seat(actors(state))
    action, _ = random_play(state, seat, out, chance)
    apply(state, seat, action, cards, trace)
    return np.int64(1)


@inlined
def no_clock(state):
    """Return always the same: a search plays on to the end of the game."""
    return np.int64(0)


@inlined
def one_step(state):
    """Return one step."""
    return np.int64(1)


@inlined
def as_far(state):
    """Return how far a search plays on."""
    return span(state)


@inlined
def remember_all(observation, chance):
    """Forget nothing: all that a seat knows lies on the table."""


@inlined
def equally_plausible(state, seat):
    """Return 1: no world is more plausible than another."""
    return 1.0


@kernel
def share_of_victory(state, seat, standing):
    """Return 1 for a victory as things stand, less if others share it."""
    scores(state, standing)
    if standing.places[seat] != 1:
        return 0.0
    winners = 0
    for other in range(MOST_SEATS):
        winners += standing.places[other] == 1
    return 1.0 / winners


BY_STATE = (
    deal,
    is_over,
    scores,
    turns,
    actors,
    interrupters,
    verify,
    legal,
    apply,
    settle,
    observe,
    tally,
    random_action,
    random_play,
    random_turn,
    clock,
    span,
    glimpse,
    prospect,
    plausibility,
)
BY_OBSERVATION = (determinize, choose, forget)
DEFAULTS = {
    "random_action": uniform_action,
    "random_play": listed_play,
    "random_turn": one_play,
    "clock": no_clock,
    "span": one_step,
    "glimpse": as_far,
    "prospect": share_of_victory,
    "plausibility": equally_plausible,
    "forget": remember_all,
}
"""What a game need not write itself."""
