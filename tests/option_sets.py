"""Options to test every game with, made from what each game declares."""

from typing import Any

from purrlor import game
from purrlor.core.options import option_fields


def option_sets(name: str) -> list[dict[str, Any]]:
    """Each number of players, and each switch of the game turned for some of them."""
    found = game(name)
    fields = option_fields(found.options)
    players = next(field for field in fields if field.name == "players")
    assert players.low is not None
    assert players.high is not None
    low, high = players.low, players.high
    switches = [field for field in fields if field.kind == "switch" and field.name != "tiny"]
    sets: list[dict[str, Any]] = [{"players": count} for count in range(low, high + 1)]
    for index, switch in enumerate(switches):
        for count in (low + index % (high - low + 1), high):
            chosen = {"players": count, switch.name: not switch.default}
            if found.options.conflict(found.options(**chosen)) is None and chosen not in sets:
                sets.append(chosen)
    for field in fields:  # words to choose from, such as the ways to end
        if field.kind == "choice":
            sets += [{"players": low + 1, field.name: word} for word in field.choices]
    return sets
