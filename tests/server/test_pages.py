"""The client as it is served."""

import re

import httpx
import pytest
from served import Served


@pytest.mark.parametrize("path", ["/", "/t/mika-ruto", "/new/cattitude", "/rules/cat-royal"])
def test_every_address_of_the_client_is_its_page(server: Served, path: str) -> None:
    answer = httpx.get(server.url + path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert '<div id="app">' in answer.text


def scripts(server: Served) -> list[str]:
    return re.findall(r'"(/assets/[^"]+\.(?:js|css))"', httpx.get(server.url).text)


def test_assets_are_kept_for_ever_and_compressed_ahead(server: Served) -> None:
    found = scripts(server)
    assert found
    for path in found:
        plain = httpx.get(server.url + path, headers={"accept-encoding": "identity"})
        assert "immutable" in plain.headers["cache-control"]
        packed = httpx.get(server.url + path, headers={"accept-encoding": "gzip"})
        assert packed.content == plain.content
        if len(plain.content) < 256:  # nothing to be gained
            assert "content-encoding" not in packed.headers
            continue
        assert packed.headers["content-encoding"] == "gzip"
        assert int(packed.headers["content-length"]) < len(plain.content)


def test_page_has_no_inline_script(server: Served) -> None:
    page = httpx.get(server.url).text
    assert re.findall(r"<script(?![^>]*\bsrc=)", page) == []
    assert " on" not in "".join(re.findall(r"<[a-z][^>]*>", page))


def test_missing_file_and_other_methods(server: Served) -> None:
    assert httpx.get(f"{server.url}/assets/missing.js").status_code == 404
    assert httpx.get(f"{server.url}/../../pyproject.toml").status_code == 404
    assert httpx.post(f"{server.url}/").status_code == 405
    head = httpx.head(server.url)
    assert head.status_code == 200
    assert head.content == b""


def test_invitation_as_a_qr_code(server: Served) -> None:
    answer = httpx.get(f"{server.url}/api/tables/mika-ruto/qr")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<?xml")
