"""The application: REST through Litestar, sockets beside it, one door for both."""

import logging
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, MediaType, Response, Router
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

import purrlor
from purrlor.core.refusals import Reason, Refusal, UnknownGame
from purrlor.server.addresses import network_of
from purrlor.server.api.asking import Asked, Forbidden
from purrlor.server.api.router import API
from purrlor.server.asgi import App, Message, Receive, Scope, Send
from purrlor.server.backup import copy_when_asked
from purrlor.server.coaching import Coach
from purrlor.server.codes import Codes
from purrlor.server.doorway import Doorway, send_problem
from purrlor.server.entries import LogRefused
from purrlor.server.health import Readiness, read_health, read_readiness
from purrlor.server.invitation import Pictures
from purrlor.server.limits import Limit, Simultaneous, TooOften, Turns
from purrlor.server.metrics import METRICS
from purrlor.server.node import open_node
from purrlor.server.origin import is_own_host
from purrlor.server.pages import Pages
from purrlor.server.parlour import NoSuchTable, Parlour
from purrlor.server.problems import Problem
from purrlor.server.replays import replay_queue
from purrlor.server.settings import Settings
from purrlor.server.statistics import Tally
from purrlor.server.stores import StoreFailed
from purrlor.server.table.state import TableRefused

log = logging.getLogger(__name__)

REST = ("/api/", "/health")
"""What the REST part answers; every other address belongs to the client."""

GONE = "client disconnected prematurely"
"""How Litestar says that the rest of a body will not come."""

TOO_MANY_TABLES = Reason("too_many_tables", "Enough tables for now; come back in an hour.")
TOO_MANY_AT_ONCE = Reason("too_many_sockets", "Too many connections from here; wait a minute.")
TOO_MANY_REQUESTS = Reason("too_often", "Too many requests; wait a minute and try again.")

STATUS: tuple[tuple[type[Exception], int], ...] = (
    (NoSuchTable, 404),
    (UnknownGame, 404),
    (TooOften, 429),
    (Forbidden, 403),
    (TableRefused, 409),
    (LogRefused, 409),
    (Refusal, 400),
)


REQUESTS_AT_ONCE = 24
"""How many requests of one address are worked at; more would keep others waiting."""

REASONS = {
    404: Reason("nothing_here", "There is nothing at this address."),
    405: Reason("no_such_request", "This address does not take such requests."),
    413: Reason("too_long", "This request is too long."),
    415: Reason("not_json", "A request says what it wants in JSON."),
}


def _problem(
    status: int, reason: Reason, words: dict[str, str | int] | None = None
) -> Response[Problem]:
    name, sentence, clause = reason
    problem = Problem(sentence=sentence, clause=clause, reason=name, words=words or {})
    return Response(problem, status_code=status, media_type=MediaType.JSON)


def _refuse(_: Asked, refusal: Exception) -> Response[Problem]:
    assert isinstance(refusal, Refusal)
    METRICS.refusals.inc()
    status = next(status for kind, status in STATUS if isinstance(refusal, kind))
    reason = Reason(refusal.reason, refusal.sentence, refusal.clause)
    answer = _problem(status, reason, refusal.words)
    if isinstance(refusal, TooOften):
        answer.headers["Retry-After"] = str(max(1, math.ceil(refusal.seconds)))
    return answer


def _explain(request: Asked, error: Exception) -> Response[Problem]:
    """What Litestar refuses by itself: an address, a method, a body that does not fit."""
    assert isinstance(error, HTTPException)
    if error.detail == GONE:
        return _problem(400, Reason("unreadable", "This request ended before it was whole."))
    if error.status_code >= 500:
        return _admit_fault(request, error)
    METRICS.refusals.inc()
    return _problem(error.status_code, REASONS.get(error.status_code) or _reason(error))


def _reason(error: HTTPException) -> Reason:
    found = error.extra if isinstance(error.extra, list) else []
    if any(one.get("key") == "data" for one in found):
        return Reason("not_json", "This request needs a body in JSON.")
    reasons = [f"{one['key']}: {one['message']}" for one in found if {"key", "message"} <= set(one)]
    sentence = f"This request cannot be read: {'; '.join(reasons) or error.detail}."
    return Reason("unreadable", sentence)


def _refuse_depth(_: Asked, error: Exception) -> Response[Problem]:
    METRICS.refusals.inc()
    return _problem(400, Reason("unreadable", "This request is nested too deeply."))


def _refuse_bytes(_: Asked, error: Exception) -> Response[Problem]:
    METRICS.refusals.inc()
    return _problem(400, Reason("unreadable", "This request is not written in UTF-8."))


def _in_json(response: Response[Any]) -> Response[Any]:
    """Litestar answers in HTML where there is no page on the schema; we never do."""
    return _problem(404, REASONS[404]) if response.status_code == 404 else response


def _apologise(_: Asked, error: Exception) -> Response[Problem]:
    log.warning("the store failed", extra={"why": str(error)})
    sentence = "Nothing can be kept right now; try again in a moment."
    return _problem(503, Reason("store_failed", sentence))


def _admit_fault(request: Asked, error: Exception) -> Response[Problem]:
    log.error("a request failed", exc_info=error, extra={"path": request.url.path})
    sentence = "Something went wrong on the server; it has been noted."
    return _problem(500, Reason("fault", sentence))


class Purrlor:
    """The whole server as one ASGI application."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.http = _litestar(settings)
        self._rest: App = Doorway(self.http, settings, lambda: self.http.state.parlour.tokens)
        self._pages: App = Pages()
        self._turns = Turns(REQUESTS_AT_ONCE)
        self._requests = Simultaneous(settings.connections_per_address, TOO_MANY_AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, a socket, or the start and stop of the server."""
        if scope["type"] != "lifespan" and not self._is_for_us(scope):
            await self._send_elsewhere(scope, receive, send)
        elif scope["type"] == "http":
            await self._answer_request(scope, receive, send)
        elif scope["type"] == "lifespan":
            await self._live(scope, receive, send)
        else:
            await self._answer_socket(scope, receive, send)

    async def _answer_request(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_ours = scope["path"].startswith(REST)
        answer = self._rest if is_ours else self._pages
        network = network_of((scope.get("client") or ("",))[0])
        try:
            with self._requests.one(network):
                async with self._turns.one(network):
                    await answer(scope, receive, send)
        except TooOften as refusal:
            await send_problem(
                send, 429, TOO_MANY_AT_ONCE, (b"retry-after", b"%d" % refusal.seconds)
            )

    def _is_for_us(self, scope: Scope) -> bool:
        """Whoever asks for our health (a proxy, a container) need not know our public address."""
        is_health = scope["type"] == "http" and scope["path"] in ("/health", "/health/ready")
        return is_health or is_own_host(scope["headers"], self.settings.public_url)

    async def _send_elsewhere(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            sentence = f"Purrlor lives at {self.settings.public_url}; open it there."
            await send_problem(send, 421, Reason("other_host", sentence))
        else:
            await receive()
            await send({"type": "websocket.close", "code": 4403})

    async def _live(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Start and stop. Why it cannot start is a sentence for the host, where we know it."""

        async def tell(message: Message) -> None:
            failure = self.http.state.get("failure")
            if failure and message["type"] == "lifespan.startup.failed":
                message = {**message, "message": failure}
            await send(message)

        await self.http(scope, receive, tell)  # type: ignore[arg-type]

    async def _answer_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        words = scope["path"].split("/")
        if words[1:3] == ["api", "tables"] and words[4:] == ["socket"]:
            await self.http.state.sockets(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": 4404})


def _litestar(settings: Settings) -> Litestar:
    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        from purrlor.server.socket import Sockets

        try:
            parlour = Parlour(open_node(settings))
            await parlour.start()
        except (Refusal, StoreFailed) as failure:
            app.state.failure = str(failure)
            raise
        app.state.parlour = parlour
        copy_when_asked(parlour.store)
        app.state.readiness = Readiness(parlour)
        app.state.codes = Codes(parlour)
        app.state.sockets = Sockets(parlour, app.state.codes)
        app.state.coach = Coach(settings)
        app.state.limits = {
            "tables": Limit(settings.tables_per_address, 3600, TOO_MANY_TABLES),
            "joins": Limit(settings.joins_per_address, 60, TOO_MANY_REQUESTS),
            "lists": Limit(settings.joins_per_address, 60, TOO_MANY_REQUESTS),
            "replays": Limit(settings.joins_per_address, 60, TOO_MANY_REQUESTS),
            "pictures": Limit(settings.joins_per_address, 60, TOO_MANY_REQUESTS),
        }
        app.state.replaying = replay_queue()
        app.state.pictures = Pictures()
        app.state.tally = Tally(parlour.store)
        end_metrics = METRICS.serve(settings.metrics) if settings.metrics else None
        try:
            yield
        finally:
            if end_metrics is not None:
                end_metrics()
            await parlour.stop()

    return Litestar(
        route_handlers=[API, read_health, read_readiness],
        lifespan=[lifespan],
        exception_handlers={
            Refusal: _refuse,
            StoreFailed: _apologise,
            HTTPException: _explain,
            RecursionError: _refuse_depth,
            UnicodeDecodeError: _refuse_bytes,
            Exception: _admit_fault,
        },
        openapi_config=OpenAPIConfig(
            title="Purrlor",
            version=purrlor.__version__,
            openapi_router=Router(
                "/api/schema", route_handlers=[], after_request=_in_json, include_in_schema=False
            ),
            render_plugins=[JsonRenderPlugin()],
        ),
        request_max_body_size=64 * 1024,
        debug=False,
    )
