"""Several people at one device: a curtain between them, and behind it nothing of anybody."""

import random
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from reader import LIMIT, MANNERS, Reader
from visitor import Visitor

Visit = Callable[..., Visitor]

BEHIND = """() => ({
  board: document.querySelectorAll(
    'main [data-step], main svg:not(.portrait svg), main [role=img]').length,
  lines: document.querySelectorAll('.log li').length,
  words: document.querySelector('main').textContent.replace(/\\s+/g, ' ').trim(),
})"""


@pytest.mark.parametrize(
    ("game", "options"),
    [("rat-a-tat-cat", {"players": 2, "rounds": 2}), ("cattitude", {"players": 2, "tiny": True})],
)
def test_curtain_between_two_people(visit: Visit, game: str, options: dict[str, object]) -> None:
    visitor = visit()
    page, words = visitor.page, visitor.words
    visitor.open_table(game, options=options)
    visitor.add_person("Bob")
    visitor.press("lobby_start")
    reader = Reader(visitor, MANNERS[game], random.Random(4))
    curtain = page.locator(".curtain button")
    curtain.wait_for()
    passed: list[str] = []
    until = time.monotonic() + LIMIT
    while not reader.look().is_over:
        assert time.monotonic() < until, f"the game does not end: {passed}"
        if not curtain.is_visible():
            if not reader.act():
                page.wait_for_timeout(10)
            continue
        button = curtain.inner_text()
        name = "Ann" if "Ann" in button else "Bob"
        heading = words["table_curtain"].format(name=name)
        assert page.evaluate(BEHIND) == {"board": 0, "lines": 0, "words": f"{heading} {button}"}
        passed.append(name)
        curtain.click()
        expect(page.locator("main [data-step]")).to_be_visible()
    assert passed[:4] == ["Ann", "Bob", passed[2], passed[3]]
    assert set(passed) == {"Ann", "Bob"}
    if game == "rat-a-tat-cat":  # the chart knows all rounds, whoever looked at them
        points = page.locator("polyline").first.get_attribute("points")
        assert points is not None
        assert len(points.split()) == 3


def test_reload_draws_the_curtain(visit: Visit) -> None:
    visitor = visit()
    visitor.open_table("cattitude", options={"players": 2})
    visitor.add_person("Bob")
    visitor.press("lobby_start")
    visitor.page.locator(".curtain button").click()
    expect(visitor.page.locator("main [data-step]")).to_be_visible()
    visitor.page.reload()
    expect(visitor.page.locator(".curtain")).to_be_visible()
    assert visitor.page.evaluate(BEHIND)["board"] == 0


def test_who_holds_the_device_speaks(visit: Visit) -> None:
    visitor = visit(reduced_motion="reduce")
    page, words = visitor.page, visitor.words
    visitor.open_table("rat-a-tat-cat", options={"players": 2})
    visitor.add_person("Bob")
    visitor.press("lobby_start")
    for name in ("Ann", "Bob"):
        page.get_by_role("button", name=words["table_curtain_go"].format(name=name)).click()
        page.get_by_label(words["table_say"]).fill(f"Purr, says {name}")
        visitor.press("table_send")
        said = page.get_by_role("listitem").filter(has_text=f"Purr, says {name}")
        expect(said.locator("b")).to_have_text(name)
        visitor.press("rat_do_ready")
