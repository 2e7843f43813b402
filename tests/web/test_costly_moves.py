"""Knocking and accusing: asked about first, unless a person does not want that; what follows."""

import random
import re
from collections.abc import Callable

from playwright.sync_api import expect

from reader import MANNERS, PATIENCE, Button, Reader, Sight, play_until
from visitor import Visitor

Visit = Callable[..., Visitor]


def never_knock(sight: Sight, chance: random.Random) -> Button | None:
    others = [
        one for one in sight.buttons if one.kind not in ("knock", "told") and not one.is_pressed
    ]
    return chance.choice(others or [None])


def begin(visitor: Visitor, game: str) -> None:
    visitor.open_table(game, options={"players": 2}, bots=1)
    visitor.press("lobby_start")
    visitor.page.locator("main [data-step]").wait_for()


def test_accusing_is_asked_about_and_has_an_outcome(visit: Visit) -> None:
    visitor = visit(reduced_motion="reduce")
    page = visitor.page
    begin(visitor, "cat-royal")
    glass = page.locator(".glass")
    play_until(glass, Reader(visitor, MANNERS["cat-royal"], random.Random(2)))
    log = page.locator(".log ol")
    for answer, lines in (("table_no", 0), ("table_yes", 1)):
        glass.click()
        page.locator(".accuse .panel button").first.click()
        expect(page.get_by_role("dialog")).to_be_visible()
        visitor.press(answer)
        told = log.get_by_text(re.compile(r"^You accuse .* of cheating, and are (right|wrong)\.$"))
        expect(told).to_have_count(lines)
    expect(log.get_by_text("goes back from").first).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_knock_is_asked_about_and_begins_the_last_lap(visit: Visit) -> None:
    ann, bob = visit(reduced_motion="reduce"), visit(locale="de", reduced_motion="reduce")
    bob.sit_down(ann.open_table("rat-a-tat-cat", options={"players": 2}), "Bob")
    ann.press("lobby_start")
    chance = random.Random(2)
    readers = [Reader(one, never_knock, chance) for one in (ann, bob)]
    for reader in readers:
        reader.page.locator("main [data-step]").wait_for()
    knock = ann.page.get_by_role("button", name=ann.words["rat_do_knock"], exact=True)
    laps = [one.page.locator(".lap") for one in (ann, bob)]
    play_until(knock, *readers)
    ann.page.wait_for_timeout(1000 * PATIENCE)  # sooner it is taken for a double tap
    question = ann.page.get_by_role("dialog")
    for answer, count in (("table_no", 0), ("table_yes", 1)):
        knock.click()
        expect(question).to_contain_text(ann.words["rat_knock_sure"])
        ann.press(answer)
        expect(question).to_have_count(0)
        for lap in laps:
            expect(lap).to_have_count(count)
    expect(laps[0]).to_have_text(ann.words["rat_lap_mine"].format(count=1))
    expect(laps[1]).to_have_text(bob.words["rat_lap"].format(name="Ann", count=1))
    play_until(bob.page.locator("[data-reveal]"), readers[1])
    for lap in laps:
        expect(lap).to_have_count(0)


def test_questions_can_be_switched_off(visit: Visit) -> None:
    """And what follows a knock: the reveal, step by step without motion too, and the score."""
    visitor = visit(reduced_motion="reduce")
    page, words = visitor.page, visitor.words
    begin(visitor, "rat-a-tat-cat")
    visitor.press("table_menu")
    page.get_by_label(words["table_confirms"]).uncheck()
    page.keyboard.press("Escape")
    page.reload()  # it is kept
    knock = page.get_by_role("button", name=words["rat_do_knock"], exact=True)
    play_until(knock, Reader(visitor, never_knock, random.Random(2)))
    page.wait_for_timeout(1000 * PATIENCE)  # sooner it is taken for a double tap
    knock.click()
    expect(page.locator(".log li", has_text="You knock")).to_have_count(1)
    expect(page.get_by_role("dialog")).to_have_count(0)
    play_until(page.locator("[data-reveal]"), Reader(visitor, never_knock, random.Random(2)))
    over = [words["rat_ask_round_over"].format(round=number) for number in range(1, 6)]
    expect(page.locator(".prompt")).to_have_text(re.compile("|".join(map(re.escape, over))))
    rounds = 1 + over.index(page.locator(".prompt").inner_text())  # the bot may have knocked before
    for step in ("rat_reveal_up", "rat_reveal_counted"):
        expect(page.get_by_role("status").filter(has_text=words[step])).to_be_visible()
    expect(page.locator("[data-reveal] .score").first).to_be_visible()
    page.locator("[data-reveal] button").click()
    page.get_by_text(words["rat_sheet"]).click()
    expect(page.locator(".sheet tbody tr")).to_have_count(rounds)


STEPS = """() => {
  window.steps = [];
  window.lines = {};
  new MutationObserver(() => {
    const shown = document.querySelector('[data-reveal]');
    if (!shown) return;
    const step = [
      shown.querySelector('[role=status]').textContent,
      shown.querySelectorAll('.replaced').length,
      shown.querySelector('.score').checkVisibility({ visibilityProperty: true }),
    ];
    if (step[0] !== window.steps.at(-1)?.[0]) window.steps.push(step);
    window.lines[shown.dataset.reveal] = document.querySelectorAll('.log li').length;
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
}"""
"""Writes down each step of a reveal: its words, how many cards are replaced, whether it counts; and
how many lines the log has by then."""


def test_power_cards_are_replaced_before_the_points_are_counted(visit: Visit) -> None:
    """In six rows lies hardly ever none; then the next round is looked at."""
    visitor = visit(reduced_motion="reduce")
    page = visitor.page
    visitor.open_table("rat-a-tat-cat", options={"players": 6}, bots=5)
    visitor.press("lobby_start")
    page.locator("main [data-step]").wait_for()
    page.evaluate(STEPS)
    reader = Reader(visitor, MANNERS["rat-a-tat-cat"], random.Random(2))
    up, powers, counted = (
        visitor.words[f"rat_reveal_{step}"] for step in ("up", "powers", "counted")
    )
    replaced = page.locator("[data-reveal] [role=img][aria-label*=', in place of ']")
    for _ in range(4):
        play_until(page.locator("[data-reveal]"), reader)
        page.locator("[data-reveal='2']").wait_for()
        count = replaced.count()
        if count:
            break
        assert page.evaluate("steps.splice(0)") == [[up, 0, False], [counted, 0, True]]
        page.locator("[data-reveal] button.primary").click()
    steps = [[up, 0, False], [powers, count, False], [counted, count, True]]
    assert page.evaluate("steps") == steps
    assert count > 0
    lines = page.evaluate("lines")
    assert lines["0"] == lines["1"], "the log tells it before it is shown"
    assert lines["1"] + count < lines["2"]


def test_nothing_is_asked_while_a_move_is_on_its_way(visit: Visit) -> None:
    """A second tap on Knock, before the first was answered, must not ask the next person."""
    visitor = visit(reduced_motion="reduce")
    page, words = visitor.page, visitor.words
    begin(visitor, "rat-a-tat-cat")
    knock = page.get_by_role("button", name=words["rat_do_knock"], exact=True)
    play_until(knock, Reader(visitor, never_knock, random.Random(2)))
    page.wait_for_timeout(1000 * PATIENCE)  # sooner it is taken for a double tap
    knock.click()
    asked = page.evaluate(
        """async () => {
          const dialog = document.querySelector('dialog[open]');
          const again = document.querySelector('.knock');
          const closed = new Promise((done) => dialog.addEventListener('close', done));
          dialog.querySelector('[value=yes]').click();
          await closed;
          again.click();  // nothing was answered yet: the socket has had no turn
          return dialog.open;
        }"""
    )
    assert asked is False
    expect(page.locator(".log li", has_text="You knock")).to_have_count(1)
