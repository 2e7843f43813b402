"""The contract of every store."""

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from databases import Postgres

from purrlor.server.entries import LogRefused
from purrlor.server.stores import (
    Access,
    Conflict,
    FinishedGame,
    Glance,
    Head,
    Line,
    Store,
    StoreFailed,
    open_store,
)

Story = Callable[[Store], Awaitable[Any]]


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'purrlor.db'}"
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.new_database()


def run(url: str, story: Story) -> Any:
    """Tell a story with a store, opened for it and closed after it."""

    async def tell() -> Any:
        store = open_store(url)
        try:
            return await story(store)
        finally:
            await store.close()

    return asyncio.run(tell())


def head(number: int = 1, **words: Any) -> Head:
    defaults: dict[str, Any] = {
        "table_id": f"t{number}",
        "code": f"code-{number}",
        "game": "cattitude",
        "phase": "waiting",
        "is_listed": False,
        "due_at": None,
    }
    return Head(**defaults | words)


def line(seq: int, command_id: str = "", seat: int = 0) -> Line:
    return Line(seq, command_id or f"c{seq}", seat, b'{"n":%d}' % seq, 100.0 + seq)


def game(number: int, table: str = "t1") -> FinishedGame:
    return FinishedGame(
        table_id=table,
        code="code-1",
        number=number,
        game="cattitude",
        started_at=1.0,
        finished_at=2.0 + number,
        names=["Ann", "Biscuit"],
        bots=[False, True],
        places=[1, 2],
        points=[30, 20],
        reason="rounds played",
        steps=40,
    )


def test_log_is_kept_in_order_across_runs(url: str) -> None:
    async def write(store: Store) -> None:
        await store.create(head(), line(1))
        for seq in range(2, 30):
            await store.append("t1", line(seq), None)

    async def read(store: Store) -> list[Line]:
        assert await store.read("t2") == []
        assert await store.read("t1", 25) == [line(seq) for seq in range(26, 30)]
        return await store.read("t1")

    run(url, write)
    assert run(url, read) == [line(seq) for seq in range(1, 30)]


def test_number_is_taken_once(url: str) -> None:
    async def story(store: Store) -> list[Line]:
        await store.create(head(), line(1))
        await store.append("t1", line(2, "first"), None)
        with pytest.raises(Conflict):
            await store.append("t1", line(2, "second"), head(phase="closed"))
        found = await store.find("code-1")
        assert found is not None
        assert found.phase == "waiting"
        return await store.read("t1")

    assert [one.command_id for one in run(url, story)] == ["c1", "first"]


def test_line_of_a_table_that_is_not_there(url: str) -> None:
    async def story(store: Store) -> None:
        await store.create(head(), line(1))
        with pytest.raises(Conflict):
            await store.append("t2", line(1), None)

    run(url, story)


def test_code_is_given_once(url: str) -> None:
    async def story(store: Store) -> None:
        await store.create(head(1), line(1))
        with pytest.raises(Conflict):
            await store.create(head(2, code="code-1"), line(1))
        assert await store.read("t2") == []

    run(url, story)


def test_many_writers_at_once(url: str) -> None:
    """Of each number one writer wins; those who lose leave nothing."""

    async def story(store: Store) -> None:
        await asyncio.gather(*(store.create(head(n), line(1)) for n in range(20)))
        attempts = [
            store.append(f"t{n}", line(seq, f"{seq}-{writer}"), None)
            for seq in range(2, 12)
            for n in range(20)
            for writer in range(3)
        ]
        results = await asyncio.gather(*attempts, return_exceptions=True)
        assert sum(isinstance(result, Conflict) for result in results) == 10 * 20 * 2
        for n in range(20):
            lines = await store.read(f"t{n}")
            assert [one.seq for one in lines] == list(range(1, 12))

    run(url, story)


def test_heads(url: str) -> None:
    async def story(store: Store) -> None:
        await store.create(head(1, is_listed=True), line(1))
        await store.create(head(2), line(1))
        assert [one.code for one in await store.listed()] == ["code-1"]
        assert await store.due() == []
        await store.append("t2", line(2), head(2, is_listed=True, due_at=5.0, phase="playing"))
        assert [one.code for one in await store.listed()] == ["code-2", "code-1"]
        assert [(one.code, one.due_at) for one in await store.due()] == [("code-2", 5.0)]
        assert await store.due(before=5.0) == []
        assert await store.due(limit=0) == []
        assert len(await store.due(limit=1)) == 1
        assert [one.code for one in await store.idle(before=102.0)] == ["code-1"]
        await store.append("t1", line(2), head(1, is_listed=True, phase="closed"))
        assert [one.code for one in await store.listed()] == ["code-2"]
        assert await store.find("code-3") is None

    run(url, story)


def test_finished_games(url: str) -> None:
    async def story(store: Store) -> None:
        await store.create(head(1), line(1))
        for number in range(1, 4):
            await store.keep_game(game(number), ["ann", "", "ann"] if number < 3 else ["bob"])
        await store.keep_game(game(1), ["ann"])
        assert [one.number for one in await store.games_of("ann", 50)] == [2, 1]
        assert [one.number for one in await store.games_of("ann", 1)] == [2]
        assert await store.games_of("eve", 50) == []
        games = await store.games()
        assert [one.number for one in games] == [1, 2, 3]
        assert await store.games(after=("t1", 1)) == games[1:]
        assert await store.games(after=("t1", 3)) == []

    run(url, story)


def test_record_is_kept_byte_for_byte(url: str) -> None:
    """The first one stays, whatever a later server would make of the same game."""

    async def story(store: Store) -> None:
        await store.create(head(1), line(1))
        assert await store.record("t1", 1) is None
        await store.keep_record("t1", 1, b'{ "of":  "then" }')
        await store.keep_record("t1", 1, b'{"of":"now"}')
        assert await store.record("t1", 1) == b'{ "of":  "then" }'
        assert await store.record("t1", 2) is None
        await store.append("t1", line(2), head(1, phase="closed"))
        assert await store.forget_tables(before=105.0) == 1
        assert await store.record("t1", 1) is None

    run(url, story)


def test_who_may_read_a_finished_game(url: str) -> None:
    async def story(store: Store) -> None:
        await store.create(head(1), line(1))
        listed = msgspec.structs.replace(game(2), is_listed=True)
        await store.keep_game(game(1), ["ann", "bob"])
        await store.keep_game(listed, ["bob"])
        assert await store.read_access("t1", 1, "ann") == Access(False, True)
        assert await store.read_access("t1", 1, "eve") == Access(False, False)
        assert await store.read_access("t1", 2, "ann") == Access(True, False)
        assert await store.read_access("t1", 3, "ann") is None

    run(url, story)


def test_time_of_a_line_comes_back_bit_for_bit(url: str) -> None:
    times = [1763455555.123, 0.1 + 0.2, 1e9 / 3, 1763455555.0000002]
    lines = [Line(n, f"c{n}", 0, b"{}", at) for n, at in enumerate(times, 1)]

    async def story(store: Store) -> list[Line]:
        await store.create(head(1), lines[0])
        for one in lines[1:]:
            await store.append("t1", one, None)
        return await store.read("t1")

    assert run(url, story) == lines


ALTERED = [
    ("events SET body = 'xx'", "body"),
    ("events SET at = at + 0.001", "at"),
    ("events SET seat = 1", "seat"),
    ("events SET command_id = 'x'", "command"),
    ("events SET checksum = checksum + 1", "checksum"),
]


@pytest.mark.parametrize(
    "change", [change for change, _ in ALTERED], ids=[one for _, one in ALTERED]
)
def test_line_that_was_altered_is_named(
    url: str, change: str, request: pytest.FixtureRequest
) -> None:
    async def write(store: Store) -> None:
        await store.create(head(1), line(1))
        for seq in (2, 3, 4):
            await store.append("t1", line(seq), None)

    async def read(store: Store) -> None:
        assert await store.read("t1", 3) == [line(4)]
        with pytest.raises(LogRefused, match="Line 3 of this table's log is damaged"):
            await store.read("t1")

    run(url, write)
    if url.startswith("sqlite"):
        statement = change.replace("'xx'", "CAST('xx' AS BLOB)")
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as connection:
            connection.execute(f"UPDATE {statement} WHERE seq = 3")
            connection.commit()
    else:
        postgres: Postgres = request.getfixturevalue("postgres")
        postgres.query(f"UPDATE purrlor.{change} WHERE seq = 3", url)
    run(url, read)


def test_every_flipped_bit_of_a_line_is_found(tmp_path: Path) -> None:
    """Bit by bit in the file, wherever the line's bytes lie: found and named, or harmless."""
    path, body = tmp_path / "purrlor.db", b'{"type":"said","seat":0,"text":"Miaow"}'
    url = f"sqlite:///{path}"
    lines = [Line(n, f"command-{n}", 0, body, 1763455555.125 + n) for n in (1, 2, 3)]

    async def write(store: Store) -> None:
        await store.create(head(1), lines[0])
        for one in lines[1:]:
            await store.append("t1", one, None)

    async def read(store: Store) -> list[Line]:
        return await store.read("t1")

    run(url, write)
    good = path.read_bytes()
    begin = good.index(b"command-2")
    found = 0
    for bit in range(8 * begin, 8 * (begin + len(b"command-2") + len(body) + 8)):
        bad = bytearray(good)
        bad[bit // 8] ^= 1 << bit % 8
        path.write_bytes(bad)
        with pytest.raises(LogRefused, match="Line 2 of this table's log is damaged"):
            run(url, read)
        found += 1
    assert found == 8 * 56
    path.write_bytes(good)
    assert run(url, read) == lines


def test_key_of_a_store_stays_the_same(url: str) -> None:
    """For all servers that share it, and after a restart."""
    keys: list[bytes] = []

    async def story(store: Store) -> None:
        keys.extend(await asyncio.gather(store.key(), store.key()))

    for _ in range(2):
        run(url, story)
    assert len(keys) == 4
    assert len({*keys}) == 1
    assert len(keys[0]) == 32


def test_device_is_forgotten(url: str) -> None:
    async def story(store: Store) -> None:
        for number in (1, 2, 3):
            await store.create(head(number), line(1))
        for device, table in (("ann", "t1"), ("ann", "t1"), ("ann", "t3"), ("bob", "t1")):
            await store.note_seat(device, table)
        await store.keep_game(game(1), ["ann", "bob"])
        assert [one.table_id for one in await store.tables_of("ann")] == ["t1", "t3"]
        assert [one.number for one in await store.games_of("ann", 50)] == [1]
        await store.forget_device("ann")
        assert await store.tables_of("ann") == []
        assert await store.games_of("ann", 50) == []
        assert [one.table_id for one in await store.tables_of("bob")] == ["t1"]
        assert [one.number for one in await store.games_of("bob", 50)] == [1]

    run(url, story)


def test_log_is_rewritten(url: str) -> None:
    async def story(store: Store) -> None:
        for number in (1, 2):
            await store.create(head(number), line(1))
            await store.append(f"t{number}", line(2), None)
            for n in (1, 2):
                await store.keep_game(game(n, f"t{number}"), ["bob"])
        await store.keep_record("t1", 1, b"old")
        new = msgspec.structs.replace(line(2), body=b'{"n":"new"}')
        await store.rewrite("t1", [new], {1: ["Somebody", "Zoë"]}, {1: b"renamed", 2: b"none"})
        assert (await store.record("t1", 1), await store.record("t1", 2)) == (b"renamed", None)
        assert [one.body for one in await store.read("t1")] == [b'{"n":1}', b'{"n":"new"}']
        assert await store.read("t2") == [line(1), line(2)]
        names = {(one.table_id, one.number): one.names for one in await store.games()}
        assert names.pop(("t1", 1)) == ["Somebody", "Zoë"]
        assert list(names.values()) == [["Ann", "Biscuit"]] * 3
        await store.rewrite("t1", [], {}, {})

    run(url, story)


def test_old_tables_are_forgotten(url: str) -> None:
    """Closed ones, with their logs, games and people; the code can be given again."""

    async def story(store: Store) -> None:
        for number in (1, 2, 3):
            await store.create(head(number), line(1))
            await store.keep_game(game(1, f"t{number}"), ["ann"])
        await store.append("t1", line(2), head(1, phase="closed"))
        await store.append("t2", line(9), head(2, phase="closed"))
        assert await store.forget_tables(before=105.0) == 1
        assert await store.forget_tables(before=105.0) == 0
        assert await store.find("code-1") is None
        assert await store.read("t1") == []
        assert {one.table_id for one in await store.games()} == {"t2", "t3"}
        assert len(await store.games_of("ann", 50)) == 2
        assert [one.table_id for one in await store.tables_of("ann")] == ["t2", "t3"]
        assert len(await store.read("t2")) == 2
        await store.create(head(1), line(1))

    run(url, story)


def test_heartbeat(url: str) -> None:
    async def first(store: Store) -> None:
        assert (await store.pulse()).last_beat is None
        await store.beat("a")
        await store.beat("b")

    async def second(store: Store) -> None:
        pulse = await store.pulse()
        assert pulse.last_beat is not None
        assert 0 <= pulse.now - pulse.last_beat < 30
        assert abs(pulse.now - time.time()) < 5

    run(url, first)
    run(url, second)


def test_other_servers(url: str) -> None:
    """Which of them run, and whether each is heard at once; a file has one server."""

    async def story(store: Store) -> None:
        await store.beat("a")
        await store.beat("b", is_heard=True)
        await store.beat("c", is_heard=True)
        await store.beat("c", is_heard=False)
        others = await store.others("a")
        assert others == ({"b": True, "c": False} if store.is_shared else {})

    run(url, story)


def test_people_at_other_servers(url: str) -> None:
    async def story(store: Store) -> None:
        for number in (1, 2):
            await store.create(head(number), line(1))
        await store.append("t2", line(2), None)
        for node in ("a", "b"):
            await store.beat(node)
        await store.note_people("t1", "a", ["ann"])
        await store.note_people("t1", "b", ["bob", "cat"])
        await store.note_people("t2", "a", ["ann"])
        await store.note_people("t2", "a", [])
        asked = ["t1", "t2", "t3"]
        assert await store.look("a", asked) == {
            "t1": Glance(1, {"b": ["bob", "cat"]}),
            "t2": Glance(2, {}),
        }
        assert (await store.look("b", asked))["t1"].people == {"a": ["ann"]}

    run(url, story)


def test_closed_store_fails(url: str) -> None:
    async def story() -> None:
        store = open_store(url)
        await store.close()
        with pytest.raises(StoreFailed):
            await store.beat("a")
        await store.close()

    asyncio.run(story())
