"""A full table on the narrowest phone, and what a screen reader is told."""

import json
import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

import purrlor
from reader import MANNERS, Reader
from visitor import NARROW, Visitor, wait_until

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


def stand_on_the_edges(route: WebSocketRoute) -> None:
    """Tell of a table where the first seat's figures stand far left and right, free to move."""
    server = route.connect_to_server()
    figures = {"king": 48, "knight": 46, "citizen": 16, "jester": 50}

    def tell(message: str | bytes) -> None:
        words = json.loads(message)
        if "legal" in words:
            words["view"]["figures"][0] = figures
            words["view"]["hands"][0] = ["2"]
            move = {"type": "move", "card": "2", "steps": 2, "into": "ring", "cheat": 0, "waste": 0}
            words["legal"] = [move | {"figure": figure} for figure in figures]
        route.send(json.dumps(words))

    server.on_message(tell)


def test_figures_on_the_edge_stay_on_the_board(visit: Visit) -> None:
    """A button is as wide as a finger, and on the narrowest phone too within the board."""
    visitor = visit(viewport=NARROW, reduced_motion="reduce")
    page = visitor.page
    page.route_web_socket("**/socket*", stand_on_the_edges)
    visitor.open_table("cat-royal", options={"players": 2}, bots=1)
    visitor.press("lobby_start")
    page.locator("[data-card]").click()
    figures = page.locator("[data-figure]")
    expect(figures).to_have_count(4)
    board = page.get_by_role("group", name=visitor.words["royal_board"]).bounding_box()
    assert board is not None
    for figure in figures.all():
        box = figure.bounding_box()
        assert box is not None
        assert box["width"] >= 44
        over = box["x"] + box["width"] - board["x"] - board["width"]
        assert max(board["x"] - box["x"], over) < 0.1


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


NEWS = """() => document.querySelector('.cry, dialog[open]') ? ''
  : document.querySelector('.felt .news')?.textContent ?? ''"""
"""What the table says of the latest move; a cry that fades and a question come first."""

LEGIBLE = """(() => {
  const news = document.querySelector('.felt .news');
  if (!news || document.querySelector('.cry')) return true;
  const range = document.createRange();
  range.selectNodeContents(news);
  return news.scrollWidth <= news.clientWidth && [...range.getClientRects()].every((line) =>
    line.top >= 0 && line.bottom <= innerHeight && [line.left + 2, line.right - 2].every((x) =>
      news.contains(document.elementFromPoint(x, (line.top + line.bottom) / 2))));
})()"""
"""Whether every line of it is on the screen, whole and not covered."""


@pytest.mark.parametrize("players", [3, 4, 6])
def test_the_latest_move_is_legible_on_the_narrowest_phone(visit: Visit, players: int) -> None:
    visitor = visit(viewport=NARROW, reduced_motion="reduce", locale="de")
    page = visitor.page
    options = {"players": players, "rounds": 9}
    table = {"options": options, "bots": players - 1}
    visitor.open_table("rat-a-tat-cat", name="Urgroßmutter Annegret", **table)
    visitor.press("lobby_start")
    page.locator(".board button:enabled").first.wait_for()
    reader = Reader(visitor, MANNERS["rat-a-tat-cat"], random.Random(5))
    told = set()
    for turn in range(200):
        if news := page.evaluate(NEWS):
            told.add(news)
            wait_until(page, LEGIBLE, seconds=2)  # a card on its way may lie over it
        if turn >= 25 and len(told) > 3:
            break
        if not reader.act():
            page.wait_for_timeout(10)
    assert len(told) > 3


PILES = """() => {
  const own = document.querySelector('.felt .own')?.getBoundingClientRect();
  const captions = [...document.querySelectorAll('.felt .middle figcaption')];
  return !own || document.querySelector('dialog[open]') ? 0
    : Math.max(...captions.map((one) => one.getBoundingClientRect().bottom)) - own.top;
}"""
"""By how many pixels the own cards lie over what the piles say."""
CAPTION = 18
"""How high that is, in pixels: with the longest news it may be touched, the piles never."""


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_piles_are_in_view_on_the_narrowest_phone(visit: Visit, players: int) -> None:
    """In the longest language, with the coach beside the prompt, and after a knock too."""
    visitor = visit(viewport=NARROW, reduced_motion="reduce", locale="de")
    page = visitor.page
    options = {"players": players, "rounds": 9}
    visitor.open_table("rat-a-tat-cat", options=options, bots=players - 1, has_hints=True)
    visitor.press("lobby_start")
    page.locator(".board button:enabled").first.wait_for()
    reader = Reader(visitor, MANNERS["rat-a-tat-cat"], random.Random(5))
    for _ in range(15):
        page.evaluate("window.scrollTo(0, 0)")
        assert page.evaluate(PILES) <= CAPTION, page.locator(".felt").inner_text()
        if not reader.act():
            page.wait_for_timeout(10)


CLOTH = """() => {
  const box = (selector) => document.querySelector(selector)?.getBoundingClientRect();
  const [cloth, dock, palace] = ['.cloth', '.dock', '.palace'].map(box);
  if (!cloth) return null;
  const spots = [0.02, 0.5, 0.98].flatMap((across) => [0.1, 0.5, 0.95].map((down) =>
    [cloth.left + cloth.width * across, cloth.top + cloth.height * down]));
  return {
    is_seen: spots.every(([x, y]) =>
      document.elementFromPoint(x, y)?.closest('.cloth') !== null),
    is_above: cloth.bottom <= dock.top + 1 && dock.bottom <= innerHeight + 1,
    palace: palace.bottom <= cloth.top,
  };
}"""
"""Whether all of the own table is seen, and the palace ends where it begins."""


@pytest.mark.parametrize("players", [3, 4, 5])
def test_nothing_covers_the_own_table_on_the_narrowest_phone(visit: Visit, players: int) -> None:
    visitor = visit(viewport=NARROW, reduced_motion="reduce")
    page = visitor.page
    visitor.open_table("cattitude", options={"players": players}, bots=players - 1)
    visitor.press("lobby_start")
    page.locator(".board button:enabled").first.wait_for()
    reader = Reader(visitor, MANNERS["cattitude"], random.Random(5))
    for _ in range(24):
        page.evaluate("window.scrollTo(0, 0)")
        seen = page.evaluate(CLOTH)
        assert seen is None or (seen["is_seen"] and seen["is_above"]), seen
        page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
        seen = page.evaluate(CLOTH)
        assert seen is None or seen["palace"], seen
        if not reader.act():
            page.wait_for_timeout(10)
