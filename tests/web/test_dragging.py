"""Cards are dragged as well as tapped."""

from collections.abc import Callable

from playwright.sync_api import Locator, expect

from visitor import Visitor

Visit = Callable[..., Visitor]


def drag(source: Locator, target: Locator) -> None:
    """Move a card as a hand does: with pauses on the way."""
    page = source.page
    page.wait_for_timeout(350)  # sooner it would be a double tap
    begin, end = source.bounding_box(), target.bounding_box()
    assert begin is not None
    assert end is not None
    page.mouse.move(begin["x"] + begin["width"] / 2, begin["y"] + begin["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=8)
    page.mouse.up()


def begin_rat_a_tat_cat(visitor: Visitor) -> Locator:
    """Sit down with a bot and wait for the own turn; return the draw pile."""
    visitor.open_table("rat-a-tat-cat", options={"players": 2}, bots=1)
    visitor.press("lobby_start")
    visitor.press("rat_do_ready")
    pile = visitor.page.locator(".middle [data-drag=act]")
    pile.wait_for()
    return pile


def test_a_drawn_card_is_dragged_to_the_discards(visit: Visit) -> None:
    visitor = visit(reduced_motion="reduce")
    page, pile = visitor.page, begin_rat_a_tat_cat(visitor)
    hand = page.locator(".middle .hand [data-drag]")
    drag(pile, page.locator(".middle .hand .place"))
    hand.wait_for()
    drag(hand, page.locator(".middle figure").last.locator("button"))
    expect(hand).to_have_count(0)


def test_the_discard_is_dragged_into_the_row(visit: Visit) -> None:
    visitor = visit(reduced_motion="reduce")
    page, pile = visitor.page, begin_rat_a_tat_cat(visitor)
    taking = page.locator(".middle [data-drag=select]")
    for _ in range(6):
        if taking.count():
            break
        begin_rat_a_tat_cat(visitor)  # the bot had left a power card, which nobody may take
    drag(taking, page.locator(".own [data-slot]").nth(2))
    expect(taking).to_have_count(0)
    expect(pile).to_have_count(0)


def test_a_card_that_is_dropped_where_it_lay_stays_there(visit: Visit) -> None:
    visitor = visit(reduced_motion="reduce")
    page, pile = visitor.page, begin_rat_a_tat_cat(visitor)
    box = pile.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 40, box["y"] + 40, steps=5)
    page.mouse.up()
    page.wait_for_timeout(300)
    expect(pile).to_be_enabled()
    expect(page.locator(".middle .hand [data-drag]")).to_have_count(0)


def test_bids_of_cattitude_by_dragging(visit: Visit) -> None:
    visitor = visit(reduced_motion="reduce")
    page = visitor.page
    visitor.open_table("cattitude", options={"players": 2}, bots=1)
    visitor.press("lobby_start")
    hand = page.locator(".compose .hand [data-drag]")
    trays = [page.locator(".tray.open"), page.locator(".tray.closed")]
    hand.first.wait_for()
    cards = hand.count()
    for number in range(cards):
        drag(hand.last, trays[number % 2])
        expect(hand).to_have_count(cards - number - 1)
    placed = [tray.locator("[data-drag]") for tray in trays]
    expect(placed[0]).to_have_count((cards + 1) // 2)
    drag(placed[0].first, trays[1])
    expect(placed[0]).to_have_count((cards + 1) // 2 - 1)
    expect(placed[1]).to_have_count(cards // 2 + 1)
    visitor.press("cattitude_seal")
    expect(hand).to_have_count(0)
