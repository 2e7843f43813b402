"""What devices are told is durable, whatever happens at the same moment."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from parlours import Listener, listen, open_parlour

from purrlor.server import live as live_tables
from purrlor.server.entries import SeatTaken
from purrlor.server.stores import Line, StoreFailed


def kinds(listener: Listener) -> list[str]:
    """Return who sat on the first seat, in all that a device was told of the table."""
    return [frame["table"]["seats"][0]["kind"] for frame in listener.frames if "table" in frame]


@pytest.mark.parametrize("is_kept", [True, False])
def test_who_leaves_shows_nobody_what_is_not_durable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_kept: bool
) -> None:
    monkeypatch.setattr(live_tables, "REST_SECONDS", 0.01)

    async def story() -> None:
        async with open_parlour(tmp_path) as parlour:
            live = await parlour.create(game="cattitude", options={}, host="ann")
            ann, eve = await listen(live, "ann"), await listen(live, "eve")
            append, told = parlour.store.append, list[str]()

            async def leave_meanwhile(table_id: str, line: Line, head: Any) -> None:
                live.leave(eve)
                await asyncio.sleep(0.01)
                told.extend(kinds(ann))
                if not is_kept:
                    raise StoreFailed("no room")
                await append(table_id, line, head)

            monkeypatch.setattr(parlour.store, "append", leave_meanwhile)
            taken = SeatTaken(seat=0, nickname="Bob", device="bob", claim="c")
            await asyncio.gather(live.submit(lambda _: taken), return_exceptions=True)
            assert set(told) == {"open"}
            while ann.frames[-1].get("table", {}).get("spectators") != 1:
                await asyncio.sleep(0.01)
            assert kinds(ann)[-1] == ("person" if is_kept else "open")

    asyncio.run(asyncio.wait_for(story(), 30))
