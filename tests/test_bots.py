"""The levels, and that a bot knows an observation, its own chance, and nothing else."""

import inspect

import numpy as np
import pytest

import purrlor
from purrlor.bots import search
from purrlor.bots.bot import Bot, listed
from purrlor.bots.levels import LEVELS, PLAYERS, read_player, read_players
from purrlor.bots.players import decide_by_observation
from purrlor.bots.thoughts import thoughts_about
from purrlor.core.chance import new_chance
from purrlor.core.contract import (
    PASS,
    Observation,
    choose,
    determinize,
    forget,
    new_record,
    observe,
    plausibility,
)
from purrlor.core.match import Match
from purrlor.core.refusals import PolicyRefused
from purrlor.games.rat_a_tat_cat.components import COPIES, NO_CARD
from purrlor.games.rat_a_tat_cat.state import DRAWN
from purrlor.sim.simulate import simulate

GAMES = purrlor.game_names()
KEY = bytes(range(32))
SEARCH = 40
"""The budget of a search: quick, and as curious as a greater one."""


def played_on(name: str, steps: int, key: int = 3, players: int = 2) -> Match:
    """Return a game in which the policy has made some decisions."""
    match, chance = purrlor.game(name).match({"players": players}, key), new_chance(KEY)
    for _ in range(steps):
        seat = match.actors[0]
        numbers = match.legal_numbers(seat)
        number = int(choose(match.observation(seat), listed(numbers), len(numbers), chance))
        match.play(seat, match.action(number, seat))
    return match


def another_world(match: Match, observation: Observation, seed: int) -> Observation:
    """Return what the same seat observes in another world that agrees with its observation."""
    world = new_record(match.game.kernels.state)
    determinize(observation, new_chance(bytes([seed]) * 32), world)
    again = new_record(match.game.kernels.observation)
    observe(world, observation.seat, again)
    return again


@pytest.mark.parametrize("name", GAMES)
def test_a_bot_decides_alike_in_worlds_it_cannot_tell_apart(name: str) -> None:
    for steps in (2, 9, 14):
        match = played_on(name, steps)
        seat = match.actors[0]
        seen, numbers = match.observation(seat), match.legal_numbers(seat)
        for player in (*PLAYERS.values(), SEARCH):
            decided = Bot(player, KEY).decide(seen, numbers)
            assert decided in numbers
            for seed in (1, 2):
                other = another_world(match, seen, seed)
                assert Bot(player, KEY).decide(other, numbers) == decided


def test_a_search_is_given_no_state() -> None:
    """What it is given is named in its signature, and a state is not among it."""
    given = ["observation", "out", "count", "chance", "thoughts"]
    for function in (search.search, search.think, decide_by_observation):
        source = getattr(function, "py_func", function)
        assert [name for name in inspect.signature(source).parameters if name in given] == given
        assert "state" not in inspect.signature(source).parameters


@pytest.mark.parametrize("name", GAMES)
def test_what_a_bot_thought_before_does_not_show(name: str) -> None:
    """A record to think with that was used for another decision serves like a new one."""
    used = None
    for steps in (3, 6):
        match = played_on(name, steps)
        seat = match.actors[0]
        seen, numbers = match.observation(seat), match.legal_numbers(seat)
        used = thoughts_about(seen) if used is None else used
        found = []
        for thoughts in (used, thoughts_about(seen)):
            out, chance = listed(numbers), new_chance(KEY)
            search.think(seen, out, len(numbers), chance, thoughts, SEARCH, numbers[0])
            found.append(thoughts.candidates[: len(numbers)].tolist())
        assert found[0] == found[1]
        assert sorted(one.action for one in used.candidates[: len(numbers)]) == sorted(numbers)


@pytest.mark.parametrize("player", [*PLAYERS.values(), SEARCH])
def test_a_bot_refuses_a_state(player: int) -> None:
    """Its type says what a record is: nobody can hand a bot the truth by mistake."""
    match = played_on("rat-a-tat-cat", 3)
    world = new_record(match.game.kernels.state)
    determinize(match.observation(0), new_chance(KEY), world)
    with pytest.raises(TypeError, match="an observation and nothing else"):
        Bot(player, KEY).decide(world, [0, 1])
    with pytest.raises(KeyError):  # no policy answers to a state
        choose(world, listed([0, 1]), 2, new_chance(KEY))


def test_a_bot_has_no_other_chance_than_its_key() -> None:
    match = played_on("rat-a-tat-cat", 9)
    seat = match.actors[0]
    seen, numbers = match.observation(seat), match.legal_numbers(seat)
    for player in (*PLAYERS.values(), SEARCH):
        first, second = (Bot(player, KEY) for _ in range(2))
        assert [first.decide(seen, numbers) for _ in range(4)] == [
            second.decide(seen, numbers) for _ in range(4)
        ]
    found = {Bot(PLAYERS["random"], bytes([n] * 32)).decide(seen, numbers) for n in range(30)}
    assert len(found) > 1


@pytest.mark.parametrize(("players", "steps", "times"), [(2, 22, 3), (6, 56, 100)])
def test_worlds_to_think_in_are_plausible(players: int, steps: int, times: int) -> None:
    """With many players no world is plausible by itself; one of the better ones is drawn."""
    match = played_on("rat-a-tat-cat", steps, players=players)
    seat = match.actors[0]
    seen, numbers = match.observation(seat), match.legal_numbers(seat)
    thoughts, chance = thoughts_about(seen), new_chance(KEY)
    drawn, usual = [], []
    for _ in range(40):
        search.think(seen, listed(numbers), len(numbers), chance, thoughts, 0, numbers[0])
        drawn.append(plausibility(thoughts.worlds[thoughts.world], seat))
        world = new_record(match.game.kernels.state)
        determinize(seen, chance, world)
        usual.append(plausibility(world, seat))
    assert np.median(drawn) > times * np.median(usual)


def test_a_search_may_act_out_of_turn() -> None:
    match = played_on("cat-royal", 4)
    seat = match.interrupters[0]
    numbers = [*match.legal_numbers(seat), PASS]
    assert Bot(SEARCH, KEY).decide(match.observation(seat), numbers) in numbers


def test_players_by_name() -> None:
    assert list(LEVELS) == ["kitten", "house-cat", "alley-cat", "tiger"]
    assert LEVELS["kitten"] > LEVELS["house-cat"] > LEVELS["alley-cat"]  # errs in one of so many
    assert read_players("tiger,policy", 2) == [PLAYERS["tiger"], PLAYERS["policy"]]
    assert read_player("search-300") == 300
    for name in ("lion", "search-", "search-1", "search-1e3", "search-10000000"):
        with pytest.raises(PolicyRefused, match="There is no player"):
            read_player(name)


def paired_share(name: str, stronger: str, weaker: str, games: int, *, rounds: int = 1) -> float:
    """Return the share of victories over common deals with seats changed."""
    found = []
    for seat, players in ((0, f"{stronger},{weaker}"), (1, f"{weaker},{stronger}")):
        options = {"players": 2, **({"rounds": rounds} if name == "rat-a-tat-cat" else {})}
        results = simulate(purrlor.game(name), options, games=games, players=players, key=7).results
        is_first = results["places"][:, :2] == 1
        found.append(is_first[:, seat] / is_first.sum(axis=1))
    return float(np.mean(found))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    ("stronger", "weaker"), [("house-cat", "kitten"), ("alley-cat", "house-cat")]
)
def test_who_errs_less_wins_more(name: str, stronger: str, weaker: str) -> None:
    assert paired_share(name, stronger, weaker, 300) > 0.5


@pytest.mark.long
@pytest.mark.parametrize(("name", "deals"), [("cattitude", 6), ("cat-royal", 6)])
def test_tiger_wins_against_all_others(name: str, deals: int) -> None:
    """It won 85 % and more of longer runs; as strong as Alley Cat, it fails in two of three."""
    assert paired_share(name, "tiger", "alley-cat", deals) > 0.6


@pytest.mark.parametrize("name", GAMES)
def test_a_kitten_plays_no_nonsense(name: str) -> None:
    """It errs as a child does: whoever does anything at random hardly ever wins against it."""
    assert paired_share(name, "kitten", "random", 60, rounds=5) > 0.85


def test_a_kitten_hardly_ever_knocks_with_rats() -> None:
    """It forgets cards, but hardly ever knocks with a row of rats that it has seen."""
    given = {"rows": [[*"9898"], [*"5678"]], "known": [[[0, slot] for slot in range(4)], []]}
    match = purrlor.game("rat-a-tat-cat").match_from(
        given | {"turn": 0, "phase": "end"}, {"players": 2}
    )
    seen, numbers = match.observation(0), match.legal_numbers(0)
    decided = [Bot(LEVELS["kitten"], bytes([n] * 32)).decide(seen, numbers) for n in range(200)]
    knocks = [type(match.action(number, 0)).__name__ == "Knock" for number in decided]
    assert len(numbers) == 2
    assert sum(knocks) <= 4


def test_a_forgotten_card_may_be_any_that_was_not_seen() -> None:
    match = played_on("rat-a-tat-cat", 14)
    seat = match.actors[0]
    seen = match.observation(seat)
    known = {tuple(one) for one in np.argwhere(seen.rows >= 0)}
    places = [tuple(one) for one in np.argwhere(seen.rows != NO_CARD)]
    found: dict[tuple[int, ...], set[int]] = {place: set() for place in places}
    for number in range(200):
        recalled = match.observation(seat)
        chance = new_chance(KEY, number)
        forget(recalled, chance)
        world = new_record(match.game.kernels.state)
        determinize(recalled, chance, world)
        for place in places:
            found[place].add(int(world.rows[place]))
        cards = np.bincount(
            [
                *world.rows[world.rows != NO_CARD],
                *world.draw_pile[: world.draw_size],
                *world.discard_pile[: world.discard_size],
                *([world.drawn] if world.phase == DRAWN else []),
            ],
            minlength=len(COPIES),
        )
        assert cards.tolist() == list(COPIES)
    assert known
    assert all(len(cards) > 1 for cards in found.values())
