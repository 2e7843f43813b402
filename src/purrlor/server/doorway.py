"""What every HTTP request passes: where it comes from, which device it is, what may be loaded."""

import logging
from typing import Any

import msgspec

from purrlor.core.refusals import Reason
from purrlor.server.asgi import App, Message, Receive, Scope, Send
from purrlor.server.cookies import read_cookie
from purrlor.server.names import hashed, new_token
from purrlor.server.origin import is_same_origin
from purrlor.server.problems import Problem
from purrlor.server.settings import Settings

log = logging.getLogger(__name__)

COOKIE = "purrlor_device"
COOKIE_SECONDS = 400 * 24 * 3600
LONGEST_TOKEN = 64
WRITES = ("POST", "PUT", "PATCH", "DELETE")

SECURITY_HEADERS = (
    (
        b"content-security-policy",
        b"default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
        # 'self' covers our own sockets too, in all browsers of today (Safari since 15.4).
        b"connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
        b"object-src 'none'; base-uri 'none'; form-action 'self'; "
        b"frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)

FOREIGN = Reason("foreign_page", "This page belongs to another site; open Purrlor itself.")
FORGET_PATH = "/api/me"
"""Where a device asks to be forgotten: its cookie is taken back."""


def device_token(headers: dict[bytes, bytes]) -> str:
    """Return the secret of the device that asks, or nothing."""
    token = read_cookie(headers.get(b"cookie", b""), COOKIE.encode())
    return token if len(token) <= LONGEST_TOKEN else ""


class Doorway:
    """Wraps the HTTP application."""

    def __init__(self, app: App, settings: Settings) -> None:
        self._app = app
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in; a write from another site's page is refused."""
        headers = dict(scope["headers"])
        is_write = scope["method"] in WRITES
        if is_write and not is_same_origin(headers, self._settings.public_url):
            await send_problem(send, 403, FOREIGN)
            return
        token = device_token(headers)
        is_leaving = scope["path"] == FORGET_PATH
        is_new = is_write and not token and not is_leaving
        if is_new:
            token = new_token()
        scope["device"] = hashed(token) if token else ""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                words = {"method": scope["method"], "path": scope["path"]}
                log.debug("answered", extra={**words, "status": message["status"]})
                extra: list[Any] = list(SECURITY_HEADERS)
                if is_new and message["status"] < 400:
                    extra.append((b"set-cookie", self._cookie(token, COOKIE_SECONDS)))
                if is_write and is_leaving and message["status"] < 400:
                    extra.append((b"set-cookie", self._cookie("", 0)))
                message = {**message, "headers": [*message.get("headers", ()), *extra]}
            await send(message)

        await self._app(scope, receive, send_with_headers)

    def _cookie(self, token: str, seconds: int) -> bytes:
        secure = "; Secure" if self._settings.is_secure else ""
        words = f"{COOKIE}={token}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax"
        return (words + secure).encode()


async def send_problem(
    send: Send, status: int, reason: Reason, *extra: tuple[bytes, bytes]
) -> None:
    """Refuse a request before the application sees it."""
    body = msgspec.json.encode(Problem(sentence=reason.sentence, reason=reason.name))
    headers = [(b"content-type", b"application/json"), *extra, *SECURITY_HEADERS]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
