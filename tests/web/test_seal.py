"""The sealed shuffle: what the table promises, and what anybody can check when the game is over."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, Page, expect
from served import Served

import purrlor
from purrlor.cli.main import main
from purrlor.server.fairness import key_of
from purrlor.server.history import record_of_match
from reader import MANNERS, Reader, play_out
from visitor import Visitor, words

Visit = Callable[..., Visitor]

GAME = "rat-a-tat-cat"
SAID = words("en")


def open_seal(page: Page) -> str:
    """Open the seal, and return the server's fingerprint."""
    page.locator(".seal summary").click()
    return page.locator(".seal code").inner_text()


@pytest.fixture(scope="module")
def record(browser: Browser, parlour: Served) -> Any:
    """A finished game, as it is downloaded."""
    visitor = Visitor(browser, parlour.url, reduced_motion="reduce")
    code = visitor.open_table(GAME, options={"players": 2, "rounds": 1}, bots=1)
    visitor.press("lobby_start")
    visitor.page.locator("main [data-step]").wait_for()
    play_out([Reader(visitor, MANNERS[GAME], random.Random(1))])
    api = f"/api/tables/{code}/games/1"
    found = visitor.context.request.get(f"{api}/record").json()
    KEYS[code] = visitor.context.request.get(f"{api}/key").json()["key"]
    visitor.close()
    return found


KEYS: dict[str, str] = {}
"""What opens the game of a private table to strangers, by its code."""


def test_seal_at_the_table(visit: Visit, tmp_path: Path) -> None:
    """One fingerprint from the waiting room to the end; then the browser that saw it checks it."""
    visitor = visit(reduced_motion="reduce")
    page = visitor.page
    visitor.open_table(GAME, options={"players": 2, "rounds": 1}, bots=1)
    seal = page.locator(".seal")
    expect(seal).to_contain_text(SAID["seal_before"].format(count=1, people=1))
    promised = open_seal(page)
    assert len(promised) == 64
    visitor.press("lobby_start")
    expect(seal).to_contain_text(SAID["seal_during"])
    assert open_seal(page) == promised
    expect(seal.get_by_role("listitem")).to_have_text(
        [f"Ann: {SAID['seal_committed']}", f"Biscuit: {SAID['seal_adds_none']}"]
    )
    play_out([Reader(visitor, MANNERS[GAME], random.Random(1))])
    expect(seal).to_contain_text(SAID["seal_after"])
    page.get_by_role("link", name=SAID["seal_check"]).click()
    expect(page.locator(".verdict")).to_have_text(SAID["verify_good"])
    for key in (
        *("seen_fits", "promises_fit", "seed_fits", "key_fits", "replays"),
        *("opening_fits", "moves_fit"),
    ):
        expect(page.get_by_text(SAID[f"verify_{key}"])).to_be_visible()
    expect(page.get_by_text(SAID["verify_nonce_yours"].format(name="Ann"))).to_be_visible()
    check_with_the_note(page, tmp_path)


def check_with_the_note(page: Page, folder: Path) -> None:
    """What the browser noted goes along to the command that needs no server."""
    code = page.url.split("/")[-2]
    record = page.request.get(f"/api/tables/{code}/games/1/record").body()
    (folder / "game.json").write_bytes(record)
    page.get_by_text(SAID["verify_numbers"]).click()
    with page.expect_download() as download:
        page.get_by_role("link", name=SAID["verify_note"]).click()
    download.value.save_as(folder / "note.json")
    words = ["verify", str(folder / "game.json"), "--note", str(folder / "note.json")]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output
    text = " ".join(result.output.split())
    assert "All commitments are those that were noted" in text
    assert "that the device of seat 0 had acknowledged are there" in text
    assert "and the moves of everybody who played" in text


SHORT = {
    "rat-a-tat-cat": {"players": 2, "rounds": 1},
    "cattitude": {"players": 2, "tiny": True},
    "cat-royal": {"players": 2, "tiny": True},
}


@pytest.mark.parametrize("game", SHORT)
def test_every_move_of_a_browser_is_signed(visit: Visit, game: str) -> None:
    visitor = visit(reduced_motion="reduce")
    code = visitor.open_table(game, options=SHORT[game], bots=1)
    visitor.press("lobby_start")
    visitor.page.locator("main [data-step]").wait_for()
    play_out([Reader(visitor, MANNERS[game], random.Random(1))])
    kept = visitor.page.request.get(f"/api/tables/{code}/games/1/record").json()
    own = [number for number, step in enumerate(kept["steps"], 1) if step["seat"] == 0]
    assert kept["fairness"]["signed"][0]["steps"] == own
    assert own


def test_game_that_the_browser_did_not_play_is_bad_news(
    visit: Visit, parlour: Served, tmp_path: Path
) -> None:
    """A record that is whole in itself, from the true key: the moves are not this browser's."""
    visitor = visit(reduced_motion="reduce")
    page = visitor.page
    code = visitor.open_table(GAME, options={"players": 2, "rounds": 1}, bots=1)
    visitor.press("lobby_start")
    page.locator("main [data-step]").wait_for()
    play_out([Reader(visitor, MANNERS[GAME], random.Random(1))])
    kept = page.request.get(f"/api/tables/{code}/games/1/record").json()
    chance = random.Random(5)
    match = purrlor.game(GAME).match(kept["options"], kept["key"], tuple(kept["seats"]))
    while not match.is_over:
        seat = match.actors[0]
        match.play(seat, chance.choice(match.legal(seat)))
    nothing = {"steps": [], "signature": ""}
    fairness = kept["fairness"] | {"signed": [nothing, nothing]}
    check_file(page, json.loads(record_of_match(match, fairness)), tmp_path)
    expect(page.locator(".verdict")).to_have_text(SAID["verify_bad"])
    expect(page.locator("li.bad")).to_contain_text(SAID["verify_moves_fail"])


def test_record_that_was_cut_is_not_whole(visit: Visit, record: Any, tmp_path: Path) -> None:
    page = visit().page
    kept = json.loads(json.dumps(record))
    del kept["steps"][-1]
    for one in kept["fairness"]["signed"]:
        one["steps"], one["signature"] = [], ""
    check_file(page, kept, tmp_path)
    expect(page.get_by_role("listitem").filter(has_text=SAID["verify_unfinished"])).to_contain_text(
        "–"
    )
    expect(page.locator(".verdict")).to_have_text(SAID["verify_partly"])


def test_share_that_was_left_out_is_bad_news(visit: Visit, tmp_path: Path) -> None:
    """The browser that gave a share is told if a record, whole in itself, is without it."""
    visitor = visit(reduced_motion="reduce")
    page = visitor.page
    code = visitor.open_table(GAME, options={"players": 2, "rounds": 1}, bots=1)
    visitor.press("lobby_start")
    page.locator("main [data-step]").wait_for()
    play_out([Reader(visitor, MANNERS[GAME], random.Random(1))])
    kept = page.request.get(f"/api/tables/{code}/games/1/record").json()
    fairness = kept["fairness"]
    fairness["nonces"], fairness["commitments"] = ["", ""], ["", ""]
    kept["key"] = key_of(code, 1, fairness["seed"], ["", ""])
    check_file(page, kept, tmp_path)
    expect(page.locator(".verdict")).to_have_text(SAID["verify_bad"])
    for says in ("verify_promises_fail", "verify_nonce_left_out"):
        words = SAID[says].format(name="Ann")
        expect(page.locator("li.bad").filter(has_text=words)).to_be_visible()
    page.wait_for_load_state("networkidle")
    visitor.complaints = [one for one in visitor.complaints if "400" not in one]


def test_stranger_checks_by_link(visit: Visit, record: Any) -> None:
    page, code = visit().page, record["fairness"]["table"]
    page.goto(f"/verify/{code}/1#key={KEYS[code]}")
    expect(page.locator(".verdict")).to_have_text(SAID["verify_partly"])
    expect(page.get_by_text(SAID["verify_seen_not"])).to_be_visible()
    expect(page.get_by_text(SAID["verify_nonce_fits"].format(name="Ann"))).to_be_visible()


def other(text: str) -> str:
    """Return a number that differs in one digit."""
    return ("1" if text[0] == "0" else "0") + text[1:]


def change_seed(record: Any) -> None:
    record["fairness"]["seed"] = other(record["fairness"]["seed"])


def change_share(record: Any) -> None:
    record["fairness"]["nonces"][0] = other(record["fairness"]["nonces"][0])


def change_key(record: Any) -> None:
    record["key"] = other(record["key"])


def change_steps(record: Any) -> None:
    del record["steps"][len(record["steps"]) // 2]


def check_file(page: Page, kept: Any, folder: Path) -> None:
    page.goto("/verify")
    choose_file(page, kept, folder)


def choose_file(page: Page, kept: Any, folder: Path, name: str = "game.json") -> None:
    path = folder / name
    path.write_text(json.dumps(kept), encoding="utf-8")
    page.get_by_label(SAID["replay_file_choose"]).set_input_files(path)


@pytest.mark.parametrize(
    ("tamper", "says"),
    [
        (lambda _: None, None),
        (change_seed, SAID["verify_seed_fails"]),
        (change_share, SAID["verify_nonce_fails"].format(name="Ann")),
        (change_key, SAID["verify_key_fails"]),
        (change_steps, SAID["verify_replay_fails"]),
    ],
    ids=["untouched", "seed", "share", "key", "steps"],
)
def test_file_is_checked(
    visit: Visit, record: Any, tmp_path: Path, tamper: Callable[[Any], None], says: str | None
) -> None:
    visitor = visit()
    page = visitor.page
    kept = json.loads(json.dumps(record))
    tamper(kept)
    check_file(page, kept, tmp_path)
    verdict = SAID["verify_bad"] if says else SAID["verify_partly"]
    expect(page.locator(".verdict")).to_have_text(verdict)
    if says:
        expect(page.locator("li.bad").filter(has_text=says)).to_be_visible()
        page.wait_for_load_state("networkidle")
        visitor.complaints = [one for one in visitor.complaints if "400" not in one]


def test_hashes_are_checked_without_a_network(visit: Visit, record: Any, tmp_path: Path) -> None:
    """And of the rest the page says that it was not checked."""
    visitor = visit()
    page = visitor.page
    page.goto("/verify")
    expect(page.get_by_role("heading", name=SAID["verify_title"])).to_be_visible()
    visitor.context.set_offline(True)
    choose_file(page, record, tmp_path)
    expect(page.locator(".verdict")).to_have_text(SAID["verify_partly"])
    share = SAID["verify_nonce_fits"].format(name="Ann")
    for sentence in (SAID["verify_seed_fits"], share, SAID["verify_key_fits"]):
        expect(page.get_by_role("listitem").filter(has_text=sentence)).to_contain_text("✓")
    unchecked = page.get_by_role("listitem").filter(has_text=SAID["verify_replay_not"])
    expect(unchecked).to_contain_text("–")
    kept = json.loads(json.dumps(record))
    change_seed(kept)
    choose_file(page, kept, tmp_path, "forged.json")
    expect(page.locator("li.bad").filter(has_text=SAID["verify_seed_fails"])).to_be_visible()
    expect(page.locator(".verdict")).to_have_text(SAID["verify_bad"])
    visitor.complaints = [one for one in visitor.complaints if "DISCONNECTED" not in one]


def test_other_file_is_refused_with_a_sentence(visit: Visit, tmp_path: Path) -> None:
    page = visit().page
    path = tmp_path / "diary.json"
    path.write_text("{}", encoding="utf-8")
    page.goto("/verify")
    page.get_by_label(SAID["replay_file_choose"]).set_input_files(path)
    expect(page.get_by_role("alert")).to_have_text(SAID["verify_unreadable"])
