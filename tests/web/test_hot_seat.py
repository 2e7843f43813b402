"""Several people at one device: a curtain between them, and behind it nothing of anybody."""

import random
import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from reader import LIMIT, MANNERS, Button, Reader, Sight
from visitor import NARROW, Visitor

Visit = Callable[..., Visitor]

BEHIND = """() => ({
  board: document.querySelectorAll(
    'main [data-step], main svg:not(.portrait svg), main [role=img]').length,
  lines: document.querySelectorAll('.log li').length,
  words: document.querySelector('main').textContent.replace(/\\s+/g, ' ').trim(),
})"""


def test_who_sits_at_a_shared_device_can_be_sent_away_again(visit: Visit) -> None:
    visitor = visit()
    page, words = visitor.page, visitor.words
    visitor.open_table("cattitude", options={"players": 3})
    seats = page.locator(".seated .seats li")
    here = seats.filter(has_text=words["lobby_here"])
    for count, name in enumerate(("Bbo", "Cleo"), 2):
        visitor.add_person(name)
        expect(here).to_have_count(count)
    expect(seats.filter(has_text=words["lobby_host"])).to_have_count(1)
    page.get_by_role("button", name=words["lobby_remove"].format(name="Bbo")).click()
    expect(here).to_have_count(2)
    expect(seats.nth(1)).to_contain_text(words["lobby_open_seat"])
    visitor.add_person("Bob")
    visitor.press("lobby_start")
    expect(page.locator(".curtain")).to_be_visible()
    expect(page.get_by_text(f"({words['lobby_you']})")).to_have_count(0)


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("rat-a-tat-cat", {"players": 2, "rounds": 2}),
        ("cattitude", {"players": 2, "tiny": True}),
        ("cat-royal", {"players": 2, "tiny": True, "wormholes": False}),
    ],
)
def test_curtain_between_two_people(visit: Visit, game: str, options: dict[str, object]) -> None:
    visitor = visit()
    page, words = visitor.page, visitor.words
    visitor.open_table(game, options=options)
    visitor.add_person("Bob")
    visitor.press("lobby_start")
    reader = Reader(visitor, MANNERS[game], random.Random(4))
    curtain = page.locator(".curtain > button")
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
    visitor.page.locator(".curtain > button").click()
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


def test_next_person_sees_what_was_done_since(visit: Visit) -> None:
    """A recap after the curtain, the touched cards marked, until the person acts; no secret."""
    visitor = visit(reduced_motion="reduce")
    page, words = visitor.page, visitor.words
    visitor.open_table("rat-a-tat-cat", options={"players": 2})
    visitor.add_person("Bob")
    visitor.press("lobby_start")
    recap = page.get_by_role("region", name=words["recap_title"])
    curtain = page.locator(".curtain > button")
    reader = Reader(visitor, swapper, random.Random(8))
    swapped = re.compile(r"^(Ann|Bob) swaps card \d with your card (\d)\.$")
    until = time.monotonic() + LIMIT
    yours = recap.locator(".yours").filter(has_text=swapped)
    while not yours.count():
        assert time.monotonic() < until, "nobody swaps"
        if curtain.is_visible():
            assert recap.count() == 0
            curtain.click()
            page.locator("main [data-step]").wait_for()
        elif not reader.act():
            page.wait_for_timeout(10)
    found = swapped.match(yours.first.inner_text())
    assert found is not None
    own = page.get_by_role("region", name=words["rat_your_cards"])
    touched = own.get_by_label(words["rat_mark_swap"])
    expect(touched).to_have_count(1)
    label = touched.get_attribute("aria-label")
    assert label is not None
    assert found[2] in label
    shown = recap.inner_text()
    page.reload()  # what was not seen is still told
    curtain.click()
    expect(recap).to_have_text(shown, use_inner_text=True)
    expect(own.get_by_label(words["rat_mark_swap"])).to_have_count(1)
    while not reader.act():
        page.wait_for_timeout(10)
    expect(recap).to_have_count(0)


IN_VIEW = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const [note, own] = [box('[aria-labelledby=recap]'), box('.own')];
  const piles = ['draw', 'discard'].map((name) => box(`[data-anchor=${name}]`));
  return {
    scrolled: scrollY,
    piles: piles.every((pile) => note.bottom <= pile.top && pile.bottom <= own.top),
    own: own.bottom <= innerHeight,
  };
}"""


@pytest.mark.parametrize("locale", ["en", "de"])
def test_recap_moves_nothing_on_the_narrowest_phone(visit: Visit, locale: str) -> None:
    """With four at one device piles and own cards are in view; who turns to them has read it."""
    visitor = visit(viewport=NARROW, reduced_motion="reduce", locale=locale)
    page, words = visitor.page, visitor.words
    visitor.open_table("rat-a-tat-cat", options={"players": 4})
    for name in ("Bob", "Cleo", "Dora"):
        visitor.add_person(name)
        expect(page.get_by_role("listitem").filter(has_text=name)).to_be_visible()
    visitor.press("lobby_start")
    recap = page.get_by_role("region", name=words["recap_title"])
    curtain = page.locator(".curtain button")
    ready = page.get_by_role("button", name=words["rat_do_ready"], exact=True)
    draw = page.locator("button[data-anchor=draw]")
    put = page.locator("button[data-anchor=discard]:has(.put)")
    end = page.get_by_role("button", name=words["rat_do_end"], exact=True)
    until = time.monotonic() + LIMIT
    while not (recap.is_visible() and recap.get_by_role("listitem").count() >= 3):
        assert time.monotonic() < until, "nothing is told"
        for button in (curtain, ready, put, end, draw):
            if button.is_visible():
                button.click()
                break
        page.wait_for_timeout(50)
    assert page.evaluate(IN_VIEW) == {"scrolled": 0, "piles": True, "own": True}
    draw.focus()
    expect(recap).to_have_count(0)


PLAN = ("Swap with", "Swap your", "Draw", "Discard", "I have seen", "Seen it", "End my turn")


def swapper(sight: Sight, chance: random.Random) -> Button | None:
    """Draw and discard, swap as soon as a Swap comes, and never knock."""
    for words in PLAN:
        if found := [one for one in sight.buttons if one.name.startswith(words)]:
            return next((one for one in found if not one.is_pressed), None)
    return None
