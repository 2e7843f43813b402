"""The commands, used as a person would."""

import itertools
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from purrlor import game, game_names
from purrlor.bots.bot import Bot
from purrlor.bots.players import POLICY
from purrlor.cli.main import main
from purrlor.cli.play import play_match


def run(*arguments: str, typed: str = "") -> Result:
    result = CliRunner().invoke(main, arguments, input=typed)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    return result


def test_games_shows_every_game_and_option() -> None:
    shown = run("games").stdout
    for name in game_names():
        assert game(name).title in shown
    assert "memory_aid" in shown


@pytest.mark.parametrize("name", game_names())
def test_a_person_plays_against_bots_and_the_record_replays(name: str, tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    typed = "v\nx\n" + "1\n" * 12 + "q\n"
    result = run("play", name, "--key", "5", "--save", str(saved), typed=typed)
    assert result.exit_code == 0
    assert "Type a number from 1 to" in result.stdout
    assert "You left the table." in result.stdout
    record = json.loads(saved.read_bytes())
    assert record["game"] == name
    assert len(record["steps"]) >= 12
    assert all(step["at"] > 0 for step in record["steps"])
    whole = run("replay", str(saved)).stdout
    assert whole.count("— step") == len(record["steps"]) + 1
    last = run("replay", str(saved), "--seat", "0", "--from", str(len(record["steps"]))).stdout
    assert last.count("— step") == 1


def test_a_timed_game_ends_in_the_terminal_when_time_is_up() -> None:
    """R7.2: after the minutes the running round is finished and no other starts."""
    found = game("rat-a-tat-cat")
    match = found.match({"end": "time", "minutes": 5}, 3)
    moments = itertools.count(step=7)  # seconds; the clock is read once for each decision
    bots = [Bot(POLICY, bytes([seat]) * 32) for seat in range(2)]
    with CliRunner().isolation(input="1\n" * 5000) as (shown, *_):
        play_match(match, {0}, bots, clock=lambda: float(next(moments)))
    assert match.outcome is not None
    assert match.outcome.reason == "time ran out"
    called = [number for number, step in enumerate(match.played) if step.seat is None]
    assert called == [5 * 60 // 7]
    assert len(match.played) > called[0] + 1, "the running round is finished"
    assert found.replay(match.record()).outcome == match.outcome
    text = shown.getvalue().decode()
    said = text.index("Time is up: this round is the last one.")
    assert ": seat 0 deals" not in text[said:]
    assert ": seat 1 deals" not in text[said:]


@pytest.mark.parametrize("name", game_names())
def test_hot_seat_asks_for_the_device(name: str) -> None:
    result = run("play", name, "--key", "6", "--seat", "0", "--seat", "1", typed="\n1\n" * 30)
    assert "take the device" in result.stdout


def _wormholes(saved: Path) -> list[int]:
    steps = json.loads(saved.read_bytes())["steps"]
    return [step["seat"] for step in steps if "move_wormholes" in json.dumps(step)]


def test_a_person_moves_the_wormholes_out_of_turn(tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    given = ("play", "cat-royal", "--key", "5", "--save", str(saved))
    shown = run(*given, typed="1\n" * 6 + "q\n").stdout
    assert "Out of turn, before seat" in shown
    assert 0 in _wormholes(saved)
    run(*given, "--force", typed="1\n\n\n\nq\n")
    assert 0 not in _wormholes(saved)
    assert run(*given, "--force", typed="1\nn\n1\n1\nq\n").stdout.count("Out of turn, ") == 1
    pair = run(*given, "--force", "--seat", "0", "--seat", "1", typed="1\n1\n\nq\n").stdout
    assert re.search(r"1 +seat \d: move the wormholes", pair)
    assert _wormholes(saved)


def test_a_list_of_players_may_leave_out_the_person() -> None:
    for names in ("random,policy", "policy,random,policy"):
        given = ("--players", "3", "--policy", names)
        assert run("play", "rat-a-tat-cat", *given, typed="q\n").exit_code == 0
    named = run("play", "rat-a-tat-cat", "--players", "4", "--policy", "random,policy", typed="q\n")
    assert "3 for the others" in named.output


@pytest.mark.parametrize("name", game_names())
def test_simulate_gives_the_same_games_for_the_same_key(name: str, tmp_path: Path) -> None:
    plot = tmp_path / "plot.png"
    given = ("simulate", name, "--games", "60", "--key", "9", "--json")
    one = run(*given, "--threads", "1", "--plot", str(plot))
    two = run(*given, "--threads", "2")
    assert json.loads(one.stdout) == json.loads(two.stdout)
    summary = json.loads(one.stdout)
    assert sum(seat["win_share"] for seat in summary["seats"]) == pytest.approx(1)
    assert set(summary["per_game"]) == set(game(name).statistics)
    assert plot.read_bytes()[:4] == b"\x89PNG"


def test_simulate_shows_a_table() -> None:
    result = run("simulate", game_names()[0], "--games", "50", "--policy", "random")
    assert re.search(r"win share\s+95 % interval", result.stdout)
    assert "decisions" in result.stdout


def test_simulate_of_one_game_and_of_timed_games() -> None:
    given = ("simulate", "rat-a-tat-cat", "--games", "1", "--option", "end=time")
    shown = run(*given, "--option", "minutes=5", "--policy", "kitten, policy").stdout
    assert "1 game\n" in shown
    assert "stops them after 30 turns" in shown


def test_scenario_names_the_step_that_differs(tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(
        'game = "rat-a-tat-cat"\nclause = "R2.1"\nsays = "Seat 1 deals."\n'
        "[[step]]\nexpect = { dealer = 1 }\n",
        encoding="utf-8",
    )
    result = run("scenario", str(path))
    assert result.exit_code == 1
    assert "step 1: dealer: expected 1, found 0" in result.stdout
    assert "0 of 1 scenarios hold." in result.stdout


def test_warm_says_where_the_compiled_rules_are() -> None:
    assert "All is compiled in" in run("warm", "rat-a-tat-cat").stdout
