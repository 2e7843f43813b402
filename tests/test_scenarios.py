"""Every scenario of every game holds, and every clause of the rule pages has one."""

import re
from pathlib import Path

import pytest

from purrlor import game, game_names
from purrlor.core.scenario import read_scenario, run_scenario

GAMES = Path(str(game(game_names()[0]).module("options").__file__)).parent.parent
SCENARIOS = sorted(GAMES.glob("*/scenarios/*.toml"))


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_scenario_holds(path: Path) -> None:
    scenario = read_scenario(path)
    assert path.stem.startswith(f"{scenario.clause}-")
    assert scenario.game.replace("-", "_") == path.parts[-3]
    run_scenario(scenario)


@pytest.mark.parametrize("name", game_names())
def test_every_clause_has_a_scenario(name: str) -> None:
    folder = GAMES / name.replace("-", "_")
    rules = (folder / "rules.md").read_text(encoding="utf-8")
    clauses = set(re.findall(r"^- \**([A-Z]\d+\.\d+)\b", rules, re.MULTILINE))
    shown = {read_scenario(path).clause for path in (folder / "scenarios").glob("*.toml")}
    assert len(clauses) > 20
    assert clauses - shown == set()
    assert shown - clauses == set()
