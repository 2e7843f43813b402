"""How soon the client can be used: `make bench-client`.

Each page is loaded several times by a browser without a memory, through a network and with a
processor that are slowed down as Lighthouse does for phones (1.6 Mbit/s, 150 ms, a quarter of the
speed), and once more as fast as this machine goes. Medians. FCP: something is seen; LCP: the
largest thing is seen; CLS: how much jumps about, as browsers count it (up to 0.1 is good); blocked:
what long tasks take beyond 50 ms each until the page is quiet. A table is one in play, its game's
board included.
"""

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

from playwright.sync_api import Browser, StorageState, ViewportSize, sync_playwright
from rich.console import Console
from rich.progress import track
from rich.table import Table

PORT = 8178
URL = f"http://127.0.0.1:{PORT}"
PAGES = {"home": "/", "new table": "/new/cattitude", "replay": "/replay"}
GAMES = ("rat-a-tat-cat", "cattitude", "cat-royal")
PLAYABLE = ".board button:enabled"
Place: TypeAlias = tuple[str, StorageState | None]
"""A path, and who is known there."""
PHONE: ViewportSize = {"width": 390, "height": 844}
WATCH = """
window.seen = { fcp: 0, lcp: 0, cls: 0, blocked: 0 };
const watch = (type, hear) => {
  const observer = new PerformanceObserver((list) => list.getEntries().forEach(hear));
  observer.observe({ type, buffered: true });
};
watch('paint', (e) => { if (e.name === 'first-contentful-paint') window.seen.fcp = e.startTime; });
watch('largest-contentful-paint', (e) => { window.seen.lcp = e.startTime; });
let first, last, sum = 0;
watch('layout-shift', (e) => {
  if (e.hadRecentInput) return;
  // Shifts less than a second apart count together, for five seconds at most.
  if (!(e.startTime - last < 1000 && e.startTime - first < 5000)) [first, sum] = [e.startTime, 0];
  [last, sum] = [e.startTime, sum + e.value];
  window.seen.cls = Math.max(window.seen.cls, sum);
});
watch('longtask', (e) => { window.seen.blocked += Math.max(0, e.duration - 50); });
"""
COLUMNS = {"FCP ms": 0, "LCP ms": 0, "CLS": 3, "blocked ms": 0, "kB": 0, "requests": 0}
"""And how many decimals each is shown with."""


@contextmanager
def server() -> Iterator[None]:
    """Serve the built client."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "purrlor", "serve", "--port", str(PORT)]
        database = ["--database", f"sqlite:///{folder}/purrlor.db"]
        process = subprocess.Popen([*command, *database], stdout=subprocess.DEVNULL)
        try:
            for _ in range(1200):
                try:
                    urllib.request.urlopen(f"{URL}/health", timeout=1)
                    break
                except OSError:
                    time.sleep(0.1)
            yield
        finally:
            process.terminate()
            process.wait(30)


def begin(browser: Browser, game: str) -> Place:
    """Play against bots; return where, and what lets another browser sit down there."""
    context = browser.new_context(viewport=PHONE, base_url=URL)
    page = context.new_page()
    page.goto("/")
    page.locator(f"[data-game={game}] .ways button").click()
    page.locator(PLAYABLE).first.wait_for()
    found = page.url.removeprefix(URL), context.storage_state()
    context.close()
    return found


def visit(browser: Browser, path: str, state: StorageState | None, *, is_slow: bool) -> list[float]:
    """Load a page as somebody whose browser was never here."""
    context = browser.new_context(
        viewport=PHONE, base_url=URL, service_workers="block", storage_state=state
    )
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    if is_slow:
        network = {"downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8, "latency": 150}
        devtools.send("Network.emulateNetworkConditions", {"offline": False, **network})
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    travelled: list[float] = []
    devtools.on("Network.loadingFinished", lambda told: travelled.append(told["encodedDataLength"]))
    page.add_init_script(WATCH)
    page.goto(path, wait_until="networkidle")
    if state is not None:
        page.locator(PLAYABLE).first.wait_for()
    for _ in range(60):
        page.wait_for_timeout(500)
        seen: dict[str, Any] = page.evaluate("window.seen")
        if seen["lcp"]:
            break
    else:
        sys.exit(f"Nothing is to be seen at {path}; is the client built? Run `make client`.")
    context.close()
    kilobytes = sum(travelled) / 1000
    return [*(seen[key] for key in ("fcp", "lcp", "cls", "blocked")), kilobytes, len(travelled)]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--times", type=int, default=5, help="how often each page is loaded")
    times = parser.parse_args().times
    names = ("chromium", "chromium-browser", "google-chrome")
    path = next((found for name in names if (found := shutil.which(name))), None)
    if path is None:
        sys.exit("Chromium is missing: install it (Debian: apt-get install chromium).")
    table = Table("page", "as on", *COLUMNS, title="First load, medians")
    with server(), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        places: dict[str, Place] = {name: (path, None) for name, path in PAGES.items()}
        places |= {f"{game} in play": begin(browser, game) for game in GAMES}
        cases = [(name, is_slow) for name in places for is_slow in (True, False)]
        for name, is_slow in track(cases, "Loading", transient=True):
            rows = [visit(browser, *places[name], is_slow=is_slow) for _ in range(times)]
            medians = [statistics.median(column) for column in zip(*rows, strict=True)]
            where = "a slow phone" if is_slow else "this machine"
            shown = (
                f"{one:.{decimals}f}"
                for decimals, one in zip(COLUMNS.values(), medians, strict=True)
            )
            table.add_row(name, where, *shown)
        browser.close()
    Console().print(table)


if __name__ == "__main__":
    main()
