"""Asking the coach, where the table allows it: on one's own turn, in plain words, and sent off."""

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from reader import MANNERS, Reader
from visitor import NARROW, Visitor

Visit = Callable[..., Visitor]

FIRST = 120_000
"""How long, in milliseconds, the first advice in a game may take, where nothing is compiled yet."""
TABLES = [("rat-a-tat-cat", "en"), ("cattitude", "nl"), ("cat-royal", "de")]


@pytest.mark.parametrize(("game", "locale"), TABLES)
def test_coach_advises(visit: Visit, game: str, locale: str) -> None:
    visitor = visit(locale=locale, viewport=NARROW, reduced_motion="reduce")
    page, words = visitor.page, visitor.words
    visitor.open_table(game, options={"players": 2}, bots=1, has_hints=True)
    visitor.press("lobby_start")
    ask = page.get_by_role("button", name=words["coach_ask"])
    panel = page.get_by_role("region", name=words["coach_title"])
    reader = Reader(visitor, MANNERS[game], random.Random(2))
    for turn in range(3):
        ask.click()
        expect(panel).to_be_visible(timeout=FIRST)
        lines = panel.locator("li")
        assert 1 <= lines.count() <= 3
        for line in lines.all():
            action, share, reason = (line.locator(one) for one in ("b", ".share", "small"))
            assert action.inner_text()
            assert reason.inner_text()
            assert re.search(r"\d+\s?%", share.inner_text())
        assert visitor.overflow() == 0
        if turn == 2:  # a third action may be a knock, and nobody is asked after that
            panel.get_by_role("button", name=words["table_close"]).click()
            expect(panel).to_have_count(0)
            return
        page.keyboard.press("Escape")
        expect(panel).to_have_count(0)
        while not reader.act():
            page.wait_for_timeout(10)


def test_coach_is_silent_where_the_table_says_so(visit: Visit) -> None:
    visitor = visit()
    visitor.open_table("rat-a-tat-cat", options={"players": 2}, bots=1)
    visitor.press("lobby_start")
    visitor.page.locator(".board button:enabled").first.wait_for()
    expect(visitor.page.get_by_role("button", name=visitor.words["coach_ask"])).to_have_count(0)


def test_advice_goes_with_its_moment(visit: Visit) -> None:
    """What was said before a move is not shown after it."""
    visitor = visit(reduced_motion="reduce")
    page, words = visitor.page, visitor.words
    visitor.open_table("rat-a-tat-cat", options={"players": 2}, bots=1, has_hints=True)
    visitor.press("lobby_start")
    visitor.press("coach_ask")
    panel = page.get_by_role("region", name=words["coach_title"])
    expect(panel).to_contain_text(words["rat_do_ready"], timeout=FIRST)
    expect(panel).to_contain_text(words["coach_only"])
    visitor.press("rat_do_ready")
    expect(panel).to_have_count(0)
