"""What PostgreSQL alone can do to a store: restart, lose answers, belong to a newer server."""

import asyncio
from collections.abc import Iterator

import pytest
from databases import Postgres
from proxy import Proxy
from test_stores import head, line

from purrlor.core.refusals import Refusal
from purrlor.server.entries import LOG_VERSION
from purrlor.server.stores import StoreFailed, check_store, open_store
from purrlor.server.stores.postgres_schema import MIGRATIONS


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """One that a test may stop."""
    started = Postgres().start()
    yield started
    started.remove()


def test_database_of_a_newer_server_is_refused(postgres: Postgres) -> None:
    url = postgres.new_database()
    check_store(url)
    newer = len(MIGRATIONS) + 1
    postgres.query(f"UPDATE purrlor.version SET number = {newer}, oldest_schema = {newer}", url)
    with pytest.raises(Refusal, match=f"newer Purrlor.*for {newer} and later"):
        check_store(url)


def test_database_of_a_newer_server_that_leaves_us_in_is_used(postgres: Postgres) -> None:
    """It says that our version can use it, and stays as new as it is."""
    url = postgres.new_database()
    check_store(url)
    newer = (len(MIGRATIONS) + 1, len(MIGRATIONS), LOG_VERSION + 1, LOG_VERSION)
    names = ("number", "oldest_schema", "log", "oldest_log")
    pairs = ", ".join(f"{name} = {value}" for name, value in zip(names, newer, strict=True))
    postgres.query(f"UPDATE purrlor.version SET {pairs}", url)
    check_store(url)
    kept = postgres.query(f"SELECT {', '.join(names)} FROM purrlor.version", url)
    assert kept == "|".join(map(str, newer))


def test_database_with_logs_for_newer_servers_is_refused(postgres: Postgres) -> None:
    url = postgres.new_database()
    check_store(url)
    postgres.query(f"UPDATE purrlor.version SET log = 9, oldest_log = {LOG_VERSION + 1}", url)
    with pytest.raises(Refusal, match=r"log version 9.*this one knows"):
        check_store(url)


@pytest.mark.parametrize("version", range(1, len(MIGRATIONS)))
def test_database_of_an_older_server_is_brought_up_to_date(
    postgres: Postgres, version: int
) -> None:
    """Nothing of it is lost, and what came since works."""
    url = postgres.new_database()
    script = "".join(MIGRATIONS[:version])
    postgres.query(
        "CREATE SCHEMA purrlor; SET search_path TO purrlor; CREATE TABLE version (number INTEGER); "
        f"INSERT INTO version VALUES ({version}); {script} "
        "INSERT INTO tables (id, code, game, phase, is_listed, updated_at) "
        "VALUES ('t', 'mika-ruto', 'cattitude', 'playing', false, 7); "
        "INSERT INTO events VALUES (1, 1, 'c', 0, 'kept', 7)",
        url,
    )

    async def story() -> None:
        store = open_store(url)
        (kept,) = await store.read("t")
        assert (kept.seq, kept.command_id, kept.body) == (1, "c", b"kept")
        await store.beat("one", is_heard=True)
        assert await store.others("another") == {"one": True}
        await store.close()

    asyncio.run(story())
    assert postgres.query("SELECT number FROM purrlor.version", url) == str(len(MIGRATIONS))


@pytest.mark.parametrize("loss", ["DELETE FROM purrlor.version", "DROP TABLE purrlor.events"])
def test_damaged_database_is_refused(postgres: Postgres, loss: str) -> None:
    url = postgres.new_database()
    check_store(url)
    postgres.query(loss, url)
    with pytest.raises(Refusal, match="damaged or not ours"):
        check_store(url)


def test_database_that_is_not_there_is_refused(postgres: Postgres) -> None:
    with pytest.raises(Refusal, match="cannot be used"):
        check_store(postgres.url("dogs"))


def test_tables_of_others_in_the_database_are_let_be(postgres: Postgres) -> None:
    url = postgres.new_database()
    postgres.query("CREATE TABLE events (dog TEXT)", url)
    check_store(url)
    assert postgres.query("SELECT count(*) FROM events", url) == "0"


def test_two_servers_make_the_tables_once(postgres: Postgres) -> None:
    url = postgres.new_database()

    async def story() -> None:
        stores = [open_store(url) for _ in range(4)]
        await asyncio.gather(*(store.pulse() for store in stores))
        for store in stores:
            await store.close()

    asyncio.run(story())
    assert postgres.query("SELECT count(*) FROM purrlor.version", url) == "1"


def test_restart_is_waited_for(own_postgres: Postgres) -> None:
    url = own_postgres.new_database()

    async def story() -> None:
        store = open_store(url)
        await store.create(head(), line(1))
        for seq in range(2, 5):
            await asyncio.to_thread(own_postgres.crash if seq == 3 else own_postgres.stop)
            writing = asyncio.create_task(store.append("t1", line(seq), None))
            await asyncio.sleep(0.3)
            assert not writing.done()
            await asyncio.to_thread(own_postgres.start)
            await writing
        assert await store.read("t1") == [line(seq) for seq in range(1, 5)]
        await asyncio.to_thread(own_postgres.stop)
        with pytest.raises(StoreFailed, match="does not answer"):
            await store.append("t1", line(5), None)
        await store.close()

    asyncio.run(story())


def test_lost_acknowledgement_is_read_again(postgres: Postgres) -> None:
    """The line was written but the line to the server was cut before it could say so."""
    url = postgres.new_database()

    async def story() -> None:
        proxy = await Proxy(postgres.port).start()
        store = open_store(url.replace(str(postgres.port), str(proxy.port)))
        witness = open_store(url)
        await store.create(head(), line(1))
        await store.append("t1", line(2), None)  # now the statement is known there
        proxy.swallows_answers = True
        writing = asyncio.create_task(store.append("t1", line(3), None))
        while len(await witness.read("t1")) < 3:
            await asyncio.sleep(0.01)
        assert not writing.done()
        proxy.swallows_answers = False
        proxy.cut()
        await asyncio.wait_for(writing, 20)
        assert await witness.read("t1") == [line(1), line(2), line(3)]
        await store.close()
        await witness.close()
        await proxy.close()

    asyncio.run(asyncio.wait_for(story(), 60))
