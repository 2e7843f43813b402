"""A person who plays by what the page shows: it reads the buttons of the board, and clicks."""

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, expect

from visitor import Visitor

LIMIT = 120.0
"""No game of a test takes longer, in seconds."""
PATIENCE = 0.4
"""How long somebody waits before pressing again, in seconds."""

LOOK = """() => {
  const board = document.querySelector('main [data-step]');
  const dialog = document.querySelector('dialog[open]');
  const buttons = [...(dialog ?? board)?.querySelectorAll('button:enabled') ?? []]
    .filter((button) => button.checkVisibility() && !button.closest('[inert]'));
  const named = (button) => button.getAttribute('aria-label') ?? button.textContent.trim();
  return {
    step: Number(board?.dataset.step ?? -1),
    is_busy: board?.getAttribute('aria-busy') === 'true',
    is_over: document.querySelector('.result') !== null,
    buttons: buttons.map((button, place) => ({
      place, name: named(button), kind: button.className.replace(/ ?svelte-\\w+/g, ''),
      is_pressed: button.getAttribute('aria-pressed') === 'true',
      card: button.dataset.card ?? '', figure: button.dataset.figure ?? '', value: button.value,
    })),
  };
}"""

AIM = """(place) => {
  const root = document.querySelector('dialog[open]') ?? document.querySelector('main [data-step]');
  const button = [...root.querySelectorAll('button:enabled')]
    .filter((button) => button.checkVisibility() && !button.closest('[inert]'))[place];
  if (!button) return null;
  const spots = () => {
    const box = button.getBoundingClientRect();
    return [[0.5, 0.5], [0.5, 0.15], [0.15, 0.5], [0.85, 0.5], [0.5, 0.9]]
      .map(([across, down]) => [box.left + box.width * across, box.top + box.height * down]);
  };
  const free = () => spots().find(([x, y]) => button.contains(document.elementFromPoint(x, y)));
  if (!free()) button.scrollIntoView({ block: 'center' });
  return free() ?? (button.closest('[role=group]') ? spots()[0] : null);
}"""


@dataclass(frozen=True)
class Button:
    """A button of the board, as it is read."""

    place: int
    name: str
    kind: str
    is_pressed: bool
    card: str
    figure: str
    value: str


@dataclass(frozen=True)
class Sight:
    """What a glance at the table shows."""

    step: int
    is_busy: bool
    is_over: bool
    buttons: tuple[Button, ...]


Manner = Callable[[Sight, random.Random], Button | None]
"""How somebody plays: the button to press next, or none to wait."""


class Reader:
    """Plays for a visitor by mouse, in a manner."""

    def __init__(self, visitor: Visitor, manner: Manner, chance: random.Random) -> None:
        self.visitor = visitor
        self.page = visitor.page
        self.manner = manner
        self.chance = chance
        self.pressed: list[str] = []

    def look(self) -> Sight:
        seen: dict[str, Any] = self.page.evaluate(LOOK)
        return Sight(**seen | {"buttons": tuple(Button(**one) for one in seen["buttons"])})

    def act(self) -> bool:
        """Press the next button, if there is one, and wait until the page has answered."""
        before = self.look()
        button = None if before.is_busy or before.is_over else self.manner(before, self.chance)
        if button is None or not self.press(button):
            return False
        self.pressed.append(button.name)
        until = time.monotonic() + PATIENCE
        while (now := self.look()) == before or now.is_busy:
            if not now.is_busy and time.monotonic() > until:
                return True  # taken for a double tap: press again
            assert time.monotonic() < until + LIMIT, f"no answer to {button.name!r}"
            self.page.wait_for_timeout(10)
        return True

    def can_reach(self, button: Button) -> bool:
        """Return whether a tap somewhere on a button would hit it."""
        return self.page.evaluate(AIM, button.place) is not None

    def covered(self) -> list[str]:
        """Return the buttons that a tap does not hit, while nothing else changes."""
        while True:
            before = self.look()
            found = [one.name for one in before.buttons if not self.can_reach(one)]
            if not found or self.look() == before:
                return found

    def press(self, button: Button) -> bool:
        at = self.page.evaluate(AIM, button.place)
        if at is None:
            return False
        self.page.mouse.click(*at)
        return True


def play_until(
    shown: Locator | Sequence[Locator], *readers: Reader, limit: float = LIMIT
) -> Locator:
    """Let everybody play until something, or the first of some things, shows to somebody."""
    until = time.monotonic() + limit
    wanted = [shown] if isinstance(shown, Locator) else shown
    while True:
        for reader in readers:
            for one in wanted:
                if one.is_visible():
                    return one
            if not reader.act():
                reader.page.wait_for_timeout(10)
        assert time.monotonic() < until, f"{shown} does not show: {readers[0].look()}"


def play_out(readers: list[Reader], limit: float = LIMIT) -> None:
    """Let everybody play until all have seen the end."""
    until = time.monotonic() + limit
    while not all(reader.look().is_over for reader in readers):
        acts = [reader.act() for reader in readers]
        if not any(acts):
            readers[0].page.wait_for_timeout(10)
        if time.monotonic() > until:
            told = [(reader.pressed[-3:], reader.look()) for reader in readers]
            raise AssertionError(f"the game does not end: {told}")
    for reader in readers:
        expect(reader.page.get_by_role("alert")).to_have_count(0)


def rat_a_tat_cat(sight: Sight, chance: random.Random) -> Button | None:
    """Press what acts, but do not go back, and knock as soon as it is allowed."""
    words = [one for one in sight.buttons if not one.is_pressed and one.kind != "told"]
    knocks = [one for one in words if one.kind == "knock" or one.value == "yes"]
    return chance.choice(knocks or words or [None])


def cattitude(sight: Sight, chance: random.Random) -> Button | None:
    """Place every card, seal, take a bid, secure what can be secured."""

    def of(kind: str) -> list[Button]:
        return [one for one in sight.buttons if kind in one.kind.split() or one.value == kind]

    found = of("yes") or of("primary") or of("place") or of("bid") or of("choice") or of("done")
    return chance.choice(found or [None])


def cat_royal(sight: Sight, chance: random.Random) -> Button | None:
    """Choose a card, a figure and the farthest target; discard where nothing fits."""
    targets = [one for one in sight.buttons if one.kind == "target"]
    if targets:
        return targets[-1]
    figures = [one for one in sight.buttons if one.figure and not one.is_pressed]
    cards = [one for one in sight.buttons if one.card and not one.is_pressed]
    discards = [one for one in sight.buttons if one.kind == "primary"]
    return chance.choice(discards or figures or cards or [None])


MANNERS: dict[str, Manner] = {
    "rat-a-tat-cat": rat_a_tat_cat,
    "cattitude": cattitude,
    "cat-royal": cat_royal,
}
