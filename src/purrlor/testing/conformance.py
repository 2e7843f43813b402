"""Every general property of a game, checked on random games.

Whatever a seat is shown must be the same in every world it cannot tell apart from the real one. Two
independent accounts of what a seat knows are held against each other: its observation, with the
worlds that `determinize` makes of it, and the events it was told. A leak in one shows in the other.
"""

import itertools
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec

from purrlor.core import contract
from purrlor.core.chance import Chance, below, new_chance
from purrlor.core.contract import LEGAL, new_record, new_trace
from purrlor.core.game import FOR_SEARCH, Game
from purrlor.core.keys import read_key
from purrlor.core.match import Match, Told
from purrlor.core.record import digest, read_record
from purrlor.core.refusals import RecordRefused
from purrlor.core.seats import lowest_seat
from purrlor.core.words import Tagged
from purrlor.sim.simulate import simulate
from purrlor.testing.enumeration import opening_nodes
from purrlor.testing.trail import trail

MOST_DEALS = 2520
"""So many deals of the tiny game are looked at; most tiny games have no more."""
_INTERPRETED = "from purrlor.testing.trail import main; main()"


class Failure(AssertionError):
    """A game breaks a property; the sentence says which, where, and how to see it again."""


class Report(msgspec.Struct, kw_only=True):
    """What a check looked at."""

    games: int = 0
    steps: int = 0
    worlds: int = 0
    simulated: int = 0
    capped: int = 0


def check_game(
    game: Game,
    options: Mapping[str, Any] | None = None,
    *,
    games: int = 6,
    simulated: int = 500,
    interpreted_steps: int = 60,
    covered: bool = True,
) -> Report:
    """Check all properties of a game; raise `Failure` at the first that is broken."""
    report = Report()
    for key in range(games):
        _check_random_game(game, options, key, report)
    _check_determinism(game, options)
    _check_termination(game, options, simulated, report)
    _check_interpreted(game, options, interpreted_steps)
    if covered:
        _check_openings(game)
        _check_covering(game)
    return report


def _check_random_game(
    game: Game, options: Mapping[str, Any] | None, key: int, report: Report
) -> None:
    match = game.match(options, key)
    chance = new_chance(read_key(key), stream=1)
    where = f"{game.name}, key {key}"
    cards = _cards(match)
    tried: set[int] = set()
    cap = 400
    while not match.is_over and cap:
        cap -= 1
        step = f"{where}, step {len(match.played)}"
        _check_position(match, cards, step)
        for actor in (*match.actors, *match.interrupters):
            tried.update(match.legal_numbers(actor)[:8] if len(tried) < 60 else ())
        report.worlds += _check_knowledge(match, chance, tried, cards, step)
        seat, action = random_step(match, chance)
        match.play(seat, action)
        report.steps += 1
    _check_position(match, cards, f"{where}, at the end")
    if match.is_over and (match.actors or match.interrupters or match.outcome is None):
        raise Failure(f"{where}: the game is over, but somebody can act or nobody has won")
    _check_record(match, where)
    report.games += 1


def random_step(match: Match, chance: Chance) -> tuple[int, Any]:
    """Return a random action of a random seat that can act; few act out of turn."""
    seats = list(match.actors)
    if match.interrupters and int(below(chance, 10)) == 0:
        seats = list(match.interrupters)
    seat = seats[int(below(chance, len(seats)))]
    actions = match.legal(seat)
    return seat, actions[int(below(chance, len(actions)))]


def _cards(match: Match) -> Counter[str]:
    cards: Counter[str] = match.game.module("position").cards(match.position())
    return cards


def _check_position(match: Match, cards: Counter[str], step: str) -> None:
    """Cards are conserved; someone can act; what is legal is allowed; the wire keeps everything."""
    if _cards(match) != cards:
        raise Failure(f"{step}: cards were lost or made")
    if not match.is_over and not match.actors:
        raise Failure(f"{step}: nobody can act")
    for seat in (*match.actors, *match.interrupters):
        actions = match.legal(seat)
        if not actions:
            raise Failure(f"{step}: seat {seat} must decide but has no action")
        _check_actions(match, seat, actions, step)
    if _writes(match.game, "random_play"):
        for seat in match.actors:
            _check_random_play(match, seat, step)
    if _writes(match.game, "random_turn") and not match.is_over:
        for is_shared in (True, False):
            _check_random_turn(match, step, is_shared=is_shared)
    for viewer in (None, *range(match.options.players)):
        view = match.view(viewer)
        if msgspec.json.decode(msgspec.json.encode(view), type=type(view)) != view:
            raise Failure(f"{step}: the view of seat {viewer} does not survive the wire")
        can_act = viewer in (*match.actors, *match.interrupters)
        if viewer is not None and not can_act and match.legal(viewer):
            raise Failure(f"{step}: seat {viewer} cannot act but has actions")


def _check_random_play(match: Match, seat: int, step: str) -> None:
    """A game that draws without listing draws as if all were listed."""
    out, chance = new_record(LEGAL), new_chance(read_key(len(match.played)))
    drawn = contract.random_play(match._state, seat, out, chance.copy())
    count = contract.legal(match._state, seat, out)
    if drawn != (contract.random_action(match._state, seat, out, count, chance), count):
        raise Failure(f"{step}: a random player of seat {seat} does not draw from what is legal")


def _writes(game: Game, name: str) -> bool:
    """Return whether a game has a kernel of its own where it need not."""
    homes = ["rules", *(home for home in FOR_SEARCH if game.has_module(home))]
    return any(hasattr(game.module(home), name) for home in homes)


def _check_random_turn(match: Match, step: str, *, is_shared: bool) -> None:
    """Random players who play on come to where they come one by one, with the same numbers."""
    out, trace = new_record(LEGAL), new_trace(is_kept=False)
    key = read_key(len(match.played))
    states = [match._state.copy() for _ in range(2)]
    chances = [new_chance(key) for _ in range(2)]
    cards = chances if is_shared else [new_chance(key, stream=1) for _ in range(2)]
    decisions = int(contract.random_turn(states[0], out, chances[0], cards[0], trace))
    state, made = states[1], 0
    while made < decisions and contract.turns(state) == contract.turns(match._state):
        seat = lowest_seat(contract.actors(state))
        count = contract.legal(state, seat, out)
        action = contract.random_action(state, seat, out, count, chances[1])
        contract.apply(state, seat, action, cards[1], trace)
        made += 1
        if contract.is_over(state):
            break
    pairs = (states, chances, cards)
    if not 0 < decisions == made or any(a.tobytes() != b.tobytes() for a, b in pairs):
        raise Failure(f"{step}: random players who play on do not play as they would one by one")


def _check_actions(match: Match, seat: int, actions: list[Any], step: str) -> None:
    codec = match.game.module("actions")
    if len(set(actions)) != len(actions):
        raise Failure(f"{step}: seat {seat} is offered an action twice")
    for number, action in zip(match.legal_numbers(seat), actions, strict=True):
        wired = msgspec.json.decode(msgspec.json.encode(action), type=codec.Action)
        if wired != action or codec.encode(action, match.options, seat) != number:
            raise Failure(f"{step}: {action} does not survive the wire or its number")
        if int(contract.verify(match._state, seat, number)) != contract.ALLOWED:
            raise Failure(f"{step}: {action} is listed as legal but not allowed")
        if not match.game.module("notation").action_text(action):
            raise Failure(f"{step}: {action} has no text")


def _check_knowledge(
    match: Match, chance: Chance, tried: set[int], cards: Counter[str], step: str
) -> int:
    """`observe` and `determinize` agree, and no channel tells a seat more than it may know."""
    seat, action = random_step(match, chance)
    for viewer in (None, *range(match.options.players)):
        observation = match.observation(viewer)
        other = world(match, observation, chance)
        if other.observation(viewer).tobytes() != observation.tobytes():
            raise Failure(f"{step}: a world made for seat {viewer} does not look the same to it")
        if _cards(other) != cards:
            raise Failure(f"{step}: a world made for seat {viewer} has lost or made cards")
        if other.view(viewer) != match.view(viewer):
            raise Failure(f"{step}: the view of seat {viewer} tells more than its observation")
        if other.actors != match.actors or other.interrupters != match.interrupters:
            raise Failure(f"{step}: who can act depends on what seat {viewer} may not know")
        if viewer is not None:
            _check_own_channels(match, other, viewer, tried, step)
        _check_events(match, other, viewer, seat, action, step)
    return match.options.players + 1


def world(match: Match, observation: Any, chance: Chance) -> Match:
    """Return a copy of the match in a random world that agrees with the observation."""
    other = object.__new__(Match)
    other.__dict__.update(match.__dict__)
    other._state = new_record(match.game.kernels.state)
    other._chance = match._chance.copy()
    other._trace, other._legal = new_trace(is_kept=True), new_record(LEGAL)
    other.played = list(match.played)
    contract.determinize(observation, chance, other._state)
    return other


def _check_own_channels(match: Match, other: Match, seat: int, tried: set[int], step: str) -> None:
    """Legal actions and refusals of a seat are the same in both worlds."""
    numbers = match.legal_numbers(seat)
    if other.legal_numbers(seat) != numbers:
        raise Failure(f"{step}: the legal actions of seat {seat} depend on what it may not know")
    for number in tried:
        reasons = {int(contract.verify(each._state, seat, number)) for each in (match, other)}
        if len(reasons) > 1:
            raise Failure(f"{step}: a refusal to seat {seat} depends on what it may not know")


def _check_events(
    match: Match, other: Match, viewer: int | None, seat: int, action: Any, step: str
) -> None:
    """Told the same, a viewer knows the same; knowing the same, it was told the same."""
    if seat != viewer and action not in other.legal(seat):
        return  # another seat's action that this world does not have
    here, there = _fork(match), _fork(other)
    told = [_heard(each.play(seat, action), viewer) for each in (here, there)]
    known = [each.observation(viewer).tobytes() for each in (here, there)]
    if told[0] == told[1] and known[0] != known[1]:
        raise Failure(f"{step}: seat {viewer} comes to know something it was not told ({action})")
    of_use = [_since_fresh_deal(match.game, events) for events in told]
    if of_use[0] != of_use[1] and known[0] == known[1]:
        raise Failure(f"{step}: seat {viewer} is told something it may not know ({action})")


def _since_fresh_deal(game: Game, events: list[Tagged]) -> list[Tagged]:
    """Leave out what was shown before all cards were dealt anew."""
    fresh_deal = getattr(game.module("events"), "FRESH_DEAL", ())
    deals = [index for index, event in enumerate(events) if isinstance(event, fresh_deal)]
    return events[deals[-1] :] if deals else events


def _fork(match: Match) -> Match:
    fork = object.__new__(Match)
    fork.__dict__.update(match.__dict__)
    fork._state, fork._chance = match._state.copy(), match._chance.copy()
    fork._trace, fork.played = new_trace(is_kept=True), list(match.played)
    return fork


def _heard(told: Told, viewer: int | None) -> list[Tagged]:
    return [event for audience, event in told if audience.includes(viewer)]


def _check_record(match: Match, where: str) -> None:
    try:
        record = match.record()
        again = match.game.replay(record.json())
    except RecordRefused as refusal:
        raise Failure(f"{where}: the record does not replay: {refusal}") from None
    if digest(again) != digest(match) or read_record(record.json()) != record:
        raise Failure(f"{where}: the record does not replay to the same game")


def _check_determinism(game: Game, options: Mapping[str, Any] | None) -> None:
    if trail(game, options, key=7, steps=40) != trail(game, options, key=7, steps=40):
        raise Failure(f"{game.name}: the same key gives different games")
    deals = {digest(game.match(options, key)) for key in range(12)}
    if len(deals) == 1:
        raise Failure(f"{game.name}: different keys give the same game")


def _check_termination(
    game: Game, options: Mapping[str, Any] | None, games: int, report: Report
) -> None:
    """Random games end; how many were stopped by the simulation cap is reported."""
    simulation = simulate(game, options, games=games, players="random", key=1)
    report.simulated = games
    report.capped = int(simulation.results["is_capped"].sum())
    if report.capped > games // 2 and not game.is_ended_by_table(simulation.options):
        raise Failure(f"{game.name}: most random games do not end")


def _check_interpreted(game: Game, options: Mapping[str, Any] | None, steps: int) -> None:
    """The same source gives the same game when it is not compiled."""
    if steps == 0:
        return
    request = msgspec.json.encode([game.package, options, steps]).decode()
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", _INTERPRETED, request],
        capture_output=True,
        text=True,
        check=False,
        env={**_environment(), "NUMBA_DISABLE_JIT": "1"},
    )
    if run.returncode != 0:
        raise Failure(f"{game.name} does not run interpreted: {run.stderr[-800:]}")
    if run.stdout.split() != trail(game, options, key=3, steps=steps):
        raise Failure(f"{game.name}: compiled and interpreted rules differ")


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def _check_openings(game: Game) -> None:
    """Over the deals of the tiny game each viewer knows just what it was told."""
    chance = new_chance(bytes(32), stream=3)
    match = game.match(game.tiny, 0)
    nodes = list(itertools.islice(opening_nodes(game), MOST_DEALS))
    for viewer in (None, *range(match.options.players)):
        known: dict[bytes, bytes] = {}
        told: dict[bytes, bytes] = {}
        alike: dict[bytes, list[Any]] = {}
        for node in nodes:
            match._state = node.state
            observation, heard = match.observation(viewer).tobytes(), node.heard_by(viewer)
            if known.setdefault(heard, observation) != observation:
                raise Failure(
                    f"{game.name}: seat {viewer} knows something of the deal it was never told"
                )
            if told.setdefault(observation, heard) != heard:
                raise Failure(
                    f"{game.name}: seat {viewer} is told something of the deal it may not know"
                )
            alike.setdefault(observation, []).append(node.state)
        for state in [state for group in list(alike.values())[:3] for state in group[:6]]:
            match._state = state
            _check_covered(match, viewer, chance, 0)


def _check_covering(game: Game) -> None:
    """In the tiny game the real world is always among those that `determinize` makes."""
    chance = new_chance(bytes(32), stream=2)
    for key in range(3):
        match = game.match(game.tiny, key)
        for _ in range(6):
            if match.is_over:
                break
            for viewer in (None, *range(match.options.players)):
                _check_covered(match, viewer, chance, key)
            match.play(*random_step(match, chance))


def _check_covered(match: Match, viewer: int | None, chance: Chance, key: int) -> None:
    truth = msgspec.json.encode(match.position())
    observation = match.observation(viewer)
    for _ in range(20_000):
        other = world(match, observation, chance)
        contract.settle(other._state, chance)
        if msgspec.json.encode(other.position()) == truth:
            return
    raise Failure(
        f"{match.game.name}, tiny, key {key}, step {len(match.played)}: "
        f"the real world never comes up for seat {viewer}"
    )
