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
from purrlor.server.entries import SeatTaken, decode_entry

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
        assert text.endswith("Verified.")


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
    assert started.scheme == 0
