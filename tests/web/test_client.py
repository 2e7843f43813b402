"""The client as people use it: from a link to the end of a game."""

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

import purrlor
from visitor import DESKTOP, PHONE, Visitor

Visit = Callable[..., Visitor]
TITLES = {name: purrlor.game(name).title for name in purrlor.game_names()}


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP, {"width": 360, "height": 740}], ids=str)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_home(visit: Visit, viewport: dict[str, int], scheme: str) -> None:
    visitor = visit(viewport=viewport, color_scheme=scheme)
    visitor.page.goto("/")
    for title in TITLES.values():
        expect(visitor.page.get_by_role("heading", name=title)).to_be_visible()
    assert visitor.overflow() == 0


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("en", "A parlour for cat games"),
        ("nl", "Een salon voor kattenspellen"),
        ("de", "Ein Salon für Katzenspiele"),
    ],
)
def test_language_of_the_visitor(visit: Visit, locale: str, words: str) -> None:
    visitor = visit(locale=locale)
    visitor.page.goto("/")
    expect(visitor.page.get_by_role("heading", name=words)).to_be_visible()
    assert visitor.page.evaluate("document.documentElement.lang") == locale


def test_language_is_switched_without_loading_anew(visit: Visit) -> None:
    visitor = visit()
    visitor.page.goto("/")
    visitor.page.evaluate("window.stays = true")
    visitor.page.get_by_label("Language").select_option("de")
    expect(visitor.page.get_by_role("heading", name="Ein Salon für Katzenspiele")).to_be_visible()
    assert visitor.page.evaluate("window.stays") is True


@pytest.mark.parametrize("game", purrlor.game_names())
def test_against_bots_with_one_tap(visit: Visit, game: str) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/")
    page.locator(f"[data-game={game}]").get_by_role("button", name="Play now against bots").click()
    expect(page.get_by_role("heading", name=TITLES[game])).to_be_visible()
    expect(page.locator(".board button:enabled").first).to_be_visible()
    expect(page.locator("li", has_text="(you)")).to_contain_text("Guest")
    assert visitor.overflow() == 0


def test_friends_by_link(visit: Visit) -> None:
    """Ann opens a table; Bob follows the link, sits down, and both see the cards dealt."""
    ann, bob = visit(), visit(locale="de", viewport=DESKTOP)
    ann.page.goto("/new/rat-a-tat-cat")
    ann.page.get_by_label("Your nickname").fill("Ann")
    ann.page.get_by_role("button", name="Open the table").click()
    expect(ann.page.get_by_text("Code: ")).to_be_visible()
    link = ann.page.url
    assert re.search(r"/t/[a-z]{4}-[a-z]{4}-[a-z]{4}$", link)
    bob.page.goto(link)
    bob.page.get_by_label("Dein Spitzname").fill("Bob")
    bob.page.get_by_role("button", name="Hinsetzen").click()
    expect(ann.page.get_by_role("list").get_by_text("Bob")).to_be_visible()
    ann.page.get_by_role("button", name="Start").click()
    for visitor in (ann, bob):
        expect(visitor.page.locator(".board button:enabled").first).to_be_visible()


def test_friends_by_code(visit: Visit) -> None:
    """As it is read aloud or written on paper: in capitals, a space where the hyphen is."""
    ann, bob = visit(), visit(locale="de")
    code = ann.open_table("cattitude")
    bob.page.goto("/")
    bob.page.get_by_label(bob.words["home_code"]).fill(code.upper().replace("-", " "))
    bob.press("home_go")
    expect(bob.page).to_have_url(re.compile(rf"/t/{code}$"))
    bob.page.get_by_label(bob.words["new_nickname"]).fill("Bob")
    bob.press("lobby_sit")
    expect(ann.page.get_by_role("list").get_by_text("Bob")).to_be_visible()


def test_reload_leads_back_to_the_same_seat(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/new/cat-royal/bots")
    page.get_by_label("Your nickname").fill("Ann")
    page.get_by_role("button", name="Deal the cards").click()
    you = page.locator("li", has_text="(you)")
    expect(you).to_contain_text("Ann")
    page.reload()
    expect(you).to_contain_text("Ann")
    visitor.context.set_offline(True)
    visitor.context.set_offline(False)
    expect(page.get_by_text("Connected")).to_be_attached()


SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifted += one.value;
}).observe({ type: 'layout-shift', buffered: true });
"""
GOOD = 0.1
"""Up to here browsers call it good (CLS)."""


def test_nothing_jumps_about_when_a_board_comes_late(visit: Visit) -> None:
    visitor = visit(service_workers="block")
    page = visitor.page
    visitor.open_table("cattitude", options={"players": 2}, bots=1)
    visitor.press("lobby_start")
    page.locator("main [data-step]").wait_for()
    page.route("**/assets/cattitude-*.js", late)
    page.add_init_script(SHIFTS)
    page.reload()
    page.locator(".board button:enabled").first.wait_for()
    expect(page.locator(".log li").first).to_be_attached()
    assert page.evaluate("window.shifted") < GOOD
    visitor.complaints = [one for one in visitor.complaints if "Service Worker" not in one]


def late(route: Route) -> None:
    time.sleep(0.5)
    route.continue_()


def test_nothing_is_asked_of_third_parties(visit: Visit) -> None:
    visitor = visit()
    visitor.page.goto("/")
    visitor.page.wait_for_load_state("networkidle")
    hosts = {re.sub(r"^\w+://([^/:]+).*", r"\1", url) for url in visitor.requests}
    assert hosts == {"127.0.0.1"}


def test_table_that_does_not_exist(visit: Visit) -> None:
    visitor = visit()
    visitor.page.goto("/t/zzzz-zzzz")
    expect(visitor.page.get_by_role("heading", name="This table cannot be entered")).to_be_visible()
    visitor.page.get_by_role("link", name="To the parlour").last.click()
    expect(visitor.page.get_by_role("heading", name="A parlour for cat games")).to_be_visible()
