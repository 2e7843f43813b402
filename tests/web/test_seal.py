"""The sealed shuffle: what the table promises, and what anybody can check when the game is over."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from served import Served

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
    found = visitor.context.request.get(f"/api/tables/{code}/games/1/record").json()
    visitor.close()
    return found


def test_seal_at_the_table(visit: Visit) -> None:
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
    for key in ("verify_seen_fits", "verify_seed_fits", "verify_key_fits", "verify_replays"):
        expect(page.get_by_text(SAID[key])).to_be_visible()
    expect(page.get_by_text(SAID["verify_nonce_yours"].format(name="Ann"))).to_be_visible()


def test_stranger_checks_by_link(visit: Visit, record: Any) -> None:
    page = visit().page
    page.goto(f"/verify/{record['fairness']['table']}/1")
    expect(page.locator(".verdict")).to_have_text(SAID["verify_good"])
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
    path = tmp_path / "game.json"
    path.write_text(json.dumps(kept), encoding="utf-8")
    page.goto("/verify")
    page.get_by_label(SAID["replay_file_choose"]).set_input_files(path)
    verdict = SAID["verify_bad"] if says else SAID["verify_good"]
    expect(page.locator(".verdict")).to_have_text(verdict)
    if says:
        expect(page.locator("li.bad").filter(has_text=says)).to_be_visible()
        page.wait_for_load_state("networkidle")
        visitor.complaints = [one for one in visitor.complaints if "400" not in one]


def test_other_file_is_refused_with_a_sentence(visit: Visit, tmp_path: Path) -> None:
    page = visit().page
    path = tmp_path / "diary.json"
    path.write_text("{}", encoding="utf-8")
    page.goto("/verify")
    page.get_by_label(SAID["replay_file_choose"]).set_input_files(path)
    expect(page.get_by_role("alert")).to_have_text(SAID["verify_unreadable"])
