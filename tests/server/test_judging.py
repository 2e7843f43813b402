"""Why something cannot be done now: asked of the referee, and nothing is done."""

from collections.abc import Callable
from typing import Any

from player import Device, sit_down

OPTIONS = {"players": 2}
WORMHOLES = {"type": "move_wormholes"}


async def why_not(device: Device, seat: int, *actions: dict[str, Any], status: int = 200) -> Any:
    body = {"seat": seat, "actions": list(actions)}
    return await device.post(f"/tables/{device.code}/why-not", body, status)


def test_each_action_is_judged_by_itself_and_none_is_played(people: Callable[..., None]) -> None:
    async def story(ann: Device, bob: Device) -> None:
        await sit_down(ann, [bob], "cat-royal", options=OPTIONS)
        before = ann.games[0]
        legal = next(one for one in before["legal"] if one["type"] != "accuse")
        problems = await why_not(ann, 0, legal, WORMHOLES)
        assert problems[0] is None
        assert problems[1]["reason"] == "on_turn"
        assert problems[1]["clause"] == "K6.3"
        again = await why_not(ann, 0, legal)
        assert again == [None]
        assert (await why_not(bob, 1, WORMHOLES, legal))[0] is None
        assert (await ann.play(0, legal))["number"] == before["number"] + 1

    people(2, story)


def test_only_the_own_seat_is_judged(people: Callable[..., None]) -> None:
    async def story(ann: Device, bob: Device, eve: Device) -> None:
        await sit_down(ann, [bob], "cat-royal", options=OPTIONS)
        eve.code = ann.code
        for device, seat in ((eve, 0), (ann, 1), (bob, 0)):
            refused = await why_not(device, seat, WORMHOLES, status=400)
            assert refused["reason"] == "not_your_seat"

    people(3, story)


def test_nonsense_is_refused_with_a_sentence(people: Callable[..., None]) -> None:
    async def story(ann: Device) -> None:
        await ann.open_table("cat-royal", options=OPTIONS, bots=1)
        refused = await why_not(ann, 0, WORMHOLES, status=409)
        assert refused["reason"] == "no_game_begun"
        await ann.start()
        refused = await why_not(ann, 0, {"type": "meow"}, status=400)
        assert refused["reason"] == "malformed"

    people(1, story)
