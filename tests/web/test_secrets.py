"""Two people at one table see only their own secrets: in every frame, and in the whole page."""

import json
import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

import purrlor
from reader import MANNERS, Manner, Reader
from visitor import Visitor, words

Visit = Callable[..., Visitor]
View = dict[str, Any]

SHOWN = """(selector) => [
  Number(document.querySelector('main [data-step]')?.dataset.step ?? -1),
  [...document.querySelectorAll(selector)].map((one) => [
    one.dataset.anchor ?? '', one.getAttribute('aria-label') ?? one.title,
    one.querySelector('.top')?.textContent.trim() ?? '',
  ]),
]"""
"""The step on the page, and of what a selector finds: its place, its name, what is on its face."""

Shown = list[tuple[str, str, str]]


def check_rat_a_tat_cat(view: View, seat: int, shown: Shown) -> None:
    """A place shows a face exactly where the view has a card, and only in the own row."""
    for anchor, _, face in shown:
        owner, slot = map(int, anchor.split("-"))
        card = view["rows"][owner][slot]
        assert (face == "") == (card == "hidden"), (anchor, face, card)
        assert owner == seat or card == "hidden"


CARDS = {
    said.lower(): key.removeprefix("cattitude_card_").replace("_", "-")
    for key, said in words("en").items()
    if key.startswith("cattitude_card_") and "{" not in said
}


def check_cattitude(view: View, seat: int, shown: Shown) -> None:
    """Every card that is named lies where this seat can see it."""
    known = json.dumps(view)
    for _, name, _ in shown:
        card = CARDS.get(name.lower().split(",")[0])
        assert card is None or f'"{card}"' in known, (name, card)


def check_cat_royal(view: View, seat: int, shown: Shown) -> None:
    """The only hand on the page is the own one."""
    assert len(shown) == len(view["hands"][seat])
    assert all(card == "hidden" for card in view["hands"][1 - seat])


CHECKS: dict[str, tuple[str, Callable[[View, int, Shown], None]]] = {
    "rat-a-tat-cat": (".felt [data-slot]", check_rat_a_tat_cat),
    "cattitude": ("main [role=img], main [title], main [aria-label]", check_cattitude),
    "cat-royal": ("ul [data-card], ul .still", check_cat_royal),
}


class Spy(Reader):
    """Plays, and before each move compares the page with what its own seat was told."""

    def __init__(self, visitor: Visitor, game: str, chance: random.Random, seat: int) -> None:
        manner: Manner = MANNERS[game]
        super().__init__(visitor, manner, chance)
        self.selector, self.check = CHECKS[game]
        self.seat = seat
        self.compared = 0

    def told(self) -> list[dict[str, Any]]:
        return [one for one in map(json.loads, self.visitor.frames) if "view" in one]

    def act(self) -> bool:
        step, shown = self.page.evaluate(SHOWN, self.selector)
        view = {one["number"]: one["view"] for one in self.told()}.get(step)
        if view is not None and view.get("phase") != "over" and not view.get("over"):
            self.check(view, self.seat, shown)
            self.compared += 1
        return super().act()


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("rat-a-tat-cat", {"players": 2, "rounds": 1}),
        ("cattitude", {"players": 2}),
        ("cat-royal", {"players": 2, "tiny": True}),
    ],
)
def test_only_the_own_secrets(visit: Visit, game: str, options: dict[str, Any]) -> None:
    ann, bob = visit(reduced_motion="reduce"), visit(reduced_motion="reduce")
    code = ann.open_table(game, options=options)
    bob.sit_down(code, "Bob")
    ann.press("lobby_start")
    chance = random.Random(9)
    spies = [Spy(one, game, chance, seat) for seat, one in enumerate((ann, bob))]
    for spy in spies:
        spy.page.locator("main [data-step]").wait_for()
    while not all(spy.look().is_over for spy in spies):
        for spy in spies:
            spy.act()
    answer = ann.context.request.get(f"/api/tables/{code}/games/1/record")
    truth = purrlor.game(game).replay(answer.text())
    for spy in spies:
        assert spy.compared > 3
        allowed, events = allowed_views(truth, spy.seat), allowed_events(truth, spy.seat)
        for frame in spy.told():
            assert frame["seat"] == spy.seat
            assert frame["view"] in allowed[frame["number"]]
            assert told_in(frame) == [events[one] for one in steps_of(frame)]
            is_asked = spy.seat in frame["actors"]
            assert is_asked or all(one["type"] == "move_wormholes" for one in frame["legal"])
        others = {json.loads(one)["type"] for one in spy.visitor.frames} - {"step", "standing"}
        assert others <= {"welcome", "table", "done", "pong"}


def allowed_views(truth: Any, seat: int) -> dict[int, list[View]]:
    """Return what a seat may see by the number of steps it has seen, from the record alone."""
    again = truth.game.match(truth.options, truth.key)
    found: dict[int, list[View]] = {}
    number, told, played = 0, again.opening, iter(truth.played)
    while told is not None:
        number += any(audience.includes(seat) for audience, _ in told)
        found.setdefault(number, []).append(msgspec.to_builtins(again.view(seat)))
        step = next(played, None)
        told = step and again.play(step.seat, step.actions)
    return found


def told_in(frame: dict[str, Any]) -> list[Any]:
    """Return the events that a frame carries, a list for each step."""
    return frame["missed"] if frame["type"] == "standing" else [frame["events"]]


def steps_of(frame: dict[str, Any]) -> range:
    """Return the steps whose events a frame carries."""
    last = frame["number"]
    return range(last + 1 - len(told_in(frame)), last + 1)


def allowed_events(truth: Any, seat: int) -> dict[int, list[Any]]:
    """Return what a seat may be told by the number of its steps, from the record alone."""
    again = truth.game.match(truth.options, truth.key)
    steps = [again.opening, *(again.play(step.seat, step.actions) for step in truth.played)]
    heard = [[event for audience, event in told if audience.includes(seat)] for told in steps]
    return {
        number: msgspec.to_builtins(events)
        for number, events in enumerate(filter(None, heard), start=1)
    }
