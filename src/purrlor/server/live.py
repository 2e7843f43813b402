"""A live table: the cached fold of a log, and what keeps it going.

`presence`, `robots`, `timer`, `telling` and `following` each have a part of it.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec

from purrlor.core.refusals import Refusal
from purrlor.server import frames, wire
from purrlor.server.clock import CLOCK
from purrlor.server.ending import end
from purrlor.server.entries import (
    Entry,
    LogRefused,
    Played,
    SeatCovered,
    TableCreated,
    encode_entry,
)
from purrlor.server.folding import Fold, fold_lines
from purrlor.server.following import Follower
from purrlor.server.keeping import (
    finished_game,
    fold_all,
    keep_game,
    keep_record,
    newcomer,
    note_device,
    played_out,
    renamed_records,
)
from purrlor.server.metrics import METRICS
from purrlor.server.node import Node
from purrlor.server.presence import Presence
from purrlor.server.robots import Robots
from purrlor.server.stores import Conflict, Head, Line, Rewritten, StoreFailed
from purrlor.server.table.clocks import due_at
from purrlor.server.table.fold import apply
from purrlor.server.table.proposals import carry_out, is_agreed
from purrlor.server.table.rules_versions import stamped
from purrlor.server.table.starting import awaited, new_game
from purrlor.server.table.state import TABLE, Table
from purrlor.server.telling import Device, Teller
from purrlor.server.timer import Timer

log = logging.getLogger(__name__)

RECOVERY_SECONDS = 0.5
"""How often a store that failed is asked again."""
REST_SECONDS = 1.0
"""How long bots and clocks rest after what they did was not kept."""
HEAD_SECONDS = 600.0
"""How old `updated_at` of a table in use may be."""


class LiveTable:
    """Takes commands one at a time: judge, make durable, tell.

    `Parlour.loaded`, open sockets, running tasks and pending timers keep a table alive; its parts
    refer to it weakly. So reference counting alone frees a table that is forgotten: a collection of
    all garbage would stop everybody.
    """

    def __init__(self, table_id: str, node: Node) -> None:
        self.table_id = table_id
        self.devices: set[Device] = set()
        self._node = node
        self._store = node.store
        self._fold = Fold()
        self._is_dirty = False
        """Whether something was carried out of which nobody knows that it is durable."""
        self._lock = asyncio.Lock()
        self._head: Head | None = None
        self._has_bots = False
        self._touched_at = time.monotonic()
        self._errands: set[asyncio.Task[Any]] = set()
        self._teller = Teller(self)
        self._robots = Robots(self, node.settings.bot_pause)
        self._timer = Timer(self, self._robots)
        self.presence = Presence(self, node)
        self.follower = Follower(self, node)

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self._fold.table

    @property
    def seq(self) -> int:
        """The number of the latest line of the log."""
        return self._fold.seq

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
        return self._fold.answer(seat, command_id)

    def info(self) -> wire.TableInfo:
        """Return the table as everybody sees it."""
        presence = self.presence
        return frames.table_info(self.table, presence.everywhere(), presence.spectators())

    def head(self) -> Head:
        """Return what is known of the table without its log."""
        table = self.table
        return Head(
            table_id=self.table_id,
            code=table.code,
            game=table.game.name,
            phase=table.phase,
            is_listed=table.rules.is_listed,
            due_at=due_at(table),
        )

    # The log

    def begin(self, line: Line, created: TableCreated) -> None:
        """Carry out the first line of a new log; what is not allowed is refused as such."""
        apply(self._fold.table, created, line.at)
        self._fold.note(line, created)

    async def load(self) -> None:
        """Fold the log, in a thread: others play meanwhile."""
        lines = await self._store.read(self.table_id)
        finished, devices = await asyncio.to_thread(fold_all, self._fold, lines, self.table_id)
        self._notice()
        # Whoever wrote these lines may not have come to what follows from them.
        if finished:
            self.run(keep_game(self._store, *finished))
        self._keep_record()
        for device in devices:
            self.note_newcomer(device)
        if is_agreed(self.table):
            self.run(self.attempt(carry_out, self.seq))
        self._timer.set()

    async def refresh(self) -> None:
        """Be up to date with what other servers wrote."""
        async with self._lock:
            await self._catch_up()

    async def _catch_up(self) -> None:
        """Fold what other servers wrote, and tell it; after a doubt, all that is durable."""
        try:
            await self._fold_news()
        except LogRefused:
            self._teller.send_elsewhere()
            raise
        if self.table.other_rules:
            self._teller.send_elsewhere()

    async def _fold_news(self) -> None:
        known = self.seq
        if self._is_dirty:
            lines = await self._store.read(self.table_id)
            durable = [line for line in lines if line.seq <= known]
            self._fold = await asyncio.to_thread(fold_lines, durable)
            self._is_dirty = False
            news = lines[len(durable) :]
        else:
            news = await self._store.read(self.table_id, known)
        for line in news:
            entry = self._fold.add(line)
            if not isinstance(entry, Played):
                self._notice()
            self._teller.tell(entry, None)
            self._after(entry)
        self._notice()

    async def _was_behind(self) -> bool:
        """Return whether another server wrote what we did not know."""
        known = self.seq
        if self._store.is_shared:
            await self._catch_up()
        return known != self.seq

    async def _recover(self, rest: float = 0.0) -> None:
        """Find out what is durable, as soon as the store answers, and let bots and clocks go on."""
        await asyncio.sleep(rest)
        await self._be_sure()
        self.presence.watch()
        self._timer.set()
        self._robots.wake()

    async def _be_sure(self) -> None:
        """Wait until all that is carried out here is known to be durable."""
        while self._is_dirty:
            try:
                async with self._lock:
                    if self._is_dirty:
                        await self._catch_up()
            except StoreFailed:
                await asyncio.sleep(RECOVERY_SECONDS)
            except LogRefused as refusal:
                log.error("a table cannot be read", extra={"why": str(refusal)})
                return

    async def rewrite(self, rewritten: Callable[[list[Line]], Rewritten]) -> None:
        """Replace what the log says by other words that fold to the same games."""
        async with self._lock:
            lines = await self._store.read(self.table_id)
            found = await asyncio.to_thread(rewritten, lines)
            records = await renamed_records(self._store, self.table_id, found.starters)
            await self._store.rewrite(self.table_id, found.lines, found.names, records)
            self._is_dirty = True
        await self._recover()
        self._teller.tell_table()
        self._teller.tell_standing()

    # Commands

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
                fold = self._fold
                if command_id and fold.has(seat, command_id):
                    return None
                if expected is not None and expected != fold.seq:
                    return None
                # In milliseconds, so that a store gives it back as it was; and never backwards.
                at = max(round(CLOCK.now(), 3), fold.at)
                try:
                    entry = make(fold.table)
                    fold.admit(entry, command_id, self._node.settings.lines_per_device)
                    apply(fold.table, entry, at)
                except Refusal:
                    if await self._was_behind():
                        continue
                    raise
                self._is_dirty = True
                entry = stamped(fold.table, entry)
                line = Line(
                    fold.seq + 1, command_id or secrets.token_hex(8), seat, encode_entry(entry), at
                )
                head = self._new_head(entry, at)
                try:
                    await self._append(line, head, is_known=fold.table.is_known_to_all(entry))
                except Conflict:
                    continue  # another server wrote: decide again on what it did
                except BaseException:
                    # Not written, or not known to be: begin again from what is durable.
                    self.run(self._recover(REST_SECONDS))
                    raise
                self._is_dirty = False
                self._head = head or self._head
                fold.note(line, entry)
                if not isinstance(entry, Played):
                    self._notice()
                elif fold.table.is_known_to_all(entry):
                    METRICS.steps.count()
                break
            self._node.hub.publish(self.table_id, self.seq)
            self._teller.tell(entry, done)
            self._after(entry)
            return entry

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

    def _new_head(self, entry: Entry, at: float) -> Head | None:
        """Return the head if it must be written again; after most moves it need not."""
        table, written_at = self.table, self._head.updated_at if self._head else 0.0
        is_plain_move = isinstance(entry, Played) and entry.seat != TABLE and table.actors
        if is_plain_move and table.rules.clock is None and at - written_at < HEAD_SECONDS:
            return None
        return msgspec.structs.replace(self.head(), updated_at=at)

    async def _append(self, line: Line, head: Head | None, *, is_known: bool) -> None:
        """Write a line; what not everybody may know of leaves no trace in the metrics."""
        start = time.perf_counter()
        try:
            await self._store.append(self.table_id, line, head)
        except StoreFailed:
            if is_known:
                METRICS.store.failures.labels("line").inc()
            raise
        if is_known:
            METRICS.store.appends.took(time.perf_counter() - start)

    # What follows

    def _notice(self) -> None:
        """Note who looks on and where bots sit, after people or seats changed."""
        self._teller.notice()
        self._has_bots = any(seat.is_played_by_bot for seat in self.table.seats)

    def _after(self, entry: Entry) -> None:
        """Set going what follows from an entry."""
        if device := newcomer(entry):
            self.note_newcomer(device)
        if not isinstance(entry, Played):
            self.presence.watch()
            if self.table.phase == "closed":
                self._keep_record()
        elif self.table.phase == "over":
            self.presence.watch()
            self.run(keep_game(self._store, *finished_game(self._fold, self.table_id)))
            self._keep_record()
        if self.table.call and not awaited(self.table):
            self.run(self.attempt(new_game, self.seq))
        if is_agreed(self.table):
            self.run(self.attempt(carry_out, self.seq))
        if isinstance(entry, SeatCovered):
            self.run(self.presence.give_back())  # a server that covered one of ours erred
        if self._timer.is_set or self.table.rules.clock or not isinstance(entry, Played):
            self._timer.set()
        if self._has_bots:
            self._robots.wake()

    def _keep_record(self) -> None:
        """Keep the record of a game that nobody will go on with."""
        if game := played_out(self._fold, self.table_id):
            self.run(keep_record(self._store, game))

    def note_newcomer(self, device: str) -> None:
        """Note that the log tells of a device, so that it can be forgotten here."""
        self.run(note_device(self._store, device, self.table_id))

    def run(self, errand: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something besides, as long as the table is in memory."""
        task = asyncio.get_running_loop().create_task(errand)
        self._errands.add(task)
        task.add_done_callback(self._finish)
        return task

    def _finish(self, errand: asyncio.Task[Any]) -> None:
        self._errands.discard(errand)

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
            self._teller.show_out()  # it may have lost its seat on the way in
            self._teller.greet(device, game, numbers)
            self._teller.tell_table(besides=device)
        self.presence.note_soon()
        await self.presence.give_back()
        self.presence.watch()
        self._robots.wake()

    def leave(self, device: Device) -> None:
        """Take a socket away; after a while a bot covers its seats."""
        self.devices.discard(device)
        self._notice()
        self.touch()
        self.presence.note_soon()
        self.presence.watch()
        self.tell_people()

    def tell_people(self) -> None:
        """Say who is here; nobody is shown what is not durable yet."""
        if self._is_dirty:
            self.run(self._tell_people_then())
        else:
            self._teller.tell_table()

    async def _tell_people_then(self) -> None:
        await self._be_sure()
        self._teller.tell_table()

    def touch(self) -> None:
        """Note that somebody asked for the table: it is not forgotten right away."""
        self._touched_at = time.monotonic()

    def is_forgettable(self, seconds: float) -> bool:
        """Return whether nobody is here and nothing is due."""
        is_busy = self._lock.locked() or self.devices or self._timer.is_set or self._errands
        return (
            not is_busy and self.presence.is_noted and time.monotonic() - self._touched_at > seconds
        )

    async def stop(self) -> None:
        """Let go of timers and tasks."""
        self.presence.stop()
        self._timer.stop()
        await end(self._errands)
