"""How a game ended."""

import msgspec


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """The end of a game: why, and who stands where (1 is best; equals share a place, 1-1-3)."""

    reason: str
    places: tuple[int, ...]
    points: tuple[int, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)
