"""Every example runs, with quick settings, and says what it is meant to say."""

import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent.parent / "examples"
RUNS = {
    "train_dqn.py": (["--episodes", "20", "--measured", "5"], "games against random play"),
    "solve_tiny_rat_a_tat_cat.py": (["--sampled", "--iterations", "2"], "information states"),
    "own_bot.py": (["--deals", "5"], "__main__:Timid"),
    "balance_study.py": (["--games", "20", "--out", "balance.png"], "Wrote balance.png"),
}


def test_no_example_is_left_out() -> None:
    assert {path.name for path in FOLDER.glob("*.py")} == set(RUNS)


@pytest.mark.parametrize("name", RUNS)
def test_example(name: str, tmp_path: Path) -> None:
    words, expected = RUNS[name]
    run = subprocess.run(
        [sys.executable, str(FOLDER / name), *words],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        timeout=300,
    )
    assert run.returncode == 0, run.stderr
    assert expected in run.stdout
