"""`purrlor train`: the same key learns the same, and the record says from what."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

from purrlor import game, game_names
from purrlor.cli.main import main
from purrlor.cli.train import LEARNT_FROM
from purrlor.core.game import Game
from purrlor.core.sources import digest_of, sources
from purrlor.games.cat_royal.components import KINDS as CAT_ROYAL_CARDS
from purrlor.games.cattitude.prospects import SIGNS
from purrlor.games.rat_a_tat_cat.beliefs import MOST_TURNS
from purrlor.games.rat_a_tat_cat.components import KINDS

GAMES = 12
RECORD = "trained"


def run(*arguments: str, typed: str = "") -> Result:
    result = CliRunner().invoke(main, ["train", *arguments], input=typed)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    return result


def learnt(path: Path, name: str, key: str) -> Any:
    result = run(name, "--games", str(GAMES), "--key", key, "--output", str(path))
    assert result.exit_code == 0, result.output
    return json.loads(path.read_bytes())


def shipped(name: str) -> Any:
    """Return what a game has learnt, without the record of how."""
    training = game(name).module("training")
    data = json.loads(Path(str(training.__file__)).with_name(training.DATA).read_bytes())
    assert set(data.pop(RECORD)) == {"game", "rules_version", "key", "games", "sources"}
    return data


@pytest.mark.parametrize("name", game_names())
def test_the_same_key_learns_the_same_and_the_record_says_how(tmp_path: Path, name: str) -> None:
    one, same = (learnt(tmp_path / file, name, "5") for file in ("one.json", "same.json"))
    other = learnt(tmp_path / "other.json", name, "6")
    assert one == same  # the record too: nothing in it says when
    record = one.pop(RECORD)
    del other[RECORD]
    assert one != other
    assert record["game"] == name
    assert record["rules_version"] == game(name).rules_version
    assert record["key"] == (5).to_bytes(32, "little").hex()
    assert record["games"] == GAMES
    assert len(record["sources"]) == 16


@pytest.mark.parametrize("name", game_names())
def test_what_is_shipped_was_learnt_from_the_game_as_it_is(name: str) -> None:
    found = game(name)
    training = found.module("training")
    path = Path(str(training.__file__)).with_name(training.DATA)
    record = json.loads(path.read_bytes())[RECORD]
    is_of_today = record["sources"] == digest_of(sources(found, *LEARNT_FROM))[:16]
    assert is_of_today, f"its rules or its policy changed since: run `purrlor train {name}` again"


def test_rat_a_tat_cat_has_learnt_which_cards_stay() -> None:
    """What is shipped has the shape that beliefs read, and nothing in it is impossible."""
    for kind in shipped("rat-a-tat-cat")["ratios"]:
        assert len(kind) == MOST_TURNS + 1
        for ratios in kind:
            assert len(ratios) == KINDS
            assert max(ratios) == 1
            assert min(ratios) > 0


def test_cattitude_has_learnt_what_palace_and_table_are_worth() -> None:
    """What lies under a palace counts ever more, and a lead wins ever more surely."""
    data = shipped("cattitude")
    worths, chances = np.array(data["worths"]), np.array(data["chances"])
    assert worths.shape == (4, 11, len(SIGNS))
    assert chances.shape == (4, 11, 2)
    points = worths[:, :, SIGNS.index("points now")]
    assert (points[:, 0] > 0.8).all()
    assert (chances[:, 0, 1] > 0).all()
    assert chances[0, 0, 1] > chances[0, 3, 1]


def test_cat_royal_has_learnt_who_cheats_unseen() -> None:
    """Hardly anybody: a cheat that the printed card explains wins nothing."""
    guilt = shipped("cat-royal")["guilt"]
    assert len(guilt) == CAT_ROYAL_CARDS
    assert min(guilt) > 0
    assert max(guilt) < 0.2


def test_where_it_cannot_write_it_says_so(tmp_path: Path) -> None:
    refused = run("rat-a-tat-cat", "--games", "1", "--output", str(tmp_path / "no" / "x.json"))
    assert "no folder" in refused.output


def test_a_game_that_does_not_learn_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "has_module", lambda game, name: False)
    assert "nothing to learn" in run("cattitude").output


def test_too_few_games_are_told_and_never_given_to_bots_unasked(tmp_path: Path) -> None:
    training = game("rat-a-tat-cat").module("training")
    path = Path(str(training.__file__)).with_name(training.DATA)
    before = path.read_bytes()
    refused = run("rat-a-tat-cat", "--games", "1")
    assert refused.exit_code == 2
    assert "--output" in refused.output
    assert path.read_bytes() == before
    aside = tmp_path / "aside.json"
    assert "are few" in run("rat-a-tat-cat", "--games", "2", "--output", str(aside)).stderr
    again = run("rat-a-tat-cat", "--games", "2", "--output", str(aside))
    assert "--force" in again.output


def test_what_was_learnt_already_is_not_written_again(tmp_path: Path) -> None:
    """Compiled rules depend on the file: were it written, they would be compiled again."""
    path = tmp_path / "learnt.json"
    learnt(path, "rat-a-tat-cat", "5")
    path.chmod(0o444)
    before = path.stat().st_mtime_ns
    given = ("rat-a-tat-cat", "--games", str(GAMES), "--key", "5", "--output", str(path))
    again = run(*given, "--force")
    assert again.exit_code == 0
    assert "says already" in again.stdout
    assert path.stat().st_mtime_ns == before


@pytest.mark.parametrize("typed", ["n\n", ""])
def test_who_does_not_agree_keeps_what_the_bots_have_learnt(typed: str) -> None:
    """Also where nobody can be asked."""
    training = game("rat-a-tat-cat").module("training")
    path = Path(str(training.__file__)).with_name(training.DATA)
    before = path.read_bytes(), path.stat().st_mtime_ns
    refused = run("rat-a-tat-cat", "--key", "8", typed=typed)
    assert refused.exit_code == 1
    assert f"replaces {path}" in refused.stderr.replace("\n", " ")
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
