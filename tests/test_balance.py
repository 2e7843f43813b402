"""The balance report: what it says is what the games say."""

import re
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from purrlor import game, game_names
from purrlor.cli.main import main
from purrlor.sim.balance import choices, find_insight, ratio_of
from purrlor.sim.simulate import simulate
from purrlor.sim.variants import POLICY, against_policy


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(main, ["analyse", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    return result


@pytest.mark.parametrize("name", game_names())
def test_a_report_has_seats_options_and_insight(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "report"
    given = (name, "--players", "2", "--games", "40", "--key", "3", "--out", str(folder))
    result = run(*given)
    assert result.exit_code == 0, result.output
    text = (folder / "report.md").read_text(encoding="utf-8")
    insight = find_insight(game(name))
    assert insight is not None
    for words in ("## Seats", "## Options", insight.question, *insight.variants):
        assert words in text
    for option, _, _ in choices(game(name), {**_plain(name)}):
        assert option in text
    for picture in re.findall(r"\]\((.+?\.png)\)", text):
        assert (folder / picture).read_bytes()[:4] == b"\x89PNG"
    run(*given, "--threads", "1")
    assert (folder / "report.md").read_text(encoding="utf-8") == text


def _plain(name: str) -> dict[str, object]:
    return simulate(game(name), {"players": 2}, games=1, key=0).summary().options


@pytest.mark.parametrize("name", game_names())
def test_the_policy_against_itself_has_its_fair_share(name: str) -> None:
    found = game(name)
    find_insight(found)
    options = found.read_options({"players": 2})
    shares, leads = against_policy(found, options, POLICY, deals=30, key=bytes(32))
    assert shares == pytest.approx(0.5)
    assert leads == pytest.approx(0)


def test_to_knock_with_anything_is_a_bad_habit() -> None:
    found = game("rat-a-tat-cat")
    insight = find_insight(found)
    assert insight is not None
    options = found.read_options({"players": 2, "rounds": 1})
    at = insight.variants.index("knocks at 7")
    shares, _ = against_policy(found, options, at, deals=50, key=bytes(32))
    assert shares == pytest.approx(0.5)  # that is the policy's own habit
    last = len(insight.variants) - 1
    shares, leads = against_policy(found, options, last, deals=2000, key=bytes(32))
    assert shares.mean() + 3 * shares.std() / np.sqrt(2000) < 0.5
    assert leads.mean() > 0


def test_honest_cats_do_not_cheat() -> None:
    """Where cheating is switched off, habits about it make no difference."""
    found = game("cat-royal")
    find_insight(found)
    options = found.read_options({"players": 2, "cheating": False})
    for variant in range(3):
        shares, _ = against_policy(found, options, variant, deals=20, key=bytes(32))
        assert shares == pytest.approx(0.5)


def test_a_ratio_is_that_of_all_games() -> None:
    simulation = simulate(game("rat-a-tat-cat"), None, games=200, players="policy", key=1)
    names = game("rat-a-tat-cat").statistics
    found = ratio_of(simulation, ("knocks with the lowest row",), ("knocks",))
    counts = simulation.counts.sum(axis=0)
    lowest, knocks = names.index("knocks with the lowest row"), names.index("knocks")
    assert found.value == pytest.approx(counts[lowest] / counts[knocks])
    assert found.low < found.value < found.high
    assert ratio_of(simulation, ("knocks",), ("power cards replaced",)).value >= 0


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.touch()
    assert "is a file" in run("cattitude", "--out", str(path)).output
