"""A whole game of each kind, by mouse, by several people, in every language, and then another."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from reader import MANNERS, Reader, play_out
from visitor import DESKTOP, PHONE, Visitor

Visit = Callable[..., Visitor]

TINY = {"players": 2, "tiny": True}


@pytest.mark.parametrize(
    ("game", "options", "locales"),
    [
        ("rat-a-tat-cat", {"players": 3, "rounds": 2}, ("en", "nl", "de")),
        ("cattitude", {"players": 2}, ("nl", "de")),
        ("cattitude", TINY, ("en", "de")),
        ("cat-royal", TINY, ("de", "en")),
        ("cat-royal", TINY, ("nl", "en")),
    ],
)
def test_whole_game(
    visit: Visit, game: str, options: dict[str, Any], locales: tuple[str, ...]
) -> None:
    views = [PHONE, DESKTOP, PHONE]
    people = [visit(locale=one, viewport=views[place]) for place, one in enumerate(locales)]
    code = people[0].open_table(game, options=options)
    for guest, name in zip(people[1:], ("Bob", "Cleo"), strict=False):
        guest.sit_down(code, name)
    people[0].press("lobby_start")
    chance = random.Random(game)
    readers = [Reader(one, MANNERS[game], chance) for one in people]
    play_out(readers)
    for person in people:
        page = person.page
        expect(page.get_by_role("heading", name=person.words["table_over"])).to_be_visible()
        expect(page.locator(".result tbody tr")).to_have_count(len(people))
        expect(page.locator(".result")).to_be_in_viewport(ratio=0.99)
        assert person.overflow() == 0
    for guest in people[1:]:
        waiting = guest.words["table_rematch_wait"].format(name="Ann")
        expect(guest.page.get_by_text(waiting)).to_be_visible()
    people[0].press("table_rematch")
    for reader in readers:
        expect(reader.page.locator(".result")).to_have_count(0)
        expect(reader.page.locator("main [data-step]")).to_be_visible()
    acts = [reader.act() for reader in readers]
    assert any(acts)


@pytest.mark.long
def test_whole_ring_of_cat_royal(visit: Visit) -> None:
    """All figures, all 64 fields, cheats and wormholes: some hundred turns."""
    ann, bob = visit(locale="nl", viewport=PHONE), visit(locale="en", viewport=DESKTOP)
    code = ann.open_table("cat-royal", options={"players": 2})
    bob.sit_down(code, "Bob")
    ann.press("lobby_start")
    chance = random.Random(4)
    play_out([Reader(one, MANNERS["cat-royal"], chance) for one in (ann, bob)], limit=1200)
    for person in (ann, bob):
        heading = person.page.get_by_role("heading", name=person.words["table_over"])
        expect(heading).to_be_visible()
        assert person.overflow() == 0
