"""What somebody may do out of turn, at a device that several people share."""

import random
import re
from collections.abc import Callable

from playwright.sync_api import expect

from reader import MANNERS, Reader
from visitor import Visitor

Visit = Callable[..., Visitor]


def test_wormholes_are_moved_between_two_people(visit: Visit) -> None:
    """K6.3 at one device: before the next takes it, the other may hold the eye, and all see who."""
    visitor = visit(reduced_motion="reduce")
    page, words = visitor.page, visitor.words
    visitor.open_table("cat-royal", options={"players": 2})
    visitor.add_person("Bob")
    visitor.press("lobby_start")
    curtain = page.locator(".curtain")
    holes = page.locator(".square p.visually-hidden")
    reader = Reader(visitor, MANNERS["cat-royal"], random.Random(4))
    for name, other in (("Ann", "Bob"), ("Bob", "Ann")):
        go = words["table_curtain_go"].format(name=name)
        expect(curtain.get_by_role("button", name=go)).to_be_visible()
        eyes = curtain.get_by_role("button", name=words["royal_cover"])
        expect(eyes).to_have_count(1)
        expect(eyes).to_have_accessible_name(f"{other}: {words['royal_cover']}")
        heading = words["table_curtain"].format(name=name)
        offer = words["royal_cover_of"].format(name=other)
        expect(page.locator("main")).to_have_text(f"{heading} {go} {offer}", use_inner_text=True)
        expect(page.locator(".log li")).to_have_count(0)
        eyes.click()  # too short
        expect(eyes).to_have_count(1)
        box = eyes.bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        told = curtain.get_by_role("status")
        expect(told).to_contain_text(f"{other} moves the wormholes to")
        page.mouse.up()
        expect(eyes).to_have_count(0)
        fields = re.findall(r"\d+", told.inner_text())
        assert len(fields) == 4
        curtain.get_by_role("button", name=go).click()
        assert re.findall(r"\d+", holes.inner_text()) == fields
        while not curtain.is_visible():
            reader.act()
