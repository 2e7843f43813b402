"""Every example runs, with quick settings, and says what it is meant to say."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent.parent / "examples"
RUNS = {
    "train_dqn.py": (["--episodes", "2", "--measured", "2"], "of 2 games against random play"),
    "own_bot.py": (["--deals", "5"], "__main__:Timid"),
    "balance_study.py": (["--games", "20", "--out", "balance.png"], "Wrote balance.png"),
}
SOLVER = "solve_tiny_rat_a_tat_cat.py"


def test_no_example_is_left_out() -> None:
    assert {path.name for path in FOLDER.glob("*.py")} == {*RUNS, SOLVER}


def said(folder: Path, *words: str) -> str:
    """Run a program that may import the examples; return what it printed."""
    paths = filter(None, [str(FOLDER), os.environ.get("PYTHONPATH")])
    run = subprocess.run(
        [sys.executable, *words],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        timeout=600,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.mark.parametrize("name", RUNS)
def test_example(name: str, tmp_path: Path) -> None:
    words, expected = RUNS[name]
    assert expected in said(tmp_path, str(FOLDER / name), *words)


def test_cfr_comes_closer_to_perfect_play(tmp_path: Path) -> None:
    printed = said(tmp_path, str(FOLDER / SOLVER), "--iterations", "3")
    assert "11,219 information states" in printed
    first, last = map(float, re.findall(r"exploitability (\d\.\d+)", printed))
    assert 0 < last < 0.8 * first


LEARNT = """
import jax, numpy
from flax import nnx
from open_spiel.python import rl_environment
import train_dqn

def weights(learner):
    return [numpy.array(part) for part in jax.tree.leaves(nnx.state(learner._q_network, nnx.Param))]

environment = rl_environment.Environment("purrlor_rat_a_tat_cat", players=2, rounds=1)
learner = train_dqn.new_learner(environment, episodes=90, seed=1)
before = weights(learner)
train_dqn.train(environment, learner, 90)
changed = sum((old != new).any() for old, new in zip(before, weights(learner), strict=True))
print(f"{changed} of {len(before)} layers changed")
"""


def test_the_network_learns(tmp_path: Path) -> None:
    """Its memory fills, it foretells results, and every layer of it changes."""
    printed = said(tmp_path, "-c", LEARNT)
    moves = [int(count.replace(",", "")) for count in re.findall(r"([\d,]+) moves", printed)]
    assert moves[-1] > 200
    assert moves == sorted(moves)
    assert re.search(r"loss \d+\.\d+\n6 of 6 layers changed", printed)
