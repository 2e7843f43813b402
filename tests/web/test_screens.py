"""A full table on the narrowest phone, and what a screen reader is told."""

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import purrlor
from reader import MANNERS, Reader
from visitor import NARROW, Visitor

Visit = Callable[..., Visitor]

FULL = {"rat-a-tat-cat": 6, "cattitude": 5, "cat-royal": 4}


@pytest.mark.parametrize("game", FULL)
def test_full_table_on_the_narrowest_phone(visit: Visit, game: str) -> None:
    """Nothing lies over anything else that can be pressed, and nothing is cut off sideways."""
    visitor = visit(viewport=NARROW, reduced_motion="reduce")
    visitor.open_table(game, options={"players": FULL[game]}, bots=FULL[game] - 1)
    visitor.press("lobby_start")
    page: Page = visitor.page
    page.locator(".board button:enabled").first.wait_for()
    reader = Reader(visitor, MANNERS[game], random.Random(5))
    for _ in range(12):
        assert reader.covered() == []
        if visitor.overflow():
            page.wait_for_timeout(1000)  # a piece on its way may stick out
        assert visitor.overflow() == 0
        if not reader.act():
            page.wait_for_timeout(10)
    expect(page.get_by_role("alert")).to_have_count(0)


@pytest.mark.parametrize("game", purrlor.game_names())
def test_screen_reader_is_told(visit: Visit, game: str) -> None:
    """Turns and events are in live regions; every card and figure has a name."""
    visitor = visit(reduced_motion="reduce")
    page = visitor.page
    visitor.open_table(game, options={"players": 2}, bots=1)
    visitor.press("lobby_start")
    page.locator(".board button:enabled").first.wait_for()
    prompt = page.locator("main [aria-live=polite].prompt")
    expect(prompt).not_to_be_empty()
    log = page.locator(".log [aria-live=polite] li")
    lines = log.count()
    assert lines > 0
    reader = Reader(visitor, MANNERS[game], random.Random(3))
    said = prompt.inner_text()
    for _ in range(400):
        if prompt.inner_text() != said and log.count() > lines:
            break
        if not reader.act():
            page.wait_for_timeout(50)
    else:
        raise AssertionError("nothing is told")
    nameless = page.evaluate(
        """() => [...document.querySelectorAll('main [role=img], main button')]
          .filter((one) => one.checkVisibility())
          .filter((one) => !(one.getAttribute('aria-label') ?? one.textContent).trim())
          .map((one) => one.outerHTML.slice(0, 200))"""
    )
    assert nameless == []
