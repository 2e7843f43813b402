"""What lies on the host's disk is not for other users of the machine."""

import os
import signal
import stat
import time
from collections.abc import Callable
from pathlib import Path

from served import Served

from purrlor.server.certificate import local_certificate
from purrlor.server.stores.sqlite import SQLiteStore


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_file_and_its_copies_are_for_their_owner_alone(serve: Callable[..., Served]) -> None:
    served = serve()
    os.kill(served.pid, signal.SIGUSR1)
    copy = served.database.with_name("purrlor.db.backup")
    until = time.monotonic() + 30
    while not copy.exists():
        assert time.monotonic() < until
        time.sleep(0.05)
    for path in served.database.parent.glob("purrlor.db*"):
        assert rights(path) == 0o600, path
    assert served.database.with_name("purrlor.db-wal").exists()


def test_file_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    path = tmp_path / "purrlor.db"
    SQLiteStore(str(path)).close_now()
    path.chmod(0o644)
    SQLiteStore(str(path)).close_now()
    assert rights(path) == 0o640
    folder = tmp_path / "new" / "folder"
    SQLiteStore(str(folder / "purrlor.db")).close_now()
    assert rights(folder) == 0o700


def test_key_of_the_certificate_is_for_its_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "tls"
    _, key = local_certificate(["127.0.0.1"], folder)
    assert (rights(folder), rights(key)) == (0o700, 0o600)
    key.chmod(0o644)
    local_certificate(["127.0.0.1"], folder)
    assert rights(key) == 0o600
