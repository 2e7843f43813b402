"""Watching a game again: by link, step by step, with any eyes, and from a file."""

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import purrlor
from reader import MANNERS, Reader, play_out
from visitor import DESKTOP, NARROW, PHONE, Visitor, wait_until

Visit = Callable[..., Visitor]
OWN = {"rat-a-tat-cat": ".own", "cattitude": ".dock", "cat-royal": ".own"}


def recorded(folder: Path, game: str, seed: int = 4) -> Path:
    """Write down some steps of a game."""
    chance = random.Random(seed)
    match = purrlor.game(game).match({"players": 2}, key=seed, seats=("Ann", "Bob"))
    while not match.is_over and len(match.played) < 40:
        seat = chance.choice(match.actors)
        match.play(seat, chance.choice(match.legal(seat)))
    path = folder / f"{game}.json"
    path.write_bytes(match.record().json())
    return path


def watch(page: Page, path: Path) -> None:
    """Open a record, at its beginning."""
    page.goto("/replay")
    page.get_by_label("Choose a file").set_input_files(path)
    expect(page.get_by_text("Step 0 of")).to_be_visible()


def place(page: Page) -> int:
    return int(page.get_by_role("slider").input_value())


def pasted(page: Page) -> str:
    """Return what was copied; pages themselves may not read it."""
    page.evaluate("document.body.append(document.createElement('textarea'))")
    page.locator("textarea").focus()
    page.keyboard.press("ControlOrMeta+V")
    return page.locator("textarea").input_value()


@pytest.mark.parametrize("game", purrlor.game_names())
def test_record_file_is_watched(visit: Visit, tmp_path: Path, game: str) -> None:
    visitor = visit(viewport={"width": 360, "height": 740})
    page = visitor.page
    page.goto("/")
    page.get_by_role("link", name="Watch a recorded game").click()
    path = recorded(tmp_path, game)
    steps = len(json.loads(path.read_bytes())["steps"])
    page.get_by_label("Choose a file").set_input_files(path)
    expect(page.get_by_text("Step 0 of")).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert place(page) == 2
    page.keyboard.press("End")
    assert place(page) > 2
    page.keyboard.press("Home")
    assert place(page) == 0
    page.get_by_label("Speed").select_option("4×")
    page.get_by_role("button", name="Play", exact=True).click()
    wait_until(page, "Number(document.querySelector('[type=range]').value) > 1")
    page.get_by_role("button", name="Pause").click()
    page.get_by_label("With the eyes of").select_option("Bob")
    page.get_by_label("Show everything").check()
    expect(page.get_by_text(f"of {steps}")).to_be_visible()
    visitor.press("replay_last")
    is_over = purrlor.game(game).replay(path.read_text()).is_over
    said = visitor.words["table_over" if is_over else "replay_breaks_off"]
    end = page.get_by_role("heading", name=said)
    expect(end).to_be_visible()
    visitor.press("replay_back")
    expect(end).to_have_count(0)
    assert visitor.overflow() == 0


def test_bad_file_is_refused_with_a_sentence(visit: Visit, tmp_path: Path) -> None:
    visitor = visit()
    page = visitor.page
    path = recorded(tmp_path, "cattitude")
    record = json.loads(path.read_bytes())
    record["key"] = "00" * 32
    path.write_text(json.dumps(record), encoding="utf-8")
    page.goto("/replay")
    page.get_by_label("Choose a file").set_input_files(path)
    expect(page.get_by_role("alert")).to_contain_text("The deal differs")
    visitor.complaints = [one for one in visitor.complaints if "400" not in one]


def test_link_leads_to_a_moment_and_its_eyes(visit: Visit) -> None:
    """The address names step and seat, follows the steps, and is what is shared."""
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    page, words = visitor.page, visitor.words
    code = visitor.open_table("cattitude", options={"players": 2, "tiny": True}, bots=1)
    visitor.press("lobby_start")
    page.locator("main [data-step]").wait_for()
    play_out([Reader(visitor, MANNERS["cattitude"], random.Random(1))])
    page.goto(f"/replay/{code}/1/3/0")
    expect(page.get_by_role("slider")).to_have_value("2")  # the first step is the deal
    expect(page.get_by_label(words["replay_eyes"])).to_have_value("0")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(rf"/replay/{code}/1/4/0#key=[\w-]+$"))
    page.get_by_role("button", name=words["replay_share"]).click()
    expect(page.get_by_role("button", name=words["lobby_copied"])).to_be_visible()
    assert pasted(page) == page.url
    other = visit(locale="de")
    other.page.goto(page.url)
    expect(other.page.get_by_role("slider")).to_have_value("3")
    expect(other.page.get_by_label(other.words["replay_eyes"])).to_have_value("0")
    expect(other.page.get_by_role("option", name="0,5×")).to_have_count(1)
    assert other.page.locator("[data-game] [role=img]").count() > 0


def test_at_the_end_it_says_who_won_and_what_can_be_done(visit: Visit) -> None:
    """From the start again, with other eyes, and back to the table."""
    visitor = visit(viewport={"width": 360, "height": 740})
    page, words = visitor.page, visitor.words
    code = visitor.open_table("cattitude", options={"players": 2, "tiny": True}, bots=1)
    visitor.press("lobby_start")
    page.locator("main [data-step]").wait_for()
    play_out([Reader(visitor, MANNERS["cattitude"], random.Random(1))])
    won = page.locator(".prompt").inner_text()
    page.goto(f"/replay/{code}/1/0/0")
    end = page.get_by_role("heading", name=words["table_over"])
    page.get_by_role("slider").wait_for()
    expect(end).to_have_count(0)
    page.keyboard.press("End")
    expect(end).to_be_in_viewport()
    expect(page.get_by_role("status").get_by_text(won)).to_be_in_viewport()
    visitor.press("replay_again")
    expect(end).to_have_count(0)
    page.get_by_role("button", name=words["table_pause"]).click()
    page.keyboard.press("End")
    eyes = page.get_by_role("group", name=words["replay_again_eyes"])
    bob = eyes.get_by_role("button").first
    name = bob.inner_text().strip()
    bob.click()
    chosen = page.get_by_role("combobox", name=words["replay_eyes"])
    expect(chosen).to_have_value("1")
    expect(chosen.locator("option:checked")).to_have_text(name)
    expect(end).to_have_count(0)
    page.get_by_role("button", name=words["table_pause"]).click()
    page.keyboard.press("End")
    page.get_by_role("link", name=words["replay_to_table"]).click()
    expect(page).to_have_url(re.compile(rf"/t/{code}$"))
    assert visitor.overflow() == 0


def test_keys_work_after_a_tick(visit: Visit, tmp_path: Path) -> None:
    """A ticked box takes the space bar, and no other key."""
    page = visit().page
    watch(page, recorded(tmp_path, "rat-a-tat-cat"))
    everything = page.get_by_label("Show everything")
    everything.check()
    expect(everything).to_be_focused()
    page.keyboard.press("ArrowRight")
    assert place(page) == 1
    page.keyboard.press("End")
    assert place(page) > 1
    page.keyboard.press("Space")
    expect(everything).not_to_be_checked()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_bids_are_sealed_when_they_are_sealed(visit: Visit, tmp_path: Path) -> None:
    """With the eyes of a seat: hand and bids at every step, and only then the seal."""
    match: Any = purrlor.game("cattitude").match({"players": 2}, key=4, seats=("Ann", "Bob"))
    cards = len(match.view(0).hands[0])
    for _ in range(cards + 1):
        match.play(0, match.legal(0)[0])
    path = tmp_path / "bids.json"
    path.write_bytes(match.record().json())
    visitor = visit()
    page, words = visitor.page, visitor.words
    watch(page, path)
    page.get_by_label("With the eyes of").select_option("Ann")
    hand = page.get_by_role("group", name=words["cattitude_your_hand"])
    sealed = page.get_by_text(words["cattitude_waiting_sealed"])
    for number in range(cards):
        expect(hand.get_by_role("img")).to_have_count(cards - number)
        expect(sealed).to_have_count(0)
        page.get_by_role("button", name=words["replay_forward"]).click()
    expect(hand).to_have_count(0)
    expect(sealed).to_have_count(0)
    page.get_by_role("button", name=words["replay_forward"]).click()
    expect(sealed).to_be_visible()


@pytest.mark.parametrize(
    ("game", "label"), [("cat-royal", "royal_hand_of"), ("cattitude", "cattitude_hand_of")]
)
@pytest.mark.parametrize("viewport", [NARROW, DESKTOP], ids=str)
def test_everything_is_shown(
    visit: Visit, tmp_path: Path, game: str, label: str, viewport: dict[str, int]
) -> None:
    """The cards of the others lie open when that is asked for, and not before."""
    visitor = visit(viewport=viewport)
    page = visitor.page
    watch(page, recorded(tmp_path, game))
    page.get_by_label("With the eyes of").select_option("Ann")

    def hand_of(name: str) -> Locator:
        return page.get_by_label(visitor.words[label].partition("{name}")[0] + name)

    everything = page.get_by_label("Show everything")
    everything.check()
    expect(hand_of("Bob").get_by_role("img").first).to_be_visible()
    expect(hand_of("Ann")).to_have_count(0)
    assert visitor.overflow() == 0
    everything.uncheck()
    expect(hand_of("Bob")).to_have_count(0)


def test_palaces_are_shown_with_everything(visit: Visit, tmp_path: Path) -> None:
    chance = random.Random(4)
    match: Any = purrlor.game("cattitude").match({"players": 2}, key=4, seats=("Ann", "Bob"))
    while not match.view(None).palaces[1]:
        seat = chance.choice(match.actors)
        match.play(seat, chance.choice(match.legal(seat)))
    assert not match.is_over
    path = tmp_path / "palaces.json"
    path.write_bytes(match.record().json())
    visitor = visit()
    page = visitor.page
    watch(page, path)
    page.keyboard.press("End")
    palace = page.get_by_label(visitor.words["cattitude_palace_of"].format(name="Bob", cards=""))
    expect(palace).to_have_count(0)
    page.get_by_label("Show everything").check()
    expect(palace.get_by_role("img").first).to_be_visible()


SCROLL = """(node) => {
  window.scrollTo({ top: 0, behavior: "instant" });
  const before = node.getBoundingClientRect().y;
  window.scrollTo({ top: 60, behavior: "instant" });
  return before - node.getBoundingClientRect().y;
}"""
"""How far a part of the page moves with it, at one moment, whatever else still moves."""


@pytest.mark.parametrize("viewport", [NARROW, PHONE], ids=str)
@pytest.mark.parametrize("game", purrlor.game_names())
def test_own_cards_do_not_lie_over_the_board(
    visit: Visit, tmp_path: Path, game: str, viewport: dict[str, int]
) -> None:
    """The chooser makes room for the record, and nothing stays in view as if for acting."""
    visitor = visit(viewport=viewport)
    page = visitor.page
    watch(page, recorded(tmp_path, game))
    page.get_by_label("With the eyes of").select_option("Ann")
    own = page.locator(OWN[game])
    own.wait_for()
    page.wait_for_function("document.documentElement.scrollHeight >= innerHeight + 60")
    assert own.evaluate(SCROLL) == pytest.approx(60, abs=1)
    board = page.get_by_role("group", name=visitor.words["replay_board"]).first.bounding_box()
    chooser = page.get_by_text("Choose a file").bounding_box()
    assert board is not None
    assert chooser is not None
    assert chooser["y"] > board["y"] + board["height"]


FLIGHTS = """() => {
  window.flown = {};
  const note = (node) => {
    if (!node.dataset?.flight) return;
    const { duration } = node.getAnimations()[0].effect.getTiming();
    flown[node.dataset.flight] = [duration, getComputedStyle(node).pointerEvents];
  };
  new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach(note)))
    .observe(document.body, { childList: true, subtree: true });
}"""
"""Notes which bids travel where, how long, and whether they catch taps."""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_bids_travel_to_the_tables(visit: Visit, tmp_path: Path, motion: str) -> None:
    """C3.4: a chosen bid to the seat that took it, the other one back; who wants calm sees none."""
    match: Any = purrlor.game("cattitude").match({"players": 2}, key=4, seats=("Ann", "Bob"))
    chance = random.Random(4)
    while match.view(None).phase == "bid":
        seat = match.actors[0]
        match.play(seat, chance.choice(match.legal(seat)))
    bids = match.position()
    assert all(bids.open_bids + bids.closed_bids)
    match.play(0, {"type": "choose", "bid": "open"})
    match.play(1, {"type": "choose", "bid": "closed"})
    path = tmp_path / "bids.json"
    path.write_bytes(match.record().json())
    visitor = visit(reduced_motion=motion)
    page = visitor.page
    watch(page, path)
    page.get_by_label("With the eyes of").select_option("Ann")
    visitor.press("replay_last")
    visitor.press("replay_back")
    expect(page.locator("[data-bid]").first).to_be_visible()
    page.evaluate(FLIGHTS)
    visitor.press("replay_forward")
    expect(page.locator("[data-bid]")).to_have_count(0)
    expect(page.locator("[data-flight]")).to_have_count(0)
    flown = page.evaluate("flown")
    wanted = {"1-open 0", "1-closed 1", "0-open 0", "0-closed 1"}
    assert set(flown) == (set() if motion == "reduce" else wanted)
    assert all(180 <= lasts <= 260 and taps == "none" for lasts, taps in flown.values())


def test_game_of_a_private_table_is_shared_by_its_link(visit: Visit) -> None:
    """Who sat there copies the address; a stranger with the code alone is told why not."""
    ann, eve = visit(), visit()
    code = ann.open_table("rat-a-tat-cat", options={"players": 2, "tiny": True}, bots=1)
    ann.press("lobby_start")
    play_out([Reader(ann, MANNERS["rat-a-tat-cat"], random.Random(1))])
    ann.page.get_by_role("link", name=ann.words["table_replay"]).click()
    wait_until(ann.page, "/^#key=[\\w-]{22}$/.test(location.hash)")
    path = re.sub("^https?://[^/]+", "", ann.page.url)
    eve.page.goto(path.partition("#")[0])
    expect(eve.page.get_by_text("private table and is for those who sat there")).to_be_visible()
    assert len(eve.complaints) == 1, eve.complaints
    assert "403" in eve.complaints.pop()
    eve.page.goto("about:blank")
    eve.page.goto(path)
    expect(eve.page.get_by_role("slider")).to_be_visible()
    record = eve.page.get_by_role("link", name=eve.words["table_record"])
    with eve.page.expect_download() as download:
        record.click()
    match = purrlor.game("rat-a-tat-cat").replay(download.value.path().read_text())
    assert match.is_over
    eve.page.goto(f"/t/{code}")  # a spectator is offered no record
    expect(eve.page.locator(".result")).to_be_visible()
    expect(eve.page.get_by_role("link", name=eve.words["table_record"])).to_have_count(0)
