"""Nonsense from outside is refused with a sentence, and harms nobody."""

import asyncio
import itertools
import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st
from player import Device, devices, sit_down
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from served import Served
from websockets import ConnectionClosed
from websockets.asyncio.client import connect

import purrlor
from purrlor.server import wire

UNSUPPORTED, INVALID, TOO_BIG = 1003, 1007, 1009
MOST_BYTES = 16 * 1024
SECONDS_OF_REQUESTS = 40.0
CHECKS = [
    not_a_server_error,
    response_schema_conformance,
    content_type_conformance,
    status_code_conformance,
]

# Messages

_texts = st.text(max_size=60)
_plain = st.none() | st.booleans() | st.integers() | st.floats() | _texts
_json = st.recursive(
    _plain,
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(_texts, inside, max_size=4),
    max_leaves=12,
)
_deep = st.sampled_from(['{"a":', "[", '{"type":"play","actions":[{"a":', '{"type":{"type":'])
_big = st.sampled_from([2**31, 2**63, 2**64, 10**30, -1, 16, 1e308, 10**400])


_secrets = st.binary(min_size=32, max_size=32).map(bytes.hex) | _texts


def _like(kind: type[wire.Message]) -> st.SearchStrategy[dict[str, Any]]:
    """Messages of a kind with fields that are wrong, missing or too many."""
    good: dict[str, st.SearchStrategy[Any]] = {
        "id": st.uuids().map(str) | st.just("x" * 65) | st.just(""),
        "seat": st.just(0) | st.integers(-2, 20) | _big,
        "game": st.just(1) | st.integers(-1, 3) | _big,
        "number": st.just(2) | st.integers(-1, 50) | _big,
        "actions": st.lists(_actions | _json, max_size=3) | st.just([{"type": "ready"}] * 65),
        "text": _texts | st.just("y" * 501) | st.just("\u200b"),
        "reaction": _texts | st.just("purr"),
        "is_wanted": st.booleans(),
        "proposal": st.just(1) | st.integers(-1, 3) | _big,
        "is_agreed": st.booleans(),
        "commitment": _secrets,
        "nonce": _secrets,
        "signature": _secrets | st.just("ab" * 64),
        "signer": st.none() | st.fixed_dictionaries({"key": _secrets, "salt": _secrets}) | _json,
    }
    names = kind.__struct_fields__
    return st.builds(
        lambda whole, missing, more: {k: v for k, v in (whole | more).items() if k != missing},
        st.fixed_dictionaries(
            {"type": st.just(kind.__struct_config__.tag), **{name: good[name] for name in names}}
        ),
        st.none() | st.sampled_from(["type", *names]),
        st.just({}) | st.dictionaries(st.sampled_from(["key", *names]), _json, max_size=1),
    )


_ACTION_TYPES = sorted(
    {
        str(kind.__struct_config__.tag)
        for name in purrlor.game_names()
        for kind in purrlor.game(name).module("actions").Action.__args__
    }
)
_actions = st.fixed_dictionaries(
    {"type": st.sampled_from(_ACTION_TYPES) | _texts},
    optional={
        name: st.integers(-2, 20) | _big | _plain
        for name in ("slot", "seat", "their_slot", "card", "bid", "of", "steps")
    },
)
_PLAY = {"type": "play", "seat": 0, "game": 1, "number": 2}
_plays = st.builds(
    lambda id, actions: {**_PLAY, "id": str(id), "actions": actions},
    st.uuids(),
    st.lists(_actions, min_size=1, max_size=3),
)
_messages = st.one_of(
    _plays.map(json.dumps),
    _texts,
    st.binary(max_size=40),
    _json.map(json.dumps),  # with NaN and Infinity, as Python writes them
    st.builds(lambda start, depth: start * depth, _deep, st.integers(1, 600)),
    *(_like(kind).map(json.dumps) for kind in wire.Inbound.__args__),
)


class Nuisance:
    """Devices that say anything at a table where a game runs; its players never leave."""

    def __init__(self, server: Served) -> None:
        self._loop = asyncio.new_event_loop()
        self.ann, self.bob, self.spectator, self.second = (Device(server.url) for _ in range(4))

    def begin(self) -> None:
        self._loop.run_until_complete(self._begin())

    async def _begin(self) -> None:
        await sit_down(self.ann, [self.bob], "rat-a-tat-cat", options={"players": 2})
        await self.ann.play(0, {"type": "ready"})  # she can only wait now
        self.spectator.code = self.ann.code
        await self.spectator.reconnect()
        await _come_twice(self.ann, self.second)

    def end(self) -> None:
        for device in (self.ann, self.bob, self.spectator, self.second):
            self._loop.run_until_complete(device.close())
        self._loop.close()

    def say(self, device: Device, text: str | bytes) -> list[dict[str, Any]]:
        return self._loop.run_until_complete(self._say(device, text))

    async def _say(self, device: Device, text: str | bytes) -> list[dict[str, Any]]:
        """Return the answers, up to that to a ping which is sent after."""
        socket = device.socket
        assert socket is not None
        found: list[dict[str, Any]] = []
        pongs = 1 + _is_ping(text)
        try:
            await socket.send(text)
            await socket.send('{"type":"ping"}')
            while sum(answer["type"] == "pong" for answer in found) < pongs:
                found.append(await device.next())
        except ConnectionClosed as closed:
            found.append({"type": "closed", "code": closed.rcvd.code if closed.rcvd else None})
            await device.reconnect()
        return found

    def standing(self) -> list[Any]:
        """Return how the game stands for those who play it."""
        return self._loop.run_until_complete(self._standing())

    async def _standing(self) -> list[Any]:
        found = []
        for player in (self.ann, self.bob):
            device = Device(player.url)
            await _come_twice(player, device)
            found += list(device.games.values())
            await device.close()
        return found


async def _come_twice(device: Device, again: Device) -> None:
    """Connect once more with the same cookie, as a second window does."""
    again.code = device.code
    again.http.cookies.set("purrlor_device", device.cookie)
    await again.connect()
    await again.hear("standing")


@pytest.fixture(scope="module")
def nuisance(server: Served) -> Iterator[Nuisance]:
    found = Nuisance(server)
    found.begin()
    yield found
    found.end()


def _is_ping(text: str | bytes) -> bool:
    return isinstance(_decoded(text), wire.Ping)


def _command_id(text: str | bytes) -> str | None:
    return getattr(_decoded(text), "id", None)


def _decoded(text: str | bytes) -> wire.Inbound | None:
    try:
        message: wire.Inbound = wire.decode(text)
        return message
    except Exception:
        return None


@pytest.mark.parametrize("who", ["a spectator", "a player"])
def test_any_message_is_answered_or_refused(server: Served, nuisance: Nuisance, who: str) -> None:
    before = nuisance.standing()
    speaker = nuisance.second if who == "a player" else nuisance.spectator

    @settings(
        max_examples=800,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(_messages)
    @example(json.dumps({**_PLAY, "id": "example", "actions": [{"type": "knock"}]}))
    def speak(text: str | bytes) -> None:
        command = _command_id(text)
        if command in used:
            return  # ids that are repeated have a test of their own
        if command is not None:
            used.add(command)
        answers = nuisance.say(speaker, text)
        kinds = [one["type"] for one in answers if one["type"] not in ("table", "heard")]
        is_long = len(text.encode() if isinstance(text, str) else text) > MOST_BYTES
        if is_long or isinstance(text, bytes):
            assert kinds == ["closed"]
            assert answers[-1]["code"] == (TOO_BIG if is_long else UNSUPPORTED)
        elif _is_ping(text):
            assert kinds == ["pong", "pong"]
        elif who == "a spectator":
            assert kinds == ["refused", "pong"]
        else:
            assert kinds in (["refused", "pong"], ["done", "pong"])
        refusals.extend(one for one in answers if one["type"] == "refused")

    used: set[str] = set()
    refusals: list[dict[str, Any]] = []
    speak()
    assert all(refusal["sentence"].endswith(".") for refusal in refusals)
    is_judged = any(refusal["clause"] for refusal in refusals)
    assert is_judged == (who == "a player"), "only a player's actions come as far as the rules"
    assert nuisance.standing() == before
    assert httpx.get(f"{server.url}/health").json()["status"] == "ok"
    assert "Traceback" not in server.log


def test_bytes_that_are_no_text_close_the_socket(
    server: Served, people: Callable[..., None]
) -> None:
    async def story(ann: Device) -> None:
        await ann.open_table("cattitude")
        await ann.connect()
        assert ann.socket is not None
        await ann.socket.send(b"\xff\xfe{}", text=True)
        with pytest.raises(ConnectionClosed) as closed:
            await ann.hear("refused")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == INVALID

    people(1, story)
    assert "Traceback" not in server.log


@pytest.mark.parametrize(
    "words",
    [
        {"type": "say", "text": "Meow."},
        {"type": "react", "reaction": "purr"},
        {"type": "ask_pause", "is_wanted": True},
    ],
)
def test_words_repeated_with_their_id_count_once(
    serve: Callable[..., Served], words: dict[str, Any]
) -> None:
    served = serve()

    async def story(ann: Device) -> None:
        await ann.open_table("rat-a-tat-cat", bots=1)
        await ann.connect()
        await ann.start()
        for _ in range(2):
            await ann.send({**words, "id": "once", "seat": 0})
            await ann.hear("done")
        assert sum('"heard"' in text for text in ann.received) <= 1

    async def tell() -> None:
        async with devices(served.url, 1) as (ann,):
            await asyncio.wait_for(story(ann), 5)

    try:
        asyncio.run(tell())
    finally:
        served.kill()


@pytest.mark.parametrize(
    "query",
    ["game=" + "9" * 5000, "numbers=0:1:2", "numbers=a:b", "game=%ff&numbers=,,,:", "game=1&" * 99],
)
def test_any_question_for_what_was_missed_is_answered(
    people: Callable[..., None], query: str
) -> None:
    async def story(ann: Device) -> None:
        await ann.open_table("cattitude")
        address = f"{ann.url.replace('http', 'ws')}/api/tables/{ann.code}/socket?{query}"
        async with connect(address) as socket:
            assert json.loads(await socket.recv())["type"] == "welcome"

    people(1, story)


# Requests


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/nothing", 404),
        ("GET", "/api/schema/nothing", 404),
        ("GET", "/api/tables/xxxx-yyyy", 404),
        ("GET", "/api/tables/%00%ff", 404),
        ("GET", "/api/tables/" + "x" * 33, 400),
        ("GET", f"/api/tables/mika-ruto/games/{'9' * 5000}/record", 404),
        ("PUT", "/api/tables", 405),
        ("TRACE", "/api/tables", 405),
        ("POST", "/api/tables", 400),
    ],
)
def test_every_error_answers_with_a_sentence(
    server: Served, method: str, path: str, status: int
) -> None:
    _require_sentence(httpx.request(method, server.url + path), status)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"\xff\xfe", 400),
        (b"null", 400),
        (b"[]", 400),
        (b"NaN", 400),
        (b'{"game":3}', 400),
        (b'{"game":"chess"}', 404),
        (b'{"game":"cattitude","options":3}', 400),
        (b'{"game":"cattitude","options":{"players":99}}', 400),
        (b'{"game":"cattitude","options":{"players":1e400}}', 400),
        (b'{"game":"cattitude","nickname":"\\ud800"}', 400),
        (b'{"game":"cattitude","nickname":"\\u200b"}', 400),
        (b'{"game":"cattitude","nickname":"Ann","bots":2}', 409),
        (b'{"game":"cattitude","commitment":"no hex"}', 400),
        (b'{"game":"cattitude","level":"god"}', 400),
        (b'{"game":"cattitude","clock":{"decision":-1}}', 409),
        (b'{"game":"cattitude","secret":1}', 400),
        (b'{"game":"cattitude","options":' + b'{"a":' * 9000, 400),
        (b" " * 70_000, 413),
    ],
)
def test_every_bad_body_is_refused_with_a_sentence(
    server: Served, body: bytes, status: int
) -> None:
    headers = {"content-type": "application/json"}
    answer = httpx.post(f"{server.url}/api/tables", content=body, headers=headers)
    _require_sentence(answer, status)
    assert "log" not in answer.json()["reason"]


NOT_UTF8 = [
    b'{"game":"cattitude","nickname":"\xff"}',
    b'{"\xed\xa0\x80":1}',
    b'"\xc0\x80"',
    b"\xf8\x88",
    b'{"nickname":"Ann\xe9"}',
    b'{"schema":1,"game":"\xfc"}',
]
TYPES = ["application/json", "application/json; charset=latin-1", "text/plain", "", "x/y"]


def test_body_that_is_not_utf8_is_refused_at_every_address(server: Served) -> None:
    code = httpx.post(f"{server.url}/api/tables", json={"game": "cattitude"}).json()["code"]
    schema = httpx.get(f"{server.url}/api/schema/openapi.json").json()
    with httpx.Client(base_url=server.url, timeout=20) as device:
        for path, operations in schema["paths"].items():
            there = path.replace("{code}", code).replace("{number}", "1").replace("{seat}", "0")
            for method, body, kind in itertools.product(operations, NOT_UTF8, TYPES):
                headers = {"content-type": kind} if kind else {}
                answer = device.request(method, there, content=body, headers=headers)
                assert answer.status_code < 500, (method, path, body, answer.text)
                if answer.is_error:
                    _require_sentence(answer, answer.status_code)
    assert "Traceback" not in server.log


def _require_sentence(answer: httpx.Response, status: int) -> None:
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    assert set(answer.json()) == {"sentence", "clause", "reason", "words"}
    assert answer.json()["sentence"].endswith(".")


def _ask(operation: Any, code: str, until: float) -> int:
    """Make requests of one kind, half of them for a table that there is; return how many."""
    tried = 0

    @settings(
        max_examples=60,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(), knows_code=st.booleans())
    def ask(case: Any, knows_code: bool) -> None:
        nonlocal tried
        if time.monotonic() > until:
            return
        if knows_code and "code" in case.path_parameters:
            case.path_parameters["code"] = code
        tried += 1
        case.call_and_validate(checks=CHECKS)

    ask()
    return tried


def test_requests_made_from_the_schema_never_fail(server: Served) -> None:
    """Every operation in turn with generated requests, good and bad, for a limited time."""
    schema = schemathesis.openapi.from_url(f"{server.url}/api/schema/openapi.json")
    results = list(schema.get_all_operations())
    operations = [result.ok() for result in results if isinstance(result, Ok)]
    assert len(operations) == len(results)
    assert len(operations) >= 14
    code = httpx.post(
        f"{server.url}/api/tables", json={"game": "cattitude", "is_listed": True}
    ).json()["code"]
    until = time.monotonic() + SECONDS_OF_REQUESTS
    tried = 0
    for left, operation in zip(range(len(operations), 0, -1), operations, strict=True):
        share = (until - time.monotonic()) / left
        tried += _ask(operation, code, time.monotonic() + share)
    assert tried > 10 * len(operations)
    assert httpx.get(f"{server.url}/health").json()["status"] == "ok"
    assert "Traceback" not in server.log
