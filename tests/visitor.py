"""A person with a browser, whose page must never complain."""

import time
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1440, "height": 900}


def wait_until(page: Page, expression: str, seconds: float = 15) -> None:
    """Wait until something is true in a page; Playwright's own way needs eval, which we forbid."""
    until = time.monotonic() + seconds
    while not page.evaluate(expression):
        assert time.monotonic() < until, f"never true: {expression}"
        page.wait_for_timeout(50)


class Visitor:
    """A person with a browser, whose page must never complain."""

    def __init__(self, browser: Browser, url: str, **words: Any) -> None:
        options: dict[str, Any] = {"viewport": PHONE, "locale": "en", "base_url": url} | words
        self.context: BrowserContext = browser.new_context(**options)
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.frames: list[str] = []
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

    def overflow(self) -> int:
        """Return by how many pixels the page is wider than the screen."""
        found: int = self.page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        return found

    def close(self) -> None:
        self.context.close()
        assert self.complaints == []
