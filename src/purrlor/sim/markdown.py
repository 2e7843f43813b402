"""Numbers, options and tables as a report writes them."""

from collections.abc import Iterable
from typing import Any

from purrlor.sim.standings import Estimate

NOTHING = "–"


def head(*cells: str) -> Iterable[str]:
    """Return the first two lines of a table."""
    return row(*cells), row(*["---"] * len(cells))


def row(*cells: str) -> str:
    """Return a line of a table."""
    return "| " + " | ".join(cells) + " |"


def share(estimate: Estimate | None) -> str:
    """Write a share in percent, with its interval."""
    if estimate is None:
        return NOTHING
    return f"{estimate.value:.1%} ({100 * estimate.low:.1f} … {100 * estimate.high:.1f})"


def number(estimate: Estimate | None, digits: int = 2) -> str:
    """Write a number, with its interval."""
    if estimate is None:
        return NOTHING
    return f"{estimate.value:.{digits}f} ± {(estimate.high - estimate.low) / 2:.{digits}f}"


def option(name: str, value: Any) -> str:
    """Write an option as people set it."""
    return f"{name} = {str(value).lower() if isinstance(value, bool) else value}"


def numbered(count: int, noun: str) -> str:
    """Write how many there are: 1 game, 2 games."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def seats(numbers: list[int]) -> str:
    """Write seats that belong together: 0 and 2."""
    return " and ".join(map(str, numbers))
