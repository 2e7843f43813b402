"""A live table: the cached fold of a log, the sockets around it, and its bots and clocks."""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

import msgspec

from purrlor.core.refusals import Refusal
from purrlor.server import frames, wire
from purrlor.server.clock import CLOCK
from purrlor.server.ending import end
from purrlor.server.entries import (
    Entry,
    GameStarted,
    Played,
    Reacted,
    Said,
    SeatClaimed,
    SeatCovered,
    SeatLeft,
    SeatTaken,
    StartCancelled,
    TableCreated,
    decode_entry,
    encode_entry,
)
from purrlor.server.metrics import METRICS
from purrlor.server.node import Node
from purrlor.server.presence import Presence
from purrlor.server.robots import Robots
from purrlor.server.steps import SPECTATOR
from purrlor.server.stores import (
    Conflict,
    FinishedGame,
    Glance,
    Head,
    Line,
    Rewritten,
    StoreFailed,
)
from purrlor.server.table import TABLE, Table, TableRefused, missing_nonces

log = logging.getLogger(__name__)

SHORTEST_WAIT = 0.02
"""A timer that is due at once leaves others this time, in seconds."""
RECOVERY_SECONDS = 0.5
"""How often a store that failed is asked again."""
HEAD_SECONDS = 600.0
"""How old `updated_at` of a table in use may be."""


class Device(Protocol):
    """A socket, as the table sees it."""

    device: str

    def deliver(self, frame: bytes) -> None:
        """Send a frame soon; never waits."""

    def drop(self, code: int) -> None:
        """Close soon."""

    def show_out(self, refusal: Refusal) -> None:
        """Say why there is no place here any more, and close soon."""


class LiveTable:
    """Takes commands one at a time: judge, make durable, tell."""

    def __init__(self, table_id: str, node: Node) -> None:
        self.table_id = table_id
        self.table = Table()
        self.devices: set[Device] = set()
        self._viewers: dict[Device, list[int]] = {}
        self._has_bots = False
        self._node = node
        self._store = node.store
        self._seq = 0
        self._is_dirty = False
        """Whether something was carried out of which nobody knows that it is durable."""
        self._heard = 0
        """The number which the log has reached, as other servers say."""
        self._following: asyncio.Task[None] | None = None
        self._at = 0.0
        self._touched_at = time.monotonic()
        self._head: Head | None = None
        self._lock = asyncio.Lock()
        self._started_at = 0.0
        self._robots = Robots(self, node.settings.bot_pause)
        self.presence = Presence(self, node)
        self._answers: dict[tuple[int, str], int] = {}
        """The commands that were carried out, and the step of the seat that each ended in."""
        self._timer: asyncio.TimerHandle | None = None
        self._errands: set[asyncio.Task[Any]] = set()

    # The log

    async def load(self) -> None:
        """Fold the log, in a thread: others play meanwhile."""
        lines = await self._store.read(self.table_id)
        finished, devices = await asyncio.to_thread(self._fold_all, lines)
        self._notice()
        # Whoever wrote these lines may not have come to what follows from them.
        if finished:
            self.run(self._keep_game(*finished))
        for device in devices - {""}:
            self.run(self.note_device(device))

    def _fold_all(
        self, lines: list[Line]
    ) -> tuple[tuple[FinishedGame, list[str]] | None, set[str]]:
        """Fold a log from its beginning; return the last game it finished, and who came."""
        finished, devices = None, set[str]()
        for line in lines:
            entry = self._fold(line)
            devices.add(_newcomer(entry))
            if isinstance(entry, Played) and self.table.phase == "over":
                finished = self._finished()
        return finished, devices

    async def rewrite(self, rewritten: Callable[[list[Line]], Rewritten]) -> None:
        """Replace what the log says by other words that fold to the same games."""
        async with self._lock:
            lines = await self._store.read(self.table_id)
            found = await asyncio.to_thread(rewritten, lines)
            await self._store.rewrite(self.table_id, found.bodies, found.names)
            self._is_dirty = True
        await self._recover()
        self._tell_table()

    def begin(self, line: Line) -> None:
        """Fold the first line of a log that was just begun."""
        self._fold(line)

    def _fold(self, line: Line) -> Entry:
        entry: Entry = decode_entry(line.body)
        self.table.apply(entry, line.at)
        self._remember(line.seq, line.command_id, line.seat, entry, line.at)
        return entry

    def _remember(self, seq: int, command_id: str, seat: int, entry: Entry, at: float) -> None:
        self._seq, self._at = seq, at
        self._answers[seat, command_id] = self.table.steps.number(seat)
        if isinstance(entry, GameStarted):
            self._started_at = at

    async def _catch_up(self) -> None:
        """Fold what other servers wrote, and tell it; after a doubt, all that is durable."""
        known = self._seq
        lines = await self._store.read(self.table_id, 0 if self._is_dirty else known)
        if self._is_dirty:
            METRICS.refolds.inc()
            self.table, self._answers, self._is_dirty = Table(), {}, False
        for line in lines:
            entry = self._fold(line)
            if line.seq > known:
                if not isinstance(entry, Played):
                    self._notice()
                self._tell(entry, None)
                self._after(entry)
        self._notice()

    async def _was_behind(self) -> bool:
        """Return whether another server wrote what we did not know."""
        known = self._seq
        if self._store.is_shared:
            await self._catch_up()
        return known != self._seq

    async def _recover(self) -> None:
        """Find out what is durable, as soon as the store answers."""
        while self._is_dirty:
            try:
                await self.refresh()
            except StoreFailed:
                await asyncio.sleep(RECOVERY_SECONDS)
        self.presence.watch()
        self._set_timer()
        self._robots.wake()

    async def refresh(self) -> None:
        """Be up to date with what other servers wrote."""
        async with self._lock:
            await self._catch_up()

    def hear(self, number: int) -> None:
        """Another server says that the log has reached a number."""
        self._heard = max(self._heard, number)
        is_following = self._following is not None and not self._following.done()
        if number > self._seq and not is_following:
            self._following = self.run(self._follow())

    async def _follow(self) -> None:
        while self._heard > self._seq:
            heard = self._heard
            try:
                await self.refresh()
            except StoreFailed:
                await asyncio.sleep(RECOVERY_SECONDS)
            else:
                if self._heard == heard:  # else more was heard of while this was read
                    self._heard = min(heard, self._seq)

    def learn(self, glance: Glance) -> None:
        """Take note of what another server did."""
        self.hear(glance.seq)
        if self.presence.learn(glance.people):
            self._tell_table()
        if not self.presence.is_noted:
            self.presence.note_soon()

    async def look(self) -> None:
        """See now what other servers did, if any share our store."""
        if not self._store.is_shared:
            return
        glances = await self._store.look(self._node.name, [self.table_id])
        if self.table_id in glances:
            self.learn(glances[self.table_id])

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
                if self._is_dirty:
                    await self._catch_up()
                if command_id and (seat, command_id) in self._answers:
                    return None
                if expected is not None and expected != self._seq:
                    return None
                at = max(CLOCK.now(), self._at)  # the log's time never runs backwards
                try:
                    entry = make(self.table)
                    self.table.apply(entry, at)
                except Refusal:
                    if await self._was_behind():
                        continue
                    raise
                self._is_dirty = True
                line = Line(
                    self._seq + 1, command_id or secrets.token_hex(8), seat, encode_entry(entry), at
                )
                head = self._new_head(entry, at)
                try:
                    await self._store.append(self.table_id, line, head)
                except Conflict:
                    continue  # another server wrote: decide again on what it did
                except BaseException:
                    # Not written, or not known to be: begin again from what is durable.
                    self.run(self._recover())
                    raise
                self._is_dirty = False
                self._head = head or self._head
                self._remember(line.seq, line.command_id, seat, entry, at)
                if isinstance(entry, Played):
                    METRICS.moves.count()
                else:
                    self._notice()
                break
            self._node.hub.publish(self.table_id, self._seq)
            self._tell(entry, done)
            self._after(entry)
            return entry

    @property
    def seq(self) -> int:
        """The number of the latest line of the log."""
        return self._seq

    @property
    def is_dirty(self) -> bool:
        """Whether something is carried out that is not known to be durable."""
        return self._is_dirty

    @property
    def is_visited(self) -> bool:
        """Whether anybody is here, at any server."""
        return bool(self.presence.everywhere())

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
            self._tell_step(entry.seat, done)
            if self.table.phase == "over":
                self._tell_table()
        elif isinstance(entry, (Said, Reacted)):
            frame = frames.heard(self.table)
            for device in self.devices:
                device.deliver(frame)
        else:
            self._tell_table()
            self._show_out()
            if isinstance(entry, GameStarted):
                self._tell_standing(self.table.number)
            elif self.table.seen_by or isinstance(entry, (SeatClaimed, SeatTaken, SeatLeft)):
                self._tell_standing()

    def _show_out(self) -> None:
        """Part with devices that have lost their seats, where nobody may look on."""
        for device in self.devices:
            try:
                self.table.require_place(device.device)
            except TableRefused as refusal:
                device.show_out(refusal)

    def _tell_standing(self, game: int = 0) -> None:
        """Say where the game stands; of a game that begins, also what was dealt."""
        if self.table.match is not None:
            for device in self.devices:
                for viewer in self.viewers(device):
                    device.deliver(frames.standing(self.table, viewer, game))

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
        presence = self.presence
        return frames.table_info(self.table, presence.everywhere(), presence.spectators())

    def viewers(self, device: Device) -> list[int]:
        """Return the eyes a device has: its seats, or those of a spectator."""
        return self.table.seats_of(device.device) or [SPECTATOR]

    def _notice(self) -> None:
        """Note who looks on with which eyes, after people or seats changed."""
        self._viewers = {device: self.viewers(device) for device in self.devices}
        self._has_bots = any(seat.is_played_by_bot for seat in self.table.seats)

    # Coming and going

    async def enter(self, device: Device, game: int | None, numbers: dict[int, int]) -> None:
        """Seat a socket at the table; a covered player is back at once.

        `numbers` are the steps of the game that its viewers have seen before; without a game, all
        of the running one is told.
        """
        async with self._lock:  # nobody is shown what is not durable yet
            if self._is_dirty:
                await self._catch_up()
            self.devices.add(device)
            self._notice()
            self._show_out()  # it may have lost its seat on the way in
            device.deliver(frames.welcome(self.table, device.device, self.info()))
            if self.table.match is not None:
                for viewer in self.viewers(device):
                    seen = numbers.get(viewer, 0)
                    device.deliver(frames.standing(self.table, viewer, game, seen))
            self._tell_table(besides=device)
        self.presence.note_soon()
        await self.presence.give_back()
        self.presence.watch()
        self._robots.wake()

    def leave(self, device: Device) -> None:
        """Take a socket away; after a while a bot covers its seats."""
        self.devices.discard(device)
        self._notice()
        self._touched_at = time.monotonic()
        self.presence.note_soon()
        self.presence.watch()
        self._tell_table()

    async def attempt(
        self, make: Callable[[Table], Entry], expected: int | None = None, command_id: str = ""
    ) -> None:
        """Do what the table itself wants; what is not allowed any more is let be."""
        try:
            await self.submit(make, expected=expected, command_id=command_id)
        except Refusal as refusal:
            log.debug("not done: %s", refusal)
        except StoreFailed as failure:
            log.warning("the store failed", extra={"why": str(failure)})

    def run(self, errand: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something besides, as long as the table is in memory."""
        task = asyncio.get_running_loop().create_task(errand)
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)
        return task

    # Clocks

    def _after(self, entry: Entry) -> None:
        if device := _newcomer(entry):
            self.run(self.note_device(device))
        if not isinstance(entry, Played):
            self.presence.watch()
        elif self.table.phase == "over":
            self.presence.watch()
            self.run(self._keep_game(*self._finished()))
        if self.table.call and not self.table.awaited():
            self.run(self.attempt(Table.new_game, self._seq))
        if isinstance(entry, SeatCovered):
            self.run(self.presence.give_back())  # a server that covered one of ours erred
        if self._timer is not None or self.table.rules.clock or not isinstance(entry, Played):
            self._set_timer()
        if self._has_bots:
            self._robots.wake()

    async def _keep_game(self, game: FinishedGame, devices: list[str]) -> None:
        try:
            await self._store.keep_game(game, devices)
        except StoreFailed as failure:
            log.warning("a finished game was not kept", extra={"why": str(failure)})

    async def note_device(self, device: str) -> None:
        """Note that the log tells of a device, so that it can be forgotten here."""
        try:
            await self._store.note_seat(device, self.table_id)
        except StoreFailed as failure:
            log.warning("a device was not noted", extra={"why": str(failure)})

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
            wait = max(SHORTEST_WAIT, due_at - CLOCK.now()) + self.presence.patience()
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(wait, lambda: self.run(self.act_when_due()))

    async def act_when_due(self) -> None:
        """Do what is due, if it still is; and whatever happens, set the next timer."""
        try:
            await self._act()
        except Exception:
            log.exception("what was due could not be done")
            await asyncio.sleep(RECOVERY_SECONDS)
        self._set_timer()

    async def _act(self) -> None:
        """Decide for a seat whose time is up, or say that the time of the game is."""
        table, now = self.table, CLOCK.now()
        due_at = table.due_at()
        if due_at is None or due_at > now or self._is_dirty:
            return
        if table.call:
            is_enough = table.call.is_without_missing or not table.awaited()
            await self.attempt(Table.new_game if is_enough else _call_off, self._seq)
            return
        if table.time_up_at is not None and table.time_up_at <= now:
            time_up = Played(seat=TABLE, actions=[{"type": "time_up"}], by="table")
            await self.attempt(lambda _: time_up, self._seq)
            return
        for seat in table.actors:
            deadline = table.deadline(seat)
            if deadline is not None and deadline <= now:
                await self._robots.play(seat, "clock")
                break

    def uncommitted(self) -> list[int]:
        """Return the seats of devices here that commit as a rule, but have not yet."""
        return self.table.uncommitted(self.presence.everywhere())

    async def wait_for_commitments(self, seconds: float) -> None:
        """Leave devices time to commit: anew after each game and each start that was called off."""
        until = time.monotonic() + seconds
        while self.uncommitted() and time.monotonic() < until and not self.table.call:
            await asyncio.sleep(SHORTEST_WAIT)

    async def wait_for_deal(self, number: int) -> None:
        """Wait until a game that was called is dealt, or say why it is not."""
        while self.table.call or self._is_dirty:
            await asyncio.sleep(SHORTEST_WAIT)
        if self.table.missing:
            raise missing_nonces(self.table, self.table.missing)
        if self.table.number < number:
            sentence = "The start is called off: somebody came or went. Start again."
            raise TableRefused(sentence, reason="start_called_off")

    def wind_up(self) -> None:
        """Set the clocks going after loading."""
        self._set_timer()

    def is_forgettable(self, seconds: float) -> bool:
        """Return whether nobody is here and nothing is due."""
        is_busy = self._lock.locked() or self.devices or self._timer or self._errands
        return (
            not is_busy and self.presence.is_noted and time.monotonic() - self._touched_at > seconds
        )

    async def stop(self) -> None:
        """Let go of timers and tasks."""
        self.presence.stop()
        if self._timer:
            self._timer.cancel()
        await end([*self._errands, *self._robots.tasks()])


def _newcomer(entry: Entry) -> str:
    """Return the device that an entry names: of a host or of a seat; or nothing."""
    if isinstance(entry, TableCreated):
        return entry.host
    return entry.device if isinstance(entry, (SeatTaken, SeatClaimed)) else ""


def _call_off(table: Table) -> StartCancelled:
    return StartCancelled(missing=table.awaited())
