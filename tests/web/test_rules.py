"""The rules for people to read, and what is refused, in three languages."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

import purrlor
from visitor import DESKTOP, Visitor, play_twice

Visit = Callable[..., Visitor]
RULES = {"en": "Rules", "nl": "Spelregels", "de": "Spielregeln"}
NICKNAME = {"en": "Your nickname", "nl": "Je bijnaam", "de": "Dein Spitzname"}
DEAL = {"en": "Deal the cards", "nl": "Deel de kaarten", "de": "Karten geben"}


def sit_down(page: Page, game: str, language: str) -> None:
    page.goto(f"/new/{game}/bots")
    page.get_by_label(NICKNAME[language]).fill("Ann")
    page.get_by_role("button", name=DEAL[language]).click()
    expect(page.locator(".board button:enabled").first).to_be_visible(timeout=30_000)


def options_of(request: Request) -> dict[str, Any]:
    options: dict[str, Any] = json.loads(request.post_data or "{}")["options"]
    return options


@pytest.mark.parametrize("language", ["en", "nl", "de"])
@pytest.mark.parametrize("game", purrlor.game_names())
def test_rules_over_the_table(visit: Visit, game: str, language: str) -> None:
    """The sheet opens by keyboard, holds the focus, and gives it back; the table stays."""
    visitor = visit(locale=language)
    page = visitor.page
    sit_down(page, game, language)
    table = page.url
    opener = page.get_by_role("button", name=RULES[language])
    opener.focus()
    page.keyboard.press("Enter")
    sheet = page.get_by_role("dialog")
    expect(sheet).to_be_visible()
    expect(sheet.locator("article").first).to_be_visible()
    expect(sheet.get_by_role("img").first).to_be_visible()
    for _ in range(3):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.closest('dialog') !== null")
    assert visitor.overflow() == 0
    page.keyboard.press("Escape")
    expect(sheet).not_to_be_visible()
    expect(opener).to_be_focused()
    assert page.url == table


def test_rules_have_addresses(visit: Visit) -> None:
    visitor = visit(locale="nl", viewport=DESKTOP)
    page = visitor.page
    page.goto("/rules/rat-a-tat-cat#R4.3")
    clause = page.locator('article[id="R4.3"]')
    expect(clause).to_be_in_viewport()
    expect(clause).to_be_focused()
    expect(clause).to_contain_text("Ruil een van je kaarten")
    page.locator('article[id="R3.7"]').get_by_role("link", name="R5.1").click()
    expect(page.locator('article[id="R5.1"]')).to_be_focused()
    assert page.url.endswith("/rules/rat-a-tat-cat#R5.1")


def test_a_refusal_leads_to_its_clause(visit: Visit) -> None:
    """A move that is sent twice is refused once, in German, with the way to the clause."""
    visitor = visit(locale="de")
    page = visitor.page

    page.route_web_socket("**/socket*", play_twice)
    visitor.open_table("rat-a-tat-cat", options={"players": 3}, bots=2)
    visitor.press("lobby_start")
    page.get_by_role("button", name="Ich habe sie gesehen").click()
    refusal = page.get_by_role("alert")
    expect(refusal).to_be_visible()
    assert "You" not in refusal.inner_text()
    refusal.get_by_role("button", name="Regel R2.3").click()
    clause = page.get_by_role("dialog").locator('article[id="R2.3"]')
    expect(clause).to_be_in_viewport()
    expect(clause).to_be_focused()


def test_a_table_that_is_not_there(visit: Visit) -> None:
    visitor = visit(locale="nl")
    visitor.page.goto("/t/nono-nono")
    expect(visitor.page.get_by_text("Er is geen tafel nono-nono")).to_be_visible()


def test_options_in_the_language_of_the_reader(visit: Visit) -> None:
    """Words follow the language at once, and what was typed stays."""
    visitor = visit(locale="de")
    page = visitor.page
    page.goto("/new/rat-a-tat-cat")
    page.get_by_label("Dein Spitzname").fill("Ann")
    page.get_by_text("Regeln und Varianten").click()
    rounds = page.get_by_role("spinbutton", name="Runden")
    expect(rounds).to_have_value("5")
    page.get_by_role("combobox", name="Das Spiel endet").select_option("points")
    expect(rounds).not_to_be_visible()
    page.get_by_role("spinbutton", name="Grenze").fill("60")
    page.get_by_label("Gedächtnisstütze").check()
    page.get_by_label("Sprache").select_option("nl")
    expect(page.get_by_label("Je bijnaam")).to_have_value("Ann")
    expect(page.get_by_role("spinbutton", name="Grens")).to_have_value("60")
    expect(page.get_by_label("Geheugensteun")).to_be_checked()
    with page.expect_request("**/api/tables") as asked:
        page.get_by_role("button", name="Open de tafel").click()
    assert options_of(asked.value) == {
        "players": 2,
        "end": "points",
        "limit": 60,
        "memory_aid": True,
    }


def test_values_of_the_printed_game(visit: Visit) -> None:
    visitor = visit(viewport=DESKTOP)
    page = visitor.page
    page.goto("/new/cattitude")
    page.get_by_label("Your nickname").fill("Ann")
    page.get_by_text("Rules and variants").click()
    page.get_by_text("Values of your own").click()
    page.get_by_label("Diva peacock").first.fill("7")
    with page.expect_request("**/api/tables") as asked:
        page.get_by_role("button", name="Open the table").click()
    assert options_of(asked.value)["values"] == {"diva-peacock": 7}
    expect(page.get_by_text("Code: ")).to_be_visible()


def test_the_language_is_switched_at_the_table(visit: Visit) -> None:
    """Everything is said anew; the game goes on where it was."""
    visitor = visit()
    page = visitor.page
    sit_down(page, "rat-a-tat-cat", "en")
    expect(page.get_by_text("Round 1 of 5").first).to_be_visible()
    page.get_by_role("button", name="Table menu").click()
    page.get_by_label("Language").select_option("de")
    expect(page.get_by_text("Runde 1 von 5").first).to_be_visible()
    expect(page.get_by_role("button", name="Ich habe sie gesehen")).to_be_enabled()
    assert page.evaluate("document.documentElement.lang") == "de"
