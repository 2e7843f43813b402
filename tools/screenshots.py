"""Pictures of every screen, on phone and desktop, light and dark: `make screenshots`.

Named looks, such as `phone-light desktop-dark`, are taken alone.
All go to `screenshots/`; one of each game, on a phone, is kept for the README in `docs/pictures/`.
The player in the pictures is the one of the browser tests: it reads the page and clicks.
"""

import random
import shutil
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, sync_playwright
from rich.progress import track

import purrlor

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "server")]

from served import Served  # noqa: E402

from reader import (  # noqa: E402 -- where they are is known only now
    MANNERS,
    Button,
    Reader,
    Sight,
    play_out,
    play_until,
)
from visitor import DESKTOP, NARROW, PHONE, Visitor  # noqa: E402

OUT = ROOT / "screenshots"
PICTURES = ROOT / "docs" / "pictures"
SLOW = 120_000
"""How long, in milliseconds, advice may take where nothing is compiled yet."""
SIZES = {"phone": PHONE, "narrow": NARROW, "desktop": DESKTOP}
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
ACTS = {"rat-a-tat-cat": 9, "cattitude": 14, "cat-royal": 26}
FULL = {"rat-a-tat-cat": 6, "cattitude": 5, "cat-royal": 4}
SHORT: dict[str, dict[str, object]] = {
    "rat-a-tat-cat": {"players": 3, "rounds": 2},
    "cattitude": {"players": 2},
    "cat-royal": {"players": 2, "tiny": True},
}


STILL = """() => Promise.all(document.getAnimations()
  .filter((one) => one.effect.getComputedTiming().iterations !== Infinity)
  .map((one) => one.finished.catch(() => null)))
  .then(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))"""
"""Resolves when all that moves for a while has come to rest, and is drawn."""


class Photographer:
    """A visitor who keeps a picture of every screen."""

    def __init__(self, browser: Browser, url: str, kind: str, scheme: str) -> None:
        words = {"viewport": SIZES[kind], "color_scheme": scheme, "reduced_motion": "reduce"}
        self.visitor = Visitor(browser, url, **words)
        self.host = Visitor(browser, url, **words)
        """Somebody else, at whose table to watch."""
        self.page: Page = self.visitor.page
        self.name = f"{kind}-{scheme}"

    def shoot(self, name: str, *, whole: bool = False) -> None:
        """Take a picture, of the screen or of the whole page."""
        self.page.evaluate("document.fonts.ready")
        self.page.evaluate(STILL)
        self.page.screenshot(path=OUT / f"{name}-{self.name}.png", full_page=whole)

    def open(self, path: str, name: str) -> None:
        """Go somewhere and take a picture."""
        self.page.goto(path)
        self.page.get_by_role("heading").first.wait_for()
        self.page.wait_for_load_state("networkidle")
        self.shoot(name, whole=True)

    def start(self, game: str, options: dict[str, object]) -> Reader:
        """Begin a game against bots."""
        players = int(str(options["players"]))
        self.visitor.open_table(game, options=options, bots=players - 1, has_hints=True)
        self.visitor.press("lobby_start")
        self.page.locator(".board button:enabled").first.wait_for()
        return Reader(self.visitor, MANNERS[game], random.Random(5))

    def act(self, reader: Reader, times: int) -> None:
        """Act some times, then wait for the own turn."""
        while times > 0 or not reader.look().buttons:
            times -= reader.act()
            self.page.wait_for_timeout(10)
        self.page.evaluate("window.scrollTo(0, 0)")

    def visit(self) -> None:
        """Walk through all screens once."""
        self.open("/", "home")
        self.open("/nothing", "lost")
        self.open("/forgotten", "forgotten")
        self.open("/replay", "replay")
        self.open("/verify", "verify")
        for game in purrlor.game_names():
            self.open(f"/rules/{game}", f"{game}-rules")
            self.open(f"/new/{game}", f"{game}-new")
            self.page.goto("/")
            card = self.page.locator(f"[data-game={game}]")
            card.get_by_role("button", name=self.visitor.words["home_learn"]).click()
            self.page.locator(".board button:enabled").first.wait_for()
            self.shoot(f"{game}-first")
            self.visitor.open_table(game, options={"players": 3})
            self.page.get_by_role("heading", name=self.visitor.words["lobby_title"]).wait_for()
            self.page.wait_for_load_state("networkidle")
            self.shoot(f"{game}-lobby", whole=True)
            reader = self.start(game, {"players": 3})
            self.shoot(f"{game}-deal")
            self.act(reader, ACTS[game])
            self.page.keyboard.press("Escape")  # should it be asking whether one is sure
            self.shoot(f"{game}-play")
            self.act(self.start(game, {"players": FULL[game]}), 3)
            self.shoot(f"{game}-full")
            self.page.get_by_role("button", name=self.visitor.words["table_menu"]).click()
            self.shoot(f"{game}-menu")
            play_out([self.start(game, SHORT[game])])
            self.page.get_by_role("link", name=self.visitor.words["table_replay"]).wait_for()
            self.shoot(f"{game}-result", whole=True)
            code = self.page.url.rsplit("/", 1)[1]
            self.page.goto(f"/replay/{code}/1")
            self.page.get_by_role("slider").wait_for()
            self.shoot(f"{game}-replay", whole=True)
            last = int(self.page.get_by_role("slider").get_attribute("max") or 0)
            self.page.goto(f"/replay/{code}/1/{last // 2}/0")
            self.page.get_by_role("slider").wait_for()
            self.shoot(f"{game}-replay-eyes", whole=True)
            self.watch(game)
        self.open(f"/verify/{code}/1", "verify-game")
        self.end_round()
        self.take_and_secure()
        self.accuse()
        self.share_device()
        self.open("/", "home-back")
        for one in (self.visitor, self.host):
            one.close()

    def watch(self, game: str) -> None:
        """A table of others, as who only watches sees it."""
        code = self.host.open_table(game, name="Cleo", options={"players": 3}, bots=2)
        self.host.press("lobby_start")
        self.host.page.locator(".board button:enabled").first.wait_for()
        reader = Reader(self.host, MANNERS[game], random.Random(5))
        for _ in range(ACTS[game]):
            reader.act()
        self.page.goto(f"/t/{code}")
        self.page.locator("main [data-step]").wait_for()
        self.shoot(f"{game}-spectator")

    def take_and_secure(self) -> None:
        """The later parts of a round of Cattitude, and a pause in it."""
        page, words = self.page, self.visitor.words
        reader = self.start("cattitude", {"players": 3})
        play_until(page.locator(".board .bid:enabled").first, reader)
        self.shoot("cattitude-choose")
        play_until(page.locator(".board .choice:enabled").first, reader)
        self.shoot("cattitude-secure")
        self.visitor.choose("table_pause")
        page.get_by_text(words["table_paused"]).wait_for()
        self.shoot("pause")

    def end_round(self) -> None:
        """The coach, the rules over the table, the question before a knock, and the reveal."""
        page, words = self.page, self.visitor.words
        reader = self.start("rat-a-tat-cat", {"players": 4})
        self.visitor.press("table_rules")
        page.locator("dialog[open] h3").first.wait_for()
        self.shoot("rule-sheet")
        page.keyboard.press("Escape")
        self.visitor.press("coach_ask")
        page.get_by_role("region", name=words["coach_title"]).wait_for(timeout=SLOW)
        self.shoot("coach")
        page.keyboard.press("Escape")
        play_until(page.locator("dialog[open]"), reader)
        self.shoot("confirm-knock")
        play_until(page.locator("[data-reveal]"), reader)
        page.locator("[data-reveal='2']").wait_for()
        self.shoot("reveal")

    def accuse(self) -> None:
        """The question whom to accuse, and a face at a seat."""
        reader = self.start("cat-royal", {"players": 4})
        play_until(self.page.locator(".glass"), reader).click()
        self.visitor.press("react_wow")
        self.page.evaluate("window.scrollTo(0, 0)")
        self.page.locator(".bubbles p").wait_for()
        self.shoot("accuse")

    def share_device(self) -> None:
        """Two people at one device, up to the last lap, and the question before a costly move."""
        page, words = self.page, self.visitor.words
        self.visitor.open_table("rat-a-tat-cat", options={"players": 2})
        self.visitor.add_person("Bob")
        self.visitor.press("lobby_start")
        page.locator(".curtain").wait_for()
        self.shoot("curtain")
        reader = Reader(self.visitor, never_knock, random.Random(5))
        recap = page.get_by_role("region", name=words["recap_title"])
        self.pass_on_until(recap, reader)
        self.shoot("recap")
        reader.manner = MANNERS["rat-a-tat-cat"]
        self.pass_on_until(page.locator(".lap"), reader)
        recap.get_by_role("button", name=words["table_close"]).click()
        page.locator(".cry").wait_for(state="detached")
        self.shoot("last-lap")
        self.start("rat-a-tat-cat", {"players": 2})
        self.page.get_by_role("button", name=self.visitor.words["table_menu"]).click()
        self.visitor.press("table_leave")
        self.shoot("confirm")

    def pass_on_until(self, shown: Locator, reader: Reader) -> None:
        """Play for everybody at this device until something shows."""
        curtain = self.page.locator(".curtain > button")
        while not shown.is_visible():
            if curtain.is_visible():
                curtain.click()
                self.page.locator("main [data-step]").wait_for()
            elif not reader.act():
                self.page.wait_for_timeout(10)


def never_knock(sight: Sight, chance: random.Random) -> Button | None:
    """Let a round go on."""
    others = tuple(one for one in sight.buttons if one.kind != "knock")
    return MANNERS["rat-a-tat-cat"](replace(sight, buttons=others), chance)


def main() -> None:
    """Make them all."""
    OUT.mkdir(exist_ok=True)
    PICTURES.mkdir(parents=True, exist_ok=True)
    names = ("chromium", "chromium-browser", "google-chrome")
    path = next((found for name in names if (found := shutil.which(name))), None)
    if path is None:
        sys.exit("Chromium is missing: install it (Debian: apt-get install chromium).")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        served = Served(Path(folder)).start()
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        looks = [(kind, scheme) for kind in SIZES for scheme in ("light", "dark")]
        looks = [look for look in looks if not sys.argv[1:] or "-".join(look) in sys.argv[1:]]
        for kind, scheme in track(looks, "Visiting", transient=True):
            Photographer(browser, served.url, kind, scheme).visit()
        browser.close()
        served.stop()
    for game in purrlor.game_names() if ("phone", "light") in looks else ():
        shutil.copy(OUT / f"{game}-play-phone-light.png", PICTURES / f"{game}.png")
    print(f"Drawn: {len(list(OUT.glob('*.png')))} pictures in {OUT.name}/")


if __name__ == "__main__":
    main()
