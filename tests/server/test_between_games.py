"""Between two games: another game, more seats, another host, and who may stay to look on."""

import asyncio
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from player import Device, devices, play_out, sit_down
from served import Served
from websockets import ConnectionClosed

TWO: dict[str, Any] = {"game": "rat-a-tat-cat", "options": {"players": 2, "rounds": 1}}
THREE: dict[str, Any] = {"game": "rat-a-tat-cat", "options": {"players": 3, "rounds": 1}}


async def play_a_game(ann: Device, bob: Device) -> None:
    await sit_down(ann, [bob], TWO["game"], options=TWO["options"])
    await asyncio.gather(play_out(ann, random.Random(1)), play_out(bob, random.Random(2)))


async def see_game(device: Device, number: int) -> None:
    """Wait until a game is dealt."""
    while not any(game["game"] == number for game in device.games.values()):
        await device.next()
    device.games = {s: game for s, game in device.games.items() if game["game"] == number}


def test_more_seats_after_a_finished_game(people: Callable[..., None]) -> None:
    async def story(ann: Device, bob: Device, eve: Device) -> None:
        await play_a_game(ann, bob)
        table = await ann.patch(f"/tables/{ann.code}", THREE)
        assert table["phase"] == "waiting"
        assert (await eve.join(ann.code, "Eve"))["seat"] == 2
        for device in (eve, ann, bob):
            await device.connect()
        assert len(eve.table["seats"]) == 3
        await ann.start()
        for device in (ann, bob, eve):
            await see_game(device, 2)
            assert list(device.games) == device.seats
        stories = [play_out(one, random.Random(n)) for n, one in enumerate((ann, bob, eve))]
        await asyncio.gather(*stories)
        for number, count in ((1, 2), (2, 3)):
            record = await ann.get(f"/tables/{ann.code}/games/{number}/record")
            assert len(record["seats"]) == count

    people(3, story)


def test_other_game_after_a_finished_game(people: Callable[..., None]) -> None:
    """Nobody is shown the old game under the new one's name."""

    async def story(ann: Device, bob: Device, eve: Device) -> None:
        await play_a_game(ann, bob)
        rules = {"game": "cattitude", "options": {"players": 2}}
        await ann.patch(f"/tables/{ann.code}", rules)
        bob.games, eve.code = {}, ann.code
        for device in (bob, eve):
            device.received.clear()
            await device.connect()
            await device.send({"type": "ping"})
            await device.hear("pong")
            assert device.table["game"] == "cattitude"
            assert not [text for text in device.received if json.loads(text)["type"] == "standing"]
        await ann.start()
        await see_game(bob, 2)
        assert (await bob.play(bob.seats[0], bob.games[bob.seats[0]]["legal"][0]))["type"] == "step"

    people(3, story)


def test_finished_game_stays_while_the_rules_do(people: Callable[..., None]) -> None:
    async def story(ann: Device, bob: Device) -> None:
        await play_a_game(ann, bob)
        table = await ann.patch(f"/tables/{ann.code}", TWO | {"has_chat": False})
        assert table["phase"] == "over"
        await bob.reconnect()
        assert bob.is_over

    people(2, story)


# The host


def test_present_person_leads_when_the_host_stays_away(people: Callable[..., None]) -> None:
    async def story(ann: Device, bob: Device, cat: Device) -> None:
        await ann.open_table("rat-a-tat-cat", options=THREE["options"])
        await bob.join(ann.code, "Bob")
        await cat.join(ann.code, "Cat")
        await cat.connect()
        while not cat.table["seats"][2]["is_host"]:
            await cat.next()
        assert (await cat.start())["phase"] == "playing"
        await ann.start(status=403)

    people(3, story)


def test_rematch_does_not_wait_for_the_host(people: Callable[..., None]) -> None:
    async def story(ann: Device, bob: Device) -> None:
        await sit_down(ann, [bob], TWO["game"], options=TWO["options"])
        await ann.cut()
        await play_out(bob, random.Random(1))
        while not any(seat["is_host"] for seat in bob.table["seats"] if seat["name"] == "Guest 0"):
            await bob.next()
        assert (await bob.start())["number"] == 2

    people(2, story)


def test_host_who_is_there_stays_host(people: Callable[..., None]) -> None:
    async def story(ann: Device, bob: Device) -> None:
        await ann.open_table("rat-a-tat-cat", options=TWO["options"])
        await ann.connect()
        await bob.join(ann.code, "Bob")
        await bob.connect()
        await bob.cut()
        await asyncio.sleep(0.5)  # longer than the grace period
        await bob.connect()
        assert [seat["is_host"] for seat in bob.table["seats"]] == [True, False]

    people(2, story)


# Spectators


@pytest.mark.parametrize("way", ["is sent away", "leaves", "takes the seat along"])
def test_who_loses_the_seat_may_not_stay_where_nobody_looks_on(
    people: Callable[..., None], way: str
) -> None:
    async def story(ann: Device, bob: Device, phone: Device) -> None:
        words = {"options": TWO["options"], "can_spectate": False}
        await ann.open_table("rat-a-tat-cat", **words)
        token = (await bob.join(ann.code, "Bob"))["token"]
        for device in (ann, bob):
            await device.connect()
        if way != "is sent away":  # which in a running game others would have to agree to
            await ann.start()
            await bob.hear("standing")
        if way == "takes the seat along":
            await phone.post(f"/tables/{ann.code}/claim", {"token": token})
        else:
            await (bob if way == "leaves" else ann).delete(f"/tables/{ann.code}/seats/1")
        with pytest.raises(ConnectionClosed, match="4403"):
            await bob.hear("nothing any more")
        assert -1 not in bob.games
        assert json.loads(bob.received[-1])["reason"] == "no_spectators"
        with pytest.raises(ConnectionClosed, match="4403"):
            await bob.connect()

    people(3, story)


def test_spectators_go_when_the_host_wants_none(people: Callable[..., None]) -> None:
    async def story(ann: Device, eve: Device) -> None:
        await ann.open_table("rat-a-tat-cat", options=TWO["options"])
        await ann.connect()
        eve.code = ann.code
        await eve.connect()
        await ann.patch(f"/tables/{ann.code}", TWO | {"can_spectate": False})
        with pytest.raises(ConnectionClosed, match="4403"):
            await eve.hear("nothing any more")
        while ann.table["spectators"] or ann.table["can_spectate"]:
            await ann.next()

    people(2, story)


def test_who_leaves_and_stays_is_counted_as_a_spectator(people: Callable[..., None]) -> None:
    async def story(ann: Device, bob: Device) -> None:
        await ann.open_table("rat-a-tat-cat", options=TWO["options"])
        await bob.join(ann.code, "Bob")
        await bob.connect()
        table = await bob.delete(f"/tables/{ann.code}/seats/1")
        assert table["spectators"] == 1
        assert (await bob.join(ann.code, "Bob"))["table"]["spectators"] == 0

    people(2, story)


def test_crowd_of_spectators_keeps_no_player_away(serve: Callable[..., Served]) -> None:
    async def story(url: str) -> None:
        async with devices(url, 6) as (ann, bob, *crowd):
            await ann.open_table("rat-a-tat-cat", options=TWO["options"])
            await bob.join(ann.code, "Bob")
            for spectator in crowd:
                spectator.code = ann.code
            for spectator in crowd[:2]:
                await spectator.connect()
            for spectator in crowd[2:]:
                with pytest.raises(ConnectionClosed, match="4403"):
                    await spectator.connect()
            for player in (ann, bob):
                await player.connect()
            assert bob.table["spectators"] == 2

    asyncio.run(asyncio.wait_for(story(serve("--sockets-per-table", "2").url), 60))
