"""A device's socket: spoken to over plain ASGI, since every microsecond of a move counts."""

import asyncio
import contextlib
import functools
import logging
import time
from collections import deque
from typing import Any
from urllib.parse import parse_qs

import msgspec

from purrlor.core.refusals import Reason, Refusal, SeatRefused
from purrlor.server import wire
from purrlor.server.addresses import network_of
from purrlor.server.asgi import Receive, Scope, Send
from purrlor.server.backlog import Backlog
from purrlor.server.clock import CLOCK
from purrlor.server.codes import Codes
from purrlor.server.doorway import own_token
from purrlor.server.entries import (
    Entry,
    LogRefused,
    NonceCommitted,
    NonceRevealed,
    PauseAsked,
    Played,
    ProposalAnswered,
    Reacted,
    Said,
    Signer,
)
from purrlor.server.folding import DEVICE_DIGITS
from purrlor.server.lane import EXTENSION, Lane
from purrlor.server.limits import Limit, Simultaneous, TooOften, is_within
from purrlor.server.live import LiveTable
from purrlor.server.metrics import METRICS
from purrlor.server.names import hashed
from purrlor.server.origin import is_same_origin
from purrlor.server.parlour import NoSuchTable, Parlour
from purrlor.server.settings import Settings
from purrlor.server.stores import StoreFailed
from purrlor.server.table.state import OtherRules, Table, TableRefused

log = logging.getLogger(__name__)

NO_TABLE, NOT_ALLOWED, TOO_MANY = 4404, 4403, 4429
TOO_MANY_SOCKETS = Reason("too_many_sockets", "Too many sockets; wait a minute.")
FAREWELL_SECONDS = 1.0
LONGEST_REASON = 123
"""How many bytes the reason of a close frame may have (RFC 6455)."""
UNSUPPORTED, POLICY, INTERNAL, TRY_LATER = 1003, 1008, 1011, 1013


class Socket:
    """One device at one table."""

    def __init__(
        self, send: Send, lane: Lane | None, settings: Settings, device: str, talk: Limit
    ) -> None:
        self.device = device
        self._send = send
        self._lane = lane
        self._settings = settings
        self._talk = talk
        self._times: deque[float] = deque()
        self._backlog = Backlog(
            lane.write_text if lane else _not_now,
            functools.partial(_send_text, send),
            settings.backlog_frames,
        )
        self._inbox: deque[str] = deque()
        self._working: asyncio.Task[None] | None = None
        self._closing: asyncio.Task[None] | None = None
        self._listening: asyncio.Task[Any] | None = None

    def deliver(self, frame: bytes) -> None:
        """Send a frame soon; a device that does not listen is dropped, and told no more."""
        if self._closing is not None:
            return
        self._backlog.add(frame)
        if self._backlog.is_full:
            METRICS.dropped.labels("slow").inc()
            self.drop(TRY_LATER)

    def settle(self) -> None:
        """It has been told where the game stands, however long that was; now it must keep up."""
        self._backlog.bound(self._settings.backlog_bytes)

    def drop(self, code: int) -> None:
        """Close soon."""
        if self._closing is None:
            self._backlog.stop()
            self._leave(code)

    def _leave(self, code: int, reason: str = "") -> None:
        going = self._close_and_go(code, reason)
        self._closing = asyncio.get_running_loop().create_task(going)

    async def _close_and_go(self, code: int, reason: str) -> None:
        """Say farewell; one who does not even hear that is gone all the same."""
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self.close(code, reason), FAREWELL_SECONDS)
        if self._listening is not None:
            self._listening.cancel()

    def show_out(self, refusal: Refusal) -> None:
        """Say why there is no place here any more, and close soon."""
        self.refuse("", refusal)
        self.drop(NOT_ALLOWED)

    def stop(self) -> None:
        """Forget what was not sent, and take no more."""
        self._backlog.stop()
        if self._lane is not None:
            self._lane.take = None

    async def turn_away(self, code: int, refusal: Refusal) -> None:
        """Say why there is no place here, and farewell."""
        with contextlib.suppress(Exception):  # it is gone already
            await _send_text(self._send, _told("", refusal))
        await self.close(code, refusal.sentence)

    async def close(self, code: int, reason: str = "") -> None:
        """Say farewell now."""
        short = reason.encode()[:LONGEST_REASON].decode(errors="ignore")
        try:
            await self._send({"type": "websocket.close", "code": code, "reason": short})
        except Exception:
            return  # it is gone already

    async def listen(self, receive: Receive, live: LiveTable) -> None:
        """Take messages until the device goes."""
        if self._lane is not None:
            self._lane.take = functools.partial(self._arrive, live)
        while True:
            self._listening = asyncio.current_task()
            try:
                message = await receive()
            except asyncio.CancelledError:
                if self._closing is None:
                    raise
                break
            finally:
                self._listening = None
            if message["type"] != "websocket.receive" or self._closing is not None:
                break
            text = message.get("text")
            if text is None:
                return await self.close(UNSUPPORTED, "Messages are text.")
            self._arrive(live, text)
        if self._working is not None:
            await self._working  # what came before the farewell is carried out
        return None

    def _arrive(self, live: LiveTable, text: str) -> None:
        """Put a message behind those that are being carried out, one at a time."""
        settings = self._settings
        if self._closing is not None:
            return
        is_metered = self._lane is not None  # a lane counts frames of every kind
        if not is_metered and not is_within(
            self._times, settings.messages, settings.message_seconds
        ):
            METRICS.dropped.labels("rate").inc()
            self._leave(POLICY, "Too many messages; come back in a moment.")
            return
        self._inbox.append(text)
        if self._working is None:
            self._working = asyncio.get_running_loop().create_task(self._work(live))

    async def _work(self, live: LiveTable) -> None:
        try:
            while self._inbox:
                await self._take(self._inbox.popleft(), live)
        except Exception:
            log.exception("a message could not be carried out")
            self._leave(INTERNAL)
        finally:
            self._working = None

    async def _take(self, text: str, live: LiveTable) -> None:
        try:
            message = wire.decode(text)
        except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
            METRICS.refusals.inc()
            return self.refuse(
                "", Refusal(f"This message cannot be read: {error}.", reason="unreadable")
            )
        if isinstance(message, wire.Ping):
            return self.deliver(wire.encode(wire.Pong(server_time=CLOCK.now())))
        try:
            await self._carry_out(message, live)
        except Refusal as refusal:
            if not isinstance(message, wire.Play):  # whether a move fits may be a secret
                METRICS.refusals.inc()
            self.refuse(message.id, refusal)
        except StoreFailed:
            sentence = "The move could not be kept; try again."
            self.refuse(message.id, Refusal(sentence, reason="store_failed"))
        return None

    def refuse(self, command_id: str, refusal: Refusal) -> None:
        """Say why a command was not carried out."""
        self.deliver(_told(command_id, refusal))

    async def _carry_out(self, message: wire.Command, live: LiveTable) -> None:
        start = time.perf_counter()

        if isinstance(message, (wire.Say, wire.React)):
            self._talk.use(self.device)

        def make(table: Table) -> Entry:
            if message.seat not in table.seats_of(self.device):
                raise SeatRefused("This device does not hold that seat.", reason="not_your_seat")
            return _entry(message, table)

        command_id = f"{self.device[:DEVICE_DIGITS]}-{message.id}"
        entry = await live.submit(make, command_id=command_id, done=message.id, seat=message.seat)
        if entry is not None and live.table.is_known_to_all(entry):
            METRICS.commands.took(time.perf_counter() - start)
        if not isinstance(entry, Played) or message.seat not in live.table.seen_by:
            number = live.answer(message.seat, command_id)
            self.deliver(wire.encode(wire.Done(id=message.id, number=number)))


def _entry(message: wire.Command, table: Table) -> Entry:
    if isinstance(message, wire.Say):
        return Said(seat=message.seat, text=message.text)
    if isinstance(message, wire.React):
        return Reacted(seat=message.seat, reaction=message.reaction)
    if isinstance(message, wire.AskPause):
        return PauseAsked(seat=message.seat, is_wanted=message.is_wanted)
    if isinstance(message, wire.Answer):
        if table.proposal is None or table.proposal.number != message.proposal:
            sentence = "There is nothing that you are asked."
            raise TableRefused(sentence, reason="no_proposal")
        return ProposalAnswered(seat=message.seat, is_agreed=message.is_agreed)
    if isinstance(message, wire.Commit):
        return NonceCommitted(seat=message.seat, commitment=message.commitment)
    if isinstance(message, wire.Reveal):
        return NonceRevealed(seat=message.seat, nonce=message.nonce, signer=_signer(message.signer))
    seat = table.seats[message.seat]
    is_late = seat.acting_since is not None and message.number < seat.decided_from
    if message.game != table.number or is_late:
        raise TableRefused("The table has moved on since; look again.", reason="table_moved_on")
    return Played(seat=message.seat, actions=message.actions, signature=message.signature)


def _signer(told: wire.Signer | None) -> Signer | None:
    return Signer(key=told.key, salt=told.salt) if told else None


def _told(command_id: str, refusal: Refusal) -> bytes:
    return wire.encode(
        wire.Refused(
            id=command_id,
            sentence=refusal.sentence,
            clause=refusal.clause,
            reason=refusal.reason,
            words=refusal.words,
        )
    )


class Sockets:
    """The door for sockets: `/api/tables/CODE/socket?game=1&numbers=0:12,1:12`."""

    def __init__(self, parlour: Parlour, codes: Codes) -> None:
        self._parlour = parlour
        self._codes = codes
        settings = parlour.settings
        self._arrivals = Limit(settings.joins_per_address, 60, TOO_MANY_SOCKETS)
        self._open = Simultaneous(settings.sockets_per_address, TOO_MANY_SOCKETS)
        reason = Reason("too_much_talk", "That is a lot of talk; wait a moment.")
        self._talk = Limit(settings.talk, settings.message_seconds, reason)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Seat a device at its table, and listen."""
        network = network_of((scope.get("client") or ("",))[0])
        try:
            with self._open.one(network):
                await self._serve(scope, receive, send, network)
        except TooOften as refusal:
            await receive()  # websocket.connect
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.send", "text": _told("", refusal).decode()})
            await send({"type": "websocket.close", "code": TOO_MANY, "reason": refusal.sentence})

    async def _serve(self, scope: Scope, receive: Receive, send: Send, network: str) -> None:
        headers = dict(scope["headers"])
        await receive()  # websocket.connect
        if not is_same_origin(headers, self._parlour.settings.public_url):
            await send({"type": "websocket.close", "code": NOT_ALLOWED})
            return None
        lane = scope.get("extensions", {}).get(EXTENSION)
        socket = Socket(send, lane, self._parlour.settings, self._device(headers), self._talk)
        await send({"type": "websocket.accept"})
        try:
            self._arrivals.use(network)
            live = await self._codes.find(scope["path"].split("/")[3], socket.device)
            self._admit(socket, live)
        except NoSuchTable as refusal:
            return await socket.turn_away(NO_TABLE, refusal)
        except TooOften as refusal:
            return await socket.turn_away(TOO_MANY, refusal)
        except (OtherRules, LogRefused) as refusal:
            return await socket.turn_away(TRY_LATER, refusal)  # another server may have a place
        except Refusal as refusal:
            return await socket.turn_away(NOT_ALLOWED, refusal)
        except StoreFailed:
            return await socket.close(TRY_LATER, "Tables cannot be read now; try again soon.")
        METRICS.connections.inc()
        try:
            await live.enter(socket, *_seen(scope["query_string"]))
            socket.settle()
            await socket.listen(receive, live)
        except StoreFailed:
            await socket.close(TRY_LATER, "Tables cannot be read now; try again soon.")
        finally:
            METRICS.connections.dec()
            socket.stop()
            live.leave(socket)

    def _device(self, headers: dict[bytes, bytes]) -> str:
        token = own_token(headers, self._parlour.settings, self._parlour.tokens)
        return hashed(token) if token else ""

    def _admit(self, socket: Socket, live: LiveTable) -> None:
        table = live.table
        if table.phase == "closed":
            raise NoSuchTable("This table is closed; open a new one.", reason="table_closed")
        table.require_known_rules()
        table.require_place(socket.device)
        if table.is_member(socket.device):  # whom no crowd of spectators can keep away
            others = [one for one in live.devices if one.device == socket.device]
        else:
            others = [one for one in live.devices if not table.is_member(one.device)]
        if len(others) >= self._parlour.settings.sockets_per_table:
            sentence = "This table is crowded; try again later."
            raise TableRefused(sentence, reason="table_crowded")


async def _send_text(send: Send, frame: bytes) -> None:
    await send({"type": "websocket.send", "text": frame.decode()})


def _not_now(_: bytes) -> bool:
    return False


def _seen(query: bytes) -> tuple[int | None, dict[int, int]]:
    """Read what the device has seen: a game (None: it asks for all), and the step of each seat."""
    words = parse_qs(query.decode("latin-1"))
    try:
        game = int(words["game"][0]) if "game" in words else None
        pairs = [pair.split(":") for pair in words.get("numbers", [""])[0].split(",") if pair]
        return game, {int(seat): int(number) for seat, number in pairs}
    except ValueError:
        return 0, {}
