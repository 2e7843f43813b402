"""What each viewer of a game was told, counted as that viewer counts.

A step is visible to a viewer if an event of it is for that viewer. The log's own numbers never
leave the server: their gaps would tell how many cards another seat picked up.
"""

import msgspec

from purrlor.core.audience import EVERYONE
from purrlor.core.match import Told

SPECTATOR = -1
"""The viewer who holds no seat."""

_encode = msgspec.json.Encoder().encode


class Succession(msgspec.Struct, frozen=True, kw_only=True):
    """A seat changed hands while a game was on the table: what was before keeps the old name."""

    after: int
    """The last step before it, as the viewer counts."""
    seat: int
    before: str
    """Who sat there until then; empty: nobody."""
    name: str
    is_bot: bool


class Steps:
    """The events of one game by viewer and step, encoded once; and whose seats changed hands."""

    def __init__(self, players: int) -> None:
        self._told: dict[int, list[bytes]] = {viewer: [] for viewer in range(-1, players)}
        self._count = 0
        self._successions: list[tuple[dict[int, int], Succession]] = []

    def number(self, viewer: int) -> int:
        """Return how many steps the viewer has seen; none before the first game."""
        return len(self._told.get(viewer, ()))

    def since(self, viewer: int, number: int) -> list[bytes]:
        """Return the events of the steps after a number, as JSON lists."""
        return self._told[viewer][max(0, number) :]

    def last(self, viewer: int) -> bytes:
        """Return the events of the latest step, as a JSON list."""
        return self._told[viewer][-1]

    def succeed(self, seat: int, before: str, name: str, *, is_bot: bool) -> None:
        """Note that somebody else has a seat from now on."""
        numbers = {viewer: len(steps) for viewer, steps in self._told.items()}
        after = self._count - 1
        found = Succession(after=after, seat=seat, before=before, name=name, is_bot=is_bot)
        self._successions.append((numbers, found))

    def all_successions(self) -> list[Succession]:
        """Return whose seats changed hands, by the steps of the game; 0 is the deal."""
        return [found for _, found in self._successions]

    def successions(self, viewer: int) -> list[Succession]:
        """Return whose seats changed hands, and when, as the viewer counts."""
        return [
            msgspec.structs.replace(found, after=numbers[viewer])
            for numbers, found in self._successions
        ]

    def add(self, told: Told) -> frozenset[int]:
        """Note a step; return the viewers who see it."""
        self._count += 1
        encoded = [(audience, _encode(event)) for audience, event in told]
        if encoded and all(audience is EVERYONE for audience, _ in encoded):
            public = _list([event for _, event in encoded])
            for steps in self._told.values():
                steps.append(public)
            return frozenset(self._told)
        seen_by = []
        for viewer, steps in self._told.items():
            seat = None if viewer == SPECTATOR else viewer
            events = [event for audience, event in encoded if audience.includes(seat)]
            if events:
                steps.append(_list(events))
                seen_by.append(viewer)
        return frozenset(seen_by)


def _list(events: list[bytes]) -> bytes:
    return b"[" + b",".join(events) + b"]"
