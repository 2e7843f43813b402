"""A table is never blocked, whatever becomes of its bots and timers."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from parlours import listen, open_parlour

from purrlor.bots.bot import Bot
from purrlor.server import timer
from purrlor.server.entries import BotSeated, ClockRules, SeatCovered, SeatTaken
from purrlor.server.live import LiveTable
from purrlor.server.parlour import Parlour
from purrlor.server.robots import Robots
from purrlor.server.table.starting import new_game
from purrlor.server.table.state import TableRefused


async def open_table(parlour: Parlour, **words: Any) -> LiveTable:
    """Ann, who is away, and a bot; Eve looks on."""
    options = {"players": 2, "rounds": 1}
    live = await parlour.create(game="rat-a-tat-cat", options=options, host="ann", **words)
    await live.submit(lambda _: SeatTaken(seat=0, nickname="Ann", device="ann", claim="c"))
    await live.submit(lambda _: BotSeated(seat=1, level="policy", name="Biscuit"))
    await live.submit(new_game)
    return live


async def play_out(live: LiveTable) -> None:
    """Let bots play for everybody until the game is over."""
    await live.submit(lambda _: SeatCovered(seat=0))
    await listen(live, "eve")
    while live.table.phase == "playing":
        await asyncio.sleep(0.01)


def decide_nonsense(*_: object) -> int:
    return 12345


def fail(*_: object) -> int:
    raise ArithmeticError("no idea")


@pytest.mark.parametrize("decide", [fail, decide_nonsense])
def test_chance_decides_for_a_bot_that_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, decide: Any, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(Bot, "decide", decide)

    async def story() -> None:
        async with open_parlour(tmp_path) as parlour:
            await play_out(await open_table(parlour))

    asyncio.run(asyncio.wait_for(story(), 60))
    assert "a bot failed" in caplog.text


def test_bot_that_is_refused_does_something_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    submit, refused = LiveTable.submit, set[int]()

    async def refuse_first(live: LiveTable, make: Any, **words: Any) -> Any:
        number, is_choice = live.seq, live.table.phase == "playing" and "expected" in words
        has_choice = is_choice and len(live.table.running_match().legal(words["seat"])) > 1
        if has_choice and number not in refused:
            refused.add(number)
            raise TableRefused("Not that.")
        return await submit(live, make, **words)

    monkeypatch.setattr(LiveTable, "submit", refuse_first)

    async def story() -> None:
        async with open_parlour(tmp_path) as parlour:
            await play_out(await open_table(parlour))

    asyncio.run(asyncio.wait_for(story(), 60))
    assert refused
    assert "a bot was refused" in caplog.text


def test_timer_that_fails_is_set_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timer, "AGAIN_SECONDS", 0.01)
    play, faults = Robots.play, list[int]()

    async def fail_twice(robots: Robots, seat: int, by: Any) -> bool:
        if len(faults) < 2:
            faults.append(seat)
            raise ArithmeticError("no idea")
        return await play(robots, seat, by)

    monkeypatch.setattr(Robots, "play", fail_twice)

    async def story() -> None:
        async with open_parlour(tmp_path) as parlour:
            live = await open_table(parlour, clock=ClockRules(decision=1))
            while 0 in live.table.actors:
                await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(story(), 60))
    assert len(faults) == 2
