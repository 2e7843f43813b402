"""`purrlor train`: the same key learns the same, and the record says from what."""

import json
from datetime import date
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from purrlor import game
from purrlor.cli.main import main
from purrlor.games.rat_a_tat_cat.beliefs import MOST_TURNS
from purrlor.games.rat_a_tat_cat.components import KINDS

GAMES = 12


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(main, ["train", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    return result


def learnt(folder: Path, name: str, key: str) -> Any:
    path = folder / name
    given = ("rat-a-tat-cat", "--games", str(GAMES), "--key", key, "--output", str(path))
    result = run(*given)
    assert result.exit_code == 0, result.output
    return json.loads(path.read_bytes())


def test_the_same_key_learns_the_same(tmp_path: Path) -> None:
    one, same = (learnt(tmp_path, name, "5") for name in ("one.json", "same.json"))
    other = learnt(tmp_path, "other.json", "6")
    assert one["ratios"] == same["ratios"] != other["ratios"]


def test_the_record_says_how_it_was_learnt(tmp_path: Path) -> None:
    record = learnt(tmp_path, "one.json", "5")["trained"]
    assert record["game"] == "rat-a-tat-cat"
    assert record["rules_version"] == game("rat-a-tat-cat").rules_version
    assert record["key"] == (5).to_bytes(32, "little").hex()
    assert record["games"] == GAMES
    assert date.fromisoformat(record["date"]).year > 2000
    assert record["seconds"] > 0
    assert len(record["sources"]) == 16


def test_what_is_shipped_was_learnt_like_that() -> None:
    """It has the shape that beliefs read, and nothing in it is impossible."""
    path = Path(str(game("rat-a-tat-cat").module("beliefs").__file__)).with_suffix(".json")
    data = json.loads(path.read_bytes())
    assert {"key", "games", "date", "seconds", "sources"} <= set(data["trained"])
    for kind in data["ratios"]:
        assert len(kind) == MOST_TURNS + 1
        for ratios in kind:
            assert len(ratios) == KINDS
            assert max(ratios) == 1
            assert min(ratios) > 0


def test_games_that_do_not_learn_say_so(tmp_path: Path) -> None:
    assert "nothing to learn" in run("cattitude").output
    refused = run("rat-a-tat-cat", "--games", "1", "--output", str(tmp_path / "no" / "x.json"))
    assert "no folder" in refused.output
