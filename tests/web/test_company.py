"""With others at a table: pauses, words and faces, and the way back to it."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

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
    for one in (ann, bob):
        expect(one.page.get_by_text(one.words["table_paused"])).to_be_visible()
    ann.press("table_go_on")
    resting = ann.words["table_pause_resting"].format(names="Bob")
    expect(ann.page.get_by_text(resting)).to_be_visible()
    bob.press("table_go_on")
    for one in (ann, bob):
        expect(one.page.get_by_text(one.words["table_paused"])).to_have_count(0)


def test_pause_can_be_withdrawn(visit: Visit) -> None:
    ann, bob = visit(), visit()
    begin(ann, bob)
    ann.choose("table_pause")
    asked = bob.page.get_by_text(bob.words["table_pause_asked"].format(names="Ann"))
    expect(asked).to_be_visible()
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
    expect(ann.page.locator(".bubbles p")).to_contain_text("Purr, says Bob")
    unread = ann.page.get_by_role("button", name=ann.words["table_unread"].format(count=1))
    unread.click()
    expect(unread).to_have_count(0)
    said = ann.page.locator("#talk li", has_text="Purr, says Bob")
    expect(said).to_be_in_viewport()
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
