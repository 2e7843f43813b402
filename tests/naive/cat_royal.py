"""Cat Royal a second time, as plainly as possible, to check the real engine by.

Positions and actions are dicts in the words of the rule page ("Position", "Actions"); options
are a dict with all four options. Written from the rule page alone. A board is a list with one
table a seat: figure -> "start", a ring index, or "goal-1" to "goal-4".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from itertools import product
from typing import Any

Position = dict[str, Any]
Action = dict[str, Any]
Options = dict[str, Any]
Field = int | str
Board = list[dict[str, Field]]
Piece = tuple[int, str]  # whose colour, which figure
Standing = dict[tuple[int, Field], Piece]  # by spot()

RING = 64
CORNERS = (0, 16, 32, 48)
GOAL = ("goal-1", "goal-2", "goal-3", "goal-4")
RANK = {"king": 4, "knight": 3, "citizen": 2, "jester": 1}  # K1.2
FIGURES = tuple(RANK)

DECK = Counter(  # K1.3
    {"2": 7, "3": 7, "5": 7, "6": 7, "8": 7, "9": 7, "12": 7, "4": 7, "10": 7}
    | {"1-7": 7, "start-1-11": 10, "start-13": 10, "swap": 7, "magnet": 6, "copy": 7}
)
GREEN = ("4", "10")
START_CARDS = ("start-1-11", "start-13")
VALUES: dict[str, tuple[int, ...]] = {  # K5.1: the printed values, negative: back
    **{card: (int(card),) for card in ("2", "3", "5", "6", "8", "9", "10", "12")},
    "4": (4, -4),
    "1-7": (1, 2, 3, 4, 5, 6, 7),
    "start-1-11": (1, 11),
    "start-13": (13,),
}

FIELDS: dict[str, dict[str, type]] = {  # the table of actions; `of` comes with partners
    "start": {"card": str, "figure": str},
    "move": {"card": str, "figure": str, "steps": int, "into": str, "cheat": int, "waste": int},
    "swap": {"card": str, "figure": str, "seat": int, "their_figure": str},
    "magnet": {"card": str, "figure": str},
    "discard": {"card": str},
    "accuse": {"seat": int},
    "move_wormholes": {},
}
WITH_A_FIGURE = ("start", "move", "swap", "magnet")


# The board


def start_field(options: Options, of: int) -> int:
    """K1.1: 16 fields apart; two players sit opposite each other."""
    return (32 if options["players"] == 2 else 16) * of


def is_on_ring(field: Field) -> bool:
    return isinstance(field, int)


def spot(of: int, field: Field) -> tuple[int, Field]:
    """A name for a field: ring fields are everybody's, goal fields belong to a colour."""
    return (-1, field) if is_on_ring(field) else (of, field)


def standing(board: Board) -> Standing:
    """Who stands where, start areas left out."""
    return {
        spot(of, field): (of, figure)
        for of, table in enumerate(board)
        for figure, field in table.items()
        if field != "start"
    }


def figures_out(board: Board, seat: int) -> list[str]:
    return [figure for figure in FIGURES if board[seat][figure] != "start"]


def figures_home(board: Board, seat: int) -> int:
    return sum(field in GOAL for field in board[seat].values())


def with_figure(board: Board, of: int, figure: str, field: Field) -> Board:
    """K3.1: put a figure down; whoever stood there goes back to its start area."""
    new = deepcopy(board)
    there = standing(board).get(spot(of, field))
    if field != "start" and there is not None:
        new[there[0]][there[1]] = "start"
    new[of][figure] = field
    return new


# Overtaking and capturing


def is_protected(options: Options, piece: Piece, field: Field) -> bool:
    """K3.5: on its own start field; K3.7: in the goal."""
    return field in GOAL or field == start_field(options, piece[0])


def can_overtake(
    options: Options, figure: str, other: Piece, field: Field, *, is_green: bool
) -> bool:
    """K3.2 by rank, K3.5 the own start field, K3.7 the goal by rank, K3.9 green cards."""
    by_rank = is_green or RANK[figure] >= RANK[other[1]]
    if field == start_field(options, other[0]):
        return figure == "knight" and by_rank
    return by_rank


def can_capture(
    options: Options, piece: Piece, other: Piece, field: Field, *, is_green: bool
) -> bool:
    """K3.3 any figure any other, K3.4 the king, K3.5 and K3.7 protection, K3.6 start fields."""
    if is_protected(options, other, field):
        return False
    if other[1] != "king":
        return True
    by_king = piece[1] == "king" and piece[0] != other[0]
    on_foreign_start = field in [start_field(options, of) for of in range(options["players"])]
    return by_king or on_foreign_start or is_green


# Moves by number


def card_face(position: Position, card: str) -> str:
    """K5.5: what a card acts as; a copy of nothing or of a copy is "none"."""
    if card != "copy":
        return card
    last: str = position["last_played"]
    return "none" if last == "copy" else last


def goal_lane(here: Field, start: int) -> list[Field]:
    """K4.2, K4.4: all fields ahead of a figure up to goal 4; none from its own start field."""
    if isinstance(here, str):
        return list(GOAL[GOAL.index(here) + 1 :])
    distance = (start - here) % RING
    if distance == 0:
        return []
    return [(here + step) % RING for step in range(1, distance + 1)] + list(GOAL)


def way(here: Field, start: int, steps: int, into: str, waste: int) -> list[Field]:
    """The fields a move goes over, its last one included; empty if it leads nowhere (K4)."""
    if here == "start":
        return []
    if into == "goal":
        length = steps - waste
        lane = goal_lane(here, start)[:length] if length > 0 else []
        return lane if len(lane) == length and lane and lane[-1] in GOAL else []
    if isinstance(here, str):
        return []
    direction = 1 if steps > 0 else -1
    return [(here + direction * step) % RING for step in range(1, abs(steps) + 1)]


def is_way_open(
    options: Options,
    pieces: Standing,
    piece: Piece,
    fields: list[Field],
    *,
    is_back: bool,
    is_green: bool,
) -> bool:
    """K3.8: every figure on the way can be overtaken, and one on the last field captured."""
    of, figure = piece
    *passed, last = fields
    for field in passed:
        other = pieces.get(spot(of, field))
        if other is None or is_back:  # K3.9: going back any figure may be jumped
            continue
        if not can_overtake(options, figure, other, field, is_green=is_green):
            return False
    there = pieces.get(spot(of, last))
    return there is None or can_capture(options, piece, there, last, is_green=is_green)


def number_moves(
    position: Position, options: Options, seat: int, card: str, piece: Piece
) -> Iterator[Action]:
    """K5.1, K5.2, K7.1: each printed value, as it is and cheated, to the ring and the goal."""
    of, figure = piece
    face = card_face(position, card)
    here, start = position["figures"][of][figure], start_field(options, of)
    pieces = standing(position["figures"])
    cheats = (0, -1, 1) if position["cheats_left"][seat] else (0,)
    wastes = (0, 1, 2) if figure == "jester" and is_on_ring(here) else (0,)  # K4.5
    for value, cheat in product(VALUES.get(face, ()), cheats):
        if figure == "king" and abs(value) > 7:  # K5.2, by the printed value (K7.1)
            continue
        steps = value + cheat if value > 0 else value - cheat
        if steps == 0:  # K7.1: at least one step remains
            continue
        for into, waste in [("ring", 0), *(("goal", waste) for waste in wastes)]:
            fields = way(here, start, steps, into, waste)
            if fields and is_way_open(
                options, pieces, piece, fields, is_back=steps < 0, is_green=face in GREEN
            ):
                action = {"type": "move", "card": card, "figure": figure, "steps": steps}
                yield action | {"into": into, "cheat": cheat, "waste": waste}


# The other cards


def can_start(position: Position, options: Options, card: str, piece: Piece) -> bool:
    """K4.1: out of the start area, unless an own figure stands on the own start field."""
    of, figure = piece
    own = position["figures"][of]
    is_start_card = card_face(position, card) in START_CARDS
    return is_start_card and own[figure] == "start" and start_field(options, of) not in own.values()


def can_be_swapped(position: Position, options: Options, piece: Piece) -> bool:
    """K5.3: on the ring, and not on the own start field."""
    field = position["figures"][piece[0]][piece[1]]
    return is_on_ring(field) and field != start_field(options, piece[0])


def swaps(position: Position, options: Options, card: str, piece: Piece) -> Iterator[Action]:
    """K5.3: an own figure for one of another colour."""
    of, figure = piece
    if card_face(position, card) != "swap" or not can_be_swapped(position, options, piece):
        return
    for seat, theirs in product(range(options["players"]), FIGURES):
        if seat != of and can_be_swapped(position, options, (seat, theirs)):
            action = {"type": "swap", "card": card, "figure": figure}
            yield action | {"seat": seat, "their_figure": theirs}


def magnet_target(board: Board, piece: Piece) -> int | None:
    """K5.4: the field just before the next figure on the ring; none if nothing would move."""
    here = board[piece[0]][piece[1]]
    taken = [field for table in board for field in table.values() if isinstance(field, int)]
    if not isinstance(here, int) or len(taken) == 1:
        return None
    distance = min((field - here) % RING for field in taken if field != here)
    return None if distance == 1 else (here + distance - 1) % RING


def can_magnet(position: Position, card: str, piece: Piece) -> bool:
    """K5.4."""
    is_magnet = card_face(position, card) == "magnet"
    return is_magnet and magnet_target(position["figures"], piece) is not None


# All that is legal


def moved_colour(position: Position, options: Options, seat: int) -> int:
    """K8.1: whose figures a seat moves."""
    is_home = figures_home(position["figures"], seat) == 4
    return (seat + 2) % 4 if options["partners"] and is_home else seat


def plays(position: Position, options: Options, seat: int) -> list[Action]:
    """K2.2, K5: everything to be done with a card and a figure, cheats included."""
    of = moved_colour(position, options, seat)
    found: list[Action] = []
    for card, figure in product(sorted(set(position["hands"][seat])), FIGURES):
        piece = (of, figure)
        if can_start(position, options, card, piece):
            found.append({"type": "start", "card": card, "figure": figure})
        found += number_moves(position, options, seat, card, piece)
        found += swaps(position, options, card, piece)
        if can_magnet(position, card, piece):
            found.append({"type": "magnet", "card": card, "figure": figure})
    return [action | {"of": of} for action in found] if options["partners"] else found


def accusations(position: Position, options: Options, seat: int) -> list[Action]:
    """K7.3: once a turn, before playing, with a figure out; K7.4: not without cheating."""
    figures = figures_out(position["figures"], seat)
    if not options["cheating"] or position["has_accused"] or not figures:
        return []
    others = [other for other in range(options["players"]) if other != seat]
    return [{"type": "accuse", "seat": other} for other in others]


def legal(position: Position, options: Options, seat: int) -> list[Action]:
    """Every legal action of a seat, with all its fields; none if it may not act."""
    if position["over"] or seat not in range(options["players"]):
        return []
    if seat != position["turn"]:  # K6.3
        return [{"type": "move_wormholes"}] if position["wormhole_moves_left"][seat] else []
    actions = plays(position, options, seat)
    discards: list[Action] = []
    if all(action.get("cheat", 0) != 0 for action in actions):  # K2.2, K7.2
        cards = sorted(set(position["hands"][seat]))
        discards = [{"type": "discard", "card": card} for card in cards]
    return actions + discards + accusations(position, options, seat)


def completed(options: Options, seat: int, action: Action) -> Action | None:
    """The action with its defaults; None if it is malformed."""
    kind = action.get("type")
    if not isinstance(kind, str) or kind not in FIELDS:
        return None
    fields, defaults = {"type": str} | FIELDS[kind], {}
    if kind == "move":
        defaults = {"cheat": 0, "waste": 0}
    if options["partners"] and kind in WITH_A_FIGURE:
        fields, defaults = fields | {"of": int}, defaults | {"of": seat}
    full = defaults | action
    is_well_formed = full.keys() == fields.keys() and all(
        type(full[name]) is fields[name] for name in fields
    )
    return full if is_well_formed else None


def allowed(position: Position, options: Options, seat: int, action: Action) -> bool:
    full = completed(options, seat, action)
    return full is not None and full in legal(position, options, seat)


# What an action does


def through_wormhole(
    position: Position, options: Options, board: Board, piece: Piece, face: str
) -> list[Board]:
    """K6.1, K6.2: every board a figure that has landed may lead to (just one if not on a hole)."""
    of, figure = piece
    here, pieces = board[of][figure], standing(board)
    if here not in position["wormholes"]:
        return [board]

    def is_lawful(hole: int) -> bool:
        there = pieces.get(spot(of, hole))
        if there is None:
            return True
        lawful = can_capture(options, piece, there, hole, is_green=face in GREEN)
        return face != "magnet" and lawful

    exits = [hole for hole in position["wormholes"] if hole != here and is_lawful(hole)]
    return [with_figure(board, of, figure, hole) for hole in exits] or [board]


def put_down(position: Position, options: Options, action: Action, of: int) -> Board:
    """The board of a played card before any wormhole."""
    board: Board = position["figures"]
    figure = action["figure"]
    here, start = board[of][figure], start_field(options, of)
    match action["type"]:
        case "start":
            return with_figure(board, of, figure, start)
        case "magnet":
            target = magnet_target(board, (of, figure))
            assert target is not None
            return with_figure(board, of, figure, target)
        case "swap":
            new, seat, theirs = deepcopy(board), action["seat"], action["their_figure"]
            new[of][figure], new[seat][theirs] = board[seat][theirs], here
            return new
        case _:
            fields = way(here, start, action["steps"], action["into"], action["waste"])
            return with_figure(board, of, figure, fields[-1])


def moved_pieces(action: Action, of: int) -> list[Piece]:
    """K6.1: the figures that are put down, the own one first."""
    own = (of, action["figure"])
    return [own, (action["seat"], action["their_figure"])] if action["type"] == "swap" else [own]


def boards_after(position: Position, options: Options, seat: int, action: Action) -> list[Board]:
    """Every board an action may lead to."""
    if action["type"] not in WITH_A_FIGURE:
        return [position["figures"]]
    of, face = action.get("of", seat), card_face(position, action["card"])
    boards = [put_down(position, options, action, of)]
    for piece in moved_pieces(action, of):
        boards = [
            later
            for board in boards
            for later in through_wormhole(position, options, board, piece, face)
        ]
    return boards


def chosen(boards: list[Board], after: Position) -> Board:
    """The board that chance chose; it must be one of the possible ones."""
    assert after["figures"] in boards, f"not a possible board: {after['figures']}"
    board: Board = after["figures"]
    return deepcopy(board)


def successor(
    position: Position, options: Options, seat: int, action: Action, after: Position
) -> Position:
    """The position after an action; `after` only tells what chance chose, and is checked."""
    full = completed(options, seat, action)
    assert full is not None, f"malformed: {action}"
    assert full in legal(position, options, seat), f"not legal: {action}"
    if full["type"] == "move_wormholes":
        return wormholes_moved(position, seat, after)
    if full["type"] == "accuse":
        return accused(position, seat, full["seat"], after)
    board = chosen(boards_after(position, options, seat, full), after)
    return turn_taken(position, options, seat, full, board, after)


def wormholes_moved(position: Position, seat: int, after: Position) -> Position:
    """K6.3: four new fields, free, off the start fields, none of them a wormhole before."""
    new, holes = deepcopy(position), sorted(after["wormholes"])
    taken = {field for table in position["figures"] for field in table.values()}
    forbidden = taken | set(CORNERS) | set(position["wormholes"])
    assert len(set(holes)) == len(holes) == 4, holes
    assert set(holes) <= set(range(RING)) - forbidden, holes
    new["wormholes"] = holes
    new["wormhole_moves_left"][seat] = 0
    return new


def accused(position: Position, seat: int, other: int, after: Position) -> Position:
    """K7.3: one figure of the loser goes back; a cheat by a player with none out stays open."""
    new = deepcopy(position)
    new["has_accused"] = True
    board: Board = position["figures"]
    is_guilty = other in position["cheated_since"]
    loser = other if is_guilty else seat
    out = figures_out(board, loser)
    boards = [with_figure(board, loser, figure, "start") for figure in out]
    new["figures"] = chosen(boards or [board], after)
    if is_guilty and out:
        new["cheated_since"] = sorted(set(position["cheated_since"]) - {other})
    return new


def turn_taken(
    position: Position,
    options: Options,
    seat: int,
    action: Action,
    board: Board,
    after: Position | None,
) -> Position:
    """A card is played or discarded: the game ends (K2.3), or the next seat is on turn."""
    new, card = deepcopy(position), action["card"]
    new["figures"] = board
    new["hands"][seat].remove(card)
    new["discard_pile"].insert(0, card)
    if action["type"] != "discard":  # K5.5
        new["last_played"] = card
    has_cheated = action.get("cheat", 0) != 0
    if has_cheated:  # K7.1
        new["cheats_left"][seat] = 0
    if is_won(board, options):
        return new | {"over": True, "places": places(board, options)}
    new["turn"] = (seat + 1) % options["players"]
    cheats = set(position["cheated_since"]) | ({seat} if has_cheated else set())
    new["cheated_since"] = sorted(cheats - {new["turn"]})  # K7.3
    new["has_accused"] = False
    return new if any(new["hands"]) else dealt(new, options, after)


def needs_shuffle(position: Position, options: Options) -> bool:
    """K2.1: the draw pile is too short for a new hand."""
    to_deal: int = 5 * options["players"]
    return len(position["draw_pile"]) < to_deal


def dealt(position: Position, options: Options, after: Position | None) -> Position:
    """K2.1: five new cards each, and everyone may cheat and move the wormholes again."""
    new, players = deepcopy(position), options["players"]
    if needs_shuffle(position, options):
        assert after is not None
        pile = [card for hand in after["hands"] for card in hand] + after["draw_pile"]
        cards = Counter(position["draw_pile"] + position["discard_pile"])
        assert Counter(pile) == cards, "the shuffle lost cards"
        new["discard_pile"] = []
    else:
        pile = position["draw_pile"]
    new["hands"] = [pile[5 * seat : 5 * seat + 5] for seat in range(players)]
    new["draw_pile"] = pile[5 * players :]
    new["cheats_left"] = [int(options["cheating"])] * players
    new["wormhole_moves_left"] = [int(options["wormholes"])] * players
    return new


# The end


def side_home(board: Board, options: Options, seat: int) -> int:
    """K2.3, K8.1: figures in the goal, the partner's too."""
    partner = figures_home(board, (seat + 2) % 4) if options["partners"] else 0
    return figures_home(board, seat) + partner


def is_won(board: Board, options: Options) -> bool:
    """K2.3, K8.1."""
    all_home = 8 if options["partners"] else 4
    return any(side_home(board, options, seat) == all_home for seat in range(options["players"]))


def places(board: Board, options: Options) -> list[int]:
    """K2.3: 1 + the number of seats with more figures in the goal."""
    home = [side_home(board, options, seat) for seat in range(options["players"])]
    return [1 + sum(other > mine for other in home) for mine in home]


# What a seat sees, and what a position must be


PUBLIC = (
    *("figures", "discard_pile", "last_played", "turn", "wormholes", "wormhole_moves_left"),
    *("has_accused", "over", "places"),
)


def view(position: Position, options: Options, seat: int | None) -> Position:
    """K9.1, "In views"; a spectator is None or -1."""
    seen = {word: deepcopy(position[word]) for word in PUBLIC if word in position}
    seen["draw_pile"] = len(position["draw_pile"])
    seen["hands"] = [["hidden"] * len(hand) for hand in position["hands"]]
    seen["cheats_left"] = ["hidden"] * options["players"]
    if seat in range(options["players"]):
        seen["hands"][seat] = list(position["hands"][seat])
        seen["cheats_left"][seat] = position["cheats_left"][seat]
    return seen


def canonical(position: Position) -> Position:
    """The same position (or view) with everything sorted that has no order."""
    new = deepcopy(position)
    new["hands"] = [sorted(hand) for hand in position["hands"]]
    for word in ("wormholes", "cheated_since"):
        if word in position:
            new[word] = sorted(position[word])
    return new


def check(position: Position, options: Options) -> None:
    """Raises AssertionError for a position that is an error."""
    assert options["players"] in (2, 3, 4)
    assert options["players"] == 4 or not options["partners"]
    check_cards(position, options)
    check_board(position, options)
    check_counters(position, options)
    assert position["over"] is is_won(position["figures"], options)
    expected = places(position["figures"], options) if position["over"] else None
    assert position.get("places") == expected


def check_cards(position: Position, options: Options) -> None:
    """K1.3 conserved, K2.1: who has played in this round holds one card less."""
    held = [card for hand in position["hands"] for card in hand]
    assert Counter(held + position["draw_pile"] + position["discard_pile"]) == DECK
    assert position["last_played"] == "none" or position["last_played"] in DECK
    turn = position["turn"]
    assert turn in range(options["players"])
    assert len(position["hands"]) == options["players"]
    have_played = turn + 1 if position["over"] else turn  # the turn stays when the game is over
    sizes = [len(hand) for hand in position["hands"]]
    full = [size + 1 if seat < have_played else size for seat, size in enumerate(sizes)]
    assert len(set(full)) == 1, sizes
    assert full[0] in range(1, 6), sizes


def check_board(position: Position, options: Options) -> None:
    """K3.1 one figure a field, K1.4 four wormholes, none on a start field."""
    board: Board = position["figures"]
    assert len(board) == options["players"]
    for table in board:
        assert set(table) == set(FIGURES)
        for field in table.values():
            is_named = field == "start" or field in GOAL
            assert is_named or (type(field) is int and field in range(RING)), field
    out = [figure for seat in range(options["players"]) for figure in figures_out(board, seat)]
    assert len(standing(board)) == len(out), "two figures on a field"
    holes = position["wormholes"]
    assert len(holes) == len(set(holes)) == (4 if options["wormholes"] else 0)
    assert set(holes) <= set(range(RING)) - set(CORNERS)


def check_counters(position: Position, options: Options) -> None:
    """K6.3, K7.1, K7.4: one a hand, none when switched off."""
    for word, option in (("cheats_left", "cheating"), ("wormhole_moves_left", "wormholes")):
        most = 1 if options[option] else 0
        assert len(position[word]) == options["players"]
        assert all(type(left) is int and 0 <= left <= most for left in position[word])
    cheated = position["cheated_since"]
    assert len(cheated) == len(set(cheated))
    assert position["turn"] not in cheated
    assert set(cheated) <= set(range(options["players"]) if options["cheating"] else ())
    assert isinstance(position["has_accused"], bool)
    assert options["cheating"] or not position["has_accused"]


# Counting


def needs_chance(position: Position, options: Options, seat: int, action: Action) -> bool:
    """Accusing, moving the wormholes, putting a figure down on a wormhole, or a shuffle."""
    if action["type"] in ("accuse", "move_wormholes"):
        return True
    if action["type"] in WITH_A_FIGURE:
        of = action.get("of", seat)
        board = put_down(position, options, action, of)
        landed = [board[whose][figure] for whose, figure in moved_pieces(action, of)]
        if any(field in position["wormholes"] for field in landed):
            return True
    is_last_card = sum(len(hand) for hand in position["hands"]) == 1
    return is_last_card and needs_shuffle(position, options)


def perft(position: Position, options: Options, depth: int) -> int:
    """Sequences of `depth` actions of the seats on turn.

    All legal actions of the seat on turn count as a last action. As an earlier one only those
    count whose outcome needs no chance: no accusation, no card that puts a figure down on a
    wormhole (even if just one exit is lawful), no card that ends a hand and forces a shuffle.
    A game that is over has no actions, so sequences never run beyond its end; depth 0 counts 1.
    """
    if depth == 0:
        return 1
    seat: int = position["turn"]
    actions = legal(position, options, seat)
    if depth == 1:
        return len(actions)
    total = 0
    for action in actions:
        if not needs_chance(position, options, seat, action):
            [board] = boards_after(position, options, seat, action)
            later = turn_taken(position, options, seat, action, board, None)
            total += perft(later, options, depth - 1)
    return total
