"""What is no longer used is freed by reference counting alone, so that memory does not grow.

A collection of all garbage would stop everybody for as long as it takes. In these tests there is
none until the end; then nothing of ours may be found among what only it can free.
"""

import asyncio
import contextlib
import gc
import random
import weakref
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from hosted import Hosted, host, run_as_served
from parlours import listen, open_parlour
from player import Device, devices, play_out, sit_down
from websockets.exceptions import ConnectionClosed

import purrlor
from purrlor.core.refusals import ActionRefused
from purrlor.server.entries import BotSeated, ClockRules, SeatCovered, SeatTaken
from purrlor.server.history import Eyes, record_of_game, replay_of_game, replay_of_record
from purrlor.server.live import LiveTable
from purrlor.server.parlour import NoSuchTable, Parlour
from purrlor.server.stores import Line, StoreFailed
from purrlor.server.table.starting import new_game

pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")

FORGET_SECONDS = 0.2


@pytest.fixture(autouse=True)
def _nothing_is_collected() -> Iterator[None]:
    gc.disable()
    yield
    gc.unfreeze()
    gc.enable()


def garbage_of_ours() -> Counter[str]:
    """Return what reference counting did not free."""
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        gc.collect()
        return Counter(type(one).__qualname__ for one in gc.garbage if _is_ours(one))
    finally:
        gc.set_debug(0)
        gc.garbage.clear()


def _is_ours(garbage: object) -> bool:
    return type(garbage).__module__.startswith("purrlor.")


@asynccontextmanager
async def hosted(folder: Path, **settings: Any) -> AsyncIterator[Hosted]:
    """Serve; in the end all tables are forgotten, and nothing is left of them and their sockets."""
    async with host(folder, forget_seconds=FORGET_SECONDS, **settings) as server:
        gc.freeze()  # the server itself, and what other tests left behind
        yield server
        while server.connections:
            await asyncio.sleep(0.02)
        await leave_nothing(server.parlour)


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[Parlour]:
    """The same without sockets."""
    async with open_parlour(folder, forget_seconds=FORGET_SECONDS) as parlour:
        gc.freeze()
        yield parlour
        await leave_nothing(parlour)


async def leave_nothing(parlour: Parlour) -> None:
    while parlour.loaded:
        await asyncio.sleep(0.02)
    assert not garbage_of_ours()


def parts_of(live: LiveTable) -> list[weakref.ref[Any]]:
    """Refer weakly to a table, its parts, its game and its sockets."""
    match = live.table.running_match()
    parts = [part for part in vars(live).values() if _is_ours(part) and part is not live._node]
    parts.remove(live._store)
    kept = [live, live.table, match, *live.devices, *parts]
    return [weakref.ref(one) for one in kept if hasattr(one, "__weakref__")]


@pytest.mark.parametrize("game", purrlor.game_names())
def test_table_that_is_forgotten_is_freed(tmp_path: Path, game: str) -> None:
    """With people, a bot and a spectator over sockets, refusals and a cut line."""

    async def story() -> None:
        chance, parts = random.Random(1), list[weakref.ref[Any]]()
        async with hosted(tmp_path) as server, devices(server.url, 3) as (ann, bob, eve):
            options = {"players": 3} | ({"rounds": 1} if game == "rat-a-tat-cat" else {})
            await sit_down(ann, [bob], game, options=options, bots=1)
            eve.code = ann.code
            await eve.connect()
            parts = parts_of(next(iter(server.parlour.loaded.values())))
            await be_refused(ann)
            await bob.reconnect()
            people = [ann, bob]
            await asyncio.gather(*(play_some(one, chance) for one in people))
        assert len(parts) > 8
        assert [part() for part in parts if part() is not None] == []

    run_as_served(story())


async def play_some(device: Device, chance: random.Random) -> None:
    """Play for a while: with a person who goes, the game may not end."""
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(play_out(device, chance), 3)


async def be_refused(device: Device) -> None:
    """Say what cannot be read, what is not an action, and what the rules do not allow."""
    await device.send({"type": "nonsense"})
    seat = device.seats[0]
    answer = await device.play(seat, {"type": "nonsense"})
    assert answer["reason"] == "malformed"
    legal = device.games[seat]["legal"]
    answer = await device.play(seat, {"type": "time_up"}, *legal[:1])
    assert answer["type"] == "refused"


@pytest.mark.parametrize("how", ["closed", "cut", "bytes", "too long", "no frame", "wrong code"])
def test_socket_is_freed_however_it_ends(tmp_path: Path, how: str) -> None:
    async def story() -> None:
        async with hosted(tmp_path) as server, devices(server.url, 1) as (ann,):
            await ann.open_table("cattitude")
            if how == "wrong code":
                ann.code = "baba-babe"
            with contextlib.suppress(ConnectionClosed):
                await ann.connect()
                await end_socket(ann, how)

    run_as_served(story())


async def end_socket(device: Device, how: str) -> None:
    line = device.socket
    assert line is not None
    if how == "closed":
        await line.close()
    elif how == "cut":
        await device.cut()
    else:
        if how == "bytes":
            await line.send(b"meow")
        elif how == "too long":
            await line.send("m" * 20_000)
        else:
            line.transport.write(b"\xff" * 20)
        await device.hear("nothing of this kind")


def test_socket_that_does_not_listen_is_freed(tmp_path: Path) -> None:
    """It is dropped while frames wait for it."""

    async def story() -> None:
        async with (
            hosted(tmp_path, backlog_frames=4, backlog_bytes=65_536) as server,
            devices(server.url, 2) as (ann, bob),
        ):
            await sit_down(ann, [bob], "cattitude", options={"players": 2})
            assert bob.socket is not None
            bob.socket.transport.pause_reading()
            live = next(iter(server.parlour.loaded.values()))
            (deaf,) = (one for one in live.devices if live.table.seats_of(one.device) == [1])
            while deaf in live.devices:
                deaf.deliver(b'"%s"' % (b"m" * 50_000))
                await asyncio.sleep(0)
            del live, deaf

    run_as_served(story())


def test_refused_action_is_freed_with_its_game() -> None:
    """What a refusal was raised in must not keep it, nor it the game."""
    match = purrlor.game("rat-a-tat-cat").match(key=1)
    with contextlib.suppress(ActionRefused):
        match.play(0, {"type": "knock"})
    refused = weakref.ref(match)
    del match
    assert refused() is None


def test_code_that_nobody_has_leaves_nothing_behind(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as parlour:
            for _ in range(3):
                with contextlib.suppress(NoSuchTable):
                    await parlour.table("baba-babe")

    run_as_served(story())


def test_finished_game_that_is_watched_is_freed(tmp_path: Path) -> None:
    """Its clocks ran until it was over."""

    async def story() -> None:
        async with opened(tmp_path) as parlour:
            live = await table_of_bots(parlour, clock=ClockRules(decision=60))
            await live.submit(lambda _: SeatCovered(seat=0))
            eve = await listen(live, "eve")
            while live.table.phase == "playing":
                await asyncio.sleep(0.02)
            live.leave(eve)
            lines = await parlour.store.read(live.table_id)
            record = record_of_game(lines, 1)
            for eyes in (Eyes(), Eyes(0), Eyes(sees_everything=True)):
                replay_of_game(lines, 1, eyes)
                replay_of_record(record, eyes)
            parts = parts_of(live)
            del live
        assert [part() for part in parts if part() is not None] == []

    run_as_served(story())


async def table_of_bots(parlour: Parlour, clock: ClockRules | None = None) -> LiveTable:
    """Ann, who is away, and a bot."""
    options = {"players": 2, "rounds": 1}
    live = await parlour.create(game="rat-a-tat-cat", options=options, host="ann", clock=clock)
    await live.submit(lambda _: SeatTaken(seat=0, nickname="Ann", device="ann", claim="c"))
    await live.submit(lambda _: BotSeated(seat=1, level="policy", name="Biscuit"))
    await live.submit(new_game)
    return live


def test_table_whose_store_fails_is_freed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("purrlor.server.live.REST_SECONDS", 0.01)

    async def story() -> None:
        async with opened(tmp_path) as parlour:
            live = await table_of_bots(parlour)
            append, failures = parlour.store.append, 2

            async def fail_twice(table_id: str, line: Line, head: Any) -> None:
                nonlocal failures
                failures -= 1
                if failures >= 0:
                    raise StoreFailed("no room")
                await append(table_id, line, head)

            monkeypatch.setattr(parlour.store, "append", fail_twice)
            for _ in range(2):
                with contextlib.suppress(StoreFailed):
                    await live.submit(lambda _: SeatCovered(seat=0))
            parts = parts_of(live)
            del live
        assert [part() for part in parts if part() is not None] == []

    run_as_served(story())
