"""Clocks, covers, pauses and the timed game: a table is never blocked."""

import asyncio
import random
import time
from collections.abc import Callable

import pytest
from player import Device, play_out, sit_down

from purrlor.core.refusals import Refusal
from purrlor.server.entries import (
    BotSeated,
    ClockRules,
    GameStarted,
    PauseAsked,
    Played,
    SeatTaken,
    ServerReturned,
    TableCreated,
)
from purrlor.server.table import Table

# At a real table


def test_bot_decides_when_the_time_is_up(people: Callable[..., None]) -> None:
    async def story(ann: Device, bob: Device) -> None:
        words = {"options": {"players": 2, "rounds": 1}, "clock": {"decision": 1, "bank": 0}}
        await sit_down(ann, [bob], "rat-a-tat-cat", **words)
        deadline = ann.games[0]["deadlines"]["0"]
        assert 0 < deadline - time.time() <= 1
        step = await ann.hear("step")
        assert step["events"][0]["type"] == "seat_ready"
        assert time.time() >= deadline
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


async def _ask(device: Device, seat: int, is_wanted: bool) -> None:
    name = f"pause-{is_wanted}"
    await device.send({"type": "ask_pause", "id": name, "seat": seat, "is_wanted": is_wanted})
    assert (await device.answer(name))["type"] == "done"


@pytest.mark.parametrize("clock", [{"decision": 0}, {"decision": 5, "bank": -1}, {"bank": 5}])
def test_clock_that_makes_no_sense(people: Callable[..., None], clock: dict[str, int]) -> None:
    async def story(ann: Device) -> None:
        body = {"game": "cattitude", "clock": clock}
        response = await ann.http.post("/api/tables", json=body)
        assert 400 <= response.status_code < 500

    people(1, story)


# On the fold alone, where time is what the log says


def table(*, clock: ClockRules | None = None, **options: object) -> Table:
    """Ann against a bot, the game begun at 1000 s."""
    found = Table()
    found.apply(
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
    found.apply(SeatTaken(seat=0, nickname="Ann", device="a", claim="c"), 901.0)
    found.apply(BotSeated(seat=1, level="policy", name="Biscuit"), 902.0)
    found.apply(GameStarted(number=1, key="00" * 32, next_seed="00" * 32), 1000.0)
    return found


def ready(seat: int) -> Played:
    return Played(seat=seat, actions=[{"type": "ready"}])


def test_decision_then_bank() -> None:
    t = table(clock=ClockRules(decision=10, bank=30))
    assert t.deadline(0) == 1040
    t.apply(ready(0), 1025.0)  # 15 seconds of the bank
    assert t.deadline(0) is None
    assert t.deadline(1) == 1040
    t.apply(ready(1), 1026.0)
    turn = t.match.actors[0] if t.match else -1
    assert t.deadline(turn) == 1026 + 10 + (15 if turn == 0 else 14)


def test_no_clock_no_deadline() -> None:
    assert table().due_at() is None


def test_clocks_stand_still_while_paused_or_down() -> None:
    t = table(clock=ClockRules(decision=10))
    t.apply(PauseAsked(seat=0, is_wanted=True), 1004.0)
    assert t.is_paused
    assert t.due_at() is None
    with pytest.raises(Refusal):
        t.apply(ready(0), 1005.0)
    t.apply(ServerReturned(seconds=50), 1100.0)
    t.apply(PauseAsked(seat=0, is_wanted=False), 1504.0)
    assert t.due_at() == 1510
    t.apply(ServerReturned(seconds=90), 1600.0)
    assert t.due_at() == 1600


def test_timed_game_ends_by_the_table() -> None:
    """R7.2: the running round is played to its end."""
    t = table(end="time", minutes=5)
    assert t.due_at() == 1300
    t.apply(ServerReturned(seconds=10), 1200.0)
    assert t.due_at() == 1310
    t.apply(Played(seat=-1, actions=[{"type": "time_up"}], by="table"), 1310.0)
    assert t.due_at() is None
    assert t.match is not None
    assert t.match.view(0)["time_up"]
