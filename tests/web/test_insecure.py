"""A page over plain HTTP in the local network: what works there, and what is said of the rest."""

import random
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from served import Served

from conftest import ARGUMENTS, chromium
from purrlor.server.invitation import is_loopback, lan_address
from reader import MANNERS, Reader, play_until
from visitor import Visitor

NAME = "parlour.test"
"""A name that is not this machine's own, so that browsers give the page no secure context."""

OPEN = """async (table) => {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(table);
  const answer = await fetch('/api/tables', { method: 'POST', headers, body });
  return (await answer.json()).code;
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        arguments = [*ARGUMENTS, f"--host-resolver-rules=MAP {NAME} 127.0.0.1"]
        launched = playwright.chromium.launch(executable_path=chromium(), args=arguments)
        yield launched
        launched.close()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = Served(tmp_path_factory.mktemp("shared"), "--host", "0.0.0.0").start()
    yield served
    served.stop()


@pytest.fixture
def come(browser: Browser, shared: Served) -> Iterator[Callable[..., Visitor]]:
    visitors: list[Visitor] = []

    def visit(host: str = NAME, **words: object) -> Visitor:
        visitors.append(Visitor(browser, f"http://{host}:{shared.port}", **words))
        return visitors[-1]

    yield visit
    for visitor in visitors:
        # Browsers say that they ignore this header on pages that are not secure.
        is_meant = "Cross-Origin-Opener-Policy"
        visitor.complaints[:] = [one for one in visitor.complaints if is_meant not in one]
        visitor.close()


def open_table(visitor: Visitor, **table: object) -> str:
    """Open a table from the page: only the browser knows the name."""
    visitor.page.goto("/")
    code: str = visitor.page.evaluate(OPEN, {"nickname": "Ann", **table})
    visitor.page.goto(f"/t/{code}")
    return code


def test_host_at_localhost_invites_by_the_address_in_the_network(
    come: Callable[..., Visitor], shared: Served
) -> None:
    visitor = come("localhost")
    code = open_table(visitor, game="cattitude")
    host = "localhost" if is_loopback(lan_address()) else lan_address()
    link = visitor.page.get_by_label(visitor.words["lobby_link"])
    expect(link).to_have_value(f"http://{host}:{shared.port}/t/{code}")


def test_copying_says_the_truth(come: Callable[..., Visitor]) -> None:
    visitor = come()
    page, words = visitor.page, visitor.words
    open_table(visitor, game="cattitude")
    assert page.evaluate("isSecureContext") is False
    link = page.get_by_label(words["lobby_link"])
    visitor.press("lobby_copy")
    expect(page.get_by_role("button", name=words["lobby_copied"])).to_be_visible()
    page.get_by_label(words["new_nickname"]).or_(
        page.get_by_label(words["lobby_add_person"])
    ).focus()
    page.keyboard.press("Control+V")
    pasted = page.evaluate("document.activeElement.value")
    assert pasted
    assert link.input_value().startswith(pasted)  # a nickname is shorter than a link
    page.evaluate("document.execCommand = () => false")
    page.get_by_role("button", name=words["lobby_copy"]).click()
    expect(page.get_by_text(words["lobby_copy_not"])).to_be_visible()
    expect(link).to_be_focused()
    expect(page.get_by_role("button", name=words["lobby_copied"])).to_have_count(0)


def test_messages_and_tilting_need_a_secure_page(come: Callable[..., Visitor]) -> None:
    visitor = come(has_touch=True, is_mobile=True, reduced_motion="reduce")
    page, words = visitor.page, visitor.words
    open_table(visitor, game="cat-royal", options={"players": 2}, bots=1)
    visitor.press("lobby_start")
    visitor.press("table_menu")
    expect(page.get_by_text(words["attention_insecure"])).to_be_visible()
    expect(page.get_by_label(words["attention_allow"])).to_have_count(0)
    page.keyboard.press("Escape")
    tilt = page.get_by_role("button", name=words["royal_tilt"], exact=True)
    play_until(tilt, Reader(visitor, MANNERS["cat-royal"], random.Random(3)))
    tilt.tap()
    expect(page.get_by_text(words["royal_tilt_insecure"])).to_be_visible()
    dot = page.locator(".cheating button:enabled").first
    dot.tap()
    expect(dot).to_have_attribute("aria-pressed", "true")
