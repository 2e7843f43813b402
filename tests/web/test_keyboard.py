"""A whole game by keyboard alone: Tab, Enter, and always a visible focus."""

import random
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from reader import MANNERS, Button, Reader, play_until
from visitor import Visitor

Visit = Callable[..., Visitor]

FOCUS = """() => {
  const one = document.activeElement;
  const look = getComputedStyle(one);
  return {
    name: one.getAttribute('aria-label') ?? one.textContent.trim(),
    is_button: one.tagName === 'BUTTON' && one.closest('main [data-step], dialog') !== null,
    is_seen: parseFloat(look.outlineWidth) >= 2 && look.outlineStyle !== 'none',
  };
}"""
FAR = 120
"""More things than this nobody should have to pass by Tab."""


class Typist(Reader):
    """Plays by keyboard."""

    def press(self, button: Button) -> bool:
        for _ in range(FAR):
            focus: dict[str, Any] = self.page.evaluate(FOCUS)
            if focus["is_button"] and focus["name"] == button.name:
                assert focus["is_seen"], f"the focus on {button.name!r} cannot be seen"
                self.page.keyboard.press("Enter")
                return True
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no way to {button.name!r} by keyboard")


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("rat-a-tat-cat", {"players": 2, "rounds": 1}),
        ("cattitude", {"players": 2, "tiny": True}),
        ("cat-royal", {"players": 2, "tiny": True}),
    ],
)
def test_whole_game_by_keyboard(visit: Visit, game: str, options: dict[str, object]) -> None:
    visitor = visit(reduced_motion="reduce")
    page = visitor.page
    page.goto(f"/new/{game}")
    page.get_by_label(visitor.words["new_nickname"]).focus()
    page.keyboard.type("Ann")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=visitor.words["lobby_title"])).to_be_visible()
    visitor.open_table(game, options=options, bots=1)
    page.get_by_role("button", name=visitor.words["lobby_start"]).focus()
    page.keyboard.press("Enter")
    typist = Typist(visitor, MANNERS[game], random.Random(7))
    page.locator("main [data-step]").wait_for()
    until = time.monotonic() + 120
    while not typist.look().is_over:
        assert time.monotonic() < until, f"the game does not end: {typist.pressed[-4:]}"
        if not typist.act():
            page.wait_for_timeout(10)
    expect(page.get_by_role("heading", name=visitor.words["table_over"])).to_be_visible()


def test_escape_by_keyboard(visit: Visit) -> None:
    """Escape drops a chosen card, and closes the menu."""
    visitor = visit(reduced_motion="reduce")
    page = visitor.page
    visitor.open_table("cat-royal", options={"players": 2}, bots=1)
    visitor.press("lobby_start")
    page.locator("[data-card]").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-card][aria-pressed=true]")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("[data-card][aria-pressed=true]")).to_have_count(0)
    menu = page.get_by_role("button", name=visitor.words["table_menu"])
    menu.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label(visitor.words["sound"])).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_label(visitor.words["sound"])).to_have_count(0)
    expect(menu).to_be_focused()


def test_cheating_by_keyboard(visit: Visit) -> None:
    """Shift and an arrow count one more or less; only the cheat is told that they did."""
    visitor = visit(reduced_motion="reduce")
    page = visitor.page
    visitor.open_table("cat-royal", options={"players": 2}, bots=1)
    visitor.press("lobby_start")
    typist = Typist(visitor, MANNERS["cat-royal"], random.Random(7))
    dot = play_until(page.locator(".cheating button:enabled").first, typist)
    is_more = dot.get_attribute("aria-label") == visitor.words["royal_cheat_more"]
    page.keyboard.press("Shift+ArrowRight" if is_more else "Shift+ArrowLeft")
    expect(dot).to_have_attribute("aria-pressed", "true")
    told = visitor.words["royal_tell_cheated_more" if is_more else "royal_tell_cheated_less"]
    expect(play_until(page.locator(".log li", has_text=told), typist)).to_have_count(1)


def test_another_screen_begins_at_its_title(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/")
    page.get_by_role("link", name=visitor.words["rules_read"]).first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("h1", has_text="Rat-a-Tat Cat")).to_be_focused()
