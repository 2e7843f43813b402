"""Clocks, covers, pauses and the timed game: a table is never blocked."""

import asyncio
import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from player import Device, devices, play_out, sit_down
from served import Served

import purrlor
from purrlor.core.refusals import KeyRefused, Refusal
from purrlor.server.entries import (
    BotSeated,
    ClockRules,
    Entry,
    GameStarted,
    PauseAsked,
    Played,
    SeatCovered,
    SeatLeft,
    SeatReturned,
    SeatTaken,
    ServerReturned,
    StartCalled,
    TableClosed,
    TableCreated,
    encode_entry,
)
from purrlor.server.names import hashed
from purrlor.server.stores import Head, Line, open_store
from purrlor.server.table.clocks import deadline, due_at
from purrlor.server.table.fold import apply
from purrlor.server.table.state import Table
from purrlor.server.tokens import Tokens

VERSION = purrlor.game("rat-a-tat-cat").rules_version

# At a real table


def test_bot_decides_when_the_time_is_up(people: Callable[..., None]) -> None:
    async def story(ann: Device, bob: Device) -> None:
        words = {"options": {"players": 2, "rounds": 1}, "clock": {"decision": 1, "bank": 0}}
        await sit_down(ann, [bob], "rat-a-tat-cat", **words)
        until = ann.games[0]["deadlines"]["0"]
        assert 0 < until - time.time() <= 1
        step = await ann.hear("step")
        assert step["events"][0]["type"] == "seat_ready"
        assert time.time() >= until
        await ann.hear("step")
        assert ann.games[0]["view"]["phase"] == "turn"

    people(2, story)


def test_bot_covers_a_player_who_is_away(people: Callable[..., None]) -> None:
    async def story(ann: Device, bob: Device) -> None:
        await sit_down(ann, [bob], "rat-a-tat-cat", options={"players": 2, "rounds": 1})
        await bob.cut()
        while not ann.table["seats"][1]["is_covered"]:
            await ann.next()
        await play_out(ann, random.Random(1))
        await bob.reconnect()
        assert bob.is_over

    people(2, story)


def test_player_gets_the_seat_back_at_once(people: Callable[..., None]) -> None:
    async def story(ann: Device, bob: Device) -> None:
        await sit_down(ann, [bob], "rat-a-tat-cat", options={"players": 2, "rounds": 3})
        await bob.cut()
        while not ann.table["seats"][1]["is_covered"]:
            await ann.next()
        await bob.reconnect()
        while ann.table["seats"][1]["is_covered"]:
            await ann.next()
        await asyncio.gather(play_out(ann, random.Random(1)), play_out(bob, random.Random(2)))

    people(2, story)


def test_pause_by_agreement(people: Callable[..., None]) -> None:
    async def story(ann: Device, bob: Device) -> None:
        await sit_down(ann, [bob], "rat-a-tat-cat", options={"players": 2})
        await _ask(ann, 0, True)
        assert not ann.table["is_paused"]
        await _ask(bob, 1, True)
        while not ann.table["is_paused"]:
            await ann.next()
        refused = await ann.play(0, {"type": "ready"})
        assert refused["sentence"] == "The game is paused; go on first."
        await _ask(ann, 0, False)
        await _ask(bob, 1, False)
        while ann.table["is_paused"]:
            await ann.next()
        assert (await ann.play(0, {"type": "ready"}))["type"] == "step"

    people(2, story)


def test_clocks_that_stood_still_are_shown_anew(people: Callable[..., None]) -> None:
    async def story(ann: Device, bob: Device) -> None:
        words = {"options": {"players": 2, "rounds": 1}, "clock": {"decision": 60}}
        await sit_down(ann, [bob], "rat-a-tat-cat", **words)
        before = bob.games[1]["deadlines"]["0"]
        for is_wanted in (True, False):
            for seat, device in enumerate((ann, bob)):
                await _ask(device, seat, is_wanted)
            await _see_clocks(bob, are_running=not is_wanted)
            await asyncio.sleep(0.5)
        assert bob.games[1]["deadlines"]["0"] >= before + 0.5

    people(2, story)


async def _see_clocks(device: Device, *, are_running: bool) -> None:
    while bool(device.games[1]["deadlines"]) != are_running:
        await asyncio.wait_for(device.next(), 10)


async def _ask(device: Device, seat: int, is_wanted: bool) -> None:
    name = f"pause-{is_wanted}"
    await device.send({"type": "ask_pause", "id": name, "seat": seat, "is_wanted": is_wanted})
    assert (await device.answer(name))["type"] == "done"


def test_timed_game_ends_on_a_real_server(tmp_path: Path, serve: Callable[..., Served]) -> None:
    """R7.2: a game of five minutes that began nearly five minutes ago."""
    minutes, left = 5, 3.0
    began = time.time() - 60 * minutes + left
    token = asyncio.run(_write_game(f"sqlite:///{tmp_path / 'purrlor.db'}", began, minutes))
    served = serve()

    async def story() -> None:
        async with devices(served.url, 1) as (ann,):
            ann.http.cookies.set("purrlor_device", token)
            ann.code = "mika-ruto"
            await ann.reconnect()
            while not ann.games[0]["view"]["time_up"]:
                await ann.next()
            assert time.time() >= began + 60 * minutes
            assert not ann.is_over  # the round is played to its end
            await play_out(ann, random.Random(3))
            record = await ann.get("/tables/mika-ruto/games/1/record")
            played = [action["type"] for step in record["steps"] for action in step["actions"]]
            assert played.count("time_up") == 1

    asyncio.run(asyncio.wait_for(story(), 120))


async def _write_game(url: str, began: float, minutes: int) -> str:
    """Write the log of a timed game, Ann against a bot, into a database that no server holds.

    Returns the secret of Ann's device.
    """
    store = open_store(url)
    token = Tokens(await store.key()).new_device()
    options = {"players": 2, "end": "time", "minutes": minutes}
    created = TableCreated(
        code="mika-ruto",
        game="rat-a-tat-cat",
        options=options,
        host=hashed(token),
        seed="00" * 32,
    )
    entries = (
        created,
        SeatTaken(seat=0, nickname="Ann", device=hashed(token), claim="c"),
        BotSeated(seat=1, level="policy", name="Biscuit"),
        GameStarted(number=1, key="00" * 32, next_seed="11" * 32, rules_version=VERSION),
    )
    words = {"table_id": "t1", "code": "mika-ruto", "game": "rat-a-tat-cat", "phase": "playing"}
    head = Head(**words, is_listed=False, due_at=began + 60 * minutes)  # type: ignore[arg-type]
    for seq, entry in enumerate(entries, 1):
        line = Line(seq, f"c{seq}", -1, encode_entry(entry), began)
        await (store.create(head, line) if seq == 1 else store.append("t1", line, None))
    await store.close()
    return token


@pytest.mark.parametrize("clock", [{"decision": 0}, {"decision": 5, "bank": -1}, {"bank": 5}])
def test_clock_that_makes_no_sense(people: Callable[..., None], clock: dict[str, int]) -> None:
    async def story(ann: Device) -> None:
        body = {"game": "cattitude", "clock": clock}
        response = await ann.http.post("/api/tables", json=body)
        assert 400 <= response.status_code < 500

    people(1, story)


# On the fold alone, where time is what the log says


BISCUIT = BotSeated(seat=1, level="policy", name="Biscuit")
BOB = SeatTaken(seat=1, nickname="Bob", device="b", claim="d")


def table(*, clock: ClockRules | None = None, other: Entry = BISCUIT, **options: object) -> Table:
    """Ann against a bot or somebody else, the game begun at 1000 s."""
    found = Table()
    apply(
        found,
        TableCreated(
            code="mika-ruto",
            game="rat-a-tat-cat",
            options={"players": 2, **options},
            host="a",
            seed="00" * 32,
            clock=clock,
        ),
        900.0,
    )
    apply(found, SeatTaken(seat=0, nickname="Ann", device="a", claim="c"), 901.0)
    apply(found, other, 902.0)
    started = GameStarted(number=1, key="00" * 32, next_seed="00" * 32, rules_version=VERSION)
    apply(found, started, 1000.0)
    return found


def ready(seat: int) -> Played:
    return Played(seat=seat, actions=[{"type": "ready"}])


def test_decision_then_bank() -> None:
    t = table(clock=ClockRules(decision=10, bank=30))
    assert deadline(t, 0) == 1040
    apply(t, ready(0), 1025.0)  # 15 seconds of the bank
    assert deadline(t, 0) is None
    assert deadline(t, 1) == 1040
    apply(t, ready(1), 1026.0)
    turn = t.match.actors[0] if t.match else -1
    assert deadline(t, turn) == 1026 + 10 + (15 if turn == 0 else 14)


def test_no_clock_no_deadline() -> None:
    assert due_at(table()) is None


def test_clocks_stand_still_while_paused_or_down() -> None:
    t = table(clock=ClockRules(decision=10))
    apply(t, PauseAsked(seat=0, is_wanted=True), 1004.0)
    assert t.is_paused
    assert due_at(t) is None
    with pytest.raises(Refusal):
        apply(t, ready(0), 1005.0)
    apply(t, ServerReturned(seconds=50), 1100.0)
    apply(t, PauseAsked(seat=0, is_wanted=False), 1504.0)
    assert due_at(t) == 1510
    apply(t, ServerReturned(seconds=90), 1600.0)
    assert due_at(t) == 1600


def test_pause_is_that_of_who_asked_first() -> None:
    t = table(other=BOB)
    apply(t, PauseAsked(seat=1, is_wanted=True), 1002.0)
    assert t.pause_asked_by == 1
    apply(t, PauseAsked(seat=1, is_wanted=False), 1003.0)
    assert t.pause_asked_by is None
    apply(t, PauseAsked(seat=1, is_wanted=True), 1004.0)
    apply(t, PauseAsked(seat=0, is_wanted=True), 1005.0)
    apply(t, PauseAsked(seat=1, is_wanted=False), 1006.0)
    assert (t.is_paused, t.pause_asked_by) == (True, 1)  # still resting, whoever wants to go on
    apply(t, PauseAsked(seat=0, is_wanted=False), 1007.0)
    assert (t.is_paused, t.pause_asked_by) == (False, None)


def test_pause_that_nobody_there_wants_is_over() -> None:
    """Who sits down at a table that rests sees no pause to end: it would stand still for good."""
    t = table(clock=ClockRules(decision=10))
    apply(t, PauseAsked(seat=0, is_wanted=True), 1004.0)
    apply(t, SeatLeft(seat=0), 1005.0)
    assert t.is_paused
    apply(t, SeatTaken(seat=0, nickname="Cleo", device="e", claim="f"), 1104.0)
    assert (t.is_paused, t.pause_asked_by) == (False, None)
    assert due_at(t) == 1110
    apply(t, ready(0), 1105.0)


def test_pause_of_those_who_are_away_is_over_for_who_comes_back() -> None:
    t = table(other=BOB)
    for seat in (0, 1):
        apply(t, PauseAsked(seat=seat, is_wanted=True), 1001.0)
    apply(t, PauseAsked(seat=1, is_wanted=False), 1002.0)
    for seat in (1, 0):
        apply(t, SeatCovered(seat=seat), 1003.0)
    assert t.is_paused
    apply(t, SeatReturned(seat=1), 1004.0)
    assert not t.is_paused


def test_who_was_away_when_a_pause_ended_does_not_ask_for_another() -> None:
    t = table(other=BOB)
    for seat in (0, 1):
        apply(t, PauseAsked(seat=seat, is_wanted=True), 1001.0)
    apply(t, SeatCovered(seat=0), 1002.0)
    apply(t, PauseAsked(seat=1, is_wanted=False), 1003.0)
    apply(t, SeatReturned(seat=0), 1004.0)
    assert (t.is_paused, t.pause_asked_by) == (False, None)
    assert not t.seats[0].wants_pause


def test_nothing_is_due_at_a_closed_table() -> None:
    """A start that was called would be due there for ever."""
    t = table(other=BOB)
    t.phase = "over"
    apply(t, StartCalled(number=2, seconds=10), 1100.0)
    assert due_at(t) == 1110
    apply(t, TableClosed(), 1101.0)
    assert due_at(t) is None


def test_start_that_is_refused_changes_nothing() -> None:
    t = table(other=BOB)
    t.phase = "over"
    before = (t.seats, t.number, t.match)
    bad = GameStarted(number=2, key="no key", next_seed="00" * 32, rules_version=VERSION)
    with pytest.raises(KeyRefused):
        apply(t, bad, 1100.0)
    assert (t.phase, (t.seats, t.number, t.match)) == ("over", before)


def test_timed_game_ends_by_the_table() -> None:
    """R7.2: the running round is played to its end."""
    t = table(end="time", minutes=5)
    assert due_at(t) == 1300
    apply(t, ServerReturned(seconds=10), 1200.0)
    assert due_at(t) == 1310
    apply(t, Played(seat=-1, actions=[{"type": "time_up"}], by="table"), 1310.0)
    assert due_at(t) is None
    assert t.match is not None
    assert t.match.view(0)["time_up"]
