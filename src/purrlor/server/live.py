"""A live table: the cached fold of a log, the sockets around it, and its bots and clocks."""

import asyncio
import functools
import logging
import secrets
import time
from collections.abc import Callable
from typing import Any, Literal, Protocol

import msgspec

from purrlor.bots.bot import Bot
from purrlor.bots.players import PLAYERS
from purrlor.core.contract import PASS
from purrlor.core.match import Match
from purrlor.core.refusals import Refusal
from purrlor.server import wire
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
from purrlor.server.settings import Settings
from purrlor.server.steps import SPECTATOR
from purrlor.server.stores import Conflict, FinishedGame, Head, Line, Store, StoreFailed
from purrlor.server.table import TABLE, Table, TableRefused

log = logging.getLogger(__name__)

OUT_OF_TURN_PAUSE = 1.6
"""How long a bot waits while people may act out of turn, in seconds."""
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
        self._wakened: asyncio.Task[None] | None = None
        self._asked: tuple[int, ...] = ()
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
            frame = wire.encode(wire.Heard(talk=self.table.talk[-1]))
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
                    device.deliver(self.standing(viewer))

    def _tell_step(self, by: int, done: str | None) -> None:
        """Tell each viewer who sees the step; the one who acted always does."""
        frames: dict[int, bytes] = {}
        seen_by = self.table.seen_by
        for device, viewers in self._viewers.items():
            for viewer in viewers:
                if viewer in seen_by:
                    frame = frames.get(viewer)
                    if frame is None:
                        frame = frames[viewer] = self._step(viewer, done if viewer == by else None)
                    device.deliver(frame)

    def _step(self, viewer: int, done: str | None) -> bytes:
        table, match = self.table, self._match()
        steps = table.steps
        return wire.encode(
            wire.Step(
                seat=viewer,
                game=table.number,
                number=steps.number(viewer),
                events=msgspec.Raw(steps.last(viewer)),
                view=match.view(None if viewer == SPECTATOR else viewer),
                legal=self._legal(viewer),
                actors=table.actors,
                deadlines=self._deadlines(),
                outcome=None if table.actors else match.outcome,
                done=done,
            )
        )

    def standing(self, viewer: int, game: int = 0, number: int = 0) -> bytes:
        """Return where the game stands for a viewer who has seen `number` steps of a game."""
        table, match = self.table, self._match()
        since = number if game == table.number else table.steps.number(viewer)
        return wire.encode(
            wire.Standing(
                seat=viewer,
                game=table.number,
                number=table.steps.number(viewer),
                missed=[msgspec.Raw(events) for events in table.steps.since(viewer, since)],
                view=match.view(None if viewer == SPECTATOR else viewer),
                legal=self._legal(viewer),
                actors=table.actors,
                deadlines=self._deadlines(),
                outcome=match.outcome,
            )
        )

    def _legal(self, viewer: int) -> list[Any]:
        match = self._match()
        if viewer in self.table.actors or viewer in match.interrupters:
            return match.legal(viewer)
        return []

    def _deadlines(self) -> dict[int, float]:
        if self.table.rules.clock is None:
            return {}
        found = {seat: self.table.deadline(seat) for seat in range(len(self.table.seats))}
        return {seat: time for seat, time in found.items() if time is not None}

    def _match(self) -> Match:
        if self.table.match is None:
            raise TableRefused("No game has begun at this table.")
        return self.table.match

    def _tell_table(self, besides: Device | None = None) -> None:
        info = self.info()
        for device in self.devices - {besides}:
            device.deliver(
                wire.encode(
                    wire.TableChanged(
                        table=info,
                        seats=self.table.seats_of(device.device),
                        is_host=device.device == self.table.host,
                    )
                )
            )

    def info(self) -> wire.TableInfo:
        """Return the table as everybody sees it."""
        table = self.table
        present = {device.device for device in self.devices}
        return wire.TableInfo(
            code=table.code,
            game=table.game.name,
            options=msgspec.to_builtins(table.options),
            seats=[
                wire.SeatInfo(
                    kind=seat.kind,
                    name=seat.name,
                    level=seat.level,
                    is_present=seat.kind == "bot" or seat.device in present,
                    is_covered=seat.is_covered,
                    wants_pause=seat.wants_pause,
                    is_host=seat.kind == "person" and seat.device == table.host,
                )
                for seat in table.seats
            ],
            phase=table.phase,
            number=table.number,
            is_listed=table.rules.is_listed,
            can_spectate=table.rules.can_spectate,
            has_chat=table.rules.has_chat,
            has_hints=table.rules.has_hints,
            clock=table.rules.clock,
            is_paused=table.is_paused,
            spectators=sum(device.is_spectator for device in self.devices),
            commitment=table.commitment(),
        )

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
            device.deliver(wire.encode(self._welcome(device)))
            if self.table.match is not None:
                for viewer in self.viewers(device):
                    device.deliver(self.standing(viewer, game, numbers.get(viewer, 0)))
            self._tell_table(besides=device)
        for seat in self.table.seats_of(device.device):
            if self.table.seats[seat].is_covered:
                await self._attempt(functools.partial(_returned, seat))
        self._watch_absences()
        self._wake()

    def _welcome(self, device: Device) -> wire.Welcome:
        return wire.Welcome(
            table=self.info(),
            seats=self.table.seats_of(device.device),
            is_host=device.device == self.table.host,
            talk=self.table.talk,
            server_time=time.time(),
        )

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

    # Bots and clocks

    def _after(self, entry: Entry) -> None:
        if not isinstance(entry, Played):
            self._watch_absences()
        elif self.table.phase == "over":
            self._run(self._store.keep_game(*self._finished()))
        if self._timer is not None or self.table.rules.clock or not isinstance(entry, Played):
            self._set_timer()
        if self._has_bots:
            self._wake()

    def _finished(self) -> tuple[FinishedGame, list[str]]:
        table, match = self.table, self._match()
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
            wait = max(0.0, due_at - time.time())
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
        for seat in self._match().actors:
            deadline = table.deadline(seat)
            if deadline is not None and deadline <= now:
                await self._bot_plays(seat, "clock")
                break
        self._set_timer()

    def _wake(self) -> None:
        """Let bots play while somebody is there to see it."""
        is_awake = self._wakened is not None and not self._wakened.done()
        if not is_awake and (self._next_bot() is not None or self._interrupting()):
            self._wakened = asyncio.get_running_loop().create_task(self._play_bots())

    def _next_bot(self) -> int | None:
        table = self.table
        if table.phase != "playing" or table.is_paused or not self.devices:
            return None
        actors = table.actors
        return next((seat for seat in actors if table.seats[seat].is_played_by_bot), None)

    def _interrupting(self) -> list[int]:
        """Return the bots that may act out of turn and were not asked in this turn."""
        table = self.table
        if table.phase != "playing" or table.is_paused or not self.devices:
            return []
        match = self._match()
        if table.actors == self._asked:
            return []
        return [one for one in match.interrupters if table.seats[one].is_played_by_bot]

    async def _play_bots(self) -> None:
        acted: int | None = None
        while True:
            for seat in self._interrupting():
                await self._bot_interrupts(seat)
            self._asked = self.table.actors
            seat_or_none = self._next_bot()
            if seat_or_none is None:
                return
            # The parts of one sealed decision follow each other at once: nobody sees them.
            if acted != seat_or_none or SPECTATOR in self.table.seen_by:
                await asyncio.sleep(self._pause())
            acted = seat_or_none
            if self._next_bot() is not None and not await self._bot_plays(acted, "bot"):
                return

    def _pause(self) -> float:
        """How long a bot seems to think; longer where a person may act out of turn."""
        pause, match = self._settings.bot_pause, self._match()
        people = set(self.table.people())
        return max(pause, OUT_OF_TURN_PAUSE) if pause and people & {*match.interrupters} else pause

    async def _bot_plays(self, seat: int, by: Literal["bot", "clock"]) -> bool:
        match, expected = self._match(), self._seq
        if seat not in match.actors:
            return True
        number = await self._think(match, seat, match.legal_numbers(seat))
        return await self._play_for(seat, number, by, expected)

    async def _bot_interrupts(self, seat: int) -> None:
        match, expected = self._match(), self._seq
        number = await self._think(match, seat, [*match.legal_numbers(seat), PASS])
        if number != PASS:
            await self._play_for(seat, number, "bot", expected)

    async def _play_for(
        self, seat: int, number: int, by: Literal["bot", "clock"], expected: int
    ) -> bool:
        """Play what a bot decided, unless the table has moved on; return False if it cannot."""
        if expected != self._seq:
            return True
        action = msgspec.to_builtins(self._match().action(number, seat))
        played = Played(seat=seat, actions=[action], by=by)
        try:
            await self.submit(lambda _: played, seat=seat, expected=expected)
        except Refusal as refusal:
            log.error("a bot was refused", extra={"sentence": refusal.sentence})
            return False
        except StoreFailed:
            log.exception("the store failed")
            return False
        return True

    async def _think(self, match: Match, seat: int, numbers: list[int]) -> int:
        """A bot is given an observation, what is legal, and chance of its own."""
        state = self.table.seats[seat]
        level = state.level if state.kind == "bot" else self.table.level
        bot = Bot(PLAYERS[level], secrets.token_bytes(32))
        observation = match.observation(seat)
        start = time.perf_counter()
        loop = asyncio.get_running_loop()
        number = await loop.run_in_executor(None, bot.decide, observation, numbers)
        METRICS.bot_seconds.observe(time.perf_counter() - start)
        return number

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
        tasks = [task for task in (*self._errands, self._wakened) if task and not task.done()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _returned(seat: int, table: Table) -> Entry:
    return SeatReturned(seat=seat)


def _covered(seat: int, table: Table) -> Entry:
    return SeatCovered(seat=seat)
