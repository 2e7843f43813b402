"""Games of other packages, found by their entry points as they are installed."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

KUHN = Path(__file__).parent / "kuhn_poker"
METADATA = "Metadata-Version: 2.1\nName: kuhn-poker\nVersion: 1.0\n"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder with an installed package: its files, and the record that installers leave."""
    site = tmp_path / "site"
    shutil.copytree(KUHN, site / "kuhn_poker", ignore=shutil.ignore_patterns("__pycache__"))
    install(site, "kuhn-poker = kuhn_poker:GAME")
    return site


def install(site: Path, *entries: str) -> None:
    """Write what an installer writes about a package and its entry points."""
    record = site / "kuhn_poker-1.0.dist-info"
    record.mkdir(exist_ok=True)
    (record / "METADATA").write_text(METADATA, encoding="utf-8")
    points = "\n".join(["[purrlor.games]", *entries, ""])
    (record / "entry_points.txt").write_text(points, encoding="utf-8")


def run(site: Path, *words: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, *words],
        env={**os.environ, "PYTHONPATH": str(site), "NUMBA_DISABLE_JIT": "1", **environment},
        capture_output=True,
        text=True,
        check=False,
        cwd=site.parent,
        timeout=300,
    )


def test_a_game_of_another_package_is_one_of_the_games(site: Path) -> None:
    shown = run(site, "-m", "purrlor", "games").stdout
    assert "Kuhn poker (kuhn-poker), 2 to 2 players" in shown
    assert "(cat-royal)" in shown


def test_it_is_simulated_like_any_other(site: Path) -> None:
    words = ("simulate", "kuhn-poker", "--games", "12", "--policy", "random", "--json")
    done = run(site, "-m", "purrlor", *words)
    assert json.loads(done.stdout)["game"] == "kuhn-poker", done.stderr
    assert json.loads(done.stdout)["games"] == 12


def test_it_has_no_board_and_so_no_table(site: Path) -> None:
    code = "from purrlor.core import discovery as d; print(d.game_names(), d.built_in_names())"
    names, _, built_in = run(site, "-c", code).stdout.partition(") (")
    assert "kuhn-poker" in names
    assert "cattitude" in built_in
    assert "kuhn-poker" not in built_in


def test_it_cannot_take_the_place_of_a_game_of_ours(site: Path) -> None:
    install(site, "cattitude = kuhn_poker:GAME")
    code = "import purrlor; print(purrlor.game('cattitude').title)"
    assert run(site, "-c", code).stdout == "Cattitude\n"


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("poker = kuhn_poker:GAME", "is the game 'kuhn-poker'"),
        ("kuhn-poker = kuhn_poker:Game", "is no game"),
        ("kuhn-poker = kuhn_poker:NOTHING", "cannot be loaded"),
        ("kuhn-poker = poker_that_was_removed:GAME", "cannot be loaded"),
    ],
)
def test_an_entry_point_that_promises_too_much_is_refused(
    site: Path, entry: str, said: str
) -> None:
    install(site, entry)
    done = run(site, "-m", "purrlor", "games", entry.partition(" ")[0])
    assert done.returncode == 2
    assert said in " ".join(done.stderr.split())


DIGESTS = """
import json
from purrlor.core.kernel import cache_folder, source_digest
import kuhn_poker.rules
home = kuhn_poker.rules.__file__.rpartition("/")[0]
homes = ("", "core", "bots", "sim", "rl", "games/cattitude", home)
print(json.dumps({one: source_digest(one) for one in homes}))
print(cache_folder(home).name)
"""


def test_compiled_rules_are_never_older_than_the_package(site: Path) -> None:
    """What its kernels call is part of their digest, and of that of all generic kernels."""
    printed = run(site, "-c", DIGESTS).stdout.splitlines()
    before = json.loads(printed[0])
    assert printed[1].startswith("kuhn_poker-")
    codes = site / "kuhn_poker" / "codes.py"
    codes.write_text(codes.read_text(encoding="utf-8") + "# changed\n", encoding="utf-8")
    after = json.loads(run(site, "-c", DIGESTS).stdout.splitlines()[0])
    changed = {home for home in before if before[home] != after[home]}
    assert changed == set(before) - {"games/cattitude"}
