"""Reload in every phase of each game: the same seat, the same view, the same log."""

import json
import random
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from reader import LIMIT, MANNERS, Reader
from visitor import Visitor

Visit = Callable[..., Visitor]

PHASES = {
    "rat-a-tat-cat": ({"players": 2, "rounds": 1}, {"look", "turn", "drawn", "end", "over"}),
    "cattitude": ({"players": 2, "tiny": True}, {"bid", "choose", "secure", "over"}),
    "cat-royal": ({"players": 2, "tiny": True}, {"turn", "over"}),
}


def phase_of(visitor: Visitor) -> str:
    """Return the phase the last frame told."""
    views = [json.loads(one).get("view") for one in visitor.frames]
    view: dict[str, Any] = [one for one in views if one][-1]
    return str(view.get("phase") or ("over" if view["over"] else "turn"))


def seen(visitor: Visitor, reader: Reader) -> tuple[object, ...]:
    page = visitor.page
    you = page.locator("ol li", has_text=f"({visitor.words['lobby_you']})").inner_text()
    said = page.locator(".prompt").inner_text(), page.locator(".log").inner_text()
    return reader.look(), you, *said


@pytest.mark.parametrize("game", PHASES)
def test_reload_in_every_phase(visit: Visit, game: str) -> None:
    options, phases = PHASES[game]
    ann, bob = visit(reduced_motion="reduce"), visit(reduced_motion="reduce")
    bob.sit_down(ann.open_table(game, options=options), "Bob")
    ann.press("lobby_start")
    chance = random.Random(2)
    readers = [Reader(one, MANNERS[game], chance) for one in (ann, bob)]
    for reader in readers:
        reader.page.locator("main [data-step]").wait_for()
    tried: set[str] = set()
    until = time.monotonic() + LIMIT
    step = -1
    while "over" not in tried:
        assert time.monotonic() < until, f"reached: {tried}"
        now = readers[0].look()
        if now.step > step and phase_of(ann) not in tried:  # nothing is picked yet
            tried.add(phase_of(ann))
            before = seen(ann, readers[0])
            ann.page.reload()
            expect(ann.page.locator("main [data-step]")).to_be_visible()
            assert seen(ann, readers[0]) == before
        step = now.step
        for reader in readers:
            reader.act()
    assert tried == phases
