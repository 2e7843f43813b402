"""Every command that the documents show is run, as it is shown.

What takes long is run with less of it, and says so here; what needs a network, another machine or a
person is named with its reason. A command that stands in no list fails the test.
"""

import re
import shlex
import signal
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest
from served import Served

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)


def commands_in(block: str) -> list[str]:
    """Return the commands of a block, without their comments."""
    lines = block.replace("\\\n", " ").splitlines()
    bare = [re.sub(r"(^|\s)#.*", "", line).strip() for line in lines]
    return [" ".join(line.split()) for line in bare if line]


BLOCKS = [
    (page, number, commands_in(block))
    for page in PAGES
    for number, block in enumerate(FENCE.findall(page.read_text(encoding="utf-8")))
]
SHOWN = {command for _, _, commands in BLOCKS for command in commands}


class Run(NamedTuple):
    """How a command is run, if not just as it is shown."""

    instead: str = ""
    """With less of it, or with files of its own."""
    typed: str = ""
    """What a person would type."""
    says: str = ""
    """What it must print."""
    writes: str = ""
    """What it must write."""


RUNS = {
    "purrlor games": Run(says="memory_aid"),
    "purrlor play cat-royal --players 4": Run(typed="1\n" * 6 + "q\n", says="You left the table."),
    "purrlor play rat-a-tat-cat --save game.json": Run(
        "purrlor play rat-a-tat-cat --save game.json --key 5",
        typed="1\n" * 30 + "q\n",
        writes="game.json",
    ),
    "purrlor replay game.json --seat 1": Run(says="— step 14"),
    "purrlor simulate rat-a-tat-cat --players 4 --games 100000 "
    "--policy policy,random,random,random": Run(
        "purrlor simulate rat-a-tat-cat --players 4 --games 200 "
        "--policy policy,random,random,random",
        says="win share",
    ),
    "purrlor simulate cattitude --plot cattitude.png": Run(
        "purrlor simulate cattitude --plot cattitude.png --games 200", writes="cattitude.png"
    ),
    "purrlor tournament cattitude --plot arena.png": Run(
        "purrlor tournament cattitude --plot arena.png --games 10", writes="arena.png"
    ),
    "purrlor tournament cattitude --entrants random,policy --games 2000 --out arena.json "
    "--plot arena.png": Run(
        "purrlor tournament cattitude --entrants random,policy --games 10 --out arena.json "
        "--plot arena.png",
        writes="arena.games.jsonl",
    ),
    "purrlor advise game.json --step 14": Run(says="because"),
    "purrlor advise game.json --step 14 --seconds 2": Run(
        "purrlor advise game.json --step 14 --seconds 0.2", says="because"
    ),
    "purrlor train cattitude": Run(
        "purrlor train cattitude --games 100 --output learnt.json", writes="learnt.json"
    ),
    "purrlor scenario src/purrlor/games": Run(says="scenarios hold."),
    "purrlor warm": Run(says="All is compiled in"),
}
LONG = {
    "purrlor analyse cat-royal --out balance": Run(
        "purrlor analyse cat-royal --out balance --games 10", writes="balance/report.md"
    ),
    "purrlor analyse rat-a-tat-cat --games 20000 --out balance": Run(
        "purrlor analyse rat-a-tat-cat --games 10 --out balance", writes="balance/report.md"
    ),
    "purrlor tournament cat-royal --entrants random,policy --runner ray --address HOST:6379": Run(
        "purrlor tournament cat-royal --entrants random,policy --runner ray --games 2",
        says="vs random",
    ),
    "python bench/exploitability.py --players policy,random": Run(
        "python bench/exploitability.py --players policy,random --games cat-royal",
        says="exploitability",
    ),
}
"""These compile or play for minutes."""
SERVED = {"purrlor serve --host 0.0.0.0"}
"""A server is started, asked whether it is ready, and stopped."""
MADE = {"make play", "make test"}
"""Make is asked whether it knows how: to do it would set up what the tests run in."""
INSTALLED = {
    "pip install 'purrlor[rl]'",
    "pip install 'purrlor[rl,learn]'",
    "pip install 'purrlor[ray]'",
}
"""A network is needed; the extras must exist."""
ELSEWHERE = {
    "npm ci --prefix web && npm run build --prefix web",
    "uv sync --locked --no-dev",
    "uv run --no-dev purrlor serve --host 0.0.0.0 --open",
    "uv run --group dev pytest",
    "git clone REPOSITORY purrlor && cd purrlor && make setup",
    "UV_PROJECT_ENVIRONMENT=/opt/purrlor/.venv .venv/bin/uv sync --locked --no-dev --no-editable",
    "cp deploy/purrlor.service /etc/systemd/system/",
    "systemctl enable --now purrlor",
    "docker compose exec -T postgres pg_dump -U purrlor -Fc -n purrlor purrlor > purrlor.dump",
    "docker compose stop node-1 node-2",
    "docker compose exec -T postgres pg_restore -U purrlor --clean --if-exists -d purrlor "
    "< purrlor.dump",
    "docker compose start node-1 node-2",
    'eval "$(_PURRLOR_COMPLETE=bash_source purrlor)"',
}
"""They install or change the machine itself: for a host or a shell, not for a test."""


def test_every_command_that_is_shown_is_known() -> None:
    known = {*RUNS, *LONG, *SERVED, *MADE, *INSTALLED, *ELSEWHERE}
    assert SHOWN - known == set(), "say here how these are run"
    assert known - SHOWN == set(), "no document shows these"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder that looks like the top of the repository."""
    for name in ("src", "bench"):
        (tmp_path / name).symlink_to(ROOT / name)
    return tmp_path


def run(folder: Path, command: str, how: Run) -> None:
    words = shlex.split(how.instead or command)
    programs = {"purrlor": ["-m", "purrlor"], "python": []}
    done = subprocess.run(
        [sys.executable, *programs[words[0]], *words[1:]],
        input=how.typed,
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        timeout=900,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
    assert how.says in done.stdout, command
    assert not how.writes or (folder / how.writes).stat().st_size > 0, command


RUN_BLOCKS = [block for block in BLOCKS if not RUNS.keys().isdisjoint(block[2])]


@pytest.mark.parametrize(
    ("page", "number", "commands"),
    RUN_BLOCKS,
    ids=[f"{page.name}-{n}" for page, n, _ in RUN_BLOCKS],
)
def test_commands_do_what_is_shown(
    folder: Path, page: Path, number: int, commands: list[str]
) -> None:
    """One block after another in a folder of its own: a command may need what another one wrote."""
    for command in commands:
        if command in RUNS:
            run(folder, command, RUNS[command])


@pytest.mark.long
@pytest.mark.parametrize("command", LONG)
def test_a_long_command_does_what_is_shown(folder: Path, command: str) -> None:
    run(folder, command, LONG[command])


@pytest.mark.parametrize("command", sorted(SERVED))
def test_a_server_starts_and_stops(tmp_path: Path, command: str) -> None:
    served = Served(tmp_path, *shlex.split(command)[2:]).start()
    assert served.stop() in (0, -signal.SIGTERM)
    assert "Traceback" not in served.log


@pytest.mark.parametrize("command", sorted(MADE))
def test_make_knows_how(command: str) -> None:
    done = subprocess.run(
        [*command.split(), "--dry-run"], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr


def test_extras_that_are_installed_exist() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for command in INSTALLED:
        named = re.findall(r"purrlor\[(.+)\]", command)[0].split(",")
        assert set(named) <= set(project["optional-dependencies"])
