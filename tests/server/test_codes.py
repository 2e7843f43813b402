"""Codes of tables: long where nobody is told, and more than strangers can try together."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from served import Served

from purrlor.server.names import is_long_code, new_code, read_code

Serve = Callable[..., Served]


def open_table(served: Served, address: str = "198.51.100.1", **words: Any) -> Any:
    """Open a table, without a seat; the answer has the cookie of its host."""
    body = {"game": "cattitude", **words}
    headers = {"x-forwarded-for": address}
    return httpx.post(f"{served.url}/api/tables", json=body, headers=headers, timeout=20)


def look(served: Served, code: str, address: str, cookie: str = "") -> int:
    """Return what an address is answered that asks for a table."""
    headers = {"x-forwarded-for": address, "cookie": f"purrlor_device={cookie}"}
    return httpx.get(f"{served.url}/api/tables/{code}", headers=headers, timeout=20).status_code


def test_listed_table_has_a_short_code_and_others_a_long_one(server: Served) -> None:
    assert len(open_table(server, is_listed=True).json()["code"]) == len("mika-ruto")
    assert len(open_table(server).json()["code"]) == len("mika-ruto-pela")


@pytest.mark.parametrize("is_long", [False, True])
def test_code_is_found_however_it_is_typed(is_long: bool) -> None:
    for _ in range(100):
        code = new_code(is_long=is_long)
        assert is_long_code(code) == is_long
        for typed in (
            code,
            code.upper(),
            code.replace("-", ""),
            code.replace("-", " "),
            f" {code}.",
        ):
            assert read_code(typed) == code


def test_long_code_is_typed_without_hyphens(server: Served) -> None:
    code = open_table(server).json()["code"]
    assert look(server, code.replace("-", "").upper(), "198.51.100.2") == 200


def test_all_strangers_together_try_only_so_many_codes(serve: Serve) -> None:
    served = serve("--unknown-codes", "10")
    opened = open_table(served, is_listed=True)
    code, cookie = opened.json()["code"], opened.cookies["purrlor_device"]
    hidden = {"game": "cattitude", "is_listed": False}
    httpx.patch(
        f"{served.url}/api/tables/{code}",
        json=hidden,
        headers={"cookie": f"purrlor_device={cookie}"},
        timeout=20,
    ).raise_for_status()
    listed = open_table(served, is_listed=True).json()["code"]
    unlisted = open_table(served).json()["code"]
    assert look(served, code, "198.51.100.2") == 200
    tried = [look(served, "baba-baba", f"203.0.113.{number}") for number in range(12)]
    assert tried == [404] * 10 + [429] * 2
    # A short code that was guessed tells nothing now, not even that there is such a table.
    assert look(served, code, "198.51.100.2") == 429
    # Whoever was given a code, or belongs to a table, notices nothing.
    assert look(served, code, "198.51.100.2", cookie) == 200
    assert look(served, listed, "198.51.100.2") == 200
    assert look(served, unlisted, "198.51.100.2") == 200


# Addresses


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2001:db8::1", "2001:db8::ffff:1:2:3"),
        ("2001:db8:1:2:a::", "2001:db8:1:2:b::"),
        ("203.0.113.7", "::ffff:203.0.113.7"),
    ],
)
def test_addresses_of_one_household_are_counted_together(
    serve: Serve, one: str, other: str
) -> None:
    served = serve("--tables-per-address", "2", "--joins-per-address", "2")
    assert [open_table(served, a).status_code for a in (one, other, one, other)] == [201] * 2 + [
        429
    ] * 2
    assert [look(served, "baba-baba", a) for a in (one, other, one, other)] == [404] * 2 + [429] * 2


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2001:db8::1", "2001:db8:0:1::1"),
        ("203.0.113.7", "203.0.113.8"),
        ("fe80::1", "fe80::2"),  # devices at home, which all share the prefix
    ],
)
def test_other_addresses_are_counted_apart(serve: Serve, one: str, other: str) -> None:
    served = serve("--tables-per-address", "1")
    assert open_table(served, one).status_code == 201
    assert open_table(served, one).status_code == 429
    assert open_table(served, other).status_code == 201


def test_refused_address_is_told_when_to_come_back(serve: Serve) -> None:
    served = serve("--tables-per-address", "1")
    open_table(served)
    seconds = int(open_table(served).headers["retry-after"])
    assert 3500 < seconds <= 3600
