"""What strangers cannot do: from another site, with another's seat, too often, or too much."""

import asyncio
import contextlib
import json
import random
import socket
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterator

import httpx
import pytest
from player import Device, devices, play_out, sit_down
from served import Served
from websockets import ConnectionClosed, InvalidStatus
from websockets.asyncio.client import connect

Serve = Callable[..., Served]
PUBLIC, HOST = "https://cats.example", "cats.example"
NEW = {"game": "cattitude", "nickname": "Ann"}


def tell(served: Served, count: int, story: Callable[..., Awaitable[None]]) -> None:
    """Run a story with some devices at a server of its own."""

    async def run() -> None:
        async with devices(served.url, count) as found:
            await story(*found)

    asyncio.run(asyncio.wait_for(run(), 120))


async def closing_code(device: Device) -> int | None:
    """Return with which code the server closes the socket."""
    try:
        while True:
            await device.next()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


def dropped(served: Served, why: str) -> float:
    """Return how many sockets were dropped for a reason."""
    return served.metric(f'purrlor_dropped_total{{why="{why}"}}')


# Other sites

FOREIGN = ["https://evil.example", "http://127.0.0.1:1", "null", "http://[", "evil", ""]


@pytest.mark.parametrize("origin", FOREIGN)
def test_page_of_another_site_gets_no_socket(people: Callable[..., None], origin: str) -> None:
    async def story(ann: Device) -> None:
        await ann.open_table("cattitude")
        with pytest.raises(InvalidStatus) as refused:
            await ann.connect(origin=origin)
        assert refused.value.response.status_code == 403

    people(1, story)


@pytest.mark.parametrize("origin", FOREIGN)
def test_page_of_another_site_changes_nothing(server: Served, origin: str) -> None:
    table = httpx.post(f"{server.url}/api/tables", json=NEW).json()["code"]
    for method, path in [
        ("POST", "/api/tables"),
        ("POST", f"/api/tables/{table}/seats"),
        ("PATCH", f"/api/tables/{table}"),
        ("DELETE", f"/api/tables/{table}/seats/0"),
    ]:
        answer = httpx.request(method, server.url + path, headers={"origin": origin}, json=NEW)
        assert answer.status_code == 403
        assert "another site" in answer.json()["sentence"]
        assert "set-cookie" not in answer.headers


def test_own_pages_and_programs_are_let_in(people: Callable[..., None]) -> None:
    async def story(ann: Device) -> None:
        opened = await ann.http.post("/api/tables", json=NEW, headers={"origin": ann.url})
        assert opened.status_code == 201
        ann.code = opened.json()["code"]
        await ann.connect(origin=ann.url)
        await ann.connect()

    people(1, story)


def test_behind_a_proxy_the_public_address_is_our_own(public: Served) -> None:
    async def story(ann: Device) -> None:
        ann.http.headers["host"] = HOST
        for origin, status in ((PUBLIC, 201), ("https://evil.example", 403)):
            answer = await ann.http.post("/api/tables", json=NEW, headers={"origin": origin})
            assert answer.status_code == status
        code = (await ann.http.post("/api/tables", json=NEW)).json()["code"]
        async with connect_to(public, code, origin=PUBLIC) as line:
            assert json.loads(await line.recv())["type"] == "welcome"

    tell(public, 1, story)


HOSTS = ["evil.example", "127.0.0.1", "cats.example.evil", "cats.example:80"]
NO_HOSTS = ["x@cats.example", "[", "cats.example/", ""]


@pytest.mark.parametrize("host", HOSTS)
def test_where_a_public_address_is_given_no_other_host_is_served(public: Served, host: str) -> None:
    """A name of a stranger that leads here (DNS rebinding) opens neither pages nor sockets."""

    async def story(ann: Device) -> None:
        for path in ("/", "/api/tables", "/t/mika-ruto", "/health/../api/games", "/metrics"):
            answer = await ann.http.get(path, headers={"host": host})
            assert answer.status_code == 421
            assert answer.headers["cache-control"] == "no-store"
            assert f"lives at {PUBLIC};" in answer.json()["sentence"]
        answer = await ann.http.post("/api/tables", json=NEW, headers={"host": host})
        assert answer.status_code == 421
        assert "set-cookie" not in answer.headers
        assert await asyncio.to_thread(handshake, public, host) == 403

    tell(public, 1, story)


@pytest.mark.parametrize("host", NO_HOSTS)
def test_what_is_no_host_is_refused(public: Served, host: str) -> None:
    answer = httpx.post(f"{public.url}/api/tables", json=NEW, headers={"host": host})
    assert answer.status_code in (400, 421)
    assert answer.json()["sentence"]
    assert "set-cookie" not in answer.headers
    assert handshake(public, host) in (400, 403)


def test_host_is_compared_as_browsers_write_it(public: Served) -> None:
    """In any case, and with the port that its scheme has anyway; a proxy asks for our health."""
    for host in (HOST, "CATS.example", "cats.example:443"):
        answer = httpx.get(f"{public.url}/api/games", headers={"host": host})
        assert answer.status_code == 200
    for path in ("/health", "/health/ready"):
        assert httpx.get(public.url + path).status_code == 200


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = Served(tmp_path_factory.mktemp("public"), "--public-url", PUBLIC).start()
    yield served
    served.stop()


def connect_to(served: Served, code: str, **headers: str) -> connect:
    """Open a socket at the public address, as the proxy passes it on."""
    return connect(
        f"ws://{HOST}/api/tables/{code}/socket",
        additional_headers=headers,
        host="127.0.0.1",
        port=served.port,
        compression=None,
    )


def handshake(served: Served, host: str) -> int:
    """Ask for a socket by hand, and return the status of the answer."""
    with socket.create_connection(("127.0.0.1", served.port), timeout=20) as line:
        line.sendall(
            f"GET /api/tables/mika-ruto/socket HTTP/1.1\r\nHost: {host}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        return int(line.recv(1000).split()[1])


# Devices


def test_over_https_only_the_cookie_of_this_very_host_counts(public: Served) -> None:
    """A neighbour in the domain can plant a cookie, but none that is named __Host-."""

    async def story(ann: Device) -> None:
        ann.http.headers["host"] = HOST
        opened = await ann.http.post("/api/tables", json=NEW)
        name, _, rest = opened.headers["set-cookie"].partition("=")
        assert name == "__Host-purrlor_device"
        words = {word.strip() for word in rest.split(";")}
        assert {"HttpOnly", "SameSite=Lax", "Secure", "Path=/"} <= words
        assert not any(word.startswith("Domain") for word in words)
        token = rest.partition(";")[0]
        for cookie, seats in (
            (f"__Host-purrlor_device={token}", [0]),
            (f"purrlor_device={token}", []),
            (f"purrlor_device={token}; __Host-purrlor_device=x", []),
            (f"purrlor_device=x; __Host-purrlor_device={token}", [0]),
        ):
            code = opened.json()["code"]
            async with connect_to(public, code, cookie=cookie) as line:
                assert json.loads(await line.recv())["seats"] == seats
        gone = await ann.http.delete(
            "/api/me", headers={"cookie": f"__Host-purrlor_device={token}"}
        )
        assert gone.headers["set-cookie"].startswith("__Host-purrlor_device=; ")
        assert "Max-Age=0" in gone.headers["set-cookie"]

    tell(public, 1, story)


@pytest.mark.parametrize("chosen", ["mine", "A" * 43, "A" * 64, "=" * 64, "é" * 32])
def test_secret_that_no_server_made_is_no_device(server: Served, chosen: str) -> None:
    """Otherwise somebody could choose it, and for others too."""
    cookie = {b"cookie": f"purrlor_device={chosen}".encode("latin-1")}
    opened = httpx.post(f"{server.url}/api/tables", json=NEW, headers=cookie)
    assert opened.status_code == 201
    assert len(opened.cookies["purrlor_device"]) == 64  # it is given another
    start = f"{server.url}/api/tables/{opened.json()['code']}/start"
    assert httpx.post(start, headers=cookie).status_code == 403
    own = {"cookie": f"purrlor_device={opened.cookies['purrlor_device']}"}
    assert httpx.post(start, headers=own).json()["reason"] == "seats_open"
    flipped = own["cookie"][:-1] + ("A" if own["cookie"][-1] != "A" else "B")
    assert httpx.post(start, headers={"cookie": flipped}).status_code == 403
    assert httpx.post(start, headers={"cookie": own["cookie"] + "="}).status_code == 403


def test_device_is_known_after_a_restart(serve: Serve) -> None:
    served = serve()
    opened = httpx.post(f"{served.url}/api/tables", json=NEW)
    own = {"cookie": f"purrlor_device={opened.cookies['purrlor_device']}"}
    served.stop()
    served.start()
    start = f"{served.url}/api/tables/{opened.json()['code']}/start"
    assert httpx.post(start, headers=own).json()["reason"] == "seats_open"


def test_cookie_is_kept_from_scripts_and_other_sites(server: Served) -> None:
    answer = httpx.post(f"{server.url}/api/tables", json=NEW)
    words = {word.strip() for word in answer.headers["set-cookie"].split(";")}
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= words
    assert "Secure" not in words  # plain HTTP on this machine
    assert len(answer.cookies["purrlor_device"]) >= 43  # 256 bits


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/health", 200),
        ("GET", "/api/games", 200),
        ("GET", "/api/schema/openapi.json", 200),
        ("GET", "/t/mika-ruto", 200),
        ("GET", "/nothing.js", 404),
        ("GET", "/api/tables/zzzz-zzzz", 404),
        ("PUT", "/api/tables", 405),
        ("POST", "/api/tables", 400),
        ("OPTIONS", "/api/tables", 204),
    ],
)
def test_every_answer_says_what_a_page_may_load(
    server: Served, method: str, path: str, status: int
) -> None:
    answer = httpx.request(method, server.url + path)
    assert answer.status_code == status
    _require_security_headers(answer)


def test_refused_origin_and_oversized_body_say_it_too(server: Served) -> None:
    foreign = httpx.post(f"{server.url}/api/tables", headers={"origin": "https://evil.example"})
    _require_security_headers(foreign)
    _require_security_headers(httpx.post(f"{server.url}/api/tables", content=b" " * 70_000))


def _require_security_headers(answer: httpx.Response) -> None:
    policy = dict(
        part.strip().split(" ", 1) for part in answer.headers["content-security-policy"].split(";")
    )
    assert policy["default-src"] == "'self'"
    assert policy.get("script-src", "'self'") == "'self'"
    assert "unsafe" not in answer.headers["content-security-policy"]
    allowed = answer.headers["permissions-policy"].split(", ")
    assert {"camera=(self)", "accelerometer=(self)", "gyroscope=(self)"} <= set(allowed)
    assert {"microphone=()", "geolocation=()", "payment=()", "usb=()"} <= set(allowed)
    assert policy["connect-src"] == "'self'"  # sockets of our own are covered by it
    assert policy["object-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cross-origin-opener-policy"] == "same-origin"
    assert "access-control-allow-origin" not in answer.headers
    assert "server" not in answer.headers


# Too much, too often


def test_frame_over_16_kib_closes_the_socket(people: Callable[..., None]) -> None:
    async def story(ann: Device) -> None:
        await ann.open_table("cattitude")
        await ann.connect()
        assert ann.socket is not None
        await ann.socket.send("x" * 16 * 1024)
        assert (await ann.hear("refused"))["sentence"].startswith("This message cannot be read")
        await ann.socket.send("x" * (16 * 1024 + 1))
        assert await closing_code(ann) == 1009
        await ann.connect()
        await ann.socket.send(iter(["x" * 9000] * 2))  # in two frames
        assert await closing_code(ann) == 1009

    people(1, story)


def test_101_messages_in_20_seconds_close_the_socket(serve: Serve) -> None:
    served = serve("--messages", "100")

    async def story(ann: Device) -> None:
        await ann.open_table("cattitude")
        await ann.connect()
        for _ in range(100):
            await ann.send({"type": "ping"})
        for _ in range(100):
            await ann.hear("pong")
        await ann.send({"type": "ping"})
        assert await closing_code(ann) == 1008
        assert dropped(served, "rate") == 1

    tell(served, 1, story)


def test_address_opens_only_so_many_tables(serve: Serve) -> None:
    served = serve("--tables-per-address", "3")
    answers = [httpx.post(f"{served.url}/api/tables", json=NEW) for _ in range(5)]
    assert [answer.status_code for answer in answers] == [201, 201, 201, 429, 429]
    assert answers[-1].json()["sentence"] == "Enough tables for now; come back in an hour."
    assert "set-cookie" not in answers[-1].headers
    assert 3590 < int(answers[-1].headers["retry-after"]) <= 3600


def test_codes_are_guessed_only_so_often(serve: Serve) -> None:
    served = serve("--joins-per-address", "5")
    code = httpx.post(f"{served.url}/api/tables", json=NEW).json()["code"]
    paths = [
        ("GET", "/api/tables/baba-baba"),
        ("POST", "/api/tables/baba-baba/start"),
        ("DELETE", "/api/tables/baba-baba/seats/0"),
        ("GET", "/api/tables/baba-baba/games/1/record"),
        ("GET", "/api/tables/baba-baba/games/1/steps"),
    ]
    for method, path in paths:
        assert httpx.request(method, served.url + path).status_code == 404
    for method, path in [*paths, ("GET", f"/api/tables/{code}")]:
        assert httpx.request(method, served.url + path).status_code == 429

    async def story(*strangers: Device) -> None:
        codes = []
        for stranger in strangers:
            stranger.code = "baba-baba"
            with pytest.raises(ConnectionClosed) as closed:
                await stranger.connect()
            codes.append(closed.value.rcvd.code if closed.value.rcvd else None)
        assert codes == [4404] * 5 + [4429] * 2

    tell(served, 7, story)


def test_lists_are_asked_for_only_so_often(serve: Serve) -> None:
    served = serve("--joins-per-address", "6")
    paths = ["/api/tables", "/api/statistics", "/api/recent"] * 2
    assert [httpx.get(served.url + path).status_code for path in paths] == [200] * 6
    assert [httpx.get(served.url + path).status_code for path in paths] == [429] * 6
    assert httpx.get(f"{served.url}/api/tables/baba-baba").status_code == 404


def _connect_and_never_read(served: Served, code: str) -> socket.socket:
    """Open a socket by hand with a small window, so that the server's frames pile up soon."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", served.port))
    line.sendall(
        f"GET /api/tables/{code}/socket HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    return line


def _resident_bytes(pid: int) -> int:
    with open(f"/proc/{pid}/statm", encoding="ascii") as statm:
        return int(statm.read().split()[1]) * 4096


def test_slow_listener_is_dropped_while_the_others_play_on(serve: Serve) -> None:
    served = serve()

    async def story(ann: Device) -> None:
        await ann.open_table("cattitude", options={"players": 2}, bots=1)
        await ann.connect()
        line = _connect_and_never_read(served, ann.code)
        try:
            while ann.table["spectators"] != 1:
                await ann.next()
            before = _resident_bytes(served.pid)
            sent = 0
            while not dropped(served, "slow"):
                for _ in range(200):
                    sent += 1
                    words = {"type": "say", "id": str(sent), "seat": 0, "text": "\U0001f63a" * 500}
                    await ann.send(words)
                    await ann.answer(str(sent))
                ann.received.clear()
                assert sent < 20_000, "frames pile up without bound"
            assert _resident_bytes(served.pid) - before < 64 * 2**20
            while ann.table["spectators"]:
                await ann.next()
            await ann.start()
            assert (await ann.hear("standing"))["number"] == 1
        finally:
            line.close()

    tell(served, 1, story)


# Others' seats


def test_seat_token_is_useless_at_another_table(people: Callable[..., None]) -> None:
    async def story(ann: Device, bob: Device, eve: Device) -> None:
        here = await ann.open_table("cattitude")
        there = await bob.open_table("cattitude", nickname="Bob")
        claim = {"token": here["token"]}
        refused = await eve.post(f"/tables/{there['code']}/claim", claim, status=403)
        assert refused["sentence"].startswith("This seat link is not valid here")
        for wrong in ("x", ann.cookie, here["token"][:-1], here["token"] + "x"):
            await eve.post(f"/tables/{here['code']}/claim", {"token": wrong}, status=403)
        taken = await eve.post(f"/tables/{here['code']}/claim", claim)
        assert taken["seat"] == 0
        assert taken["token"] != here["token"]
        await bob.post(f"/tables/{here['code']}/claim", claim, status=403)  # it is used up

    people(3, story)


def test_only_its_device_plays_a_seat(people: Callable[..., None]) -> None:
    async def story(ann: Device, bob: Device, eve: Device) -> None:
        await sit_down(ann, [bob], "rat-a-tat-cat", options={"players": 2})
        eve.code = ann.code
        await eve.reconnect()
        for device, seat in ((eve, 0), (eve, 1), (bob, 0), (ann, 1), (ann, 15)):
            device.games.setdefault(seat, {"game": 1, "number": 1})
            command = device.command(seat, [{"type": "ready"}])
            for words in (
                command,
                {"type": "say", "id": "s", "seat": seat, "text": "I am Ann."},
                {"type": "react", "id": "r", "seat": seat, "reaction": "purr"},
                {"type": "ask_pause", "id": "p", "seat": seat, "is_wanted": True},
            ):
                await device.send(words)
                answer = await device.hear("refused", "done", "step", "heard")
                assert answer["type"] == "refused"
                assert answer["sentence"] == "This device does not hold that seat."

    people(3, story)


def test_only_the_host_leads_the_table(people: Callable[..., None]) -> None:
    async def story(ann: Device, bob: Device, eve: Device) -> None:
        await ann.open_table("cattitude", options={"players": 3})
        await bob.join(ann.code, "Bob")
        for device in (bob, eve):
            path = f"/tables/{ann.code}"
            for refused in (
                await device.delete(f"{path}/seats/0", status=403),
                await device.post(f"{path}/start", status=403),
                await device.post(f"{path}/bots", {}, status=403),
                await device.patch(path, {"game": "rat-a-tat-cat"}, status=403),
            ):
                assert refused["sentence"] == "Only the host of the table can do that."
        await eve.delete(f"/tables/{ann.code}/seats/1", status=403)
        table = await ann.get(f"/tables/{ann.code}")
        assert table["game"] == "cattitude"
        assert [seat["kind"] for seat in table["seats"]] == ["person", "person", "open"]
        await bob.delete(f"/tables/{ann.code}/seats/1")  # his own
        await ann.patch(f"/tables/{ann.code}", {"game": "rat-a-tat-cat"})

    people(3, story)


# Secrets


def test_secrets_are_neither_kept_nor_logged(serve: Serve) -> None:
    """With everything logged, neither the log nor the database holds a cookie or a token."""
    served = serve("--log-level", "debug")
    tokens: list[str] = []

    async def story(ann: Device, bob: Device, eve: Device) -> None:
        seated = await ann.open_table("rat-a-tat-cat", options={"players": 2, "rounds": 1})
        tokens.append(seated["token"])
        tokens.append((await bob.join(ann.code, "Bob"))["token"])
        claimed = await eve.post(f"/tables/{ann.code}/claim", {"token": tokens[-1]})
        tokens.append(claimed["token"])
        eve.code = ann.code
        for device in (ann, eve):
            await device.connect()
        await ann.start()
        for device in (ann, eve):
            await device.hear("standing")
        assert ann.socket is not None
        await ann.socket.send("{")
        await ann.post(f"/tables/{ann.code}/claim", {"token": "wrong-token-1"}, status=403)
        await ann.post(f"/tables/{ann.code}/claim", {"token": 3}, status=400)
        await asyncio.gather(*(play_out(one, random.Random(3)) for one in (ann, eve)))
        tokens.extend([ann.cookie, bob.cookie, eve.cookie])

    tell(served, 3, story)
    served.stop()
    assert len({*tokens}) == 6
    kept = b"".join(path.read_bytes() for path in served.folder.glob("purrlor.db*"))
    assert b"rat-a-tat-cat" in kept
    for token in tokens:
        assert len(token) >= 43
        assert token.encode() not in kept
        assert token not in served.log
    assert '"level": "debug"' in served.log, "nothing was logged that could hold a secret"
    for secret in ("purrlor_device", "wrong-token-1", *_keys(served), *_table_ids(served)):
        assert secret not in served.log
    assert "Traceback" not in served.log


def _table_ids(served: Served) -> set[str]:
    with contextlib.closing(sqlite3.connect(served.database)) as database:
        return {table_id for (table_id,) in database.execute("SELECT id FROM tables")}


def _keys(served: Served) -> set[str]:
    """Return the keys, seeds and hashed secrets in the log of the only table."""
    with sqlite3.connect(served.database) as database:
        bodies = [json.loads(row[0]) for row in database.execute("SELECT body FROM events")]
    database.close()
    names = ("key", "seed", "next_seed", "device", "claim", "host")
    found = {body[name] for body in bodies for name in names if name in body}
    assert len(found) >= 8
    return found


def test_chat_comes_back_as_it_was_said(people: Callable[..., None]) -> None:
    """Markup is text: the server neither cleans nor escapes it beyond JSON."""
    text = '<script>alert("meow")</script> <img src=x onerror=alert(1)> &amp; \' " \\ 😺'

    async def story(ann: Device, bob: Device) -> None:
        await ann.open_table("cattitude", nickname="<b>Ann</b>")
        await bob.join(ann.code, "Bob")
        await ann.connect()
        await bob.connect()
        await ann.send({"type": "say", "id": "1", "seat": 0, "text": text})
        heard = await bob.hear("heard")
        assert heard["talk"]["text"] == text
        assert heard["talk"]["name"] == "<b>Ann</b>"
        await bob.cut()
        await bob.connect()
        assert json.loads(bob.received[-1])["talk"][0]["text"] == text
        answer = await bob.http.get(f"/api/tables/{ann.code}")
        assert answer.headers["content-type"] == "application/json"

    people(2, story)


def test_answers_with_tokens_are_kept_nowhere(people: Callable[..., None]) -> None:
    async def story(ann: Device, bob: Device) -> None:
        opened = await ann.http.post("/api/tables", json=NEW)
        path = f"/api/tables/{opened.json()['code']}"
        joined = await bob.http.post(f"{path}/seats", json={"nickname": "Bob"})
        claimed = await ann.http.post(f"{path}/claim", json={"token": joined.json()["token"]})
        for answer in (opened, joined, claimed, await ann.http.get(path)):
            assert answer.is_success
            assert answer.headers["cache-control"] == "no-store"

    people(2, story)


def test_refusals_say_when_to_ask_again(serve: Serve) -> None:
    served = serve("--joins-per-address", "1")
    httpx.get(f"{served.url}/api/recent")
    late = httpx.get(f"{served.url}/api/recent")
    assert late.status_code == 429
    assert 1 <= int(late.headers["retry-after"]) <= 60


def test_health_and_metrics_answer(server: Served) -> None:
    health = httpx.get(f"{server.url}/health")
    assert health.json()["status"] == "ok"
    for name in ("tables", "connections", "steps_total", "refusals_total", "command_seconds_count"):
        assert f"\npurrlor_{name} " in server.metrics()
    before = server.metric("purrlor_refusals_total")
    httpx.get(f"{server.url}/api/tables/baba-baba")
    until = time.monotonic() + 10
    while server.metric("purrlor_refusals_total") <= before and time.monotonic() < until:
        time.sleep(0.05)
    assert server.metric("purrlor_refusals_total") > before


@pytest.mark.parametrize("path", ["/metrics", "/metrics/", "/METRICS", "//metrics", "/api/metrics"])
def test_metrics_are_not_where_people_play(server: Served, path: str) -> None:
    assert "purrlor_tables" not in httpx.get(server.url + path).text


def test_without_an_address_there_are_no_metrics(serve: Serve) -> None:
    served = serve("--metrics", "")
    with pytest.raises(httpx.ConnectError):
        served.metrics()


def test_time_of_bots_is_measured(people: Callable[..., None], server: Served) -> None:
    def thoughts() -> float:
        return server.metric("purrlor_bot_seconds_count")

    async def story(ann: Device) -> None:
        before = await asyncio.to_thread(thoughts)
        await sit_down(ann, [], "rat-a-tat-cat", options={"rounds": 1}, bots=1)
        await play_out(ann, random.Random(5))
        assert await asyncio.to_thread(thoughts) > before

    people(1, story)
