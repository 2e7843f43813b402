"""The coach: good advice from what a seat knows, and from nothing else."""

import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

from purrlor import game, game_names
from purrlor.bots.bot import Bot
from purrlor.bots.levels import PLAYERS
from purrlor.cli.main import main
from purrlor.core.match import Match
from purrlor.sim.coach import Hint, advise


def advice(match: Match, seat: int, worlds: int = 24, key: int = 1, most: int = 3) -> list[Hint]:
    return advise(
        match.game,
        match.options,
        match.observation(seat),
        match.legal_numbers(seat),
        key=bytes([key] * 32),
        worlds=worlds,
        most=most,
    )


def played(name: str, steps: int) -> Match:
    match = game(name).match(key=4)
    bots = [Bot(PLAYERS["policy"], bytes([seat] * 32)) for seat in range(match.options.players)]
    while len(match.played) < steps or len(match.legal_numbers(match.actors[0])) < 2:
        seat = match.actors[0]
        number = bots[seat].decide(match.observation(seat), match.legal_numbers(seat))
        match.play(seat, match.action(number, seat))
    return match


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(main, ["advise", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    return result


@pytest.mark.parametrize("name", game_names())
def test_advice_names_legal_actions_best_first(name: str) -> None:
    match = played(name, 12)
    seat = match.actors[0]
    hints = advice(match, seat)
    numbers = match.legal_numbers(seat)
    assert 1 <= len(hints) <= 3
    assert {hint.number for hint in hints} <= set(numbers)
    assert [hint.share for hint in hints] == sorted((h.share for h in hints), reverse=True)
    assert all(0 <= hint.share <= 1 and hint.worlds == hints[0].worlds for hint in hints)
    assert advice(match, seat) == hints
    assert match.legal_numbers(seat) == numbers


@pytest.mark.parametrize("name", game_names())
def test_advice_depends_on_nothing_but_the_observation(name: str) -> None:
    from purrlor.core import contract
    from purrlor.core.chance import new_chance
    from purrlor.core.contract import new_record

    match = played(name, 12)
    seat = match.actors[0]
    seen = match.observation(seat)
    other = new_record(match.game.kernels.state)
    contract.determinize(seen, new_chance(bytes([9] * 32)), other)
    again = new_record(match.game.kernels.observation)
    contract.observe(other, seat, again)
    numbers = match.legal_numbers(seat)
    given = {"key": bytes(32), "worlds": 8}
    one = advise(match.game, match.options, seen, numbers, **given)  # type: ignore[arg-type]
    two = advise(match.game, match.options, again, numbers, **given)  # type: ignore[arg-type]
    assert one == two


def test_a_row_of_cats_is_a_reason_to_knock() -> None:
    hints: dict[str, tuple[Any, Hint]] = {}
    for cards in ("0010", "9897"):
        given = {"rows": [[*cards], [*"5678"]], "known": [[[0, slot] for slot in range(4)], []]}
        match = game("rat-a-tat-cat").match_from(
            given | {"turn": 0, "phase": "end"}, {"players": 2, "rounds": 1}
        )
        best = advice(match, 0, worlds=100)[0]
        hints[cards] = (match.action(best.number, 0), best)
    action, hint = hints["0010"]
    assert type(action).__name__ == "Knock"
    assert hint.share > 0.9
    action, hint = hints["9897"]
    assert type(action).__name__ == "EndTurn"
    assert hint.is_clear
    assert hint.reason.endswith("more than the next best")


def test_reasons_are_what_the_numbers_say() -> None:
    def reason(share: float, gap: float, is_clear: bool) -> str:
        return Hint(number=0, share=share, error=0.01, gap=gap, is_clear=is_clear, worlds=9).reason

    assert reason(0.5, 0.04, True) == "wins 4 points of share more than the next best"
    assert reason(0.5, -0.04, True) == "wins 4 points of share less than the best"
    assert reason(0.5, 0.04, False) == "about as good as others, the difference lies within chance"
    assert reason(0.999, 0.0, False) == "the game is as good as won"
    assert reason(0.0, 0.0, False) == "the game is as good as lost"
    hint = Hint(number=0, share=0.5, error=0.01, gap=0.1, is_clear=True, worlds=9, is_usual=True)
    assert hint.reason.startswith("the usual choice: wins 10 points")


def test_the_best_is_compared_with_the_next_however_few_are_shown() -> None:
    given = {"rows": [[*"9897"], [*"5678"]], "known": [[[0, slot] for slot in range(4)], []]}
    match = game("rat-a-tat-cat").match_from(
        given | {"turn": 0, "phase": "end"}, {"players": 2, "rounds": 1}
    )
    (alone,) = advice(match, 0, worlds=100, most=1)
    assert alone == advice(match, 0, worlds=100)[0]
    assert alone.is_clear
    assert alone.reason.endswith("more than the next best")


def test_an_only_action_is_no_choice_and_takes_no_time() -> None:
    match = game("rat-a-tat-cat").match(key=4)
    numbers, seen = match.legal_numbers(0), match.observation(0)
    assert len(numbers) == 1
    began = time.perf_counter()
    (only,) = advise(match.game, match.options, seen, numbers, key=bytes(32), seconds=60)
    assert time.perf_counter() - began < 30
    assert only.reason == "the only action"


def test_reasons_count_points_as_people_do() -> None:
    def reason(gap: float) -> str:
        return Hint(number=0, share=0.5, error=0.01, gap=gap, is_clear=True, worlds=9).reason

    assert reason(-0.01) == "wins 1 point of share less than the best"
    assert reason(0.03) == "wins 3 points of share more than the next best"
    assert reason(0.004).startswith("wins less than a point of share more")


def test_advice_shows_the_cards_it_reasons_from(tmp_path: Path) -> None:
    match = game("rat-a-tat-cat").match(key=4)
    for seat in range(match.options.players):
        match.play(seat, {"type": "ready"})
    file = tmp_path / "game.json"
    file.write_bytes(match.record().json())
    shown = run(str(file), "--seconds", "0.1").stdout
    own = next(line for line in shown.splitlines() if "(you)" in line)
    assert own.count("░░") == 2  # all but the two that it looked at
    others = next(line for line in shown.splitlines() if "seat" in line and "(you)" not in line)
    assert others.count("░░") == 4


def test_whoever_may_act_out_of_turn_is_advised(tmp_path: Path) -> None:
    match = played("cat-royal", 6)
    file = tmp_path / "game.json"
    file.write_bytes(match.record().json())
    shown = run(str(file), "--seat", str(match.interrupters[0]), "--seconds", "0.1")
    assert shown.exit_code == 0, shown.output
    assert "move the wormholes" in shown.stdout
    assert "wait" in shown.stdout


def test_worlds_of_the_coach_are_plausible() -> None:
    """Who kept a drawn card had a reason: a coach that does not know it expects a worse row."""
    given = {
        "rows": [[*"3333"], [*"5678"]],
        "known": [[[0, slot] for slot in range(4)], [[1, slot] for slot in range(4)]],
        "turn": 0,
        "phase": "end",
    }
    match = game("rat-a-tat-cat").match_from(given, {"players": 2, "rounds": 1})
    knock = next(n for n in match.legal_numbers(0) if "Knock" in repr(match.action(n, 0)))
    seen, later = match.observation(0), match.observation(0)
    later.turns_in_round = 19  # as if both had had many turns to choose their cards
    shares = []
    for one in (seen, later):
        hints = advise(match.game, match.options, one, [knock], key=bytes(32), worlds=400)
        shares.append(hints[0].share)
    assert shares[1] < shares[0] - 0.1


def test_more_worlds_leave_less_doubt() -> None:
    match = played("rat-a-tat-cat", 12)
    few, many = (advice(match, match.actors[0], worlds)[0] for worlds in (20, 500))
    assert many.error < few.error
    assert many.error == pytest.approx(
        np.sqrt(many.share * (1 - many.share) / many.worlds), rel=0.2
    )


@pytest.mark.parametrize("name", game_names())
def test_the_command_advises_in_words(name: str, tmp_path: Path) -> None:
    match = played(name, 14)
    file = tmp_path / "game.json"
    file.write_bytes(match.record().json())
    shown = run(str(file), "--seconds", "0.1", "--key", "1")
    assert shown.exit_code == 0, shown.output
    assert "%" in shown.stdout
    assert "because" in shown.stdout
    early = run(str(file), "--step", "3", "--seconds", "0.1")
    assert early.exit_code == 0, early.output
    may = {*match.actors, *match.interrupters}
    idle = next((s for s in range(match.options.players) if s not in may), None)
    if idle is not None:
        assert "nothing to decide" in run(str(file), "--seat", str(idle)).output
    assert "no seat 9" in run(str(file), "--seat", "9").output
    assert "steps" in run(str(file), "--step", "9999").output
    assert "No such file" in run(str(tmp_path / "none.json")).output
