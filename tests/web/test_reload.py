"""Reload in every phase of each game: the same seat, view, log and marks of the latest move."""

import itertools
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


MARKED = """() => ({
  marks: [...document.querySelectorAll('[data-mark]')].map((one) =>
    [one.dataset.mark, one.closest('[data-anchor]').dataset.anchor]),
  trail: [...document.querySelectorAll('.trail')].map((one) =>
    [one.getAttribute('cx'), one.getAttribute('cy')]),
  news: [...document.querySelectorAll('.news, .choices > p')].map((one) => one.textContent),
})"""
"""What tells of the latest move: marks on cards, a trail over fields, a line beside them."""


def phase_of(visitor: Visitor) -> str:
    """Return the phase the last frame told."""
    views = [json.loads(one).get("view") for one in visitor.frames]
    view: dict[str, Any] = [one for one in views if one][-1]
    return str(view.get("phase") or ("over" if view["over"] else "turn"))


def seen(visitor: Visitor, reader: Reader) -> tuple[object, ...]:
    page = visitor.page
    you = page.locator("ol li", has_text=f"({visitor.words['lobby_you']})").inner_text()
    said = page.locator(".prompt").inner_text(), page.locator(".log").inner_text()
    return reader.look(), you, *said, page.evaluate(MARKED)


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


BIRDS = ("turkey", "chicken", "peacock")
ALIKE = {
    **dict.fromkeys(BIRDS, 0),
    **dict.fromkeys((f"diva-{bird}" for bird in BIRDS), 0),
    **dict.fromkeys(("skinny-turkey", "frightened-chicken", "plucked-peacock"), 0),
}
"""Where no bird is worth anything, the first cat that takes some waits for a tie to be broken."""


def test_reload_while_a_tie_waits(visit: Visit) -> None:
    people = [visit(reduced_motion="reduce"), visit(reduced_motion="reduce")]
    ann, bob = people
    options = {"players": 2, "values": ALIKE}
    bob.sit_down(ann.open_table("cattitude", options=options), "Bob")
    ann.press("lobby_start")
    chance = random.Random(2)
    readers = [Reader(one, MANNERS["cattitude"], chance) for one in people]
    for reader in readers:
        reader.page.locator("main [data-step]").wait_for()
    turns = itertools.cycle(readers)
    until = time.monotonic() + LIMIT
    while "lose" not in (phase_of(ann), phase_of(bob)):
        assert time.monotonic() < until, "no tie"
        next(turns).act()
    for person in people:
        while phase_of(person) != "lose":
            person.page.wait_for_timeout(10)
    losses = [one for reader in readers for one in reader.look().buttons if "lose" in one.kind]
    assert len(losses) > 1
    for person, reader in zip(people, readers, strict=True):
        before = seen(person, reader)
        person.page.reload()
        expect(person.page.locator("main [data-step]")).to_be_visible()
        assert seen(person, reader) == before
    while phase_of(ann) == "lose":
        assert time.monotonic() < until, "the tie is not broken"
        for reader in readers:
            reader.act()


def test_reload_in_the_waiting_room_and_in_a_pause(visit: Visit) -> None:
    ann, bob = visit(), visit(locale="nl")
    bob.sit_down(ann.open_table("cattitude", options={"players": 3}), "Bob")
    seats = ".seats > li"
    expect(ann.page.locator(seats, has_text="Bob")).to_be_visible()
    for one in (ann, bob):
        before = one.page.locator(seats).all_inner_texts()
        one.page.reload()
        expect(one.page.locator(seats)).to_have_text(before, use_inner_text=True)
    expect(bob.page.get_by_text(bob.words["lobby_wait_host"])).to_be_visible()
    ann.press("lobby_fill")
    ann.press("lobby_start")
    for one in (ann, bob):
        one.choose("table_pause")
    for one in (ann, bob):
        panel = one.page.get_by_role("status").filter(has_text=one.words["table_paused"])
        before = [panel.inner_text(), one.page.locator(".board").inner_text()]
        one.page.reload()
        expect(panel).to_have_text(before[0], use_inner_text=True)
        expect(one.page.locator(".board")).to_have_text(before[1], use_inner_text=True)
    for one in (ann, bob):
        one.press("table_go_on")
    for one in (ann, bob):
        expect(one.page.get_by_text(one.words["table_paused"])).to_have_count(0)
