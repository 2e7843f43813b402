"""Upgrades with games under way: other rules are refused, the same rules go on, proofs stay."""

import asyncio
import json
import random
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from databases import Postgres
from player import Device, devices, pick, play_out, sit_down
from served import Served
from versions import (
    NEXT,
    OTHER_DECK,
    OTHER_VERSION,
    REFACTORED,
    VERSION,
    copy_of,
    go_to,
    served_by,
    turned_away,
)
from websockets import ConnectionClosed

import purrlor

QUICK = {"players": 2, "rounds": 1}


@pytest.fixture(scope="module")
def other_version(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_of(tmp_path_factory.mktemp("other-version"), OTHER_VERSION | OTHER_DECK)


class Upgrade:
    """Two people who stay while servers of one version follow those of another."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.served: Served | None = None

    async def by(self, package: Path | None, *people: Device) -> Served:
        """Stop the server, and start another version on the same file."""
        await self.end(*people)
        self.served = await asyncio.to_thread(served_by(package, self.folder).start)
        for device in people:
            go_to(device, self.served)
        return self.served

    async def end(self, *people: Device) -> None:
        for device in people:
            await device.cut()
        if self.served is not None:
            await asyncio.to_thread(self.served.stop)
            assert "Traceback" not in self.served.log, self.served.log
            self.served = None


@pytest.fixture
def upgrade(tmp_path: Path) -> Callable[[Callable[..., Awaitable[Any]]], None]:
    """Tell a story: `upgrade(story)` with the servers and two devices."""

    def tell(story: Callable[..., Awaitable[Any]]) -> None:
        async def run() -> None:
            servers = Upgrade(tmp_path / "server")
            async with devices("http://127.0.0.1:1", 2) as (ann, bob):
                try:
                    await story(servers, ann, bob)
                finally:
                    await servers.end(ann, bob)

        asyncio.run(asyncio.wait_for(run(), 300))

    return tell


async def play_some(ann: Device, bob: Device, moves: int, seed: int = 1) -> None:
    """Play some moves, whoever's turn it is."""
    chance = random.Random(seed)
    for _ in range(moves):
        device = next((one for one in (ann, bob) if one.turns()), None)
        if device is None:
            await asyncio.gather(*(_drain(one) for one in (ann, bob)))
            continue
        seat = device.turns()[0]
        await device.play(seat, pick(chance, device.games[seat]["legal"]))
        await asyncio.gather(*(_drain(one) for one in (ann, bob)))


async def _drain(device: Device) -> None:
    """Take what is there to be read."""
    while True:
        try:
            await asyncio.wait_for(device.next(), 0.2)
        except TimeoutError:
            return


async def finish(ann: Device, bob: Device, seed: int = 2) -> None:
    chance = random.Random(seed)
    await asyncio.gather(play_out(ann, chance), play_out(bob, chance))


async def record_bytes(device: Device, number: int) -> bytes:
    answer = await device.http.get(f"/api/tables/{device.code}/games/{number}/record")
    assert answer.status_code == 200, answer.text
    return answer.content


def log_of(served: Served) -> list[dict[str, Any]]:
    """The entries of a log, of the one table in a file whose server is down."""
    with closing(sqlite3.connect(served.database)) as connection:
        rows = connection.execute("SELECT body FROM events ORDER BY seq").fetchall()
    return [json.loads(body) for (body,) in rows]


def test_log_says_by_which_rules_a_game_is_played(
    upgrade: Callable[..., None], other_version: Path
) -> None:
    """The version and a digest of its sources; positions are noted on the way and in the end."""

    async def story(servers: Upgrade, ann: Device, bob: Device) -> None:
        served = await servers.by(None, ann, bob)
        await sit_down(ann, [bob], "rat-a-tat-cat", options=QUICK)
        await finish(ann, bob)
        await servers.end(ann, bob)
        entries = log_of(served)
        (started,) = [one for one in entries if one["type"] == "game_started"]
        rules = purrlor.game("rat-a-tat-cat")
        assert (started["rules_version"], started["rules_digest"]) == (
            rules.rules_version,
            rules.rules_digest,
        )
        played = [one for one in entries if one["type"] == "played"]
        assert [one.get("is_last", False) for one in played] == [False] * (len(played) - 1) + [True]
        assert all(("digest" in one) == (n % 8 == 0) for n, one in enumerate(played[:-1], 1))
        assert (
            played[-1]["digest"]
            == json.loads(record := await kept(served, 1))["steps"][-1]["digest"]
        ), record

    async def kept(served: Served, number: int) -> bytes:
        with closing(sqlite3.connect(served.database)) as connection:
            (row,) = connection.execute("SELECT body FROM records WHERE number = ?", (number,))
        return bytes(row[0])

    upgrade(story)


def test_game_of_other_rules_is_refused_and_goes_on_with_its_own(
    upgrade: Callable[..., None], other_version: Path
) -> None:
    async def story(servers: Upgrade, ann: Device, bob: Device) -> None:
        await servers.by(None, ann, bob)
        await sit_down(ann, [bob], "rat-a-tat-cat", options=QUICK)
        await play_some(ann, bob, 6)
        seen = {seat: game["view"] for seat, game in (*ann.games.items(), *bob.games.items())}

        await servers.by(other_version, ann, bob)
        refused = await ann.get(f"/tables/{ann.code}", status=409)
        assert refused["reason"] == "other_rules"
        assert refused["words"] == {"title": "Rat-a-Tat Cat", "begun": VERSION, "here": NEXT}
        assert f"A server with version {VERSION} can go on with it" in refused["sentence"]
        for path in ("start", "bots", "claim"):
            body = {"claim": {"token": "x" * 43}, "bots": {}}.get(path)
            assert (await ann.post(f"/tables/{ann.code}/{path}", body, status=409))[
                "reason"
            ] == "other_rules"
        why, code = await turned_away(bob)
        assert (why["reason"], code) == ("other_rules", 1013)
        new = await ann.post("/tables", {"game": "rat-a-tat-cat", "nickname": "Ann", "bots": 1})
        await ann.post(f"/tables/{new['code']}/start")

        await servers.by(None, ann, bob)
        for device in (ann, bob):
            device.games.clear()
            await device.connect()
            await device.hear("standing")
        now = {seat: game["view"] for seat, game in (*ann.games.items(), *bob.games.items())}
        assert now == seen
        await finish(ann, bob)
        refused = await ann.get(f"/tables/{new['code']}", status=409)
        assert (refused["words"]["begun"], refused["words"]["here"]) == (NEXT, VERSION)

    upgrade(story)


def test_finished_games_stay_as_they_are_and_the_table_goes_on(
    upgrade: Callable[..., None], other_version: Path
) -> None:
    """The record of a game is served byte for byte by a server that could not make it."""

    async def story(servers: Upgrade, ann: Device, bob: Device) -> None:
        await servers.by(None, ann, bob)
        await sit_down(ann, [bob], "rat-a-tat-cat", options=QUICK)
        await finish(ann, bob)
        first = await record_bytes(ann, 1)

        await servers.by(other_version, ann, bob)
        assert await record_bytes(ann, 1) == first
        steps = await ann.get(f"/tables/{ann.code}/games/1/steps", status=409)
        assert steps["reason"] == "other_rules"
        for device in (ann, bob):
            device.games.clear()
            await device.connect()
        await ann.start()
        for device in (ann, bob):
            await device.hear("standing")
        await finish(ann, bob)
        second = await record_bytes(ann, 2)
        assert json.loads(second)["rules_version"] == NEXT

        await servers.by(None, ann, bob)
        assert (await record_bytes(ann, 1), await record_bytes(ann, 2)) == (first, second)
        assert (await ann.get(f"/tables/{ann.code}"))["phase"] == "waiting"
        served = servers.served
        await servers.end(ann, bob)
        assert served is not None
        started = [one for one in log_of(served) if one["type"] == "game_started"]
        assert [one["rules_version"] for one in started] == [VERSION, NEXT]

    upgrade(story)


def test_other_cards_under_the_same_version_are_noticed(
    upgrade: Callable[..., None], tmp_path: Path
) -> None:
    """Somebody changed the deck and forgot the version: the deal is not that of the log."""
    package = copy_of(tmp_path / "other-deck", OTHER_DECK)

    async def story(servers: Upgrade, ann: Device, bob: Device) -> None:
        await servers.by(None, ann, bob)
        await sit_down(ann, [bob], "rat-a-tat-cat", options=QUICK)
        await play_some(ann, bob, 2)
        await servers.by(package, ann, bob)
        refused = await ann.get(f"/tables/{ann.code}", status=409)
        assert refused["reason"] == "rules_differ"
        assert "deals other cards" in refused["sentence"]
        why, _ = await turned_away(bob)
        assert why["reason"] == "rules_differ"

    upgrade(story)


def test_same_rules_in_other_words_go_on(upgrade: Callable[..., None], tmp_path: Path) -> None:
    package = copy_of(tmp_path / "refactored", REFACTORED)

    async def story(servers: Upgrade, ann: Device, bob: Device) -> None:
        await servers.by(None, ann, bob)
        await sit_down(ann, [bob], "rat-a-tat-cat", options=QUICK)
        await play_some(ann, bob, 3)
        await servers.by(package, ann, bob)
        for device in (ann, bob):
            await device.reconnect()
        await finish(ann, bob)

    upgrade(story)


def test_servers_are_exchanged_one_after_the_other(
    postgres: Postgres, tmp_path: Path, other_version: Path
) -> None:
    """A game goes on at the server that has its rules; the next is dealt by the newer one."""
    shared = ("--database", postgres.new_database())
    old = served_by(None, tmp_path / "old", *shared).start()
    new = served_by(other_version, tmp_path / "new", *shared).start()

    async def story(ann: Device, bob: Device) -> None:
        await sit_down(ann, [bob], "rat-a-tat-cat", options=QUICK)
        await play_some(ann, bob, 4)
        answer = httpx.get(f"{new.url}/api/tables/{ann.code}")
        assert (answer.status_code, answer.json()["reason"]) == (409, "other_rules")
        await finish(ann, bob)
        first = await record_bytes(ann, 1)
        go_to(ann, new)
        assert await record_bytes(ann, 1) == first
        ann.games.clear()
        await ann.connect()
        await ann.start()
        await ann.hear("standing")
        with pytest.raises(ConnectionClosed):
            await bob.hear("nothing")
        assert bob.socket is not None
        assert bob.socket.close_code == 1013
        why, code = await turned_away(bob)
        assert (why["reason"], code) == ("other_rules", 1013)
        go_to(bob, new)
        bob.games.clear()
        await bob.connect()
        await bob.hear("standing")
        await asyncio.to_thread(old.stop)
        await finish(ann, bob)

    async def run() -> None:
        async with devices(old.url, 2) as (ann, bob):
            await story(ann, bob)

    try:
        asyncio.run(asyncio.wait_for(run(), 300))
    finally:
        old.stop()
        new.stop()
    for served in (old, new):
        assert "Traceback" not in served.log, served.log
