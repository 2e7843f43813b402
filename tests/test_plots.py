"""Pictures: what they leave out, and what they say of themselves."""

from pathlib import Path

import numpy as np

from purrlor import game
from purrlor.sim.plots import borders, plot_simulation
from purrlor.sim.simulate import Simulation
from purrlor.sim.tables import RESULT


def test_no_result_is_cut_off_a_picture() -> None:
    for values in (np.array([0, 3, 3, 5000]), np.arange(41), np.array([7]), np.arange(-5, 200)):
        bins = borders(values)
        assert np.histogram(values, bins)[0].sum() == len(values)
        assert len(bins) <= 41


def test_a_picture_says_which_games_it_shows(tmp_path: Path) -> None:
    found = game("rat-a-tat-cat")
    options = found.read_options({"players": 3, "memory_aid": True})
    results = np.zeros(10, RESULT).view(np.recarray)
    results.places[:] = 1
    counts = np.zeros((10, len(found.statistics)), np.int64)
    simulation = Simulation(found, options, bytes(32), "policy", results, counts)
    path = tmp_path / "games.svg"
    plot_simulation(simulation, path)
    said = path.read_text(encoding="utf-8")
    for words in ("Rat-a-Tat Cat, 3 players: 10 games", "memory_aid = true", bytes(32).hex()):
        assert words in said
