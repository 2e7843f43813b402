"""Compilation: a cache that is never stale, the same source interpreted, and a quick start."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

import purrlor
from purrlor.core import contract
from purrlor.core.kernel import cache_folder, source_digest
from purrlor.testing.trail import trail

PACKAGE = Path(purrlor.__file__).parent
NAME = "rat-a-tat-cat"
FOLDER = "games/rat_a_tat_cat"


def python(code: str, *arguments: str, **environment: str) -> str:
    """Run code in a process of its own and return what it prints."""
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", code, *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


# The cache

DIGESTS = """
import json, sys
from pathlib import Path
from purrlor.core import kernel

HOMES = json.loads(sys.argv[3])
home = Path(sys.argv[1])
assert Path(kernel.__file__).is_relative_to(home), kernel.__file__

def digest():
    kernel.source_digest.cache_clear()
    return {home: kernel.source_digest(home) for home in ("", *HOMES)}

found = [digest()]
for file, added in json.loads(sys.argv[2]):
    path = home / file
    before = path.read_bytes() if path.exists() else None
    path.write_bytes((before or b"") + added.encode())
    found.append(digest())
    path.unlink() if before is None else path.write_bytes(before)
    assert digest() == found[0]
print(json.dumps(found))
"""
COMMENT = "\n# changed\n"
OWN, OTHER = FOLDER, "games/cattitude"
HOMES = ("core", OWN, OTHER, "bots", "sim")
ALL, NONE = set(HOMES), set[str]()
GENERIC = {"core", "bots", "sim"}
"""These lead to the kernels of any game."""
KERNEL = "from purrlor.core.kernel import kernel\n@kernel\ndef f(): ...\n"
CHANGES = [
    # file, what is added, whose kernels depend on it
    (f"{FOLDER}/rules.py", COMMENT, {OWN, *GENERIC}),  # kernels
    ("core/chance.py", COMMENT, ALL),
    ("sim/playout.py", COMMENT, {"sim"}),
    ("bots/players.py", COMMENT, {"bots", "sim"}),
    (f"{FOLDER}/codes.py", COMMENT, {OWN, *GENERIC}),  # constants: the module is imported
    (f"{FOLDER}/components.py", COMMENT, {OWN, *GENERIC}),  # names are imported, over many lines
    (f"{FOLDER}/new.py", KERNEL, {OWN, *GENERIC}),
    (f"{FOLDER}/new.py", "NUMBER = 3\n", NONE),  # nobody imports it
    (f"{FOLDER}/notation.py", COMMENT, NONE),
    (f"{FOLDER}/rules.md", COMMENT, NONE),
    ("cli/main.py", COMMENT, NONE),
    ("core/match.py", COMMENT, NONE),
    ("core/record.py", COMMENT, NONE),
    ("sim/plots.py", COMMENT, NONE),
    ("testing/conformance.py", COMMENT, NONE),
]
Digests = dict[str, str]


@pytest.fixture(scope="module")
def digests(tmp_path_factory: pytest.TempPathFactory) -> list[Digests]:
    """Return the digests of a copy of the package, then those with each change alone."""
    root = tmp_path_factory.mktemp("copy")
    shutil.copytree(PACKAGE, root / "purrlor", ignore=shutil.ignore_patterns("__pycache__"))
    wanted = json.dumps([change[:2] for change in CHANGES])
    printed = python(
        DIGESTS, str(root / "purrlor"), wanted, json.dumps(HOMES), PYTHONPATH=str(root)
    )
    found: list[Digests] = json.loads(printed)
    return found


def test_a_copy_has_the_same_digest(digests: list[Digests]) -> None:
    """It depends on what the sources say, not on where they lie."""
    assert digests[0] == {home: source_digest(home) for home in ("", *HOMES)}


@pytest.mark.parametrize("number", range(len(CHANGES)), ids=lambda n: f"{CHANGES[n][0]}-{n}")
def test_digest_changes_with_what_kernels_are_made_of(digests: list[Digests], number: int) -> None:
    changed = {home for home, one in digests[number + 1].items() if one != digests[0][home]}
    dependent = CHANGES[number][2]
    assert changed == dependent | ({""} if dependent else NONE)


def test_cache_folder_is_named_by_the_digest() -> None:
    assert cache_folder().name == f"kernels-{source_digest()}"
    assert cache_folder(OWN).name == f"games-rat_a_tat_cat-{source_digest(OWN)}"


def test_other_packages_keep_their_cache_folder() -> None:
    config: Any = numba.config
    assert config.CACHE_DIR == ""


SHUFFLE = """
import json
from purrlor.core.chance import chacha_block, new_chance, shuffled
from purrlor.core.kernel import cache_folder
order = shuffled(new_chance(bytes(32)), range(9))
stats = chacha_block.stats
print(json.dumps([order, sum(stats.cache_hits.values()), sum(stats.cache_misses.values())]))
"""


def test_second_process_compiles_nothing(tmp_path: Path) -> None:
    first = json.loads(python(SHUFFLE, PURRLOR_CACHE=str(tmp_path)))
    assert [folder.name for folder in tmp_path.iterdir()] == [cache_folder("core").name]
    kept = sorted(tmp_path.rglob("*.nb?"))
    second = json.loads(python(SHUFFLE, PURRLOR_CACHE=str(tmp_path)))
    assert kept
    assert sorted(tmp_path.rglob("*.nb?")) == kept
    assert second[0] == first[0]


# Interpreted

PLAY = """
import sys
import purrlor
from purrlor.testing.trail import trail
game = purrlor.game(sys.argv[1])
print(type(game.module("rules").apply).__name__)
print(*trail(game, None, key=3, steps=8))
"""


def test_interpreted_game_is_the_compiled_one() -> None:
    kind, digests = python(PLAY, NAME, NUMBA_DISABLE_JIT="1").splitlines()
    assert kind == "function"
    assert digests.split() == trail(purrlor.game(NAME), None, key=3, steps=8)
    assert len(digests.split()) == 9


def test_interpreted_process_leaves_no_cache(tmp_path: Path) -> None:
    python(PLAY, NAME, NUMBA_DISABLE_JIT="1", PURRLOR_CACHE=str(tmp_path))
    assert list(tmp_path.iterdir()) == []


# The start

HEAVY = "numpy numba llvmlite scipy matplotlib"
LOADED = """
import sys
from purrlor.cli.main import main
main(sys.argv[2:], standalone_mode=False)
print("loaded:", *(name for name in sys.argv[1].split() if name in sys.modules))
"""


@pytest.mark.parametrize("arguments", [["games"], ["games", NAME]], ids=" ".join)
def test_start_loads_nothing_heavy(arguments: list[str]) -> None:
    shown = python(LOADED, HEAVY, *arguments)
    assert shown.splitlines()[-1] == "loaded:"
    assert len(shown.splitlines()) > 5


def test_heavy_modules_would_be_noticed() -> None:
    assert "loaded: numpy numba" in python("import numba\n" + LOADED, HEAVY, "games", NAME)


# Record types


def fields(*names: str) -> "np.dtype[Any]":
    return np.dtype([(name, np.int8) for name in names])


def test_equal_record_types_cannot_be_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contract, "_implementations", {**contract._implementations})
    contract.implement(fields("is_tested", "seat"))
    for dtype in (fields("is_tested", "seat"), fields("is_tested", "other")):
        with pytest.raises(ValueError, match="'is_tested' is registered already"):
            contract.implement(dtype)


@pytest.mark.parametrize("name", purrlor.game_names())
def test_record_types_of_games_are_registered_once(name: str) -> None:
    kernels = purrlor.game(name).kernels
    for dtype in (kernels.state, kernels.observation):
        with pytest.raises(ValueError, match="is registered already"):
            contract.implement(dtype)


def test_record_type_begins_with_a_tag() -> None:
    for dtype in (fields("seat", "is_tested"), np.dtype(np.int8)):
        with pytest.raises(ValueError, match="tag field"):
            contract.implement(dtype)


def test_record_type_hides_nothing_of_interpreted_records() -> None:
    with pytest.raises(ValueError, match="fields named item, take"):
        contract.implement(fields("is_tested_too", "item", "take"))
    assert "is_tested_too" not in contract._implementations


def test_marks_hold_for_one_place_of_the_sources(tmp_path: Path) -> None:
    """Numba compiles anew for a copy elsewhere, though its sources have the same digest."""
    without = shutil.ignore_patterns("client", "__pycache__")
    shutil.copytree(PACKAGE, tmp_path / "purrlor", ignore=without)
    code = (
        "import purrlor; from purrlor.core.kernel import source_digest;"
        "from purrlor.sim.compiled import is_warm, mark_warm;"
        f"game = purrlor.game('{NAME}'); print(source_digest(), is_warm(game));"
        "mark_warm(game, 'referee'); print(is_warm(game))"
    )
    cache = str(tmp_path / "cache")
    here = python(code, PURRLOR_CACHE=cache, PYTHONPATH=str(PACKAGE.parent)).split()
    there = python(code, PURRLOR_CACHE=cache, PYTHONPATH=str(tmp_path)).split()
    assert here == there
    assert here[1:] == ["False", "True"]


# Compiling behind the scenes

WARM_LATER = """
import multiprocessing, time
from purrlor.cli.warm import warm_later

if __name__ == "__main__":
    warm_later(["rat-a-tat-cat"])
    print(multiprocessing.active_children()[0].pid, flush=True)
    time.sleep(600)
"""


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="looks into /proc")
def test_compiling_ends_with_the_server_that_began_it(tmp_path: Path) -> None:
    """However it ended: else every server that is killed leaves a busy process behind."""
    script = tmp_path / "serve.py"
    script.write_text(WARM_LATER, encoding="utf-8")
    environment = {**os.environ, "PURRLOR_CACHE": str(tmp_path)}
    with subprocess.Popen(
        [sys.executable, script], env=environment, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        command = Path(f"/proc/{server.stdout.readline().strip()}/cmdline")
        time.sleep(3)
        assert command.read_bytes()
        server.kill()
    until = time.monotonic() + 30
    while command.exists() and command.read_bytes():
        assert time.monotonic() < until, "it goes on compiling"
        time.sleep(0.1)
