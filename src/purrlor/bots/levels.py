"""The levels a table offers, from the youngest player to the strongest."""

from purrlor.bots.players import POLICY, RANDOM
from purrlor.core.refusals import PolicyRefused

LEVELS = {"kitten": -3, "house-cat": -9, "alley-cat": -27, "tiger": 1000}
"""By name: as what it plays (see `players`)."""
DEFAULT_LEVEL = "house-cat"
PLAYERS = {"random": RANDOM, "policy": POLICY, **LEVELS}
"""Every player with a name."""

SEARCH = "search-"
"""Before the budget of a search without a name: `search-300` thinks 300 times a hundred steps."""
MOST_BUDGET = 1_000_000


def read_player(name: str) -> int:
    """Return the number of a player."""
    if name in PLAYERS:
        return PLAYERS[name]
    budget = name.removeprefix(SEARCH)
    if name.startswith(SEARCH) and budget.isdecimal() and POLICY < int(budget) <= MOST_BUDGET:
        return int(budget)
    raise PolicyRefused(
        f"There is no player {name!r}; there are {', '.join(PLAYERS)} and {SEARCH}N, "
        f"which thinks N times a hundred steps, N from {POLICY + 1} to {MOST_BUDGET}."
    )


def is_player(name: str) -> bool:
    """Return whether a player has this name."""
    try:
        read_player(name)
    except PolicyRefused:
        return False
    return True


def read_players(words: str, players: int) -> list[int]:
    """Return who plays at each seat: one name for all, or a comma list by seat."""
    numbers = [read_player(name) for name in _names(words)]
    if len(numbers) not in (1, players):
        raise PolicyRefused(f"Name one player for all seats, or {players} by seat.")
    return numbers * players if len(numbers) == 1 else numbers


def seat_names(words: str, players: int) -> list[str]:
    """Return the player names by seat."""
    names = _names(words)
    return names * players if len(names) == 1 else names


def _names(words: str) -> list[str]:
    return [name.strip() for name in words.split(",")]
