"""Connections that cost much or give little: long headers, half requests, slow bodies, crowds."""

import json
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from raw import (
    cpu_seconds,
    open_connection,
    read_to_end,
    resident_bytes,
    send_all,
    spectator,
    wait_until,
)
from served import Served

Serve = Callable[..., Served]
NEW = {"game": "cattitude", "nickname": "Ann"}
HALF = b"GET /health HTTP/1.1\r\nHost: cats\r\nX-Slow: "
UNTRUSTED = {"FORWARDED_ALLOW_IPS": "192.0.2.1"}
"""No proxy is trusted that any test could speak for."""


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """Start a server that has few descriptors, and trusts no proxy on this machine."""
    started: list[Served] = []

    def start(*options: str, descriptors: int | None = None) -> Served:
        served = Served(tmp_path, *options)
        served.environment.update(UNTRUSTED)
        served.descriptors = descriptors
        started.append(served.start())
        return served

    yield start
    for served in started:
        served.stop()


def status_of(answer: bytes) -> int:
    assert answer.startswith(b"HTTP/1.1 "), answer
    return int(answer.split(b" ", 2)[1])


def reason_of(answer: bytes) -> str:
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"content-type: application/json" in head.lower()
    problem = json.loads(body)
    assert problem["sentence"].endswith(".")
    return str(problem["reason"])


# Headers


def request(*headers: bytes) -> bytes:
    return b"\r\n".join([b"GET /api/games HTTP/1.1", b"Host: cats", *headers, b"", b""])


def ask(served: Served, *headers: bytes) -> bytes:
    """Return the answer to a request, or what of it comes first."""
    with open_connection(served) as link:
        send_all(link, request(*headers))
        return link.recv(65536)


def test_headers_of_8_kib_are_read_and_longer_ones_refused(server: Served) -> None:
    room = 8 * 1024 - len(request(b"X-Long: "))
    assert status_of(ask(server, b"X-Long: " + b"x" * room)) == 200
    for size in (room + 1, 64 * 1024, 2**20):
        answer = ask(server, b"X-Long: " + b"x" * size)
        assert status_of(answer) == 431
        assert reason_of(answer) == "headers_too_long"


def test_many_headers_are_refused(server: Served) -> None:
    assert status_of(ask(server, *[b"A: b"] * 60)) == 200
    assert status_of(ask(server, *[b"A: b"] * 64)) == 431


def test_long_address_is_refused(server: Served) -> None:
    with open_connection(server) as link:
        send_all(link, b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\nHost: cats\r\n\r\n")
        assert status_of(link.recv(65536)) == 431


def test_150_mb_of_unfinished_header_are_not_kept(server: Served) -> None:
    before = resident_bytes(server.pid)
    with open_connection(server) as link:
        link.sendall(HALF)
        piece = b"x" * 2**20
        for _ in range(150):
            send_all(link, piece)
        assert resident_bytes(server.pid) - before < 20 * 2**20
    assert httpx.get(f"{server.url}/health", timeout=20).status_code == 200


def test_cookie_header_of_backslashes_costs_nothing(server: Served) -> None:
    """Python's own parser of cookies takes seconds for this."""
    spent = cpu_seconds(server.pid)
    for cookie in (b'a="' + b"\\" * 7000, b"a=b; " * 1400, b"\\" * 64 * 1024, b"a=b;" * 2**18):
        ask(server, b"Cookie: " + cookie)
    assert cpu_seconds(server.pid) - spent < 1.0


def test_own_cookie_is_found_among_others(server: Served) -> None:
    with httpx.Client(base_url=server.url, timeout=20) as ann:
        code = ann.post("/api/tables", json=NEW).json()["code"]
        token = ann.cookies["purrlor_device"]
    for cookie in (
        f"purrlor_device={token}",
        f"a=b; purrlor_device={token}; c=d",
        f'other="x\\"y";purrlor_device={token}',
        f"a=b;  purrlor_device = {token} ;",
    ):
        answer = httpx.get(f"{server.url}/api/seats", headers={"cookie": cookie}, timeout=20)
        assert [table["code"] for table in answer.json()] == [code], cookie
    for cookie in ("", "purrlor_device=", f"xpurrlor_device={token}", f"a={token}", "=;=;;"):
        answer = httpx.get(f"{server.url}/api/seats", headers={"cookie": cookie}, timeout=20)
        assert answer.json() == [], cookie


# Half requests


def test_half_a_request_is_given_up_after_a_while(serve: Serve) -> None:
    served = serve("--header-seconds", "0.5")
    with open_connection(served) as silent, open_connection(served) as half:
        half.sendall(HALF)
        answer = read_to_end(half)
        assert status_of(answer) == 408
        assert reason_of(answer) == "too_slow"
        assert read_to_end(silent) == b""


def test_headers_that_trickle_are_given_up_too(serve: Serve) -> None:
    served = serve("--header-seconds", "0.5")
    with open_connection(served) as link:
        link.settimeout(0.05)
        link.sendall(HALF)
        answer = b""
        for _ in range(600):
            send_all(link, b"x")
            try:
                answer = link.recv(65536)
                break
            except TimeoutError:
                continue
        assert status_of(answer) == 408


def test_slow_body_is_given_up_after_a_while(serve: Serve) -> None:
    served = serve("--body-seconds", "0.5")
    with open_connection(served) as link:
        link.sendall(
            b"POST /api/tables HTTP/1.1\r\nHost: cats\r\nContent-Type: application/json\r\n"
            b'Content-Length: 60000\r\n\r\n{"game":'
        )
        answer = read_to_end(link)
        assert status_of(answer) == 408
        assert reason_of(answer) == "too_slow"
    assert "Traceback" not in served.log


def test_body_without_end_is_cut(serve: Serve) -> None:
    served = serve()
    before = resident_bytes(served.pid)
    for path in (b"/api/tables", b"/health", b"/api/replays", b"/"):
        with open_connection(served) as link:
            link.sendall(
                b"POST " + path + b" HTTP/1.1\r\nHost: cats\r\n"
                b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
            )
            chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
            assert any(not send_all(link, chunk) for _ in range(1000))  # of 64 MB
    assert resident_bytes(served.pid) - before < 40 * 2**20
    assert "Traceback" not in served.log


def test_headers_after_the_body_are_refused(server: Served) -> None:
    with open_connection(server) as link:
        link.sendall(
            b"POST /api/tables HTTP/1.1\r\nHost: cats\r\nTransfer-Encoding: chunked\r\n\r\n"
            b"1\r\n{\r\n0\r\nX-Late: yes\r\n\r\n"
        )
        answer = read_to_end(link)
        assert status_of(answer) == 400
        assert reason_of(answer) == "unreadable"


def test_thousands_of_requests_at_once_in_a_connection_cost_little(server: Served) -> None:
    spent = cpu_seconds(server.pid)
    with open_connection(server) as link:
        send_all(link, b"GET /health HTTP/1.1\r\nHost: cats\r\n\r\n" * 100_000)
        read_to_end(link)
    assert cpu_seconds(server.pid) - spent < 1.0
    assert "Traceback" not in server.log


def test_some_requests_at_once_in_a_connection_are_answered_in_order(server: Served) -> None:
    paths = [b"/health", b"/api/games", b"/health", b"/api/nothing"]
    with open_connection(server) as link:
        link.sendall(
            b"".join(b"GET " + path + b" HTTP/1.1\r\nHost: cats\r\n\r\n" for path in paths)
        )
        link.sendall(b"GET /health HTTP/1.1\r\nHost: cats\r\nConnection: close\r\n\r\n")
        answers = read_to_end(link).split(b"HTTP/1.1 ")[1:]
    assert [int(answer[:3]) for answer in answers] == [200, 200, 200, 404, 200]


@pytest.mark.parametrize(
    "host",
    [
        *(b"", b"[", b"]", b"a b", b"a/b", b"http://a", b"[::1", b"a:b", b"a:1:2", b"\xff"),
        *(b"a@b", b"?", b"#", b"%", b"[::1]x", b":80", b"a:999999", b"a\\b", b"-", b"{}"),
        b"a" * 300,
    ],
)
def test_odd_host_is_refused_with_a_sentence(server: Served, host: bytes) -> None:
    for path in (
        b"/api/games",
        b"/api/tables/mika-ruto/qr",
        b"/",
        b"/health",
        b"/api/schema/openapi.json",
    ):
        with open_connection(server) as link:
            link.sendall(b"GET " + path + b" HTTP/1.1\r\nHost: " + host + b"\r\n\r\n")
            answer = link.recv(65536)
            assert status_of(answer) == 400, answer
            assert reason_of(answer) in ("bad_host", "unreadable")
    assert "Traceback" not in server.log


def test_request_for_another_protocol_is_answered_in_this_one(server: Served) -> None:
    answer = ask(
        server, b"Connection: Upgrade, HTTP2-Settings", b"Upgrade: h2c", b"HTTP2-Settings: A"
    )
    assert status_of(answer) == 200


def test_socket_behind_a_request_that_is_not_answered_yet_gets_nothing(server: Served) -> None:
    upgrade = (b"Connection: Upgrade", b"Upgrade: websocket", b"Sec-WebSocket-Version: 13")
    with open_connection(server) as link:
        link.sendall(request() + request(*upgrade, b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="))
        assert b" 101 " not in read_to_end(link)
    assert "Traceback" not in server.log


def test_odd_request_after_a_good_one_is_refused_with_a_sentence(server: Served) -> None:
    with open_connection(server) as link:
        link.sendall(request())
        assert status_of(link.recv(65536)) == 200
        link.sendall(b"GET / HTTP/1.1\r\nHost: [\r\n\r\n")
        assert reason_of(read_to_end(link).split(b"HTTP/1.1 400", 1)[1]) == "bad_host"


@pytest.mark.parametrize("hosts", [[], [b"cats", b"dogs"]])
def test_request_names_one_host(server: Served, hosts: list[bytes]) -> None:
    lines = [b"GET /health HTTP/1.1", *(b"Host: " + host for host in hosts), b"", b""]
    with open_connection(server) as link:
        link.sendall(b"\r\n".join(lines))
        assert status_of(link.recv(65536)) == 400


@pytest.mark.parametrize("host", [b"cats", b"cats.example:8080", b"192.168.1.2", b"[fd00::1]:8080"])
def test_ordinary_host_is_let_in(server: Served, host: bytes) -> None:
    with open_connection(server) as link:
        link.sendall(b"GET /health HTTP/1.1\r\nHost: " + host + b"\r\n\r\n")
        assert status_of(link.recv(65536)) == 200


# Crowds


def test_1000_half_requests_keep_nobody_out(small: Serve) -> None:
    served = small(descriptors=256)
    code = httpx.post(f"{served.url}/api/tables", json=NEW, timeout=20).json()["code"]
    with ExitStack() as crowd, spectator(served, code) as player:
        for number in range(1000):
            link = crowd.enter_context(open_connection(served, f"127.0.1.{number % 20 + 1}"))
            send_all(link, HALF)
        assert httpx.get(f"{served.url}/health", timeout=20).status_code == 200
        with spectator(served, code):
            player.settimeout(0.1)
            assert b'"spectators":2' in player.recv(65536)
    assert "descriptors run out" in served.log
    assert "connections that wait are cut" in served.log
    assert "Traceback" not in served.log
    assert "Too many open files" not in served.log


def test_address_has_only_so_many_connections(small: Serve) -> None:
    served = small("--connections-per-address", "20")
    with ExitStack() as crowd:
        links = [crowd.enter_context(open_connection(served, "127.0.0.9")) for _ in range(20)]
        for link in links:
            link.sendall(HALF)
        with open_connection(served, "127.0.0.9") as further:
            assert status_of(read_to_end(further)) == 503
        assert httpx.get(f"{served.url}/health", timeout=20).status_code == 200
        links[0].close()
        wait_until(lambda: _is_let_in(served, "127.0.0.9"))


def _is_let_in(served: Served, source: str) -> bool:
    with open_connection(served, source) as link:
        send_all(link, request())
        return link.recv(65536).startswith(b"HTTP/1.1 200")


def test_proxy_brings_as_many_connections_as_it_likes(serve: Serve) -> None:
    """It is trusted to say for whom; the server trusts proxies on its own machine."""
    served = serve("--connections-per-address", "5")
    with ExitStack() as crowd:
        for number in range(30):
            link = crowd.enter_context(open_connection(served))
            address = b"X-Forwarded-For: 198.51.100.%d" % number
            link.sendall(request(address))
            assert status_of(link.recv(65536)) == 200


def test_address_behind_a_proxy_has_only_so_many_requests_under_way(serve: Serve) -> None:
    served = serve("--connections-per-address", "5")
    body = (
        b"POST /api/replays HTTP/1.1\r\nHost: cats\r\nContent-Length: 100\r\n"
        b"Content-Type: application/json\r\nX-Forwarded-For: "
    )
    with ExitStack() as crowd:
        for number in range(5):
            link = crowd.enter_context(open_connection(served))
            # The addresses of one household differ in the last 64 bits.
            link.sendall(body + b"2001:db8::%d\r\n\r\n{" % (number + 1))
        wait_until(lambda: _answer_for(served, b"2001:db8::9") == 429)
        assert _answer_for(served, b"2001:db8:0:1::9") == 200


def _answer_for(served: Served, address: bytes) -> int:
    return status_of(ask(served, b"X-Forwarded-For: " + address))


def test_address_has_only_so_many_sockets(serve: Serve) -> None:
    served = serve("--sockets-per-address", "3")
    code = httpx.post(f"{served.url}/api/tables", json=NEW, timeout=20).json()["code"]
    with ExitStack() as crowd:
        first = crowd.enter_context(spectator(served, code))
        for _ in range(2):
            crowd.enter_context(spectator(served, code))
        with pytest.raises(AssertionError, match="too_many_sockets"):
            crowd.enter_context(spectator(served, code))
        first.close()
        wait_until(lambda: served.metric("purrlor_connections") == 2)
        crowd.enter_context(spectator(served, code))


def test_who_does_not_read_is_cut_from_a_full_server(small: Serve) -> None:
    """Answers that nobody fetches hold no descriptor that somebody else needs."""
    served = small(descriptors=128)
    page = b"GET /api/schema/openapi.json HTTP/1.1\r\nHost: cats\r\n\r\n"
    with ExitStack() as crowd:
        for number in range(200):
            link = crowd.enter_context(_narrow(served, f"127.0.2.{number % 20 + 1}"))
            send_all(link, page * 8)
        wait_until(lambda: httpx.get(f"{served.url}/health", timeout=20).is_success)
    assert "Traceback" not in served.log


def _narrow(served: Served, source: str) -> socket.socket:
    """Connect with a window so small that answers stay with the server."""
    link = socket.socket()
    link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    link.settimeout(20)
    link.bind((source, 0))
    link.connect(("127.0.0.1", served.port))
    return link
