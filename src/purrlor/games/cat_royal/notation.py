"""The game as text: cards, actions and events for people, and a picture of the board."""

from collections.abc import Iterator

from msgspec import UNSET

from purrlor.core.words import HIDDEN, NONE, Tagged
from purrlor.games.cat_royal import actions as a
from purrlor.games.cat_royal import events as e
from purrlor.games.cat_royal.components import FIGURES
from purrlor.games.cat_royal.fields import START, Field, colour
from purrlor.games.cat_royal.position import Position
from purrlor.games.cat_royal.view import View

_CARD_NAMES = {
    "4": "4±",
    "start-1-11": "start/1/11",
    "start-13": "start/13",
    HIDDEN: "░",
    NONE: "nothing",
}
_LETTERS = {"king": "K", "knight": "N", "citizen": "C", "jester": "J"}


def card_text(card: str) -> str:
    """Return a card's name."""
    return _CARD_NAMES.get(card, card)


def action_text(action: Tagged) -> str:
    """Say what an action does."""
    match action:
        case a.Start(card=card):
            return f"{card_text(card)}: start {_own(action)}"
        case a.Move(card=card, steps=steps, into=into, cheat=cheat, waste=waste):
            way = f"{abs(steps)} back" if steps < 0 else f"{steps} forward"
            if into == "goal":
                way += " in the goal" if not waste else f" into the goal, wasting {waste}"
            note = f" (cheating by {cheat:+})" if cheat else ""
            return f"{card_text(card)}: {_own(action)} {way}{note}"
        case a.Swap(card=card, seat=seat, their_figure=theirs):
            return f"{card_text(card)}: swap {_own(action)} with the {theirs} of seat {seat}"
        case a.Magnet(card=card):
            return f"{card_text(card)}: draw {_own(action)} forward"
        case a.Discard(card=card):
            return f"discard {card_text(card)}"
        case a.Accuse(seat=seat):
            return f"accuse seat {seat} of cheating"
        case a.MoveWormholes():
            return "move the wormholes"
    raise TypeError(f"not an action: {action!r}")


def _own(action: a.WithFigure) -> str:
    return f"the {action.figure}" + ("" if action.of is UNSET else f" of seat {action.of}")


def _figure(figure: str, of: int) -> str:
    return f"the {figure} of seat {of}"


def _place(field: Field) -> str:
    if field == START:
        return "the start area"
    return field.replace("-", " ") if isinstance(field, str) else f"field {field}"


def event_text(event: Tagged) -> str:
    """Tell an event as a sentence."""
    match event:
        case e.PileShuffled(cards=cards):
            return f"All {cards} cards are shuffled."
        case e.HandDealt(seat=seat, cards=cards):
            return f"Seat {seat} gets {' '.join(map(card_text, cards))}."
        case e.TurnBegan(seat=seat):
            return f"Seat {seat} is on turn."
        case e.CardPlayed(seat=seat, card=card, copied=copied):
            copy = "" if copied is UNSET else f" of {card_text(str(copied))}"
            return f"Seat {seat} plays {card_text(card)}{copy}."
        case e.CardDiscarded(seat=seat, card=card):
            return f"Seat {seat} can play nothing and discards {card_text(card)}."
        case e.Cheated(seat=seat, change=change):
            return f"Seat {seat} cheats by {change:+}."
        case e.GameEnded(reason=reason):
            return f"The game is over: {reason}."
        case _:
            return _board_event_text(event)


def _board_event_text(event: Tagged) -> str:
    match event:
        case e.FigureStarted(of=of, figure=figure, target=target):
            text = f"{_figure(figure, of)} starts on {_place(target)}"
        case e.FigureMoved(of=of, figure=figure, origin=origin, target=target):
            text = f"{_figure(figure, of)} goes from {_place(origin)} to {_place(target)}"
        case e.FigureDrawn(of=of, figure=figure, origin=origin, target=target):
            text = f"{_figure(figure, of)} is drawn from {_place(origin)} to {_place(target)}"
        case e.FiguresSwapped(of=of, figure=figure, seat=seat, their_figure=theirs):
            text = f"{_figure(figure, of)} and {_figure(theirs, seat)} change places"
        case e.FigureCaptured(of=of, figure=figure, field=field, by=by, captor=captor):
            text = f"{_figure(captor, by)} captures {_figure(figure, of)} on {_place(field)}"
        case e.ExitBlocked(of=of, figure=figure, exit=field):
            text = f"{_figure(figure, of)} cannot come out on {_place(field)}"
        case e.WormholePassed(of=of, figure=figure, origin=origin, target=target):
            text = f"{_figure(figure, of)} falls from {_place(origin)} to {_place(target)}"
        case e.WormholeClosed(of=of, figure=figure, field=field):
            text = f"{_figure(figure, of)} finds no exit and stays on {_place(field)}"
        case e.Accused(seat=seat, accused=accused, is_guilty=is_guilty):
            verdict = "rightly" if is_guilty else "wrongly"
            text = f"seat {seat} accuses seat {accused} of cheating, {verdict}"
        case e.FigurePunished(of=of, figure=figure, field=field):
            text = f"{_figure(figure, of)} goes back from {_place(field)} to its start area"
        case e.WormholesMoved(seat=seat, wormholes=fields):
            text = f"seat {seat} moves the wormholes to {', '.join(map(str, fields))}"
        case _:
            raise TypeError(f"not an event: {event!r}")
    return f"{text[0].upper()}{text[1:]}."


# --- The picture ---------------------------------------------------------------------------------
# The ring is drawn as a square, field 0 in its upper left corner, clockwise. The start fields are
# its corners, and from each the goal lane leads inwards. Every field has three characters: colour
# and figure, then @ for a wormhole or > for a start field.

Table = View | Position
Spot = tuple[int, int]


def picture(table: Table, seat: int | None = None) -> str:
    """Draw the board, and below it a line for every seat."""
    lines = [_seat_line(table, each, seat) for each in range(len(table.figures))]
    pile = table.draw_pile if isinstance(table.draw_pile, int) else len(table.draw_pile)
    last = card_text(table.last_played)
    lines.append(f"  draw pile {pile}   discards {len(table.discard_pile)}   last played {last}")
    return "\n".join([*_board(table), *lines])


def _board(table: Table) -> Iterator[str]:
    """Draw ring and lanes, with the number of every fourth ring field beside it."""
    side = _ring(table) // 4
    cells = {_ring_spot(field, side): _ring_cell(table, field) for field in range(4 * side)}
    for owner in range(len(table.figures)):
        cells |= dict(_lane_cells(table, owner, side))
    above, below = (
        "".join(f"{field:>3}" if field % 4 == 0 else "   " for field in fields)
        for fields in (range(side + 1), range(3 * side, 2 * side - 1, -1))
    )
    yield f"  {above}"
    for row in range(side + 1):
        left, right = (4 * side - row) % (4 * side), side + row
        line = "".join(cells.get((row, column), "   ") for column in range(side + 1))
        is_numbered = row % 4 == 0 and 0 < row < side
        yield (f"{left:>2}{line}{right:>3}" if is_numbered else f"  {line}").rstrip()
    yield f"  {below}"


def _ring(table: Table) -> int:
    """The tiny game has two figures a seat and a ring of 16."""
    return 64 if "knight" in table.figures[0] else 16


def _start_field(table: Table, seat: int) -> int:
    return _ring(table) // 4 * seat * (2 if len(table.figures) == 2 else 1)


def _ring_spot(field: int, side: int) -> Spot:
    """Return row and column of a ring field: along the top, down, back and up again."""
    quarter, step = divmod(field, side)
    return ((0, step), (step, side), (side, side - step), (side - step, 0))[quarter]


def _ring_cell(table: Table, field: int) -> str:
    owners = [s for s in range(len(table.figures)) if _start_field(table, s) == field]
    mark = ">" if owners else "@" if field in table.wormholes else " "
    empty = f" {_colour_letter(table, owners[0])}" if owners else " ·"
    return f"{_who(table, None, field) or empty}{mark}"


def _lane_cells(table: Table, owner: int, side: int) -> Iterator[tuple[Spot, str]]:
    """Yield the goal fields of a seat, from its corner towards the middle of the board."""
    row, column = _ring_spot(_start_field(table, owner), side)
    down, right = 1 if row == 0 else -1, 1 if column == 0 else -1
    is_tiny = side < 8
    for number in range(1, 3 if is_tiny else 5):
        cell = f"{_who(table, owner, f'goal-{number}') or f' {number}'} "
        yield (row + down * (1 if is_tiny else number), column + right * number), cell


def _who(table: Table, owner: int | None, field: Field) -> str:
    """Return colour and figure on a field; goal fields belong to an owner."""
    for seat, figures in enumerate(table.figures):
        for figure in FIGURES:
            if owner in (None, seat) and figures.get(figure) == field:
                return _colour_letter(table, seat) + _LETTERS[figure]
    return ""


def _colour_letter(table: Table, seat: int) -> str:
    return colour(seat, len(table.figures))[0]


def _seat_line(table: Table, seat: int, viewer: int | None) -> str:
    """Name a seat, who waits in its start area, who is home, its cards and what it has left."""
    figures = table.figures[seat]
    waiting = [_LETTERS[f] if figures.get(f) == START else "." for f in FIGURES if f in figures]
    home = sum(str(figures.get(figure)).startswith("goal") for figure in FIGURES)
    name = f"seat {seat} {colour(seat, len(table.figures))}" + (" (you)" if seat == viewer else "")
    hand = " ".join(map(card_text, table.hands[seat]))
    marks = [
        "on turn" if seat == table.turn and not table.over else "",
        "may cheat" if table.cheats_left[seat] == 1 else "",
        "may move wormholes" if table.wormhole_moves_left[seat] else "",
        f"place {table.places[seat]}" if isinstance(table.places, list) else "",
    ]
    notes = ", ".join(mark for mark in marks if mark)
    line = f"  {name:<19} start area {''.join(waiting)}  home {home}  hand {hand}"
    return f"{line}   ({notes})" if notes else line


def prompt(view: View, seat: int) -> str:
    """Say in one sentence what the seat can do now."""
    if seat != view.turn:
        return "Another player is on turn; you may move the wormholes."
    hand = " ".join(map(card_text, view.hands[seat]))
    return f"Play one of your cards: {hand}."
