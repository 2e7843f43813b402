"""The contract of a store: an append-only log for each table, and what is found without folding."""

import math
from typing import Protocol

import msgspec

FORGOTTEN_AT_ONCE = 20
"""How many closed tables one statement forgets: others wait meanwhile."""

GAMES_AT_ONCE = 500
"""How many finished games are read together."""
FIRST_GAME = ("", 0)
"""Comes before every game, by table and number."""


class Conflict(Exception):
    """The log has this number, or this command of the seat, already."""


class StoreFailed(Exception):
    """The store does not answer; whether it kept what was written is seen by reading again."""


class Line(msgspec.Struct, frozen=True):
    """One line of a table's log."""

    seq: int
    command_id: str
    seat: int
    body: bytes
    at: float


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a table without reading its log."""

    table_id: str
    code: str
    game: str
    phase: str
    is_listed: bool
    due_at: float | None
    updated_at: float = 0.0


class FinishedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game that is over."""

    table_id: str
    code: str
    number: int
    game: str
    started_at: float
    finished_at: float
    names: list[str]
    bots: list[bool]
    places: list[int]
    points: list[int]
    reason: str
    steps: int
    is_listed: bool = False
    """Whether its table was listed then: its record is for everybody."""


class Access(msgspec.Struct, frozen=True):
    """What decides whether a device may read a finished game."""

    is_listed: bool
    took_part: bool


class Glance(msgspec.Struct, frozen=True):
    """What other servers did at a table."""

    seq: int
    """The number of the latest line of its log."""
    people: dict[str, list[str]]
    """The devices at each other server that runs, by the server's name; spectators too."""


class Rewritten(msgspec.Struct, frozen=True):
    """What a log says in other words."""

    lines: list[Line]
    """The lines that changed."""
    names: dict[int, list[str]]
    """Who sat where at the end of each game, by number."""
    starters: dict[int, list[str]] = {}
    """Who sat where when each game began, by number: records name them."""


class Pulse(msgspec.Struct, frozen=True):
    """The time, by the one clock that all servers share: the store's."""

    now: float
    last_beat: float | None
    """When a server last ran; None if none ever did."""


class Store(Protocol):
    """Every method returns when what it did is durable."""

    is_shared: bool
    """Whether other servers may use it at the same time."""

    async def key(self) -> bytes:
        """Return the secret key that all servers of this store share; made when first asked for."""

    async def create(self, head: Head, line: Line) -> None:
        """Begin the log of a table; `Conflict` if its code is taken."""

    async def append(self, table_id: str, line: Line, head: Head | None) -> None:
        """Write one line, and the head if it changed; `Conflict` if the number is taken."""

    async def read(self, table_id: str, after: int = 0) -> list[Line]:
        """Return the lines after a number."""

    async def find(self, code: str) -> Head | None:
        """Return the head of the table with a code."""

    async def listed(self) -> list[Head]:
        """Return the open tables that anybody may join, the newest first."""

    async def due(self, before: float = math.inf, limit: int | None = None) -> list[Head]:
        """Return the tables that must act by themselves before a time, the first first."""

    async def idle(self, before: float) -> list[Head]:
        """Return the tables that are not closed and lie untouched since a time."""

    async def keep_game(self, game: FinishedGame, devices: list[str]) -> None:
        """Keep a finished game, and which devices took part (empty: none)."""

    async def read_access(self, table_id: str, number: int, device: str) -> Access | None:
        """Return whether a finished game is for a device; None: the game is not kept."""

    async def keep_record(self, table_id: str, number: int, body: bytes) -> None:
        """Keep the record of a game that nobody will go on with; the first one stays."""

    async def record(self, table_id: str, number: int) -> bytes | None:
        """Return the record of a game, byte for byte as it was kept."""

    async def games_of(self, device: str, limit: int) -> list[FinishedGame]:
        """Return the latest games of a device."""

    async def games(self, after: tuple[str, int] = FIRST_GAME) -> list[FinishedGame]:
        """Return some finished games, by table and number, after one; none are left if empty."""

    async def note_seat(self, device: str, table_id: str) -> None:
        """Note that the log of a table tells of a device, so that it can be forgotten there."""

    async def tables_of(self, device: str) -> list[Head]:
        """Return the tables that a device opened, or at which it ever had a seat."""

    async def rewrite(
        self,
        table_id: str,
        lines: list[Line],
        names: dict[int, list[str]],
        records: dict[int, bytes],
    ) -> None:
        """Replace lines of a log, the names in its finished games, and records, by number."""

    async def forget_device(self, device: str) -> None:
        """Forget which tables and games a device took part in."""

    async def forget_tables(self, before: float) -> int:
        """Forget some tables that are closed since a time, with logs and games; return how many."""

    async def pulse(self) -> Pulse:
        """Return the time, and when a server last ran."""

    async def beat(self, node: str, *, is_heard: bool = False) -> None:
        """Note that a server runs, and whether the others hear it at once."""

    async def others(self, node: str) -> dict[str, bool]:
        """Return the other servers that run, and whether each is heard at once."""

    async def note_people(self, table_id: str, node: str, devices: list[str]) -> None:
        """Note which devices are at a table by a server; forgotten when that no longer runs."""

    async def look(self, node: str, table_ids: list[str]) -> dict[str, Glance]:
        """Return what happened at tables by other servers than `node`, without reading logs."""

    async def close(self) -> None:
        """Write what is left and let go of the database."""
