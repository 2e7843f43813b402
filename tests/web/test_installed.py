"""The client as an installed application: icons, a worker, and honest words when offline."""

import re
import shutil
import struct
from collections.abc import Callable
from pathlib import Path

import httpx
from playwright.sync_api import Browser, expect
from served import Served

from purrlor.server.pages import CLIENT
from visitor import Visitor, wait_until

Visit = Callable[..., Visitor]
READY = "navigator.serviceWorker.ready.then(() => caches.keys()).then((names) => names.length)"
NO_LINE = "No connection to the server"


def test_manifest_and_its_icons(parlour: Served) -> None:
    answer = httpx.get(f"{parlour.url}/manifest.webmanifest")
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = answer.json()
    assert manifest["display"] == "standalone"
    purposes = set()
    for icon in manifest["icons"]:
        picture = httpx.get(parlour.url + icon["src"])
        assert picture.headers["content-type"] == icon["type"]
        purposes.add(icon["purpose"])
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", picture.content[16:24])
            assert icon["sizes"] == f"{width}x{height}"
    assert purposes == {"any", "maskable"}


def test_worker_is_asked_for_anew_each_time(parlour: Served) -> None:
    answer = httpx.get(f"{parlour.url}/sw.js")
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert "worker-src 'self'" in answer.headers["content-security-policy"]
    assert "__FILES__" not in answer.text


def test_shell_opens_without_a_network_and_says_so(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/")
    assert page.evaluate(READY) == 1
    wait_until(page, "navigator.serviceWorker.controller !== null")
    visitor.context.set_offline(True)
    page.goto("/new/cattitude")
    expect(page.get_by_text(NO_LINE).first).to_be_visible()
    expect(page.get_by_role("heading", name="Cattitude")).to_be_visible()
    page.goto("/")
    page.locator("[data-game=cat-royal]").get_by_role("button", name="Play now").click()
    expect(page.get_by_role("alert")).to_contain_text(NO_LINE)
    visitor.context.set_offline(False)
    expect(page.get_by_text(NO_LINE)).to_have_count(1, timeout=15_000)
    page.locator("[data-game=cat-royal]").get_by_role("button", name="Play now").click()
    expect(page.get_by_role("heading", name="Cat Royal")).to_be_visible()
    visitor.complaints = [one for one in visitor.complaints if "net::ERR" not in one]


def test_what_the_server_is_asked_never_comes_from_a_cache(visit: Visit) -> None:
    page = visit().page
    page.goto("/")
    assert page.evaluate(READY) == 1
    kept = page.evaluate("""async () => {
        const [name] = await caches.keys();
        return (await (await caches.open(name)).keys()).map((one) => new URL(one.url).pathname);
    }""")
    assert "/" in kept
    assert [path for path in kept if path.startswith("/api")] == []


def test_new_version_comes_with_a_tap(visit: Visit) -> None:
    """A worker under another address is to the browser what a later build is: another one."""
    visitor = visit()
    page = visitor.page
    page.goto("/")
    assert page.evaluate(READY) == 1
    wait_until(page, "navigator.serviceWorker.controller !== null")
    page.reload()
    page.evaluate("navigator.serviceWorker.register('/sw.js?later').then(() => true)")
    expect(page.get_by_text("A new version is ready.")).to_be_visible()
    with page.expect_navigation():
        page.get_by_role("button", name="Use it").click()
    expect(page.get_by_role("heading", name="A parlour for cat games")).to_be_visible()
    script = page.evaluate("navigator.serviceWorker.controller.scriptURL")
    assert script.endswith("?later")


def later_client(folder: Path) -> Path:
    """Make what a later build would make: another script, other words on it, another worker."""
    shutil.copytree(CLIENT, folder, ignore=shutil.ignore_patterns("*.br", "*.gz"))
    (script,) = folder.glob("assets/index-*.js")
    script.rename(script.with_name("index-later.js"))
    for path in (*folder.rglob("*.js"), folder / "index.html"):
        code = path.read_text(encoding="utf-8").replace(script.name, "index-later.js")
        code = code.replace("A parlour for cat games", "A later parlour for cat games")
        if path.name == "sw.js":
            code = re.sub(r'"[0-9a-f]{12}"', '"later"', code)
        path.write_text(code, encoding="utf-8")
    return folder


SERVE_FROM = """
from purrlor.server import pages
pages.Pages.__init__.__defaults__ = (pages.Path({folder!r}),)
"""


def test_old_worker_does_not_keep_a_new_page_away(browser: Browser, tmp_path: Path) -> None:
    """A reload shows it at once; a tap changes the worker too, and the new version is kept."""
    served = Served(tmp_path).start()
    visitor = Visitor(browser, served.url)
    page = visitor.page
    headings = [
        page.get_by_role("heading", name=f"A {later}parlour for cat games", exact=True)
        for later in ("", "later ")
    ]
    page.goto("/")
    assert page.evaluate(READY) == 1
    wait_until(page, "navigator.serviceWorker.controller !== null")
    page.reload()
    expect(headings[0]).to_be_visible()
    served.stop()
    code = SERVE_FROM.format(folder=str(later_client(tmp_path / "later")))
    (tmp_path / "sitecustomize.py").write_text(code, encoding="utf-8")
    served.environment["PYTHONPATH"] = str(tmp_path)
    served.start()
    page.reload()
    expect(headings[1]).to_be_visible()
    expect(page.get_by_text("A new version is ready.")).to_be_visible()
    assert "purrlor-later" in page.evaluate("caches.keys()")
    with page.expect_navigation():
        page.get_by_role("button", name="Use it").click()
    expect(headings[1]).to_be_visible()
    wait_until(page, "caches.keys().then((names) => names.join() === 'purrlor-later')")
    served.stop()
    page.reload()
    expect(headings[1]).to_be_visible()
    expect(page.get_by_text(NO_LINE).first).to_be_visible()
    visitor.complaints = [one for one in visitor.complaints if "net::ERR" not in one]
    visitor.close()
