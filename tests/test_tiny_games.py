"""The tiny games, looked at as a whole: every way they can go, counted twice.

Once by the compiled rules and `purrlor.testing.enumeration`, once by the naive rules. Both count
the ways a deal can be played to its end, add up what seat 0 wins when all seats choose uniformly
at random, and collect what a seat may see in front of it when it has to decide.
"""

import importlib.util
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations
from typing import Any

import msgspec

from naive import cat_royal, cattitude, rat_a_tat_cat
from purrlor import game
from purrlor.core import contract
from purrlor.core.chance import new_chance
from purrlor.core.contract import STANDING, new_record
from purrlor.core.game import Game
from purrlor.testing import Node, children, opening_nodes

Position = dict[str, Any]
Action = dict[str, Any]
Lead = list[tuple[int, Action]]


RAT, CATTITUDE, ROYAL = game("rat-a-tat-cat"), game("cattitude"), game("cat-royal")
ALL = Fraction(1)
SIZES = ("draw_pile_size", "discard_pile_size", "turns")
"""Words that only one of the two implementations has."""


class Count(msgspec.Struct, frozen=True):
    """The ways a game can go on, and seat 0's part of the win if all play at random."""

    ways: int
    win: Fraction


class Counted(msgspec.Struct):
    """A whole count, and the views in which somebody decides."""

    ways: int = 0
    win: Fraction = Fraction(0)
    views: set[bytes] = msgspec.field(default_factory=set)

    def add(self, count: Count, part: Fraction, times: int = 1) -> None:
        """Add what follows a deal that makes up this part of all deals and comes so many times."""
        self.ways += times * count.ways
        self.win += part * count.win


def win_of_seat_0(places: list[int]) -> Fraction:
    return Fraction(places[0] == 1, places.count(1))


def words(found: Any) -> bytes:
    return msgspec.json.encode(found, order="sorted")


def position_of(node: Node) -> Position:
    """Return the position of a node; what is open yet is filled in somehow."""
    state = node.state.copy()
    contract.settle(state, new_chance(bytes(32)))
    position = node.game.module("position").read(state)
    plain: Position = msgspec.json.decode(msgspec.json.encode(position))
    return {word: value for word, value in plain.items() if word not in SIZES}


# --- By the compiled rules ------------------------------------------------------------------------


class Compiled:
    """Walks through a tiny game by its enumeration."""

    def __init__(self, played: Game, canonical: Callable[[Position], Position]) -> None:
        self.game = played
        self.counted = Counted()
        self._canonical = canonical
        self._known: dict[bytes, Count] = {}

    def add(self, node: Node, part: Fraction = ALL, times: int = 1) -> None:
        self.counted.add(self._count(node), part, times)

    def led(self, node: Node, lead: Lead) -> Node:
        """Return where the first moves lead; they leave nothing to chance."""
        actions = self.game.module("actions")
        for seat, action in lead:
            read = msgspec.convert(action, actions.Action)
            [node] = children(node, seat, actions.encode(read, node.options, seat))
        return node

    def _count(self, node: Node) -> Count:
        key = node.state.tobytes()
        if key not in self._known:
            self._known[key] = self._end(node) if node.is_over else self._go_on(node)
        return self._known[key]

    def _end(self, node: Node) -> Count:
        standing = new_record(STANDING)
        contract.scores(node.state, standing)
        return Count(1, win_of_seat_0(standing.places[: node.options.players].tolist()))

    def _go_on(self, node: Node) -> Count:
        seat = node.actors[0]
        self.counted.views.add(self._view(node, seat))
        ways, win, actions = 0, Fraction(0), node.legal(seat)
        for action in actions:
            for later in children(node, seat, action):
                count = self._count(later)
                ways += count.ways
                win += count.win * later.probability / node.probability / len(actions)
        return Count(ways, win)

    def _view(self, node: Node, seat: int) -> bytes:
        observation = new_record(self.game.kernels.observation)
        contract.observe(node.state, seat, observation)
        view = msgspec.to_builtins(self.game.module("view").view(observation, node.options))
        return words([seat, self._canonical(view)])


# --- By the naive rules ---------------------------------------------------------------------------


class Naive(ABC):
    """Walks through a tiny game by the naive rules; subclasses say what chance can bring."""

    def __init__(self, source: Any, options: dict[str, Any]) -> None:
        self.rules = copy_of(source)
        self.options = options
        self.counted = Counted()
        self._known: dict[bytes, Count] = {}

    def add(self, position: Position, part: Fraction = ALL, times: int = 1) -> None:
        self.counted.add(self._count(position), part, times)

    def led(self, position: Position, lead: Lead) -> Position:
        """Return where the first moves lead."""
        for seat, action in lead:
            [position] = self.outcomes(position, seat, action)
        return position

    def is_over(self, position: Position) -> bool:
        return bool(position["phase"] == "over")

    @abstractmethod
    def outcomes(self, position: Position, seat: int, action: Action) -> list[Position]:
        """Return what an action can lead to, all with the same chance."""

    def canonical(self, view: Position) -> Position:
        return view

    def _count(self, position: Position) -> Count:
        key = words(position)
        if key not in self._known:
            is_over = self.is_over(position)
            self._known[key] = self._end(position) if is_over else self._go_on(position)
        return self._known[key]

    def _end(self, position: Position) -> Count:
        return Count(1, win_of_seat_0(position["places"]))

    def _go_on(self, position: Position) -> Count:
        legal = {seat: self.rules.legal(position, self.options, seat) for seat in (0, 1)}
        seat = next(seat for seat in (0, 1) if legal[seat])
        view = self.rules.view(position, self.options, seat)
        self.counted.views.add(words([seat, self.canonical(view)]))
        ways, win = 0, Fraction(0)
        for action in legal[seat]:
            after = [self._count(each) for each in self.outcomes(position, seat, action)]
            ways += sum(count.ways for count in after)
            win += sum((count.win for count in after), Fraction(0)) / len(after) / len(legal[seat])
        return Count(ways, win)


def copy_of(module: Any) -> Any:
    """Return the naive rules anew, to change their cards and their board."""
    spec = importlib.util.spec_from_file_location("naive_tiny", module.__file__)
    assert spec is not None
    assert spec.loader is not None
    copied = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(copied)
    return copied


# --- Rat-a-Tat Cat: rows of two, seven numbers, four turns ----------------------------------------


class NaiveRat(Naive):
    """Draws any card of the pile; each discard can be the starter of a new pile."""

    def __init__(self, options: dict[str, Any]) -> None:
        super().__init__(rat_a_tat_cat, options)
        self.rules.SLOTS, self.rules.OUTER, self.rules.INNER = [0, 1], [0], [1]
        end_turn = self.rules._end_turn

        def end_turn_of_four(p: Position, options: dict[str, Any], after: Position) -> None:
            p["turns"] += 1
            if p["turns"] == 4:
                self.rules._score_round(p, options, after)
            else:
                end_turn(p, options, after)

        self.rules._end_turn = end_turn_of_four

    def outcomes(self, position: Position, seat: int, action: Action) -> list[Position]:
        before, after = [position], [position]
        if action["type"] == "draw":
            pile = position["draw_pile"]
            before = [{**position, "draw_pile": front(pile, card)} for card in pile]
            after = before
        elif position["phase"] == "drawn" and not position["draw_pile"]:
            # R3.7: all cards that will lie on the discard pile
            slot = action.get("slot")
            laid = position["drawn"] if slot is None else position["rows"][seat][slot]
            discards = [*position["discard_pile"], laid]
            after = [new_piles(position, discards, starter) for starter in discards]
            before = [position] * len(after)
        found = [
            self.rules.successor(one, self.options, seat, action, other)
            for one, other in zip(before, after, strict=True)
        ]
        return [{**one, "draw_pile": sorted(one["draw_pile"])} for one in found]

    def canonical(self, view: Position) -> Position:
        return {word: seen for word, seen in view.items() if word not in SIZES}


def front(pile: list[str], card: str) -> list[str]:
    return [card, *(other for other in pile if other != card)]


def test_rat_a_tat_cat_from_its_second_turn() -> None:
    """Three of the four turns: with a knock, the end of the pile, and a new one."""
    lead: Lead = [(seat, {"type": "ready"}) for seat in (0, 1)]
    lead += [(1, {"type": "take_discard", "slot": 0}), (1, {"type": "end_turn"})]
    node = next(iter(opening_nodes(RAT)))
    naive = NaiveRat(msgspec.to_builtins(node.options))
    compiled = Compiled(RAT, naive.canonical)
    compiled.add(compiled.led(node, lead))
    position = {**position_of(node), "turns": 0}
    naive.add(naive.led({**position, "draw_pile": sorted(position["draw_pile"])}, lead))
    found = compiled.counted
    assert found == naive.counted
    assert (found.ways, found.win, len(found.views)) == (2266, Fraction(9403, 17496), 238)


def new_piles(position: Position, discards: list[str], starter: str) -> Position:
    rest = [card for card in discards if card != starter]
    return {
        "round": position["round"],
        "phase": "turn",
        "discard_pile": [starter],
        "draw_pile": rest,
        "last_round": {"scored_rows": []},
    }


# --- Cattitude: two rounds of one card ------------------------------------------------------------


class NaiveCattitude(Naive):
    """The piles lie in order, so that nothing is left to chance after the deal."""

    REDS = ("diva-turkey", "catastrophe", "bonus-no-turkey")

    def __init__(self, options: dict[str, Any]) -> None:
        super().__init__(cattitude, options)
        self.rules.BLUE = {"turkey": 2, "duchess": 1}
        self.rules.RED = dict.fromkeys(self.REDS, 1)
        for table, number in (("ROUNDS", 2), ("RED_ROUNDS", 1), ("DEALT", 1), ("DEALT_RED", 1)):
            getattr(self.rules, table)[2] = number

    def deals(self, position: Position) -> Iterator[Position]:
        """Yield a deal with each order of the red cards to come."""
        blue = [card for card in position["left_out"] if card not in self.REDS]
        for first, second, left_out in permutations(self.REDS):
            yield {**position, "piles": [[first, second]], "left_out": [*blue, left_out]}

    def outcomes(self, position: Position, seat: int, action: Action) -> list[Position]:
        later = self.rules.successor(position, self.options, seat, action, position)
        return [self.rules.canonical(later)]

    def canonical(self, view: Position) -> Position:
        found: Position = self.rules.canonical(view)
        return found


TURKEY, DUCHESS = ({"type": "offer", "card": card, "bid": "open"} for card in ("turkey", "duchess"))
FIRST_ROUND: Lead = [
    *((0, action) for action in (TURKEY, {"type": "seal"})),
    *((1, action) for action in (DUCHESS, {"type": "seal"})),
    *((seat, {"type": "choose", "bid": "open"}) for seat in (0, 1)),
    (0, {"type": "done"}),
]
"""Seat 0 gets the duchess for a turkey; with the next "done" the red cards are dealt."""


def test_cattitude_for_beginners_from_every_deal() -> None:
    found, naive = count_cattitude({**CATTITUDE.tiny, "beginner": True}, [])
    assert found == naive
    assert (found.ways, found.win, len(found.views)) == (15104, Fraction(1, 2), 738)


def test_cattitude_from_its_second_round() -> None:
    """With cards on the tables that can be picked up."""
    found, naive = count_cattitude(CATTITUDE.tiny, FIRST_ROUND)
    assert found == naive
    assert (found.ways, found.win, len(found.views)) == (3480, Fraction(145, 288), 495)


def count_cattitude(options: Any, lead: Lead) -> tuple[Counted, Counted]:
    """Count from all deals, or from the first in which the seats can make these moves."""
    nodes = list(opening_nodes(CATTITUDE, options))
    naive = NaiveCattitude(msgspec.to_builtins(nodes[0].options))
    compiled = Compiled(CATTITUDE, naive.canonical)
    if lead:
        hands = [node.state.hands[:2, 0].tolist() for node in nodes]
        nodes = [nodes[hands.index([0, 9])]]
    for node in nodes:
        compiled.add(compiled.led(node, lead), Fraction(1, len(nodes)))
        for deal in naive.deals(position_of(node)):
            naive.add(naive.led(deal, lead), Fraction(1, 6 * len(nodes)))
    return compiled.counted, naive.counted


# --- Cat Royal: two figures, sixteen fields, one hand of two --------------------------------------


class NaiveCatRoyal(Naive):
    """Chance decides whom an accusation sends back, nothing else."""

    def __init__(self, options: dict[str, Any]) -> None:
        super().__init__(cat_royal, options)
        rules = self.rules
        rules.RING, rules.CORNERS = 16, (0, 4, 8, 12)
        rules.GOAL, rules.FIGURES = ("goal-1", "goal-2"), ("king", "jester")
        rules.start_field = lambda options, of: 8 * of
        rules.is_won = lambda board, options: 2 in [rules.figures_home(board, s) for s in (0, 1)]
        rules.dealt = lambda position, options, after: {
            **position,
            "over": True,
            "places": rules.places(position["figures"], options),
        }

    def is_over(self, position: Position) -> bool:
        return bool(position["over"])

    def outcomes(self, position: Position, seat: int, action: Action) -> list[Position]:
        rules, board = self.rules, position["figures"]
        if action["type"] == "accuse":
            accused = action["seat"]
            loser = accused if accused in position["cheated_since"] else seat
            out = rules.figures_out(board, loser)
            boards = [rules.with_figure(board, loser, figure, "start") for figure in out] or [board]
            after = [{**position, "figures": each} for each in boards]
            return [rules.accused(position, seat, accused, each) for each in after]
        [later] = rules.boards_after(position, self.options, seat, action)
        return [rules.turn_taken(position, self.options, seat, action, later, None)]

    def canonical(self, view: Position) -> Position:
        return {**self.rules.canonical(view), "draw_pile": 0}


def test_cat_royal_from_every_deal() -> None:
    """Two cards stay unseen in the draw pile, so deals with the same hands are one.

    With two cards nobody comes home from the start area, so nobody wins more than half.
    """
    deals: dict[bytes, list[Node]] = {}
    for node in opening_nodes(ROYAL):
        deals.setdefault(words(position_of(node)["hands"]), []).append(node)
    options = msgspec.to_builtins(ROYAL.read_options(ROYAL.tiny))
    naive = NaiveCatRoyal(options)
    compiled = Compiled(ROYAL, naive.canonical)
    for alike in deals.values():
        part = sum((node.probability for node in alike), Fraction(0))
        compiled.add(alike[0], part, len(alike))
        naive.add(position_of(alike[0]), Fraction(len(alike), 6 * 5 * 4 * 3 * 2), len(alike))
    found = compiled.counted
    assert found == naive.counted
    assert len(deals) == 54
    assert (found.ways, found.win, len(found.views)) == (376544, Fraction(1, 2), 1981)


def test_cat_royal_from_its_last_stretch() -> None:
    """Figures before their goals: captures, entering, cheats and accusations decide."""
    given = {
        "figures": [{"king": 14, "jester": 11}, {"king": "goal-1", "jester": 6}],
        "hands": [["4"], ["start-1-11", "copy"]],
        "last_played": "start-13",
        "cheats_left": [1, 0],
        "turn": 1,
    }
    match = ROYAL.match_from(given, ROYAL.tiny, 1)
    node = Node(ROYAL, match.options, match._state, ALL, [])
    naive = NaiveCatRoyal(msgspec.to_builtins(match.options))
    compiled = Compiled(ROYAL, naive.canonical)
    compiled.add(node)
    naive.add(position_of(node))
    found = compiled.counted
    assert found == naive.counted
    assert (found.ways, found.win, len(found.views)) == (1277, Fraction(4231447, 29030400), 412)
