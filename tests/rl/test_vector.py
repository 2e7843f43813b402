"""Many games at once: the same games as one by one, in Gymnasium's conventions."""

import itertools
from functools import partial
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from option_sets import option_sets
from purrlor import Refusal, game, game_names
from purrlor.core.contract import PASS
from purrlor.core.keys import read_key
from purrlor.core.match import Match
from purrlor.rl.actions import Actions
from purrlor.rl.features import WIDE, Features
from purrlor.rl.gymnasium import PurrlorEnv
from purrlor.rl.stepping import step_all
from purrlor.rl.vector import PurrlorVectorEnv

GAMES = game_names()
QUICK: dict[str, dict[str, Any]] = {
    "rat-a-tat-cat": {"rounds": 1},
    "cattitude": {"players": 3},
    "cat-royal": {"players": 2, "tiny": True, "wormholes": False},
}


def chosen(masks: Any, chance: np.random.Generator) -> Any:
    """Pick one of the open actions of each game."""
    return (masks * (chance.random(masks.shape) + 1)).argmax(axis=1)


@pytest.mark.parametrize("name", GAMES)
def test_every_legal_action_has_its_place(name: str) -> None:
    """In all options: the action space holds what the rules allow, and each place its words."""
    found = game(name)
    for options in [*option_sets(name), found.tiny]:
        checked = found.read_options(options)
        actions = Actions(found, checked)
        for seat, numbers in enumerate(actions.numbers.tolist()):
            assert len(set(numbers)) == actions.size
            assert [actions.indices[seat, number + 1] for number in numbers] == list(
                range(actions.size)
            )
        match, chance = found.match(checked, key=5), np.random.default_rng(5)
        for _ in range(150):
            if match.is_over:
                break
            for seat in (*match.actors, *match.interrupters):
                for number in match.legal_numbers(seat):
                    place = int(actions.indices[seat, number + 1])
                    assert actions.words(place, seat) == match.action(number, seat)
            seat = match.actors[0]
            match.play(seat, match.action(int(chance.choice(match.legal_numbers(seat))), seat))


@pytest.mark.parametrize("name", GAMES)
def test_a_vector_plays_the_games_of_the_referee(name: str) -> None:
    """Observations, masks and rewards are those of a match with the same cards."""
    envs = PurrlorVectorEnv(name, 3, **QUICK[name])
    actions, chance = envs.batch.actions, np.random.default_rng(1)
    observations, infos = envs.reset(seed=7)
    matches = [match_of(envs, index) for index in range(3)]
    for _ in range(400):
        picked = chosen(infos["action_mask"], chance)
        seats = infos["to_play"].copy()
        for match, seat, place in zip(matches, seats, picked, strict=True):
            number = int(actions.numbers[seat, place])
            if number != PASS:
                match.play(int(seat), match.action(number, int(seat)))
        observations, rewards, terminations, _, infos = envs.step(picked)
        for index, match in enumerate(matches):
            seat = int(infos["to_play"][index])
            assert observations[index].tobytes() == match.observation(seat).tobytes()
            open_ = np.flatnonzero(infos["action_mask"][index])
            numbers = {int(actions.numbers[seat, place]) for place in open_} - {PASS}
            assert terminations[index] == match.is_over
            if not match.is_over:
                assert numbers == set(match.legal_numbers(seat))
                assert rewards[index] == 0
        if terminations.any():
            break
    else:
        pytest.fail("No game came to an end.")
    ended = int(np.flatnonzero(terminations)[0])
    outcome = matches[ended].outcome
    assert outcome is not None
    places, players = outcome.places, len(outcome.places)
    for seat, place in enumerate(places):
        beaten = sum((other > place) - (other < place) for other in places) / (players - 1)
        assert infos["rewards"][ended, seat] == pytest.approx(beaten)


def match_of(envs: PurrlorVectorEnv, index: int) -> Match:
    """Return a match that is dealt the cards of one game of the vector."""
    match = Match(envs.batch.game, envs.batch.options, key=read_key(7))
    match._state, match._chance = envs.batch.states[index], envs.batch._chances[2 * index]
    return match


@pytest.mark.parametrize("name", GAMES)
def test_threads_do_not_change_the_games(name: str) -> None:
    shown = []
    for threads in (1, 3):
        envs = PurrlorVectorEnv(name, 7, opponents="random", threads=threads, **QUICK[name])
        _, infos = envs.reset(seed=3)
        chance = np.random.default_rng(2)
        for _ in range(60):
            observations, *_, infos = envs.step(chosen(infos["action_mask"], chance))
        shown.append(observations.tobytes())
        envs.close()
    assert shown[0] == shown[1]


def test_observations_are_the_memory_of_the_rules() -> None:
    envs = PurrlorVectorEnv("rat-a-tat-cat", 4, **QUICK["rat-a-tat-cat"])
    observations, infos = envs.reset(seed=1)
    assert np.shares_memory(observations, envs.observations)
    assert (envs.observations.seat == infos["to_play"]).all()
    before = observations.copy()
    again, *_ = envs.step(infos["action_mask"].argmax(axis=1))
    assert np.shares_memory(observations, again)
    assert (before != observations).any()
    copying = PurrlorVectorEnv("rat-a-tat-cat", 4, copy=True)
    assert not np.shares_memory(copying.reset()[0], copying.observations)


@pytest.mark.parametrize("name", GAMES)
def test_features_are_the_fields_of_the_record(name: str) -> None:
    envs = PurrlorVectorEnv(name, 2, **QUICK[name])
    observations, infos = envs.reset(seed=1)
    for _ in range(30):
        observations, *_, infos = envs.step(infos["action_mask"].argmax(axis=1))
    numbers = envs.features.read(observations)
    assert (numbers >= envs.features.low).all()
    assert (numbers <= envs.features.high).all()
    for field in envs.features.fields:
        part = numbers[:, field.first : field.first + field.count]
        record = np.ascontiguousarray(envs.observations[field.name]).reshape(2, -1)
        if field.dtype == WIDE:
            bits = np.unpackbits(record.view(np.uint8), axis=1, bitorder="little")
            assert (part == bits).all()
        else:
            assert (part == record).all()
        assert field.offset == envs.observations.dtype.fields[field.name][1]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("shape", [(), (5,), (2, 3)])
def test_features_read_in_slices_are_those_read_field_by_field(
    name: str, shape: tuple[int, ...]
) -> None:
    """Of any bytes, of any number of records, into any kind of array."""
    dtype = game(name).kernels.observation
    features, chance = Features(dtype), np.random.default_rng(1)
    memory = chance.integers(-128, 128, (*shape, dtype.itemsize), np.int8)
    records = np.ascontiguousarray(memory).view(dtype)[..., 0]
    parts = []
    for field in features.fields:
        values = np.ascontiguousarray(records[field.name]).reshape(*shape, -1)
        if field.dtype == WIDE:
            values = (values[..., None] >> np.arange(64, dtype=np.uint64)) & np.uint64(1)
        parts.append(values.reshape(*shape, -1).astype(np.int64))
    expected = np.concatenate(parts, axis=-1)
    assert (features.read(memory) == expected).all()
    out = np.zeros((*shape, features.size), np.float64)
    assert features.read(memory.view(np.uint8), out=out) is out
    assert (out == expected).all()


@pytest.mark.parametrize("name", GAMES)
def test_fields_side_by_side_are_read_as_one_slice(name: str) -> None:
    """As few slices as there can be: no two that follow each other have one type and no gap."""
    features = Features(game(name).kernels.observation)
    runs = features.runs
    assert [(run.first, run.end) for run in runs] == list(
        itertools.pairwise([*(run.first for run in runs), features.size])
    )
    assert len(runs) < len(features.fields) / 2
    for one, following in itertools.pairwise(runs):
        assert one.dtype != following.dtype or one.last < following.offset


def test_a_game_that_is_over_is_dealt_anew_in_the_next_step() -> None:
    envs = PurrlorVectorEnv("cattitude", 5, players=2, opponents="random")
    assert envs.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    for step in played(envs, 300):
        if step["is_over"].any():
            break
    else:
        pytest.fail("No game came to an end.")
    over = step["is_over"]
    assert (step["infos"]["action_mask"][over] == 0).all()
    masks = step["infos"]["action_mask"]
    _, rewards, terminations, truncations, infos = envs.step(masks.argmax(axis=1))
    assert (rewards[over] == 0).all()
    assert not (terminations | truncations)[over].any()
    assert infos["action_mask"][over].any(axis=1).all()
    assert (envs.batch.episodes.number[over] == 2).all()


def test_a_game_that_is_over_is_dealt_anew_in_the_same_step() -> None:
    mode = AutoresetMode.SAME_STEP
    envs = PurrlorVectorEnv("cattitude", 5, players=2, opponents="random", autoreset_mode=mode)
    for step in played(envs, 300):
        if step["is_over"].any():
            break
    else:
        pytest.fail("No game came to an end.")
    over, infos = step["is_over"], step["infos"]
    assert (infos["_final_obs"] == over).all()
    phase = next(f.offset for f in envs.features.fields if f.name == "phase")
    assert all(shown[phase] == 4 for shown in infos["final_obs"][over])
    assert all(shown is None for shown in infos["final_obs"][~over])
    assert (step["observations"][over, phase] == 0).all()
    assert infos["action_mask"].any(axis=1).all()


def test_what_is_told_of_a_game_dealt_anew_has_the_form_of_gymnasiums_vector() -> None:
    """Which keys there are, and of which kind and shape; and what the last observation was."""
    options: dict[str, Any] = {"rounds": 1, "opponents": "random", "seat": 0}
    single = partial(PurrlorEnv, "rat-a-tat-cat", **options)
    theirs = SyncVectorEnv([single, single], autoreset_mode=AutoresetMode.SAME_STEP)
    ours = PurrlorVectorEnv("rat-a-tat-cat", 2, autoreset_mode="SameStep", copy=True, **options)
    found = [first_end(envs) for envs in (theirs, ours)]
    assert forms(found[0]) == forms(found[1])
    assert "rewards" in found[1]["final_info"]
    assert (found[1]["final_info"]["_rewards"] == found[1]["_final_obs"]).all()


def first_end(envs: Any) -> dict[str, Any]:
    """Return what is told when the first game has ended; then the other one is still running."""
    chance = np.random.default_rng(1)
    _, infos = envs.reset(seed=[1, 2])
    for _ in range(1000):
        *_, terminations, _, infos = envs.step(chosen(infos["action_mask"], chance))
        if terminations.sum() == 1:
            told: dict[str, Any] = infos
            return told
    pytest.fail("No game came to an end before the other.")


def forms(infos: dict[str, Any]) -> dict[str, Any]:
    return {
        key: forms(value) if isinstance(value, dict) else (value.dtype.kind, value.shape)
        for key, value in infos.items()
    }


def played(envs: PurrlorVectorEnv, steps: int) -> Any:
    chance = np.random.default_rng(1)
    _, infos = envs.reset(seed=1)
    for _ in range(steps):
        observations, _rewards, terminations, truncations, infos = envs.step(
            chosen(infos["action_mask"], chance)
        )
        yield {
            "observations": observations,
            "is_over": terminations | truncations,
            "infos": infos,
        }


def test_a_learner_among_bots_takes_each_seat_in_turn() -> None:
    envs = PurrlorVectorEnv("cattitude", 3, players=3, opponents="policy")
    _, infos = envs.reset(seed=1)
    assert infos["to_play"].tolist() == [0, 1, 2]
    envs.reset()
    assert envs.batch.episodes.mover.tolist() == [1, 2, 0]
    fixed = PurrlorVectorEnv("cattitude", 3, players=3, opponents="policy,random,random", seat=2)
    for _ in range(5):
        assert fixed.reset()[1]["to_play"].tolist() == [2, 2, 2]


@pytest.mark.parametrize("opponent", ["kitten", "search-20", "tiger"])
def test_a_learner_plays_against_those_who_think_ahead(opponent: str) -> None:
    """They play by what they see, and their own chance: the same games, however often."""
    shown = []
    for _ in range(2):
        envs = PurrlorVectorEnv("rat-a-tat-cat", 2, opponents=opponent, seat=1, copy=True)
        _, infos = envs.reset(seed=1)
        for _ in range(6):
            observations, *_, infos = envs.step(infos["action_mask"].argmax(axis=1))
        shown.append(observations)
        assert infos["to_play"].tolist() == [1, 1]
        assert (envs.observations.turns > 2).all()
    assert (shown[0] == shown[1]).all()


def test_the_same_seed_gives_the_same_games() -> None:
    envs = PurrlorVectorEnv("rat-a-tat-cat", 3, copy=True)
    first, again = envs.reset(seed=4)[0], envs.reset(seed=4)[0]
    other, own = envs.reset(seed=5)[0], envs.reset(seed=[4, 5, None])[0]
    assert (first == again).all()
    assert (first != other).any(axis=1).all()
    assert (own[0] == first[0]).all()
    assert (own[1] == other[1]).all()


def test_a_part_of_the_games_can_be_dealt_anew() -> None:
    envs = PurrlorVectorEnv("rat-a-tat-cat", 3, copy=True)
    before, _ = envs.reset(seed=4)
    after, _ = envs.reset(options={"reset_mask": np.array([False, True, False])})
    assert (before == after).all(axis=1).tolist() == [True, False, True]


def test_an_action_that_is_not_open_changes_nothing() -> None:
    envs = PurrlorVectorEnv("rat-a-tat-cat", 3, copy=True)
    before, infos = envs.reset(seed=4)
    actions = infos["action_mask"].argmax(axis=1)
    for wrong in (-1, int(infos["action_mask"][2].argmin()), envs.batch.actions.size):
        with pytest.raises(Refusal, match=f"Action {wrong} is not open to seat 0 of game 2"):
            envs.step([*actions[:2], wrong])
        assert (before == envs.batch.memory).all()
        assert (envs.batch.episodes.steps == 0).all()


def test_actions_may_be_of_any_kind_of_whole_number() -> None:
    """Without compiling anything anew; but there is one for each game."""
    envs = PurrlorVectorEnv("rat-a-tat-cat", 3)
    _, infos = envs.reset(seed=4)
    for kind in (np.int64, np.int32, np.uint8):
        actions = infos["action_mask"].argmax(axis=1).astype(kind)
        actions.flags.writeable = False
        compiled = len(getattr(step_all, "signatures", []))
        *_, infos = envs.step(actions)
        assert len(getattr(step_all, "signatures", [])) == compiled or kind is np.int64
    for wrong in (actions[:2], actions[:, None], [*actions, 0]):
        with pytest.raises(Refusal, match="one action for each of 3 games"):
            envs.step(wrong)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"seat": 1}, "only with opponents"),
        ({"opponents": "policy", "seat": 2}, "no seat 2"),
        ({"opponents": "wizard"}, "no player 'wizard'"),
        ({"threads": 9}, "at most one thread"),
        ({"cards": 3}, "no option 'cards'"),
    ],
)
def test_what_makes_no_sense_is_refused(words: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Refusal, match=sentence):
        PurrlorVectorEnv("rat-a-tat-cat", 2, **words)
