"""Small integers of the kernels: actions, what happened, and why an action is refused."""

from purrlor.games.cattitude.components import BIDS, CATS, KINDS, SPECIES

# Actions.
OFFER = 0
"""OFFER + card * 2 + bid; PICK_UP in the same way."""
PICK_UP = OFFER + KINDS * len(BIDS)
SEAL = PICK_UP + KINDS * len(BIDS)
CHOOSE = SEAL + 1
"""CHOOSE + bid."""
LOSE = CHOOSE + len(BIDS)
"""LOSE + species."""
SECURE = LOSE + len(SPECIES)
"""SECURE + species * 3 + cat."""
DONE = SECURE + len(SPECIES) * len(CATS)
ACTIONS = DONE + 1

# What happened, with the numbers that follow it in a row of the trace.
(
    CARDS_OF_IT,  # card, count: cards of the row before that is none of these
    ROUND_DEALT,  # round, direction
    HAND_DEALT,  # seat; its cards
    CARD_OFFERED,  # seat, card, bid
    CARD_PICKED_UP,  # seat, card, bid
    BID_SEALED,  # seat
    BIDS_REVEALED,  # seat, blue backs, red backs of the closed bid; the cards of the open bid
    CHOICE_MADE,  # seat, bid
    BID_TAKEN,  # seat, giver, bid
    CARDS_COLLECTED,  # seat; the cards that lie on the table now
    BONUS_COLLECTED,  # seat, card, mask of the seats that know it
    TIE_FOUND,  # seat, mask of the species that can be named
    SPECIES_NAMED,  # seat, species
    SPECIES_LOST,  # seat, species, who took it (a card), number of birds; the birds
    TAKERS_DISCARDED,  # seat, birdoholics, catastrophes
    SPECIES_SECURED,  # seat, species, number of birds; birds and cats
    SEAT_DONE,  # seat
    TABLE_CLEARED,  # seat; the cards
    PALACE_OPENED,  # seat; the cards
    BONUS_SCORED,  # seat, card, number of birds, points, birds it asks for
    SEAT_SCORED,  # seat, score, place
    GAME_ENDED,
) = range(1, 23)

# Why an action is refused; 0 is allowed.
(
    GAME_OVER,
    FOR_A_SEAT,
    NOT_BIDDING,
    SEALED_ALREADY,
    NOT_IN_HAND,
    NOT_ON_TABLE,
    NEVER_PICKED_UP,
    FIRST_ROUND,
    BEGINNERS_PICK_NOTHING_UP,
    TWO_PICKED_UP,
    CARDS_LEFT,
    NOT_CHOOSING,
    CHOSEN_ALREADY,
    NO_TIE,
    NO_TIE_OF_YOURS,
    NOT_IN_THE_TIE,
    NOT_SECURING,
    DONE_ALREADY,
    NO_BIRDS,
    NO_NOBLE,
    NOBLES_GO_FIRST,
    NO_SUCH_ROYAL,
) = range(1, 23)
