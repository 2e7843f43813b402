"""Tournaments: fair seats, common deals, identical games wherever they are played."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import msgspec
import numpy as np
import pytest
from click.testing import CliRunner, Result
from scipy.optimize import minimize

from purrlor import game, game_names
from purrlor.bots.bot import Bot
from purrlor.bots.levels import PLAYERS
from purrlor.cli.main import main
from purrlor.core.refusals import Refusal
from purrlor.sim.journal import Journal, Plan
from purrlor.sim.ratings import ELO, PRIOR, Elo, elo_of, least_share, ratings
from purrlor.sim.runners import Threads
from purrlor.sim.seatings import SEATINGS, lineups_of
from purrlor.sim.simulate import simulate
from purrlor.sim.standings import Rating, Standings, standings
from purrlor.sim.tournament import Tournament, hold, plan_tournament
from purrlor.sim.tournament_plot import plot_standings


class First:
    """A bot of somebody else: always the first number it is shown."""

    def __init__(self, key: bytes) -> None:
        assert len(key) == 32

    def decide(self, observation: object, numbers: list[int]) -> int:
        return numbers[0]


class Liar(First):
    """Answers with something it was not shown."""

    def decide(self, observation: object, numbers: list[int]) -> int:
        return 10**6


class Crashing(First):
    """Fails somewhere inside."""

    def decide(self, observation: object, numbers: list[int]) -> int:
        raise LookupError("no idea")


class Mute:
    """Makes something that decides nothing."""

    def __init__(self, key: bytes) -> None:
        pass


class Keyless:
    """Wants no key."""

    def decide(self, observation: object, numbers: list[int]) -> int:
        return numbers[0]


def policy(key: bytes) -> Bot:
    """The policy, as somebody else would bring it."""
    return Bot(PLAYERS["policy"], key)


def plan(name: str = "rat-a-tat-cat", entrants: str = "random,policy", **options: int) -> Plan:
    return plan_tournament(game(name), options, entrants=entrants, key=3)


def play(
    plan: Plan, deals: int = 20, threads: int = 1, journal: Journal | None = None
) -> Tournament:
    return hold(plan, deals=deals, runner=Threads(threads), journal=journal, resume=True)


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(main, ["tournament", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    return result


@pytest.mark.parametrize("seating", SEATINGS)
@pytest.mark.parametrize("players", range(2, 7))
def test_both_of_a_pair_sit_everywhere_equally_often(players: int, seating: str) -> None:
    found = lineups_of(("a", "b", "c"), players, seating)
    assert len(found) == len(set(found))
    for pair in (("a", "b"), ("a", "c"), ("b", "c")):
        of_pair = [lineup.seats for lineup in found if lineup.pair == pair]
        for seat in range(players):
            counts = Counter(seats[seat] for seats in of_pair)
            assert counts[pair[0]] == counts[pair[1]] > 0
            assert set(counts) == set(pair)


@pytest.mark.parametrize("name", game_names())
def test_every_line_up_is_dealt_the_same_cards(name: str) -> None:
    found = play(plan(name, f"policy,{__name__}:policy"), 3)
    # The two are one player by two names, so nothing but the cards can make a difference.
    assert np.array_equal(found.points[0], found.points[1])
    assert not np.array_equal(found.points[0, 0], found.points[0, 1])


def test_rat_a_tat_cat_is_the_same_compiled_and_hosted() -> None:
    """On average: of equals the policy takes one by chance of its own."""
    hosted = play(plan("rat-a-tat-cat", f"policy,{__name__}:policy"), 100).points[0]
    simulated = simulate(
        game("rat-a-tat-cat"), None, games=4000, players="policy", key=3, threads=1
    ).results
    compiled = simulated.points[:, :2]
    error = np.hypot(hosted.std() / np.sqrt(hosted.size), compiled.std() / np.sqrt(compiled.size))
    assert abs(hosted.mean() - compiled.mean()) < 5 * error
    assert abs(hosted.std() / compiled.std() - 1) < 0.2


def test_the_better_player_has_the_better_rating() -> None:
    found = standings(play(plan("cattitude"), 40))
    assert [rating.entrant for rating in found.ratings] == ["policy", "random"]
    (pair,) = found.pairs
    assert pair.pair == ("random", "policy")
    assert 0 <= pair.share.low <= pair.share.value <= pair.share.high < 0.5
    assert pair.wins + pair.losses + pair.ties == found.games == 80
    assert found.matrix["policy"]["random"] == pytest.approx(1 - pair.share.value)
    assert pair.points.high < 0


def test_a_player_against_itself_by_another_name_gets_half() -> None:
    found = standings(play(plan("rat-a-tat-cat", f"policy,{__name__}:policy"), 6))
    assert found.pairs[0].share.value == 0.5
    assert found.pairs[0].points.value == 0


def test_a_search_is_an_entrant_by_its_budget() -> None:
    found = standings(play(plan("rat-a-tat-cat", "policy,search-2", rounds=1), 2))
    assert {rating.entrant for rating in found.ratings} == {"policy", "search-2"}


def test_threads_make_no_difference() -> None:
    one = play(plan("cat-royal", "random,policy", players=3), 30, threads=1)
    two = play(plan("cat-royal", "random,policy", players=3), 30, threads=2)
    assert len(one.lineups) == 6
    assert np.array_equal(one.places, two.places)
    assert np.array_equal(one.points, two.points)


def test_what_code_asks_for_is_checked_or_understood() -> None:
    with pytest.raises(Refusal, match="at least one deal"):
        hold(plan(), deals=0)
    of_list = plan_tournament(game("cattitude"), {}, entrants=["policy", "random"])
    assert of_list.entrants == ("policy", "random")


def test_ratings_are_the_most_likely_ones() -> None:
    chance = np.random.default_rng(1)
    shares = np.full((4, 4), 0.5)
    for i in range(4):
        for j in range(i):
            shares[i, j] = chance.uniform(0.1, 0.9)
            shares[j, i] = 1 - shares[i, j]

    def unlikelihood(strengths: np.ndarray) -> float:
        wins = (shares * 50 + PRIOR) * (1 - np.eye(4))
        odds = np.log1p(np.exp(strengths[None, :] - strengths[:, None]))
        return float((wins * odds).sum() + strengths.mean() ** 2)

    expected = ELO * minimize(unlikelihood, np.zeros(4), tol=1e-12).x
    assert ratings(shares, 50) == pytest.approx(expected, abs=0.1)


def test_ratings_stay_finite_for_whoever_wins_everything() -> None:
    shares = np.array([[0.5, 1.0], [0.0, 0.5]])
    best, worst = ratings(shares, 100)
    assert 400 < best == pytest.approx(-worst)
    assert best < 2000


def test_whoever_wins_everything_has_no_limit_above() -> None:
    shares = np.array([[0.5, 1.0, 1.0], [0.0, 0.5, 0.6], [0.0, 0.4, 0.5]])
    few, many = (elo_of(shares, shares[None], deals, 0.95) for deals in (20, 200))
    best, *others = few
    assert best.high is None
    assert best.low is not None
    assert best.low < best.value
    assert all(one.low is None and one.high is not None for one in others)
    assert many[0].low is not None
    assert best.low < many[0].low
    chain = np.array([[0.5, 1.0, 1.0], [0.0, 0.5, 1.0], [0.0, 0.0, 0.5]])
    middle = elo_of(chain, chain[None], 20, 0.95)[1]
    assert middle.low is middle.high is None


def test_all_deals_won_leave_a_doubt() -> None:
    assert least_share(1, 0.95) == pytest.approx(0.025)
    assert least_share(100, 0.95) ** 100 == pytest.approx(0.025)
    found = standings(play(plan("rat-a-tat-cat", f"policy,{__name__}:First", rounds=1), 6))
    share = found.pairs[0].share
    assert (share.value, share.high) == (1, 1)
    assert share.low == pytest.approx(0.025 ** (1 / 6))


def test_standings_say_whether_fewer_points_are_better() -> None:
    assert standings(play(plan("rat-a-tat-cat", rounds=1), 20)).fewer_points_are_better
    assert not standings(play(plan("cattitude"), 20)).fewer_points_are_better


def test_a_picture_of_many_entrants_and_of_limits(tmp_path: Path) -> None:
    found = standings(play(plan("rat-a-tat-cat", rounds=1), 2))
    names = [f"some.module:Bot{number}" for number in range(13)]
    elos = [Elo(float(n), None if n % 2 else -9.0, None if n % 3 else 9.0) for n in range(13)]
    many = msgspec.structs.replace(
        found,
        ratings=[Rating(name, elo) for name, elo in zip(names, elos, strict=True)],
        matrix={one: {other: 0.5 for other in names if other != one} for one in names},
    )
    plot_standings(many, tmp_path / "many.svg")
    assert "at least" in (text := (tmp_path / "many.svg").read_text(encoding="utf-8"))
    assert "at most" in text


def test_the_command_names_all_players_and_a_narrow_terminal_folds_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = " ".join(run("--help").output.split())
    assert all(name in shown for name in PLAYERS)
    given = ("rat-a-tat-cat", "--games", "2", "--option", "rounds=1", "--confidence", "0.999")
    wide = run(*given).stdout
    assert "99.9% interval" in wide
    assert "Fewer points are better" in wide
    assert "vs policy" in wide
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "40")
    narrow = run(*given).stdout
    assert "interval" in narrow
    assert "vs policy" not in narrow


def test_the_command_writes_shows_and_draws(tmp_path: Path) -> None:
    out, plot = tmp_path / "out.json", tmp_path / "out.png"
    given = ("cattitude", "--entrants", "random,policy", "--games", "20", "--out", str(out))
    shown = run(*given, "--key", "7", "--plot", str(plot))
    assert shown.exit_code == 0, shown.output
    assert "Elo" in shown.stdout
    assert plot.read_bytes()[:4] == b"\x89PNG"
    first = json.loads(out.read_bytes())
    assert first["games"] == 40
    assert {rating["entrant"] for rating in first["ratings"]} == {"random", "policy"}
    assert "--resume" in run(*given).output
    assert run(*given, "--resume").exit_code == 0  # its key is that of the journal
    assert json.loads(out.read_bytes()) == {**first, "seconds": pytest.approx(first["seconds"])}


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (("--entrants", "policy"), "at least two entrants"),
        (("--entrants", "policy,policy"), "named twice"),
        (("--entrants", "policy,lion"), "There is no player 'lion'"),
        (("--entrants", "policy,search-0"), "There is no player 'search-0'"),
        (("--entrants", "policy,no_such_module:bot"), "cannot be loaded"),
        (("--entrants", "policy,json:no_such_bot"), "cannot be loaded"),
        (("--entrants", "policy,json:__name__"), "makes no bot"),
        (("--entrants", "policy,json:dumps"), "makes no bot"),
        (("--entrants", "policy,search-1"), "N from 2 to"),
        (("--entrants", f"policy,{__name__}:Mute"), "no method decide"),
        (("--entrants", f"policy,{__name__}:Keyless"), "makes no bot from a key"),
        (("--entrants", f"policy,{__name__}:Liar"), "none of the"),
        (("--confidence", "nan"), "a number is needed"),
        (("--runner", "ray", "--threads", "2"), "leave out --threads"),
        (("--runner", "ray", "--address", "127.0.0.1:9"), "no Ray cluster at 127.0.0.1:9"),
        (("--runner", "ray", "--address", "somewhere"), "HOST:PORT"),
        (("--players", "9"), "players must be"),
        (("--resume",), "with --out"),
        (("--address", "x:1"), "--runner ray"),
        (("--out", "no/such/folder.json"), "cannot be written"),
        (("--plot", "picture.bmp"), ".png"),
    ],
)
def test_a_refusal_says_what_to_do(given: tuple[str, ...], sentence: str) -> None:
    result = run("cattitude", "--games", "2", *given)
    assert result.exit_code == 2
    assert sentence in " ".join(result.output.split())


def test_without_ray_the_runner_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert "purrlor[ray]" in run("cattitude", "--games", "2", "--runner", "ray").output


def test_ray_gives_the_same_games(tmp_path: Path) -> None:
    out = tmp_path / "ray.json"
    given = "tournament cattitude --games 12 --key 11 --entrants random,policy --runner ray --out"
    ray = [sys.executable, "-m", "purrlor", *given.split(), str(out)]
    for _ in range(3):  # on a busy machine Ray gives up after 30 s
        done = subprocess.run(ray, timeout=300, capture_output=True, text=True, check=False)
        if "timed out during startup" not in done.stderr:
            break
    assert done.returncode == 0, done.stderr
    plan = plan_tournament(game("cattitude"), {}, entrants="random,policy", key=11)
    there = msgspec.json.decode(out.read_bytes(), type=Standings)
    here = standings(play(plan, 12))
    assert msgspec.structs.replace(there, seconds=0) == msgspec.structs.replace(here, seconds=0)
