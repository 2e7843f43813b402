"""The kit finds what is wrong: Kuhn poker, each time with a change that breaks a property."""

import importlib
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeAlias

import msgspec
import pytest

import kuhn_poker
from purrlor.core import contract, kernel
from purrlor.core.game import Game
from purrlor.testing import Failure, check_game, check_renaming
from symmetry.kuhn_poker import SYMMETRY


class Change(NamedTuple):
    """A piece of text in one of the game's files, and what stands there instead."""

    file: str
    old: str
    new: str


class Broken(NamedTuple):
    """What is changed, and what the kit must say."""

    sentence: str
    changes: tuple[Change, ...]


def broken(sentence: str, *changes: tuple[str, str, str]) -> Broken:
    return Broken(sentence, tuple(Change(*change) for change in changes))


SEEN = "if place == seat or (place < 2 and is_shown(state)):"
"""In `observe`: which cards are seen."""
DEALT = "    deal_cards(state, chance)"
"""In `deal`."""
AGREES = "        agrees = True"
"""In `determinize`: which deals are tried."""
DIFFERS = "                agrees = False"
"""In `determinize`: a deal is not taken."""
TURN = "return ALLOWED if seat == on_turn(state) else codes.NOT_YOUR_TURN"
"""In `verify`: who may act."""
MUST_PASS = """if state.taken == seat == action == 1:
        return codes.NOT_YOUR_TURN - (state.cards[0] == 2)"""
RANDOM_PLAY = """@kernel
def random_play(state, seat, out, chance):
    return np.int64(codes.BET), np.int64(2)


"""
"""A player who always bets."""

RANDOM_TURN = """@kernel
def random_turn(state, out, chance, cards, trace):
    apply(state, on_turn(state), below(chance, 2), cards, trace)
    return 1


"""
"""Random players who play on, as they should: one decision is a turn."""


def random_turn(old: str, new: str) -> tuple[str, str, str]:
    assert RANDOM_TURN.count(old) == 1
    return "rules", "@kernel\ndef apply", RANDOM_TURN.replace(old, new) + "@kernel\ndef apply"


NOT_ONE_BY_ONE = "random players who play on do not play as they would one by one"

LEAKS = {
    "observation_shows_the_other_card": broken(
        "a world made for seat .* does not look the same to it",
        ("observation", SEEN, "if place < 2:"),
        ("observation", "observation.cards[place] != UNSEEN", "place == observation.seat"),
    ),
    "observation_and_worlds_show_the_other_card": broken(
        "seat .* knows something of the deal it was never told",
        ("observation", SEEN, "if place < 2:"),
    ),
    "observation_and_worlds_carry_the_other_card_along": broken(
        "seat .* knows something of the deal it was never told",
        ("state", '("taken", np.int8),', '("taken", np.int8), ("dealt", np.int8, 3),'),
        ("observation", '("taken", np.int8),', '("taken", np.int8), ("dealt", np.int8, 3),'),
        ("rules", DEALT, f"{DEALT}\n    state.dealt[:] = state.cards"),
        ("observation", "target.taken =", "target.dealt[:] = source.dealt\n    target.taken ="),
        ("view", "observation.cards[:DECK]", "observation.dealt[:DECK]"),
    ),
    "observation_and_worlds_show_cards_after_an_action": broken(
        "seat .* comes to know something it was not told",
        ("observation", SEEN, "if place == seat or (place < 2 and state.taken > 0):"),
    ),
    "observation_and_worlds_show_folded_cards": broken(
        "seat .* comes to know something it was not told",
        ("observation", SEEN, "if place == seat or (place < 2 and state.taken > 1):"),
    ),
    "view_is_made_from_the_truth": broken(
        "the view of seat .* tells more than its observation",
        ("observation", "UNSEEN = -1", "UNSEEN = -1\nTRUTH = []"),
        ("observation", "observation.seat = seat", "TRUTH[:] = state.cards"),
        ("view", "import UNSEEN", "import TRUTH, UNSEEN"),
        ("view", "observation.cards[:DECK]", "TRUTH[:DECK]"),
    ),
    "deal_tells_everyone": broken(
        "seat .* is told something of the deal it may not know",
        ("events", "CardDealt(seat=seat, card=HIDDEN)", "CardDealt(seat=seat, card=CARDS[card])"),
    ),
    "deal_tells_the_other_seat": broken(
        "seat [01] is told something of the deal it may not know",
        ("events", "(only(seat), CardDealt", "(only(0, 1), CardDealt"),
    ),
    "deal_tells_spectators": broken(
        "seat None is told something of the deal it may not know",
        ("events", "(only(seat), CardDealt", "(all_but(1 - seat), CardDealt"),
    ),
    "bet_tells_everyone": broken(
        "seat .* is told something it may not know",
        ("rules", "if is_shown(state):\n        for", "if action == codes.BET:\n        for"),
    ),
    "legal_actions_depend_on_the_other_card": broken(
        "the legal actions of seat . depend on what it may not know",
        ("rules", "    return 2\n", "    return 2 if state.cards[1 - seat] != 2 else 1\n"),
    ),
    "refusal_out_of_turn_depends_on_the_other_card": broken(
        "a refusal to seat . depends on what it may not know",
        ("rules", TURN, f"{TURN} - (state.cards[1 - seat] == 2)"),
    ),
    "refusal_on_turn_depends_on_the_other_card": broken(
        "a refusal to seat . depends on what it may not know",
        ("rules", "    return 2\n", "    return 2 - (state.taken == 1)\n"),
        ("rules", TURN, f"{MUST_PASS}\n    {TURN}"),
    ),
    "actors_depend_on_the_deck": broken(
        "who can act depends on what seat .* may not know",
        ("rules", "else np.int64(1) <<", "else 3 if state.cards[DECK] == 0 else np.int64(1) <<"),
        ("rules", "if seat == on_turn(state) else", "if actors(state) >> seat & 1 else"),
    ),
}

WRONG_WORLDS = {
    "worlds_forget_the_actions": broken(
        "a world made for seat .* does not look the same to it",
        ("observation", "    _copy_public(observation, state)\n", ""),
    ),
    "worlds_have_a_card_twice": broken(
        "a world made for seat .* has lost or made cards",
        ("observation", DIFFERS, f"{DIFFERS}\n    state.cards[2] = state.cards[0]"),
    ),
    "worlds_never_leave_the_jack_over": broken(
        "the real world never comes up for seat",
        ("observation", AGREES, "        agrees = state.cards[2] != 0"),
    ),
    "worlds_lack_one_deal": broken(
        "the real world never comes up for seat",
        ("observation", AGREES, "        agrees = state.cards[0] != 2 or state.cards[1] != 0"),
    ),
}

OVER = "    if is_over(state):\n        return codes.GAME_OVER\n"
"""In `verify`: nobody acts any more."""

WRONG_RULES = {
    "card_is_lost": broken(
        "cards were lost or made",
        ("rules", "state.taken += 1", "state.taken += 1\n    state.cards[DECK] = state.cards[0]"),
    ),
    "nobody_can_act": broken(
        "nobody can act",
        ("rules", "np.int64(0) if is_over(state)", "np.int64(0) if state.taken > 0"),
    ),
    "actor_has_no_action": broken(
        "seat 0 must decide but has no action",
        ("rules", "= codes.PASS, codes.BET\n    return 2", "= codes.PASS, codes.BET\n    return 0"),
    ),
    "seat_out_of_turn_has_actions": broken(
        "seat 1 cannot act but has actions",
        ("rules", "if verify(state, seat, codes.PASS) != ALLOWED:", "if is_over(state):"),
    ),
    "action_is_offered_twice": broken(
        "seat 0 is offered an action twice",
        ("rules", "= codes.PASS, codes.BET", "= codes.BET, codes.BET"),
    ),
    "random_player_draws_something_else": broken(
        "a random player of seat 0 does not draw from what is legal",
        ("rules", "@kernel\ndef apply", RANDOM_PLAY + "@kernel\ndef apply"),
    ),
    "random_players_come_elsewhere": broken(
        NOT_ONE_BY_ONE, random_turn("below(chance, 2)", "codes.BET")
    ),
    "random_players_draw_what_cards_draw": broken(
        NOT_ONE_BY_ONE, random_turn("below(chance", "below(cards")
    ),
    "random_players_draw_once_more": broken(
        NOT_ONE_BY_ONE, random_turn("return 1", "return 1 + below(chance, 1)")
    ),
    "random_players_count_too_much": broken(NOT_ONE_BY_ONE, random_turn("return 1", "return 2")),
    "random_players_count_nothing": broken(NOT_ONE_BY_ONE, random_turn("return 1", "return 0")),
    "random_players_play_on_after_the_turn": broken(
        NOT_ONE_BY_ONE,
        random_turn(
            "    return 1",
            "    if is_over(state):\n        return 1\n"
            "    return 1 + random_turn(state, out, chance, cards, trace)",
        ),
    ),
    "action_has_another_number": broken(
        "does not survive the wire or its number",
        ("actions", "_ACTIONS.index(action)", "1 - _ACTIONS.index(action)"),
    ),
    "legal_action_is_refused": broken(
        "is listed as legal but not allowed",
        ("rules", TURN, TURN.replace(" else", " and action != codes.BET else")),
    ),
    "action_has_no_text": broken(
        "has no text",
        ("notation", 'else "pass"', 'else ""'),
    ),
    "view_changes_on_the_wire": broken(
        "the view of seat .* does not survive the wire",
        ("view", "actions=actions(observation)", "actions=tuple(actions(observation))"),
    ),
    "somebody_can_act_when_it_is_over": broken(
        "the game is over, but somebody can act",
        ("rules", "np.int64(0) if is_over(state) else ", ""),
        ("rules", OVER, ""),
    ),
    "deal_does_not_depend_on_the_key_alone": broken(
        "the record does not replay",
        ("rules", "import numpy as np", "import itertools\nimport numpy as np"),
        ("rules", "@kernel\ndef deal(", "DEALS = itertools.count()\ndef deal("),
        ("rules", DEALT, f"{DEALT}\n    state.cards[:] = (state.cards + next(DEALS)) % 3"),
    ),
    "deal_does_not_depend_on_the_key": broken(
        "different keys give the same game",
        ("rules", "first, second = below(chance, 3), below(chance, 2)", "first, second = 1, 0"),
        ("observation", "is_seen = ", "is_seen = False and "),
    ),
}

BROKEN = {**LEAKS, **WRONG_WORLDS, **WRONG_RULES}
Build: TypeAlias = Callable[[str, tuple[Change, ...]], Game]


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Build:
    """Return a function that copies Kuhn poker under another name, with changes, interpreted."""

    def build(name: str, changes: tuple[Change, ...]) -> Game:
        shutil.copytree(kuhn_poker.__path__[0], tmp_path / name)
        for path in (tmp_path / name).glob("*.py"):
            text = path.read_text(encoding="utf-8")
            for change in changes:
                if change.file == path.stem:
                    assert text.count(change.old) == 1, change
                    text = text.replace(change.old, change.new)
            path.write_text(text.replace("kuhn_poker", name), encoding="utf-8")
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.setattr(kernel, "INTERPRETED", True)  # nothing here is worth compiling
        monkeypatch.setattr(contract, "_implementations", {**contract._implementations})
        game: Game = importlib.import_module(name).GAME
        return game

    return build


def test_unchanged_copy_conforms(build: Build) -> None:
    report = check_game(build("unchanged", ()), simulated=0, interpreted_steps=9)
    assert report.games == 6


def test_random_players_may_play_on(build: Build) -> None:
    change = Change(*random_turn("return 1", "return 1"))
    report = check_game(build("playing_on", (change,)), simulated=0, interpreted_steps=0)
    assert report.games == 6


@pytest.mark.parametrize("name", BROKEN)
def test_kit_finds(build: Build, name: str) -> None:
    sentence, changes = BROKEN[name]
    game = build(name, changes)
    with pytest.raises(Failure, match=sentence):
        check_game(game, games=20, simulated=0, interpreted_steps=0)


@pytest.mark.parametrize(
    ("name", "sentence", "change"),
    [
        (
            "interpreted_rules_differ",
            "compiled and interpreted rules differ",
            Change("rules", "= below(chance, 3),", "= (below(chance, 3) + JIT) % 3,"),
        ),
        (
            "interpreted_rules_fail",
            "does not run interpreted",
            Change("rules", "= below(chance, 3),", "= below(chance, 3) // JIT,"),
        ),
    ],
)
def test_kit_finds_by_interpreting(build: Build, name: str, sentence: str, change: Change) -> None:
    """In its own process Numba is switched off."""
    jit = "import numba, numpy as np\nJIT = 1 - bool(numba.config.DISABLE_JIT)"
    game = build(name, (Change("rules", "import numpy as np", jit), change))
    with pytest.raises(Failure, match=sentence):
        check_game(game, games=1, simulated=0, interpreted_steps=9, covered=False)


def test_unchanged_policy_does_not_depend_on_seat_numbers(build: Build) -> None:
    check_renaming(build("unchanged_policy", ()), SYMMETRY, decisions=30)


def test_kit_finds_a_policy_that_depends_on_seat_numbers(build: Build) -> None:
    change = Change("policy", "below(chance, 3) <", "below(chance, 3) - observation.seat <")
    with pytest.raises(Failure, match="times when it is seat 1"):
        check_renaming(build("bold_seat", (change,)), SYMMETRY, decisions=30)


def test_kit_finds_games_without_end() -> None:
    endless = msgspec.structs.replace(kuhn_poker.GAME, simulation_cap=lambda options: 0)
    endless.__dict__["kernels"] = kuhn_poker.GAME.kernels  # its kernels are registered already
    with pytest.raises(Failure, match="most random games do not end"):
        check_game(endless, games=1, simulated=50, interpreted_steps=0, covered=False)
