"""The kernels that a match calls all the time, for arrays of one record.

NumPy describes all fields of a record each time one is handed to compiled code: 8 microseconds,
more than most rules take. An array is handed over in a tenth of one.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from purrlor.core import contract
from purrlor.core.kernel import short_kernel

Array: TypeAlias = Any
"""An array of one record."""


class Calls(NamedTuple):
    """How a match calls the kernels of its game; the names are those of the contract."""

    is_over: Callable[..., Any]
    actors: Callable[..., Any]
    interrupters: Callable[..., Any]
    verify: Callable[..., Any]
    legal: Callable[..., Any]
    apply: Callable[..., Any]
    settle: Callable[..., Any]
    observe: Callable[..., Any]


@short_kernel
def _is_over(states: Array) -> Any:
    return contract.is_over(states[0])


@short_kernel
def _actors(states: Array) -> Any:
    return contract.actors(states[0])


@short_kernel
def _interrupters(states: Array) -> Any:
    return contract.interrupters(states[0])


@short_kernel
def _verify(states: Array, seat: int, action: int) -> Any:
    return contract.verify(states[0], seat, action)


@short_kernel
def _legal(states: Array, seat: int, out: Array) -> Any:
    return contract.legal(states[0], seat, out[0])


@short_kernel
def _apply(states: Array, seat: int, action: int, chances: Array, traces: Array) -> None:
    contract.apply(states[0], seat, action, chances[0], traces[0])


@short_kernel
def _settle(states: Array, chances: Array) -> None:
    contract.settle(states[0], chances[0])


@short_kernel
def _observe(states: Array, seat: int, observations: Array) -> None:
    contract.observe(states[0], seat, observations[0])


_COMPILED = Calls(
    is_over=_is_over,
    actors=_actors,
    interrupters=_interrupters,
    verify=_verify,
    legal=_legal,
    apply=_apply,
    settle=_settle,
    observe=_observe,
)
_INTERPRETED = Calls(*(getattr(call, "py_func", call) for call in _COMPILED))


def calls_like(apply: Callable[..., Any]) -> Calls:
    """Return the calls for a game with this kernel: compiled, if that is."""
    return _COMPILED if hasattr(apply, "py_func") else _INTERPRETED
