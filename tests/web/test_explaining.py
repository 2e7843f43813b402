"""What somebody taps in wonder explains itself, and nothing else happens."""

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from reader import MANNERS, Button, Reader, Sight, play_until, rat_a_tat_cat
from visitor import LOCALES, NARROW, Visitor

Visit = Callable[..., Visitor]


def step(page: Page) -> str | None:
    return page.locator("main [data-step]").get_attribute("data-step")


@pytest.mark.parametrize("locale", LOCALES)
def test_a_card_that_does_not_fit_says_why(visit: Visit, locale: str) -> None:
    """The reason is the referee's, in the reader's language, and leads to its clause."""
    visitor = visit(locale=locale, viewport=NARROW)
    page, words = visitor.page, visitor.words
    visitor.open_table("cat-royal", options={"players": 2}, bots=1)
    visitor.press("lobby_start")
    page.locator("main [data-step]").wait_for()
    reader = Reader(visitor, MANNERS["cat-royal"], random.Random(2))
    pale = play_until(page.locator(".pale").first, reader)
    before = step(page)
    expect(page.locator(".why")).to_have_count(0)
    pale.click()
    reasons = [said for key, said in words.items() if key.startswith("royal_refused_")]
    known = re.compile("|".join(map(re.escape, reasons)))
    expect(page.locator(".why p").first).to_contain_text(known)
    rule = page.locator(".why button").first
    clause = rule.inner_text().split()[-1]
    rule.click()
    expect(page.get_by_role("dialog").locator(f"[id='{clause}']")).to_be_in_viewport()
    visitor.press("rules_close")
    pale.click()  # and again: enough
    expect(page.locator(".why")).to_have_count(0)
    assert step(page) == before
    assert visitor.overflow() == 0


def test_the_eye_of_cat_royal_says_why_it_is_asleep(visit: Visit) -> None:
    visitor = visit()
    page, words = visitor.page, visitor.words
    visitor.open_table("cat-royal", options={"players": 2}, bots=1)
    visitor.press("lobby_start")
    page.locator("[data-card]").first.wait_for()
    before = step(page)
    visitor.press("royal_cover_asleep")
    expect(page.get_by_text(words["royal_refused_on_turn"])).to_be_visible()
    assert step(page) == before


def test_a_tap_on_the_open_eye_says_to_hold_it(visit: Visit) -> None:
    ann, bob = visit(), visit()
    code = ann.open_table("cat-royal", options={"players": 2})
    bob.sit_down(code, "Bob")
    ann.press("lobby_start")
    bob.press("royal_cover")
    expect(bob.page.get_by_role("group").get_by_text(bob.words["royal_cover_hint"])).to_be_visible()
    assert step(bob.page) == "1"


PEEKING = ("Peek", "I have seen", "Seen it", "End my turn", "Discard", "Draw")
"""How the buttons begin that somebody presses who waits for a Peek, the likeliest first."""


ALL_DRAWN = 200
"""By this step every card of the draw pile has been drawn: each Peek lies in a row."""


def peeking(sight: Sight, chance: random.Random) -> Button | None:
    """Draw and discard; knock only where there is no Peek to draw."""
    if sight.step > ALL_DRAWN:
        return rat_a_tat_cat(sight, chance)
    found = [one for name in PEEKING for one in sight.buttons if one.name.startswith(name)]
    return found[0] if found else None


def marked(page: Page, mark: str) -> Locator:
    """Return the cards of others that carry a mark."""
    return page.locator(".others button.told").filter(has=page.locator(f"[data-mark={mark}]"))


def test_the_eye_on_a_card_says_who_has_seen_it(visit: Visit) -> None:
    """By tap and by keyboard; a tap elsewhere or Escape closes it."""
    ann, bob = (visit(viewport=NARROW, reduced_motion="reduce") for _ in range(2))
    code = ann.open_table("rat-a-tat-cat", options={"players": 2, "rounds": 9})
    bob.sit_down(code, "Bob")
    ann.press("lobby_start")
    chance = random.Random(1)
    readers = [Reader(one, peeking, chance) for one in (ann, bob)]
    eye = play_until([marked(one.page, "peek") for one in (ann, bob)], *readers)
    witness = ann if eye.page == ann.page else bob
    before = step(witness.page)
    said = witness.page.get_by_role("status").filter(has_text="has just peeked at this card")
    expect(said).to_have_count(0)
    eye.click()
    expect(said).to_be_in_viewport(ratio=1)
    expect(said).to_contain_text("Bob" if witness is ann else "Ann")
    witness.page.keyboard.press("Escape")
    expect(said).to_have_count(0)
    eye.focus()
    witness.page.keyboard.press("Enter")
    expect(said).to_be_in_viewport(ratio=1)
    witness.page.mouse.click(5, 5)
    expect(said).to_have_count(0)
    assert step(witness.page) == before
    assert witness.overflow() == 0
