"""Pictures of every screen, on phone and desktop, light and dark: `make screenshots`.

All go to `screenshots/`; one of each game, on a phone, is kept for the README in `docs/pictures/`.
"""

import random
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright
from rich.progress import track

import purrlor

ROOT = Path(__file__).parents[1]
OUT = ROOT / "screenshots"
PICTURES = ROOT / "docs" / "pictures"
PORT = 8177
URL = f"http://127.0.0.1:{PORT}"
SIZES = {"phone": (390, 844), "desktop": (1440, 900)}
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
MOVES = {"rat-a-tat-cat": 7, "cattitude": 4, "cat-royal": 14}


@contextmanager
def server() -> Iterator[None]:
    """Serve tables whose bots answer at once."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "purrlor", "serve", "--port", str(PORT)]
        limits = ["--tables-per-address", "1000", "--joins-per-address", "10000"]
        database = ["--database", f"sqlite:///{folder}/purrlor.db", "--bot-pause", "0.05"]
        process = subprocess.Popen([*command, *limits, *database], stdout=subprocess.DEVNULL)
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


def play(page: Page, moves: int, chance: random.Random) -> None:
    """Press buttons of the board as somebody who does not know the rules would."""
    for _ in range(moves):
        page.wait_for_timeout(450)
        buttons = page.locator(".board button:enabled:visible").all()
        if buttons:
            chance.choice(buttons).click(timeout=2000, force=True)
        if page.locator("dialog[open]").count():
            page.locator("dialog[open] button[value=no]").click()
    page.wait_for_timeout(900)


def visit(browser: Browser, kind: str, scheme: str) -> None:
    """Walk through all screens once."""
    width, height = SIZES[kind]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        locale="en",
        base_url=URL,
    )
    page = context.new_page()

    def shoot(name: str) -> None:
        page.screenshot(path=OUT / f"{name}-{kind}-{scheme}.png")

    page.goto("/")
    page.wait_for_timeout(800)
    shoot("home")
    page.goto("/replay")
    page.wait_for_timeout(300)
    shoot("replay")
    for game in purrlor.game_names():
        page.goto(f"/new/{game}")
        page.wait_for_timeout(300)
        shoot(f"{game}-new")
        page.get_by_label("Your nickname").fill("Ann")
        page.get_by_role("button", name="Open the table").click()
        page.wait_for_timeout(800)
        shoot(f"{game}-lobby")
        page.goto("/")
        page.locator(f"[data-game={game}]").get_by_role("button", name="Learn by playing").click()
        page.locator(".board button:enabled").first.wait_for()
        page.wait_for_timeout(600)
        shoot(f"{game}-first")
        page.goto(f"/new/{game}/bots")
        page.get_by_label("Your nickname").fill("Ann")
        page.get_by_role("button", name="Deal the cards").click()
        page.locator(".board button:enabled").first.wait_for()
        page.wait_for_timeout(600)
        shoot(f"{game}-deal")
        play(page, MOVES[game], random.Random(5))
        page.evaluate("window.scrollTo(0, 0)")
        shoot(f"{game}-play")
    context.close()


def main() -> None:
    """Make them all."""
    OUT.mkdir(exist_ok=True)
    PICTURES.mkdir(parents=True, exist_ok=True)
    names = ("chromium", "chromium-browser", "google-chrome")
    path = next((found for name in names if (found := shutil.which(name))), None)
    if path is None:
        sys.exit("Chromium is missing: install it (Debian: apt-get install chromium).")
    with server(), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        looks = [(kind, scheme) for kind in SIZES for scheme in ("light", "dark")]
        for kind, scheme in track(looks, "Visiting", transient=True):
            visit(browser, kind, scheme)
        browser.close()
    for game in purrlor.game_names():
        shutil.copy(OUT / f"{game}-play-phone-light.png", PICTURES / f"{game}.png")
    print(f"Drawn: {len(list(OUT.glob('*.png')))} pictures in {OUT.name}/")


if __name__ == "__main__":
    main()
