"""What the devices around a table are told, each for its own eyes; only what is durable."""

import weakref
from typing import TYPE_CHECKING, Protocol

from purrlor.core.refusals import Refusal
from purrlor.server import frames
from purrlor.server.entries import (
    BotSeated,
    Entry,
    GameStarted,
    PauseAsked,
    Played,
    Reacted,
    Said,
    SeatClaimed,
    SeatCovered,
    SeatLeft,
    SeatReturned,
    SeatTaken,
    ServerReturned,
)
from purrlor.server.steps import SPECTATOR
from purrlor.server.table.state import TableRefused

if TYPE_CHECKING:
    from purrlor.server.live import LiveTable

TRY_LATER = 1013
"""Closes a socket so that it comes back, perhaps to another server."""
_HANDED_OVER = (SeatClaimed, SeatTaken, SeatLeft, BotSeated)
"""After these somebody else has a seat, or has it elsewhere."""
_CLOCKS_SET = (PauseAsked, SeatCovered, SeatReturned, ServerReturned)
"""After these clocks may stand still, or run out later than was told."""


class Device(Protocol):
    """A socket, as the table sees it."""

    device: str

    def deliver(self, frame: bytes) -> None:
        """Send a frame soon; never waits."""

    def drop(self, code: int) -> None:
        """Close soon."""

    def show_out(self, refusal: Refusal) -> None:
        """Say why there is no place here any more, and close soon."""


class Teller:
    """Tells the devices of one table what happened there."""

    def __init__(self, live: "LiveTable") -> None:
        self._live: LiveTable = weakref.proxy(live)  # the table owns its parts, not they it
        self._viewers: dict[Device, list[int]] = {}

    def notice(self) -> None:
        """Note who looks on with which eyes, after people or seats changed."""
        self._viewers = {device: self._eyes(device) for device in self._live.devices}

    def _eyes(self, device: Device) -> list[int]:
        """Return the eyes a device has: its seats, or those of a spectator."""
        return self._live.table.seats_of(device.device) or [SPECTATOR]

    def greet(self, device: Device, game: int | None, numbers: dict[int, int]) -> None:
        """Say where the table and its game stand; `numbers` are the steps seen before."""
        table = self._live.table
        device.deliver(frames.welcome(table, device.device, self._live.info()))
        if table.match is not None:
            for viewer in self._eyes(device):
                seen = numbers.get(viewer, 0)
                device.deliver(frames.standing(table, viewer, game, seen))

    def tell(self, entry: Entry, done: str | None) -> None:
        """Tell everybody what an entry changed; `done` is the command of the one who acted."""
        table = self._live.table
        if isinstance(entry, Played):
            self._tell_step(entry.seat, done)
            if table.phase == "over":
                self.tell_table()
        elif isinstance(entry, (Said, Reacted)):
            frame = frames.heard(table)
            for device in self._live.devices:
                device.deliver(frame)
        else:
            self.tell_table()
            self.show_out()
            if isinstance(entry, GameStarted):
                self.tell_standing(table.number)
            elif isinstance(entry, _HANDED_OVER) or (
                table.rules.clock and isinstance(entry, _CLOCKS_SET)
            ):
                self.tell_standing()

    def show_out(self) -> None:
        """Part with devices that have lost their seats, where nobody may look on."""
        for device in self._live.devices:
            try:
                self._live.table.require_place(device.device)
            except TableRefused as refusal:
                device.show_out(refusal)

    def send_elsewhere(self) -> None:
        """Part with everybody: another server goes on in a way that is not known here."""
        for device in self._live.devices:
            device.drop(TRY_LATER)

    def tell_standing(self, game: int = 0) -> None:
        """Say where the game stands; of a game that begins, also what was dealt."""
        made: dict[int, bytes] = {}
        if self._live.table.match is not None:
            for device in self._live.devices:
                for viewer in self._eyes(device):
                    if viewer not in made:
                        made[viewer] = frames.standing(self._live.table, viewer, game)
                    device.deliver(made[viewer])

    def _tell_step(self, by: int, done: str | None) -> None:
        """Tell each viewer who sees the step; the one who acted always does."""
        made: dict[int, bytes] = {}
        table = self._live.table
        for device, viewers in self._viewers.items():
            for viewer in viewers:
                if viewer in table.seen_by:
                    if viewer not in made:
                        done_here = done if viewer == by else None
                        made[viewer] = frames.step(table, viewer, done_here)
                    device.deliver(made[viewer])

    def tell_table(self, besides: Device | None = None) -> None:
        """Say that people, presence, options or phase changed."""
        info = self._live.info()
        for device in self._live.devices - {besides}:
            device.deliver(frames.table_changed(self._live.table, device.device, info))
