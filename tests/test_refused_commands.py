"""Bad input to the commands: exit code 2, one sentence on standard error, no traceback."""

import json
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import purrlor
from purrlor import Refusal
from purrlor.cli.main import main
from purrlor.core.refusals import ScenarioRefused
from purrlor.core.scenario import read_scenario
from purrlor.sim.plots import check_plot
from refusing import sentence_of

NAME = "rat-a-tat-cat"
COMMAND = "from purrlor.cli.main import main; main()"


def run(*arguments: object, typed: str = "") -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], input=typed)


def refused(*arguments: object, typed: str = "") -> str:
    """Return the sentence with which a command is refused: exit code 2, no traceback."""
    result = run(*arguments, typed=typed)
    assert isinstance(result.exception, SystemExit), repr(result.exception)
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output
    error = result.stderr.strip().rpartition("Error: ")[2]
    assert error.endswith(".")
    return " ".join(error.split())


@pytest.mark.parametrize("command", ["games", "play", "simulate", "warm"])
def test_command_with_an_unknown_game(command: str) -> None:
    assert "there are cat-royal" in refused(command, "chess")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--players", "9"), "from 2 to 6"),
        (("--option", "players=1"), "from 2 to 6"),
        (("--option", "rounds=99"), "from 1 to 50"),
        (("--option", "rounds=--5"), "from 1 to 50"),
        (("--option", "rounds=²"), "from 1 to 50"),
        (("--option", "rounds=" + "9" * 5000), "from 1 to 50"),
        (("--option", "rounds.cats=3"), "from 1 to 50"),
        (("--option", "rounds=3", "--option", "rounds.cats=3"), "rounds"),
        (("--option", "end=never"), "'rounds' or 'time' or 'points'"),
        (("--option", "cats=9"), "There is no option 'cats'"),
        (("--option", "rounds"), "NAME=VALUE"),
        (("--policy", "einstein"), "random, policy"),
        (("--policy", "random,policy,random"), "2 by seat"),
        (("--policy", "policy, "), "random, policy"),
        (("--key", "cat"), "64 hex digits"),
        (("--key", "-1"), "64 hex digits"),
    ],
    ids=lambda value: str(value)[:50],
)
@pytest.mark.parametrize("command", ["simulate", "play"])
def test_command_with_bad_options(command: str, arguments: tuple[str, ...], said: str) -> None:
    assert said in refused(command, NAME, *arguments)


def test_simulate_with_bad_numbers() -> None:
    assert "--games" in refused("simulate", NAME, "--games", "0")
    assert "--threads" in refused("simulate", NAME, "--threads", "0")


def test_simulate_for_all_numbers_of_players_refuses_before_it_plays() -> None:
    given = ("cattitude", "--players", "all", "--policy", "kitten,policy", "--games", 10**9)
    assert "3 by seat" in refused("simulate", *given)


def test_plot_to_a_missing_folder(tmp_path: Path) -> None:
    path = tmp_path / "missing" / "plot.png"
    assert "no folder" in refused("simulate", NAME, "--games", "5", "--plot", path)
    assert not path.parent.exists()


@pytest.mark.parametrize("seat", [2, -1])
def test_play_at_a_missing_seat(seat: int) -> None:
    assert "0 to 1" in refused("play", NAME, "--seat", seat)


def test_save_where_nothing_can_be_written(tmp_path: Path) -> None:
    """Before the game, not after it."""
    for path in (tmp_path / "missing" / "game.json", tmp_path):
        result = run("play", NAME, "--save", path, typed="q\n")
        assert result.exit_code == 2, result.output
        assert "Your choice" not in result.stdout


def test_save_over_another_file(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(b"cats")
    assert "--force" in refused("play", NAME, "--save", path)
    assert path.read_bytes() == b"cats"


def test_an_option_that_is_a_table() -> None:
    said = refused("play", "cattitude", "--option", 'values={"turkey": 3}')
    assert "--option values." in said


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    words: dict[str, Any] = json.loads(purrlor.game(NAME).match(key=5).record().json())
    return words


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"cats", "not a record"),
        (bytes(range(256)), "not a record"),
        (b"[" * 100_000, "not a record"),
        ({"game": "chess"}, "no game 'chess'"),
        ({"schema": 2}, "a newer Purrlor"),
        ({"rules_version": 99}, "rules version 99"),
        ({"opening_digest": "0"}, "The deal differs"),
        ({"given": {"draw_pile": ["peek"] * 4}}, "not so many copies"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_replay_of_a_bad_record(
    record: dict[str, Any], content: bytes | dict[str, Any], said: str, tmp_path: Path
) -> None:
    path = tmp_path / "game.json"
    if isinstance(content, dict):
        content = json.dumps(record | content).encode()
    path.write_bytes(content)
    assert said in refused("replay", path)


def test_advice_with_bad_words(record: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    assert "a number is needed" in refused("advise", path, "--seconds", "nan")
    assert "0 to 1" in refused("advise", path, "--seat", "-1")


def test_replay_of_a_missing_file(tmp_path: Path) -> None:
    assert "No such file" in refused("replay", tmp_path / "game.json")
    assert "directory" in refused("replay", tmp_path)


def test_replay_with_the_eyes_of_a_missing_seat(record: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    assert run("replay", path, "--seat", "1").exit_code == 0
    assert "0 to 1" in refused("replay", path, "--seat", "2")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("[given]\ndiscard_pile = ['0', '0', '0', '0', '0']", "not so many copies"),
        ("[given]\nrows = 3", "not a position"),
        ("[options]\nplayers = 9", "from 2 to 6"),
        ("seed = -1", "key"),
    ],
)
def test_scenario_that_cannot_begin(words: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "some.toml"
    path.write_text(HEAD + words, encoding="utf-8")
    assert said in refused("scenario", path)


def test_scenario_that_does_not_hold_is_no_bad_input(tmp_path: Path) -> None:
    path = tmp_path / "some.toml"
    path.write_text(HEAD + "[[step]]\nexpect = {dealer = 1}", encoding="utf-8")
    result = run("scenario", path)
    assert result.exit_code == 1
    assert "dealer: expected 1, found 0" in result.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ("simulate", "chess"),
        ("simulate", NAME, "--players", "9"),
        ("replay", "missing.json"),
        ("purr",),
    ],
    ids=" ".join,
)
def test_command_as_a_process(arguments: tuple[str, ...]) -> None:
    run = subprocess.run(
        [
            sys.executable,
            "-W",
            "error",
            "-c",
            COMMAND,
            *arguments,
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 2
    assert run.stdout == ""
    assert "Error: " in run.stderr
    assert "Traceback" not in run.stderr


# Scenarios and pictures

HEAD = f'game = "{NAME}"\nclause = "R1.1"\nsays = "Something."\n'
NO_SCENARIOS = {
    "empty": "",
    "text": "cats are nice",
    "binary": "\x00\x01",
    "no clause": f'game = "{NAME}"',
    "another word": HEAD + "cats = 9",
    "seed": HEAD + 'seed = "cat"',
    "step without a verb": HEAD + "[[step]]\nseat = 0",
    "step with two verbs": HEAD + "[[step]]\nplay = {type = 'ready'}\nexpect = {turn = 0}",
    "step with another word": HEAD + "[[step]]\ncats = 9",
    "legal without a seat": HEAD + "[[step]]\nlegal = {has = []}",
    "legal with another word": HEAD + "[[step]]\nlegal = {seat = 0, hass = []}",
    "legal is a number": HEAD + "[[step]]\nlegal = 3",
    "legal has a number": HEAD + "[[step]]\nlegal = {seat = 0, has = 3}",
    "view is a number": HEAD + "[[step]]\nview = 3",
    "expect is a number": HEAD + "[[step]]\nexpect = 3",
    "deep": HEAD + "options = " + "[" * 5000,
}


@pytest.mark.parametrize("name", NO_SCENARIOS)
def test_file_that_is_no_scenario(name: str, tmp_path: Path) -> None:
    path = tmp_path / "some.toml"
    path.write_text(NO_SCENARIOS[name], encoding="utf-8")
    assert str(path) in sentence_of(ScenarioRefused, lambda: read_scenario(path))
    assert str(path) in refused("scenario", path)


def test_scenario_file_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes(b"says = '\xe9'")
    for path in (tmp_path / "missing.toml", tmp_path / "latin.toml", tmp_path):
        assert str(path) in sentence_of(ScenarioRefused, partial(read_scenario, path))


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("missing/plot.png", "no folder"),
        ("plot.bmp", ".png"),
        ("plot", ".png"),
        ("folder.png", "folder"),
    ],
)
def test_picture_that_cannot_be_drawn(path: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "folder.png").mkdir()
    assert said in sentence_of(Refusal, lambda: check_plot(tmp_path / path))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--public-url", "cats.example.org"), "https://HOST"),
        (("--metrics", "9100"), "127.0.0.1:9100"),
        (("--metrics", "localhost:70000"), "127.0.0.1:9100"),
        (("--bot-pause", "nan"), "a number is needed"),
        (("--grace", "inf"), "a number is needed"),
        (("--tls-cert", "/etc/hostname", "--tls-key", "/etc/hostname"), "are no certificate"),
    ],
)
def test_serve_with_bad_words(arguments: tuple[str, ...], said: str, tmp_path: Path) -> None:
    kept = ("--database", f"sqlite:///{tmp_path / 'purrlor.db'}")
    assert said in refused("serve", *kept, *arguments)
