"""A lost network, a server that restarts: back in the same seat, and never a false word."""

import random
from collections.abc import Callable

from playwright.sync_api import Browser, WebSocketRoute, expect
from served import Served

from reader import MANNERS, Reader
from visitor import Visitor

Visit = Callable[..., Visitor]
LINE = "header [data-line]"


def forgive(visitor: Visitor) -> None:
    """A browser complains about a socket that cannot be opened; here that is meant."""
    is_meant = ("WebSocket", "ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION_REFUSED")
    visitor.complaints[:] = [
        one for one in visitor.complaints if not any(word in one for word in is_meant)
    ]


def test_offline_and_back(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    visitor.open_table("cattitude", options={"players": 2}, bots=1)
    visitor.press("lobby_start")
    reader = Reader(visitor, MANNERS["cattitude"], random.Random(1))
    line = page.locator(LINE)
    expect(line).to_have_attribute("data-line", "open")
    page.locator("main [data-step]").wait_for()
    before = reader.look()
    visitor.context.set_offline(True)
    expect(line).to_have_attribute("data-line", "lost")
    expect(line).to_contain_text(visitor.words["line_lost"])
    assert reader.look() == before
    while not (primary := page.locator(".dock button.primary")).is_enabled():
        assert reader.act()
    primary.click()  # a move without a network waits for one
    expect(page.locator("main [data-step]")).to_have_attribute("aria-busy", "true")
    assert reader.look().step == before.step
    held = page.get_by_text(visitor.words["held_move"])
    expect(held).to_be_in_viewport()
    assert reader.look().buttons == ()  # nothing is offered that would not be taken
    visitor.context.set_offline(False)
    expect(line).to_have_attribute("data-line", "open")
    expect(page.locator("main [data-step]")).to_have_attribute("aria-busy", "false")
    assert reader.look().step > before.step
    expect(held).to_have_count(0)
    assert sum('"play"' in frame for frame in visitor.sent) == 1
    expect(page.locator("li", has_text=f"({visitor.words['lobby_you']})")).to_contain_text("Ann")
    forgive(visitor)


def test_words_without_a_network_wait(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    visitor.open_table("cattitude", options={"players": 2}, bots=1)
    visitor.press("lobby_start")
    page.locator("main [data-step]").wait_for()
    visitor.context.set_offline(True)
    expect(page.locator(LINE)).to_have_attribute("data-line", "lost")
    visitor.press("react_purr")
    held = page.get_by_text(visitor.words["held_words"])
    expect(held).to_be_in_viewport()
    visitor.context.set_offline(False)
    expect(page.locator("#talk li")).to_have_count(1)
    expect(held).to_have_count(0)
    forgive(visitor)


def test_who_cannot_leave_without_a_network_stays_and_reads_why(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    code = visitor.open_table("cattitude", options={"players": 2}, bots=1)
    visitor.press("lobby_start")
    page.locator("main [data-step]").wait_for()
    visitor.context.set_offline(True)
    visitor.choose("table_leave")
    visitor.press("table_yes")
    expect(page.get_by_role("alert")).to_have_text(visitor.words["offline"])
    assert page.url.endswith(code)
    visitor.context.set_offline(False)
    expect(page.locator(LINE)).to_have_attribute("data-line", "open")
    forgive(visitor)


def test_server_restarts_during_a_game(browser: Browser, serve: Callable[..., Served]) -> None:
    served = serve()
    ann, bob = Visitor(browser, served.url), Visitor(browser, served.url)
    bob.sit_down(ann.open_table("rat-a-tat-cat", options={"players": 2}), "Bob")
    ann.press("lobby_start")
    readers = [Reader(one, MANNERS["rat-a-tat-cat"], random.Random(1)) for one in (ann, bob)]
    for reader in readers:
        reader.page.locator("main [data-step]").wait_for()
        reader.act()
    before = [(reader.look(), reader.page.locator(".log").inner_text()) for reader in readers]
    served.stop()
    for reader in readers:
        expect(reader.page.locator(LINE)).to_have_attribute("data-line", "lost")
    served.start()
    for reader in readers:
        expect(reader.page.locator(LINE)).to_have_attribute("data-line", "open")
    assert before == [(one.look(), one.page.locator(".log").inner_text()) for one in readers]
    acts = [reader.act() for reader in readers]
    assert any(acts)
    for visitor in (ann, bob):
        forgive(visitor)
        visitor.close()


def test_who_is_away_is_shown(visit: Visit) -> None:
    ann, bob = visit(), visit()
    bob.sit_down(ann.open_table("cat-royal", options={"players": 2}), "Bob")
    ann.press("lobby_start")
    seat = ann.page.locator("ol li", has_text="Bob")
    away = ann.words["lobby_away"]
    expect(seat).to_be_visible()
    expect(seat).not_to_contain_text(away)
    bob.page.goto("about:blank")
    expect(seat).to_contain_text(away)
    bob.page.go_back()
    expect(seat).not_to_contain_text(away)


def test_silent_line_is_noticed(visit: Visit) -> None:
    """A socket that looks open but carries nothing is not called a connection."""
    visitor = visit()
    page, is_deaf = visitor.page, False

    def carry(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        route.on_message(lambda message: None if is_deaf else server.send(message))
        server.on_message(lambda message: None if is_deaf else route.send(message))

    page.route_web_socket("**/socket*", carry)
    visitor.open_table("cattitude", options={"players": 2}, bots=1)
    line = page.locator(LINE)
    expect(line).to_have_attribute("data-line", "open")
    is_deaf = True
    page.evaluate("dispatchEvent(new Event('focus'))")
    expect(line).to_have_attribute("data-line", "lost")
    is_deaf = False
    page.evaluate("dispatchEvent(new Event('focus'))")
    expect(line).to_have_attribute("data-line", "open")
