"""A real disk without room: nothing is lost, readiness says so, and hosts are told what to do."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from player import Device, devices
from served import NotStarted, Served

from purrlor.server.stores.sqlite import SQLiteStore

RATS = {"players": 2, "rounds": 1}


def mount(folder: Path, options: str) -> None:
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        pytest.skip(f"a small disk needs the right to mount one: {done.stderr.strip()}")


@pytest.fixture
def disk() -> Iterator[Path]:
    """A disk of one MiB."""
    with tempfile.TemporaryDirectory() as name:
        mount(Path(name), "size=1m")
        yield Path(name)
        subprocess.run(["umount", "--lazy", name], check=True)


def fill(disk: Path) -> Path:
    """Leave no room."""
    ballast = disk / "ballast"
    with ballast.open("ab", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(512))
    return ballast


def readiness(served: Served, wanted: int) -> str:
    """Wait until readiness answers with a status; return its words."""
    until = time.monotonic() + 30
    while True:
        answer = httpx.get(f"{served.url}/health/ready", timeout=20)
        if answer.status_code == wanted:
            words: str = answer.json()["status"]
            return words
        assert time.monotonic() < until, answer.text
        time.sleep(0.1)


def served_on(disk: Path, tmp_path: Path) -> Served:
    served = Served(tmp_path, "--database", f"sqlite:///{disk}/purrlor.db")
    served.database = disk / "purrlor.db"
    return served


def test_server_without_room_says_so_and_goes_on_when_there_is(disk: Path, tmp_path: Path) -> None:
    served = served_on(disk, tmp_path).start()

    async def story() -> None:
        async with devices(served.url, 1) as (ann,):
            await ann.open_table("rat-a-tat-cat", options=RATS, bots=1)
            await ann.connect()
            await ann.start()
            before = await ann.hear("standing")
            ballast = fill(disk)
            assert "cannot be written" in await asyncio.to_thread(readiness, served, 503)
            assert served.metric("purrlor_store_writable") == 0
            assert served.metric('purrlor_store_failures_total{what="heartbeat"}') > 0
            assert httpx.get(f"{served.url}/health", timeout=20).status_code == 200
            refused = await ann.play(0, {"type": "ready"})
            assert refused["type"] == "refused"
            assert refused["reason"] == "store_failed"
            await ann.post("/tables", {"game": "rat-a-tat-cat", "nickname": "Ann"}, status=503)
            ballast.unlink()
            assert await asyncio.to_thread(readiness, served, 200) == "ready"
            assert served.metric("purrlor_store_writable") == 1
            await go_on(ann)
            assert ann.games[0]["number"] > before["number"]

    try:
        asyncio.run(asyncio.wait_for(story(), 120))
    finally:
        served.stop()
    assert "Traceback" not in served.log, served.log
    said = [json.loads(line) for line in served.log.splitlines() if line.startswith("{")]
    full = [one for one in said if one["message"] == "nothing can be kept"]
    assert len(full) == 1
    assert "make room on its disk" in full[0]["why"]
    assert [one for one in said if one["message"] == "all can be kept again"]


async def go_on(ann: Device) -> None:
    answer = await ann.play(0, {"type": "ready"})
    assert answer["type"] in ("step", "done"), answer


def test_bots_and_clocks_do_not_hammer_a_full_disk(disk: Path, tmp_path: Path) -> None:
    served = served_on(disk, tmp_path).start()

    async def story() -> None:
        async with devices(served.url, 1) as (ann,):
            await ann.open_table("rat-a-tat-cat", options=RATS, bots=1, clock={"decision": 3})
            await ann.connect()
            await ann.start()
            await ann.hear("standing")
            fill(disk)
            await asyncio.sleep(8)

    try:
        asyncio.run(asyncio.wait_for(story(), 120))
    finally:
        served.stop()
    assert 1 <= served.log.count("the store failed") < 80, served.log  # not fifty a second


def test_stop_without_room_is_in_good_order(disk: Path, tmp_path: Path) -> None:
    served = served_on(disk, tmp_path).start()
    ballast = fill(disk)
    readiness(served, 503)
    assert served.stop() == -signal.SIGTERM
    assert "Traceback" not in served.log, served.log
    ballast.unlink()
    served.start()
    assert readiness(served, 200) == "ready"
    served.stop()


def test_copy_that_finds_no_room_leaves_nothing(disk: Path, tmp_path: Path) -> None:
    served = served_on(disk, tmp_path).start()
    try:
        with (disk / "ballast").open("wb") as file:  # room for moves, but not for a copy
            while os.statvfs(disk).f_bavail > 12:
                file.write(bytes(4096))
                file.flush()
        os.kill(served.pid, signal.SIGUSR1)
        until = time.monotonic() + 30
        while "could not be copied" not in served.log:
            assert time.monotonic() < until, served.log
            time.sleep(0.05)
        assert not list(disk.glob("*.backup*"))
        assert "Traceback" not in served.log, served.log
        (disk / "ballast").unlink()
        os.kill(served.pid, signal.SIGUSR1)
        while not (disk / "purrlor.db.backup").exists():
            assert time.monotonic() < until, served.log
            time.sleep(0.05)
    finally:
        served.stop()


def refusal(*words: str, **environment: str) -> str:
    """Return the one sentence with which `purrlor serve` ends."""
    done = subprocess.run(
        [sys.executable, "-m", "purrlor", "serve", "--port", "0", *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={**os.environ, **environment},
    )
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr, done.stderr
    return " ".join(done.stderr.replace("\u2502", " ").split())


@pytest.mark.parametrize("is_new", [True, False], ids=["new file", "old file"])
def test_start_on_a_full_disk(disk: Path, is_new: bool) -> None:
    database = disk / "purrlor.db"
    if not is_new:
        SQLiteStore(str(database)).close_now()
    fill(disk)
    said = refusal("--database", f"sqlite:///{database}")
    assert "make room on its disk" in said


@pytest.mark.parametrize("is_new", [True, False], ids=["new file", "old file"])
def test_start_on_a_disk_that_is_only_read(disk: Path, is_new: bool) -> None:
    database = disk / "purrlor.db"
    if not is_new:
        SQLiteStore(str(database)).close_now()
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    said = refusal("--database", f"sqlite:///{database}")
    assert "let the server's user write" in said
    assert "damaged" not in said


def test_start_without_room_for_compiled_rules(disk: Path, tmp_path: Path) -> None:
    fill(disk)
    said = refusal("--database", f"sqlite:///{tmp_path}/purrlor.db", PURRLOR_CACHE=str(disk))
    assert "PURRLOR_CACHE" in said


def test_start_that_fails_late_is_one_sentence(disk: Path, tmp_path: Path) -> None:
    """There was room when it looked, and none when it began."""
    served = served_on(disk, tmp_path)
    SQLiteStore(str(served.database)).close_now()
    with (disk / "ballast").open("wb") as file:
        while os.statvfs(disk).f_bavail > 2:
            file.write(bytes(4096))
            file.flush()
    with pytest.raises(NotStarted):
        served.start()
    assert "make room on its disk" in served.log
    assert "Traceback" not in served.log, served.log
