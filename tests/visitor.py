"""A person with a browser, whose page must never complain."""

import json
import time
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, WebSocketRoute, expect

PHONE = {"width": 390, "height": 844}
NARROW = {"width": 360, "height": 740}
DESKTOP = {"width": 1440, "height": 900}
LOCALES = ("en", "nl", "de")
WEB = Path(__file__).parents[1] / "web"


@cache
def words(locale: str) -> dict[str, str]:
    """Return what the page says, by the keys of its messages; of forms, the first (one, you)."""
    files = [WEB / "messages" / f"{locale}.json", *WEB.glob(f"src/games/*/messages/{locale}.json")]
    found = {}
    for file in files:
        for key, said in json.loads(file.read_text(encoding="utf-8")).items():
            found[key] = said if isinstance(said, str) else next(iter(said[0]["match"].values()))
    return found


def wait_until(page: Page, expression: str, seconds: float = 15) -> None:
    """Wait until something is true in a page; Playwright's own way needs eval, which we forbid."""
    until = time.monotonic() + seconds
    while not page.evaluate(expression):
        assert time.monotonic() < until, f"never true: {expression}"
        page.wait_for_timeout(50)


def play_twice(route: WebSocketRoute) -> None:
    """Send every move twice; the second is refused."""
    server = route.connect_to_server()

    def send(message: str | bytes) -> None:
        server.send(message)
        words = json.loads(message)
        if words["type"] == "play":
            server.send(json.dumps({**words, "id": words["id"] + "-again"}))

    route.on_message(send)


class Visitor:
    """A person with a browser, whose page must never complain."""

    def __init__(self, browser: Browser, url: str, **choices: Any) -> None:
        options: dict[str, Any] = {"viewport": PHONE, "locale": "en", "base_url": url} | choices
        self.words = words(options["locale"])
        self.context: BrowserContext = browser.new_context(**options)
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.frames: list[str] = []
        """Every frame that came over a socket."""
        self.sent: list[str] = []
        """Every frame that was sent over one."""
        self.requests: list[str] = []
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("websocket", self._watch)

    def _hear(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def _watch(self, socket: Any) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))
        socket.on("framesent", lambda frame: self.sent.append(str(frame)))

    def open_table(self, game: str, name: str = "Ann", **table: Any) -> str:
        """Open a table with options that the form has or has not, enter it, and return its code.

        Where tables draw the first dealer by lot, seat 0 deals unless a test says otherwise.
        """
        body = {"game": game, "nickname": name} | table
        if game == "rat-a-tat-cat":
            body["options"] = {"first_dealer": "seat0", **body.get("options", {})}
        answer = self.context.request.post("/api/tables", data=body)
        assert answer.ok, answer.text()
        code: str = answer.json()["code"]
        self.page.goto(f"/t/{code}")
        return code

    def sit_down(self, code: str, name: str) -> None:
        """Follow the link and take a seat, as a guest does."""
        self.page.goto(f"/t/{code}")
        self.page.get_by_label(self.words["new_nickname"]).fill(name)
        self.press("lobby_sit")
        expect(self.page.get_by_text(self.words["lobby_wait_host"])).to_be_visible()

    def add_person(self, name: str) -> None:
        """Let somebody sit down at the same device."""
        self.page.get_by_label(self.words["lobby_add_person"]).fill(name)
        self.press("lobby_sit")

    def press(self, key: str) -> None:
        """Press the button that carries a message."""
        self.page.get_by_role("button", name=self.words[key], exact=True).click()

    def choose(self, key: str) -> None:
        """Press a button of the table's menu."""
        self.press("table_menu")
        self.press(key)

    def overflow(self) -> int:
        """Return by how many pixels the page is wider than the screen."""
        found: int = self.page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        return found

    def close(self) -> None:
        self.context.close()
        assert not self.complaints, self.complaints
