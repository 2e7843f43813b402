"""The kit on a game with published numbers: Kuhn's (1950), and OpenSpiel's counts of its tree."""

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple, TypeAlias

import msgspec
import numpy as np
import pytest

from kuhn_poker import GAME
from kuhn_poker.codes import BET
from kuhn_poker.position import Position, read
from purrlor.core import contract
from purrlor.core.chance import WALKED, Chance, new_chance
from purrlor.core.contract import LEGAL, STANDING, new_record, new_trace
from purrlor.core.refusals import PositionRefused
from purrlor.sim.simulate import simulate
from purrlor.testing import Node, check_game, children, opening_nodes
from purrlor.testing.conformance import world

VALUE = Fraction(-1, 18)

InformationSet: TypeAlias = tuple[str, str]
"""What a seat decides by: its card, and the actions so far. Their number tells the seat."""
Strategy: TypeAlias = Mapping[InformationSet, Fraction]
"""By information set: how likely it is to bet."""


class Point(NamedTuple):
    """A node of the tree, with all that each seat was told since the deal, and the way here."""

    node: Node
    heard: tuple[bytes, bytes]
    way: tuple[tuple[InformationSet, int], ...] = ()

    @property
    def actor(self) -> int:
        return self.node.actors[0]

    @property
    def information_set(self) -> InformationSet:
        position = words(self.node)
        return position.cards[self.actor], " ".join(position.actions)

    @property
    def points(self) -> tuple[int, int]:
        standing = new_record(STANDING)
        contract.scores(self.node.state, standing)
        return int(standing.points[0]), int(standing.points[1])


def words(node: Node) -> Position:
    return read(node.state)


def walk(point: Point) -> Iterator[Point]:
    yield point
    node = point.node
    for seat in node.actors:
        for action in node.legal(seat):
            way = (*point.way, (point.information_set, action))
            for child in children(node, seat, action):
                heard = (
                    point.heard[0] + child.heard_by(0),
                    point.heard[1] + child.heard_by(1),
                )
                yield from walk(Point(child, heard, way))


@pytest.fixture(scope="module")
def tree() -> list[Point]:
    deals = [Point(node, (node.heard_by(0), node.heard_by(1))) for node in opening_nodes(GAME)]
    return [point for deal in deals for point in walk(deal)]


@pytest.fixture(scope="module")
def endings(tree: list[Point]) -> list[Point]:
    return [point for point in tree if point.node.is_over]


@pytest.fixture(scope="module")
def decisions(tree: list[Point]) -> list[Point]:
    return [point for point in tree if not point.node.is_over]


def test_game_conforms() -> None:
    report = check_game(GAME)
    assert report.games == 6
    assert report.capped == 0


# The tree


def test_four_chance_nodes() -> None:
    """The deal turns one card of 3, then, after each of them, one of 2: 1 + 3 nodes."""
    chance = new_chance(bytes(32))
    chance.mode = WALKED
    options = GAME.module("state").encode_options(GAME.read_options())
    contract.deal(new_record(GAME.kernels.state), options, chance, new_trace(is_kept=False))
    assert chance.sizes[: chance.script_next].tolist() == [3, 2]


def test_every_deal_is_as_likely_as_the_others() -> None:
    deals = {tuple(words(node).cards): node.probability for node in opening_nodes(GAME)}
    assert deals == dict.fromkeys(itertools.permutations("JQK", 2), Fraction(1, 6))


def test_actions_leave_nothing_to_chance(decisions: list[Point]) -> None:
    for point in decisions:
        for action in point.node.legal(point.actor):
            (child,) = children(point.node, point.actor, action)
            assert child.probability == point.node.probability


def test_twenty_four_decisions(decisions: list[Point]) -> None:
    """In each of 6 deals: at the start, after a pass, after a bet, after a pass and a bet."""
    assert Counter(" ".join(words(point.node).actions) for point in decisions) == {
        "": 6,
        "pass": 6,
        "bet": 6,
        "pass bet": 6,
    }


def test_thirty_endings(endings: list[Point]) -> None:
    """In each of 6 deals five."""
    assert Counter(" ".join(words(point.node).actions) for point in endings) == {
        "pass pass": 6,
        "bet pass": 6,
        "bet bet": 6,
        "pass bet pass": 6,
        "pass bet bet": 6,
    }


def test_endings_pay_as_the_rules_say(endings: list[Point]) -> None:
    for point in endings:
        position = words(point.node)
        first, second = ("JQK".index(card) for card in position.cards)
        shown = 1 if first > second else -1
        expected = {
            "pass pass": shown,
            "bet pass": 1,
            "bet bet": 2 * shown,
            "pass bet pass": -1,
            "pass bet bet": 2 * shown,
        }[" ".join(position.actions)]
        assert point.points == (expected, -expected)


def test_twelve_information_sets_by_what_was_told(decisions: list[Point]) -> None:
    told = {(point.actor, point.heard[point.actor]) for point in decisions}
    assert len(told) == 12
    assert Counter(seat for seat, _ in told) == {0: 6, 1: 6}


def test_twelve_information_sets_by_observation(decisions: list[Point]) -> None:
    assert len({observed(point) for point in decisions}) == 12


def test_what_was_told_and_the_observation_tell_the_same(tree: list[Point]) -> None:
    """Not only on turn and not only while it lasts, each seat knows what it was told."""
    for seat in range(2):
        pairs = {(point.heard[seat], observed(point, seat)) for point in tree}
        assert len(pairs) == len({told for told, _ in pairs}) == len({seen for _, seen in pairs})


def observed(point: Point, seat: int | None = None) -> bytes:
    observation = new_record(GAME.kernels.observation)
    contract.observe(point.node.state, point.actor if seat is None else seat, observation)
    content: bytes = observation.tobytes()
    return content


# The value


def equilibrium(alpha: Fraction) -> dict[InformationSet, Fraction]:
    """Kuhn's equilibria: the first player's are a family, the second player has one."""
    third, never, always = Fraction(1, 3), Fraction(0), Fraction(1)
    return {
        ("J", ""): alpha,
        ("Q", ""): never,
        ("K", ""): 3 * alpha,
        ("J", "pass bet"): never,
        ("Q", "pass bet"): alpha + third,
        ("K", "pass bet"): always,
        ("J", "pass"): third,
        ("Q", "pass"): never,
        ("K", "pass"): always,
        ("J", "bet"): never,
        ("Q", "bet"): third,
        ("K", "bet"): always,
    }


ALPHAS = (Fraction(0), Fraction(1, 7), Fraction(1, 3))
OF_SEAT = (("", "pass bet"), ("pass", "bet"))
"""By seat: the actions after which it decides."""


def expected(endings: list[Point], strategy: Strategy, power: int = 1) -> Fraction:
    """Return the first player's expected points (or their squares), exactly."""
    total = Fraction(0)
    for point in endings:
        likely = point.node.probability
        for information_set, action in point.way:
            bets = strategy[information_set]
            likely *= bets if action == BET else 1 - bets
        total += likely * point.points[0] ** power
    return total


@pytest.mark.parametrize("alpha", ALPHAS, ids=str)
def test_value_is_minus_one_eighteenth(endings: list[Point], alpha: Fraction) -> None:
    assert expected(endings, equilibrium(alpha)) == VALUE


@pytest.mark.parametrize("alpha", ALPHAS, ids=str)
@pytest.mark.parametrize("seat", [0, 1])
def test_no_pure_deviation_gains(endings: list[Point], alpha: Fraction, seat: int) -> None:
    own = [(card, actions) for card in "JQK" for actions in OF_SEAT[seat]]
    found = []
    for bets in itertools.product((Fraction(0), Fraction(1)), repeat=len(own)):
        deviation = equilibrium(alpha) | dict(zip(own, bets, strict=True))
        found.append(expected(endings, deviation))
    assert len(found) == 64
    assert (max if seat == 0 else min)(found) == VALUE


@pytest.mark.parametrize("where", [("K", "pass bet"), ("K", "bet"), ("K", "pass")], ids=str)
def test_a_blunder_costs(endings: list[Point], where: InformationSet) -> None:
    """The evaluation can tell: whoever passes with a King where it wins for sure pays for it."""
    blunder = expected(endings, equilibrium(Fraction(1, 6)) | {where: Fraction(0)})
    assert blunder < VALUE if where[1] in OF_SEAT[0] else blunder > VALUE


def bets_of_policy(point: Point) -> Fraction:
    """Ask the game's own player with each outcome of its one throw of three."""
    observation, out = new_record(GAME.kernels.observation), new_record(LEGAL)
    contract.observe(point.node.state, point.actor, observation)
    count = int(contract.legal(point.node.state, point.actor, out))
    chosen = [contract.choose(observation, out, count, thrown(face)) for face in range(3)]
    return Fraction(chosen.count(BET), 3)


def thrown(face: int) -> Chance:
    chance = new_chance(bytes(32))
    chance.mode, chance.script_size = WALKED, 1
    chance.script[0] = face
    return chance


def test_policy_is_a_published_equilibrium(decisions: list[Point]) -> None:
    policy = {point.information_set: bets_of_policy(point) for point in decisions}
    assert policy == equilibrium(Fraction(1, 3))


def test_simulated_policy_wins_the_value(endings: list[Point]) -> None:
    """Error probability 1e-6: 4.892 standard errors; two even games would be 13 away."""
    games = 100_000
    strategy = equilibrium(Fraction(1, 3))
    variance = float(expected(endings, strategy, power=2) - VALUE**2)
    found = simulate(GAME, None, games=games, players="policy", key=18, threads=1)
    mean = float(found.results["points"][:, 0].mean())
    assert abs(mean - float(VALUE)) < 4.892 * math.sqrt(variance / games)
    assert np.array_equal(found.results["points"][:, 0], -found.results["points"][:, 1])


# Worlds and positions


def test_worlds_are_as_likely_as_they_are() -> None:
    """Error probability 1e-6: a binomial of 1,000 halves is within 4.892 deviations of 500."""
    match = GAME.match_from({"cards": ["Q", "K"], "actions": ["pass"]})
    chance = new_chance(bytes(32), stream=1)
    dealt = Counter(
        world(match, match.observation(1), chance).position()["cards"][0] for _ in range(1000)
    )
    assert set(dealt) == {"J", "Q"}
    assert abs(dealt["J"] - 500) < 4.892 * math.sqrt(250)


def test_position_is_set_up_as_named() -> None:
    match = GAME.match_from({"cards": ["Q", "K"], "actions": ["pass", "bet"]})
    assert msgspec.to_builtins(match.position()) == {
        "cards": ["Q", "K"],
        "deck": ["J"],
        "actions": ["pass", "bet"],
        "chips": [1, 2],
    }
    assert match.actors == (0,)
    assert match.view(0)["cards"] == ["Q", "hidden"]
    assert match.view(None)["cards"] == ["hidden", "hidden"]
    match.play(0, {"type": "bet"})
    assert match.view(None)["cards"] == ["Q", "K"]
    assert match.outcome is not None
    assert match.outcome.points == (-2, 2)
    assert match.outcome.winners == (1,)
    assert match.outcome.reason == "showdown"


def test_cards_of_a_fold_stay_hidden() -> None:
    match = GAME.match_from({"cards": ["J", "Q"], "actions": ["bet", "pass"]})
    assert match.view(0)["cards"] == ["J", "hidden"]
    assert match.view(1)["cards"] == ["hidden", "Q"]
    assert match.outcome is not None
    assert (match.outcome.points, match.outcome.reason) == ((1, -1), "fold")


@pytest.mark.parametrize(
    "given",
    [
        {"cards": ["J", "J"]},
        {"cards": ["J"]},
        {"cards": ["J", "A"]},
        {"actions": ["pass", "pass", "bet"]},
        {"actions": ["raise"]},
        {"pot": 3},
    ],
    ids=str,
)
def test_impossible_positions_are_refused(given: dict[str, object]) -> None:
    with pytest.raises(PositionRefused):
        GAME.match_from(given)
