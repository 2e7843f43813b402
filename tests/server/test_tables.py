"""Opening, joining and leading a table."""

import asyncio
import json
import random
from collections.abc import Callable

import pytest
from player import Device, agree, devices, play_out, sit_down
from served import Served

RULES = {"game": "rat-a-tat-cat", "options": {"players": 3, "rounds": 1}}


def test_open_join_and_start(people: Callable[..., None]) -> None:
    async def story(ann: Device, bob: Device) -> None:
        seated = await ann.open_table("rat-a-tat-cat", options={"players": 2})
        assert seated["seat"] == 0
        assert len(seated["code"]) == len("mika-ruto-pela")
        joined = await bob.join(ann.code, " Bob  the\tcat ")
        assert joined["seat"] == 1
        assert joined["table"]["seats"][1]["name"] == "Bob the cat"
        info = await bob.start(status=403)
        assert info["sentence"] == "Only the host of the table can do that."
        await ann.start()
        assert (await ann.get(f"/tables/{ann.code}"))["phase"] == "playing"

    people(2, story)


def test_code_is_found_however_it_is_typed(people: Callable[..., None]) -> None:
    async def story(ann: Device) -> None:
        await ann.open_table("cattitude")
        for code in (ann.code.upper(), ann.code.replace("-", ""), ann.code.replace("-", " ")):
            assert (await ann.get(f"/tables/{code}"))["code"] == ann.code
        assert "no table" in (await ann.get("/tables/zzzz-zzzz", status=404))["sentence"]

    people(1, story)


@pytest.mark.parametrize("name", ["", " ", "\u200b", "\u202e", "x" * 25, "\u0301", "\u2800"])
def test_nickname_that_cannot_be_used(people: Callable[..., None], name: str) -> None:
    async def story(ann: Device, bob: Device) -> None:
        await ann.open_table("cattitude")
        await bob.post(f"/tables/{ann.code}/seats", {"nickname": name}, status=400)
        assert (await ann.get(f"/tables/{ann.code}"))["seats"][1]["kind"] == "open"

    people(2, story)


@pytest.mark.parametrize("name", ["ANN", "Ａｎｎ", " ann ", "a\u200bnn", "A\u200dnn"])
def test_nickname_is_unique_at_a_table(people: Callable[..., None], name: str) -> None:
    async def story(ann: Device, bob: Device) -> None:
        await ann.open_table("cattitude")
        refused = await bob.post(f"/tables/{ann.code}/seats", {"nickname": name}, status=409)
        assert refused["reason"] == "name_taken"
        assert refused["words"]["name"] in refused["sentence"]

    people(2, story)


def test_tables_draw_the_first_dealer_by_lot_unless_the_host_chooses(
    people: Callable[..., None],
) -> None:
    """R2.1; the record says which."""

    async def story(ann: Device, bob: Device) -> None:
        games = {game["name"]: game for game in await ann.get("/games")}
        fields = {field["name"]: field for field in games["rat-a-tat-cat"]["options"]}
        assert fields["first_dealer"]["default"] == "lot"
        await sit_down(ann, [bob], "rat-a-tat-cat", options={"players": 2, "rounds": 1})
        assert ann.table["options"]["first_dealer"] == "lot"
        await asyncio.gather(play_out(ann, random.Random(1)), play_out(bob, random.Random(2)))
        record = await ann.get(f"/tables/{ann.code}/games/1/record")
        assert record["options"]["first_dealer"] == "lot"
        chosen = {"players": 2, "rounds": 1, "first_dealer": 1}
        rules = {"game": "rat-a-tat-cat", "options": chosen}
        info = await ann.patch(f"/tables/{ann.code}", rules)
        assert info["options"]["first_dealer"] == 1
        refused = {**rules, "options": {**chosen, "first_dealer": 2}}
        problem = await ann.patch(f"/tables/{ann.code}", refused, status=400)
        assert problem["reason"] == "first_dealer_not_seated"

    people(2, story)


def test_a_table_says_all_that_stands_on_its_cards(people: Callable[..., None]) -> None:
    """C1.4: what the host enters, and the reconstruction for the rest."""

    async def story(ann: Device) -> None:
        entered = {"values": {"turkey": 3}, "bonus_numbers": {"turkeys": 9}}
        seated = await ann.open_table("cattitude", options={"players": 2, **entered})
        options = seated["table"]["options"]
        assert (options["values"]["turkey"], options["values"]["queen"]) == (3, -1)
        assert options["bonus_numbers"] == {"turkeys": 9, "chickens": 6, "peacocks": 4}
        assert sum(options["red_cards"].values()) == 12

    people(1, story)


def test_full_table(people: Callable[..., None]) -> None:
    async def story(ann: Device, bob: Device, eve: Device) -> None:
        await ann.open_table("rat-a-tat-cat", options={"players": 2})
        await bob.join(ann.code, "Bob")
        refused = await eve.post(f"/tables/{ann.code}/seats", {"nickname": "Eve"}, status=409)
        assert "full" in refused["sentence"]
        assert refused["reason"] == "table_full"

    people(3, story)


def test_open_seats_are_filled_with_bots(people: Callable[..., None]) -> None:
    async def story(ann: Device) -> None:
        await ann.open_table("cattitude", options={"players": 5})
        refused = await ann.start(status=409)
        assert "Seats are open: 4" in refused["sentence"]
        assert (refused["reason"], refused["words"]) == ("seats_open", {"count": 4})
        table = await ann.post(f"/tables/{ann.code}/bots", {"level": "policy"})
        kinds = [seat["kind"] for seat in table["seats"]]
        assert kinds == ["person", *["bot"] * 4]
        assert len({seat["name"] for seat in table["seats"]}) == 5
        await ann.post(f"/tables/{ann.code}/bots", {"level": "einstein", "seat": 1}, status=400)
        await ann.start()

    people(1, story)


def test_host_sends_away_and_replaces(people: Callable[..., None]) -> None:
    async def story(ann: Device, bob: Device) -> None:
        await ann.open_table("rat-a-tat-cat", options={"players": 2, "rounds": 1})
        await bob.join(ann.code, "Bob")
        await bob.delete(f"/tables/{ann.code}/seats/0", status=403)
        table = await ann.delete(f"/tables/{ann.code}/seats/1")
        assert table["seats"][1]["kind"] == "open"
        table = await ann.post(f"/tables/{ann.code}/bots", {"seat": 1})
        assert table["seats"][1]["kind"] == "bot"
        await ann.delete(f"/tables/{ann.code}/seats/1")
        await bob.join(ann.code, "Bob")
        assert (await ann.start())["phase"] == "playing"

    people(2, story)


def test_leaving_a_running_game_leaves_a_bot(people: Callable[..., None]) -> None:
    async def story(ann: Device, bob: Device) -> None:
        await sit_down(ann, [bob], "rat-a-tat-cat", options={"players": 2, "rounds": 1})
        await ann.delete(f"/tables/{ann.code}/seats/0")
        table = await bob.get(f"/tables/{ann.code}")
        assert table["seats"][0]["kind"] == "bot"
        assert table["seats"][1]["is_host"]
        await play_out(bob, random.Random(1))

    people(2, story)


def test_seat_that_was_left_can_be_taken_over(people: Callable[..., None]) -> None:
    """But no bot that sat there from the beginning has to make room."""

    async def story(ann: Device, bob: Device, eve: Device) -> None:
        await sit_down(ann, [bob], "rat-a-tat-cat", options={"players": 3}, bots=1)
        for seat in (None, 1, 2):
            body = {"nickname": "Eve", "seat": seat}
            await eve.post(f"/tables/{ann.code}/seats", body, status=400 if seat else 409)
        await bob.delete(f"/tables/{ann.code}/seats/2")
        assert (await eve.join(ann.code, "Eve"))["seat"] is None
        await agree(ann)
        while ann.table["seats"][2]["name"] != "Eve":
            await ann.next()
        await eve.reconnect()
        assert list(eve.games) == [2]

    people(3, story)


def test_seat_is_taken_along_to_another_device(people: Callable[..., None]) -> None:
    async def story(ann: Device, bob: Device, phone: Device) -> None:
        token = (await ann.open_table("rat-a-tat-cat", options={"players": 2}))["token"]
        await bob.join(ann.code, "Bob")
        await ann.connect()
        await ann.start()
        await ann.hear("standing")
        mine = ann.games[0]["view"]
        claimed = await phone.post(f"/tables/{ann.code}/claim", {"token": token})
        assert claimed["seat"] == 0
        phone.code = ann.code
        await phone.reconnect()
        assert phone.games[0]["view"] == mine
        assert (await phone.play(0, {"type": "ready"}))["type"] == "step"
        assert (await ann.play(0, {"type": "ready"}))["type"] == "refused"
        await phone.post(f"/tables/{ann.code}/claim", {"token": token}, status=403)
        await phone.post(f"/tables/{ann.code}/claim", {"token": claimed["token"]})

    people(3, story)


def test_rules_change_between_games_only(people: Callable[..., None]) -> None:
    async def story(ann: Device, bob: Device) -> None:
        await ann.open_table("cattitude", options={"players": 2})
        await bob.patch(f"/tables/{ann.code}", RULES, status=403)
        table = await ann.patch(f"/tables/{ann.code}", RULES)
        assert (table["game"], len(table["seats"])) == ("rat-a-tat-cat", 3)
        for options in ({"players": 9}, {"cats": 1}, {"rounds": "many"}):
            await ann.patch(f"/tables/{ann.code}", RULES | {"options": options}, status=400)
        await ann.post(f"/tables/{ann.code}/bots", {})
        await ann.start()
        await ann.patch(f"/tables/{ann.code}", RULES, status=409)

    people(2, story)


def test_rematch_with_rotated_seats(people: Callable[..., None]) -> None:
    async def story(ann: Device, bob: Device) -> None:
        await sit_down(ann, [bob], "rat-a-tat-cat", options={"players": 3, "rounds": 1}, bots=1)
        names = [seat["name"] for seat in ann.table["seats"]]
        await _play_both(ann, bob)
        table = await ann.start()
        assert table["number"] == 2
        assert [seat["name"] for seat in table["seats"]] == [names[-1], *names[:-1]]
        for device in (ann, bob):
            while not device.games or max(g["game"] for g in device.games.values()) < 2:
                await device.next()
            device.games = {seat: g for seat, g in device.games.items() if g["game"] == 2}
        assert list(ann.games) == ann.seats == [1]
        await _play_both(ann, bob)
        assert len(await bob.get("/recent")) == 2
        record = await bob.get(f"/tables/{ann.code}/games/2/record")
        assert record["seats"] == [names[-1], *names[:-1]]

    people(2, story)


async def _play_both(ann: Device, bob: Device) -> None:
    await asyncio.gather(play_out(ann, random.Random(1)), play_out(bob, random.Random(2)))


def test_listed_tables(people: Callable[..., None]) -> None:
    async def story(ann: Device, bob: Device) -> None:
        await ann.open_table("cattitude", is_listed=True)
        await bob.open_table("cattitude", is_listed=False)
        codes = [table["code"] for table in await bob.get("/tables")]
        assert ann.code in codes
        assert bob.code not in codes

    people(2, story)


def test_spectators_where_they_are_allowed(people: Callable[..., None]) -> None:
    async def story(ann: Device, eve: Device) -> None:
        await ann.open_table("rat-a-tat-cat", bots=1, can_spectate=False)
        eve.code = ann.code
        with pytest.raises(Exception, match="4403"):
            await eve.connect()
        await ann.open_table("rat-a-tat-cat", bots=1)
        await ann.start()
        eve.code = ann.code
        await eve.reconnect()
        assert eve.games[-1]["legal"] == []
        assert eve.games[-1]["view"]["rows"] == [["hidden"] * 4] * 2
        assert (await ann.get(f"/tables/{ann.code}"))["spectators"] == 1

    people(2, story)


def test_presence(people: Callable[..., None]) -> None:
    async def story(ann: Device, bob: Device) -> None:
        await ann.open_table("cattitude", options={"players": 2})
        await bob.join(ann.code, "Bob")
        await ann.connect()
        assert [seat["is_present"] for seat in ann.table["seats"]] == [True, False]
        await bob.connect()
        await ann.hear("table")
        assert [seat["is_present"] for seat in ann.table["seats"]] == [True, True]
        await bob.cut()
        await ann.hear("table")
        assert [seat["is_present"] for seat in ann.table["seats"]] == [True, False]

    people(2, story)


def test_talking(people: Callable[..., None]) -> None:
    async def story(ann: Device, bob: Device) -> None:
        await sit_down(ann, [bob], "cattitude", options={"players": 2})
        text = "<b>hi</b> & \u202e so \U0001f431"
        await ann.send({"type": "say", "id": "s1", "seat": 0, "text": text})
        heard = await bob.hear("heard")
        assert heard["talk"]["name"] == "Ann"
        assert heard["talk"]["text"] == text.replace("\u202e", "")
        await ann.answer("s1")
        await bob.send({"type": "react", "id": "r1", "seat": 1, "reaction": "purr"})
        assert (await ann.hear("heard"))["talk"]["reaction"] == "purr"
        await bob.send({"type": "react", "id": "r2", "seat": 1, "reaction": "explode"})
        assert (await bob.answer("r2"))["type"] == "refused"
        await bob.send({"type": "say", "id": "s2", "seat": 1, "text": "x" * 501})
        assert (await bob.hear("refused"))["sentence"].startswith("This message cannot be read")
        await bob.connect()
        assert len((await _welcome(bob))["talk"]) == 2

    people(2, story)


async def _welcome(device: Device) -> dict[str, list[object]]:
    await device.cut()
    device.received.clear()
    await device.connect()
    found: dict[str, list[object]] = json.loads(device.received[0])
    return found


def test_talk_is_limited(serve: Callable[..., Served]) -> None:
    async def story(url: str) -> None:
        async with devices(url, 2) as (ann, bob):
            await talk(ann, bob)

    async def talk(ann: Device, bob: Device) -> None:
        await sit_down(ann, [bob], "cattitude", options={"players": 2})
        for number in range(14):
            await ann.send({"type": "react", "id": f"r{number}", "seat": 0, "reaction": "purr"})
        answers = [(await ann.answer(f"r{number}"))["type"] for number in range(14)]
        assert answers == ["done"] * 12 + ["refused"] * 2
        assert (await ann.play(0, ann.games[0]["legal"][0]))["type"] == "step"
        await ann.reconnect()  # which does not make up for it
        await ann.send({"type": "react", "id": "again", "seat": 0, "reaction": "purr"})
        assert (await ann.answer("again"))["reason"] == "too_much_talk"

    served = serve("--messages", "100", "--message-seconds", "3600")
    asyncio.run(asyncio.wait_for(story(served.url), 60))


def test_silent_table(people: Callable[..., None]) -> None:
    async def story(ann: Device, bob: Device) -> None:
        await sit_down(ann, [bob], "cattitude", options={"players": 2}, has_chat=False)
        await ann.send({"type": "say", "id": "s1", "seat": 0, "text": "hello"})
        assert "switched off" in (await ann.answer("s1"))["sentence"]

    people(2, story)


def test_record_appears_when_the_game_is_over(people: Callable[..., None]) -> None:
    async def story(ann: Device) -> None:
        await ann.open_table("rat-a-tat-cat", options={"rounds": 1}, bots=1)
        await ann.connect()
        await ann.start()
        await ann.hear("standing")
        for path in ("record", "steps", "steps?seat=0"):
            await ann.get(f"/tables/{ann.code}/games/1/{path}", status=409)
        await play_out(ann, random.Random(2))
        record = await ann.get(f"/tables/{ann.code}/games/1/record")
        assert record["seats"][0] == "Ann"
        assert len(record["fairness"]["seed"]) == 64
        for query, count in (("", None), ("?seat=0", len(ann.told[0]))):
            replay = await ann.get(f"/tables/{ann.code}/games/1/steps{query}")
            assert count is None or len(replay["moments"]) == count
            assert replay["moments"][-1]["view"]["places"] == replay["outcome"]["places"]
            assert replay["names"][0] == "Ann"
        await ann.get(f"/tables/{ann.code}/games/1/steps?seat=9", status=400)
        while not any(one["games"] for one in await ann.get("/statistics")):
            await asyncio.sleep(0.1)  # they may be a little old

    people(1, story)
