"""With others at a table: pauses, words and faces, and the way back to it."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from reader import MANNERS, Reader, play_out
from visitor import PHONE, Visitor

Visit = Callable[..., Visitor]


def begin(ann: Visitor, bob: Visitor, **table: Any) -> str:
    code = ann.open_table("cattitude", options={"players": 2}, **table)
    bob.sit_down(code, "Bob")
    ann.press("lobby_start")
    for one in (ann, bob):
        one.page.locator("main [data-step]").wait_for()
    return code


def test_pause_is_asked_for_agreed_to_and_ended(visit: Visit) -> None:
    ann, bob = visit(), visit(locale="de")
    begin(ann, bob)
    ann.choose("table_pause")
    expect(ann.page.get_by_text(ann.words["table_pause_yours"].format(names="Bob"))).to_be_visible()
    asked = bob.words["table_pause_asked"].format(names="Ann")
    expect(bob.page.get_by_text(asked)).to_be_visible()
    bob.press("table_pause_agree")
    for one, asker, other in ((ann, "pause_by_you", "Bob"), (bob, "pause_by", "Ann")):
        panel = one.page.get_by_role("status").filter(has_text=one.words["table_paused"])
        expect(panel).to_contain_text(one.words[asker].format(name="Ann"))
        names = f"{one.words['lobby_you']} {'and' if one is ann else 'und'} {other}"
        expect(panel).to_contain_text(one.words["pause_until_all"].format(names=names))
    ann.press("table_go_on")
    resting = ann.words["pause_ready"].format(names="Bob")
    expect(ann.page.get_by_text(resting)).to_be_visible()
    expect(ann.page.get_by_role("button", name=ann.words["table_go_on"])).to_have_count(0)
    expect(bob.page.get_by_text(bob.words["pause_until_you"])).to_be_visible()
    bob.press("table_go_on")
    for one in (ann, bob):
        expect(one.page.get_by_text(one.words["table_paused"])).to_have_count(0)


FULL = 61
"""Seconds at most: 60, and what a message takes on its way."""
MOST = """
window.most = 0;
new MutationObserver(() => {
  for (const clock of document.querySelectorAll('.clock'))
    window.most = Math.max(window.most, parseInt(clock.textContent));
}).observe(document, { subtree: true, childList: true, characterData: true });
"""
"""Keeps the most that a clock ever showed."""


def test_clock_runs_down_where_somebody_decides(visit: Visit) -> None:
    """It never shows more than there is; who has sealed has none, and nobody in a pause."""
    ann, bob = visit(), visit(locale="de")
    ann.context.add_init_script(MOST)
    begin(ann, bob, clock={"decision": 60, "bank": 0})
    clocks = [
        [one.page.locator("ol li", has_text=name).locator(".clock") for name in ("Ann", "Bob")]
        for one in (ann, bob)
    ]
    first = [[seconds(clock) for clock in both] for both in clocks]
    assert all(30 < one <= FULL for both in first for one in both)
    for both, before in zip(clocks, first, strict=True):
        for clock, shown in zip(both, before, strict=True):
            expect(clock).not_to_have_text(f"{shown} s")
            assert seconds(clock) < shown
    hand = ann.page.locator(".compose .hand [data-drag]")
    while hand.count():
        ann.page.locator(".tray.open .place").click()
    ann.press("cattitude_seal")
    for own, other in clocks:
        expect(own).to_have_count(0)
        expect(other).to_be_visible()
    for one in (ann, bob):
        one.choose("table_pause")
    for one in (ann, bob):
        expect(one.page.locator(".clock")).to_have_count(0)
    for one in (ann, bob):
        one.press("table_go_on")
    expect(clocks[0][1]).to_be_visible()
    assert 30 < ann.page.evaluate("window.most") <= FULL


def seconds(clock: Locator) -> int:
    return int(clock.inner_text().removesuffix(" s"))


@pytest.mark.parametrize("is_by_menu", [False, True])
def test_pause_can_be_withdrawn(visit: Visit, is_by_menu: bool) -> None:
    ann, bob = visit(), visit()
    begin(ann, bob)
    ann.choose("table_pause")
    asked = bob.page.get_by_text(bob.words["table_pause_asked"].format(names="Ann"))
    expect(asked).to_be_visible()
    expect(ann.page.get_by_role("button", name=ann.words["table_go_on"])).to_have_count(0)
    if is_by_menu:
        ann.press("table_menu")
        ann.page.locator(".panel").get_by_text(ann.words["table_pause_withdraw"]).click()
    else:
        ann.press("table_pause_withdraw")
    expect(asked).to_have_count(0)


def test_shared_device_pauses_for_all_who_sit_at_it(visit: Visit) -> None:
    visitor = visit()
    visitor.open_table("cattitude", options={"players": 2})
    visitor.add_person("Bob")
    visitor.press("lobby_start")
    visitor.page.locator(".curtain button").click()
    visitor.choose("table_pause")
    expect(visitor.page.get_by_text(visitor.words["table_paused"])).to_be_visible()
    visitor.press("table_go_on")
    expect(visitor.page.get_by_text(visitor.words["table_paused"])).to_have_count(0)


def test_words_show_at_the_seat_and_are_counted_until_they_are_read(visit: Visit) -> None:
    ann, bob = visit(viewport=PHONE), visit()
    begin(ann, bob)
    ann.page.evaluate("scrollTo(0, 0)")
    bob.page.get_by_label(bob.words["table_say"]).fill("Purr, says Bob")
    bob.press("table_send")
    bubble = ann.page.locator(".bubbles p")
    expect(bubble).to_contain_text("Purr, says Bob")
    said, prompt = bubble.bounding_box(), ann.page.locator(".prompt").bounding_box()
    assert said is not None
    assert prompt is not None
    assert said["y"] + said["height"] <= prompt["y"], "it covers what to do"
    unread = ann.page.get_by_role("button", name=ann.words["table_unread"].format(count=1))
    unread.click()
    expect(unread).to_have_count(0)
    expect(ann.page.locator("#talk li", has_text="Purr, says Bob")).to_be_in_viewport()
    expect(ann.page.locator(".bubbles p")).to_have_count(0)


def test_long_talk_scrolls(visit: Visit) -> None:
    ann, bob = visit(), visit()
    begin(ann, bob)
    for number in range(12):
        bob.page.get_by_label(bob.words["table_say"]).fill(f"Line {number}.")
        bob.press("table_send")
        expect(ann.page.locator("#talk li", has_text=f"Line {number}.")).to_have_count(1)
    expect(ann.page.locator("#talk li")).to_have_count(12)
    ann.page.locator("#talk ul").scroll_into_view_if_needed()
    expect(ann.page.locator("#talk li").last).to_be_in_viewport()
    ann.page.locator("#talk ul").evaluate("(list) => { list.scrollTop = 0 }")
    expect(ann.page.locator("#talk li").first).to_be_in_viewport()


def test_faces_where_there_is_no_chat(visit: Visit) -> None:
    ann, bob = visit(), visit()
    begin(ann, bob, has_chat=False)
    expect(bob.page.get_by_label(bob.words["table_say"])).to_have_count(0)
    bob.press("react_purr")
    expect(ann.page.locator(".bubbles p")).to_contain_text(ann.words["react_purr"])


def test_way_back_to_a_table(visit: Visit) -> None:
    """Home leads to the tables that wait or play with a seat of this device, until it leaves."""
    visitor = visit()
    page, words = visitor.page, visitor.words
    code = visitor.open_table("cattitude", options={"players": 2}, bots=1)
    page.goto("/")
    own = page.get_by_role("listitem").filter(has_text=code)
    expect(own).to_contain_text(words["home_own_waiting"])
    own.get_by_role("link").click()
    visitor.press("lobby_start")
    page.locator("main [data-step]").wait_for()
    page.get_by_role("link", name=words["home"]).click()
    expect(own).to_contain_text(words["home_own_playing"])
    own.get_by_role("link").click()
    visitor.choose("table_leave")
    visitor.press("table_yes")
    expect(page.get_by_role("heading", name=words["home_join"])).to_be_visible()
    expect(own).to_have_count(0)


def test_way_back_to_a_finished_table(visit: Visit) -> None:
    """To the table, where the next game begins, and to the replay of the last one."""
    visitor = visit()
    page, words = visitor.page, visitor.words
    options = {"players": 2, "tiny": True}
    code = visitor.open_table("rat-a-tat-cat", options=options, bots=1)
    visitor.press("lobby_start")
    play_out([Reader(visitor, MANNERS["rat-a-tat-cat"], random.Random(1))])
    page.get_by_role("link", name=words["home"]).click()
    tables = page.locator("section", has=page.get_by_role("heading", name=words["home_own_tables"]))
    expect(tables.get_by_role("heading", name=words["home_own_finished"])).to_be_visible()
    own = tables.get_by_role("listitem").filter(has_text=code)
    expect(own).to_contain_text("Ann")
    own.get_by_role("link", name=words["table_replay"]).click()
    expect(page.get_by_role("slider")).to_be_visible()
    page.goto("/")
    own.get_by_role("link", name=words["game_rat_a_tat_cat"]).click()
    expect(page.get_by_role("button", name=words["table_rematch"])).to_be_enabled()


def test_waiting_room_has_language_and_sound(visit: Visit) -> None:
    visitor = visit()
    visitor.open_table("cattitude")
    visitor.press("table_menu")
    visitor.page.get_by_label(visitor.words["sound"]).check()
    visitor.page.get_by_label(visitor.words["language"]).select_option("nl")
    expect(visitor.page.get_by_role("heading", name="Wachtkamer")).to_be_visible()
    room = visitor.page.get_by_role("heading", name="Wachtkamer")
    room.click(position={"x": 5, "y": 5})  # beside the menu
    expect(visitor.page.get_by_label("Taal")).to_have_count(0)
