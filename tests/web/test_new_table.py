"""The form for a new table: what cannot be is said, and nothing is dropped in silence."""

from collections.abc import Callable

from playwright.sync_api import Locator, expect

from visitor import Visitor

Visit = Callable[..., Visitor]


def unfolded(ann: Visitor, key: str) -> Locator:
    """Open a folded part of the form."""
    part = ann.page.locator("details").filter(has_text=ann.words[key]).last
    part.locator("summary").first.click()
    return part


def test_value_that_cannot_be_is_shown_and_never_dropped(visit: Visit) -> None:
    """C1.4: a number that no card has keeps the table from being opened, folded away or not."""
    ann = visit()
    ann.page.goto("/new/cattitude")
    ann.page.get_by_label(ann.words["new_nickname"]).fill("Ann")
    ann.page.locator("summary", has_text=ann.words["new_options"]).click()
    values = unfolded(ann, "cattitude_option_values")
    turkey = values.locator("input").first
    for typed in ("99", "7.9"):
        turkey.fill(typed)
        turkey.press("Tab")
        values.locator("summary").first.click()
        expect(turkey).not_to_be_visible()
        ann.press("new_open")
        expect(turkey).to_be_visible()
        expect(turkey).to_have_value(typed)
    turkey.fill("7")
    ann.press("new_open")
    ann.page.wait_for_url("**/t/*")
    code = ann.page.url.rpartition("/")[2]
    table = ann.context.request.get(f"/api/tables/{code}").json()
    assert table["options"]["values"]["turkey"] == 7


def test_first_dealer_is_always_somebody_at_the_table(visit: Visit) -> None:
    """R2.1: with a seat less, a dealer who would be gone is drawn by lot."""
    ann = visit()
    ann.page.goto("/new/rat-a-tat-cat")
    ann.page.get_by_label(ann.words["new_nickname"]).fill("Ann")
    ann.page.locator(".chip", has_text="4").click()
    ann.page.locator("summary", has_text=ann.words["new_options"]).click()
    dealer = ann.page.get_by_label(ann.words["rat_option_first_dealer"])
    lot, last = "lot", "3"
    expect(dealer).to_have_value(lot)
    dealer.select_option(last)
    ann.page.locator(".chip", has_text="2").click()
    expect(dealer).to_have_value(lot)
    ann.page.locator(".chip", has_text="4").click()
    dealer.select_option(last)
    ann.page.locator(".chip", has_text=ann.words["new_bots_no"]).click()
    ann.press("new_open")
    ann.page.get_by_role("button", name=ann.words["lobby_remove_seat"]).last.click()
    expect(ann.page.get_by_role("button", name=ann.words["lobby_remove_seat"])).to_have_count(2)
    code = ann.page.url.rpartition("/")[2]
    table = ann.context.request.get(f"/api/tables/{code}").json()
    assert (table["options"]["players"], table["options"]["first_dealer"]) == (3, lot)
