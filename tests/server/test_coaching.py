"""Hints at a table: for whoever must decide, where the table allows them."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from player import Device, devices, sit_down
from served import Served

import purrlor

HINTS: dict[str, Any] = {"has_hints": True}
ONE_ROUND = {"players": 2, "rounds": 1}


async def advice(device: Device, seat: int | None = None, status: int = 0) -> Any:
    query = "" if seat is None else f"?seat={seat}"
    return await device.get(f"/tables/{device.code}/advice{query}", status)


@pytest.mark.parametrize("name", purrlor.game_names())
def test_whoever_must_decide_gets_legal_actions(people: Callable[..., None], name: str) -> None:
    async def story(ann: Device) -> None:
        await sit_down(ann, [], name, options={"players": 2}, bots=1, **HINTS)
        while not ann.turns():
            await ann.next()
        seat = ann.turns()[0]
        given = await advice(ann)
        assert given["seat"] == seat
        assert given["number"] >= ann.games[seat]["number"]  # a bot may have acted meanwhile
        assert 1 <= len(given["hints"]) <= 3
        for hint in given["hints"]:
            assert hint["action"] in ann.games[seat]["legal"]
            assert 0 <= hint["share"] <= 1
            assert hint["reason"]
        assert (await ann.play(seat, given["hints"][0]["action"]))["type"] != "refused"

    people(1, story)


def test_hints_are_off_unless_the_table_has_them(people: Callable[..., None]) -> None:
    async def story(ann: Device) -> None:
        seated = await ann.open_table("rat-a-tat-cat", options=ONE_ROUND, bots=1)
        assert seated["table"]["has_hints"] is False
        await ann.start()
        assert "switched off" in (await advice(ann, status=409))["sentence"]

    people(1, story)


def test_only_the_own_seat_and_only_when_it_decides(people: Callable[..., None]) -> None:
    async def story(ann: Device, bob: Device, eve: Device) -> None:
        await sit_down(ann, [bob], "rat-a-tat-cat", options=ONE_ROUND, **HINTS)
        eve.code = ann.code
        assert "those who play" in (await advice(eve, status=403))["sentence"]
        assert "those who play" in (await advice(ann, seat=1, status=403))["sentence"]
        for device, seat in ((ann, 0), (bob, 1)):
            await device.play(seat, {"type": "ready"})
        while not (ann.turns() or bob.turns()):
            await asyncio.gather(ann.next(), bob.next())
        waiting = bob if ann.turns() else ann
        assert "not your turn" in (await advice(waiting, status=409))["sentence"]

    people(3, story)


def test_there_is_nothing_to_advise_before_the_deal(people: Callable[..., None]) -> None:
    async def story(ann: Device) -> None:
        await ann.open_table("rat-a-tat-cat", options=ONE_ROUND, bots=1, **HINTS)
        assert "No game" in (await advice(ann, status=409))["sentence"]
        await ann.get(f"/tables/{ann.code}/advice?seat=99", status=400)

    people(1, story)


def test_a_device_may_not_ask_all_the_time(serve: Callable[..., Served]) -> None:
    async def story() -> None:
        async with devices(serve("--hints", "2").url, 1) as (ann,):
            await sit_down(ann, [], "rat-a-tat-cat", options=ONE_ROUND, bots=1, **HINTS)
            for _ in range(2):
                await advice(ann)
            assert "Enough hints" in (await advice(ann, status=429))["sentence"]

    asyncio.run(asyncio.wait_for(story(), 120))
