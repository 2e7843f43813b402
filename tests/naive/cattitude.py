"""Cattitude a second time: slow, plain, and made from the rule page alone.

Positions are plain dicts in the words of the rule page's "Position". A word that belongs to
one phase (`sealed`, `choices`, ...) is absent in the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from copy import deepcopy
from itertools import permutations
from typing import Any

Position = dict[str, Any]
Action = dict[str, Any]
Options = dict[str, Any]

# C1.1, C1.2: how many of each card there are, in the order of "Cards".
BLUE = {
    "turkey": 28,
    "chicken": 21,
    "peacock": 14,
    "skinny-turkey": 2,
    "frightened-chicken": 2,
    "plucked-peacock": 2,
    "duchess": 6,
    "baroness": 5,
    "marquess": 4,
    "royal-cat": 2,
    "birdoholic": 4,
}
RED = {
    "diva-turkey": 2,
    "diva-chicken": 2,
    "diva-peacock": 2,
    "queen": 1,
    "catastrophe": 2,
    "bonus-no-turkey": 1,
    "bonus-no-chicken": 1,
    "bonus-no-peacock": 1,
    "bonus-turkeys": 1,
    "bonus-chickens": 1,
    "bonus-peacocks": 1,
}
CARDS = [
    *("turkey", "chicken", "peacock"),
    *("skinny-turkey", "frightened-chicken", "plucked-peacock"),
    *("diva-turkey", "diva-chicken", "diva-peacock"),
    *("duchess", "baroness", "marquess"),
    *("royal-cat", "queen", "birdoholic", "catastrophe"),
    *("bonus-no-turkey", "bonus-no-chicken", "bonus-no-peacock"),
    *("bonus-turkeys", "bonus-chickens", "bonus-peacocks"),
]

# C1.3: the birds and the noble of each species.
SPECIES = ["turkey", "chicken", "peacock"]
BIRDS = {
    "turkey": ["turkey", "skinny-turkey", "diva-turkey"],
    "chicken": ["chicken", "frightened-chicken", "diva-chicken"],
    "peacock": ["peacock", "plucked-peacock", "diva-peacock"],
}
NOBLE = {"turkey": "duchess", "chicken": "baroness", "peacock": "marquess"}
ROYALS = ["royal-cat", "queen"]
TAKERS = ["birdoholic", "catastrophe"]
# C3.2: what may be picked up from the table.
PICKABLE = [card for birds in BIRDS.values() for card in birds] + [*NOBLE.values(), *ROYALS]

# C1.4: the values, most of them reconstructed.
VALUES = {
    "turkey": 1,
    "chicken": 2,
    "peacock": 3,
    "skinny-turkey": -1,
    "frightened-chicken": -2,
    "plucked-peacock": -3,
    "diva-turkey": 4,
    "diva-chicken": 5,
    "diva-peacock": 6,
    "duchess": -1,
    "baroness": -2,
    "marquess": -3,
    "royal-cat": -2,
    "queen": -1,
}
BONUS_POINTS = 5
# C6.2: the species and the fewest and most birds of it that meet a bonus card.
BONUS = {
    "bonus-no-turkey": ("turkey", 0, 0),
    "bonus-no-chicken": ("chicken", 0, 0),
    "bonus-no-peacock": ("peacock", 0, 0),
    "bonus-turkeys": ("turkey", 8, 105),
    "bonus-chickens": ("chicken", 6, 105),
    "bonus-peacocks": ("peacock", 4, 105),
}
# C1.4: what a table may enter besides the values.
COUNTED = {"bonus-turkeys": "turkeys", "bonus-chickens": "chickens", "bonus-peacocks": "peacocks"}

# C2.1 to C2.4, by number of players.
ROUNDS = {5: 7, 4: 8, 3: 11, 2: 9}
RED_ROUNDS = {5: 3, 4: 3, 3: 4, 2: 3}
DEALT = {5: 3, 4: 3, 3: 3, 2: 5}
DEALT_RED = {5: 1, 4: 1, 3: 1, 2: 2}
BLUE_LEFT_OUT = {5: 0, 4: 6, 3: 3, 2: 12}
RED_LEFT_OUT = {5: 0, 4: 3, 3: 3, 2: 3}

BIDS = ["open", "closed"]
FIELDS = {
    "offer": {"type", "card", "bid"},
    "pick_up": {"type", "card", "bid"},
    "seal": {"type"},
    "choose": {"type", "bid"},
    "lose": {"type", "species"},
    "secure": {"type", "species", "cat"},
    "done": {"type"},
}
# Words that say something in one phase only.
PHASE_OF = {
    "picked_up": "bid",
    "sealed": "bid",
    "choices": "choose",
    "closed_backs": "choose",
    "losing": "lose",
    "done": "secure",
}
UNORDERED = ["discards", "left_out"]
UNORDERED_BY_SEAT = [
    *("hands", "tables", "palaces", "open_bids", "closed_bids"),
    *("picked_up", "closed_backs", "losing"),
]


# Comparing positions and views


def canonical(position: Position) -> Position:
    """The same position or view with a fixed order wherever order has no meaning.

    Words of another phase say nothing, so they are left out, and so are an empty `chance` and
    what a seat named for a loss that is already behind it.
    """
    phase = position["phase"]
    plain = {
        word: value
        for word, value in position.items()
        if PHASE_OF.get(word, phase) == phase and not (word == "chance" and not value)
    }
    if "losing" in plain:
        plain["losing"] = [
            named if _takers(table) else []
            for named, table in zip(plain["losing"], plain["tables"], strict=True)
        ]
    for word in UNORDERED:
        plain[word] = sorted(plain[word])
    for word in UNORDERED_BY_SEAT:
        if word in plain:
            plain[word] = [sorted(cards) for cards in plain[word]]
    return plain


# Which actions there are


def legal(position: Position, options: Options, seat: int) -> list[Action]:
    """The actions listed for a seat: of its hand only the first card in the order of CARDS."""
    if not _may_act(position, options, seat):
        return []
    if position["phase"] == "bid":
        return _legal_in_bid(position, options, seat)
    if position["phase"] == "choose":  # C3.4
        return [{"type": "choose", "bid": bid} for bid in BIDS]
    if position["phase"] == "lose":
        names = _names_to_lose(position, options, seat)
        return [{"type": "lose", "species": species} for species in names]
    return [*_legal_securings(position["tables"][seat]), {"type": "done"}]


def allowed(position: Position, options: Options, seat: int, action: Action) -> bool:
    """Whether an action is accepted: a listed one, or an `offer` of any other hand card."""
    if not _is_well_formed(action) or not _may_act(position, options, seat):
        return False
    if action["type"] == "offer":  # C3.1
        is_bidding = position["phase"] == "bid"
        return is_bidding and action["card"] in position["hands"][seat] and action["bid"] in BIDS
    return action in legal(position, options, seat)


def _is_well_formed(action: Action) -> bool:
    kind = action.get("type")
    return isinstance(kind, str) and set(action) == FIELDS.get(kind)


def _may_act(position: Position, options: Options, seat: int) -> bool:
    """C5.5: every seat acts once in each phase, but in `lose` only those whose tie waits."""
    if seat not in range(options["players"]):
        return False
    if position["phase"] == "bid":
        return not position["sealed"][seat]
    if position["phase"] == "choose":
        return bool(position["choices"][seat] == "")
    if position["phase"] == "lose":
        return bool(_takers(position["tables"][seat]))
    return position["phase"] == "secure" and not position["done"][seat]


def _legal_in_bid(position: Position, options: Options, seat: int) -> list[Action]:
    """C3.1, C3.2"""
    hand = position["hands"][seat]
    actions: list[Action] = []
    if hand:
        first = min(hand, key=CARDS.index)
        actions += [{"type": "offer", "card": first, "bid": bid} for bid in BIDS]
    else:
        actions.append({"type": "seal"})
    if _may_pick_up(position, options, seat):
        kinds = sorted(set(position["tables"][seat]), key=CARDS.index)
        actions += [
            {"type": "pick_up", "card": card, "bid": bid}
            for card in kinds
            if card in PICKABLE
            for bid in BIDS
        ]
    return actions


def _may_pick_up(position: Position, options: Options, seat: int) -> bool:
    """C3.2: from round 2, two cards at most; C7.1: not for beginners."""
    is_late_enough = position["round"] >= 2
    return is_late_enough and len(position["picked_up"][seat]) < 2 and not options["beginner"]


def _legal_securings(table: list[str]) -> list[Action]:
    """C5.1, C5.2"""
    return [
        {"type": "secure", "species": species, "cat": cat}
        for species in SPECIES
        if _birds(table, species)
        for cat in _cats_for(table, species)
    ]


def _cats_for(table: list[str], species: str) -> list[str]:
    """C5.2: the nobles if there are any, otherwise a royal cat or the queen."""
    if NOBLE[species] in table:
        return ["noble"]
    return [royal for royal in ROYALS if royal in table]


# What an action does


def successor(
    position: Position, options: Options, seat: int, action: Action, after: Position
) -> Position:
    """The position after an allowed action; `after` only tells how an unscripted toss fell."""
    assert allowed(position, options, seat, action), action
    new = deepcopy(position)
    kind = action["type"]
    if kind == "offer":
        _offer(new, seat, action["card"], action["bid"])
    elif kind == "pick_up":
        _pick_up(new, seat, action["card"], action["bid"])
    elif kind == "seal":
        _seal(new, options, seat)
    elif kind == "choose":
        _choose(new, options, seat, action["bid"])
    elif kind == "lose":
        _lose(new, options, seat, action["species"])
    elif kind == "secure":
        _secure(new, options, seat, action["species"], action["cat"])
    else:
        _done(new, options, seat, after)
    return new


def _begin(position: Position, phase: str, word: str, unset: list[Any]) -> None:
    """Start a phase: its own word is unset, those of the other phases go."""
    for old in PHASE_OF:
        position.pop(old, None)
    position["phase"] = phase
    position[word] = unset


def _offer(position: Position, seat: int, card: str, bid: str) -> None:
    """C3.1"""
    position["hands"][seat].remove(card)
    position[f"{bid}_bids"][seat].append(card)


def _pick_up(position: Position, seat: int, card: str, bid: str) -> None:
    """C3.2"""
    position["tables"][seat].remove(card)
    position[f"{bid}_bids"][seat].append(card)
    position["picked_up"][seat].append(card)


def _seal(position: Position, options: Options, seat: int) -> None:
    """C3.3"""
    position["sealed"][seat] = True
    if all(position["sealed"]):
        _begin(position, "choose", "choices", [""] * options["players"])


def _choose(position: Position, options: Options, seat: int, bid: str) -> None:
    """C3.4"""
    position["choices"][seat] = bid
    if "" not in position["choices"]:
        _collect(position, options)


def _offers_to(position: Position, options: Options, seat: int) -> int:
    """C2.5, C3.4: who is offered this seat's bids. The left neighbour of seat s is s+1."""
    if options["players"] == 2:
        return 1 - seat
    step = {"left": 1, "right": -1}[position["direction"]]
    return int((seat + step) % options["players"])


def _collect(position: Position, options: Options) -> None:
    """C3.5, C4.1, C4.2; then birdoholics and catastrophes, at once where there is no tie."""
    for giver in range(options["players"]):
        taker = _offers_to(position, options, giver)
        chosen = position["choices"][taker]
        for bid in BIDS:
            owner = taker if bid == chosen else giver
            for card in position[f"{bid}_bids"][giver]:
                place = "palaces" if card in BONUS else "tables"
                position[place][owner].append(card)
    for word in ["open_bids", "closed_bids"]:
        position[word] = [[] for _ in range(options["players"])]
    _begin(position, "lose", "losing", [[] for _ in range(options["players"])])
    for seat in range(options["players"]):
        _lose_if_determined(position, options, seat)
    _secure_if_no_tie_waits(position, options)


# Birdoholics and catastrophes


def losses(values: dict[str, int], birdoholics: int, catastrophes: int) -> set[frozenset[str]]:
    """C4.4, C4.5: every set of species that some way of breaking the ties would lose.

    `values` names the species with at least one bird.
    """
    possible = set()
    for order in permutations(values):
        ranked = [values[species] for species in order]
        if ranked == sorted(ranked, reverse=True):
            ranks = _lost_ranks(len(order), birdoholics, catastrophes)
            possible.add(frozenset(order[rank - 1] for rank in ranks))
    return possible


def _lost_ranks(species: int, birdoholics: int, catastrophes: int) -> set[int]:
    """C4.4: ranks 1..C, then for each birdoholic the best one left from rank 2 downwards."""
    taken = {rank for rank in range(1, catastrophes + 1) if rank <= species}
    for _ in range(birdoholics):
        left = [rank for rank in range(2, species + 1) if rank not in taken]
        taken |= set(left[:1])
    return taken


def names_to_lose(possible: set[frozenset[str]], named: Iterable[str]) -> list[str]:
    """C4.6: species that some but not all ways still open would lose; none: determined."""
    still_open = [lost for lost in possible if lost >= set(named)]
    return [
        species
        for species in SPECIES
        if any(species in lost for lost in still_open)
        and not all(species in lost for lost in still_open)
    ]


def _possible_losses(table: list[str], options: Options) -> set[frozenset[str]]:
    values = {
        species: sum(_value(bird, options) for bird in _birds(table, species))
        for species in SPECIES
        if _birds(table, species)  # C4.3
    }
    return losses(values, table.count("birdoholic"), table.count("catastrophe"))


def _names_to_lose(position: Position, options: Options, seat: int) -> list[str]:
    possible = _possible_losses(position["tables"][seat], options)
    return names_to_lose(possible, position["losing"][seat])


def _lose(position: Position, options: Options, seat: int, species: str) -> None:
    """C4.6"""
    position["losing"][seat].append(species)
    _lose_if_determined(position, options, seat)
    _secure_if_no_tie_waits(position, options)


def _lose_if_determined(position: Position, options: Options, seat: int) -> None:
    """C4.6, C4.7: the lost birds and those who took them are discarded together."""
    if _names_to_lose(position, options, seat):
        return
    table = position["tables"][seat]
    named = set(position["losing"][seat])
    (lost,) = [lost for lost in _possible_losses(table, options) if lost >= named]
    gone = [card for species in lost for card in _birds(table, species)] + _takers(table)
    _move(gone, table, position["discards"])
    position["losing"][seat] = []


def _secure_if_no_tie_waits(position: Position, options: Options) -> None:
    """C4.6: securing begins when all ties are broken."""
    if not any(_takers(table) for table in position["tables"]):
        _begin(position, "secure", "done", [False] * options["players"])


# Securing, the next round and the end


def _secure(position: Position, options: Options, seat: int, species: str, cat: str) -> None:
    """C5.1, C5.2; C7.1: a beginner sends one noble, not all."""
    table = position["tables"][seat]
    if cat == "noble":
        number = 1 if options["beginner"] else table.count(NOBLE[species])
        cats = [NOBLE[species]] * number
    else:
        cats = [cat]
    _move(_birds(table, species) + cats, table, position["palaces"][seat])


def _done(position: Position, options: Options, seat: int, after: Position) -> None:
    """C5.5"""
    position["done"][seat] = True
    if not all(position["done"]):
        return
    if position["round"] == ROUNDS[options["players"]]:
        _end(position, options)
    else:
        _next_round(position, options, after)


def _next_round(position: Position, options: Options, after: Position) -> None:
    """C2.4, C2.5"""
    players = options["players"]
    _begin(position, "bid", "sealed", [False] * players)
    position["picked_up"] = [[] for _ in range(players)]
    position["round"] += 1
    if players > 2:
        position["direction"] = _next_direction(position, options, after)
    pile = position["piles"].pop(0)
    position["hands"] = [pile[seat::players] for seat in range(players)]


def _next_direction(position: Position, options: Options, after: Position) -> str:
    """C2.5, C7.2"""
    if not options["toss"]:
        return {"left": "right", "right": "left"}[position["direction"]]
    toss = position["chance"].pop(0) if position.get("chance") else after["direction"]
    assert toss in ("left", "right"), toss
    return str(toss)


def _end(position: Position, options: Options) -> None:
    """C6.1 to C6.3"""
    for word in PHASE_OF:
        position.pop(word, None)
    position["phase"] = "over"
    for table in position["tables"]:
        _move(list(table), table, position["discards"])
    scores = [_score(palace, options) for palace in position["palaces"]]
    position["scores"] = scores
    position["places"] = [1 + sum(other > score for other in scores) for score in scores]


def _score(palace: list[str], options: Options) -> int:
    """C6.2"""
    total = 0
    for card in palace:
        if card in BONUS:
            species, fewest, most = BONUS[card]
            if card in COUNTED:
                fewest = options["bonus_numbers"].get(COUNTED[card], fewest)
            if fewest <= len(_birds(palace, species)) <= most:
                total += BONUS_POINTS
        else:
            total += _value(card, options)
    return total


# What a seat sees


def view(position: Position, options: Options, seat: int | None) -> Position:
    """C3.3, C3.5, C5.4: what a seat sees, a spectator for None or -1, built from nothing."""
    seats = range(options["players"])
    public = ["round", "direction", "phase", "discards", "losing", "sealed", "done"]
    seen = {word: deepcopy(position[word]) for word in public if word in position}
    seen["piles"] = [_hidden(pile) for pile in position["piles"]]
    seen["left_out"] = _hidden(position["left_out"])
    for word in ["hands", "tables", "open_bids", "closed_bids"]:
        seen[word] = [list(position[word][other]) for other in seats]
    seen["palaces"] = [
        list(palace) if owner == seat or position["phase"] == "over" else _hidden(palace)
        for owner, palace in enumerate(position["palaces"])
    ]
    if position["phase"] == "bid":
        _see_bidding(seen, position, options, seat)
    elif position["phase"] == "choose":
        _see_choosing(seen, position, options, seat)
    elif position["phase"] == "over":
        seen |= {word: list(position[word]) for word in ["scores", "places"]}
    return seen


def _see_bidding(seen: Position, position: Position, options: Options, seat: int | None) -> None:
    """C3.3: the others are seen as they were when the cards were dealt."""
    seen["picked_up"] = [list(cards) for cards in position["picked_up"]]
    for other in range(options["players"]):
        if other != seat:
            seen["hands"][other] = ["hidden"] * DEALT[options["players"]]
            seen["tables"][other] += seen["picked_up"][other]
            for word in ["open_bids", "closed_bids", "picked_up"]:
                seen[word][other] = []


def _see_choosing(seen: Position, position: Position, options: Options, seat: int | None) -> None:
    """C3.3, C3.4: backs of closed bids; that others have chosen, not what."""
    closed = position["closed_bids"]
    seen["closed_backs"] = [["red" if c in RED else "blue" for c in bid] for bid in closed]
    seen["choices"] = list(position["choices"])
    for other in range(options["players"]):
        if other != seat:
            seen["closed_bids"][other] = _hidden(closed[other])
            seen["choices"][other] = "hidden" if position["choices"][other] else ""


def _hidden(cards: list[str]) -> list[str]:
    return ["hidden"] * len(cards)


# What holds at every moment


def check(position: Position, options: Options) -> None:
    """Raise AssertionError unless the position keeps what every position keeps."""
    _check_cards(position, options)
    _check_left_out(position, options)
    _check_piles(position, options)
    _check_places(position, options)
    _check_dealt(position, options)


def _check_cards(position: Position, options: Options) -> None:
    """C1.1, C1.2, C1.4: every card exactly as often as it exists."""
    words = ["piles", "hands", "open_bids", "closed_bids", "tables", "palaces"]
    places = [place for word in words for place in position[word]]
    places += [position["discards"], position["left_out"]]
    found = Counter(card for place in places for card in place)
    red = Counter({**RED, **options["red_cards"]})
    assert red.total() == 15, "C1.2"
    assert found == Counter(BLUE) + red, found


def _check_left_out(position: Position, options: Options) -> None:
    """C2.1, C2.2"""
    players, left_out = options["players"], position["left_out"]
    red = _count_red(left_out)
    assert len(left_out) - red == BLUE_LEFT_OUT[players], left_out
    assert red == RED_LEFT_OUT[players], left_out
    if players == 2:
        assert all(left_out.count(noble) >= 2 for noble in NOBLE.values()), left_out


def _check_piles(position: Position, options: Options) -> None:
    """C2.1 to C2.3: red cards on top, in the last piles only."""
    players, piles = options["players"], position["piles"]
    assert len(piles) == ROUNDS[players] - position["round"], piles
    for still_to_come, pile in enumerate(reversed(piles)):
        red = players * DEALT_RED[players] if still_to_come < RED_ROUNDS[players] else 0
        assert len(pile) == players * DEALT[players], pile
        assert [card in RED for card in pile] == [n < red for n in range(len(pile))], pile


def _check_places(position: Position, options: Options) -> None:
    """C4.1, C4.2, C4.6: what may lie where, and when hands, bids and tables are empty."""
    phase = position["phase"]
    for seat in range(options["players"]):
        table, palace = position["tables"][seat], position["palaces"][seat]
        on_table = PICKABLE + (TAKERS if phase == "lose" else [])
        assert all(card in on_table for card in table), table
        assert not _takers(palace), palace
        assert phase == "bid" or not position["hands"][seat]
        assert phase in ("bid", "choose") or not position["open_bids"][seat]
        assert phase in ("bid", "choose") or not position["closed_bids"][seat]
        assert phase != "over" or not table
        if phase == "lose" and _takers(table):
            assert _names_to_lose(position, options, seat), table
    if phase == "lose":
        assert any(_takers(table) for table in position["tables"])
    if phase in ("bid", "choose", "secure"):
        word = {"bid": "sealed", "choose": "choices", "secure": "done"}[phase]
        assert not all(position[word]), position[word]


def _check_dealt(position: Position, options: Options) -> None:
    """C2.4, C3.1, C3.2: hand and bids are the cards dealt and at most two from the table."""
    players = options["players"]
    is_red = position["round"] > ROUNDS[players] - RED_ROUNDS[players]
    red = DEALT_RED[players] if is_red else 0
    for seat in range(players):
        words = ["hands", "open_bids", "closed_bids"]
        cards = [card for word in words for card in position[word][seat]]
        if position["phase"] == "bid":
            _move(list(position["picked_up"][seat]), cards, [])
            assert len(cards) == DEALT[players], cards
            assert _count_red(cards) == red, cards
            assert len(position["picked_up"][seat]) <= 2, position["picked_up"]
            assert not (position["sealed"][seat] and position["hands"][seat])
        if position["phase"] == "choose":
            assert DEALT[players] <= len(cards) <= DEALT[players] + 2, cards
            assert red <= _count_red(cards) <= red + 2, cards


# Small helpers


def _birds(cards: list[str], species: str) -> list[str]:
    """C1.3"""
    return [card for card in cards if card in BIRDS[species]]


def _takers(cards: list[str]) -> list[str]:
    return [card for card in cards if card in TAKERS]


def _value(card: str, options: Options) -> int:
    """C1.4"""
    return int(options["values"].get(card, VALUES[card]))


def _count_red(cards: list[str]) -> int:
    return sum(card in RED for card in cards)


def _move(cards: list[str], source: list[str], target: list[str]) -> None:
    for card in cards:
        source.remove(card)
        target.append(card)
