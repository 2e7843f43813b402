"""Nobody looks into another's hand: who sits where in a running game changes by agreement only."""

import asyncio
import json
import random
from collections.abc import Callable
from typing import Any

from player import Device, play_out, sit_down

Story = Callable[..., None]
TWO: dict[str, Any] = {"players": 2, "rounds": 1}
THREE: dict[str, Any] = {"players": 3, "rounds": 1}
RATS = "rat-a-tat-cat"


async def answer(device: Device, seat: int, *, is_agreed: bool) -> dict[str, Any]:
    """Answer what the table is asked."""
    found = await proposal(device)
    words = {"type": "answer", "id": device.new_id(), "seat": seat, "proposal": found["number"]}
    await device.send(words | {"is_agreed": is_agreed})
    return await device.answer(words["id"])


async def proposal(device: Device) -> dict[str, Any]:
    """Wait until the table is asked something."""
    while not device.table["proposal"]:
        await device.next()
    found: dict[str, Any] = device.table["proposal"]
    return found


async def see(device: Device, seat: int, **words: Any) -> None:
    """Wait until a seat is as a device shall see it."""
    while not words.items() <= device.table["seats"][seat].items():
        await device.next()


async def leave(device: Device, seat: int) -> None:
    await device.delete(f"/tables/{device.code}/seats/{seat}")


def test_host_cannot_send_somebody_away_alone(people: Story) -> None:
    """Two play, and both are there: nobody else could agree."""

    async def story(ann: Device, bob: Device) -> None:
        await sit_down(ann, [bob], RATS, options=TWO)
        refused = await ann.delete(f"/tables/{ann.code}/seats/1", status=409)
        assert (refused["reason"], refused["words"]) == ("nobody_to_agree", {"name": "Guest 0"})
        assert (await ann.get(f"/tables/{ann.code}"))["seats"][1]["kind"] == "person"

    people(2, story)


def test_somebody_is_sent_away_when_all_others_agree(people: Story) -> None:
    async def story(ann: Device, bob: Device, cat: Device) -> None:
        await sit_down(ann, [bob, cat], RATS, options=THREE)
        table = await ann.delete(f"/tables/{ann.code}/seats/1")
        assert table["seats"][1]["kind"] == "person"
        expected = {"kind": "send_away", "seat": 1, "name": "Guest 0", "agreed": [0]}
        for device in (ann, bob, cat):
            assert expected.items() <= (await proposal(device)).items()
            assert device.table["proposal"]["awaited"] == [2]
        assert (await answer(bob, 1, is_agreed=True))["reason"] == "no_proposal"
        assert (await answer(cat, 2, is_agreed=True))["type"] == "done"
        for device in (ann, bob, cat):
            await see(device, 1, kind="bot", is_vacated=True)
            assert device.table["proposal"] is None
        assert bob.seats == []

    people(3, story)


def test_one_objection_keeps_somebody_at_the_table(people: Story) -> None:
    async def story(ann: Device, bob: Device, cat: Device) -> None:
        await sit_down(ann, [bob, cat], RATS, options=THREE)
        await leave(ann, 1)  # as the host: so it is asked
        await answer(cat, 2, is_agreed=False)
        while ann.table["proposal"]:
            await ann.next()
        assert ann.table["seats"][1]["name"] == "Guest 0"
        late = {"type": "answer", "id": "late", "seat": 2, "proposal": 1, "is_agreed": True}
        await cat.send(late)
        assert (await cat.answer("late"))["reason"] == "no_proposal"

    people(3, story)


def test_who_is_away_can_be_sent_away(people: Story) -> None:
    async def story(ann: Device, bob: Device) -> None:
        await sit_down(ann, [bob], RATS, options=TWO)
        await bob.cut()
        await see(ann, 1, is_covered=True)
        await leave(ann, 1)
        await see(ann, 1, kind="bot", is_vacated=True)

    people(2, story)


def test_host_does_not_sit_down_at_a_hand_that_is_free(people: Story) -> None:
    """Nobody who has or had a hand in the game gets another: not by a seat, not by its link."""

    async def story(ann: Device, bob: Device, cat: Device) -> None:
        await ann.open_table(RATS, options=THREE)
        link = (await bob.join(ann.code, "Bob"))["token"]
        await cat.join(ann.code, "Cat")
        for device in (ann, bob, cat):
            await device.connect()
        await ann.start()
        await leave(cat, 2)
        await see(ann, 2, is_vacated=True)
        path = f"/tables/{ann.code}"
        for device in (ann, bob):
            body = {"nickname": "Another", "seat": 2}
            refused = await device.post(f"{path}/seats", body, status=409)
            assert refused["reason"] == "second_hand"
        for device in (ann, cat):
            refused = await device.post(f"{path}/claim", {"token": link}, status=409)
            assert refused["reason"] == "second_hand"
        table = await ann.get(path)
        assert table["proposal"] is None
        assert [seat["name"] for seat in table["seats"][:2]] == ["Ann", "Bob"]

    people(3, story)


def test_newcomer_is_announced_and_takes_over_when_all_agree(people: Story) -> None:
    async def story(ann: Device, bob: Device, cat: Device, eve: Device) -> None:
        await sit_down(ann, [bob, cat], RATS, options=THREE)
        await leave(cat, 2)
        await see(ann, 2, is_vacated=True)
        asked = await eve.join(ann.code, "Eve")
        assert asked["seat"] is None
        await eve.connect()
        assert json.loads(eve.received[-1])["is_asking"]
        for device in (ann, bob, eve):
            found = await proposal(device)
            assert (found["kind"], found["seat"], found["name"]) == ("take_over", 2, "Eve")
            assert found["awaited"] == [0, 1]
        assert eve.games.keys() <= {-1}
        await answer(ann, 0, is_agreed=True)
        while (await proposal(bob))["awaited"] != [1]:
            await bob.next()
        assert bob.table["seats"][2]["kind"] == "bot"
        await answer(bob, 1, is_agreed=True)
        await see(ann, 2, kind="person", name="Eve")
        while 2 not in eve.games:
            await eve.next()
        assert eve.seats == [2]
        claimed = await eve.post(f"/tables/{ann.code}/claim", {"token": asked["token"]})
        assert claimed["seat"] == 2

    people(4, story)


def test_newcomer_who_is_not_wanted_sees_nothing(people: Story) -> None:
    async def story(ann: Device, bob: Device, eve: Device) -> None:
        await sit_down(ann, [bob], RATS, options=TWO)
        await leave(bob, 1)
        await see(ann, 1, is_vacated=True)
        eve.code = ann.code
        await eve.reconnect()
        await eve.join(ann.code, "Eve")
        await proposal(eve)
        pending = {"nickname": "Fay"}
        other = Device(eve.url)
        refused = await other.post(f"/tables/{ann.code}/seats", pending, status=409)
        assert refused["reason"] == "proposal_pending"
        await other.close()
        await answer(ann, 0, is_agreed=False)
        while eve.table["proposal"]:
            await eve.next()
        assert eve.seats == []
        refused = await eve.post(f"/tables/{ann.code}/seats", {"nickname": "Eve"}, status=409)
        assert refused["reason"] == "turned_down"
        assert set(eve.games) == {-1}

    people(3, story)


def test_question_is_withdrawn_by_who_asked(people: Story) -> None:
    async def story(ann: Device, bob: Device, eve: Device) -> None:
        await sit_down(ann, [bob], RATS, options=TWO)
        await leave(bob, 1)
        await see(ann, 1, is_vacated=True)
        await eve.join(ann.code, "Eve")
        await proposal(ann)
        refused = await ann.delete(f"/tables/{ann.code}/proposal", status=409)
        assert refused["reason"] == "no_proposal"
        await eve.delete(f"/tables/{ann.code}/proposal")
        while ann.table["proposal"]:
            await ann.next()
        await eve.join(ann.code, "Eve")  # a change of mind is no objection
        assert (await proposal(ann))["number"] == 2

    people(3, story)


def test_who_left_asks_for_the_own_hand_again(people: Story) -> None:
    """Also if another is free, and comes first."""

    async def story(ann: Device, bob: Device, cat: Device) -> None:
        await sit_down(ann, [bob, cat], RATS, options=THREE)
        for device, seat in ((bob, 1), (cat, 2)):
            await leave(device, seat)
            await see(ann, seat, is_vacated=True)
        await cat.join(ann.code, "Cat")
        await answer(ann, 0, is_agreed=True)
        await see(ann, 2, kind="person", name="Cat")

    people(3, story)


def test_who_goes_away_is_not_waited_for(people: Story) -> None:
    """Bob does not answer, and is away: Ann's word counts."""

    async def story(ann: Device, bob: Device, cat: Device, eve: Device) -> None:
        await sit_down(ann, [bob, cat], RATS, options=THREE)
        await leave(cat, 2)
        await see(ann, 2, is_vacated=True)
        await eve.join(ann.code, "Eve")
        await answer(ann, 0, is_agreed=True)
        await bob.cut()
        await see(ann, 2, kind="person", name="Eve")

    people(4, story)


def test_hands_of_a_game_without_people_are_free(people: Story) -> None:
    """All have left, nobody is there to be asked."""

    async def story(ann: Device, bob: Device, eve: Device) -> None:
        await sit_down(ann, [bob], RATS, options=TWO)
        for device, seat in ((ann, 0), (bob, 1)):
            await leave(device, seat)
        assert (await eve.join(ann.code, "Eve"))["seat"] == 0

    people(3, story)


def test_question_ends_with_the_game(people: Story) -> None:
    async def story(ann: Device, bob: Device, eve: Device) -> None:
        await sit_down(ann, [bob], RATS, options=TWO)
        await leave(bob, 1)
        await eve.join(ann.code, "Eve")
        await proposal(ann)
        await play_out(ann, random.Random(2))
        while ann.table["phase"] != "over":
            await ann.next()
        assert ann.table["proposal"] is None
        assert [seat["kind"] for seat in ann.table["seats"]] == ["person", "bot"]

    people(3, story)


def test_what_was_agreed_outlives_a_power_cut(serve: Callable[..., Any]) -> None:
    """The table is folded anew, the question stands, and the answer counts."""
    served = serve("--grace", "60")

    async def story() -> None:
        ann, bob, eve = (Device(served.url) for _ in range(3))
        await sit_down(ann, [bob], RATS, options=TWO)
        await leave(bob, 1)
        await eve.join(ann.code, "Eve")
        await proposal(ann)
        served.kill()
        served.start()
        await ann.reconnect()
        assert (await proposal(ann))["name"] == "Eve"
        await answer(ann, 0, is_agreed=True)
        await see(ann, 1, kind="person", name="Eve")
        for device in (ann, bob, eve):
            await device.close()

    asyncio.run(asyncio.wait_for(story(), 120))


# Finished games


def test_records_of_private_tables_are_for_those_who_sat_there(people: Story) -> None:
    """Strangers with the code need a key, which any of them can share."""

    async def story(ann: Device, bob: Device, eve: Device, fay: Device) -> None:
        await sit_down(ann, [bob], RATS, options=TWO)
        eve.code = ann.code
        await eve.connect()  # a spectator is a stranger too
        await asyncio.gather(play_out(ann, random.Random(1)), play_out(bob, random.Random(2)))
        game = f"/tables/{ann.code}/games/1"
        keys = {(await device.get(f"{game}/key"))["key"] for device in (ann, bob)}
        (key,) = keys
        assert len(key) >= 22
        for device in (eve, fay):
            for what in ("record", "steps", "key", "record?key=", "record?key=x", "steps?seat=0"):
                refused = await device.get(f"{game}/{what}", status=403)
                assert refused["reason"] == "private_record"
            for what in ("record", "steps", "key"):
                await device.get(f"{game}/{what}?key={key}")
        await ann.delete(f"/tables/{ann.code}/seats/0")
        assert (await ann.get(f"{game}/record"))["game"] == RATS  # who sat there, also later
        await fay.join(ann.code, "Fay")
        await fay.get(f"{game}/record", status=403)  # who comes later did not
        for number in ("2", "0", "9" * 30):
            path = f"/tables/{ann.code}/games/{number}/record?key={key}"
            assert (await fay.get(path, status=409))["reason"] == "game_not_over"

    people(4, story)


def test_records_of_listed_tables_are_for_everybody(people: Story) -> None:
    """As the table was when the game was played; what is changed later changes nothing."""

    async def story(ann: Device, eve: Device) -> None:
        for is_listed, status in ((True, 200), (False, 403)):
            await sit_down(ann, [], RATS, options=TWO, bots=1, is_listed=is_listed)
            await play_out(ann, random.Random(3))
            rules = {"game": RATS, "options": TWO, "is_listed": not is_listed}
            while not await eve_can_tell(ann):
                await asyncio.sleep(0.02)
            await ann.patch(f"/tables/{ann.code}", rules)
            for what in ("record", "steps", "key"):
                await eve.get(f"/tables/{ann.code}/games/1/{what}", status=status)
            ann.games.clear()

    async def eve_can_tell(ann: Device) -> bool:
        return any(game["code"] == ann.code for game in await ann.get("/recent"))

    people(2, story)


def test_table_ids_stay_inside(people: Story) -> None:
    async def story(ann: Device) -> None:
        await sit_down(ann, [], RATS, options=TWO, bots=1)
        await play_out(ann, random.Random(3))
        while not (games := await ann.get("/recent")):
            await asyncio.sleep(0.02)
        assert "table_id" not in games[0]
        schema = (await ann.http.get("/api/schema/openapi.json")).text
        assert "table_id" not in schema

    people(1, story)
