"""A whole visit asks nobody but the server itself, and leaves nothing behind when it shall not."""

from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, expect
from served import Served

import purrlor
from visitor import Visitor

Visit = Callable[..., Visitor]
KEPT = "Object.keys({...localStorage, ...sessionStorage})"
PAGE = Path(__file__).parents[2] / "docs" / "privacy.md"


def watch(context: BrowserContext) -> set[str]:
    """Return the origins that pages, workers and sockets of a visit ask, as they do."""
    found: set[str] = set()

    def note(url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob"):
            found.add(parts.netloc)

    context.on("request", lambda request: note(request.url))
    context.on("page", lambda page: page.on("websocket", lambda socket: note(socket.url)))
    for page in context.pages:
        page.on("websocket", lambda socket: note(socket.url))
    return found


def record_of_some_steps(path: Path) -> Path:
    match = purrlor.game("cattitude").match({"players": 2}, key=1, seats=("Ann", "Bob"))
    while len(match.played) < 6:
        seat = match.actors[0]
        match.play(seat, match.legal(seat)[0])
    path.write_bytes(match.record().json())
    return path


def test_only_the_server_is_asked(visit: Visit, parlour: Served, tmp_path: Path) -> None:
    visitor = visit()
    asked, page = watch(visitor.context), visitor.page
    page.goto("/")
    page.get_by_role("link", name="Read the rules").first.click()
    page.goto("/")
    page.get_by_role("button", name="Play now against bots").first.click()
    page.wait_for_url("**/t/**")
    page.wait_for_timeout(1000)
    page.goto("/replay")
    path = record_of_some_steps(tmp_path / "game.json")
    page.get_by_label("Choose a file").set_input_files(path)
    expect(page.get_by_text("Step 0 of")).to_be_visible()
    page.keyboard.press("End")
    page.goto("/verify")
    page.get_by_role("heading").first.wait_for()
    assert asked == {f"127.0.0.1:{parlour.port}"}
    assert visitor.frames  # a socket was among them


def test_scripts_cannot_speak_to_other_servers(visit: Visit, parlour: Served) -> None:
    """Neither by requests nor by sockets, were one smuggled in; to our own server they can."""
    visitor = visit()
    page = visitor.page
    page.goto("/")
    attempt = """(url) => new Promise((resolve) => {
        document.addEventListener('securitypolicyviolation', () => resolve('forbidden'));
        const socket = new WebSocket(url);
        socket.onopen = () => resolve('open');
        socket.onclose = () => setTimeout(() => resolve('closed'), 1000);
    })"""
    table = page.request.post("/api/tables", data={"game": "cattitude"}).json()["code"]
    own = f"ws://127.0.0.1:{parlour.port}/api/tables/{table}/socket"
    assert page.evaluate(attempt, own) == "open"
    assert page.evaluate(attempt, "ws://127.0.0.1:9/") == "forbidden"
    visitor.complaints = [one for one in visitor.complaints if "Content Security" not in one]


def test_what_the_browser_keeps_is_told_and_can_be_forgotten(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/")
    page.get_by_role("button", name="Play now against bots").first.click()
    page.wait_for_url("**/t/**")
    page.goto("/")
    kept = page.evaluate(KEPT)
    assert "purrlor.links" in kept
    words = PAGE.read_text(encoding="utf-8")
    assert [key for key in kept if f"`{key}`" not in words] == []
    cookies = visitor.context.cookies()
    assert [cookie["name"] for cookie in cookies] == ["purrlor_device"]
    forget = page.get_by_role("button", name="Forget me on this server")
    forget.click()
    question = page.get_by_role("dialog")
    for part in ("seats", "name", "games", "browser", "stays"):
        expect(question).to_contain_text(visitor.words[f"forget_{part}"])
    visitor.press("forget_no")
    assert visitor.context.cookies() == cookies
    forget.click()
    visitor.press("forget_yes")
    expect(page.get_by_role("heading", name=visitor.words["forgotten_title"])).to_be_visible()
    assert visitor.context.cookies() == []
    assert "purrlor.links" not in page.evaluate(KEPT)


def test_styles_that_a_page_did_not_bring_are_blocked(visit: Visit) -> None:
    """Our own pages have none: otherwise every visit of every test would complain."""
    visitor = visit()
    page = visitor.page
    page.goto("/")
    page.evaluate(
        """() => {
          const found = document.createElement('p');
          found.setAttribute('style', 'position: fixed');
          found.id = 'foreign';
          document.body.append(found);
        }"""
    )
    position = "getComputedStyle(document.getElementById('foreign')).position"
    assert page.evaluate(position) == "static"
    (complaint,) = visitor.complaints
    assert "Content Security Policy directive 'style-src 'self''" in complaint.replace('"', "'")
    visitor.complaints.clear()
