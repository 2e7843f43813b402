"""What a seat may know, and the worlds that agree with it.

Tables, discards and what is secured lie open, so a perfect memory knows every palace but for bonus
cards that came from a closed bid (C4.2): of those giver and owner know which it is, all others only
that there is one. When bids are revealed the tables tell what was picked up (C3.3), so of a closed
bid it is known which picked-up cards must be in it.
"""

import numpy as np

from purrlor.core.chance import below
from purrlor.core.kernel import inlined, kernel
from purrlor.games.cattitude.bidding import can_pick_up, count_backs, pick_up_into
from purrlor.games.cattitude.components import (
    BLUE_COPIES,
    BONUSES,
    CLOSED,
    FIRST_BONUS,
    KINDS,
    MOST_DEALT,
    MOST_PICKED_UP,
    MOST_PLAYERS,
    NO_CARD,
    NOBLES_TAKEN_OUT,
    ON_TABLE,
    OPEN,
    TINY_BLUE_COPIES,
    VALUED,
    is_red,
)
from purrlor.games.cattitude.piles import draw_blue, draw_red
from purrlor.games.cattitude.rounds import take_into_hand
from purrlor.games.cattitude.state import (
    BIDDING,
    CHOOSING,
    NOT_CHOSEN,
    STATE,
)

UNSEEN_CHOICE = 2
"""In `choices`: the seat has chosen, but not for these eyes."""

OBSERVATION = np.dtype(
    [
        ("is_cattitude_observation", np.int8),
        ("seat", np.int8),
        ("phase", np.int8),
        ("waiting", np.int8),
        ("round_number", np.int8),
        ("direction", np.int8),
        ("hand_size", np.int8),
        ("hand", np.int8, MOST_DEALT),  # the own one
        ("bids", np.int8, (MOST_PLAYERS, 2, KINDS)),  # the own ones, and open ones when revealed
        ("blue_backs", np.int8, MOST_PLAYERS),  # of revealed closed bids
        ("red_backs", np.int8, MOST_PLAYERS),
        ("picked_up", np.int8, (MOST_PLAYERS, MOST_PICKED_UP)),  # of others when revealed
        ("choices", np.int8, MOST_PLAYERS),
        ("last_choices", np.int8, MOST_PLAYERS),
        ("losing", np.int8, MOST_PLAYERS),
        ("tables", np.int8, (MOST_PLAYERS, ON_TABLE)),  # of others as dealt until all have sealed
        ("palaces", np.int8, (MOST_PLAYERS, KINDS)),  # without unknown bonus cards
        ("closed_bonuses", STATE["closed_bonuses"]),  # those the seat knows
        ("unknown_bonuses", np.int8, (MOST_PLAYERS, MOST_PLAYERS)),  # by owner and giver
        ("discards", np.int8, (MOST_PLAYERS, KINDS)),
        *(
            (name, STATE[name])
            for name in ("players", "rounds", "first_red_round", "dealt", "dealt_red")
        ),
        *((name, STATE[name]) for name in ("beginner", "toss", "tiny", "values")),
        *((name, STATE[name]) for name in ("bonus_numbers", "red_copies")),
    ]
)

_BLUE = np.array([BLUE_COPIES, BLUE_COPIES, TINY_BLUE_COPIES], np.int64)
_BLUE[1] -= NOBLES_TAKEN_OUT
"""Blue cards that can be anywhere: with more than two players, with two, in the tiny game."""
_IS_RED = np.array([is_red(card) for card in range(KINDS)])


@kernel
def observe(state, seat, observation):
    """Write what the seat may know; -1 is a spectator."""
    s, o = state, observation
    o.seat = seat
    _copy_public(s, o)
    o.hand_size = s.hand_sizes[seat] if seat >= 0 else 0
    for at in range(MOST_DEALT):
        o.hand[at] = s.hands[seat, at] if seat >= 0 else NO_CARD
    is_revealed = s.phase == CHOOSING
    for other in range(MOST_PLAYERS):
        _observe_bids(s, o, other, other == seat, is_revealed)
    _observe_palaces(s, seat, o)


@kernel
def _copy_public(source, target):
    """Copy what is open to all."""
    target.phase = source.phase
    target.waiting = source.waiting
    target.round_number = source.round_number
    target.direction = source.direction
    target.losing = source.losing
    target.last_choices = source.last_choices
    target.tables = source.tables
    target.palaces = source.palaces
    target.discards = source.discards
    target.values = source.values
    target.bonus_numbers = source.bonus_numbers
    target.red_copies = source.red_copies
    target.players = source.players
    target.rounds = source.rounds
    target.first_red_round = source.first_red_round
    target.dealt = source.dealt
    target.dealt_red = source.dealt_red
    target.beginner = source.beginner
    target.toss = source.toss
    target.tiny = source.tiny


@inlined
def _observe_bids(s, o, other, is_own, is_revealed):
    """C3.3, C3.4: the own bids; of others nothing until all have sealed."""
    for card in range(KINDS):
        is_seen = is_own or is_revealed
        o.bids[other, OPEN, card] = s.bids[other, OPEN, card] if is_seen else 0
        o.bids[other, CLOSED, card] = s.bids[other, CLOSED, card] if is_own else 0
    o.blue_backs[other], o.red_backs[other] = 0, 0
    if is_revealed:
        o.blue_backs[other], o.red_backs[other] = count_backs(s, other)
    for at in range(MOST_PICKED_UP):
        card = np.int64(s.picked_up[other, at])
        if is_own or is_revealed:
            o.picked_up[other, at] = card
        else:
            o.picked_up[other, at] = NO_CARD
            if card != NO_CARD:
                o.tables[other, card] += 1
    o.choices[other] = s.choices[other]
    if not is_own and s.choices[other] != NOT_CHOSEN:
        o.choices[other] = UNSEEN_CHOICE


@kernel
def _observe_palaces(s, seat, o):
    """C4.2: who saw a bonus card knows it; others only that one went there, and from whom."""
    for owner in range(MOST_PLAYERS):
        for giver in range(MOST_PLAYERS):
            o.unknown_bonuses[owner, giver] = 0
            is_known = seat in (owner, giver)
            for bonus in range(BONUSES):
                copies = s.closed_bonuses[owner, giver, bonus]
                o.closed_bonuses[owner, giver, bonus] = copies if is_known else 0
                if not is_known:
                    o.palaces[owner, FIRST_BONUS + bonus] -= copies
                    o.unknown_bonuses[owner, giver] += copies


@kernel
def determinize(observation, chance, state):
    """Write a random world that agrees with the observation.

    Cards are as likely anywhere as the deal makes them. What others have done behind their hands,
    and what they chose, is any of all possibilities.
    """
    o, s = observation, state
    _copy_public(o, s)
    _copy_own(o, s)
    _gather_unseen(o, s)
    for owner in range(np.int64(o.players)):
        for giver in range(np.int64(o.players)):
            for _ in range(o.unknown_bonuses[owner, giver]):
                _place_bonus(s, owner, giver, chance)
    seat = np.int64(o.seat)
    for other in range(np.int64(o.players)):
        if o.choices[other] == UNSEEN_CHOICE:
            s.choices[other] = below(chance, 2)
        if other != seat and o.phase == CHOOSING:
            _fill_closed_bid(o, s, other, chance)
        if other != seat and o.phase == BIDDING:
            _bid_unseen(s, other, chance)
    s.tosses = below(chance, 1 << np.int64(s.rounds - s.round_number)) if s.toss else 0


@kernel
def _copy_own(o, s):
    """Copy what the seat knows of hands and bids."""
    for seat in range(MOST_PLAYERS):
        s.hand_sizes[seat] = o.hand_size if seat == o.seat else 0
        for at in range(MOST_DEALT):
            s.hands[seat, at] = o.hand[at] if seat == o.seat else NO_CARD
        s.picked_sizes[seat] = 0
        for at in range(MOST_PICKED_UP):
            s.picked_sizes[seat] += o.picked_up[seat, at] != NO_CARD
    s.picked_up = o.picked_up
    s.bids = o.bids
    s.choices = o.choices
    s.closed_bonuses = o.closed_bonuses


@kernel
def unseen_of(o, card):
    """Return how many copies of a card the seat has not located."""
    deck = 2 if o.tiny else (1 if o.players == 2 else 0)
    left = _BLUE[deck, card] + np.int64(o.red_copies[card])
    for seat in range(o.players):
        left -= np.int64(o.discards[seat, card]) + np.int64(o.palaces[seat, card])
        left -= np.int64(o.bids[seat, OPEN, card]) + np.int64(o.bids[seat, CLOSED, card])
        if card < ON_TABLE:
            left -= np.int64(o.tables[seat, card])
        if seat != o.seat and o.phase == CHOOSING:
            left -= surely_closed(o, seat, card)
    for at in range(o.hand_size):
        left -= o.hand[at] == card
    return left


@kernel
def surely_closed(o, seat, card):
    """C3.3: picked-up cards that are not in the open bid must be in the closed one."""
    picked = np.int64(0)
    for at in range(MOST_PICKED_UP):
        picked += o.picked_up[seat, at] == card
    return max(np.int64(0), picked - np.int64(o.bids[seat, OPEN, card]))


@kernel
def _gather_unseen(o, s):
    """Put all cards that were not seen into the piles."""
    blue, red = np.int64(0), np.int64(0)
    for card in range(KINDS):
        for _ in range(unseen_of(o, card)):
            if _IS_RED[card]:
                s.red_cards[red] = card
                red += 1
            else:
                s.blue_cards[blue] = card
                blue += 1
    s.blue_size, s.red_size = blue, red
    s.blue_settled, s.red_settled = 0, 0


@kernel
def _place_bonus(s, owner, giver, chance):
    """C4.2: an unknown bonus card under a palace is any of those that were not seen."""
    first = np.int64(0)
    while s.red_cards[first] < FIRST_BONUS:
        first += 1
    last = np.int64(s.red_size) - 1
    at = first + below(chance, last - first + 1)
    card = np.int64(s.red_cards[at])
    while at < last:  # the others stay in order: bonus cards last
        s.red_cards[at] = s.red_cards[at + 1]
        at += 1
    s.red_size = last
    s.palaces[owner, card] += 1
    s.closed_bonuses[owner, giver, card - FIRST_BONUS] += 1


@kernel
def _fill_closed_bid(o, s, other, chance):
    """C3.3: number and backs of a closed bid are known, and picked-up cards that must be there."""
    for card in range(VALUED):
        s.bids[other, CLOSED, card] = surely_closed(o, other, card)
    blue, red = count_backs(s, other)
    for _ in range(o.blue_backs[other] - blue):
        s.bids[other, CLOSED, draw_blue(s, chance)] += 1
    for _ in range(o.red_backs[other] - red):
        s.bids[other, CLOSED, draw_red(s, chance)] += 1


@kernel
def _bid_unseen(s, other, chance):
    """C3.3: deal another seat's cards, and let it do what it may have done with them so far."""
    red = np.int64(s.dealt_red) if s.round_number >= s.first_red_round else np.int64(0)
    for _ in range(red):
        take_into_hand(s, other, draw_red(s, chance))
    for _ in range(s.dealt - red):
        take_into_hand(s, other, draw_blue(s, chance))
    is_sealed = np.int64(s.waiting) >> other & 1 == 0
    if not is_sealed and below(chance, 2):
        return  # as likely as not it has only looked
    for _ in range(MOST_PICKED_UP):
        if can_pick_up(s, other) and below(chance, 4) == 0:
            _pick_up_any(s, other, chance)
    kept = np.int64(0)
    for at in range(s.dealt):
        card = np.int64(s.hands[other, at])
        s.hands[other, at] = NO_CARD
        where = below(chance, 2 if is_sealed else 3)
        if where <= CLOSED:
            s.bids[other, where, card] += 1
        else:
            s.hands[other, kept] = card
            kept += 1
    s.hand_sizes[other] = kept


@kernel
def _pick_up_any(s, other, chance):
    """C3.2: any card of the table that can be picked up, if there is one."""
    cards = np.int64(0)
    for card in range(VALUED):
        cards += np.int64(s.tables[other, card])
    if cards == 0:
        return
    left = below(chance, cards)
    card = np.int64(0)
    while left >= s.tables[other, card]:
        left -= np.int64(s.tables[other, card])
        card += 1
    pick_up_into(s, other, card, below(chance, 2))
