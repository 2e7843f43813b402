"""The balance report: what it says is what the games say."""

import re
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from click.testing import CliRunner, Result

from purrlor import game, game_names
from purrlor.cli.main import main
from purrlor.sim.balance import Balance, Habit, OptionEffect, choices, find_insight
from purrlor.sim.balance_report import write_report
from purrlor.sim.estimates import ratio_of
from purrlor.sim.simulate import Simulation, simulate
from purrlor.sim.standings import Estimate
from purrlor.sim.tables import RESULT
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


def games_of(
    *, stopped: int = 0, turns: int = 20, games: int = 100, **options: object
) -> Simulation:
    """Return games of Rat-a-Tat Cat that are won by turns; of those stopped all is far too much."""
    found = game("rat-a-tat-cat")
    results: Any = np.zeros(games, RESULT).view(np.recarray)
    results.places[:, 0] = 1 + np.arange(games) % 2
    results.places[:, 1] = 2 - np.arange(games) % 2
    results.turns, results.points = turns, 10
    results[games - stopped :].is_capped = 1
    results[games - stopped :].turns = turns if options.get("end") == "time" else 9999
    counts = np.ones((games, len(found.statistics)), np.int64)
    return Simulation(found, found.read_options(options), bytes(32), "policy", results, counts)


def habit(name: str, share: float, error: float = 0.01) -> Habit:
    estimate = Estimate(share, share - 1.96 * error, share + 1.96 * error)
    return Habit(name, estimate, estimate, 0, is_policy=False)


def report_of(base: Simulation, folder: Path, **said: object) -> str:
    insight = find_insight(base.game)
    plain = Balance(
        game=base.game, base=base, by_players=[base], options=[], insight=insight, habits=[]
    )
    balance = msgspec.structs.replace(plain, **said)
    return write_report(balance, folder).read_text(encoding="utf-8")


def line_of(text: str, beginning: str) -> str:
    return next(line for line in text.splitlines() if line.startswith(f"| {beginning} |"))


def test_games_that_were_stopped_are_told_and_left_out(tmp_path: Path) -> None:
    text = report_of(games_of(stopped=4), tmp_path)
    assert "| 20.00 ± 0.00 | 4 | no seat is better beyond chance |" in line_of(text, "2")
    assert "| 20.00 ± 0.00 | 10.00 ± 0.00 |" in line_of(text, "as given")
    assert "9999" not in text


def test_a_report_of_games_that_were_all_stopped_has_no_numbers(tmp_path: Path) -> None:
    line = line_of(report_of(games_of(stopped=100), tmp_path), "as given")
    assert line == "| as given | – | – | – | 100 | every game was stopped at the simulation cap |"


def test_a_clock_ends_games_as_it_should(tmp_path: Path) -> None:
    timed = games_of(stopped=100, turns=180, end="time")
    text = report_of(games_of(), tmp_path, options=[OptionEffect("end", "time", timed)])
    assert "by time, after 180 turns" in line_of(text, "end = time")
    assert "6 turns count as a minute" in text


def test_a_choice_that_changes_no_game_says_so(tmp_path: Path) -> None:
    allowed = games_of(take_power_cards=True)
    allowed.results.decisions += 1  # more is allowed, nothing else is done
    effects = [
        OptionEffect("memory_aid", True, games_of(memory_aid=True)),
        OptionEffect("take_power_cards", True, allowed),
        OptionEffect("young_players", True, games_of(turns=21, young_players=True)),
    ]
    text = report_of(games_of(), tmp_path, options=effects)
    assert "no game differed: no effect here" in line_of(text, "memory_aid = true")
    assert "no game differed: no effect here" in line_of(text, "take_power_cards = true")
    assert "21.00 ± 0.00" in line_of(text, "young_players = true")
    assert "memory_aid = false" in text
    assert "False" not in text


def test_many_habits_are_judged_together(tmp_path: Path) -> None:
    """Three standard errors are beyond chance for one habit, not for one of twelve."""
    one = report_of(games_of(), tmp_path, habits=[habit("knocks", 0.53)])
    assert "pays: +3.0 points of share" in line_of(one, "knocks")
    many = [habit("knocks", 0.53), habit("waits", 0.46), *[habit("as ever", 0.5)] * 10]
    text = report_of(games_of(), tmp_path, habits=many)
    assert "no difference beyond chance" in line_of(text, "knocks")
    assert "costs: -4.0 points of share" in line_of(text, "waits")
    assert "Bonferroni" in text


def test_the_habit_that_is_the_policys_own_says_so(tmp_path: Path) -> None:
    given = ("--players", "2", "--games", "20", "--option", "rounds=1", "--out", str(tmp_path))
    assert run("rat-a-tat-cat", *given).exit_code == 0
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "no game differed: the policy does the same" in line_of(text, "knocks at 7")
    assert "no game differed" not in line_of(text, "knocks at 14")


def test_deals_with_a_game_that_was_stopped_count_for_no_habit() -> None:
    found = game("rat-a-tat-cat")
    find_insight(found)
    options = found.read_options({"players": 2, "rounds": 1})
    short = msgspec.structs.replace(found, simulation_cap=lambda options: 12)
    vars(short)["kernels"] = found.kernels  # those of a game are registered once
    every, _ = against_policy(found, options, 0, deals=50, key=bytes(32))
    ended, leads = against_policy(short, options, 0, deals=50, key=bytes(32))
    assert len(every) == 50
    assert 0 < len(ended) < 50
    assert len(leads) == len(ended)


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.touch()
    assert "is a file" in run("cattitude", "--out", str(path)).output
