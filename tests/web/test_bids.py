"""A bid of Cattitude: its middle adds a card, a card in it is taken back, a pause seals nothing."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from visitor import DESKTOP, NARROW, PHONE, Visitor

Visit = Callable[..., Visitor]


def tap_middle(tray: Locator) -> None:
    box = tray.bounding_box()
    assert box is not None
    tray.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


@pytest.mark.parametrize("viewport", [NARROW, PHONE, DESKTOP])
def test_the_middle_of_a_bid_adds_a_card(visit: Visit, viewport: dict[str, int]) -> None:
    """However many cards lie there; and a bid does not grow, so nothing moves below the finger."""
    visitor = visit(viewport=viewport, reduced_motion="reduce")
    page = visitor.page
    visitor.open_table("cattitude", options={"players": 2}, bots=1)
    visitor.press("lobby_start")
    hand = page.locator(".compose .hand [data-drag]")
    hand.first.wait_for()
    cards = hand.count()
    tray = page.locator(".tray.open")
    placed = tray.locator("[data-drag]")
    height = tray.bounding_box()
    for number in range(1, cards + 1):
        tap_middle(tray)
        expect(placed).to_have_count(number)
        expect(hand).to_have_count(cards - number)
        now = tray.bounding_box()
        assert now is not None
        assert height is not None
        assert abs(now["height"] - height["height"]) < 1
    tap_middle(tray)  # nothing is left to add, and nothing is taken back
    expect(placed).to_have_count(cards)
    name = placed.first.get_attribute("aria-label")
    placed.first.click(position={"x": 6, "y": 10})
    expect(placed).to_have_count(cards - 1)
    expect(hand).to_have_count(1)
    card = visitor.words["cattitude_take_back"].partition("{")[0]
    assert name is not None
    assert name.startswith(card)
    assert visitor.overflow() == 0


def test_a_pause_seals_nothing(visit: Visit) -> None:
    """Meanwhile the hand and what was placed are shown, without buttons; then it goes on."""
    visitor = visit(reduced_motion="reduce")
    page, words = visitor.page, visitor.words
    visitor.open_table("cattitude", options={"players": 2}, bots=1)
    visitor.press("lobby_start")
    hand = page.locator(".compose .hand [data-drag]")
    hand.first.wait_for()
    cards = hand.count()
    tap_middle(page.locator(".tray.open"))
    expect(hand).to_have_count(cards - 1)
    visitor.choose("table_pause")
    expect(page.get_by_text(words["table_paused"])).to_be_visible()
    dock = page.locator(".dock")
    shown = dock.get_by_role("group", name=words["cattitude_your_hand"]).get_by_role("img")
    expect(shown).to_have_count(cards - 1)
    expect(dock.get_by_role("img")).to_have_count(cards)
    expect(dock.get_by_role("button")).to_have_count(0)
    expect(page.get_by_text(words["cattitude_waiting_sealed"])).to_have_count(0)
    visitor.press("table_go_on")
    expect(page.locator(".tray.open [data-drag]")).to_have_count(1)
    expect(hand).to_have_count(cards - 1)
