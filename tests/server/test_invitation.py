"""Friends get an address that leads here, not one that leads to their own machine."""

import asyncio
import random
from collections.abc import Callable

import httpx
import pytest
import segno
from player import Device, devices, play_out
from served import Served

from purrlor.server import invitation
from purrlor.server.api.device import FINISHED_TABLES, OWN_TABLES
from purrlor.server.invitation import base_for_friends, is_loopback, lan_address
from purrlor.server.settings import Settings

SHARED = Settings(host="0.0.0.0", port=8080)
HERE = Settings(host="127.0.0.1", port=8080)
PUBLIC = Settings(host="0.0.0.0", public_url="https://cats.example.org")


@pytest.mark.parametrize(
    ("settings", "host", "base"),
    [
        (SHARED, "localhost", "http://192.0.2.7:8080"),
        (SHARED, "127.0.0.1", "http://192.0.2.7:8080"),
        (SHARED, "[::1]", "http://192.0.2.7:8080"),
        (SHARED, "cats.example.org", ""),
        (SHARED, "192.0.2.7", ""),
        (HERE, "localhost", ""),
        (PUBLIC, "localhost", "https://cats.example.org"),
    ],
)
def test_address_for_friends(
    settings: Settings, host: str, base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invitation, "lan_address", lambda: "192.0.2.7")
    assert base_for_friends(settings, "http", host, 8080) == base


def test_without_a_network_there_is_no_better_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invitation, "lan_address", lambda: "127.0.0.1")
    assert base_for_friends(SHARED, "http", "localhost", 8080) == ""


def test_server_in_the_network_invites_by_its_address_there(serve: Callable[..., Served]) -> None:
    served = serve("--host", "0.0.0.0")
    api, address = f"http://localhost:{served.port}/api", lan_address()
    link = httpx.get(f"{api}/tables/mika-ruto/invitation").json()["link"]
    if is_loopback(address):
        assert link == ""
        link = f"http://localhost:{served.port}/t/mika-ruto"
    else:
        assert link == f"http://{address}:{served.port}/t/mika-ruto"
        assert httpx.get(f"http://{address}:{served.port}/health").status_code == 200
    picture = httpx.get(f"{api}/tables/mika-ruto/qr").text
    drawn = segno.make(link, micro=False).svg_inline(scale=6, border=2)
    assert drawn.partition('d="')[2].partition('"')[0] in picture


def test_public_address_is_for_everybody(serve: Callable[..., Served]) -> None:
    served = serve("--public-url", "https://cats.example.org/")
    url, host = f"{served.url}/api/tables/Mika-Ruto/invitation", {"host": "cats.example.org"}
    answer = httpx.get(url, headers=host)
    assert answer.json() == {"link": "https://cats.example.org/t/mika-ruto"}


async def own(device: Device, count: int) -> list[tuple[str, str]]:
    """Ask for the own tables until the seats are noted, which happens in the background."""
    for _ in range(200):
        found = [(one["code"], one["phase"]) for one in await device.get("/seats")]
        if len(found) == count:
            return found
        await asyncio.sleep(0.05)
    raise AssertionError(found)


def test_own_tables_are_those_with_a_seat_that_wait_or_play(server: Served) -> None:
    async def story() -> None:
        async with devices(server.url, 2) as (ann, bob):
            assert await ann.get("/seats") == []
            first = (await ann.open_table("cattitude", options={"players": 2}))["code"]
            second = (await ann.open_table("cat-royal", options={"players": 2}, bots=1))["code"]
            assert await own(ann, 2) == [(second, "waiting"), (first, "waiting")]
            await ann.start()
            assert await own(ann, 2) == [(second, "playing"), (first, "waiting")]
            await bob.join(first, "Bob")
            assert await own(bob, 1) == [(first, "waiting")]
            await bob.delete(f"/tables/{first}/seats/1")
            assert await own(bob, 0) == []

    asyncio.run(asyncio.wait_for(story(), 120))


def test_tables_that_were_left_hide_no_seat(server: Served) -> None:
    async def story() -> None:
        async with devices(server.url, 1) as (ann,):
            kept = (await ann.open_table("cattitude"))["code"]
            for _ in range(OWN_TABLES):
                left = (await ann.open_table("cattitude"))["code"]
                await ann.delete(f"/tables/{left}/seats/0")
            assert await own(ann, 1) == [(kept, "waiting")]

    asyncio.run(asyncio.wait_for(story(), 120))


def test_finished_tables_come_behind_the_others_the_latest_first(server: Served) -> None:
    async def story() -> None:
        async with devices(server.url, 1) as (ann,):
            finished: list[tuple[str, str]] = []
            for _ in range(FINISHED_TABLES + 1):
                await ann.open_table("rat-a-tat-cat", options={"players": 2, "tiny": True}, bots=1)
                await ann.connect()
                await ann.start()
                await ann.hear("standing")
                await play_out(ann, random.Random(1))
                finished.insert(0, (ann.code, "over"))
                await ann.cut()
                ann.games.clear()
            waiting = (await ann.open_table("cattitude"))["code"]
            expected = [(waiting, "waiting"), *finished[:FINISHED_TABLES]]
            assert await own(ann, len(expected)) == expected

    asyncio.run(asyncio.wait_for(story(), 120))
