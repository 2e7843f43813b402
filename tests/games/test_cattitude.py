"""Cattitude: the numbers of the rule page, ties, secrets, and exact counts of the tiny game."""

from collections import Counter
from itertools import product
from typing import Any

import msgspec
import numpy as np
import pytest
from scipy.stats import binomtest, chisquare, hypergeom, norm

from naive import cattitude as naive
from purrlor import game
from purrlor.bots.bot import Bot
from purrlor.bots.players import POLICY
from purrlor.core import contract
from purrlor.core.chance import below, new_chance
from purrlor.core.contract import new_record, new_trace
from purrlor.core.match import Match
from purrlor.core.refusals import (
    ActionMalformed,
    ActionRefused,
    OptionRefused,
    PositionRefused,
)
from purrlor.games.cattitude.components import BIRDOHOLIC, CARDS, CATASTROPHE, SPECIES
from purrlor.games.cattitude.insight import HIDES
from purrlor.games.cattitude.losing import NO_SPECIES, losses
from purrlor.games.cattitude.state import encode_options
from purrlor.sim.balance import find_insight
from purrlor.sim.simulate import simulate
from purrlor.sim.variants import against_policy
from purrlor.testing import Node, check_game, children, opening_nodes
from purrlor.testing.conformance import random_step, world
from refusing import everything, sentence_of

GAME = game("cattitude")
ERROR = 1e-6
"""The probability that a correct implementation fails one of the statistical tests."""
PLAYERS = (2, 3, 4, 5)


def plain(words: Any) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(words)
    return found


# --- The numbers of the rule page --------------------------------------------------------------


class Dealer:
    """Deals one game after the other, without a referee."""

    def __init__(self, options: dict[str, Any], key: int) -> None:
        self._states = np.zeros(2, GAME.kernels.state).view(np.recarray)
        self._options = encode_options(GAME.read_options(options))
        self._chance = new_chance(key.to_bytes(32, "little"))
        self._trace = new_trace(is_kept=False)

    def deal(self) -> Any:
        state = self._states[0]
        self._states[0] = self._states[1]
        contract.deal(state, self._options, self._chance, self._trace)
        contract.settle(state, self._chance)
        return state


def left_out(state: Any) -> list[int]:
    """Return the cards that no pile has, without the nobles taken out for two players."""
    blue = state.blue_cards[: state.blue_size - state.blue_settled]
    red = state.red_cards[: state.red_size - state.red_settled]
    return [*blue.tolist(), *red.tolist()]


@pytest.mark.parametrize(
    ("players", "blue", "blue_out", "red_out"), [(2, 84, 6, 3), (3, 90, 3, 3), (4, 90, 6, 3)]
)
def test_takers_in_play(players: int, blue: int, blue_out: int, red_out: int) -> None:
    dealer, deals = Dealer({"players": players}, key=players), 20_000
    found = {BIRDOHOLIC: Counter[int](), CATASTROPHE: Counter[int]()}
    for _ in range(deals):
        out = left_out(dealer.deal())
        for card, counts in found.items():
            counts[out.count(card)] += 1
    for card, whole, copies, drawn in (
        (BIRDOHOLIC, blue, 4, blue_out),
        (CATASTROPHE, 15, 2, red_out),
    ):
        counts = found[card]
        none, one = (hypergeom(whole, copies, drawn).pmf(out) * deals for out in (0, 1))
        observed = [counts[0], counts[1], deals - counts[0] - counts[1]]
        assert chisquare(observed, [none, one, deals - none - one]).pvalue > ERROR
        expected = {BIRDOHOLIC: (3.71, 3.87, 3.73), CATASTROPHE: (1.6, 1.6, 1.6)}[card]
        assert copies * (1 - drawn / whole) == pytest.approx(expected[players - 2], abs=0.005)


def test_five_players_leave_nothing_out() -> None:
    assert left_out(Dealer({"players": 5}, key=5).deal()) == []


@pytest.mark.parametrize(("players", "cards"), [(5, 21), (4, 24), (3, 33), (2, 45)])
def test_cards_per_player_over_the_game(players: int, cards: int) -> None:
    match, dealt = GAME.match({"players": players}, 1), Counter[int]()
    chance = new_chance(bytes(32), stream=1)
    told = match.opening
    while True:
        for _, event in told:
            if event["type"] == "hand_dealt" and "hidden" in event["cards"]:
                dealt[event["seat"]] += len(event["cards"])
        if match.is_over:
            break
        told = match.play(*random_step(match, chance))
    assert [dealt[seat] for seat in range(players)] == [cards] * players


@pytest.mark.parametrize("players", PLAYERS)
def test_every_card_is_equally_likely_at_every_place(players: int) -> None:
    dealer, deals = Dealer({"players": players}, key=10 + players), 12_000
    first, last = Counter[int](), Counter[int]()
    for _ in range(deals):
        state = dealer.deal()
        first[int(state.hands[players - 1, 0])] += 1  # the highest card of the last hand
        bottom = int(state.blue_size - state.blue_settled)
        last[int(state.blue_cards[bottom])] += 1  # the very last card to be dealt
    copies = [
        naive.BLUE.get(card, 0) - 2 * (players == 2 and card in naive.NOBLE.values())
        for card in CARDS
    ]
    expected = [deals * count / sum(copies) for count in copies if count]
    observed = [last[card] for card, count in enumerate(copies) if count]
    assert chisquare(observed, expected).pvalue > ERROR
    dealt = {2: 5, 3: 3, 4: 3, 5: 3}[players]
    below = np.cumsum([0, *copies])  # cards before each kind, in the order of "Cards"
    none_higher = [hypergeom(sum(copies), sum(copies) - n, dealt).pmf(0) for n in below]
    chances = np.diff(none_higher)
    kinds = [card for card in range(len(CARDS)) if chances[card] * deals >= 5]
    rest = deals - sum(first[card] for card in kinds)
    observed = [*(first[card] for card in kinds), rest]
    wanted = [*(chances[card] * deals for card in kinds), deals * (1 - chances[kinds].sum())]
    if wanted[-1] < 1:
        observed, wanted = observed[:-1], wanted[:-1]
    assert chisquare(observed, np.array(wanted) * sum(observed) / sum(wanted)).pvalue > ERROR


def test_directions_are_left_to_chance_and_alternate_without_toss() -> None:
    deals = 4_000
    plain_game, tossed = Dealer({"players": 3}, key=1), Dealer({"players": 3, "toss": True}, key=2)
    lefts = sum(int(plain_game.deal().direction == 1) for _ in range(deals))
    assert binomtest(lefts, deals, 0.5).pvalue > ERROR
    bits = [int(tossed.deal().tosses) for _ in range(deals)]
    for coming in range(10):
        assert binomtest(sum(bit >> coming & 1 for bit in bits), deals, 0.5).pvalue > ERROR
    repeated = sum((bit ^ bit >> 1) & 1 for bit in bits)
    assert binomtest(repeated, deals, 0.5).pvalue > ERROR


# --- C4.4 to C4.6 on all combinations ----------------------------------------------------------


def named_species(mask: int) -> list[str]:
    return [species for bit, species in enumerate(SPECIES) if mask >> bit & 1]


def test_losses_agree_with_the_naive_ones_on_all_combinations() -> None:
    compared = 0
    for values in product((None, -2, -1, 0, 1, 2), repeat=3):
        has_birds: dict[str, int] = {
            species: value
            for species, value in zip(SPECIES, values, strict=True)
            if value is not None
        }
        first, second, third = (NO_SPECIES if value is None else value for value in values)
        for birdoholics, catastrophes in product(range(5), range(3)):
            possible = naive.losses(has_birds, birdoholics, catastrophes)
            for mask in range(8):
                if not any(lost >= set(named_species(mask)) for lost in possible):
                    continue
                every, some = losses(first, second, third, birdoholics, catastrophes, mask)
                names = naive.names_to_lose(possible, named_species(mask))
                assert named_species(int(some & ~every)) == names
                if not names:
                    assert {frozenset(named_species(int(some)))} == {
                        lost for lost in possible if lost >= set(named_species(mask))
                    }
                compared += 1
    assert compared > 6**3 * 15


# --- Bad input ---------------------------------------------------------------------------------

SECURING: dict[str, Any] = {
    "round": 2,
    "phase": "secure",
    "tables": [["turkey", "duchess", "royal-cat", "chicken"], ["peacock"]],
}
CHOOSING: dict[str, Any] = {
    "round": 1,
    "phase": "choose",
    "open_bids": [["turkey"] * 5, ["chicken"] * 5],
    "choices": ["open", ""],
}
BIDDING: dict[str, Any] = {
    "round": 8,
    "phase": "bid",
    "hands": [["bonus-no-turkey", "queen", "turkey", "turkey", "birdoholic"], []],
    "tables": [["turkey", "chicken", "peacock", "royal-cat"], ["turkey"]],
    "palaces": [["bonus-turkeys", "duchess"], []],
    "open_bids": [[], ["diva-turkey", "diva-chicken", "turkey", "turkey", "turkey"]],
    "sealed": [False, True],
}


@pytest.mark.parametrize(
    ("given", "seat", "actions", "clause"),
    [
        (BIDDING, 0, [{"type": "offer", "card": "peacock", "bid": "open"}], "C3.1"),
        (BIDDING, 0, [{"type": "offer", "card": "turkey", "bid": "open"}] * 3, "C3.1"),
        (
            BIDDING,
            0,
            [
                {"type": "pick_up", "card": card, "bid": "closed"}
                for card in ("turkey", "chicken", "peacock")
            ],
            "C3.2",
        ),
        (BIDDING, 0, [{"type": "pick_up", "card": "bonus-turkeys", "bid": "open"}], "C3.2"),
        (BIDDING, 0, [{"type": "pick_up", "card": "birdoholic", "bid": "open"}], "C3.2"),
        (BIDDING, 0, [{"type": "pick_up", "card": "duchess", "bid": "open"}], "C3.2"),
        (BIDDING, 0, [{"type": "seal"}], "C3.1"),
        (BIDDING, 0, [{"type": "choose", "bid": "open"}], "C3.4"),
        (BIDDING, 0, [{"type": "lose", "species": "turkey"}], "C4.6"),
        (BIDDING, 0, [{"type": "done"}], "C5.1"),
        (BIDDING, 1, [{"type": "seal"}], "C3.3"),
        (BIDDING, 1, [{"type": "pick_up", "card": "turkey", "bid": "open"}], "C3.3"),
        (CHOOSING, 0, [{"type": "choose", "bid": "closed"}], "C3.4"),
        (CHOOSING, 1, [{"type": "offer", "card": "chicken", "bid": "open"}], "C3.1"),
        (SECURING, 0, [{"type": "secure", "species": "turkey", "cat": "royal-cat"}], "C5.2"),
        (SECURING, 0, [{"type": "secure", "species": "chicken", "cat": "noble"}], "C5.2"),
        (SECURING, 0, [{"type": "secure", "species": "chicken", "cat": "queen"}], "C5.2"),
        (SECURING, 0, [{"type": "secure", "species": "peacock", "cat": "royal-cat"}], "C5.1"),
        (SECURING, 1, [{"type": "secure", "species": "peacock", "cat": "royal-cat"}], "C5.2"),
        (SECURING, 1, [{"type": "done"}, {"type": "done"}], "C5.5"),
        (SECURING, 1, [{"type": "lose", "species": "peacock"}], "C4.6"),
    ],
)
def test_refusals_name_their_clause_and_change_nothing(
    given: dict[str, Any], seat: int, actions: list[dict[str, Any]], clause: str
) -> None:
    match = GAME.match_from(given, {"players": 2}, 1)
    before = everything(match)
    with pytest.raises(ActionRefused) as refused:
        match.play(seat, actions)
    assert refused.value.clause == clause
    assert everything(match) == before


@pytest.mark.parametrize(
    "action",
    [
        None,
        7,
        "seal",
        {},
        {"type": "offer"},
        {"type": "offer", "card": "turkey"},
        {"type": "offer", "card": "goose", "bid": "open"},
        {"type": "offer", "card": "hidden", "bid": "open"},
        {"type": "offer", "card": "turkey", "bid": "left"},
        {"type": "offer", "card": ["turkey"], "bid": "open"},
        {"type": "offer", "card": "turkey", "bid": "open", "seat": 1},
        {"type": "pick_up", "card": "turkey", "bid": None},
        {"type": "seal", "bid": "open"},
        {"type": "choose", "bid": 0},
        {"type": "lose", "species": "duck"},
        {"type": "secure", "species": "turkey"},
        {"type": "secure", "species": "turkey", "cat": "duchess"},
        {"type": "swap", "card": "turkey"},
    ],
    ids=str,
)
def test_malformed_actions_are_refused(action: Any) -> None:
    match = GAME.match_from(BIDDING, {"players": 2}, 1)
    before = everything(match)
    sentence_of(ActionMalformed, lambda: match.play(0, action))
    assert everything(match) == before


def test_third_card_is_not_picked_up_one_by_one_either() -> None:
    match = GAME.match_from(BIDDING, {"players": 2}, 1)
    for card in ("turkey", "chicken"):
        match.play(0, {"type": "pick_up", "card": card, "bid": "open"})
    before = everything(match)
    with pytest.raises(ActionRefused) as refused:
        match.play(0, {"type": "pick_up", "card": "peacock", "bid": "closed"})
    assert refused.value.clause == "C3.2"
    assert everything(match) == before


def test_bid_is_chosen_once() -> None:
    match = GAME.match_from({**CHOOSING, "choices": ["", ""]}, {"players": 2}, 1)
    match.play(0, {"type": "choose", "bid": "open"})
    before = everything(match)
    for bid in ("open", "closed"):
        with pytest.raises(ActionRefused) as refused:
            match.play(0, {"type": "choose", "bid": bid})
        assert refused.value.clause == "C3.4"
    assert everything(match) == before


def test_table_itself_cannot_act() -> None:
    with pytest.raises(ActionRefused):
        GAME.match({"players": 2}, 1).play(None, {"type": "seal"})


@pytest.mark.parametrize(
    "values",
    [
        {"turkey": 21},
        {"turkey": -21},
        {"turkey": 1.5},
        {"turkey": "1"},
        {"turkey": True},
        {"turkey": None},
        {"goose": 1},
        {"birdoholic": 1},
        {"catastrophe": -1},
        {"bonus-no-turkey": 5},
        {"noble": -1},
        [1],
        "turkey",
    ],
)
def test_values_are_checked(values: Any) -> None:
    with pytest.raises(OptionRefused, match="value"):
        GAME.read_options({"players": 3, "values": values})


@pytest.mark.parametrize(
    "entered",
    [
        {"bonus_numbers": {"turkeys": 0}},
        {"bonus_numbers": {"turkeys": 29}},
        {"bonus_numbers": {"turkey": 8}},
        {"bonus_numbers": {"geese": 8}},
        {"bonus_numbers": [8, 6, 4]},
        {"red_cards": {"diva-turkey": -1}},
        {"red_cards": {"diva-turkey": 13}},
        {"red_cards": {"diva-turkey": 3}},
        {"red_cards": {"bonus-turkeys": 0}},
        {"red_cards": {"queen": 1}},
        {"red_cards": {"turkey": 28}},
        {"red_cards": 15},
    ],
    ids=str,
)
def test_what_stands_on_the_cards_is_checked(entered: dict[str, Any]) -> None:
    """C1.4: the copies of all red cards stay 15."""
    assert sentence_of(OptionRefused, lambda: GAME.read_options(entered))


def test_what_a_table_does_not_enter_is_as_reconstructed() -> None:
    """C1.4: a record says all that stands on the cards, whatever the data file says later."""
    entered = {
        "values": {"turkey": 7},
        "bonus_numbers": {"peacocks": 5},
        "red_cards": {"bonus-8-turkeys": 2, "diva-turkey": 1},
    }
    options = GAME.read_options(entered)
    assert (options.values["turkey"], options.values["diva-peacock"]) == (7, 6)
    assert options.bonus_numbers == {"turkeys": 8, "chickens": 6, "peacocks": 5}
    assert (options.red_cards["bonus-turkeys"], options.red_cards["diva-chicken"]) == (2, 2)
    assert sum(options.red_cards.values()) == 12
    record = GAME.match(entered, 4).record()
    assert record.options["bonus_numbers"] == options.bonus_numbers
    assert GAME.replay(record.json()).options == options


MANY_EQUAL = {"bonus-no-turkey": 6, "bonus-turkeys": 6} | dict.fromkeys(
    [
        *("diva-turkey", "diva-chicken", "diva-peacock", "bonus-no-chicken", "bonus-no-peacock"),
        *("bonus-chickens", "bonus-peacocks"),
    ],
    0,
)


def test_equal_bonus_cards_conform() -> None:
    """C1.4, C4.2: several copies of a bonus card, known to different seats, score one by one."""
    options = {"players": 3, "red_cards": MANY_EQUAL, "bonus_numbers": {"turkeys": 1}}
    report = check_game(GAME, options, games=3, simulated=50, interpreted_steps=0, covered=False)
    assert report.games == 3
    match = GAME.match(options, 8)
    chance = new_chance(bytes(32), stream=2)
    while not match.is_over:
        match.play(*random_step(match, chance))
    palaces = match.position()["palaces"]
    assert any(max(Counter(palace).values(), default=0) > 1 for palace in palaces)


def test_each_knows_the_bonus_cards_they_saw() -> None:
    """C4.2: of two equal cards under one palace the giver of one knows that one."""
    given = {
        "round": 9,
        "phase": "choose",
        "direction": "left",
        "palaces": [[], ["bonus-turkeys"], []],
        "closed_bids": [["bonus-turkeys", "turkey", "turkey"], [], []],
        "open_bids": [[], ["queen", "turkey", "turkey"], ["catastrophe", "turkey", "turkey"]],
        "choices": ["open", "", "open"],
    }
    match = GAME.match_from(given, {"players": 3, "red_cards": MANY_EQUAL})
    match.play(1, {"type": "choose", "bid": "closed"})
    chance = new_chance(bytes(32), stream=9)
    kinds: dict[int, set[int]] = {}
    for viewer in range(3):
        assert len(match.view(viewer)["palaces"][1]) == 2
        worlds = [world(match, match.observation(viewer), chance) for _ in range(60)]
        palaces = [made.position()["palaces"][1] for made in worlds]
        kinds[viewer] = {palace.count("bonus-turkeys") for palace in palaces}
    assert kinds == {0: {1, 2}, 1: {2}, 2: {0, 1, 2}}


@pytest.mark.parametrize(
    "options", [{"players": 1}, {"players": 6}, {"players": 3, "tiny": True}, {"duration": 3}]
)
def test_options_are_checked(options: dict[str, Any]) -> None:
    with pytest.raises(OptionRefused):
        GAME.read_options(options)


@pytest.mark.parametrize(
    ("players", "given"),
    [
        (3, {"round": 12}),
        (3, {"round": 0}),
        (3, {"phase": "sleep"}),
        (2, {"direction": "left"}),
        (3, {"chance": ["left"]}),
        (3, {"tables": [["turkey"] * 29, [], []]}),
        (3, {"tables": [["goose"], [], []]}),
        (3, {"tables": [["bonus-no-turkey"], [], []]}),
        (3, {"tables": [["birdoholic"], [], []]}),
        (3, {"palaces": [["catastrophe"], [], []]}),
        (3, {"tables": [[], []]}),
        (3, {"hands": [["turkey"] * 4, ["turkey"] * 3, ["turkey"] * 3]}),
        (3, {"hands": [["queen", "turkey", "turkey"], ["turkey"] * 3, ["turkey"] * 3]}),
        (3, {"sealed": [True, False, False]}),
        (3, {"phase": "secure", "done": [True, True, True]}),
        (3, {"phase": "secure", "hands": [["turkey"], [], []]}),
        (3, {"phase": "lose"}),
        (3, {"phase": "lose", "tables": [["turkey", "birdoholic"], [], []]}),
        (
            3,
            {
                "phase": "lose",
                "tables": [["turkey", "turkey", "chicken", "birdoholic"], [], []],
                "losing": [["peacock"], [], []],
            },
        ),
        (3, {"phase": "choose", "open_bids": [["turkey"] * 4, ["turkey"] * 3, ["turkey"] * 3]}),
        (3, {"round": 11, "phase": "secure", "discards": []}),
        (3, {"round": 10, "phase": "secure", "piles": []}),
        (2, {"left_out": ["turkey"] * 15}),
        (3, {"phase": "over", "round": 3}),
        (3, {"phase": "over", "tables": [["turkey"], [], []]}),
        (3, {"phase": "over", "scores": [1, 0, 0]}),
        (3, {"beginner": True}),
    ],
)
def test_positions_that_cannot_be_are_refused(players: int, given: dict[str, Any]) -> None:
    with pytest.raises(PositionRefused):
        GAME.match_from(given, {"players": players})


# --- Positions, secrets and worlds -------------------------------------------------------------


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 4, "toss": True}], ids=str)
def test_every_position_can_be_set_up_again(options: dict[str, Any]) -> None:
    match, chance = GAME.match(options, 3), new_chance(bytes(32), stream=1)
    while not match.is_over:
        position = plain(match.position())
        again = GAME.match_from(position, options)
        assert plain(again.position()) == position
        for viewer in (None, *range(match.options.players)):
            assert again.view(viewer) == match.view(viewer)
        match.play(*random_step(match, chance))


def test_private_steps_leave_no_trace_with_others() -> None:
    """C3.3: neither content, order nor number of steps is seen before all have sealed."""
    match = GAME.match_from(
        {"round": 5, "tables": [["turkey", "chicken", "duchess"], ["peacock"], []]}, {"players": 3}
    )
    chance = new_chance(bytes(32), stream=1)
    others = (None, 1, 2)
    before = {viewer: match.observation(viewer).tobytes() for viewer in others}
    while 0 in match.actors:
        actions = match.legal(0)
        if any(action["type"] == "seal" for action in actions):
            break
        told = match.play(0, actions[int(below(chance, len(actions)))])
        assert all(not audience.includes(viewer) for audience, _ in told for viewer in others)
        assert {v: match.observation(v).tobytes() for v in others} == before
    told = match.play(0, {"type": "seal"})
    heard = {v: [event for audience, event in told if audience.includes(v)] for v in others}
    assert all([event["type"] for event in events] == ["bid_sealed"] for events in heard.values())


HIDDEN_BONUS: dict[str, Any] = {
    "round": 8,
    "phase": "choose",
    "direction": "left",
    "open_bids": [["turkey", "turkey"], ["diva-turkey", "turkey"], ["queen", "turkey", "turkey"]],
    "closed_bids": [["bonus-no-peacock"], ["chicken"], []],
    "choices": ["open", "", "open"],
}


def reveal_hidden_bonus() -> tuple[Match, list[Any]]:
    match = GAME.match_from(HIDDEN_BONUS, {"players": 3})
    return match, match.play(1, {"type": "choose", "bid": "closed"})


def test_bonus_card_of_a_closed_bid_is_known_to_giver_and_owner_alone() -> None:
    match, told = reveal_hidden_bonus()
    for viewer in (None, 0, 1, 2):
        cards = [
            event["card"]
            for audience, event in told
            if event["type"] == "bonus_collected" and audience.includes(viewer)
        ]
        assert cards == (["bonus-no-peacock"] if viewer in (0, 1) else ["hidden"])
        assert ("bonus-no-peacock" in match.view(viewer)["palaces"][1]) == (viewer == 1)


def test_worlds_hold_any_bonus_card_that_was_not_seen() -> None:
    match, _ = reveal_hidden_bonus()
    chance = new_chance(bytes(32), stream=9)
    bonuses = set(naive.BONUS)
    for viewer in (None, 0, 1, 2):
        found = Counter[str]()
        for _ in range(3_000):
            (card,) = world(match, match.observation(viewer), chance).position()["palaces"][1]
            found[card] += 1
        if viewer in (0, 1):
            assert set(found) == {"bonus-no-peacock"}
            continue
        assert set(found) == bonuses
        assert chisquare(list(found.values())).pvalue > ERROR


def test_closed_bid_holds_what_was_picked_up_and_not_shown() -> None:
    match = GAME.match_from(
        {
            "round": 4,
            "direction": "left",
            "hands": [["turkey", "chicken", "peacock"], [], []],
            "tables": [["duchess", "turkey"], [], []],
            "open_bids": [[], ["turkey"] * 3, ["chicken"] * 3],
            "sealed": [False, True, True],
        },
        {"players": 3},
    )
    match.play(
        0,
        [
            {"type": "pick_up", "card": "duchess", "bid": "closed"},
            {"type": "pick_up", "card": "turkey", "bid": "closed"},
            {"type": "offer", "card": "turkey", "bid": "open"},
            {"type": "offer", "card": "chicken", "bid": "closed"},
            {"type": "offer", "card": "peacock", "bid": "closed"},
            {"type": "seal"},
        ],
    )
    chance, shown = new_chance(bytes(32), stream=4), Counter[str]()
    for _ in range(400):
        closed = world(match, match.observation(1), chance).position()["closed_bids"][0]
        assert len(closed) == 4
        assert "duchess" in closed  # it left the table and is not in the open bid
        shown.update(set(closed))
    assert 0 < shown["turkey"] < 400  # the turkey of the open bid may be the one from the table


def test_worlds_are_complete_positions() -> None:
    match, chance = GAME.match({"players": 5, "toss": True}, 6), new_chance(bytes(32), stream=1)
    options = plain(match.options)
    while not match.is_over:
        if len(match.played) % 5 == 0:
            for viewer in (None, *range(5)):
                made = world(match, match.observation(viewer), chance)
                naive.check(plain(made.position()), options)
        match.play(*random_step(match, chance))


# --- Told as a person would --------------------------------------------------------------------


def test_final_scoring_explains_each_bonus_card() -> None:
    palaces = [["turkey"] * 8 + ["duchess", "bonus-turkeys"], ["bonus-no-chicken", "chicken"]]
    match = GAME.match_from(
        {"round": 9, "phase": "secure", "palaces": palaces, "done": [True, False]}, {"players": 2}
    )
    told = [event for _, event in match.play(1, {"type": "done"})]
    scored = [plain(event) for event in told if event["type"] == "bonus_scored"]
    assert [(each["birds"], each["is_met"], each["points"]) for each in scored] == [
        (8, True, 5),
        (1, False, 0),
    ]
    texts = [GAME.module("notation").event_text(event) for event in told]
    assert "Seat 0, bonus “many turkeys” (at least 8): 8 turkeys, met, 5 points." in texts
    assert "Seat 1, bonus “no chicken”: 1 chicken, not met." in texts
    assert "Seat 0 scores 12: place 1." in texts


def test_catastrophe_takes_from_the_top_and_the_birdoholic_what_follows() -> None:
    match = GAME.match_from(
        {
            "round": 7,
            "phase": "choose",
            "open_bids": [
                ["catastrophe", "diva-turkey", "birdoholic", "chicken", "peacock"],
                ["queen", "diva-turkey", "turkey", "turkey", "turkey"],
            ],
            "choices": ["closed", ""],
        },
        {"players": 2},
    )
    told = [event for _, event in match.play(1, {"type": "choose", "bid": "closed"})]
    lost = [plain(event) for event in told if event["type"] == "species_lost"]
    assert [(each["taker"], each["cards"]) for each in lost] == [
        ("catastrophe", ["diva-turkey"]),
        ("birdoholic", ["peacock"]),
    ]


# --- The policy and the simulator --------------------------------------------------------------


def test_policy_beats_random_play() -> None:
    shares = [
        simulate(GAME, {"players": 2}, games=300, players=players, key=5).summary()
        for players in ("policy,random", "random,policy")
    ]
    assert (shares[0].seats[0].win_share + shares[1].seats[1].win_share) / 2 > 0.95


@pytest.mark.parametrize("players", PLAYERS)
def test_statistics_add_up(players: int) -> None:
    found = simulate(GAME, {"players": players}, games=200, players="policy", key=1)
    counts = dict(zip(GAME.statistics, found.counts.T, strict=True))
    rounds = naive.ROUNDS[players]
    assert set(counts["rounds"]) == {rounds}
    assert set(found.results["turns"]) == {rounds}
    assert (counts["bonus cards met"] <= counts["bonus cards collected"]).all()
    assert (counts["groups secured"] <= counts["birds secured"]).all()
    birds = counts["birds secured"] + counts["birds lost to birdoholics"]
    assert (birds + counts["birds lost to catastrophes"] <= 75).all()
    assert counts["birds lost to birdoholics"].sum() > 0
    assert counts["groups secured"].sum() > 0


# --- The tiny game, counted by the naive rules -------------------------------------------------


@pytest.fixture
def tiny_naive(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the naive rules play the tiny game: its cards and its two rounds of one card each."""
    monkeypatch.setattr(naive, "BLUE", {"turkey": 2, "duchess": 1})
    reds = {"diva-turkey": 1, "catastrophe": 1, "bonus-no-turkey": 1}
    monkeypatch.setattr(naive, "RED", reds)
    for table, number in (("ROUNDS", 2), ("RED_ROUNDS", 1), ("DEALT", 1), ("DEALT_RED", 1)):
        monkeypatch.setitem(getattr(naive, table), 2, number)


def count_naively(position: dict[str, Any], options: dict[str, Any]) -> int:
    """Count the ways a game can end from here, for one order of the pile."""
    if position["phase"] == "over":
        return 1
    seat = next(seat for seat in (0, 1) if naive.legal(position, options, seat))
    return sum(
        count_naively(naive.successor(position, options, seat, action, position), options)
        for action in naive.legal(position, options, seat)
    )


def count_exactly(node: Node) -> int:
    """Count the same through the compiled rules, over all orders of the pile."""
    if node.is_over:
        return 1
    seat = node.actors[0]
    return sum(
        count_exactly(child)
        for action in node.legal(seat)
        for child in children(node, seat, action)
    )


def naive_count_of(node: Node) -> int:
    """Add the naive counts up over all orders of the red cards to come."""
    options = plain(node.options)
    state = node.state.copy()
    contract.settle(state, new_chance(bytes(32)))
    position = plain(GAME.module("position").read(state))
    if not position["piles"]:
        return count_naively(position, options)
    reds = list(naive.RED)
    total = 0
    for top, second in product(reds, reds):
        if top != second:
            rest = [card for card in reds if card not in (top, second)]
            blue = [card for card in position["left_out"] if card not in reds]
            given = {**position, "piles": [[top, second]], "left_out": blue + rest}
            total += count_naively(given, options)
    return total


def test_tiny_game_has_every_deal_once() -> None:
    nodes = list(opening_nodes(GAME))
    assert len(nodes) == 3 * 2
    assert sum(node.probability for node in nodes) == 1
    hands = Counter(tuple(node.state.hands[:2, 0].tolist()) for node in nodes)
    assert hands == {(0, 0): 2, (0, 9): 2, (9, 0): 2}


@pytest.mark.usefixtures("tiny_naive")
def test_tiny_game_for_beginners_counts_as_naively() -> None:
    nodes = list(opening_nodes(GAME, {**GAME.tiny, "beginner": True}))
    node = nodes[0]
    assert count_exactly(node) == naive_count_of(node)


@pytest.mark.usefixtures("tiny_naive")
def test_tiny_game_counts_as_naively_from_its_second_round() -> None:
    """With cards to pick up, from one position of round 2 on."""
    given = {
        "round": 2,
        "hands": [["catastrophe"], ["diva-turkey"]],
        "tables": [["turkey", "duchess"], []],
    }
    match = GAME.match_from(given, GAME.tiny)
    node = Node(GAME, match.options, match._state, next(iter(opening_nodes(GAME))).probability, [])
    counted = count_exactly(node)
    assert counted == naive_count_of(node)
    assert counted > 500


def test_policy_plays_the_tiny_game() -> None:
    assert simulate(GAME, GAME.tiny, games=50, players="policy", key=1).summary().games == 50


def test_records_of_the_kernels_hold_no_surprise() -> None:
    """An observation is written whole: nothing of what was in the record before remains."""
    match, chance = GAME.match({"players": 3}, 2), new_chance(bytes(32), stream=1)
    while not match.is_over:
        for seat in (-1, 0, 1, 2):
            dirty = new_record(GAME.kernels.observation)
            for name in dirty.dtype.names[1:]:
                dirty[name] = 77
            contract.observe(match._state, seat, dirty)
            assert dirty.tobytes() == match.observation(seat).tobytes()
        match.play(*random_step(match, chance))


# --- The policy --------------------------------------------------------------------------------


def is_gain(players: int, variant: int, deals: int) -> bool:
    """Return whether a habit wins more than its fair share against the policy, beyond chance."""
    options = GAME.read_options({"players": players})
    shares, _ = against_policy(GAME, options, variant, deals=deals, key=bytes(32))
    error = shares.std() / len(shares) ** 0.5
    return bool(shares.mean() >= 1 / players + norm.isf(ERROR) * error)


@pytest.mark.parametrize("players", PLAYERS)
def test_no_habit_beats_the_policy(players: int) -> None:
    """Always taking the open bid won 60.8 % of games of two while splits tempted with it."""
    insight = find_insight(GAME)
    assert insight is not None
    for variant, name in enumerate(insight.variants):
        assert not is_gain(players, variant, deals=800), name


def test_with_three_players_hiding_every_birdoholic_gains_nothing() -> None:
    """It won 34.2 % while the policy often showed them."""
    assert not is_gain(3, HIDES, deals=12_000)


def decisions(position: dict[str, Any], times: int) -> Counter[str]:
    """Return what the policy does at seat 0, by the species named, asked with many keys."""
    match = GAME.match_from({"round": 9} | position, {"players": 2})
    seen, numbers = match.observation(0), match.legal_numbers(0)
    bots = (Bot(POLICY, number.to_bytes(32, "little")) for number in range(times))
    actions = (match.action(bot.decide(seen, numbers), 0) for bot in bots)
    return Counter(plain(action)["species"] for action in actions)


@pytest.mark.parametrize(
    "position",
    [
        {"phase": "lose", "tables": [["turkey", "turkey", "chicken", "birdoholic"], []]},
        {"phase": "secure", "tables": [["turkey"] * 6 + ["chicken"] * 3 + ["royal-cat"], []]},
    ],
    ids=["lose", "secure"],
)
def test_species_that_are_equal_to_the_policy_are_equally_likely(position: dict[str, Any]) -> None:
    found = decisions(position, 400)
    assert set(found) == {"turkey", "chicken"}
    assert binomtest(found["turkey"], 400, 0.5).pvalue > ERROR
