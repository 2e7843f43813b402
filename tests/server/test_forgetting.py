"""A device can have itself forgotten, and closed tables are forgotten by themselves."""

import asyncio
import json
import random
import sqlite3
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest
from player import Device, devices, play_out, sit_down
from served import Served

import purrlor
from purrlor.core.record import read_record, replay
from purrlor.server.names import hashed

NAME = "Wilhelmina"
WORDS = "meet me at the canal"
SHORT: dict[str, Any] = {"options": {"players": 2, "rounds": 1}}


async def play_and_talk(ann: Device, bob: Device) -> None:
    await sit_down(ann, [bob], "rat-a-tat-cat", nickname=NAME, **SHORT)
    await ann.send({"type": "say", "id": "s", "seat": 0, "text": WORDS})
    await bob.send({"type": "say", "id": "s", "seat": 1, "text": "hello"})
    await asyncio.gather(play_out(ann, random.Random(1)), play_out(bob, random.Random(2)))


def test_forgotten_device_leaves_no_trace(serve: Callable[..., Served]) -> None:
    """The game stays for those who played along, and replays; the file holds no word of it."""
    served = serve()

    async def story() -> str:
        async with devices(served.url, 2) as (ann, bob):
            await play_and_talk(ann, bob)
            record = f"/tables/{ann.code}/games/1/record"
            before = await bob.get(record)
            old, other = ann.cookie, Device(served.url)
            assert NAME in before["seats"]
            answer = await ann.http.delete("/api/me")
            assert answer.json() == {"tables": 1}
            assert ann.cookie == ""
            after = await bob.get(record)
            fairness = before["fairness"] | {"salt": ""}  # else the name could be guessed
            assert before["fairness"]["salt"]
            assert after == before | {"seats": ["Somebody", "Guest 0"], "fairness": fairness}
            kept = read_record(json.dumps(after).encode())
            assert replay(purrlor.game("rat-a-tat-cat"), kept).is_over
            (game,) = await bob.get("/recent")
            assert game["names"] == ["Somebody", "Guest 0"]
            other.http.cookies.set("purrlor_device", old)
            assert await other.get("/recent") == []
            await other.close()
            table = await bob.get(f"/tables/{bob.code}")
            assert [seat["kind"] for seat in table["seats"]] == ["open", "person"]
            return old

    old = asyncio.run(asyncio.wait_for(story(), 120))
    served.stop()
    kept = served.database.read_bytes()
    assert b"hello" in kept
    for trace in (NAME, WORDS, old, hashed(old)):
        assert trace.encode() not in kept


def test_forgotten_device_leaves_a_running_game_to_a_bot(people: Callable[..., None]) -> None:
    async def story(ann: Device, bob: Device) -> None:
        await sit_down(ann, [bob], "rat-a-tat-cat", nickname=NAME, **SHORT)
        await ann.delete("/me")
        await play_out(bob, random.Random(1))
        (game,) = await bob.get("/recent")
        assert game["names"][1] == "Guest 0"
        assert game["bots"] == [True, False]
        assert NAME not in str(await bob.get(f"/tables/{bob.code}/games/1/record"))
        await bob.delete("/me")
        table = await bob.get(f"/tables/{bob.code}")
        assert [seat["kind"] for seat in table["seats"]] == ["bot", "open"]

    people(2, story)


def test_newcomer_is_forgotten_who_asked_to_take_over(serve: Callable[..., Served]) -> None:
    """The question is off, and the file holds neither name nor device."""
    served = serve("--grace", "60")

    async def story() -> str:
        async with devices(served.url, 3) as (ann, bob, eve):
            await sit_down(ann, [bob], "rat-a-tat-cat", **SHORT)
            await bob.delete(f"/tables/{ann.code}/seats/1")
            await eve.join(ann.code, NAME)
            old = eve.cookie
            assert (await ann.get(f"/tables/{ann.code}"))["proposal"]["name"] == NAME
            while (await eve.delete("/me")) != {"tables": 1}:  # it is noted in the background
                eve.http.cookies.set("purrlor_device", old)
            assert (await ann.get(f"/tables/{ann.code}"))["proposal"] is None
            return old

    old = asyncio.run(asyncio.wait_for(story(), 120))
    served.stop()
    kept = served.database.read_bytes()
    for trace in (NAME, old, hashed(old)):
        assert trace.encode() not in kept


def test_person_is_forgotten_who_took_the_seat_along(people: Callable[..., None]) -> None:
    async def story(ann: Device, phone: Device, bob: Device) -> None:
        token = (await ann.open_table("rat-a-tat-cat", NAME, **SHORT))["token"]
        await bob.join(ann.code, "Somebody")
        phone.code = ann.code
        await phone.post(f"/tables/{ann.code}/claim", {"token": token})
        for device in (phone, bob):
            await device.connect()
        await phone.start()
        for device in (phone, bob):
            await device.hear("standing")
        await asyncio.gather(play_out(phone, random.Random(1)), play_out(bob, random.Random(2)))
        await phone.delete("/me")
        (game,) = await bob.get("/recent")
        assert game["names"] == ["Somebody 2", "Somebody"]

    people(3, story)


def test_log_that_cannot_be_read_keeps_no_other_table(serve: Callable[..., Served]) -> None:
    """The device is forgotten at all other tables, told so, and may ask again."""
    served = serve()

    async def story(told: Callable[[Device], Awaitable[None]]) -> None:
        async with devices(served.url, 1) as (ann,):
            await told(ann)

    async def sit_at_two(ann: Device) -> None:
        for _ in range(2):
            await ann.open_table("cattitude", NAME)
            codes.append(ann.code)
        cookies.append(ann.cookie)

    async def ask(ann: Device) -> None:
        ann.http.cookies.set("purrlor_device", cookies[0])
        answer = await ann.http.delete("/api/me")
        assert (answer.status_code, answer.json()["reason"]) == (409, "unforgotten")
        assert answer.json()["words"] == {"done": 1, "tables": 2}
        other = await ann.get(f"/tables/{codes[1]}")
        assert [seat["kind"] for seat in other["seats"]] == ["open", "open"]

    codes: list[str] = []
    cookies: list[str] = []
    asyncio.run(asyncio.wait_for(story(sit_at_two), 120))
    served.kill()
    with sqlite3.connect(served.database) as file:
        file.execute(
            "UPDATE events SET body = x'00' WHERE seq = 2 "
            "AND table_number = (SELECT number FROM tables WHERE code = ?)",
            (codes[0],),
        )
    file.close()
    served.start()
    asyncio.run(asyncio.wait_for(story(ask), 120))


def test_host_who_never_sat_down_is_forgotten(serve: Callable[..., Served]) -> None:
    served = serve()

    async def story() -> str:
        async with devices(served.url, 1) as (ann,):
            await ann.post("/tables", {"game": "cattitude"})
            cookie = ann.cookie
            assert await ann.delete("/me") == {"tables": 1}
            return cookie

    cookie = asyncio.run(asyncio.wait_for(story(), 120))
    served.stop()
    assert hashed(cookie).encode() not in served.database.read_bytes()


def test_seat_that_was_not_noted_is_forgotten(serve: Callable[..., Served]) -> None:
    """The server died between the line in the log and the note that follows from it."""
    served = serve()

    async def story(is_noted: bool) -> None:
        async with devices(served.url, 1) as (ann,):
            if is_noted:
                await ann.open_table("cattitude", NAME)
                seated.append((ann.code, ann.cookie))
                return
            code, cookie = seated[0]
            ann.http.cookies.set("purrlor_device", cookie)
            await ann.get(f"/tables/{code}")
            assert await ann.delete("/me") == {"tables": 1}

    seated: list[tuple[str, str]] = []
    asyncio.run(asyncio.wait_for(story(True), 120))
    served.kill()
    with sqlite3.connect(served.database) as file:
        assert file.execute("DELETE FROM devices").rowcount == 1
    file.close()
    served.start()
    asyncio.run(asyncio.wait_for(story(False), 120))
    served.stop()
    for trace in (NAME, hashed(seated[0][1])):
        assert trace.encode() not in served.database.read_bytes()


def test_stranger_has_nothing_to_forget(people: Callable[..., None]) -> None:
    async def story(eve: Device) -> None:
        assert await eve.delete("/me") == {"tables": 0}
        assert eve.cookie == ""

    people(1, story)


@pytest.mark.parametrize(("days", "status"), [("1", 404), ("0", 200)])
def test_closed_tables_are_deleted_in_time(
    serve: Callable[..., Served], days: str, status: int
) -> None:
    served = serve("--keep-days", days)

    async def story() -> tuple[str, str]:
        async with devices(served.url, 2) as (ann, bob):
            await play_and_talk(ann, bob)
            await bob.open_table("cattitude")
            return ann.code, bob.code

    closed, untouched = asyncio.run(asyncio.wait_for(story(), 120))
    served.stop()
    with sqlite3.connect(served.database) as file:
        file.execute(
            "UPDATE tables SET phase = 'closed', updated_at = updated_at - 90000 WHERE code = ?",
            (closed,),
        )
    file.close()
    served.start()
    assert httpx.get(f"{served.url}/api/tables/{closed}").status_code == status
    assert httpx.get(f"{served.url}/api/tables/{untouched}").status_code == 200
    served.stop()
    assert (NAME.encode() in served.database.read_bytes()) == (status == 200)
