"""Rat-a-Tat Cat a second time, plain and slow, written from the clauses alone.

Positions and actions are plain dicts in the words of the game's rule page. Chance is not made
here: where a shuffle decides, the order is read from the position the real rules reached
(`after`), and it is checked that the cards shown there are a possible outcome.
"""

from collections import Counter
from copy import deepcopy
from typing import Any

Position = dict[str, Any]
Action = dict[str, Any]
Options = dict[str, Any]
Slot = tuple[int, int]
"""A seat, and one of its slots 0..3."""

NUMBERS = [str(number) for number in range(10)]
POWERS = ["peek", "swap", "draw-2"]
DECK = Counter(dict.fromkeys(NUMBERS, 4) | {"9": 9} | dict.fromkeys(POWERS, 3))  # R1.1

SLOTS = [0, 1, 2, 3]
OUTER = [0, 3]
INNER = [1, 2]

FIELDS: dict[str, list[str]] = {
    "ready": [],
    "take_discard": ["slot"],
    "draw": [],
    "keep": ["slot"],
    "discard": [],
    "peek": ["slot"],
    "swap": ["slot", "seat", "their_slot"],
    "draw_two": [],
    "knock": [],
    "end_turn": [],
    "time_up": [],
}

PLAIN = ["dealer", "turn", "phase", "draws_left", "knocker", "totals", "out", "round"]
AT_TIMES = ["ready", "peeked", "time_up", "last_round", "places"]
ALWAYS = ["rows", "draw_pile", "discard_pile", "drawn", "known", *PLAIN]
SEEN_BY_ALL = ["discard_pile", *PLAIN, *AT_TIMES]


# --- Seats ---------------------------------------------------------------------------------


def _in_play(p: Position) -> list[int]:
    """R7.3: the seats that are not eliminated, rising."""
    return [seat for seat in range(len(p["totals"])) if seat not in p["out"]]


def _left_of(p: Position, seat: int) -> int:
    """R2.4, R7.3: the next seat in play, clockwise; eliminated seats are skipped."""
    players = len(p["totals"])
    around = [(seat + step) % players for step in range(1, players + 1)]
    return next(other for other in around if other not in p["out"])


def _around_from_left_of_dealer(p: Position) -> list[int]:
    """R2.1, R6.2: the seats in play, the one left of the dealer first, the dealer last."""
    seats = [_left_of(p, p["dealer"])]
    while seats[-1] != p["dealer"]:
        seats.append(_left_of(p, seats[-1]))
    return seats


# --- What may be done ----------------------------------------------------------------------


def legal(position: Position, options: Options, seat: int) -> list[Action]:
    """Every legal action of this seat; none if it may not act."""
    phase = position["phase"]
    if phase == "look":
        return _legal_in_look(position, seat)
    if phase == "over" or seat != position["turn"]:
        return []
    if phase == "turn":
        return _legal_in_turn(position, options)
    if phase == "drawn":
        return _legal_with_drawn_card(position, options, seat)
    return _legal_at_end(position)


def _legal_in_look(p: Position, seat: int) -> list[Action]:
    """R2.3: every seat in play confirms once."""
    if seat in _in_play(p) and seat not in p["ready"]:
        return [{"type": "ready"}]
    return []


def _legal_in_turn(p: Position, options: Options) -> list[Action]:
    """R3.1: draw, or take the top discard; R3.3: but no power card."""
    actions: list[Action] = [{"type": "draw"}]
    if p["discard_pile"][0] in NUMBERS or options["take_power_cards"]:
        actions += [{"type": "take_discard", "slot": slot} for slot in SLOTS]
    return actions


def _legal_with_drawn_card(p: Position, options: Options, seat: int) -> list[Action]:
    """R3.4: keep, use or discard; R3.5: a power card may be kept unless the house forbids it."""
    drawn = p["drawn"]
    actions: list[Action] = [{"type": "discard"}]
    if drawn in NUMBERS or options["power_cards_in_row"]:
        actions += [{"type": "keep", "slot": slot} for slot in SLOTS]
    if drawn == "peek":  # R4.2
        actions += [{"type": "peek", "slot": slot} for slot in SLOTS]
    if drawn == "swap":
        actions += _legal_swaps(p, options, seat)
    if drawn == "draw-2":  # R4.5, R4.6
        actions.append({"type": "draw_two"})
    return actions


def _legal_swaps(p: Position, options: Options, seat: int) -> list[Action]:
    """R4.3, R4.4, R8.2: which own card against which card of whom."""
    slots = INNER if options["young_players"] else SLOTS
    others = [other for other in _in_play(p) if other != seat]
    if options["knocker_protected"]:
        others = [other for other in others if other != p["knocker"]]
    return [
        {"type": "swap", "slot": slot, "seat": other, "their_slot": their_slot}
        for slot in slots
        for other in others
        for their_slot in slots
    ]


def _legal_at_end(p: Position) -> list[Action]:
    """R5.1: knock or not; R5.2: nobody else can knock."""
    if p["knocker"] == -1:
        return [{"type": "knock"}, {"type": "end_turn"}]
    return [{"type": "end_turn"}]


def _is_well_formed(action: Action) -> bool:
    """A known type with exactly its fields, each a whole number (True is none)."""
    kind = action.get("type")
    if not isinstance(kind, str) or kind not in FIELDS:
        return False
    fields = FIELDS[kind]
    return action.keys() == {"type", *fields} and all(type(action[f]) is int for f in fields)


def allowed(position: Position, options: Options, seat: int | None, action: Action) -> bool:
    """Whether this seat may do this now; `seat` is None for the table."""
    if not _is_well_formed(action):
        return False
    if seat is None:
        return action["type"] == "time_up" and _may_time_be_called(position, options)
    return action in legal(position, options, seat)


def _may_time_be_called(p: Position, options: Options) -> bool:
    """R7.2: once, before the game is over, only when it is played against time."""
    return options["end"] == "time" and p["phase"] != "over" and not p.get("time_up", False)


# --- What happens --------------------------------------------------------------------------


def successor(
    position: Position, options: Options, seat: int | None, action: Action, after: Position
) -> Position:
    """The position after the action; `after` is asked for nothing but the outcome of chance."""
    assert allowed(position, options, seat, action), f"seat {seat} may not {action}"
    p = deepcopy(position)
    p["shown_to_all"] = _shown_to_all(position, options)
    _carry_out(p, options, seat, action, after)
    if p["phase"] == "over" or p["shown_to_all"] == _lying_face_up(p, options):
        del p["shown_to_all"]
    return p


def _carry_out(
    p: Position, options: Options, seat: int | None, action: Action, after: Position
) -> None:
    if seat is None:
        p["time_up"] = True  # R7.2
        return
    match action["type"]:
        case "ready":
            _ready(p, seat)
        case "draw":
            _draw(p)
        case "discard":
            _discard(p, options, after)
        case "draw_two":
            _draw_two(p, after)
        case "knock":
            p["knocker"] = seat  # R5.1
            _end_turn(p, options, after)
        case "end_turn":
            _end_turn(p, options, after)
        case _:
            _play_last_card(p, options, seat, action)
            _end_cards(p, options, after)


def _play_last_card(p: Position, options: Options, seat: int, action: Action) -> None:
    """R3.2, R3.4, R4.2, R4.3: what leaves nothing but the knock to do in this turn."""
    match action["type"]:
        case "take_discard":
            _take_discard(p, seat, action["slot"])
        case "keep":
            _keep(p, options, seat, action["slot"])
        case "peek":
            _peek(p, seat, action["slot"])
        case "swap":
            _swap(p, (seat, action["slot"]), (action["seat"], action["their_slot"]))


def _ready(p: Position, seat: int) -> None:
    """R2.3: the first turn starts when all seats in play have looked."""
    p["ready"] = sorted([*p["ready"], seat])
    if p["ready"] == _in_play(p):
        del p["ready"]
        p["phase"] = "turn"


def _take_discard(p: Position, seat: int, slot: int) -> None:
    """R3.2: the taken card replaces one of the own four; everybody has seen it."""
    taken = p["discard_pile"].pop(0)
    _put_into_row(p, seat, slot, taken)
    _show_to_all(p, (seat, slot))


def _draw(p: Position) -> None:
    """R3.1: draw from the draw pile (never empty at the start of a turn, R3.7)."""
    p["drawn"] = p["draw_pile"].pop(0)
    p["phase"] = "drawn"


def _keep(p: Position, options: Options, seat: int, slot: int) -> None:
    """R3.4: the drawn card goes into the row, seen by its owner; R8.1: or by all."""
    _put_into_row(p, seat, slot, p["drawn"])
    if options["young_players"] and slot in OUTER:
        _show_to_all(p, (seat, slot))
    else:
        _learn(p, [seat], (seat, slot))


def _discard(p: Position, options: Options, after: Position) -> None:
    """R3.4; R4.5: discarding the first card of a Draw 2 draws the second."""
    p["discard_pile"].insert(0, p["drawn"])
    if p["draws_left"] == 1:
        _draw_within_turn(p, after)
        p["draws_left"] = 0
    else:
        _end_cards(p, options, after)


def _peek(p: Position, seat: int, slot: int) -> None:
    """R4.2: look at one of the own four."""
    p["discard_pile"].insert(0, p["drawn"])
    p["peeked"] = {"seat": seat, "slot": slot}
    _learn(p, [seat], (seat, slot))


def _swap(p: Position, own: Slot, theirs: Slot) -> None:
    """R4.3: two cards change places, and what anybody knew of them goes along."""
    p["discard_pile"].insert(0, p["drawn"])
    (seat, slot), (other, their_slot) = own, theirs
    rows = p["rows"]
    rows[seat][slot], rows[other][their_slot] = rows[other][their_slot], rows[seat][slot]
    moved = {own: theirs, theirs: own}

    def follow(pairs: list[list[int]]) -> list[list[int]]:
        return sorted(list(moved.get((pair[0], pair[1]), (pair[0], pair[1]))) for pair in pairs)

    p["known"] = [follow(pairs) for pairs in p["known"]]
    p["shown_to_all"] = follow(p["shown_to_all"])


def _draw_two(p: Position, after: Position) -> None:
    """R4.5: the next card is drawn and another may follow; R4.6: from the start each time."""
    p["discard_pile"].insert(0, p["drawn"])
    _draw_within_turn(p, after)
    p["draws_left"] = 1


def _draw_within_turn(p: Position, after: Position) -> None:
    """R4.5: from the draw pile only; R3.7: which is made anew first if it is empty."""
    if not p["draw_pile"]:
        _make_new_piles(p, after, [after["drawn"]])
    _draw(p)


def _put_into_row(p: Position, seat: int, slot: int, card: str) -> None:
    """R3.2, R3.4, R3.6: the replaced card goes on the discard pile and does nothing there."""
    p["discard_pile"].insert(0, p["rows"][seat][slot])
    p["rows"][seat][slot] = card
    p["known"] = [[pair for pair in pairs if pair != [seat, slot]] for pairs in p["known"]]
    p["shown_to_all"] = [pair for pair in p["shown_to_all"] if pair != [seat, slot]]


def _show_to_all(p: Position, place: Slot) -> None:
    """R9.1, R9.3: the card lies open to everybody, whether they play or not."""
    p["shown_to_all"] = sorted([*p["shown_to_all"], list(place)])
    _learn(p, range(len(p["known"])), place)


def _lying_face_up(p: Position, options: Options) -> list[list[int]]:
    """R8.1: the outer cards of young players."""
    if not options["young_players"]:
        return []
    return [[seat, slot] for seat, row in enumerate(p["rows"]) for slot in OUTER if row]


def _shown_to_all(p: Position, options: Options) -> list[list[int]]:
    """R9.3: the cards that have lain open; said only if it does not go without saying."""
    shown: list[list[int]] = deepcopy(p.get("shown_to_all", _lying_face_up(p, options)))
    return shown


def _learn(p: Position, learners: range | list[int], place: Slot) -> None:
    """R9: these seats know the card at this place from now on."""
    for learner in learners:
        if list(place) not in p["known"][learner]:
            p["known"][learner] = sorted([*p["known"][learner], list(place)])


# --- The end of a turn and of a round ------------------------------------------------------


def _end_cards(p: Position, options: Options, after: Position) -> None:
    """The cards of the turn are played. R3.7: new piles if needed; R5.1: then one may knock.

    R5.2: on the last lap the turn ends by itself, but not after a Peek.
    """
    p["drawn"] = "none"
    p["draws_left"] = 0
    p["phase"] = "end"
    ends_by_itself = p["knocker"] != -1 and "peeked" not in p
    if not p["draw_pile"]:
        is_scored_now = ends_by_itself and _left_of(p, p["turn"]) == p["knocker"]
        coming = _draws_shown(p, after, None, _power_slots(p)) if is_scored_now else []
        _make_new_piles(p, after, coming)
    if ends_by_itself:
        _end_turn(p, options, after)


def _end_turn(p: Position, options: Options, after: Position) -> None:
    """R2.4: the next seat's turn; R5.2: the knocker has none, the round is scored instead."""
    p.pop("peeked", None)
    upcoming = _left_of(p, p["turn"])
    if upcoming == p["knocker"]:
        _score_round(p, options, after)
    else:
        p["turn"] = upcoming
        p["phase"] = "turn"


def _score_round(p: Position, options: Options, after: Position) -> None:
    """R6.1 to R6.3, then R7: all cards are turned up and counted."""
    rows = deepcopy(p["rows"])
    _replace_power_cards(p, after)
    scores = [sum(int(card) for card in row) for row in p["rows"]]
    p["totals"] = [total + score for total, score in zip(p["totals"], scores, strict=True)]
    eliminated = _reached_limit(p, options)
    for seat in eliminated:
        p["out_in"][seat] = p["round"]
    p["last_round"] = {"rows": rows, "scored_rows": deepcopy(p["rows"]), "scores": scores}
    p["out"] = sorted(p["out"] + eliminated)
    if _is_game_over(p, options):
        _finish(p, options)
    else:
        _deal(p, options, after)


def _power_slots(p: Position) -> list[Slot]:
    """R6.2: where power cards lie, in the order in which they are replaced."""
    return [
        (seat, slot)
        for seat in _around_from_left_of_dealer(p)
        for slot in SLOTS
        if p["rows"][seat][slot] in POWERS
    ]


def _replace_power_cards(p: Position, after: Position) -> None:
    """R6.2: onto the discard pile, then draw, until a number lies there."""
    slots = _power_slots(p)
    while slots:
        seat, slot = slots[0]
        p["discard_pile"].insert(0, p["rows"][seat][slot])
        if not p["draw_pile"]:
            _make_new_piles(p, after, _draws_shown(p, after, slots[0], slots[1:]))
        p["rows"][seat][slot] = p["draw_pile"].pop(0)
        if p["rows"][seat][slot] in NUMBERS:
            slots.pop(0)


# --- The end of the game -------------------------------------------------------------------


def _reached_limit(p: Position, options: Options) -> list[int]:
    """R7.3: the seats this round eliminates; exactly the limit is enough."""
    if options["end"] != "points":
        return []
    return [seat for seat in _in_play(p) if p["totals"][seat] >= options["limit"]]


def _is_game_over(p: Position, options: Options) -> bool:
    """R7.1, R7.2, R7.3."""
    match options["end"]:
        case "rounds":
            return bool(p["round"] >= options["rounds"])
        case "time":
            return bool(p.get("time_up", False))
        case _:
            return len(_in_play(p)) <= 1


def _finish(p: Position, options: Options) -> None:
    """R6.3: the rows stay, face up for everybody; R7.4: the places."""
    p["phase"] = "over"
    p["turn"] = -1
    face_up = [[seat, slot] for seat, row in enumerate(p["rows"]) for slot in range(len(row))]
    p["known"] = [deepcopy(face_up) for _ in p["totals"]]
    if options["end"] == "points":
        p["places"] = _places_by_round_out(p)
    else:
        p["places"] = [1 + sum(other < total for other in p["totals"]) for total in p["totals"]]


def _places_by_round_out(p: Position) -> list[int]:
    """R7.3, R7.4: who went out later is better, who never did best; then the lower total."""
    rounds = [float(out_in or "inf") for out_in in p["out_in"]]
    standing = [(-lasted, total) for lasted, total in zip(rounds, p["totals"], strict=True)]
    return [1 + sum(other < own for other in standing) for own in standing]


# --- Chance --------------------------------------------------------------------------------


def _deal(p: Position, options: Options, after: Position) -> None:
    """R6.3: the deal passes to the left and the next round is dealt at once (R2.1, R2.2)."""
    p["dealer"] = _left_of(p, p["dealer"])
    p["turn"] = _left_of(p, p["dealer"])
    p["round"] += 1
    p["phase"] = "look"
    p["knocker"] = -1
    p["ready"] = []
    for word in ("rows", "draw_pile", "discard_pile"):
        p[word] = deepcopy(after[word])
    assert len(p["discard_pile"]) == 1, "R2.2: one starter"
    assert p["discard_pile"][0] in NUMBERS, "R2.2: the starter is a number"
    p["known"] = [_known_from_deal(p, options, seat) for seat in range(len(p["totals"]))]
    p["shown_to_all"] = _lying_face_up(p, options)
    check(p, options)


def _known_from_deal(p: Position, options: Options, seat: int) -> list[list[int]]:
    """R2.3: the own outer two; R8.1: or those of everyone, for everyone."""
    if options["young_players"]:
        return [[other, slot] for other in _in_play(p) for slot in OUTER]
    return [[seat, slot] for slot in OUTER if seat not in p["out"]]


def _make_new_piles(p: Position, after: Position, coming: list[str]) -> None:
    """R3.7: the discard pile becomes the draw pile, and a number is turned as in R2.2.

    `coming` are the cards drawn from the new pile before the position can be seen again.
    """
    cards: Counter[str] = Counter(p["discard_pile"])
    if after["round"] == p["round"]:
        starter, pile = after["discard_pile"][-1], coming + after["draw_pile"]
    else:  # the next deal has swallowed both piles: any order will do
        rest = sorted((cards - Counter(coming)).elements())
        starter, pile = rest[0], coming + rest[1:]
    assert starter in NUMBERS, "R2.2: the starter is a number"
    assert Counter([starter, *pile]) == cards, "R3.7: the same cards"
    p["discard_pile"], p["draw_pile"] = [starter], pile


def _draws_shown(
    p: Position, after: Position, empty: Slot | None, to_come: list[Slot]
) -> list[str]:
    """The cards drawn in R6.2 from new piles, in order, as their traces in `after` tell.

    `empty` waits for a card, its power card is put down already; those at `to_come` are not.
    """
    scored = after["last_round"]["scored_rows"]
    put_down = [p["rows"][seat][slot] for seat, slot in to_come]
    if after["phase"] == "over":  # the starter lies lowest, above it what R6.2 has put down
        put_down = after["discard_pile"][-2::-1]
    draws: list[str] = []
    waiting = list(to_come)
    for card in put_down:
        if waiting and card == p["rows"][waiting[0][0]][waiting[0][1]]:
            draws += [scored[empty[0]][empty[1]]] if empty else []
            empty = waiting.pop(0)
        else:
            draws.append(card)
    return draws + ([scored[empty[0]][empty[1]]] if empty else [])


# --- What is seen --------------------------------------------------------------------------


def view(position: Position, options: Options, seat: int | None) -> Position:
    """R9: what this seat sees; None or -1 is a spectator."""
    watcher = -1 if seat is None else seat
    faces = _faces(position, options, watcher)
    seen = {word: deepcopy(position[word]) for word in SEEN_BY_ALL if word in position}
    seen["draw_pile"] = len(position["draw_pile"])  # R9.1
    seen["drawn"] = position["drawn"]
    if position["drawn"] != "none" and watcher != position["turn"]:
        seen["drawn"] = "hidden"  # R9.2
    seen["rows"] = [
        [card if (owner, slot) in faces else "hidden" for slot, card in enumerate(row)]
        for owner, row in enumerate(position["rows"])
    ]
    return seen


def _faces(p: Position, options: Options, watcher: int) -> set[Slot]:
    """R9.3, R8.1, R6.3: the places whose cards this watcher may look at now."""
    places = {(seat, slot) for seat, row in enumerate(p["rows"]) for slot in range(len(row))}
    if p["phase"] == "over":
        return places
    faces: set[Slot] = set()
    if options["young_players"]:
        faces |= {place for place in places if place[1] in OUTER}
    if p["phase"] == "look" and watcher in _in_play(p) and watcher not in p["ready"]:
        faces |= {(watcher, slot) for slot in OUTER}
    if "peeked" in p and p["peeked"]["seat"] == watcher:
        faces.add((watcher, p["peeked"]["slot"]))
    if options["memory_aid"]:
        faces |= _remembered(p, options, watcher)
    return faces


def _remembered(p: Position, options: Options, watcher: int) -> set[Slot]:
    """R9.3: what this player knows; others are shown what has lain open to all."""
    is_player = watcher in _in_play(p)
    pairs = p["known"][watcher] if is_player else _shown_to_all(p, options)
    return {(pair[0], pair[1]) for pair in pairs}


# --- What always holds ---------------------------------------------------------------------


def check(position: Position, options: Options) -> None:
    """Raises AssertionError if no game can be in this position."""
    _check_words(position, options)
    _check_seats(position, options)
    _check_cards(position)
    _check_known(position, options)


def _check_words(p: Position, options: Options) -> None:
    """Which words a position has depends on its phase."""
    phase = p["phase"]
    assert all(word in p for word in ALWAYS), "a word is missing"
    assert phase in ("look", "turn", "drawn", "end", "over"), phase
    assert ("ready" in p) == (phase == "look"), "R2.3"
    assert ("places" in p) == (phase == "over"), "R7.4"
    assert "peeked" not in p or phase == "end", "R4.2"
    assert (p["drawn"] != "none") == (phase == "drawn"), "R3.4"
    assert p["draws_left"] in ([0, 1] if phase == "drawn" else [0]), "R4.5"
    assert options["end"] == "time" or not p.get("time_up", False), "R7.2"
    assert ("out_in" in p) == (options["end"] == "points"), "R7.3"


def _check_seats(p: Position, options: Options) -> None:
    """R5.2, R7.3: who is in play, who is to play, who has knocked."""
    players, over = options["players"], p["phase"] == "over"
    assert len(p["rows"]) == len(p["totals"]) == len(p["known"]) == players
    eliminated = [
        seat
        for seat in range(players)
        if options["end"] == "points" and p["totals"][seat] >= options["limit"]
    ]
    assert p["out"] == eliminated, "R7.3"
    out_in = p.get("out_in", [0] * players)
    assert [seat for seat in range(players) if out_in[seat]] == p["out"], "R7.3"
    assert over or len(_in_play(p)) > 1, "R7.3"
    assert p["turn"] == -1 if over else p["turn"] in _in_play(p)
    assert over or p["dealer"] in _in_play(p)
    assert p["knocker"] == -1 or over or p["knocker"] in _in_play(p)
    assert p["knocker"] != p["turn"], "R5.2: the knocker has no turn"
    assert p["phase"] != "look" or p["knocker"] == -1
    assert p["phase"] != "end" or p["knocker"] == -1 or "peeked" in p, "R5.2"


def _check_cards(p: Position) -> None:
    """R1.1: 54 cards; R3.7: no pile is empty when a turn starts."""
    drawn = [] if p["drawn"] == "none" else [p["drawn"]]
    piles = p["draw_pile"] + p["discard_pile"] + drawn
    assert Counter(piles + [card for row in p["rows"] for card in row]) == DECK, "R1.1"
    assert p["discard_pile"], "R3.7"
    assert p["draw_pile"] or p["phase"] in ("drawn", "over"), "R3.7"
    for seat, row in enumerate(p["rows"]):
        sizes = [4] if seat not in p["out"] else [0, 4] if p["phase"] == "over" else [0]
        assert len(row) in sizes, "R2.1, R7.3"


def _check_known(p: Position, options: Options) -> None:
    """R9: nobody knows a card that does not lie there; R8.1: all know what lies face up."""
    places = [[seat, slot] for seat, row in enumerate(p["rows"]) for slot in range(len(row))]
    shown = _shown_to_all(p, options) if p["phase"] != "over" else places
    for seat, pairs in enumerate(p["known"]):
        assert all(place in pairs for place in shown), "R9.3"
        assert seat not in p["out"] or pairs == shown, "R9.3: out of the game, and of its secrets"
        assert pairs == [place for place in places if place in pairs], "sorted, each once"
        if options["young_players"]:
            assert all(place in pairs for place in places if place[1] in OUTER), "R8.1"
