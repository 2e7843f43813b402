"""What a good player knows of this game.

Everything is judged by what cards are worth on a seat's table (`appraisal`), the own gain against
that of the others. Of a closed bid the unseen cards count what an unseen card is worth on average.
A split is made for the neighbour who judges in the same way: where the open bid tempts, the closed
one is left, and the other way round; so bids come out about equal, and birdoholics go where the
neighbour would rather look. Groups are secured when the risk of waiting outweighs the birds that
may still join them.
"""

import numpy as np

from purrlor.core.chance import below
from purrlor.core.kernel import inlined, kernel
from purrlor.games.cattitude import codes
from purrlor.games.cattitude.appraisal import (
    bid_of,
    card_birds,
    card_others,
    secured_birds,
    table_of,
    worth,
)
from purrlor.games.cattitude.bidding import neighbour
from purrlor.games.cattitude.components import (
    BIRDOHOLIC,
    BONUS_POINTS,
    BY_NOBLE,
    BY_ROYAL_CAT,
    CATASTROPHE,
    CLOSED,
    DUCHESS,
    FIRST_BONUS,
    KINDS,
    OPEN,
    QUEEN,
    RED_COPIES,
    ROYAL_CAT,
    VALUED,
)
from purrlor.games.cattitude.observation import surely_closed, unseen_of
from purrlor.games.cattitude.state import BIDDING, CHOOSING, LOSING

_IS_RED = np.array(RED_COPIES) > 0

DOUBT = 400
"""By how much a bid must look better, in hundredths, to be chosen for sure."""
WHIM = 20
"""Judgements waver by up to so much: nobody should know a split by heart."""
PICK_UP_FROM = 60
"""Cards are picked up for a gain of at least so much."""
JOINING = 140
"""What joins a group in a round, in hundredths of a plain bird of it."""


@kernel
def choose(observation, out, count, chance):
    """Return the action of a sound player."""
    o = observation
    if count == 1:
        return np.int64(out.actions[0])
    if o.phase == BIDDING:
        return _bid(o, out, count, chance)
    if o.phase == CHOOSING:
        return _choose_bid(o, chance)
    if o.phase == LOSING:
        return _lose(o, out, count)
    return _secure(o, out, count)


@inlined
def _rivalry(o):
    """Return how much another seat's gain counts against the own one, in percent."""
    return 100 // (np.int64(o.players) - 1)


@kernel
def _unseen_worth(o, seat, birds, others):
    """Return what one more blue or red card that was not seen adds to a table on average."""
    base = worth(o, seat, birds, others)
    blue, red, blue_cards, red_cards = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    for card in range(KINDS):
        unseen = unseen_of(o, card)
        if unseen > 0:
            more = worth(o, seat, birds + card_birds(o, card), others + card_others(card)) - base
            if _IS_RED[card]:
                red += unseen * more
                red_cards += unseen
            else:
                blue += unseen * more
                blue_cards += unseen
    return blue // max(blue_cards, 1), red // max(red_cards, 1)


@kernel
def _choose_bid(o, chance):
    """C3.4: the bid that is worth more to oneself; the giver gets the other one back."""
    seat = np.int64(o.seat)
    giver = np.int64(0)
    while neighbour(o, giver) != seat:
        giver += 1
    margin = below(chance, WHIM) - WHIM // 2
    for owner in range(np.int64(o.players)):
        if owner == seat:
            margin += _preference(o, giver, owner)
        elif owner == giver:
            margin += _rivalry(o) * _preference(o, giver, owner) // 100
    return np.int64(codes.CHOOSE + (OPEN if margin >= 0 else CLOSED))


@kernel
def _preference(o, giver, owner):
    """Return how much more the giver's open bid is worth on an owner's table than the closed."""
    birds, others = table_of(o, owner)
    open_birds, open_others = bid_of(o, giver, OPEN)
    open_worth = worth(o, owner, birds + open_birds, others + open_others)
    blue, red = np.int64(o.blue_backs[giver]), np.int64(o.red_backs[giver])
    for card in range(VALUED):
        known = surely_closed(o, giver, card)
        birds += known * card_birds(o, card)
        others += known * card_others(card)
        if _IS_RED[card]:
            red -= known
        else:
            blue -= known
    blue_worth, red_worth = _unseen_worth(o, owner, birds, others)
    return open_worth - worth(o, owner, birds, others) - blue * blue_worth - red * red_worth


@kernel
def _bid(o, out, count, chance):
    """C3.1, C3.2: the next card of the best split; when all are offered, what to pick up."""
    seat = np.int64(o.seat)
    taker = neighbour(o, seat)
    birds, others = table_of(o, seat)
    their_birds, their_others = table_of(o, taker)
    open_birds, open_others = bid_of(o, seat, OPEN)
    closed_birds, closed_others = bid_of(o, seat, CLOSED)
    blue, red = _unseen_worth(o, taker, their_birds, their_others)
    # The taker judges a closed bid by its backs.
    guess = worth(o, taker, their_birds, their_others)
    for card in range(KINDS):
        guess += np.int64(o.bids[seat, CLOSED, card]) * (red if _IS_RED[card] else blue)
    size = np.int64(o.hand_size)
    best, best_try = np.int64(-(1 << 40)), np.int64(0)
    for one in range(np.int64(1) << size if size else np.int64(count)):
        ob, oo, cb, co, blue_backs, red_backs = _tried(o, out, one)
        if size == 0:  # from the table
            mine, mine_too = birds - ob - cb, others - oo - co
        else:
            mine, mine_too = birds, others
        ob, oo, cb, co = ob + open_birds, oo + open_others, cb + closed_birds, co + closed_others
        found = _split_worth(
            o,
            worth(o, seat, mine + ob, mine_too + oo),
            worth(o, seat, mine + cb, mine_too + co),
            worth(o, taker, their_birds + ob, their_others + oo),
            worth(o, taker, their_birds + cb, their_others + co),
            guess + blue_backs * blue + red_backs * red,
        )
        found += below(chance, WHIM)
        if size == 0 and out.actions[one] == codes.SEAL:
            found += PICK_UP_FROM
        if found > best:
            best, best_try = found, np.int64(one)
    if size == 0:
        return np.int64(out.actions[best_try])
    return codes.OFFER + 2 * np.int64(o.hand[size - 1]) + (best_try >> (size - 1) & 1)


@kernel
def _tried(o, out, one):
    """Return what a try adds to the open and to the closed bid, and to its blue and red backs.

    While there is a hand, a try is a split of it: a bit for each card, 1 is closed. Then it is one
    of the listed actions.
    """
    ob, oo, cb, co = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    blue, red = np.int64(0), np.int64(0)
    size = np.int64(o.hand_size)
    if size == 0 and out.actions[one] == codes.SEAL:
        return ob, oo, cb, co, blue, red
    for at in range(max(size, 1)):
        if size:
            card, bid = np.int64(o.hand[at]), one >> at & 1
        else:
            action = np.int64(out.actions[one]) - codes.PICK_UP
            card, bid = action >> 1, action & 1
        if bid == OPEN:
            ob += card_birds(o, card)
            oo += card_others(card)
        else:
            cb += card_birds(o, card)
            co += card_others(card)
            red += _IS_RED[card]
            blue += not _IS_RED[card]
    return ob, oo, cb, co, blue, red


@kernel
def _split_worth(o, my_open, my_closed, their_open, their_closed, guess):
    """Weigh what a split brings if the taker chooses the open, or the closed bid."""
    chance_of_open = min(max(500 + 500 * (their_open - guess) // DOUBT, 100), 900)
    if_open = my_closed - _rivalry(o) * their_open // 100
    if_closed = my_open - _rivalry(o) * their_closed // 100
    return (chance_of_open * if_open + (1000 - chance_of_open) * if_closed) // 1000


@kernel
def _group(o, species):
    """Return value and nobles of a species on the own table."""
    value = np.int64(0)
    for card in range(species, species + 9, 3):
        value += np.int64(o.tables[o.seat, card]) * np.int64(o.values[card])
    return value, np.int64(o.tables[o.seat, DUCHESS + species])


@kernel
def _lose(o, out, count):
    """C4.6: rather a species without a noble, else the one that its noble makes cheapest."""
    best, action = np.int64(1 << 40), np.int64(out.actions[0])
    for at in range(count):
        species = np.int64(out.actions[at]) - codes.LOSE
        value, nobles = _group(o, species)
        found = 100 * value + (1000 + 100 * np.int64(o.values[DUCHESS + species]) if nobles else 0)
        if found < best:
            best, action = found, np.int64(out.actions[at])
    return action


@kernel
def _secure(o, out, count):
    """C5.1: secure what gains enough and is at risk; what gains nothing is left."""
    best, action = np.int64(0), np.int64(codes.DONE)
    for at in range(count - 1):
        gain = _gain(o, np.int64(out.actions[at]))
        if gain > best and not _can_wait(o, (np.int64(out.actions[at]) - codes.SECURE) // 3):
            best, action = gain, np.int64(out.actions[at])
    return action


@kernel
def _gain(o, action):
    """Return the points that a securing brings, in hundredths, with what it does to bonus cards."""
    species, cat = (action - codes.SECURE) // 3, (action - codes.SECURE) % 3
    value, nobles = _group(o, species)
    if cat == BY_NOBLE:
        cats = np.int64(1) if o.beginner else nobles
        value += cats * np.int64(o.values[DUCHESS + species])
    else:
        value += np.int64(o.values[ROYAL_CAT if cat == BY_ROYAL_CAT else QUEEN])
    secured = secured_birds(o, np.int64(o.seat), species)
    if secured == 0 and o.palaces[o.seat, FIRST_BONUS + species]:
        value -= BONUS_POINTS
    if o.palaces[o.seat, FIRST_BONUS + 3 + species]:
        value += 1
    return 100 * value


@kernel
def _can_wait(o, species):
    """Return whether more birds are likely to join a group than to be lost with it."""
    left = np.int64(o.rounds) - np.int64(o.round_number)
    if left == 0:
        return False
    value, _ = _group(o, species)
    rank = 1
    for other in range(3):
        other_value, _ = _group(o, np.int64(other))
        rank += other != species and other_value > value
    birdoholics = unseen_of(o, np.int64(BIRDOHOLIC))
    catastrophes = unseen_of(o, np.int64(CATASTROPHE))
    takers = birdoholics if rank > 1 else np.int64(0)
    if rank == 1 and o.round_number + 1 >= o.first_red_round:
        takers = catastrophes
    risk = 100 * takers // (left * np.int64(o.players))
    return risk * value < JOINING * np.int64(o.values[species])
