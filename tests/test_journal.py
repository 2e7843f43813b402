"""The journal of a tournament: it goes on, grows, and is never damaged or replaced unasked."""

import json
from pathlib import Path

import numpy as np
import pytest

from purrlor.core.refusals import Refusal
from purrlor.sim.journal import Journal
from purrlor.sim.runners import Threads
from purrlor.sim.tournament import hold
from test_tournament import plan, play, run

BOTS = "test_tournament"
"""The module of bots that somebody brings."""


class Stopped(Exception):
    pass


def test_a_stopped_tournament_goes_on_and_a_finished_one_grows(tmp_path: Path) -> None:
    journal, played = Journal.beside(tmp_path / "out.json"), []

    def stop(done: int) -> None:
        played.append(done)
        if sum(played) >= 30:
            raise Stopped

    with pytest.raises(Stopped):
        hold(plan(), deals=60, runner=Threads(2), journal=journal, progress=stop)
    path = tmp_path / "out.games.jsonl"
    with path.open("ab") as file:
        file.write(b'{"lineup":0,"fir')  # the power went off in the middle of a line
    kept = path.read_bytes().count(b"\n")
    assert kept > 2
    resumed = play(plan(), 60, journal=journal)
    assert path.read_bytes().count(b"\n") > kept
    whole = play(plan(), 80)
    assert np.array_equal(resumed.points, whole.points[:, :60])
    assert np.array_equal(play(plan(), 80, journal=journal).points, whole.points)
    assert np.array_equal(play(plan(), 10, journal=journal).points, whole.points[:, :10])


def test_a_journal_of_another_tournament_is_refused(tmp_path: Path) -> None:
    journal = Journal.beside(tmp_path / "out.json")
    play(plan(), 2, journal=journal)
    with pytest.raises(Refusal, match="other entrants"):
        play(plan(entrants="policy,random"), 2, journal=journal)
    with pytest.raises(Refusal, match="--resume"):
        hold(plan(), deals=2, journal=journal)
    for content in (b"{}\n", b"my notes"):
        (tmp_path / "out.games.jsonl").write_bytes(content)
        with pytest.raises(Refusal, match="no journal"):
            play(plan(), 2, journal=journal)
        assert (tmp_path / "out.games.jsonl").read_bytes() == content


@pytest.mark.parametrize(
    "line",
    [
        b'{"lineup":0,"fir',
        b'{"lineup":9,"first":0,"places":[[1,2]],"points":[[3,4]],"capped":[],"seconds":1}',
        b'{"lineup":0,"first":0,"places":[[1]],"points":[[3]],"capped":[],"seconds":1}',
        b'{"lineup":0,"first":0,"places":[],"points":[],"capped":[],"seconds":1}',
    ],
)
def test_a_damaged_line_of_a_journal_is_named(line: bytes, tmp_path: Path) -> None:
    journal, path = Journal.beside(tmp_path / "out.json"), tmp_path / "out.games.jsonl"
    play(plan(), 2, journal=journal)
    first, rest = path.read_bytes().split(b"\n", 1)
    path.write_bytes(first + b"\n" + line + b"\n" + rest)
    with pytest.raises(Refusal, match="Line 2 of"):
        play(plan(), 2, journal=journal)


def test_a_journal_knows_the_version_of_a_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    code = "from test_tournament import First as Bot"
    (tmp_path / "versioned_bot.py").write_text(code, encoding="utf-8")
    journal, entrants = Journal.beside(tmp_path / "out.json"), "policy,versioned_bot:Bot"
    play(plan(entrants=entrants), 1, journal=journal)
    (tmp_path / "versioned_bot.py").write_text(code + "  # better", encoding="utf-8")
    with pytest.raises(Refusal, match="another version of your bots"):
        play(plan(entrants=entrants), 1, journal=journal)


def test_a_finished_tournament_is_neither_cut_nor_replaced(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    given = ("cattitude", "--games", "6", "--out", str(out))
    assert run(*given).exit_code == 0
    shorter = run("cattitude", "--games", "2", "--out", str(out), "--resume")
    assert "6 deals are played already" in shorter.stderr
    assert json.loads(out.read_bytes())["deals"] == 6
    assert "--force" in run(*given).output
    assert run("cattitude", "--games", "3", "--out", str(out), "--force").exit_code == 0
    assert json.loads(out.read_bytes())["deals"] == 3
    (tmp_path / "notes.json").write_bytes(b"cats")
    for resume in ((), ("--resume",)):
        assert "exists already" in run(*given[:4], str(tmp_path / "notes.json"), *resume).output
    assert (tmp_path / "notes.json").read_bytes() == b"cats"


def test_after_a_crash_in_the_first_game_nothing_is_in_the_way(tmp_path: Path) -> None:
    given = ("cattitude", "--games", "2", "--out", str(tmp_path / "out.json"), "--entrants")
    crashed = run(*given, f"policy,{BOTS}:Crashing").output
    assert f"The bot {BOTS}:Crashing failed at seat" in crashed
    assert "in deal 0: LookupError: no idea" in crashed
    assert 'raise LookupError("no idea")' in crashed
    assert "hosted.py" not in crashed
    assert run(*given, f"policy,{BOTS}:First").exit_code == 0
