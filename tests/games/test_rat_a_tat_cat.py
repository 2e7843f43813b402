"""Rat-a-Tat Cat: the numbers of the rule page, and exact counts of the tiny game."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from scipy.stats import binomtest, chisquare

from purrlor import game
from purrlor.bots.bot import listed
from purrlor.core import contract
from purrlor.core.chance import new_chance
from purrlor.core.contract import STANDING, new_record, new_trace
from purrlor.core.match import Match
from purrlor.core.refusals import OptionRefused
from purrlor.games.rat_a_tat_cat import codes
from purrlor.games.rat_a_tat_cat.components import DRAW_TWO, PEEK
from purrlor.games.rat_a_tat_cat.prospects import VICTORY, prospect
from purrlor.games.rat_a_tat_cat.state import (
    BY_POINTS,
    BY_ROUNDS,
    BY_TIME,
    OVER,
    STATE,
    encode_options,
)
from purrlor.sim.simulate import simulate
from purrlor.testing import Node, children, opening_nodes
from refusing import sentence_of

GAME = game("rat-a-tat-cat")
ERROR = 1e-6
"""The probability that a correct implementation fails one of the statistical tests."""


class Table:
    """A table that deals one game after the other, without a referee."""

    def __init__(self, players: int, key: int) -> None:
        self._states = np.zeros(2, GAME.kernels.state).view(np.recarray)
        self.state = self._states[0]
        options = GAME.read_options({"players": players, "rounds": 1})
        self._options = encode_options(options)
        self._chance = new_chance(key.to_bytes(32, "little"))
        self._trace = new_trace(is_kept=False)

    def deal(self) -> Any:
        self._states[0] = self._states[1]
        contract.deal(self.state, self._options, self._chance, self._trace)
        return self.state

    def act(self, seat: int, *actions: int) -> None:
        for action in actions:
            assert contract.verify(self.state, seat, action) == contract.ALLOWED
            contract.apply(self.state, seat, action, self._chance, self._trace)

    def everyone_ready(self, players: int) -> None:
        for seat in range(players):
            self.act(seat, codes.READY)


def test_power_cards_in_a_dealt_row() -> None:
    table, found = Table(4, key=1), Counter[int]()
    rows = 20_000
    for _ in range(rows // 4):
        dealt = table.deal().rows[:4]
        found.update(int(count) for count in (dealt >= PEEK).sum(axis=1))
    expected = np.array([148995, 127710, 35640, 3780, 126]) / 316251 * rows
    # rows of one deal hang together a little; the fourth and fifth class are joined for their size
    observed = [found[0], found[1], found[2], found[3] + found[4]]
    assert chisquare(observed, [*expected[:3], expected[3:].sum()]).pvalue > ERROR


@pytest.mark.parametrize(
    ("players", "once"),
    [(2, 675 / 4876), (3, 205 / 1484), (4, 555 / 4028), (5, 495 / 3604), (6, 29 / 212)],
)
def test_starter_is_a_number_and_is_redrawn_as_often_as_it_should(
    players: int, once: float
) -> None:
    table, starters, redraws = Table(players, key=2), Counter[int](), Counter[int]()
    deals = 8_000
    for _ in range(deals):
        state = table.deal()
        starters[int(state.discard_pile[0])] += 1
        redraws[int(state.turned.sum())] += 1
    expected = [deals * 4 / 45] * 9 + [deals / 5]
    assert chisquare([starters[number] for number in range(10)], expected).pvalue > ERROR
    assert binomtest(redraws[0], deals, 5 / 6).pvalue > ERROR
    assert binomtest(redraws[1], deals, once).pvalue > ERROR


@pytest.mark.parametrize(("players", "even"), [(2, 23 / 10494), (4, 19 / 8586), (6, 5 / 2226)])
def test_draw_two_restarts_so_that_an_even_number_of_draws_is_rare(
    players: int, even: float
) -> None:
    table, draws = Table(players, key=3), Counter[int]()
    games = 8_000
    for _ in range(games):
        state = table.deal()
        table.everyone_ready(players)
        seat, count = int(state.turn), 1
        table.act(seat, codes.DRAW)
        while state.drawn >= 0:
            is_draw_two = state.drawn == DRAW_TWO
            count += bool(is_draw_two or state.draws_left)
            table.act(seat, codes.DRAW_TWO_CARDS if is_draw_two else codes.DISCARD)
        draws[count] += 1
    assert set(draws) <= {1, 3, 4, 5, 6, 7}
    assert binomtest(draws[4] + draws[6], games, even).pvalue > ERROR


def test_row_after_replacement_has_mean_twenty() -> None:
    table, scores = Table(2, key=4), []
    for _ in range(10_000):
        state = table.deal()
        table.everyone_ready(2)
        table.act(1, codes.DRAW, codes.DISCARD, codes.KNOCK)
        table.act(0, codes.DRAW)
        while state.turn == 0:
            table.act(0, codes.DISCARD)
        scores.append(int(state.totals[0]))
    values, variance = np.array(scores), 1148 / 33
    deviations = 5  # of a normal distribution: two-sided 6e-7
    assert abs(values.mean() - 20) < deviations * np.sqrt(variance / len(values))
    fourth = ((values - 20.0) ** 4).mean()
    spread = np.sqrt((fourth - variance**2) / len(values))
    assert abs(((values - 20.0) ** 2).mean() - variance) < deviations * spread


def test_a_policy_knocks_when_no_card_to_come_improves_its_row() -> None:
    """R5.1: six players hold all cards up to 5, and see that only higher ones are left to draw."""
    low = ["0145", "0145", "0235", "0235", "1234", "1234"]
    high = ["0149", "0145", "0235", "0235", "1234", "1234"]
    every = [(seat, slot) for seat in range(6) for slot in range(4)]
    for rows, expected in ((low, codes.KNOCK), (high, codes.END_TURN)):
        given = {
            "rows": [[*row] for row in rows],
            "known": [every] * 6,
            "turn": 0,
            "phase": "end",
        }
        match = game("rat-a-tat-cat").match_from(given, {"players": 6})
        numbers = match.legal_numbers(0)
        seen, chance = match.observation(0), new_chance(bytes(32))
        assert contract.choose(seen, listed(numbers), len(numbers), chance) == expected


def test_games_of_policies_alone_come_to_an_end() -> None:
    """R7.3: where the low cards lie in rows for good, somebody knocks all the same."""
    options = {"players": 6, "end": "points"}
    simulation = simulate(game("rat-a-tat-cat"), options, games=4000, players="policy", key=1)
    assert simulation.capped == 0
    assert simulation.results["turns"].max() < 2000


def test_policy_beats_random_play() -> None:
    shares = [
        simulate(GAME, {"players": 2}, games=500, players=players, key=5).summary()
        for players in ("policy,random", "random,policy")
    ]
    assert (shares[0].seats[0].win_share + shares[1].seats[1].win_share) / 2 > 0.9


# --- The tiny game, counted by a second implementation made for this test -----------------------


class Tiny:
    """Two rows of two, a pile, a discard pile; four turns."""

    def __init__(self, cards: tuple[int, ...]) -> None:
        # dealt one at a time, left of the dealer first; then the starter
        self.rows = [[cards[1], cards[3]], [cards[0], cards[2]]]
        self.pile, self.discards = list(cards[5:]), [cards[4]]
        self.turn, self.turns, self.knocker = 1, 1, -1

    def copy(self) -> "Tiny":
        other = object.__new__(Tiny)
        other.__dict__.update(self.__dict__)
        other.rows = [list(row) for row in self.rows]
        other.pile, other.discards = list(self.pile), list(self.discards)
        return other

    def plays(self) -> Iterator["Tiny"]:
        """Everything a turn can bring, up to the question whether to knock."""
        for slot in range(2):
            took = self.copy()
            card = took.discards.pop()
            took.discards.append(took.rows[took.turn][slot])
            took.rows[took.turn][slot] = card
            yield took
        for index in range(len(self.pile)):
            for slot in range(3):
                drew = self.copy()
                card = drew.pile.pop(index)
                if slot < 2:
                    card, drew.rows[drew.turn][slot] = drew.rows[drew.turn][slot], card
                drew.discards.append(card)
                yield from drew.refilled()

    def refilled(self) -> Iterator["Tiny"]:
        """R3.7: an empty pile is made of the discards; each of them can be the starter."""
        if self.pile:
            yield self
            return
        for index in range(len(self.discards)):
            full = self.copy()
            full.pile = list(self.discards)
            full.discards = [full.pile.pop(index)]
            yield full

    def ends(self) -> Iterator["Tiny | None"]:
        """Knock or not; None: the round is over."""
        for knocks in (False, True) if self.knocker < 0 else (False,):
            after = self.copy()
            if knocks:
                after.knocker = after.turn
            after.turn = 1 - after.turn
            is_over = after.turn == after.knocker or after.turns == 4
            after.turns += 1
            yield None if is_over else after


def count_naively(table: Tiny) -> int:
    """Count the ways in which a round can go on from the start of a turn."""
    return sum(
        1 if after is None else count_naively(after)
        for played in table.plays()
        for after in played.ends()
    )


def count_exactly(node: Node) -> int:
    """Count the same through the compiled rules."""
    if node.is_over:
        return 1
    seat = node.actors[0]
    return sum(
        count_exactly(child)
        for action in node.legal(seat)
        for child in children(node, seat, action)
    )


def test_tiny_game_has_every_deal_once() -> None:
    nodes = list(opening_nodes(GAME))
    assert len(nodes) == 7 * 6 * 5 * 4 * 3
    assert sum(node.probability for node in nodes) == 1
    assert len({node.state.tobytes() for node in nodes}) == len(nodes)


def test_tiny_game_counts_agree_with_a_second_implementation() -> None:
    opening = next(iter(opening_nodes(GAME)))
    state = opening.state
    rows = state.rows.tolist()
    cards = (rows[1][0], rows[0][0], rows[1][1], rows[0][1], int(state.discard_pile[0]))
    table = Tiny((*cards, *state.draw_pile[: state.draw_size].tolist()))
    ready = opening
    for seat in (0, 1):
        (ready,) = children(ready, seat, codes.READY)
    table.turns = 2  # three turns are enough to see every kind of step, and quick to count
    ready.state.turns_in_round = 2
    assert count_exactly(ready) == count_naively(table)


def judged(totals: list[int], seat: int, *, left: int, end: int = BY_ROUNDS) -> float:
    """Return how good these totals look to a seat, with so many rounds to come."""
    state = new_record(STATE)
    state.players, state.rounds, state.end = len(totals), 5, end
    state.round_number = 5 - left + 1
    if left == 0:
        state.round_number, state.phase = 5, OVER
    state.last_seats = (1 << len(totals)) - 1
    state.totals[: len(totals)] = totals
    return float(prospect(state, seat, new_record(STANDING)))


def test_whoever_thinks_ahead_plays_for_the_victory_in_the_last_round() -> None:
    second, last = [30, 31, 40], [30, 35, 34]
    for left, is_much in ((0, False), (4, True)):
        gain = judged(second, 1, left=left) - judged(last, 1, left=left)
        by_points = (30 + 40) / 2 - 31 - ((30 + 34) / 2 - 35)
        assert (gain > by_points + 1) == is_much  # nothing is won by being second in the end
    won = judged([30, 29, 50], 1, left=0) - judged([30, 31, 54], 1, left=0)
    assert won == pytest.approx(VICTORY)
    shared = judged([30, 30, 50], 1, left=0) - judged([30, 31, 52], 1, left=0)
    assert shared == pytest.approx(VICTORY / 2)


@pytest.mark.parametrize("end", [BY_TIME, BY_POINTS])
def test_where_nobody_knows_how_many_rounds_will_come_points_count(end: int) -> None:
    assert judged([30, 29, 50], 1, left=0, end=end) == 11


# --- Who deals first ---------------------------------------------------------------------------


def test_the_lot_gives_every_seat_the_first_deal_equally_often() -> None:
    """R2.1: from the game's own chance, so that a record draws the same seat again."""
    games = 600
    for players in (2, 5, 6):
        options = {"players": players, "first_dealer": "lot"}
        drawn = Counter(GAME.match(options, key).position()["dealer"] for key in range(games))
        assert sorted(drawn) == list(range(players))
        assert chisquare([drawn[seat] for seat in range(players)]).pvalue > ERROR
    match = GAME.match(options, 3)
    assert match.record().options["first_dealer"] == "lot"
    again = GAME.replay(match.record().json())
    assert again.position() == match.position()


@pytest.mark.parametrize(("chosen", "dealer"), [("seat0", 0), (0, 0), (1, 1), (3, 3)])
def test_the_table_may_choose_the_first_dealer(chosen: str | int, dealer: int) -> None:
    """R2.1, R2.4: the player left of the dealer begins."""
    match = GAME.match({"players": 4, "first_dealer": chosen}, 5)
    position = match.position()
    assert (position["dealer"], position["turn"]) == (dealer, (dealer + 1) % 4)
    assert GAME.replay(match.record().json()).record().options["first_dealer"] == chosen


def test_without_a_choice_the_same_cards_are_dealt_as_ever() -> None:
    """R2.1: seat 0 deals, and no lot is drawn from the game's chance."""
    assert GAME.match({"players": 3}, 7).position() == (
        GAME.match({"players": 3, "first_dealer": 0}, 7).position()
    )


@pytest.mark.parametrize("chosen", [2, 6, -1, "seat1", True, 1.5, None])
def test_the_first_dealer_is_a_seat_of_the_table(chosen: Any) -> None:
    assert sentence_of(
        OptionRefused, lambda: GAME.read_options({"players": 2, "first_dealer": chosen})
    )


# --- Spectators --------------------------------------------------------------------------------


def test_spectators_never_see_what_only_players_saw() -> None:
    """R9.3: with the memory aid, whatever is played, spectators see what has lain open."""
    options = {"players": 2, "memory_aid": True}
    private = 0
    for key in range(8):
        match, throw = GAME.match(options, key), random.Random(key)
        shown: set[tuple[int, int]] = set()
        for _ in range(100):
            seat = match.actors[0]
            for _, event in match.play(seat, curious(match, seat, throw)):
                match_event(event, shown)
            seen = match.view(None)["rows"]
            open_now = {(o, s) for o in range(2) for s in range(4) if seen[o][s] != "hidden"}
            assert open_now == shown
            known = [set(map(tuple, places)) for places in match.position()["known"]]
            private += bool((known[0] & known[1]) - shown)
    assert private > 0, "no card was seen by both in private: the test has tested nothing"


def curious(match: Match, seat: int, throw: random.Random) -> Any:
    """Swap away what the seat knows, peek at what the other one knows, and never knock."""
    legal = [action for action in match.legal(seat) if action["type"] != "knock"]
    known = match.position()["known"]
    wanted = [
        action
        for action in legal
        if (action["type"] == "swap" and (seat, action["slot"]) in known[seat])
        or (action["type"] == "peek" and (seat, action["slot"]) in known[1 - seat])
        or (action["type"] in ("draw", "discard") and throw.random() < 0.7)
    ]
    return throw.choice(wanted or legal)


def match_event(event: Any, shown: set[tuple[int, int]]) -> None:
    """Follow the cards that have lain open, as a spectator who takes notes would."""
    if event["type"] == "card_taken":
        shown.add((event["seat"], event["slot"]))
    elif event["type"] == "card_kept":
        shown.discard((event["seat"], event["slot"]))
    elif event["type"] == "cards_swapped":
        one, two = (event["seat"], event["slot"]), (event["other"], event["their_slot"])
        moved = {one: two, two: one}
        places = {moved.get(place, place) for place in shown}
        shown.clear()
        shown.update(places)
