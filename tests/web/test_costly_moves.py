"""Knocking and accusing: asked about first, unless a person does not want that."""

import random
import re
from collections.abc import Callable

from playwright.sync_api import expect

from reader import MANNERS, PATIENCE, Button, Reader, Sight, play_until
from visitor import Visitor

Visit = Callable[..., Visitor]


def never_knock(sight: Sight, chance: random.Random) -> Button | None:
    others = [one for one in sight.buttons if one.kind != "knock" and not one.is_pressed]
    return chance.choice(others or [None])


def begin(visitor: Visitor, game: str) -> None:
    visitor.open_table(game, options={"players": 2}, bots=1)
    visitor.press("lobby_start")
    visitor.page.locator("main [data-step]").wait_for()


def test_accusing_is_asked_about_and_has_an_outcome(visit: Visit) -> None:
    visitor = visit(reduced_motion="reduce")
    page = visitor.page
    begin(visitor, "cat-royal")
    glass = page.locator(".glass")
    play_until(glass, Reader(visitor, MANNERS["cat-royal"], random.Random(2)))
    log = page.locator(".log ol")
    for answer, lines in (("table_no", 0), ("table_yes", 1)):
        glass.click()
        page.locator(".accuse .panel button").first.click()
        expect(page.get_by_role("dialog")).to_be_visible()
        visitor.press(answer)
        told = log.get_by_text(re.compile(r"^You accuse .* of cheating, and are (right|wrong)\.$"))
        expect(told).to_have_count(lines)
    expect(log.get_by_text("goes back from").first).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_questions_can_be_switched_off(visit: Visit) -> None:
    """And what follows a knock: the reveal, step by step without motion too, and the score."""
    visitor = visit(reduced_motion="reduce")
    page, words = visitor.page, visitor.words
    begin(visitor, "rat-a-tat-cat")
    visitor.press("table_menu")
    page.get_by_label(words["table_confirms"]).uncheck()
    page.keyboard.press("Escape")
    page.reload()  # it is kept
    knock = page.get_by_role("button", name=words["rat_do_knock"], exact=True)
    play_until(knock, Reader(visitor, never_knock, random.Random(2)))
    page.wait_for_timeout(1000 * PATIENCE)  # sooner it is taken for a double tap
    knock.click()
    expect(page.locator(".log li", has_text="You knock")).to_have_count(1)
    expect(page.get_by_role("dialog")).to_have_count(0)
    play_until(page.locator("[data-reveal]"), Reader(visitor, never_knock, random.Random(2)))
    expect(page.locator(".prompt")).to_have_text(words["rat_ask_round_over"].format(round=1))
    for step in ("rat_reveal_up", "rat_reveal_counted"):
        expect(page.get_by_role("status").filter(has_text=words[step])).to_be_visible()
    expect(page.locator("[data-reveal] .score").first).to_be_visible()
    page.locator("[data-reveal] button").click()
    page.get_by_text(words["rat_sheet"]).click()
    expect(page.locator(".sheet tbody tr")).to_have_count(1)
