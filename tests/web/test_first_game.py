"""A guided first game: a hint when it helps, out of the way when it does not."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

import purrlor
from visitor import DESKTOP, PHONE, Visitor, wait_until

Visit = Callable[..., Visitor]
FIRST = "First time? Learn by playing"
SEEN = """(() => {
  const [board, hand] = ['.square .square', '.own ul']
    .map((one) => document.querySelector(one).getBoundingClientRect());
  const isWhole = [board, hand].every((box) => box.top >= 0 && box.bottom <= innerHeight);
  return isWhole && (board.bottom <= hand.top || board.right <= hand.left);
})()"""


@pytest.mark.parametrize("game", purrlor.game_names())
def test_hints_come_and_go(visit: Visit, game: str) -> None:
    visitor = visit(viewport={"width": 360, "height": 740})
    page = visitor.page
    page.goto("/")
    page.locator(f"[data-game={game}]").get_by_role("button", name=FIRST).click()
    hint = page.get_by_role("complementary", name="Your first round")
    expect(hint).to_be_visible()
    expect(page.locator(".board button:enabled").first).to_be_visible()
    assert visitor.overflow() == 0
    page.reload()
    expect(hint).to_be_visible()
    hint.get_by_role("button", name="No more hints").click()
    expect(hint).to_be_hidden()
    page.reload()
    expect(page.locator(".board button:enabled").first).to_be_visible()
    expect(hint).to_be_hidden()
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="Show the hints again").click()
    expect(hint).to_be_visible()
    page.goto("/")
    card = page.locator(f"[data-game={game}]")
    expect(card.get_by_role("button", name="Learn by playing", exact=True)).to_be_visible()


def test_hint_goes_when_the_person_acts(visit: Visit) -> None:
    page = visit().page
    page.goto("/")
    page.locator("[data-game=rat-a-tat-cat]").get_by_role("button", name=FIRST).click()
    hint = page.get_by_role("complementary", name="Your first round")
    expect(hint).to_contain_text("Low is good")
    page.get_by_role("button", name="I have seen them").click()
    expect(hint).to_contain_text("The lowest row wins")
    hint.get_by_role("button", name="Got it").click()
    expect(hint).to_be_hidden()


@pytest.mark.parametrize("window", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_hint_leaves_room(visit: Visit, window: dict[str, int]) -> None:
    """Beside a hint, the board of Cat Royal and the hand are seen whole, neither over the other."""
    page = visit(viewport=window, reduced_motion="reduce").page
    page.goto("/")
    page.locator("[data-game=cat-royal]").get_by_role("button", name=FIRST).click()
    expect(page.get_by_role("complementary", name="Your first round")).to_be_visible()
    expect(page.get_by_role("list", name="Your cards")).to_be_visible()
    wait_until(page, SEEN)
