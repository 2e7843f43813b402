"""Who leaves, who is away, and seats that come and go: said plainly, and mended by the host."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from reader import MANNERS, Reader, play_out
from visitor import NARROW, Visitor

Visit = Callable[..., Visitor]
TINY: dict[str, Any] = {"players": 2, "tiny": True}


def play(*visitors: Visitor) -> None:
    manner = MANNERS["rat-a-tat-cat"]
    play_out([Reader(one, manner, random.Random(seed)) for seed, one in enumerate(visitors)])


def begin(ann: Visitor, bob: Visitor, options: dict[str, Any], bots: int = 0) -> str:
    code = ann.open_table("rat-a-tat-cat", options=options)
    bob.sit_down(code, "Bob")
    if bots:
        ann.press("lobby_fill")
    ann.press("lobby_start")
    for one in (ann, bob):
        one.page.locator("main [data-step]").wait_for()
    return code


def test_who_leaves_keeps_the_name_in_what_was(visit: Visit) -> None:
    """Old lines keep it, a notice and the log say who plays on, and a reload changes nothing."""
    ann, bob = visit(), visit()
    begin(ann, bob, {"players": 2})
    bob.press("rat_do_ready")
    log = ann.page.locator(".log li")
    expect(log.filter(has_text="Bob is ready.")).to_have_count(1)
    bob.choose("table_leave")
    bob.press("table_yes")
    left = ann.words["left_bot"].split("{name}")[0].format(before="Bob")
    notice = ann.page.get_by_role("status").filter(has_text=left)
    expect(notice).to_be_visible()
    bot = notice.inner_text().removeprefix(left).split(",")[0].strip()
    ann.press("rat_do_ready")
    expect(log.filter(has_text=f"{bot} is on turn")).not_to_have_count(0)
    for _ in range(2):
        expect(log.filter(has_text="Bob is ready.")).to_have_count(1)
        expect(log.filter(has_text=f"{bot} is ready.")).to_have_count(0)
        expect(
            log.filter(has_text=ann.words["left_bot"].format(before="Bob", name=bot))
        ).to_have_count(1)
        ann.page.reload()
        log.first.wait_for()
    notice.get_by_role("button", name=ann.words["table_close"]).click()
    expect(notice).to_have_count(0)


def test_rematch_says_at_once_who_is_away(visit: Visit) -> None:
    ann, bob = visit(), visit()
    begin(ann, bob, {"players": 3, "rounds": 1}, bots=1)
    play(ann, bob)
    away = ann.page.get_by_text(ann.words["absent_away"].format(names="Bob"))
    expect(away).to_have_count(0)
    bob.page.goto("about:blank")
    expect(away).to_be_visible()
    expect(ann.page.get_by_text(ann.words["absent_host"])).to_be_visible()
    ann.page.get_by_role("button", name=ann.words["absent_bot"].format(name="Bob")).click()
    expect(away).to_have_count(0)
    ann.press("table_rematch")
    expect(ann.page.locator(".result")).to_have_count(0)
    expect(ann.page.locator("ol li", has_text="Bob")).to_have_count(0)


def test_rematch_without_the_seat_of_who_is_away(visit: Visit) -> None:
    ann, bob = visit(), visit()
    begin(ann, bob, {"players": 3, "rounds": 1}, bots=1)
    play(ann, bob)
    bob.page.goto("about:blank")
    ann.page.get_by_role("button", name=ann.words["absent_remove"].format(name="Bob")).click()
    expect(seats(ann)).to_have_count(2)
    ann.press("lobby_start")
    ann.page.locator("main [data-step]").wait_for()


def test_rematch_goes_on_without_waiting_for_who_is_away(visit: Visit) -> None:
    """Who is away keeps the seat: a bot plays there until they are back."""
    ann, bob = visit(), visit()
    begin(ann, bob, TINY)
    play(ann, bob)
    bob.page.goto("about:blank")
    expect(ann.page.get_by_text(ann.words["absent_away"].format(names="Bob"))).to_be_visible()
    ann.press("table_rematch")
    expect(ann.page.locator(".result")).to_have_count(0)
    expect(ann.page.get_by_role("alert")).to_have_count(0)
    players = ann.page.get_by_role("list", name=ann.words["table_players"])
    expect(players.get_by_role("listitem").filter(has_text="Bob")).to_be_visible()


def test_rematch_after_somebody_left(visit: Visit) -> None:
    """The result keeps the name; the open seat is filled where it stands in the way."""
    ann, bob = visit(), visit()
    begin(ann, bob, TINY)
    play(ann, bob)
    bob.choose("table_leave")
    again = ann.page.get_by_role("button", name=ann.words["table_rematch"])
    expect(again).to_be_disabled()
    expect(ann.page.locator(".result td", has_text="Bob")).to_be_visible()
    ann.press("lobby_add_bot")
    expect(again).to_be_enabled()
    expect(ann.page.locator(".result td", has_text="Bob")).to_be_visible()
    again.click()
    expect(ann.page.locator(".result")).to_have_count(0)


# The waiting room


def seats(visitor: Visitor) -> Locator:
    return visitor.page.locator(".seats > li")


@pytest.mark.parametrize(("game", "low", "high"), [("cattitude", 2, 5), ("cat-royal", 2, 4)])
def test_host_adds_and_removes_open_seats(visit: Visit, game: str, low: int, high: int) -> None:
    ann, bob = visit(viewport=NARROW), visit()
    bob.sit_down(ann.open_table(game, options={"players": 3}), "Bob")
    more = ann.page.get_by_role("button", name=ann.words["lobby_add_seat"])
    fewer = ann.page.get_by_role("button", name=ann.words["lobby_remove_seat"])
    expect(bob.page.get_by_role("button", name=bob.words["lobby_add_seat"])).to_have_count(0)
    for count in range(4, high + 1):
        more.click()
        for one in (ann, bob):
            expect(seats(one)).to_have_count(count)
    expect(more).to_have_count(0)
    for count in range(high - 1, low - 1, -1):
        fewer.first.click()
        expect(seats(ann)).to_have_count(count)
    expect(fewer).to_have_count(0)
    assert ann.overflow() == 0
    expect(seats(ann).filter(has_text="Bob")).to_be_visible()
    ann.press("lobby_start")
    ann.page.locator("main [data-step]").wait_for()


def test_seats_that_the_rules_need_stay(visit: Visit) -> None:
    """The server decides, and says why in the reader's language."""
    visitor = visit(locale="de")
    visitor.open_table("cat-royal", options={"players": 4, "partners": True})
    remove = visitor.page.get_by_role("button", name=visitor.words["lobby_remove_seat"])
    remove.first.click()
    refused = visitor.page.get_by_role("alert")
    expect(refused).to_have_text(visitor.words["royal_refused_partners_are_four"])
    expect(seats(visitor)).to_have_count(4)
    visitor.complaints = [one for one in visitor.complaints if "400" not in one]
