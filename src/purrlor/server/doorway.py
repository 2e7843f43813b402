"""What every HTTP request passes: where it comes from, which device it is, what may be loaded."""

import logging
from collections.abc import Callable
from typing import Any

import msgspec

from purrlor.core.refusals import Reason
from purrlor.server.asgi import App, Message, Receive, Scope, Send
from purrlor.server.cookies import read_cookie
from purrlor.server.names import hashed
from purrlor.server.origin import is_same_origin
from purrlor.server.problems import Problem
from purrlor.server.settings import Settings
from purrlor.server.tokens import Tokens

log = logging.getLogger(__name__)

COOKIE = "purrlor_device"
SECURE_COOKIE = "__Host-purrlor_device"
"""Over HTTPS: browsers take it from this very host alone, so no neighbour can plant one."""
COOKIE_SECONDS = 400 * 24 * 3600
LONGEST_TOKEN = 64
WRITES = ("POST", "PUT", "PATCH", "DELETE")
RETRY_SECONDS = {429: b"60", 503: b"5"}
"""When to ask again, where the answer does not say it itself."""

PERMISSIONS = {
    "self": (
        *("accelerometer", "camera", "clipboard-write", "fullscreen", "gyroscope"),
        *("magnetometer", "screen-wake-lock"),
    ),
    "": (
        *("clipboard-read", "display-capture", "encrypted-media"),
        *("gamepad", "geolocation", "hid", "idle-detection", "local-fonts", "microphone", "midi"),
        *("payment", "picture-in-picture", "publickey-credentials-get", "serial", "usb"),
        *("window-management", "xr-spatial-tracking"),
    ),
}
"""What pages may use: sensors and a camera to cheat with, the screen, copying; nothing else."""

SECURITY_HEADERS = (
    (
        b"content-security-policy",
        b"default-src 'self'; img-src 'self' data: blob:; style-src 'self'; "
        # 'self' covers our own sockets too, in all browsers of today (Safari since 15.4).
        b"connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
        b"object-src 'none'; base-uri 'none'; form-action 'self'; "
        b"frame-ancestors 'none'",
    ),
    (
        b"permissions-policy",
        ", ".join(
            f"{feature}=({who})" for who, features in PERMISSIONS.items() for feature in features
        ).encode(),
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)

FOREIGN = Reason("foreign_page", "This page belongs to another site; open Purrlor itself.")
NO_STORE = (b"cache-control", b"no-store")
FORGET_PATH = "/api/me"
"""Where a device asks to be forgotten: its cookie is taken back."""


def cookie_name(settings: Settings) -> str:
    """Return the name of the one cookie that counts."""
    return SECURE_COOKIE if settings.is_secure else COOKIE


def device_token(headers: dict[bytes, bytes], name: str) -> str:
    """Return what the cookie of that name holds, or nothing."""
    token = read_cookie(headers.get(b"cookie", b""), name.encode())
    return token if len(token) <= LONGEST_TOKEN else ""


def own_token(headers: dict[bytes, bytes], settings: Settings, tokens: Tokens) -> str:
    """Return the secret of the device that asks; nothing if no server of ours made it."""
    token = device_token(headers, cookie_name(settings))
    return token if tokens.is_device(token) else ""


class Doorway:
    """Wraps the HTTP application."""

    def __init__(self, app: App, settings: Settings, tokens: Callable[[], Tokens]) -> None:
        self._app = app
        self._settings = settings
        self._tokens = tokens

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in; a write from another site's page is refused."""
        headers = dict(scope["headers"])
        is_write = scope["method"] in WRITES
        if is_write and not is_same_origin(headers, self._settings.public_url):
            await send_problem(send, 403, FOREIGN)
            return
        token = own_token(headers, self._settings, self._tokens())
        is_leaving = scope["path"] == FORGET_PATH
        is_new = is_write and not token and not is_leaving
        if is_new:
            token = self._tokens().new_device()
        scope["device"] = hashed(token) if token else ""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                words = {"method": scope["method"], "path": scope["path"]}
                log.debug("answered", extra={**words, "status": message["status"]})
                extra: list[Any] = [*SECURITY_HEADERS, *_freshness(message)]
                if is_new and message["status"] < 400:
                    extra.append((b"set-cookie", self._cookie(token, COOKIE_SECONDS)))
                if is_write and is_leaving and message["status"] < 400:
                    extra.append((b"set-cookie", self._cookie("", 0)))
                message = {**message, "headers": [*message.get("headers", ()), *extra]}
            await send(message)

        await self._app(scope, receive, send_with_headers)

    def _cookie(self, token: str, seconds: int) -> bytes:
        secure = "; Secure" if self._settings.is_secure else ""
        name = cookie_name(self._settings)
        words = f"{name}={token}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax"
        return (words + secure).encode()


def _freshness(answer: Message) -> list[tuple[bytes, bytes]]:
    """Let nobody keep an answer, which may hold tokens; say when to ask again."""
    named, status = {name.lower() for name, _ in answer.get("headers", ())}, answer["status"]
    extra = [] if b"cache-control" in named else [NO_STORE]
    if status in RETRY_SECONDS and b"retry-after" not in named:
        extra.append((b"retry-after", RETRY_SECONDS[status]))
    return extra


async def send_problem(
    send: Send, status: int, reason: Reason, *extra: tuple[bytes, bytes]
) -> None:
    """Refuse a request before the application sees it."""
    body = msgspec.json.encode(Problem(sentence=reason.sentence, reason=reason.name))
    kind = (b"content-type", b"application/json")
    headers = [kind, NO_STORE, *extra, *SECURITY_HEADERS]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
