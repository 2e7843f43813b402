"""Watching a game again: by link, step by step, with any eyes, and from a file."""

import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import purrlor
from reader import MANNERS, Reader, play_out
from visitor import Visitor, wait_until

Visit = Callable[..., Visitor]


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


def place(page: Page) -> int:
    return int(page.get_by_role("slider").input_value())


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
    expect(page).to_have_url(re.compile(rf"/replay/{code}/1/4/0$"))
    page.get_by_role("button", name=words["replay_share"]).click()
    expect(page.get_by_role("button", name=words["lobby_copied"])).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    other = visit(locale="de")
    other.page.goto(page.url)
    expect(other.page.get_by_role("slider")).to_have_value("3")
    expect(other.page.get_by_label(other.words["replay_eyes"])).to_have_value("0")
    expect(other.page.get_by_role("option", name="0,5×")).to_have_count(1)
    assert other.page.locator("[data-game] [role=img]").count() > 0
