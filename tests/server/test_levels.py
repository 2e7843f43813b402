"""Every level sits at real tables."""

import random
from collections.abc import Callable

from player import Device, play_out

from purrlor.bots.levels import LEVELS


def test_every_level_plays_at_a_table(people: Callable[..., None]) -> None:
    async def story(ann: Device) -> None:
        options = {"players": 1 + len(LEVELS), "rounds": 1}
        await ann.open_table("rat-a-tat-cat", options=options)
        refused = await ann.post(f"/tables/{ann.code}/bots", {"level": "search-9"}, status=400)
        assert refused["reason"] == "unknown_level"
        for seat, level in enumerate(LEVELS, start=1):
            table = await ann.post(f"/tables/{ann.code}/bots", {"level": level, "seat": seat})
            assert table["seats"][seat]["kind"] == "bot"
        await ann.connect()
        await ann.start()
        await play_out(ann, random.Random(1))
        assert len(ann.games[0]["outcome"]["places"]) == 1 + len(LEVELS)

    people(1, story)
