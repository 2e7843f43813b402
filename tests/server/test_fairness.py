"""Commit, contribute, reveal: games at a real server verify, and forgeries fail."""

import asyncio
import hashlib
import json
import random
import re
import secrets
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from player import Device, devices, play_out
from served import Served

from purrlor.cli.main import main
from purrlor.server.entries import (
    GameStarted,
    SeatTaken,
    TableClosed,
    decode_entry,
    encode_entry,
)
from purrlor.server.history import record_of_game
from purrlor.server.stores import Line, open_store
from purrlor.server.table.fold import apply
from purrlor.server.table.starting import new_game
from purrlor.server.table.state import Table, TableRefused

DOCUMENT = Path(__file__).parents[2] / "docs" / "fairness.md"
QUICK: dict[str, Any] = {"game": "rat-a-tat-cat", "options": {"players": 2, "rounds": 1}}


def sha(text: str) -> str:
    return hashlib.sha256(bytes.fromhex(text)).hexdigest()


async def sit(ann: Device, bob: Device, nonces: list[str]) -> None:
    """Two people commit to their nonces: one in sitting down, one over the socket."""
    await ann.open_table(**QUICK, commitment=sha(nonces[0]))
    await bob.join(ann.code, "Bob")
    for device in (ann, bob):
        await device.connect()
    assert (await commit(bob, 1, nonces[1]))["type"] == "done"


async def commit(device: Device, seat: int, nonce: str) -> Any:
    await device.send({"type": "commit", "id": nonce[:8], "seat": seat, "commitment": sha(nonce)})
    return await device.answer(nonce[:8])


async def reveal(device: Device, seat: int, nonce: str) -> Any:
    await device.send({"type": "reveal", "id": nonce[8:16], "seat": seat, "nonce": nonce})
    return await device.answer(nonce[8:16])


async def begin(ann: Device, bob: Device, seat: int, nonces: list[str]) -> None:
    """Ann calls the start and shows her nonce; Bob shows his when he is asked."""

    call = asyncio.create_task(ann.post(f"/tables/{ann.code}/start", {"nonces": [nonces[0]]}))
    while not bob.table["is_starting"]:
        await bob.hear("table")
    assert nonces[0] not in json.dumps(bob.received), "a nonce was shown before all were"
    assert (await reveal(bob, seat, nonces[1]))["type"] == "done"
    assert (await call)["phase"] == "playing"


async def play(ann: Device, bob: Device, number: int) -> dict[str, Any]:
    """Two at random, to the end; return the record."""

    chance = random.Random(number)
    for device in (ann, bob):
        while not device.games or next(iter(device.games.values()))["game"] != number:
            await device.next()
    await asyncio.gather(play_out(ann, chance), play_out(bob, chance))
    found: dict[str, Any] = await ann.get(f"/tables/{ann.code}/games/{number}/record")
    return found


@pytest.fixture(scope="module")
def records(server: Served) -> list[dict[str, Any]]:
    """An honest game and its rematch, played at a real server."""

    found: list[dict[str, Any]] = []

    async def story() -> None:
        async with devices(server.url, 2) as (ann, bob):
            nonces = [secrets.token_hex(32) for _ in range(4)]
            await sit(ann, bob, nonces)
            before = await ann.get(f"/tables/{ann.code}")
            assert [seat["commitment"] for seat in before["seats"]] == [sha(n) for n in nonces[:2]]
            await begin(ann, bob, 1, nonces[:2])
            during = await ann.get(f"/tables/{ann.code}")
            assert during["seal"]["commitment"] == before["commitment"]
            assert during["seal"]["nonces"] == nonces[:2]
            found.append(await play(ann, bob, 1))
            seed = found[0]["fairness"]["seed"]
            assert sha(seed) == before["commitment"]
            frames = "".join(ann.received + bob.received) + json.dumps([before, during])
            assert seed not in frames, "the seed was shown before the end"
            assert (await commit(ann, ann.seats[0], nonces[2]))["type"] == "done"
            assert (await commit(bob, bob.seats[0], nonces[3]))["type"] == "done"
            ann.games.clear()  # the seats rotate
            bob.games.clear()
            await begin(ann, bob, bob.seats[0], nonces[2:])
            found.append(await play(ann, bob, 2))
            assert found[1]["fairness"]["commitment"] == during["commitment"]
            assert found[1]["fairness"]["nonces"] == [nonces[3], nonces[2]]

    asyncio.run(asyncio.wait_for(story(), 300))
    return found


def verify(record: dict[str, Any], folder: Path, *words: str) -> tuple[int, str]:
    file = folder / "game.json"
    file.write_text(json.dumps(record))
    result = CliRunner().invoke(main, ["verify", str(file), *words])
    return result.exit_code, " ".join(result.output.split())


def test_honest_games_verify(records: list[dict[str, Any]], tmp_path: Path) -> None:
    for record in records:
        code, text = verify(record, tmp_path, "--commitment", record["fairness"]["commitment"])
        assert code == 0, text
        assert text.count("✓") == 5
        assert text.endswith("from the deal to the end, but not who made the moves.")


def test_rematch_uses_a_new_seed_and_new_nonces(records: list[dict[str, Any]]) -> None:
    first, second = (record["fairness"] for record in records)
    assert first["seed"] != second["seed"]
    assert not set(first["nonces"]) & set(second["nonces"])
    assert records[0]["key"] != records[1]["key"]


def other(text: str) -> str:
    return ("1" if text[0] == "0" else "0") + text[1:]


def forged(record: dict[str, Any], what: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(record))
    fairness = found["fairness"]
    if what == "seed":
        fairness["seed"] = other(fairness["seed"])
    elif what == "seed and its commitment":
        fairness["seed"] = other(fairness["seed"])
        fairness["commitment"] = sha(fairness["seed"])
    elif what == "nonce":
        fairness["nonces"][1] = other(fairness["nonces"][1])
    elif what == "nonce left out":
        fairness["nonces"][1] = ""
    elif what == "number":
        fairness["number"] += 1
    elif what == "key":
        found["key"] = other(found["key"])
    elif what == "action":
        found["steps"][3]["digest"] = other(found["steps"][3]["digest"])
    elif what == "deal":
        found["opening_digest"] = other(found["opening_digest"])
    elif what == "bot":
        fairness["bots"] = [1]
    elif what == "fairness":
        found["fairness"] = None
    elif what == "hex":
        fairness["nonces"][0] = "zz"
    return found


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        ("seed", "The seed does not fit"),
        ("seed and its commitment", "The key does not fit"),
        ("nonce", "The nonce of seat 1 (Bob) does not fit"),
        ("nonce left out", "The key does not fit"),
        ("number", "The key does not fit"),
        ("key", "The key does not fit"),
        ("action", "Step 4 differs"),
        ("deal", "The deal differs"),
        ("bot", "There is a share from seat 1 (Bob), a bot"),
        ("fairness", "nobody committed to anything"),
        ("hex", "64 hex digits"),
    ],
)
def test_forgeries_fail(
    records: list[dict[str, Any]], tmp_path: Path, what: str, sentence: str
) -> None:
    code, text = verify(forged(records[0], what), tmp_path)
    text = re.sub(r" ?│ ?", " ", text)  # the frame around an error
    assert code == 2
    assert sentence in " ".join(text.split())
    assert "Verified" not in text


def test_another_commitment_than_the_one_seen(
    records: list[dict[str, Any]], tmp_path: Path
) -> None:
    code, text = verify(records[0], tmp_path, "--commitment", "0" * 64)
    assert code == 2
    assert "The commitment you saw" in text


def test_own_nonce_is_in_the_record(records: list[dict[str, Any]], tmp_path: Path) -> None:
    nonces = records[0]["fairness"]["nonces"]
    code, text = verify(records[0], tmp_path, "--nonce", nonces[0], "--nonce", nonces[1])
    assert code == 0, text
    assert "Your nonce is in the record, at seat 1." in text
    assert "Not checked" not in text
    code, text = verify(records[0], tmp_path, "--nonce", "0" * 64)
    assert code == 2
    assert "it was left out" in text


def note_of(record: dict[str, Any]) -> dict[str, Any]:
    """What Ann's browser would have noted."""
    found = {
        name: record["fairness"][name] for name in ("table", "number", "commitment", "commitments")
    }
    return found | {"nonces": [record["fairness"]["nonces"][0], ""]}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({}, "those that were noted before"),
        ({"commitments": [], "nonces": []}, "the device showed no nonce in this game"),
        ({"commitments": ["0" * 64, "1" * 64]}, "one was made up afterwards"),
        ({"commitment": "0" * 64}, "the seed was exchanged"),
        ({"nonces": ["0" * 64, ""]}, "it was left out"),
        ({"number": 7}, "The note is of game 7"),
        ({"cards": 1}, "This is not a note of a game"),
    ],
)
def test_note_of_a_browser_is_compared(
    records: list[dict[str, Any]], tmp_path: Path, words: dict[str, Any], sentence: str
) -> None:
    (tmp_path / "note.json").write_text(json.dumps(note_of(records[0]) | words))
    code, text = verify(records[0], tmp_path, "--note", str(tmp_path / "note.json"))
    is_good = words in ({}, {"commitments": [], "nonces": []})
    assert (code, "Verified:" in text) == ((0, True) if is_good else (2, False))
    assert sentence in " ".join(re.sub(r" ?│ ?", " ", text).split())


def test_script_of_the_document_finds_the_same(
    records: list[dict[str, Any]], tmp_path: Path
) -> None:
    page = DOCUMENT.read_text(encoding="utf-8")
    script = re.search(r"```python check.py\n(.*?)```", page, re.DOTALL)
    assert script is not None
    assert len(script[1].splitlines()) <= 30
    (tmp_path / "check.py").write_text(script[1])

    def run(record: dict[str, Any]) -> subprocess.CompletedProcess[str]:
        (tmp_path / "game.json").write_text(json.dumps(record))
        command = [sys.executable, "-I", "-S", "check.py", "game.json"]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    honest = run(records[1])
    assert (honest.returncode, honest.stdout.splitlines()[-1]) == (0, "fair"), honest.stderr
    for what in ("seed", "nonce", "number", "key", "seed and its commitment"):
        assert run(forged(records[1], what)).returncode == 1, what


def test_missing_nonce_calls_the_start_off(serve: Callable[..., Served]) -> None:

    served = serve("--nonce-seconds", "1")

    async def story() -> None:
        async with devices(served.url, 2) as (ann, bob):
            nonces = [secrets.token_hex(32) for _ in range(3)]
            await sit(ann, bob, nonces)
            start = f"/tables/{ann.code}/start"
            refused = await ann.post(start, {"nonces": [nonces[0]]}, status=409)
            assert refused["reason"] == "nonces_missing"
            assert refused["words"] == {"names": "Bob"}
            assert "no answer from the device of Bob" in refused["sentence"]
            table = await ann.get(f"/tables/{ann.code}")
            assert (table["phase"], table["missing"]) == ("waiting", [1])
            assert table["seats"][0]["commitment"] == "", "a nonce that was shown is used up"
            assert table["seats"][1]["commitment"] == sha(nonces[1])
            late = await reveal(bob, 1, nonces[1])
            assert late["reason"] == "nonce_not_asked"
            assert (await commit(ann, 0, nonces[2]))["type"] == "done"
            body = {"nonces": [nonces[2]], "is_without_missing": True}
            assert (await ann.post(start, body))["phase"] == "playing"
            record = await play(ann, bob, 1)
            fairness = record["fairness"]
            assert fairness["nonces"] == [nonces[2], ""]
            assert fairness["commitments"] == [sha(nonces[2]), sha(nonces[1])]
            assert fairness["cancelled_starts"] == 1
            code, text = verify(record, served.folder)
            assert code == 0, text
            assert "No nonce from seat 1 (Bob): it had committed" in text
            assert "called 1 times before" in text

    asyncio.run(asyncio.wait_for(story(), 300))


def test_start_waits_for_devices_that_commit(serve: Callable[..., Served]) -> None:
    """A rematch is called before everybody has committed anew: the deal waits for them, in vain."""

    served = serve("--nonce-seconds", "3")

    async def story() -> None:
        async with devices(served.url, 2) as (ann, bob):
            nonces = [secrets.token_hex(32) for _ in range(4)]
            await sit(ann, bob, nonces)
            await begin(ann, bob, 1, nonces[:2])
            await play(ann, bob, 1)
            start, seat = f"/tables/{ann.code}/start", bob.seats[0]
            assert (await commit(ann, ann.seats[0], nonces[2]))["type"] == "done"
            refused = await ann.post(start, {"nonces": [nonces[2]]}, status=409)
            assert (refused["reason"], refused["words"]) == ("nonces_missing", {"names": "Bob"})
            table = await ann.get(f"/tables/{ann.code}")
            assert (table["missing"], table["number"]) == ([seat], 1)
            assert table["seats"][ann.seats[0]]["commitment"] == sha(nonces[2]), "none was shown"
            call = asyncio.create_task(ann.post(start, {"nonces": [nonces[2]]}))
            await asyncio.sleep(0.3)
            assert not call.done()
            assert (await commit(bob, seat, nonces[3]))["type"] == "done"
            while not bob.table["is_starting"]:
                await bob.hear("table")
            assert bob.table["missing"] == []
            assert (await reveal(bob, seat, nonces[3]))["type"] == "done"
            assert (await call)["seal"]["nonces"] == [nonces[3], nonces[2]]

    asyncio.run(asyncio.wait_for(story(), 300))


def test_host_begins_without_a_device_that_does_not_commit(serve: Callable[..., Served]) -> None:
    served = serve("--nonce-seconds", "1")

    async def story() -> None:
        async with devices(served.url, 2) as (ann, bob):
            nonces = [secrets.token_hex(32) for _ in range(3)]
            await sit(ann, bob, nonces)
            await begin(ann, bob, 1, nonces[:2])
            await play(ann, bob, 1)
            assert (await commit(ann, ann.seats[0], nonces[2]))["type"] == "done"
            ann.games.clear()
            bob.games.clear()
            body = {"nonces": [nonces[2]], "is_without_missing": True}
            await ann.post(f"/tables/{ann.code}/start", body)
            code, text = verify(await play(ann, bob, 2), served.folder)
            assert code == 0, text
            assert "No nonce from seat 0 (Bob): a device that did not commit." in text

    asyncio.run(asyncio.wait_for(story(), 300))


def test_claiming_device_commits_at_once(people: Callable[..., None]) -> None:
    async def story(ann: Device, phone: Device) -> None:
        nonces = [secrets.token_hex(32) for _ in range(2)]
        words = {"commitment": sha(nonces[0]), "bots": 1, **QUICK}
        token = (await ann.open_table(**words))["token"]
        claim = {"token": token, "commitment": sha(nonces[1])}
        claimed = await phone.post(f"/tables/{ann.code}/claim", claim)
        assert claimed["table"]["seats"][0]["commitment"] == sha(nonces[1])
        started = await phone.post(f"/tables/{ann.code}/start", {"nonces": [nonces[1]]})
        assert started["seal"]["nonces"] == [nonces[1], ""]

    people(2, story)


def test_abandoned_game_reveals_its_seed(serve: Callable[..., Served]) -> None:
    """A table that is closed in the middle of a game gives its record, which verifies."""
    served = serve()

    async def story() -> tuple[str, str]:
        async with devices(served.url, 2) as (ann, bob):
            nonces = [secrets.token_hex(32) for _ in range(2)]
            await sit(ann, bob, nonces)
            await begin(ann, bob, 1, nonces)
            await ann.get(f"/tables/{ann.code}/games/1/record", status=409)
            return ann.code, nonces[0]

    code, nonce = asyncio.run(asyncio.wait_for(story(), 120))
    served.stop()

    async def close() -> bytes:
        store = open_store(f"sqlite:///{served.database}")
        try:
            head = await store.find(code)
            assert head is not None
            lines = await store.read(head.table_id)
            line = Line(len(lines) + 1, "c", -1, encode_entry(TableClosed()), lines[-1].at)
            return record_of_game([*lines, line], 1)
        finally:
            await store.close()

    record = json.loads(asyncio.run(close()))
    result, text = verify(record, served.folder, "--nonce", nonce)
    assert result == 1, text
    assert "it is not over" in text
    assert "Partly verified" in text
    assert "Verified" not in text


def test_key_must_be_made_of_seed_and_nonces() -> None:
    def table() -> Table:
        found = Table()
        for body in (
            {"type": "table_created", "code": "mika-ruto", "host": "d", "seed": "00" * 32, **QUICK},
            {"type": "seat_taken", "seat": 0, "nickname": "A", "device": "d", "claim": "c"},
            {"type": "bot_seated", "seat": 1, "level": "policy", "name": "Figaro"},
        ):
            apply(found, decode_entry(json.dumps(body)), 0.0)
        return found

    honest = new_game(table())
    apply(table(), honest, 0.0)
    chosen = GameStarted(number=1, key="11" * 32, next_seed=honest.next_seed, scheme=honest.scheme)
    with pytest.raises(TableRefused, match="not made of the seed"):
        apply(table(), chosen, 0.0)


def test_nonce_must_fit_and_commitments_stand(people: Callable[..., None]) -> None:
    async def story(ann: Device, bob: Device) -> None:

        nonces = [secrets.token_hex(32) for _ in range(3)]
        await sit(ann, bob, nonces)
        call = asyncio.create_task(ann.post(f"/tables/{ann.code}/start", {"nonces": [nonces[0]]}))
        while not bob.table["is_starting"]:
            await bob.hear("table")
        assert (await commit(bob, 1, nonces[2]))["reason"] == "commitment_stands"
        assert (await reveal(bob, 1, nonces[2]))["reason"] == "nonce_does_not_fit"
        assert (await reveal(bob, 1, nonces[1]))["type"] == "done"
        assert (await call)["phase"] == "playing"

    people(2, story)


def test_who_leaves_calls_the_start_off(people: Callable[..., None]) -> None:
    async def story(ann: Device, bob: Device) -> None:

        nonces = [secrets.token_hex(32) for _ in range(2)]
        await sit(ann, bob, nonces)
        call = asyncio.create_task(
            ann.post(f"/tables/{ann.code}/start", {"nonces": [nonces[0]]}, status=409)
        )
        while not bob.table["is_starting"]:
            await bob.hear("table")
        await bob.delete(f"/tables/{ann.code}/seats/1")
        assert (await call)["reason"] == "start_called_off"

    people(2, story)


def test_entries_of_older_logs_are_read() -> None:
    old = {"type": "seat_taken", "seat": 0, "nickname": "A", "device": "d", "claim": "c"}
    entry = decode_entry(json.dumps(old | {"contribution": "ab"}))
    assert isinstance(entry, SeatTaken)
    assert (entry.contribution, entry.commitment) == ("ab", "")
    started = decode_entry(b'{"type":"game_started","number":1,"key":"00","next_seed":"11"}')
    assert isinstance(started, GameStarted)
    assert (started.scheme, started.rules_version) == (0, 0)
