"""Signed moves: a record that the players did not play is found, at a real server."""

import asyncio
import copy
import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from player import Device, devices, pick
from served import Served
from signers import Signing

import purrlor
from purrlor.cli.main import main
from purrlor.server.history import record_of_match
from purrlor.server.signing import canonical

QUICK: dict[str, Any] = {"game": "rat-a-tat-cat", "options": {"players": 2, "rounds": 1}}
Changed = Callable[[dict[str, Any]], None]


class Played:
    """A game of Ann and Bob, each with a device that signs; and what their devices noted."""

    def __init__(self) -> None:
        self.record: dict[str, Any] = {}
        self.notes: list[dict[str, Any]] = []
        self.chains: list[str] = []
        """The head of Ann's chain, as the server told it when she came back."""


async def begin(ann: Device, bob: Device, signing: list[Signing], **words: Any) -> None:
    """Sit down, commit, and show nonces and keys: Ann with her call, Bob when he is asked."""
    await ann.open_table(**QUICK | words, commitment=signing[0].commitment)
    await bob.join(ann.code, "Bob", commitment=signing[1].commitment)
    for device in (ann, bob):
        await device.connect()
    body = {"nonces": [signing[0].nonce], "signers": [signing[0].signer]}
    call = asyncio.create_task(ann.post(f"/tables/{ann.code}/start", body))
    while not bob.table["is_starting"]:
        await bob.hear("table")
    reveal = {"type": "reveal", "id": "r", "seat": 1, "nonce": signing[1].nonce}
    await bob.send(reveal | {"signer": signing[1].signer})
    assert (await bob.answer("r"))["type"] == "done"
    await call
    for seat, device in enumerate((ann, bob)):
        await device.hear("standing")
        signing[seat].begin(device.table, seat)


async def play_signed(device: Device, seat: int, signing: Signing, chance: random.Random) -> None:
    while not device.is_over:
        if device.turns():
            legal = device.games[seat]["legal"]
            answer = await signing.play(device, seat, pick(chance, legal))
            assert answer["type"] != "refused", answer
        else:
            await device.next()


@pytest.fixture(scope="module")
def played(server: Served) -> Played:
    found = Played()

    async def story() -> None:
        signing, chance = [Signing(), Signing()], random.Random(3)
        async with devices(server.url, 2) as (ann, bob):
            await begin(ann, bob, signing)
            await asyncio.gather(
                play_signed(ann, 0, signing[0], chance), play_signed(bob, 1, signing[1], chance)
            )
            ann.games.clear()
            await ann.connect()
            found.chains.append((await ann.hear("standing"))["chain"])
            assert found.chains == [signing[0].head]
            assert signing[1].head not in json.dumps(ann.received)
            found.record = await ann.get(f"/tables/{ann.code}/games/1/record")
            fairness = found.record["fairness"]
            for seat in (0, 1):
                own = [signing[n].nonce if n == seat else "" for n in (0, 1)]
                words = ("table", "number", "commitment", "commitments")
                chain = {"count": signing[seat].count, "head": signing[seat].head}
                note = {name: fairness[name] for name in words}
                found.notes.append(note | {"nonces": own, "chains": {str(seat): chain}})

    asyncio.run(asyncio.wait_for(story(), 200))
    return found


def verify(record: dict[str, Any], folder: Path, note: dict[str, Any] | None = None) -> Any:
    (folder / "game.json").write_text(json.dumps(record))
    words = ["verify", str(folder / "game.json")]
    if note is not None:
        (folder / "note.json").write_text(json.dumps(note))
        words += ["--note", str(folder / "note.json")]
    result = CliRunner().invoke(main, words)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    plain = " ".join(re.sub(r" ?│ ?", " ", result.output).split())
    return result.exit_code, plain


def test_signed_game_is_verified(played: Played, tmp_path: Path) -> None:
    signed = played.record["fairness"]["signed"]
    for seat, name in enumerate(("Ann", "Bob")):
        own = [n for n, step in enumerate(played.record["steps"], 1) if step["seat"] == seat]
        assert signed[seat]["steps"] == own
        code, text = verify(played.record, tmp_path, played.notes[seat])
        assert code == 0, text
        assert f"The device of seat {seat} ({name}) signed {len(own)} of {len(own)} moves." in text
        assert f"All {len(own)} moves that the device of seat {seat} had acknowledged" in text
        assert "Options, names, bots and starts that were called off are those" in text
        assert text.endswith(
            "Not proven: the times of moves. Verified: the shuffle, the rules from the deal to the "
            "end, and the moves of everybody who played."
        )


def another_game(record: dict[str, Any]) -> dict[str, Any]:
    """A game that nobody played, made from the true key: it replays."""
    chance = random.Random(9)
    game = purrlor.game(record["game"])
    match = game.match(record["options"], record["key"], tuple(record["seats"]))
    while not match.is_over:
        seat = match.actors[0]
        match.play(seat, chance.choice(match.legal(seat)))
    found: dict[str, Any] = json.loads(record_of_match(match, record["fairness"]))
    return found


def test_game_that_nobody_played_is_found(played: Played, tmp_path: Path) -> None:
    forged = another_game(played.record)
    code, text = verify(forged, tmp_path)
    assert code == 2
    assert "Verified" not in text
    # Without signatures it says that nobody signed, and the devices' own notes find it.
    nothing = {"steps": [], "signature": ""}
    forged["fairness"]["signed"] = [nothing, nothing]
    code, text = verify(forged, tmp_path)
    assert code == 0
    assert "Not proven: that the moves of seat 1 (Bob) are theirs: no device signed them." in text
    assert text.endswith("but not who made the moves.")
    for note in played.notes:
        code, text = verify(forged, tmp_path, note)
        assert code == 2
        assert "moves are missing, or others were put in their place" in text


def test_cut_record_is_not_verified(played: Played, tmp_path: Path) -> None:
    cut = copy.deepcopy(played.record)
    del cut["steps"][-3:]
    assert verify(cut, tmp_path)[0] == 2  # signed moves are missing
    for one in cut["fairness"]["signed"]:
        one["steps"], one["signature"] = [], ""
    code, text = verify(cut, tmp_path)
    assert code == 1
    assert "Not proven: how the game went on: the record ends before it is over." in text
    assert "Partly verified" in text
    assert "Verified:" not in text
    assert verify(cut, tmp_path, played.notes[0])[0] == 2


def change(*path: Any, to: Any) -> Changed:
    def changed(record: dict[str, Any]) -> None:
        place: Any = record
        for part in path[:-1]:
            place = place[part]
        place[path[-1]] = to

    return changed


def swap_keys(record: dict[str, Any]) -> None:
    record["fairness"]["keys"].reverse()


def drop_a_move(record: dict[str, Any]) -> None:
    del record["fairness"]["signed"][1]["steps"][2]


def claim_a_move(record: dict[str, Any]) -> None:
    signed = record["fairness"]["signed"]
    signed[0]["steps"] = sorted([*signed[0]["steps"], signed[1]["steps"][0]])


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        (change("seats", 1, to="Eve"), "What the table agreed on before the deal was altered"),
        (change("fairness", "cancelled_starts", to=2), "was altered"),
        (change("fairness", "opening", to="0" * 64), "not those that its device signed"),
        (change("fairness", "salt", to="0" * 64), "was altered"),
        (change("fairness", "signed", 0, "signature", to="0" * 128), "the signature does not fit"),
        (change("fairness", "signed", 0, "signature", to="00"), "A signature is 128 hex digits"),
        (change("fairness", "signed", 0, "steps", to=[10**9]), "are not steps of this record"),
        (change("fairness", "signed", 0, "steps", to=[200, 200]), "are not steps of this record"),
        (change("fairness", "keys", 0, to="zz"), "64 hex digits"),
        (change("fairness", "keys", to=[]), "not one key and one list of signed moves"),
        (
            change("fairness", "keys", 0, to=""),
            "There is a signature from seat 0 (Ann), but no key",
        ),
        (change("fairness", "scheme", to=3), "a newer Purrlor knows"),
        (swap_keys, "is not the one that its nonce commits to"),
        (drop_a_move, "the signature does not fit"),
        (claim_a_move, "which did not play it"),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_altered_record_is_found(
    played: Played, tmp_path: Path, changed: Changed, sentence: str
) -> None:
    record = copy.deepcopy(played.record)
    changed(record)
    code, text = verify(record, tmp_path)
    assert code == 2, text
    assert sentence in text
    assert "Verified" not in text


def test_times_are_bound_by_nothing_and_that_is_said(played: Played, tmp_path: Path) -> None:
    record = copy.deepcopy(played.record)
    record["steps"][0]["at"] = 1.0
    code, text = verify(record, tmp_path)
    assert code == 0
    assert "Not proven: the times of moves." in text


def test_erased_name_leaves_the_moves_proven(played: Played, tmp_path: Path) -> None:
    record = copy.deepcopy(played.record)
    record["seats"][1], record["fairness"]["salt"] = "Somebody", ""
    code, text = verify(record, tmp_path, played.notes[0])
    assert code == 0, text
    assert "signed" in text
    assert "Not proven: options, names, bots and how many starts were called off" in text


def test_key_that_the_nonce_does_not_commit_to_is_refused(people: Callable[..., None]) -> None:
    async def story(ann: Device, bob: Device) -> None:
        signing, other = Signing(), Signing()
        await ann.open_table(**QUICK, commitment=signing.commitment, bots=1)
        await ann.connect()
        call = asyncio.create_task(ann.http.post(f"/api/tables/{ann.code}/start", json={}))
        while not ann.table["is_starting"]:
            await ann.hear("table")
        reveal = {"type": "reveal", "seat": 0, "nonce": signing.nonce}
        await ann.send(reveal | {"id": "bad", "signer": other.signer})
        assert (await ann.answer("bad"))["reason"] == "nonce_does_not_fit"
        await ann.send(reveal | {"id": "good", "signer": signing.signer})
        assert (await ann.answer("good"))["type"] == "done"
        assert (await call).status_code == 200

    people(2, story)


def test_wrong_signature_counts_as_none(people: Callable[..., None], tmp_path: Path) -> None:
    """The move is kept all the same: a table is never blocked by a device that signs badly."""

    async def story(ann: Device, bob: Device) -> None:
        signing, chance = [Signing(), Signing()], random.Random(5)
        await begin(ann, bob, signing)

        async def play_badly() -> None:
            while not bob.is_over:
                if bob.turns():
                    action = pick(chance, bob.games[1]["legal"])
                    command = bob.command(1, [action]) | {"signature": "ab" * 64}
                    await bob.send(command)
                    assert (await bob.answer(command["id"]))["type"] != "refused"
                else:
                    await bob.next()

        await asyncio.gather(play_signed(ann, 0, signing[0], chance), play_badly())
        record = await ann.get(f"/tables/{ann.code}/games/1/record")
        assert record["fairness"]["signed"][1] == {"steps": [], "signature": ""}
        code, text = verify(record, tmp_path)
        assert code == 0, text
        assert "that the moves of seat 1 (Bob) are theirs: no device signed them" in text
        assert "The device of seat 0 (Ann) signed" in text

    people(2, story)


def test_canonical_json_has_one_form() -> None:
    assert canonical({"b": [1, True, None], "a": {"d": 'Zoë "x"', "c": -2}}) == (
        '{"a":{"c":-2,"d":"Zoë \\"x\\""},"b":[1,true,null]}'.encode()
    )
