"""Seats change hands, come and go: what was told keeps its names, and people keep their seats."""

import asyncio
import random
from collections.abc import Callable
from typing import Any

from player import Device, agree, play_out, sit_down

TWO: dict[str, Any] = {"players": 2, "rounds": 1}


async def hear_succession(device: Device, count: int) -> list[dict[str, Any]]:
    """Wait until somebody else has a seat."""
    while True:
        standing = await device.hear("standing")
        found: list[dict[str, Any]] = standing["successions"]
        if len(found) == count:
            return found


def test_who_left_and_who_plays_on_is_told(people: Callable[..., None]) -> None:
    """With the step after which it happened, as each viewer counts; a reload is told the same."""

    async def story(ann: Device, bob: Device, eve: Device) -> None:
        await sit_down(ann, [bob], "rat-a-tat-cat", options=TWO)
        await ann.play(0, {"type": "ready"})
        seen = ann.games[0]["number"]
        await bob.delete(f"/tables/{ann.code}/seats/1")
        (left,) = await hear_succession(ann, 1)
        bot = (await ann.get(f"/tables/{ann.code}"))["seats"][1]["name"]
        assert left == {"after": seen, "seat": 1, "before": "Guest 0", "name": bot, "is_bot": True}
        await eve.join(ann.code, "Eve")
        await agree(ann)
        left, taken = await hear_succession(ann, 2)
        assert (taken["before"], taken["name"], taken["is_bot"]) == (bot, "Eve", False)
        assert taken["after"] >= left["after"]
        ann.games.clear()
        ann.told.clear()
        await ann.reconnect()
        assert ann.games[0]["successions"] == [left, taken]

    people(3, story)


def test_replay_knows_who_sat_there_at_each_step(people: Callable[..., None]) -> None:
    async def story(ann: Device, bob: Device) -> None:
        await sit_down(ann, [bob], "rat-a-tat-cat", options=TWO)
        await bob.play(1, {"type": "ready"})
        await bob.delete(f"/tables/{ann.code}/seats/1")
        await play_out(ann, random.Random(1))
        replay = await ann.get(f"/tables/{ann.code}/games/1/steps")
        (left,) = replay["successions"]
        assert (left["after"], left["seat"], left["before"]) == (1, 1, "Guest 0")
        assert replay["names"] == ["Ann", left["name"]]

    people(2, story)


def test_who_leaves_after_the_end_stays_in_the_game(people: Callable[..., None]) -> None:
    async def story(ann: Device, bob: Device) -> None:
        await sit_down(ann, [bob], "rat-a-tat-cat", options=TWO)
        await asyncio.gather(play_out(ann, random.Random(1)), play_out(bob, random.Random(2)))
        await bob.delete(f"/tables/{ann.code}/seats/1")
        (left,) = await hear_succession(ann, 1)
        assert (left["before"], left["name"]) == ("Guest 0", "")
        await ann.post(f"/tables/{ann.code}/bots", {})
        _, came = await hear_succession(ann, 2)
        assert (came["before"], came["is_bot"]) == ("", True)
        await ann.start()
        while not (dealt := [one for one in ann.games.values() if one["game"] == 2]):
            await ann.next()
        assert dealt[0]["successions"] == []

    people(2, story)


def test_step_in_which_a_person_acted_last(people: Callable[..., None]) -> None:
    """It tells what somebody has not seen yet, after a reload too; bots do not act for anybody."""

    async def story(ann: Device, bob: Device) -> None:
        await sit_down(ann, [bob], "rat-a-tat-cat", options=TWO)
        assert ann.games[0]["acted"] == 0
        await ann.play(0, {"type": "ready"})
        acted = ann.games[0]["acted"]
        assert acted == ann.games[0]["number"]
        await bob.play(1, {"type": "ready"})
        while ann.games[0]["number"] == acted:
            await ann.next()
        assert ann.games[0]["acted"] == acted
        await bob.cut()
        while not ann.table["seats"][1]["is_covered"]:
            await ann.next()
        played = bob.games[1]["acted"]
        await bob.reconnect()
        assert bob.games[1]["acted"] == played

    people(2, story)


def test_open_seats_are_added_and_removed_before_the_start(people: Callable[..., None]) -> None:
    """A seat between others goes, and everybody else keeps theirs; within the game's limits."""

    async def story(ann: Device, bob: Device) -> None:
        await ann.open_table("cattitude", options={"players": 4})
        await bob.join(ann.code, "Bob", seat=2)
        path, rules = f"/tables/{ann.code}", {"game": "cattitude"}

        async def change(players: int, *removed: int, status: int = 0) -> Any:
            body = rules | {"options": {"players": players}, "removed": removed}
            return await ann.patch(path, body, status=status)

        table = await change(3, 1)
        assert [seat["name"] for seat in table["seats"]] == ["Ann", "Bob", ""]
        refused = await change(2, 1, status=400)
        assert refused["reason"] == "seat_not_open"
        assert [seat["name"] for seat in (await ann.get(path))["seats"]] == ["Ann", "Bob", ""]
        assert len((await change(2, 2))["seats"]) == 2
        await change(1, status=400)
        assert len((await change(5))["seats"]) == 5
        await change(6, status=400)
        await bob.patch(path, rules | {"options": {"players": 2}}, status=403)

    people(2, story)
