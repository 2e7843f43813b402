"""A live table: the cached fold of a log, the sockets around it, and its bots and clocks."""

import asyncio
import functools
import logging
import secrets
import time
from collections.abc import Callable
from typing import Any, Protocol

import msgspec

from purrlor.core.refusals import Refusal
from purrlor.server import frames, wire
from purrlor.server.entries import (
    Entry,
    GameStarted,
    Played,
    Reacted,
    Said,
    SeatClaimed,
    SeatCovered,
    SeatLeft,
    SeatReturned,
    SeatTaken,
    decode_entry,
    encode_entry,
)
from purrlor.server.metrics import METRICS
from purrlor.server.robots import Robots
from purrlor.server.settings import Settings
from purrlor.server.steps import SPECTATOR
from purrlor.server.stores import Conflict, FinishedGame, Head, Line, Store, StoreFailed
from purrlor.server.table import TABLE, Table

log = logging.getLogger(__name__)

SHORTEST_WAIT = 0.02
"""A timer that is due at once leaves others this time, in seconds."""
HEAD_SECONDS = 600.0
"""How old `updated_at` of a table in use may be."""


class Device(Protocol):
    """A socket, as the table sees it."""

    device: str
    is_spectator: bool

    def deliver(self, frame: bytes) -> None:
        """Send a frame soon; never waits."""

    def drop(self, code: int) -> None:
        """Close soon."""


class LiveTable:
    """Takes commands one at a time: judge, make durable, tell."""

    def __init__(self, table_id: str, store: Store, settings: Settings) -> None:
        self.table_id = table_id
        self.table = Table()
        self.devices: set[Device] = set()
        self._viewers: dict[Device, list[int]] = {}
        self._has_bots = False
        self._store = store
        self._settings = settings
        self._seq = 0
        self._at = 0.0
        self._touched_at = time.time()
        self._head: Head | None = None
        self._lock = asyncio.Lock()
        self._started_at = 0.0
        self._robots = Robots(self, settings.bot_pause)
        self._answers: dict[tuple[int, str], int] = {}
        """The commands of seats that were carried out, and the step each ended in."""
        self._timer: asyncio.TimerHandle | None = None
        self._absences: dict[str, asyncio.TimerHandle] = {}
        self._errands: set[asyncio.Task[Any]] = set()

    # The log

    async def load(self) -> None:
        """Fold the log, or its tail."""
        for line in await self._store.read(self.table_id, self._seq):
            self._fold(line)
        self._notice()

    def _fold(self, line: Line) -> None:
        entry = decode_entry(line.body)
        self.table.apply(entry, line.at)
        self._remember(line.seq, line.command_id, line.seat, entry, line.at)

    def _remember(self, seq: int, command_id: str, seat: int, entry: Entry, at: float) -> None:
        self._seq, self._at = seq, at
        if seat != TABLE:
            self._answers[seat, command_id] = self.table.steps.number(seat)
        elif isinstance(entry, GameStarted):
            self._started_at = at

    async def submit(
        self,
        make: Callable[[Table], Entry],
        *,
        command_id: str = "",
        done: str | None = None,
        seat: int = TABLE,
        expected: int | None = None,
    ) -> Entry | None:
        """Carry out what `make` decides on the table as it stands.

        `command_id` is unique for a seat and the device that holds it. Returns None if the command
        was carried out before, or `expected` (the log's number) has passed. Raises a refusal if it
        is not allowed.
        """
        async with self._lock:
            while True:
                if command_id and (seat, command_id) in self._answers:
                    return None
                if expected is not None and expected != self._seq:
                    return None
                entry = make(self.table)
                at = max(time.time(), self._at)  # the log's time never runs backwards
                self.table.apply(entry, at)
                line = Line(
                    self._seq + 1, command_id or secrets.token_hex(8), seat, encode_entry(entry), at
                )
                head = self._new_head(entry, at)
                try:
                    await self._store.append(self.table_id, line, head)
                except Conflict:
                    await self._refold()
                    continue
                except BaseException:
                    # Not written, or not known to be: begin again from what is durable.
                    await asyncio.shield(self._refold())
                    raise
                self._head = head or self._head
                self._remember(line.seq, line.command_id, seat, entry, at)
                if not isinstance(entry, Played):
                    self._notice()
                break
            self._tell(entry, done)
            self._after(entry)
            return entry

    @property
    def seq(self) -> int:
        """The number of the latest line of the log."""
        return self._seq

    def answer(self, seat: int, command_id: str) -> int:
        """Return the step in which a command of a seat ended."""
        return self._answers.get((seat, command_id), 0)

    def _new_head(self, entry: Entry, at: float) -> Head | None:
        """Return the head if it must be written again; after most moves it need not."""
        table, written_at = self.table, self._head.updated_at if self._head else 0.0
        is_plain_move = isinstance(entry, Played) and entry.seat != TABLE and table.actors
        if is_plain_move and table.rules.clock is None and at - written_at < HEAD_SECONDS:
            return None
        return msgspec.structs.replace(self.head(), updated_at=at)

    async def _refold(self) -> None:
        """Another server wrote, or ours could not: fold what is durable, and tell everyone."""
        METRICS.refolds.inc()
        self.table, self._seq, self._answers = Table(), 0, {}
        await self.load()
        self._tell_table()
        self._tell_standing()

    def head(self) -> Head:
        """Return what is known of the table without its log."""
        table = self.table
        return Head(
            table_id=self.table_id,
            code=table.code,
            game=table.game.name,
            phase=table.phase,
            is_listed=table.rules.is_listed,
            due_at=table.due_at(),
        )

    # Telling

    def _tell(self, entry: Entry, done: str | None) -> None:
        if isinstance(entry, Played):
            METRICS.moves.inc()
            self._tell_step(entry.seat, done)
            if self.table.phase == "over":
                self._tell_table()
        elif isinstance(entry, (Said, Reacted)):
            frame = frames.heard(self.table)
            for device in self.devices:
                device.deliver(frame)
        else:
            self._tell_table()
            if self.table.seen_by or isinstance(entry, (SeatClaimed, SeatTaken, SeatLeft)):
                self._tell_standing()

    def _tell_standing(self) -> None:
        if self.table.match is not None:
            for device in self.devices:
                for viewer in self.viewers(device):
                    device.deliver(frames.standing(self.table, viewer))

    def _tell_step(self, by: int, done: str | None) -> None:
        """Tell each viewer who sees the step; the one who acted always does."""
        made: dict[int, bytes] = {}
        seen_by = self.table.seen_by
        for device, viewers in self._viewers.items():
            for viewer in viewers:
                if viewer in seen_by:
                    if viewer not in made:
                        done_here = done if viewer == by else None
                        made[viewer] = frames.step(self.table, viewer, done_here)
                    device.deliver(made[viewer])

    def _tell_table(self, besides: Device | None = None) -> None:
        info = self.info()
        for device in self.devices - {besides}:
            device.deliver(frames.table_changed(self.table, device.device, info))

    def info(self) -> wire.TableInfo:
        """Return the table as everybody sees it."""
        present = {device.device for device in self.devices}
        spectators = sum(device.is_spectator for device in self.devices)
        return frames.table_info(self.table, present, spectators)

    def viewers(self, device: Device) -> list[int]:
        """Return the eyes a device has: its seats, or those of a spectator."""
        return self.table.seats_of(device.device) or [SPECTATOR]

    def _notice(self) -> None:
        """Note who looks on with which eyes, after people or seats changed."""
        self._viewers = {device: self.viewers(device) for device in self.devices}
        self._has_bots = any(seat.is_played_by_bot for seat in self.table.seats)

    # Coming and going

    async def enter(self, device: Device, game: int, numbers: dict[int, int]) -> None:
        """Seat a socket at the table; a covered player is back at once.

        `numbers` are the steps of the game that its viewers have seen before.
        """
        async with self._lock:  # nobody is shown what is not durable yet
            self.devices.add(device)
            self._notice()
            timer = self._absences.pop(device.device, None)
            if timer:
                timer.cancel()
            device.deliver(frames.welcome(self.table, device.device, self.info()))
            if self.table.match is not None:
                for viewer in self.viewers(device):
                    seen = numbers.get(viewer, 0)
                    device.deliver(frames.standing(self.table, viewer, game, seen))
            self._tell_table(besides=device)
        for seat in self.table.seats_of(device.device):
            if self.table.seats[seat].is_covered:
                await self._attempt(functools.partial(_returned, seat))
        self._watch_absences()
        self._robots.wake()

    def leave(self, device: Device) -> None:
        """Take a socket away; after a while a bot covers its seats."""
        self.devices.discard(device)
        self._notice()
        self._touched_at = time.time()
        self._watch_absences()
        self._tell_table()

    def _watch_absences(self) -> None:
        """Start the grace period of every person who is away, while somebody is there to wait."""
        present = {device.device for device in self.devices}
        if not self.devices:
            for timer in self._absences.values():
                timer.cancel()
            self._absences.clear()
            return
        for number in self.table.people():
            device = self.table.seats[number].device
            if device not in present and device not in self._absences:
                loop = asyncio.get_running_loop()
                self._absences[device] = loop.call_later(self._settings.grace, self._cover, device)

    def _cover(self, device: str) -> None:
        self._absences.pop(device, None)
        if any(one.device == device for one in self.devices) or self.table.phase != "playing":
            return
        for seat in self.table.seats_of(device):
            if not self.table.seats[seat].is_covered:
                self._run(self._attempt(functools.partial(_covered, seat)))

    async def _attempt(self, make: Callable[[Table], Entry], expected: int | None = None) -> None:
        """Do what the table itself wants; what is not allowed any more is let be."""
        try:
            await self.submit(make, expected=expected)
        except Refusal as refusal:
            log.debug("not done: %s", refusal)
        except StoreFailed:
            log.exception("the store failed")

    def _run(self, errand: Any) -> None:
        task = asyncio.get_running_loop().create_task(errand)
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

    # Clocks

    def _after(self, entry: Entry) -> None:
        if not isinstance(entry, Played):
            self._watch_absences()
        elif self.table.phase == "over":
            self._run(self._store.keep_game(*self._finished()))
        if self._timer is not None or self.table.rules.clock or not isinstance(entry, Played):
            self._set_timer()
        if self._has_bots:
            self._robots.wake()

    def _finished(self) -> tuple[FinishedGame, list[str]]:
        table, match = self.table, self.table.running_match()
        outcome = match.outcome
        assert outcome is not None
        game = FinishedGame(
            table_id=self.table_id,
            code=table.code,
            number=table.number,
            game=table.game.name,
            started_at=self._started_at,
            finished_at=self._at,
            names=[seat.name for seat in table.seats],
            bots=[seat.kind == "bot" for seat in table.seats],
            places=list(outcome.places),
            points=list(outcome.points),
            reason=outcome.reason,
            steps=len(match.played),
        )
        return game, [seat.device for seat in table.seats]

    def _set_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
        due_at = self.table.due_at()
        self._timer = None
        if due_at is not None:
            wait = max(SHORTEST_WAIT, due_at - time.time())
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(wait, lambda: self._run(self.act_when_due()))

    async def act_when_due(self) -> None:
        """Decide for a seat whose time is up, or say that the time of the game is."""
        table, now = self.table, time.time()
        due_at = table.due_at()
        if due_at is None or due_at > now:
            self._set_timer()
            return
        if table.time_up_at is not None and table.time_up_at <= now:
            time_up = Played(seat=TABLE, actions=[{"type": "time_up"}], by="table")
            await self._attempt(lambda _: time_up, self._seq)
            return
        for seat in table.actors:
            deadline = table.deadline(seat)
            if deadline is not None and deadline <= now:
                await self._robots.play(seat, "clock")
                break
        self._set_timer()

    def wind_up(self) -> None:
        """Set the clocks going after loading."""
        self._set_timer()

    def is_forgettable(self, seconds: float) -> bool:
        """Return whether nobody is here and nothing is due."""
        is_busy = self._lock.locked() or self.devices or self._timer or self._errands
        return not is_busy and time.time() - self._touched_at > seconds

    async def stop(self) -> None:
        """Let go of timers and tasks."""
        for timer in (*self._absences.values(), *([self._timer] if self._timer else [])):
            timer.cancel()
        self._absences.clear()
        tasks = [*self._errands, *self._robots.tasks()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _returned(seat: int, table: Table) -> Entry:
    return SeatReturned(seat=seat)


def _covered(seat: int, table: Table) -> Entry:
    return SeatCovered(seat=seat)
