"""Every screen, in every language, light and dark, on the narrowest phone: axe, width, targets."""

import random
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, expect
from served import Served

import purrlor
from reader import LIMIT, MANNERS, Reader, play_out
from visitor import LOCALES, NARROW, WEB, Visitor, play_twice

Visit = Callable[..., Visitor]

AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
FINDINGS = """async (rules) => {
  const isEndless = (one) => one.effect.getComputedTiming().iterations === Infinity;
  const moving = document.getAnimations().filter((one) => !isEndless(one));
  await Promise.all(moving.map((one) => one.finished.catch(() => null)));
  const chosen = rules ? { runOnly: { type: 'rule', values: rules } } : {};
  const found = await axe.run(document, { resultTypes: ['violations'], ...chosen });
  return found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.slice(0, 3).map((node) =>
      `${id}: ${node.html.slice(0, 140)} ${node.any[0]?.message ?? ''}`));
}"""
SMALL = """() => [...document.querySelectorAll('button, .button, select, summary')]
  .filter((one) => one.checkVisibility() && !one.closest('[inert], [aria-label] .target, .square'))
  .map((one) => [one.getBoundingClientRect(), one])
  .filter(([box]) => box.width < 43.5 || box.height < 43.5)
  .map(([{ width, height }, one]) => `${width}x${height} ${one.outerHTML.slice(0, 120)}`)"""
SHORT: dict[str, dict[str, object]] = {
    "rat-a-tat-cat": {"players": 2, "rounds": 1},
    "cattitude": {"players": 2, "tiny": True},
    "cat-royal": {"players": 2, "tiny": True},
}
KINDS = {"rat-a-tat-cat": (), "cattitude": ("bid", "choice"), "cat-royal": ("target",)}
"""Buttons that show a later part of a turn, by game."""
FIRST_ADVICE = 120_000
"""How long, in milliseconds, advice may take where nothing is compiled yet."""


@pytest.fixture(scope="module")
def finished(browser: Browser, parlour: Served) -> dict[str, str]:
    """Tables where a game is over, by game."""
    codes: dict[str, str] = {}
    for game, options in SHORT.items():
        visitor = Visitor(browser, parlour.url, reduced_motion="reduce")
        codes[game] = visitor.open_table(game, options=options, bots=1, is_listed=True)
        visitor.press("lobby_start")
        visitor.page.locator("main [data-step]").wait_for()
        play_out([Reader(visitor, MANNERS[game], random.Random(1))])
        visitor.close()
    return codes


class Judge:
    """A visitor who looks at every screen, by lamp and by daylight, and keeps what is wrong."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.page = visitor.page
        self.found: list[str] = []
        visitor.context.add_init_script(path=AXE)

    def look(self, screen: str) -> None:
        """Judge what is shown now; at night only the colours differ."""
        page = self.page
        wrong: list[str] = page.evaluate(FINDINGS)
        wrong += [f"small {one}" for one in page.evaluate(SMALL)]
        if (wider := self.visitor.overflow()) > 0:
            wrong.append(f"{wider} px too wide")
        page.emulate_media(color_scheme="dark")
        wrong += [f"dark {one}" for one in page.evaluate(FINDINGS, ["color-contrast"])]
        page.emulate_media(color_scheme="light")
        self.found.extend(f"{screen}: {one}" for one in wrong)

    def open(self, path: str, wait: str = "h1") -> None:
        """Go somewhere, open all that folds, and look."""
        self.page.goto(path)
        self.page.locator(wait).first.wait_for()
        self.page.evaluate("document.querySelectorAll('details').forEach((one) => one.open = true)")
        self.look(path)

    def play(self, game: str) -> None:
        """Look at a table from the waiting room to the middle of a game."""
        visitor, page = self.visitor, self.page
        people = max(purrlor.game(game).read_options().players, 3)
        table = {"options": {"players": people}, "has_hints": True}
        visitor.open_table(game, name="Anneliese von Katz", **table)
        page.get_by_role("heading", name=visitor.words["lobby_title"]).wait_for()
        self.look(f"{game} lobby")
        visitor.press("lobby_fill")
        visitor.press("lobby_start")
        page.locator(".board button:enabled").first.wait_for()
        page.locator(".seal summary").click()
        self.look(f"{game} deal")
        if game == "rat-a-tat-cat":
            self.ask_coach()
        reader = Reader(visitor, MANNERS[game], random.Random(game))
        for kind in KINDS[game]:
            if self.play_until(reader, f".board .{kind}:enabled"):
                self.look(f"{game} {kind}")
            else:
                self.found.append(f"{game} never shows {kind}")
        for _ in range(4):
            reader.act()
        if game == "cat-royal":
            self.accuse(reader)
        page.get_by_role("button", name=visitor.words["table_menu"]).click()
        self.look(f"{game} menu")

    def play_until(self, reader: Reader, selector: str) -> bool:
        """Play on until something shows; return whether it ever does."""
        until = time.monotonic() + LIMIT
        while time.monotonic() < until and not reader.look().is_over:
            if self.page.locator(selector).first.is_visible():
                return True
            if not reader.act():
                self.page.wait_for_timeout(10)
        return False

    def ask_coach(self) -> None:
        """Look at the coach's advice."""
        self.visitor.press("coach_ask")
        advice = self.page.get_by_role("region", name=self.visitor.words["coach_title"])
        expect(advice).to_be_visible(timeout=FIRST_ADVICE)
        self.look("coach")
        advice.get_by_role("button", name=self.visitor.words["table_close"]).click()

    def accuse(self, reader: Reader) -> None:
        """Look at the question whom to accuse."""
        assert self.play_until(reader, ".glass"), "nobody can be accused"
        self.page.locator(".glass").click()
        self.look("accuse")
        self.page.locator(".accuse .panel .plain").click()

    def ask_twice(self) -> None:
        """Look at the question before a costly move, and at a refusal."""
        visitor, page = self.visitor, self.page
        page.route_web_socket("**/socket*", play_twice)
        visitor.open_table("rat-a-tat-cat", options={"players": 2}, bots=1)
        visitor.press("lobby_start")
        page.locator(".board button:enabled").first.wait_for()
        visitor.press("rat_do_ready")
        page.get_by_role("alert").wait_for()
        self.look("refusal")
        page.get_by_role("button", name=visitor.words["table_menu"]).click()
        visitor.press("table_leave")
        page.locator("dialog[open]").wait_for()
        self.look("confirm")
        visitor.press("table_no")

    def open_rules(self) -> None:
        """Look at the rules over the table."""
        self.visitor.press("table_rules")
        self.page.locator("dialog[open] h3").first.wait_for()
        self.look("rule sheet")

    def share_device(self) -> None:
        """Look at the curtain between two people."""
        self.visitor.open_table("cattitude", name="Anneliese von Katz", options={"players": 2})
        self.visitor.add_person("Bob")
        self.visitor.press("lobby_start")
        self.page.locator(".curtain").wait_for()
        self.look("curtain")

    def learn(self, game: str) -> None:
        """Look at a hint of a first game."""
        self.page.goto("/")
        self.page.locator(f"[data-game={game}] .more button").click()
        hint = self.page.get_by_role("complementary", name=self.visitor.words["hint_title"])
        expect(hint).to_be_visible()
        self.page.locator(".board button:enabled").first.wait_for()
        self.look(f"{game} hint")

    def watch(self, code: str) -> None:
        """Look at a table of others."""
        self.page.goto(f"/t/{code}")
        expect(self.page.locator(".prompt")).to_contain_text(self.visitor.words["table_watching"])
        self.look("spectator")

    def pass_on(self) -> None:
        """At a shared device, look at a recap, a pause, the last lap and the reveal of a round."""
        visitor, page = self.visitor, self.page
        visitor.open_table("rat-a-tat-cat", options={"players": 2, "rounds": 1})
        visitor.add_person("Maximiliane")
        visitor.press("lobby_start")
        curtain, lap = page.locator(".curtain > button"), page.locator(".lap")
        recap = page.get_by_role("region", name=visitor.words["recap_title"])
        reader = Reader(visitor, MANNERS["rat-a-tat-cat"], random.Random(4))
        seen: set[str] = set()
        while not page.locator("[data-reveal]").is_visible():
            for name, shown in (("recap", recap), ("last lap", lap)):
                if name not in seen and shown.is_visible():
                    self.look(name)
                    seen.add(name)
            if curtain.is_visible():
                curtain.click()
                page.locator("main [data-step]").wait_for()
            elif recap.is_visible() and "pause" not in seen:
                visitor.choose("table_pause")
                expect(page.get_by_text(visitor.words["table_paused"])).to_be_visible()
                self.look("pause")
                seen.add("pause")
                visitor.press("table_go_on")
            elif not reader.act():
                page.wait_for_timeout(10)
        page.locator("[data-reveal='2']").wait_for()
        self.look("reveal")
        assert seen == {"recap", "pause", "last lap"}


@pytest.mark.parametrize("locale", LOCALES)
def test_every_screen(visit: Visit, finished: dict[str, str], locale: str) -> None:
    judge = Judge(visit(locale=locale, viewport=NARROW, reduced_motion="reduce"))
    for path in ("/", "/nothing", "/forgotten", "/replay", "/verify"):
        judge.open(path)
    for game, code in finished.items():
        judge.open(f"/new/{game}")
        judge.open(f"/rules/{game}", "main h2")
        judge.play(game)
        if game == "rat-a-tat-cat":
            judge.open_rules()
        judge.open(f"/t/{code}", ".result")
        judge.open(f"/replay/{code}/1/5/0", "[type=range]")
    judge.open(f"/verify/{code}/1", ".verdict")
    judge.share_device()
    judge.ask_twice()
    assert not judge.found, "\n".join(judge.found)


def test_screens_that_are_seldom_seen(visit: Visit, finished: dict[str, str]) -> None:
    """In the language with the longest words."""
    judge = Judge(visit(locale="de", viewport=NARROW, reduced_motion="reduce"))
    host = visit()
    code = host.open_table("cattitude", options={"players": 2}, bots=1)
    host.press("lobby_start")
    host.page.locator("main [data-step]").wait_for()
    judge.watch(code)
    judge.learn("cat-royal")
    judge.open(f"/replay/{finished['cattitude']}/1", "[type=range]")
    judge.pass_on()
    assert not judge.found, "\n".join(judge.found)


@pytest.mark.parametrize("locale", LOCALES)
def test_questions_of_a_running_game(visit: Visit, locale: str) -> None:
    """Whether somebody shall leave, and whether somebody may take over."""
    ann, bob, cat, eve = (visit(viewport=NARROW, locale=locale) for _ in range(4))
    asked, newcomer = Judge(cat), Judge(eve)
    code = ann.open_table("rat-a-tat-cat", options={"players": 3})
    for guest, name in ((bob, "Bob"), (cat, "Cat")):
        guest.sit_down(code, name)
    ann.press("lobby_start")
    cat.page.locator("main [data-step]").wait_for()
    assert ann.context.request.delete(f"/api/tables/{code}/seats/1").ok
    cat.page.locator("section[role=status]").wait_for()
    asked.look("send away")
    cat.press("proposal_agree")
    expect(bob.page.get_by_text(bob.words["table_watching"])).to_be_visible()
    newcomer.open(f"/t/{code}", "main form")
    eve.page.get_by_label(eve.words["new_nickname"]).fill("Eve")
    eve.press("takeover_ask")
    cat.page.locator("section[role=status]").wait_for()
    asked.look("take over")
    expect(eve.page.get_by_role("button", name=eve.words["table_pause_withdraw"])).to_be_visible()
    newcomer.look("asking")
    assert asked.found + newcomer.found == []
