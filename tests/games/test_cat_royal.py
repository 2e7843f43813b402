"""Cat Royal: positions to check by, counts, secrets, the numbers of the rule page, the policy."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from scipy.stats import binomtest, chisquare

from naive import cat_royal as naive
from purrlor import game
from purrlor.cli.replay import show_step
from purrlor.core import contract
from purrlor.core.chance import new_chance
from purrlor.core.contract import COUNTS, new_record, new_trace
from purrlor.core.match import Match, Told
from purrlor.core.record import replay
from purrlor.core.refusals import (
    ActionMalformed,
    ActionRefused,
    OptionRefused,
    PositionRefused,
    Refusal,
    SeatRefused,
)
from purrlor.games.cat_royal import codes
from purrlor.games.cat_royal.actions import REASONS, decode, encode
from purrlor.games.cat_royal.components import CARDS, FIGURES
from purrlor.games.cat_royal.state import NO, PERHAPS, SURELY
from purrlor.sim.simulate import simulate
from purrlor.testing import Node, children
from purrlor.testing.conformance import random_step
from refusing import everything, sentence_of

GAME = game("cat-royal")
READ = GAME.module("position").read
ERROR = 1e-6
"""The probability that a correct implementation fails one of the statistical tests."""
S = 0
"""The own start field of seat 0; S - 4 is field 60."""


def set_up(figures: list[dict[str, Any]], hand: list[str], **given: Any) -> Match:
    """Return a game in which seat 0 is on turn with this hand, and the others can do nothing."""
    players = max(2, len(figures))
    hands = [hand, *[["swap"] * len(hand)] * (players - 1)]
    options = {"players": players, "wormholes": False, "cheating": False}
    return GAME.match_from({"figures": figures, "hands": hands, **given}, options)


def ends(match: Match, figure: str) -> set[int | str]:
    """Return the fields that a figure of seat 0 can reach."""
    reached = set()
    for action in match.legal(0):
        if action.get("figure") == figure:
            again = GAME.match_from(msgspec.to_builtins(match.position()), match.options)
            again.play(0, action)
            reached.add(again.position()["figures"][0][figure])
    return reached


# --- Positions to check by ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("figure", "card", "expected"),
    [
        ("citizen", "5", {1, "goal-1"}),
        ("citizen", "6", {2, "goal-2"}),
        ("citizen", "1-7", {61, 62, 63, 0, 1, 2, 3, "goal-1", "goal-2", "goal-3"}),
        ("citizen", "8", {4, "goal-4"}),
        ("citizen", "9", {5}),
        ("jester", "9", {5, "goal-3", "goal-4"}),
        ("jester", "10", {6, "goal-4"}),
        ("jester", "12", {8}),
    ],
)
def test_from_four_before_the_start_field(figure: str, card: str, expected: set[int | str]) -> None:
    assert ends(set_up([{figure: 60}, {}], [card]), figure) == expected


def test_from_the_start_field_never_into_the_goal() -> None:
    assert ends(set_up([{"citizen": S}, {}], ["3"]), "citizen") == {3}
    assert ends(set_up([{"citizen": S}, {}], ["4"]), "citizen") == {4, 60}


@pytest.mark.parametrize(
    ("card", "expected"), [("start-1-11", {21}), ("2", set()), ("4", {24, 16}), ("10", {30})]
)
def test_citizen_one_field_behind_a_knight(card: str, expected: set[int]) -> None:
    match = set_up([{"citizen": 20}, {"knight": 21}], [card])
    reached = {field for field in ends(match, "citizen") if field != 31}
    assert reached == expected


@pytest.mark.parametrize(
    ("mover", "protected", "card", "is_possible"),
    [
        ("knight", "citizen", "5", True),
        ("knight", "king", "5", False),
        ("knight", "king", "4", True),
        ("king", "jester", "5", False),
        ("king", "jester", "4", False),
    ],
)
def test_passing_a_figure_on_its_own_start_field(
    mover: str, protected: str, card: str, is_possible: bool
) -> None:
    match = set_up([{mover: 30}, {protected: 32}], [card])
    assert bool(ends(match, mover) - {26}) is is_possible


@pytest.mark.parametrize(
    ("field", "card", "is_possible"),
    [(32, "5", False), (20, "5", False), (20, "4", True), (20, "10", True)],
)
def test_jester_and_a_king(field: int, card: str, is_possible: bool) -> None:
    """On 32 the king of seat 1 is at home; anywhere else only a green card reaches him."""
    steps = {"5": 5, "4": 4, "10": 10}[card]
    match = set_up([{"jester": field - steps}, {"king": field}], [card])
    assert (field in ends(match, "jester")) is is_possible


def test_king_on_a_foreign_start_field_is_anybodys() -> None:
    match = set_up([{"jester": 27}, {}, {"king": 16}, {"king": 32}], ["5"])
    assert 32 in ends(match, "jester")


# --- Move counts ----------------------------------------------------------------------------------

FRESH: dict[str, Any] = {
    "hands": [
        ["start-1-11", "start-13", "1-7", "swap", "copy"],
        ["start-13", "copy", "4", "9", "magnet"],
        ["copy", "start-1-11", "10", "2", "12"],
    ],
}
MIDDLE: dict[str, Any] = {
    "figures": [
        {"king": 60, "knight": 12, "citizen": "goal-2", "jester": 58},
        {"king": 20, "knight": 16, "citizen": 63},
        {"knight": 14, "jester": 32},
        {"king": 48, "citizen": 61, "jester": "goal-1"},
    ],
    "hands": [
        ["1-7", "4", "swap", "start-1-11", "10"],
        ["magnet", "copy", "start-13", "3", "4"],
        ["swap", "8", "12", "start-1-11", "1-7"],
        ["10", "5", "6", "copy", "start-13"],
    ],
}
CROWDED: dict[str, Any] = {
    "figures": [
        {"king": 7, "knight": 8, "citizen": 24, "jester": 57},
        {"king": 26, "knight": 10, "citizen": 59, "jester": 32},
    ],
    "hands": [["3", "1-7", "swap", "magnet", "4"], ["swap", "4", "10", "copy", "start-1-11"]],
    "last_played": "10",
}
"""Wormholes ahead of many figures, by magnet too; others stand on them, one a king."""
HELPING: dict[str, Any] = {
    "figures": [
        {"king": "goal-4", "knight": "goal-3", "citizen": "goal-2", "jester": "goal-1"},
        {"king": 34, "jester": 9},
        {"knight": 24, "jester": 27, "citizen": "goal-3"},
        {"king": "goal-4", "citizen": 50},
    ],
    "hands": [["1-7", "4", "swap"], ["8", "copy", "5"], ["start-13", "9", "2"], ["6", "6", "10"]],
    "last_played": "start-1-11",
}
CHEATED: dict[str, Any] = {
    "figures": [{"king": 3, "jester": 61}, {"citizen": 29, "knight": "goal-1"}, {"king": 47}],
    "hands": [["8", "start-1-11", "4"], ["1-7", "5", "copy"], ["3", "9", "start-13"]],
    "cheats_left": [1, 0, 0],
    "cheated_since": [1, 2],
    "last_played": "3",
}
ENDING: dict[str, Any] = {
    "figures": [
        {"king": "goal-4", "knight": "goal-3", "citizen": 59, "jester": 55},
        {"king": "goal-1", "knight": "goal-2", "jester": 21},
    ],
    "hands": [["1-7", "9"], ["1-7", "copy"]],
    "last_played": "copy",
}
DEALING: dict[str, Any] = {
    "figures": [{"knight": 13, "jester": 62}, {"citizen": 30}],
    "hands": [["5"], ["copy"]],
    "draw_pile": ["9", "start-1-11", "2", "copy", "magnet", "4", "start-13", "6", "swap", "1-7"],
}
"""The last cards of a hand; with the next one everybody may cheat again."""
PERFT_GAMES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "fresh": (FRESH, {"players": 3}),
    "middle": (MIDDLE, {"players": 4}),
    "crowded": (CROWDED, {"players": 2}),
    "honest": (CROWDED, {"players": 2, "cheating": False}),
    "plain": (CROWDED, {"players": 2, "wormholes": False}),
    "helping": (HELPING, {"players": 4, "partners": True}),
    "cheated": (CHEATED, {"players": 3}),
    "ending": (ENDING, {"players": 2}),
    "dealing": (DEALING, {"players": 2}),
}
PERFT = """
fresh     1        8
fresh     2       64
fresh     3      384
middle    1      101
middle    2     5575
middle    3   273859
crowded   1       94
crowded   2     7689
honest    1       42
honest    2     1304
honest    3    31577
plain     1       94
plain     2     9377
helping   1       69
helping   2     2961
helping   3    40264
cheated   1       29
cheated   2      402
cheated   3     2100
ending    1       40
ending    2     2184
ending    3     8361
dealing   1       15
dealing   2       98
dealing   3     1818
dealing   4    37557
"""
"""Position, depth, and how many sequences of so many actions there are."""
CHANCE_TAKEN = {
    codes.WORMHOLE_PASSED,
    codes.WORMHOLE_CLOSED,
    codes.ACCUSED,
    codes.PILE_SHUFFLED,
}


def perft(state: Any, depth: int) -> int:
    """Count sequences of actions; all but the last take no chance (as the naive count)."""
    seat = int(state.turn)
    out = new_record(contract.LEGAL)
    count = int(contract.legal(state, seat, out))
    if depth == 1 or contract.is_over(state):
        return count
    chance, total = new_chance(bytes(32)), 0
    for action in out.actions[:count].tolist():
        after, trace = state.copy(), new_trace(is_kept=True)
        contract.apply(after, seat, action, chance, trace)
        if not CHANCE_TAKEN & set(trace.rows[: trace.length, 0].tolist()):
            total += perft(after, depth - 1)
    return total


def plain(words: Any) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(words)
    return found


@pytest.mark.parametrize("line", PERFT.strip().split("\n"), ids=lambda line: line.split()[:2])
def test_move_counts_are_those_of_the_naive_rules(line: str) -> None:
    name, depth, expected = line.split()
    given, options = PERFT_GAMES[name]
    match = GAME.match_from(given, options, 1)
    assert perft(match._state, int(depth)) == int(expected)
    position = plain(match.position())
    assert naive.perft(position, plain(match.options), int(depth)) == int(expected)


# --- Every outcome of chance ----------------------------------------------------------------------


def canonical(position: dict[str, Any]) -> bytes:
    return msgspec.json.encode(naive.canonical(position), order="sorted")


def outcomes_naively(
    rules: Any, position: dict[str, Any], options: dict[str, Any], action: dict[str, Any]
) -> list[dict[str, Any]]:
    """Return each position that an action of the seat on turn can lead to."""
    seat = position["turn"]
    if action["type"] == "accuse":
        boards = boards_after_accusing(rules, position, seat, action["seat"])
        after = [{**position, "figures": board} for board in boards]
        return [rules.accused(position, seat, action["seat"], each) for each in after]
    boards = rules.boards_after(position, options, seat, action)
    return [rules.turn_taken(position, options, seat, action, board, None) for board in boards]


def boards_after_accusing(
    rules: Any, position: dict[str, Any], seat: int, accused: int
) -> list[Any]:
    """K7.3: any figure outside the start area may be the one."""
    loser = accused if accused in position["cheated_since"] else seat
    board = position["figures"]
    out = rules.figures_out(board, loser)
    return [rules.with_figure(board, loser, figure, "start") for figure in out] or [board]


def node_of(match: Match) -> Node:
    return Node(GAME, match.options, match._state, Fraction(1), [])


def compare_outcomes(node: Node, depth: int) -> int:
    """Compare all that can follow with the naive rules, so many steps deep; count it."""
    if depth == 0 or node.is_over:
        return 0
    position, options = plain(READ(node.state)), plain(node.options)
    seat, compared = node.actors[0], 0
    naive_actions = {
        msgspec.json.encode(action, order="sorted"): action
        for action in naive.legal(position, options, seat)
    }
    for number in node.legal(seat):
        action = plain(decode(number, node.state, seat))
        same = naive_actions.pop(msgspec.json.encode(action, order="sorted"))
        expected = {canonical(later) for later in outcomes_naively(naive, position, options, same)}
        found = {
            canonical(plain(READ(later.state))): later for later in children(node, seat, number)
        }
        assert found.keys() == expected, action
        compared += len(found) + sum(compare_outcomes(each, depth - 1) for each in found.values())
    assert not naive_actions
    return compared


@pytest.mark.parametrize(
    ("name", "depth", "outcomes"),
    [
        ("fresh", 2, 72),
        ("middle", 1, 118),
        ("crowded", 1, 126),
        ("honest", 2, 3693),
        ("helping", 2, 4121),
        ("cheated", 2, 595),
        ("ending", 2, 3591),
    ],
)
def test_wormholes_and_accusations_lead_wherever_the_naive_rules_say(
    name: str, depth: int, outcomes: int
) -> None:
    given, options = PERFT_GAMES[name]
    match = GAME.match_from(given, options, 1)
    assert compare_outcomes(node_of(match), depth) == outcomes


# --- Cheating is a secret -------------------------------------------------------------------------

WALK: dict[str, Any] = {"type": "move", "into": "ring"}
ENTER: dict[str, Any] = {"type": "move", "into": "goal"}
THREE: dict[str, Any] = {"players": 3}
TWINS: dict[str, tuple[dict[str, Any], dict[str, Any], dict[str, Any], dict[str, Any]]] = {
    "on the ring": (
        {"figures": [{"knight": 17}, {"citizen": 41}, {}]},
        THREE,
        {**WALK, "card": "1-7", "figure": "knight", "steps": 4},
        {"cheat": 1},
    ),
    "capturing": (
        {"figures": [{"knight": 17}, {"citizen": 41, "jester": 21}, {}]},
        THREE,
        {**WALK, "card": "1-7", "figure": "knight", "steps": 4},
        {"cheat": -1},
    ),
    "a jester going home": (
        {"figures": [{"jester": 60}, {"citizen": 41}, {}]},
        THREE,
        {**ENTER, "card": "9", "figure": "jester", "steps": 9, "waste": 1},
        {"cheat": -1, "steps": 8, "waste": 0},
    ),
    "in the goal": (
        {"figures": [{"king": "goal-1"}, {"citizen": 41}, {}]},
        THREE,
        {**ENTER, "card": "1-7", "figure": "king", "steps": 2},
        {"cheat": 1},
    ),
    "through a wormhole": (
        {"figures": [{"king": 6}, {"citizen": 41}, {}], "chance": [26]},
        THREE,
        {**WALK, "card": "1-7", "figure": "king", "steps": 4},
        {"cheat": 1},
    ),
    "with a copy": (
        {"figures": [{"king": 11}, {"citizen": 41}, {}], "last_played": "1-7"},
        THREE,
        {**WALK, "card": "copy", "figure": "king", "steps": 4},
        {"cheat": -1},
    ),
    "for a partner": (
        {
            "figures": [
                dict(zip(FIGURES, ("goal-1", "goal-2", "goal-3", "goal-4"), strict=True)),
                {"citizen": 41},
                {"knight": 34},
                {},
            ]
        },
        {"players": 4, "partners": True},
        {**WALK, "card": "1-7", "figure": "knight", "steps": 4, "of": 2},
        {"cheat": 1},
    ),
}
"""An honest move, and what makes it a cheat that looks the same."""
HANDS = [["1-7", "9", "copy"], ["2", "9", "5"], ["3", "start-13", "10"], ["6", "6", "8"]]
STEP = {**WALK, "card": "2", "figure": "citizen", "steps": 2}
ATTEMPTS: list[dict[str, Any]] = [
    {"type": "accuse", "seat": 0},
    {"type": "accuse", "seat": 1},
    {"type": "discard", "card": "9"},
    {**WALK, "card": "9", "figure": "citizen", "steps": 10, "cheat": 1},
    {**WALK, "card": "1-7", "figure": "knight", "steps": 4, "cheat": 1},
    {"type": "move_wormholes"},
    {"type": "hop"},
]


def twins(name: str) -> Iterator[tuple[Match, Told]]:
    """Yield the honest match and its cheated twin, one card played in each."""
    given, options, honest, sly = TWINS[name]
    for action in (honest, {**honest, **sly}):
        hands = HANDS[: options["players"]]
        match = GAME.match_from({"hands": hands, **given}, options, 1)
        yield match, match.play(0, action)


def everything_told(match: Match, told: Told, viewer: int | None) -> bytes:
    """Return all that a viewer gets: events, view, observation, text, actions, refusals."""
    notation = GAME.module("notation")
    events = [event for audience, event in told if audience.includes(viewer)]
    view = match.view(viewer)
    parts: list[Any] = [events, view, match.observation(viewer).tobytes()]
    parts += [notation.event_text(event) for event in events]
    parts += [notation.picture(view, viewer), match.actors, match.interrupters, match.outcome]
    if viewer is not None:
        parts.append(match.legal(viewer))
        parts.append([answer(match, viewer, action) for action in ATTEMPTS])
    return msgspec.json.encode(parts)


def answer(match: Match, seat: int, action: dict[str, Any]) -> str:
    """Return what a seat is answered to an action; what it would bring about is left out."""
    again = GAME.match_from(match.given or {}, match.options, match.key)
    for played in match.played:
        again.play(played.seat, played.actions)
    try:
        again.play(seat, action)
    except Refusal as found:
        return f"{type(found).__name__}: {found} {found.clause}"
    return "allowed"


@pytest.mark.parametrize("viewer", [None, 1, 2])
@pytest.mark.parametrize("name", TWINS)
def test_nobody_else_can_tell_a_cheat_from_an_honest_move(name: str, viewer: int | None) -> None:
    seen = []
    for match, told in twins(name):
        now = everything_told(match, told, viewer)
        seen.append([now, everything_told(match, match.play(1, STEP), viewer)])
    assert seen[0] == seen[1]


@pytest.mark.parametrize("name", TWINS)
def test_cheat_is_there_all_the_same(name: str) -> None:
    (honest, _), (cheated, told) = twins(name)
    assert plain(honest.position())["cheated_since"] == []
    assert plain(cheated.position())["cheated_since"] == [0]
    assert [event["type"] for _, event in told].count("cheated") == 1


def test_the_player_is_told_of_the_own_cheat() -> None:
    given, options, honest, sly = TWINS["on the ring"]
    match = GAME.match_from({"hands": HANDS[:3], **given}, options, 1)
    assert msgspec.convert({**honest, **sly}, GAME.module("actions").Action) in match.legal(0)
    told = match.play(0, {**honest, **sly})
    hearers = [audience for audience, event in told if event["type"] == "cheated"]
    assert [sorted(audience.seats) for audience in hearers] == [[0]]
    assert not hearers[0].is_all_but
    assert match.view(0)["cheats_left"] == [0, "hidden", "hidden"]
    assert match.view(1)["cheats_left"] == ["hidden", 1, "hidden"]


def test_views_and_events_never_name_steps_cheat_or_waste() -> None:
    given = {"figures": [{"jester": 60}, {}], "hands": [["9"], ["2"]]}
    match = GAME.match_from(given, {"players": 2})
    move = {**ENTER, "card": "9", "figure": "jester", "steps": 10}
    told = match.play(0, {**move, "cheat": 1, "waste": 2})
    heard = msgspec.json.encode([event for audience, event in told if audience.includes(1)])
    assert b"figure_moved" in heard
    for word in (b"cheat", b"steps", b"waste"):
        assert word not in heard


@pytest.mark.parametrize("viewer", [1, 2])
def test_record_read_with_the_eyes_of_another_seat_shows_no_cheat(
    viewer: int, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = []
    for match, _ in twins("on the ring"):
        match.play(1, STEP)
        record = match.record()
        again = replay(GAME, record, until=0)
        show_step(again, again.opening, 0, viewer)
        for number, step in enumerate(record.steps, 1):
            show_step(again, again.play(step.seat, step.actions), number, viewer)
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1]
    assert "goes from field 17 to field 21" in shown[0]


@pytest.mark.parametrize("viewer", [None, 1, 2])
def test_accusation_that_succeeds_tells_of_that_cheat_alone(viewer: int | None) -> None:
    verdicts = []
    for match, _ in twins("on the ring"):
        told = match.play(1, {"type": "accuse", "seat": 0})
        events = [plain(event) for audience, event in told if audience.includes(viewer)]
        verdicts.append(
            [(event["type"], event.get("is_guilty"), event.get("of")) for event in events]
        )
        for word in ("cheated_since", "steps"):
            assert word not in plain(match.view(viewer))
    wrong, right = verdicts
    assert wrong == [("accused", False, None), ("figure_punished", None, 1)]
    assert right == [("accused", True, None), ("figure_punished", None, 0)]


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_views_of_a_finished_game_stay_as_they_are(viewer: int | None) -> None:
    """K9.1: a game that was won by a cheat looks like one won without."""
    home = {"king": "goal-4", "knight": "goal-3", "citizen": "goal-2", "jester": 60}
    given = {"figures": [home, {}], "hands": [["1-7"], ["2"]]}
    move = {**ENTER, "card": "1-7", "figure": "jester", "steps": 5}
    seen = []
    for cheat in (0, 1):
        match = GAME.match_from(given, {"players": 2}, 1)
        told = match.play(0, {**move, "cheat": cheat})
        assert match.is_over
        seen.append(everything_told(match, told, viewer))
        assert match.record().steps[0].actions[0]["cheat"] == cheat
    assert (seen[0] == seen[1]) is (viewer != 0)


def test_whole_random_games_tell_of_cheats_only_to_those_who_cheat() -> None:
    cheats = 0
    for key in range(6):
        match, chance = GAME.match({"players": 3}, key), new_chance(bytes(32), stream=1 + key)
        while not match.is_over and len(match.played) < 150:
            seat, action = random_step(match, chance)
            told = match.play(seat, action)
            for viewer in (None, 0, 1, 2):
                heard = [event for audience, event in told if audience.includes(viewer)]
                is_own = viewer == seat and action.get("cheat", 0) != 0
                kinds = [event["type"] for event in heard]
                assert kinds.count("cheated") == int(is_own)
                cheats += is_own
                seen = plain(match.view(viewer))
                others = [left for s, left in enumerate(seen["cheats_left"]) if s != viewer]
                assert set(others) == {"hidden"}
                assert "cheated_since" not in seen
    assert cheats > 50


# --- What all can tell ----------------------------------------------------------------------------


def suspicion(figures: dict[str, Any], hand: list[str], action: dict[str, Any]) -> int:
    match = GAME.match_from(
        {"figures": [figures, {}], "hands": [hand, ["2"] * len(hand)]}, {"players": 2}
    )
    match.play(0, action)
    return int(match._state.latest_cheat[0])


@pytest.mark.parametrize(
    ("figure", "field", "card", "steps", "into", "cheat", "waste", "expected"),
    [
        ("knight", 17, "5", 5, "ring", 0, 0, NO),
        ("knight", 17, "5", 6, "ring", 1, 0, SURELY),
        ("knight", 17, "1-7", 4, "ring", 0, 0, PERHAPS),
        ("knight", 17, "1-7", 4, "ring", 1, 0, PERHAPS),
        ("knight", 17, "1-7", 8, "ring", 1, 0, SURELY),
        ("knight", 17, "start-1-11", 1, "ring", 0, 0, NO),
        ("knight", 17, "start-1-11", 10, "ring", -1, 0, SURELY),
        ("knight", 17, "4", -4, "ring", 0, 0, NO),
        ("knight", 17, "4", -5, "ring", 1, 0, SURELY),
        ("jester", 60, "9", 9, "goal", 0, 1, PERHAPS),
        ("jester", 60, "9", 8, "goal", -1, 0, PERHAPS),
        ("citizen", 60, "9", 8, "goal", -1, 0, SURELY),
        ("jester", 60, "5", 6, "goal", 1, 0, SURELY),
    ],
)
def test_whether_the_distance_fits_the_card(
    figure: str,
    field: int,
    card: str,
    steps: int,
    into: str,
    cheat: int,
    waste: int,
    expected: int,
) -> None:
    action = {"type": "move", "card": card, "figure": figure, "steps": steps, "into": into}
    given = {**action, "cheat": cheat, "waste": waste}
    assert suspicion({figure: field}, [card, "8"], given) == expected


def worlds(match: Match, viewer: int, count: int) -> Iterator[Any]:
    """Yield random worlds that a viewer cannot tell from the real one."""
    chance, state = new_chance(bytes(32), stream=9), new_record(GAME.kernels.state)
    observation = match.observation(viewer)
    for _ in range(count):
        contract.determinize(observation, chance, state)
        yield state


@pytest.mark.parametrize("options", [{"cheating": False}, {"tiny": True}])
def test_what_follows_from_the_board_is_kept_right(options: dict[str, Any]) -> None:
    for key in range(3):
        match = GAME.match({"players": 2, **options}, key)
        chance = new_chance(bytes(32), stream=key)
        for _ in range(300):
            if match.is_over:
                break
            match.play(*random_step(match, chance))
            state, figures = match._state, READ(match._state).figures
            again = GAME.match_from({"figures": msgspec.to_builtins(figures)}, match.options)._state
            for name in ("occupant", "ranks", "guarded", "swappable", "entrances", "lane_steps"):
                assert np.array_equal(state[name], again[name]), name
            for world in worlds(match, 0, 1):
                assert np.array_equal(world.lane_steps, state.lane_steps)
                assert np.array_equal(world.entrances, state.entrances)


def test_a_sure_cheat_is_one_in_every_world_and_a_doubtful_one_in_some() -> None:
    given, options, honest, _ = TWINS["on the ring"]
    for action, expected in ((honest, {0, 1}), ({**honest, "steps": 8, "cheat": 1}, {1})):
        match = GAME.match_from({"hands": HANDS[:3], **given}, options, 1)
        match.play(0, action)
        found = {int(state.cheated) & 1 for state in worlds(match, 1, 200)}
        assert found == expected
        assert {int(state.cheated) & 1 for state in worlds(match, 0, 20)} == {
            int("cheat" in action)
        }


def test_whoever_discards_holds_nothing_that_could_be_played() -> None:
    given = {"hands": [["12", "swap", "8"], ["2", "2", "2"]]}
    match = GAME.match_from(given, {"players": 2})
    match.play(0, {"type": "discard", "card": "12"})
    held: Counter[str] = Counter()
    for state in worlds(match, 1, 3000):
        held.update(CARDS[card] for card in state.hands[0, :2].tolist())
    assert set(held) == set(CARDS) - {"start-1-11", "start-13"}
    left = Counter({card: naive.DECK[card] for card in held})
    left.subtract({"12": 1, "2": 3})
    expected = np.array([left[card] for card in held]) * sum(held.values()) / left.total()
    assert chisquare(list(held.values()), expected).pvalue > ERROR


def test_all_worlds_are_equally_likely_when_several_seats_lack_cards() -> None:
    """Seats 0 and 1 have discarded; a deal to both is as likely as the cards make it."""
    given = {"hands": [["12", "8"], ["9", "6"], ["2", "2"]], "figures": [{}, {"king": 20}, {}]}
    match = GAME.match_from(given, {"players": 3, "wormholes": False})
    match.play(0, {"type": "discard", "card": "12"})
    match.play(1, {"type": "move", "card": "6", "figure": "king", "steps": 6, "into": "ring"})
    lacks = [int(mask) for mask in match._state.lacks]
    assert lacks[0] != 0
    assert lacks[1] == 0
    count, both = 4000, 0
    for state in worlds(match, 2, count):
        both += bool(CARDS[state.hands[1, 0]] in ("start-1-11", "start-13"))
    unseen = 110 - 2 - 2  # without the two cards laid and seat 2's hand
    # seat 0 holds no start card, so seat 1's card is one of the others with this probability
    assert binomtest(both, count, 20 / (unseen - 1)).pvalue > ERROR


# --- Codec, refusals, positions -------------------------------------------------------------------


@pytest.mark.parametrize("is_with_partners", [False, True])
def test_every_number_is_an_action_and_back(is_with_partners: bool) -> None:
    options = {"players": 4, "partners": is_with_partners}
    state = GAME.match(options, 0)._state
    step = 1 if is_with_partners else 7
    for number in range(0, codes.ACTIONS, step):
        action = decode(number, state, 0)
        piece = number - codes.START
        is_own = is_with_partners or number < codes.START or _of(number) == 0
        assert piece >= -codes.START
        if is_own and action.get("steps") != 0:
            assert encode(action, state, 0) == number


def _of(number: int) -> int:
    if number >= codes.MOVE:
        return (number - codes.MOVE) // codes.BY_MOVED_PIECE % 4
    if number >= codes.SWAP_WITH:
        return (number - codes.SWAP_WITH) // 16 % 4
    return (number - codes.START) % codes.PIECES % 4


def test_every_reason_has_a_sentence_and_a_clause_of_the_rules() -> None:
    assert set(REASONS) == set(range(codes.GAME_OVER, codes.WORMHOLES_ARE_MOVED + 1))
    for _, sentence, clause in REASONS.values():
        assert sentence.endswith(".")
        assert f"**{clause}**" in PAGE


TABLE: dict[str, Any] = {
    "figures": [
        {"king": 5, "citizen": 0, "jester": "goal-2"},
        {"king": 20, "knight": 32, "jester": 9},
    ],
    "hands": [["5", "swap", "magnet", "start-1-11", "copy"], ["8", "8", "9", "9", "12"]],
}
BEFORE_HOME: dict[str, Any] = {
    "figures": [{"citizen": 60, "jester": "goal-2", "king": 2}, {"king": 3, "knight": 32}],
    "hands": [["6", "4", "magnet", "1-7"], ["8", "8", "9", "9"]],
}
GATE: dict[str, Any] = {
    "figures": [{"citizen": 27}, {"knight": 32}],
    "hands": [["5", "6"], ["8", "8"]],
}
NOBODY_OUT: dict[str, Any] = {"figures": [{}, {"king": 4}], "hands": [["5"], ["8"]]}
WON: dict[str, Any] = {
    "figures": [dict(zip(FIGURES, ("goal-1", "goal-2", "goal-3", "goal-4"), strict=True)), {}],
    "hands": [["2"], ["3", "5"]],
}
SIDES: dict[str, Any] = {
    "figures": [{"king": 5}, {"king": 20}, {"king": 35}, {}],
    "hands": [["5"], ["8"], ["8"], ["9"]],
}
USED_UP = {**TABLE, "cheats_left": [0, 1], "wormhole_moves_left": [1, 0]}
TWO: dict[str, Any] = {"players": 2}
SWAP: dict[str, Any] = {"type": "swap", "card": "swap", "figure": "king", "seat": 1}
CLAIM: dict[str, Any] = {"type": "accuse", "seat": 1}
FIVE: dict[str, Any] = {**WALK, "card": "5", "steps": 5}
ELEVEN: dict[str, Any] = {**WALK, "card": "start-1-11", "steps": 11}


@pytest.mark.parametrize(
    ("given", "options", "seat", "actions", "clause"),
    [
        # cards and turns
        (TABLE, TWO, 1, [{**WALK, "card": "8", "figure": "jester", "steps": 8}], "K2.2"),
        (TABLE, TWO, 1, [{"type": "discard", "card": "8"}], "K2.2"),
        (TABLE, TWO, 1, [{"type": "accuse", "seat": 0}], "K2.2"),
        (TABLE, TWO, 0, [{**WALK, "card": "6", "figure": "king", "steps": 6}], "K2.2"),
        (TABLE, TWO, 0, [{"type": "discard", "card": "5"}], "K2.2"),
        (TABLE, TWO, 0, [{"type": "discard", "card": "12"}], "K2.2"),
        (TABLE, TWO, 0, [{**WALK, "card": "copy", "figure": "king", "steps": 5}], "K5.5"),
        (WON, TWO, 1, [{"type": "discard", "card": "3"}], "K2.3"),
        (WON, TWO, 1, [{"type": "move_wormholes"}], "K2.3"),
        (TABLE, TWO, 0, [{**FIVE, "figure": "king"}, {**FIVE, "figure": "king"}], ""),
        # starting
        (TABLE, TWO, 0, [{"type": "start", "card": "5", "figure": "knight"}], "K4.1"),
        (TABLE, TWO, 0, [{"type": "start", "card": "start-1-11", "figure": "king"}], "K4.1"),
        (TABLE, TWO, 0, [{"type": "start", "card": "start-1-11", "figure": "knight"}], "K4.1"),
        (TABLE, TWO, 0, [{**FIVE, "figure": "knight"}], "K4.1"),
        # values
        (TABLE, TWO, 0, [{**WALK, "card": "swap", "figure": "king", "steps": 1}], "K5.1"),
        (TABLE, TWO, 0, [{**FIVE, "figure": "king", "steps": 6}], "K5.1"),
        (TABLE, TWO, 0, [{**FIVE, "figure": "king", "steps": -5}], "K5.1"),
        (TABLE, TWO, 0, [{**FIVE, "figure": "king", "steps": 0}], "K5.1"),
        (TABLE, TWO, 0, [{**ELEVEN, "figure": "king"}], "K5.2"),
        (TABLE, TWO, 0, [{**ELEVEN, "figure": "king", "steps": 10, "cheat": -1}], "K5.2"),
        (TABLE, TWO, 0, [{**FIVE, "figure": "king", "waste": 1}], "K4.5"),
        # the way
        (TABLE, TWO, 0, [{**FIVE, "figure": "citizen"}], "K3.4"),
        (TABLE, TWO, 0, [{**ELEVEN, "figure": "citizen"}], "K3.8"),
        (GATE, TWO, 0, [{**FIVE, "figure": "citizen"}], "K3.5"),
        (GATE, TWO, 0, [{**WALK, "card": "6", "figure": "citizen", "steps": 6}], "K3.8"),
        # the goal
        (TABLE, TWO, 0, [{**FIVE, "figure": "jester"}], "K4.4"),
        (TABLE, TWO, 0, [{**FIVE, "figure": "jester", "into": "goal"}], "K4.3"),
        (TABLE, TWO, 0, [{**FIVE, "figure": "citizen", "into": "goal"}], "K4.2"),
        (BEFORE_HOME, TWO, 0, [{**ENTER, "card": "6", "figure": "citizen", "steps": 6}], "K4.3"),
        (BEFORE_HOME, TWO, 0, [{**ENTER, "card": "4", "figure": "citizen", "steps": 4}], "K4.3"),
        (BEFORE_HOME, TWO, 0, [{**ENTER, "card": "4", "figure": "jester", "steps": -4}], "K4.4"),
        # swaps and magnets
        (TABLE, TWO, 0, [{**SWAP, "seat": 0, "their_figure": "citizen"}], "K5.3"),
        (TABLE, TWO, 0, [{**SWAP, "seat": 3, "their_figure": "king"}], "K1.1"),
        (TABLE, TWO, 0, [{**SWAP, "their_figure": "knight"}], "K5.3"),
        (TABLE, TWO, 0, [{**SWAP, "their_figure": "citizen"}], "K5.3"),
        (TABLE, TWO, 0, [{**SWAP, "figure": "citizen", "their_figure": "king"}], "K5.3"),
        (TABLE, TWO, 0, [{**SWAP, "card": "5", "their_figure": "king"}], "K5.3"),
        (TABLE, TWO, 0, [{"type": "magnet", "card": "5", "figure": "king"}], "K5.4"),
        (TABLE, TWO, 0, [{"type": "magnet", "card": "magnet", "figure": "jester"}], "K5.4"),
        (TABLE, TWO, 0, [{"type": "magnet", "card": "magnet", "figure": "knight"}], "K5.4"),
        (BEFORE_HOME, TWO, 0, [{"type": "magnet", "card": "magnet", "figure": "king"}], "K5.4"),
        # other seats' figures
        (SIDES, {"players": 4, "partners": True}, 0, [{**FIVE, "figure": "king", "of": 1}], "K8.1"),
        (SIDES, {"players": 4, "partners": True}, 0, [{**FIVE, "figure": "king", "of": 2}], "K8.1"),
        # wormholes
        (TABLE, TWO, 0, [{"type": "move_wormholes"}], "K6.3"),
        (USED_UP, TWO, 1, [{"type": "move_wormholes"}], "K6.3"),
        (TABLE, {**TWO, "wormholes": False}, 1, [{"type": "move_wormholes"}], "K7.4"),
        # cheating and accusing
        (USED_UP, TWO, 0, [{**FIVE, "figure": "king", "steps": 6, "cheat": 1}], "K7.1"),
        (TABLE, TWO, 0, [{**ELEVEN, "figure": "king", "steps": 0, "cheat": -1}], "K7.1"),
        (TABLE, TWO, 0, [{**FIVE, "figure": "king", "steps": 5, "cheat": 1}], "K5.1"),
        (
            TABLE,
            {**TWO, "cheating": False},
            0,
            [{**FIVE, "figure": "king", "steps": 6, "cheat": 1}],
            "K7.4",
        ),
        (TABLE, {**TWO, "cheating": False}, 0, [CLAIM], "K7.4"),
        (TABLE, TWO, 0, [{"type": "accuse", "seat": 0}], "K7.3"),
        (TABLE, TWO, 0, [{"type": "accuse", "seat": 2}], "K1.1"),
        (TABLE, TWO, 0, [CLAIM, CLAIM], "K7.3"),
        ({**TABLE, "has_accused": True}, TWO, 0, [CLAIM], "K7.3"),
        (NOBODY_OUT, TWO, 0, [CLAIM], "K7.3"),
    ],
)
def test_refusals_name_their_clause_and_change_nothing(
    given: dict[str, Any],
    options: dict[str, Any],
    seat: int,
    actions: list[dict[str, Any]],
    clause: str,
) -> None:
    match = GAME.match_from(given, options, 1)
    before = everything(match)
    with pytest.raises(ActionRefused) as refused:
        match.play(seat, actions)
    assert refused.value.clause == clause
    assert everything(match) == before


@pytest.mark.parametrize("seat", [2, 7, -1, "0", True, 0.0])
def test_nobody_sits_there(seat: Any) -> None:
    match = GAME.match_from(TABLE, TWO, 1)
    before = everything(match)
    sentence_of(SeatRefused, lambda: match.play(seat, CLAIM))
    sentence_of(SeatRefused, lambda: match.legal(seat))
    assert everything(match) == before


@pytest.mark.parametrize(
    "action",
    [
        None,
        5,
        "start",
        [],
        {},
        {"type": "start"},
        {"type": "start", "card": "5", "figure": "queen"},
        {"type": "start", "card": "joker", "figure": "king"},
        {"type": "move", "card": "5", "figure": "king", "steps": 5},
        {"type": "move", "card": "5", "figure": "king", "steps": 5.5, "into": "ring"},
        {"type": "move", "card": "5", "figure": "king", "steps": 10**30, "into": "ring"},
        {"type": "move", "card": "5", "figure": "king", "steps": True, "into": "ring"},
        {"type": "move", "card": "5", "figure": "king", "steps": 5, "into": "lane"},
        {"type": "move", "card": "5", "figure": "king", "steps": 5, "into": "ring", "cheat": 2},
        {"type": "move", "card": "5", "figure": "king", "steps": 5, "into": "ring", "waste": -1},
        {"type": "move", "card": "5", "figure": "king", "steps": 5, "into": "ring", "of": 0},
        {"type": "swap", "card": "swap", "figure": "king", "seat": 7, "their_figure": "king"},
        {"type": "accuse", "seat": "1"},
        {"type": "accuse", "seat": -1},
        {"type": "move_wormholes", "wormholes": [1, 2, 3, 4]},
    ],
    ids=str,
)
def test_malformed_actions_are_refused(action: Any) -> None:
    match = GAME.match({"players": 2}, 1)
    before = everything(match)
    sentence_of(ActionMalformed, lambda: match.play(0, action))
    assert everything(match) == before


def test_table_itself_does_nothing() -> None:
    match = GAME.match({"players": 2}, 1)
    for action in ({"type": "move_wormholes"}, {"type": "discard", "card": "2"}):
        with pytest.raises(ActionRefused):
            match.play(None, action)


@pytest.mark.parametrize(
    "given",
    [
        {"colour": "green"},
        {"turn": 2},
        {"turn": -1},
        {"figures": [{}]},
        {"figures": [{"queen": 3}, {}]},
        {"figures": [{"king": 64}, {}]},
        {"figures": [{"king": "goal-5"}, {}]},
        {"figures": [{"king": 5}, {"king": 5}]},
        {"figures": [{"king": "goal-1", "knight": "goal-1"}, {}]},
        {"hands": [["2"]]},
        {"hands": [["2"], ["2", "3"]]},
        {"hands": [[], []]},
        {"hands": [["2"] * 6, ["3"] * 6]},
        {"hands": [["7"], ["2"]]},
        {"hands": [["2"] * 4, ["2"] * 4]},
        {"hands": [["2"], ["2"]], "turn": 1},
        {"draw_pile": ["magnet"] * 7},
        {"discard_pile": ["joker"]},
        {"last_played": "joker"},
        {"wormholes": [1, 2, 3]},
        {"wormholes": [1, 2, 3, 3]},
        {"wormholes": [1, 2, 3, 16]},
        {"wormholes": []},
        {"cheats_left": [1]},
        {"cheats_left": [2, 0]},
        {"wormhole_moves_left": [0, -1]},
        {"cheated_since": [0]},
        {"cheated_since": [1, 1]},
        {"cheated_since": [2]},
        {"over": True},
        {"places": [1, 2]},
        {"chance": [64]},
        {"chance": ["queen"]},
        {"chance": [[1, 2, 3]]},
        {"chance": [[1, 2, 3, 0]]},
    ],
    ids=str,
)
def test_impossible_positions_are_refused(given: dict[str, Any]) -> None:
    with pytest.raises(PositionRefused):
        GAME.match_from(given, {"players": 2})


def test_position_that_is_won_is_over() -> None:
    home = dict(zip(FIGURES, ("goal-1", "goal-2", "goal-3", "goal-4"), strict=True))
    match = GAME.match_from({"figures": [home, {}], "turn": 0}, {"players": 2})
    assert match.is_over
    assert match.outcome is not None
    assert match.outcome.winners == (0,)
    with pytest.raises(PositionRefused):
        GAME.match_from({"figures": [home, {}], "over": False}, {"players": 2})


def test_chance_that_does_not_fit_is_refused() -> None:
    figures = [{"knight": 5}, {"citizen": 41}]
    move = {"type": "move", "card": "5", "figure": "knight", "steps": 5, "into": "ring"}
    for chance in ([10], [11], ["knight"], [[1, 2, 3, 4]]):
        given = {"figures": figures, "hands": [["5"], ["2"]], "chance": chance}
        match = GAME.match_from(given, {"players": 2})
        with pytest.raises(PositionRefused):
            match.play(0, move)
    for chance in ([10], ["king"]):
        given = {"figures": figures, "hands": [["5"], ["2"]], "chance": chance}
        match = GAME.match_from(given, {"players": 2})
        with pytest.raises(PositionRefused):
            match.play(0, {"type": "accuse", "seat": 1})
        with pytest.raises(PositionRefused):
            match.play(1, {"type": "move_wormholes"})


@pytest.mark.parametrize(
    "options",
    [{"partners": True, "players": 3}, {"tiny": True, "players": 4}, {"players": 5}, {"cats": 9}],
    ids=str,
)
def test_options_that_do_not_go_together_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(OptionRefused):
        GAME.match(options)


# --- The numbers of the rule page -----------------------------------------------------------------


PAGE = Path(str(GAME.module("options").__file__)).with_name("rules.md").read_text("utf-8")
SEATED: dict[str, dict[str, Any]] = {
    "2 players": {"players": 2},
    "3 players": {"players": 3},
    "4 players": {"players": 4},
    "partners": {"players": 4, "partners": True},
}
PLAYED: dict[str, tuple[str, bool]] = {
    "random": ("random", True),
    "random, no cheating": ("random", False),
    "policy": ("policy", True),
}
LENGTHS = [
    [cell.strip().replace(",", "") if n > 1 else cell.strip() for n, cell in enumerate(cells)]
    for cells in (line.strip("|").split("|") for line in PAGE.split("\n") if line.startswith("|"))
    if cells[0].strip() in SEATED
]
"""The lines of the page: who sits there, who plays, median, 5 and 95 %, mean, share stopped."""


@pytest.mark.parametrize("line", LENGTHS, ids=lambda line: f"{line[0]}, {line[1]}")
def test_games_last_as_long_as_the_page_says(line: list[str]) -> None:
    """In a tenth of the games: three standard errors of the median are under 5 %."""
    seated, who, *numbers = line
    players, cheating = PLAYED[who]
    options = {**SEATED[seated], "cheating": cheating}
    results = simulate(GAME, options, games=2000, players=players, key=11).results
    low, high = (int(word) for word in numbers[1].split(" to "))
    found = np.quantile(results["turns"], (0.5, 0.05, 0.95))
    assert found == pytest.approx([int(numbers[0]), low, high], rel=0.06)
    assert results["turns"].mean() == pytest.approx(int(numbers[2]), rel=0.04)
    share = float(numbers[3].removesuffix("%")) / 100
    assert abs(results["is_capped"].mean() - share) <= 5 * (share * (1 - share) / 2000) ** 0.5
    assert results["turns"].max() <= 2001  # the turn that a stopped game does not take


def test_page_tells_the_length_of_every_kind_of_game() -> None:
    assert {(line[0], line[1]) for line in LENGTHS} == {(s, w) for s in SEATED for w in PLAYED}


@pytest.mark.parametrize(
    ("seated", "median", "stopped"),
    [
        ("2 players", 471, 0.003),
        ("3 players", 685, 0.004),
        ("4 players", 870, 0.021),
        ("partners", 1289, 0.115),
    ],
)
@pytest.mark.parametrize("cheating", [True, False])
def test_games_last_about_as_long_as_in_an_earlier_count(
    seated: str, median: int, stopped: float, cheating: bool
) -> None:
    """It does not say how its random players cheat and move the wormholes."""
    options = {**SEATED[seated], "cheating": cheating}
    results = simulate(GAME, options, games=2000, players="random", key=11).results
    assert np.median(results["turns"]) == pytest.approx(median, rel=0.06)
    assert abs(results["is_capped"].mean() - stopped) < 0.04


def test_random_players_accuse_on_one_turn_in_five_hundred() -> None:
    simulation = simulate(GAME, {"players": 4}, games=200, players="random", key=12)
    counts = dict(zip(GAME.statistics, simulation.counts.sum(axis=0).tolist(), strict=True))
    accusations = counts["right accusations"] + counts["wrong accusations"]
    assert 0.9 < 500 * accusations / counts["turns"] < 1.1


def test_statistics_are_counted_by_name() -> None:
    match = GAME.match_from(
        {
            "figures": [{"knight": 5, "citizen": 60}, {"citizen": 10}],
            "hands": [["5", "5"], ["2", "start-13"]],
            "chance": [26, "knight"],
        },
        {"players": 2},
    )
    trace = match._trace
    counts = new_record(COUNTS)
    steps: list[tuple[int, dict[str, Any]]] = [
        (0, {"type": "move", "card": "5", "figure": "knight", "steps": 5, "into": "ring"}),
        (1, {"type": "start", "card": "start-13", "figure": "king"}),
        (0, {"type": "accuse", "seat": 1}),
        (
            0,
            {
                "type": "move",
                "card": "5",
                "figure": "citizen",
                "steps": 6,
                "into": "goal",
                "cheat": 1,
            },
        ),
    ]
    for seat, action in steps:
        number = encode(msgspec.convert(action, GAME.module("actions").Action), match._state, seat)
        contract.apply(match._state, seat, number, match._chance, trace)
    contract.tally(match._state, trace, counts)
    named = dict(zip(GAME.statistics, counts.values.tolist(), strict=False))
    expected = {
        "turns": 3,
        "captures": 1,
        "wormhole jumps": 1,
        "figures started": 1,
        "figures brought home": 1,
        "cheats": 1,
        "wrong accusations": 1,
    }
    assert {word: count for word, count in named.items() if count} == expected


# --- The policy -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "seat"), [("policy,random", 0), ("random,policy", 1)])
def test_policy_beats_random_play(players: str, seat: int) -> None:
    found = simulate(GAME, {"players": 2}, games=1000, players=players, key=5)
    assert found.summary().seats[seat].win_share >= 0.9


def test_policy_always_comes_home() -> None:
    for options in SEATED.values():
        found = simulate(GAME, options, games=500, players="policy", key=7)
        assert not found.results["is_capped"].any()


def test_policy_accuses_only_what_the_distance_proves() -> None:
    simulation = simulate(GAME, {"players": 4}, games=60, players="policy", key=6)
    counts = dict(zip(GAME.statistics, simulation.counts.sum(axis=0).tolist(), strict=True))
    assert counts["right accusations"] > 0
    assert counts["wrong accusations"] == 0
    assert not simulation.results["is_capped"].any()
