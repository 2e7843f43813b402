"""Simulations: chunks that nobody notices, and intervals that are right."""

import signal
import threading
import time
from collections.abc import Iterator

import numpy as np
import pytest
from scipy.stats import binomtest, chisquare

from purrlor import game
from purrlor.sim.chunks import SECONDS, play_in_chunks
from purrlor.sim.estimates import best_seats, doubt_of_equality
from purrlor.sim.playout import play_games
from purrlor.sim.simulate import Simulation, simulate
from purrlor.sim.summary import share_interval
from purrlor.sim.tables import RESULT, new_table

NAME = "rat-a-tat-cat"
ROYAL = game("cat-royal")


def shares_with(winners: list[list[int]], **options: object) -> Simulation:
    """Return a simulation of Cat Royal of which only the winners of each game are known."""
    read = ROYAL.read_options(options)
    results = np.zeros(len(winners), RESULT).view(np.recarray)
    results.places[:] = 2
    for number, seats in enumerate(winners):
        results.places[number, seats] = 1
    counts = np.zeros((len(winners), len(ROYAL.statistics)), np.int64)
    return Simulation(ROYAL, read, bytes(32), "policy", results, counts)


def test_games_are_the_same_whatever_the_chunks() -> None:
    found = game(NAME)
    options = found.read_options({"players": 2, "rounds": 1})
    whole = np.zeros(40, RESULT).view(np.recarray)
    counts = np.zeros((40, len(found.statistics)), np.int64)
    seats = np.array([1, 2], np.int64)  # the policy, and a short search
    cap = found.simulation_cap(options)
    play_games(new_table(found, options, bytes(32)), seats, 0, 40, cap, whole, counts)
    cut = simulate(found, options, games=40, players="policy,search-2", key=bytes(32), threads=2)
    assert all(np.array_equal(whole[name], cut.results[name]) for name in RESULT.names or ())
    assert np.array_equal(counts, cut.counts)


def test_the_first_game_is_played_alone_and_every_game_once() -> None:
    played: list[tuple[int, int]] = []
    done = list(play_in_chunks(lambda first, count: played.append((first, count)), 100_000, 3))
    assert played[0] == (0, 1)
    assert sum(done) == 100_000
    ends = 0
    for first, count in sorted(played):
        assert first == ends
        ends = first + count
    assert ends == 100_000


def test_slow_games_are_told_one_by_one_and_played_on_all_threads() -> None:
    names = set()

    def play(first: int, count: int) -> None:
        names.add(threading.current_thread().name)
        time.sleep(1.2 * SECONDS * count)

    assert list(play_in_chunks(play, 6, 2)) == [1] * 6
    assert len(names) == 2


@pytest.fixture
def unending() -> Iterator[threading.Event]:
    event = threading.Event()
    yield event
    event.set()


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Let Ctrl-C interrupt, even if whoever started the tests ignores it, as `nohup` does."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_who_interrupts_does_not_wait_for_a_game(unending: threading.Event) -> None:
    def play(first: int, count: int) -> None:
        unending.wait(30)

    main = threading.main_thread().ident
    assert main is not None
    timer = threading.Timer(0.3, signal.pthread_kill, (main, signal.SIGINT))
    timer.start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        list(play_in_chunks(play, 5, 2))
    assert time.monotonic() - began < 5


def test_what_goes_wrong_in_a_game_is_raised() -> None:
    def play(first: int, count: int) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        list(play_in_chunks(play, 5, 2))


def test_whole_wins_have_wilsons_interval() -> None:
    shares = np.array([1.0] * 30 + [0.0] * 70)
    exact = binomtest(30, 100).proportion_ci(0.95, "wilson")
    assert share_interval(shares) == pytest.approx((exact.low, exact.high), abs=1e-4)
    assert share_interval(np.zeros(50))[0] == 0
    assert share_interval(np.zeros(50))[1] == pytest.approx(0.0713, abs=1e-3)


def test_shared_wins_tell_as_much_as_they_vary() -> None:
    """Ties vary less than wins; partners win together, each half, as whole wins of two teams."""
    chance = np.random.default_rng(1)
    means = chance.choice([0.0, 0.5, 1.0], (4000, 200), p=[0.2, 0.6, 0.2])
    held = [low <= 0.5 <= high for low, high in map(share_interval, means)]
    assert 0.93 < np.mean(held) < 0.97  # 4,000 tries: the error of the mean is 0.0035
    low, high = share_interval(np.array([0.5] * 40 + [0.0] * 60), winners=2)
    exact = binomtest(40, 100).proportion_ci(0.95, "wilson")
    assert (2 * low, 2 * high) == pytest.approx((exact.low, exact.high), abs=1e-4)


def test_one_tie_proves_little() -> None:
    low, high = share_interval(np.array([0.5]))
    assert low < 0.2
    assert high > 0.8


def test_equality_of_two_seats_is_tested_as_by_pearson() -> None:
    simulation = shares_with([[0]] * 60 + [[1]] * 40, players=2)
    assert doubt_of_equality(simulation) == pytest.approx(chisquare([60, 40]).pvalue)


def test_partners_are_one_when_equality_is_tested() -> None:
    simulation = shares_with([[0, 2]] * 60 + [[1, 3]] * 40, players=4, partners=True)
    assert doubt_of_equality(simulation) == pytest.approx(chisquare([60, 40]).pvalue)
    assert best_seats(simulation) == [0, 2]


def test_games_that_all_share_are_equal() -> None:
    assert doubt_of_equality(shares_with([[0, 1]] * 50, players=2)) == 1


def test_a_simulation_is_shown_in_a_line() -> None:
    simulation = shares_with([[0]] * 1200, players=2)
    assert repr(simulation) == "<Simulation of cat-royal, 1,200 games: policy, policy>"
