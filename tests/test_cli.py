"""The commands, used as a person would."""

import itertools
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import click
import msgspec
import pytest
from click.testing import CliRunner, Result

from purrlor import game, game_names
from purrlor.bots.bot import Bot
from purrlor.bots.players import POLICY
from purrlor.cli.main import COMMANDS, main
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


def test_warm_compiles_what_vector_environments_call() -> None:
    """After it, a vector environment with any opponents compiles nothing."""
    assert run("warm", "rat-a-tat-cat").exit_code == 0
    code = """
from purrlor.rl import deciding, stepping
from purrlor.rl.vector import PurrlorVectorEnv
for opponents in (None, "policy", "kitten"):
    envs = PurrlorVectorEnv("rat-a-tat-cat", 2, opponents=opponents, shaping=0.1)
    envs.reset(seed=1)
    for _ in range(3):
        envs.step(envs.random_actions())
names = ("step_all", "first_refused", "decide_all", "ponder_all", "draw_all", "judge_all")
kernels = [getattr(stepping, name, None) or getattr(deciding, name) for name in names]
print([sum(kernel.stats.cache_misses.values()) for kernel in kernels])
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=600
    )
    assert done.stdout == "[0, 0, 0, 0, 0, 0]\n", done.stderr


def test_a_folder_of_scenarios_may_hold_other_files(tmp_path: Path) -> None:
    """Such as the values of Cattitude's cards; what is meant as a scenario is told of."""
    (tmp_path / "values.toml").write_text("turkey = 1\n", encoding="utf-8")
    (tmp_path / "right.toml").write_text(
        'game = "rat-a-tat-cat"\nclause = "R2.1"\nsays = "Seat 0 deals."\n'
        "[[step]]\nexpect = { dealer = 0 }\n",
        encoding="utf-8",
    )
    result = run("scenario", str(tmp_path))
    assert result.stdout == "1 of 1 scenarios hold.\n"
    assert result.exit_code == 0
    (tmp_path / "half.toml").write_text('clause = "R2.1"\n', encoding="utf-8")
    (tmp_path / "broken.toml").write_text("turkey =\n", encoding="utf-8")
    assert "1 of 3 scenarios hold." in run("scenario", str(tmp_path)).stdout
    assert run("scenario", str(tmp_path / "values.toml")).exit_code == 2


# Help


def test_the_list_of_commands_has_whole_sentences() -> None:
    shown = " ".join(run("--help").stdout.partition("Commands:")[2].split())
    assert "..." not in shown
    for name in COMMANDS:
        command = main.get_command(click.Context(main), name)
        assert command is not None
        paragraph = " ".join((command.help or "").partition("\n\n")[0].split())
        assert f"{name} {paragraph}" in shown


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_explained_in_a_whole_sentence(name: str) -> None:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    assert (command.help or "").rstrip().endswith(".")
    for option in command.params:
        if isinstance(option, click.Option):
            assert option.help, option.opts
            assert option.help.endswith("."), option.opts
    shown = " ".join(run(name, "--help").stdout.split())
    for option in command.params:
        if isinstance(option, click.Option):
            assert " ".join(str(option.help).split()) in shown


# Completion


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("purrlor simulate c", ["cat-royal", "cattitude"]),
        ("purrlor play rat", ["rat-a-tat-cat"]),
        ("purrlor warm cattitude ra", ["rat-a-tat-cat"]),
        ("purrlor games cat-", ["cat-royal"]),
        ("purrlor simulate cattitude --policy po", ["policy"]),
        ("purrlor play cattitude --policy ti", ["tiger"]),
        ("purrlor simulate cattitude --policy policy,k", ["policy,kitten"]),
        ("purrlor tournament cattitude --entrants random,t", ["random,tiger"]),
    ],
)
def test_the_shell_completes_games_and_players(typed: str, found: list[str]) -> None:
    asked = {"_PURRLOR_COMPLETE": "bash_complete", "COMP_WORDS": typed}
    asked["COMP_CWORD"] = str(len(typed.split()) - 1)
    done = subprocess.run(
        [sys.executable, "-c", "from purrlor.cli.main import main; main(prog_name='purrlor')"],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", **asked},
        capture_output=True,
        text=True,
        check=False,
    )
    assert [line.partition(",")[2] for line in done.stdout.splitlines()] == found, done.stderr


# A reader who has enough


def unread(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run a command whose output nobody reads: it is a pipe that is closed already."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        return subprocess.run(
            [sys.executable, "-m", "purrlor", *arguments],
            stdout=writing,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            cwd=folder,
        )
    finally:
        os.close(writing)


@pytest.mark.parametrize(
    ("arguments", "written"),
    [
        ("--help", ""),
        ("games", ""),
        ("simulate cattitude --games 20 --plot shown.png", "shown.png"),
        ("simulate cattitude --games 20 --json --plot shown.svg", "shown.svg"),
        ("tournament cattitude --games 2 --out arena.json --plot arena.png", "arena.json"),
        ("tournament cattitude --games 2 --plot arena.png", "arena.png"),
        ("replay game.json", ""),
        ("advise game.json --seconds 0.05", ""),
        ("scenario scenario.toml", ""),
        ("train rat-a-tat-cat --games 2 --output learnt.json", "learnt.json"),
        ("warm rat-a-tat-cat --for tables", ""),
    ],
)
def test_who_stops_reading_is_no_error_and_files_are_written(
    arguments: str, written: str, tmp_path: Path
) -> None:
    """As `purrlor simulate cattitude --plot shown.png | head` does."""
    record = game("cattitude").match(key=1).record()
    (tmp_path / "game.json").write_bytes(msgspec.json.encode(record))
    (tmp_path / "scenario.toml").write_text(
        'game = "cattitude"\nclause = "C1.1"\nsays = "Nothing."\n', encoding="utf-8"
    )
    done = unread(tmp_path, *arguments.split())
    assert done.returncode == 0, done.stderr
    assert "Error" not in done.stderr
    assert not written or (tmp_path / written).stat().st_size > 100
