"""Logs that are damaged, newer than the server, or too long: refused with a sentence, by line."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from player import Device, devices, sit_down
from served import Served
from versions import served_by, turned_away

from purrlor.server.entries import LogRefused, Said, encode_entry
from purrlor.server.folding import Fold
from purrlor.server.stores import Line
from purrlor.server.stores.integrity import checksum

QUICK = {"players": 2, "rounds": 1}
NEWER = b'{"type":"cat_petted","seat":0}'


def tell(served: Served, story: Callable[[Device, Device], Awaitable[Any]]) -> None:
    async def run() -> None:
        async with devices(served.url, 2) as (ann, bob):
            await story(ann, bob)

    asyncio.run(asyncio.wait_for(run(), 180))


def change_lines(served: Served, body: bytes, seq: int, *, is_signed: bool) -> None:
    """Replace a line in the file of a server that is down, with its checksum or without."""
    with closing(sqlite3.connect(served.database)) as connection:
        (table_id, command_id, seat, at) = connection.execute(
            "SELECT id, command_id, seat, at FROM events JOIN tables ON number = table_number "
            "WHERE seq = ?",
            (seq,),
        ).fetchone()
        connection.execute("UPDATE events SET body = ? WHERE seq = ?", (body, seq))
        if is_signed:
            fitting = checksum(table_id, Line(seq, command_id, seat, body, at))
            connection.execute("UPDATE events SET checksum = ? WHERE seq = ?", (fitting, seq))
        connection.commit()


@pytest.mark.parametrize(
    ("body", "is_signed", "reason"),
    [
        (NEWER, True, "log_unreadable"),
        (b"\xff\xfe not JSON", True, "log_unreadable"),
        (NEWER, False, "log_damaged"),
        (encode_entry(Said(seat=9, text="Miaow")), True, "log_contradictory"),
    ],
    ids=["newer", "no JSON", "damaged", "contradictory"],
)
def test_table_whose_log_cannot_be_read(
    tmp_path: Path, body: bytes, is_signed: bool, reason: str
) -> None:
    """It is refused, the line is named, and everything else at the server goes on."""
    served = served_by(None, tmp_path / "server").start()

    async def before(ann: Device, bob: Device) -> None:
        await sit_down(ann, [bob], "rat-a-tat-cat", options=QUICK, is_listed=True)
        await ann.send({"type": "say", "id": "hello", "seat": 0, "text": "Hello"})
        assert (await ann.answer("hello"))["type"] == "done"
        codes.append(ann.code)

    async def after(ann: Device, bob: Device) -> None:
        ann.code = bob.code = codes[0]
        for path in ("", "/games/1/record", "/games/1/steps"):
            refused = await ann.get(f"/tables/{ann.code}{path}", status=409)
            assert (refused["reason"], refused["words"]["number"]) == (reason, number)
            assert f"Line {number} of this table's log" in refused["sentence"]
        why, code = await turned_away(bob)
        assert (why["reason"], code) == (reason, 1013)
        assert await ann.get("/tables") == []
        await ann.open_table("rat-a-tat-cat", options=QUICK)

    codes: list[str] = []
    tell(served, before)
    served.stop()
    with closing(sqlite3.connect(served.database)) as connection:
        (number,) = connection.execute("SELECT max(seq) FROM events").fetchone()
    change_lines(served, body, number, is_signed=is_signed)
    served.start()
    try:
        tell(served, after)
    finally:
        served.stop()
    assert "Traceback" not in served.log, served.log


def test_missing_line_is_named() -> None:
    with pytest.raises(LogRefused, match="Line 1 of this table's log is missing"):
        Fold().add(Line(2, "c", 0, NEWER, 1.0))


def test_device_fills_a_log_only_so_far(tmp_path: Path) -> None:
    """Its next line is refused, also after a restart; others go on, and it can still leave."""
    served = served_by(None, tmp_path / "server", "--lines-per-device", "100").start()

    async def say(device: Device, seat: int) -> Any:
        name = device.new_id()
        await device.send({"type": "react", "id": name, "seat": seat, "reaction": "purr"})
        return await device.answer(name)

    async def story(ann: Device, bob: Device) -> None:
        await ann.open_table("rat-a-tat-cat", options=QUICK)
        await bob.join(ann.code, "Bob")
        for device in (ann, bob):
            await device.connect()
        answers = [await say(bob, 1) for _ in range(101)]
        assert [one["type"] for one in answers[:99]] == ["done"] * 99  # and he sat down
        assert {one["reason"] for one in answers[99:]} == {"log_full"}
        assert (await say(ann, 0))["type"] == "done"
        await ann.cut()
        await bob.cut()
        await asyncio.to_thread(served.stop)
        await asyncio.to_thread(served.start)
        for device in (ann, bob):
            await device.connect()
        refused = await say(bob, 1)
        assert (refused["reason"], refused["words"]) == ("log_full", {"most": 100})
        assert (await say(ann, 0))["type"] == "done"
        await bob.delete(f"/tables/{ann.code}/seats/1")

    try:
        tell(served, story)
    finally:
        served.stop()
