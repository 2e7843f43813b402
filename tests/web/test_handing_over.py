"""In a running game the table agrees before somebody is sent away or takes over a hand."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from visitor import DESKTOP, LOCALES, PHONE, Visitor

Visit = Callable[..., Visitor]
RATS = "rat-a-tat-cat"


def begin(*people: Visitor) -> str:
    """Let three people sit down and deal."""
    ann, *guests = people
    code = ann.open_table(RATS, options={"players": 3})
    for guest, name in zip(guests, ("Bob", "Cat"), strict=True):
        guest.sit_down(code, name)
    ann.press("lobby_start")
    for one in people:
        one.page.locator("main [data-step]").wait_for()
    return code


def notice(visitor: Visitor, key: str, **words: str) -> Locator:
    """Find what the table is asked, as a visitor reads it."""
    return visitor.page.get_by_role("status").filter(has_text=visitor.words[key].format(**words))


def seats(visitor: Visitor) -> Locator:
    players = visitor.page.get_by_role("list", name=visitor.words["table_players"])
    return players.get_by_role("listitem")


def send_away(host: Visitor, name: str) -> None:
    host.press("table_menu")
    words = host.words["send_away"].format(name=name)
    host.page.get_by_role("button", name=words, exact=True).click()
    host.press("table_yes")


def test_others_are_asked_before_somebody_is_sent_away(visit: Visit) -> None:
    ann, bob, cat = visit(), visit(), visit()
    begin(ann, bob, cat)
    send_away(ann, "Bob")
    expect(notice(bob, "proposal_about_you")).to_be_visible()
    expect(notice(cat, "proposal_send_away", name="Bob")).to_be_visible()
    expect(notice(ann, "proposal_awaited", names="Cat")).to_be_visible()
    expect(bob.page.get_by_role("button", name=bob.words["proposal_agree"])).to_have_count(0)
    cat.press("proposal_object")
    for one in (ann, bob, cat):
        expect(notice(one, "proposal_send_away", name="Bob")).to_have_count(0)
        expect(seats(one).filter(has_text="Bob")).to_have_count(1)
    send_away(ann, "Bob")
    cat.press("proposal_agree")
    expect(seats(ann).filter(has_text="Bob")).to_have_count(0)
    expect(bob.page.get_by_text(bob.words["table_watching"])).to_be_visible()


def test_newcomer_asks_and_the_table_agrees(visit: Visit) -> None:
    ann, bob, cat, eve = visit(), visit(), visit(), visit()
    code = begin(ann, bob, cat)
    cat.choose("table_leave")
    cat.press("table_yes")
    eve.page.goto(f"/t/{code}")
    eve.page.get_by_label(eve.words["new_nickname"]).fill("Eve")
    eve.press("takeover_ask")
    expect(notice(eve, "proposal_awaited", names="Ann and Bob")).to_be_visible()
    bot = seats(ann).nth(2).locator(".name").inner_text()
    for one in (ann, bob):
        expect(notice(one, "proposal_take_over", name="Eve", bot=bot)).to_be_visible()
    ann.press("proposal_agree")
    expect(notice(eve, "proposal_awaited", names="Bob")).to_be_visible()
    expect(eve.page.get_by_text(eve.words["table_watching"])).to_be_visible()
    bob.press("proposal_agree")
    expect(eve.page.get_by_text(eve.words["table_watching"])).to_have_count(0)
    expect(seats(eve).filter(has_text="Eve")).to_have_count(1)
    assert notice(ann, "left_taken", name="Eve", before=bot).count() == 1
    eve.page.reload()
    expect(seats(eve).filter(has_text="Eve")).to_have_count(1)


def test_newcomer_thinks_better_of_it(visit: Visit) -> None:
    ann, bob, cat, eve = visit(), visit(), visit(), visit()
    code = begin(ann, bob, cat)
    cat.choose("table_leave")
    cat.press("table_yes")
    eve.page.goto(f"/t/{code}")
    eve.page.get_by_label(eve.words["new_nickname"]).fill("Eve")
    eve.press("takeover_ask")
    expect(ann.page.get_by_role("button", name=ann.words["proposal_agree"])).to_be_visible()
    eve.press("table_pause_withdraw")
    expect(ann.page.get_by_role("button", name=ann.words["proposal_agree"])).to_have_count(0)
    expect(eve.page.get_by_role("button", name=eve.words["takeover_ask"])).to_be_visible()


def test_browser_that_lost_its_cookie_has_its_seat_back(visit: Visit) -> None:
    """By the personal link that it keeps."""
    ann, bob, cat = visit(), visit(), visit()
    begin(ann, bob, cat)
    bob.context.clear_cookies()
    bob.page.reload()
    expect(seats(bob).filter(has_text=bob.words["lobby_you"])).to_contain_text("Bob")
    expect(bob.page.get_by_text(bob.words["table_watching"])).to_have_count(0)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_questions_fit_on_the_screen(
    visit: Visit, locale: str, viewport: dict[str, int], tmp_path: Path
) -> None:
    shape: dict[str, Any] = {"locale": locale, "viewport": viewport}
    ann, bob, cat, eve = (visit(**shape) for _ in range(4))
    code = begin(ann, bob, cat)
    kind = f"{locale}-{viewport['width']}"

    def look(visitor: Visitor, name: str) -> None:
        visitor.page.screenshot(path=tmp_path / f"{name}-{kind}.png")
        assert visitor.overflow() == 0, name

    ann.press("table_menu")
    look(ann, "menu")
    ann.press("table_menu")
    send_away(ann, "Bob")
    for one, name in ((ann, "asker"), (bob, "target"), (cat, "asked")):
        one.page.locator("section[role=status]").wait_for()
        look(one, name)
    cat.press("proposal_agree")
    expect(seats(ann).filter(has_text="Bob")).to_have_count(0)
    eve.page.goto(f"/t/{code}")
    eve.page.get_by_label(eve.words["new_nickname"]).fill("Eve")
    look(eve, "offer")
    eve.press("takeover_ask")
    for one, name in ((eve, "newcomer"), (ann, "announced")):
        one.page.locator("section[role=status]").wait_for()
        look(one, name)
