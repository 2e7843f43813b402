"""The whole truth about a game, as one record."""

from typing import Any

import numpy as np

from purrlor.core.contract import new_record
from purrlor.games.cattitude.components import (
    BLUE_CARDS,
    BONUSES,
    CARDS,
    KINDS,
    MOST_DEALT,
    MOST_PICKED_UP,
    MOST_PLAYERS,
    ON_TABLE,
    RED_CARDS,
    SPECIES,
    TINY_RED_COPIES,
    VALUED,
)
from purrlor.games.cattitude.options import Options

BIDDING, CHOOSING, LOSING, SECURING, OVER = range(5)
PHASES = ("bid", "choose", "lose", "secure", "over")
LEFT, RIGHT = 1, -1
"""Directions: what is added to a seat to find its neighbour."""
NOT_CHOSEN = -1
ALL_KNOW = (1 << (MOST_PLAYERS + 1)) - 1
"""As a mask of seats: everybody has seen the card, spectators too."""

OPTIONS = np.dtype(
    [
        ("is_cattitude_options", np.int8),
        ("players", np.int8),
        ("beginner", np.int8),
        ("toss", np.int8),
        ("tiny", np.int8),
        ("values", np.int8, VALUED),
        ("bonus_numbers", np.int8, BONUSES),
        ("red_copies", np.int8, KINDS),
    ]
)

STATE = np.dtype(
    [
        ("is_cattitude", np.int8),
        # what happens now
        ("phase", np.int8),
        ("waiting", np.int8),  # mask of the seats that still have to decide
        ("round_number", np.int8),
        ("direction", np.int8),  # with two players always LEFT
        # what the seats do in this round
        ("hand_sizes", np.int8, MOST_PLAYERS),
        ("hands", np.int8, (MOST_PLAYERS, MOST_DEALT)),  # falling; the last is the first in order
        ("bids", np.int8, (MOST_PLAYERS, 2, KINDS)),  # open and closed: how many of each card
        ("picked_sizes", np.int8, MOST_PLAYERS),
        ("picked_up", np.int8, (MOST_PLAYERS, MOST_PICKED_UP)),  # falling
        ("choices", np.int8, MOST_PLAYERS),
        ("last_choices", np.int8, MOST_PLAYERS),  # the last ones that were shown
        ("losing", np.int8, MOST_PLAYERS),  # mask of the species named (C4.6)
        # the cards: how many of each
        ("tables", np.int8, (MOST_PLAYERS, ON_TABLE)),
        ("palaces", np.int8, (MOST_PLAYERS, KINDS)),
        # bonus cards under a palace that came from a closed bid, by owner and giver: these two have
        # seen them, all others that are there have lain open
        ("closed_bonuses", np.int8, (MOST_PLAYERS, MOST_PLAYERS, BONUSES)),
        ("discards", np.int8, (MOST_PLAYERS, KINDS)),  # by the seat that lost them
        # the piles to come, blue and red; what they leave over is left out (C2.1, C2.2)
        ("blue_size", np.int8),
        ("blue_settled", np.int8),  # cards at the end whose order is decided
        ("red_size", np.int8),
        ("red_settled", np.int8),
        ("blue_cards", np.int8, BLUE_CARDS),  # the next one is the last
        ("red_cards", np.int8, RED_CARDS),
        ("tosses", np.int16),  # directions of the rounds to come, a bit each, next first; 1: left
        # the options
        ("players", np.int8),
        ("rounds", np.int8),
        ("first_red_round", np.int8),
        ("dealt", np.int8),
        ("dealt_red", np.int8),
        ("beginner", np.int8),
        ("toss", np.int8),
        ("tiny", np.int8),
        ("values", np.int8, VALUED),
        ("bonus_numbers", np.int8, BONUSES),  # birds that "at least" asks for, 0: "no" (C6.2)
        ("red_copies", np.int8, KINDS),
    ]
)


def encode_options(options: Options) -> Any:
    """Return the options as a record."""
    record = new_record(OPTIONS)
    record.players = options.players
    record.beginner = options.beginner
    record.toss = options.toss and options.players > 2
    record.tiny = options.tiny
    record.values[:] = [options.values[card] for card in CARDS[:VALUED]]
    needed = [options.bonus_numbers[f"{species}s"] for species in SPECIES]
    record.bonus_numbers[:] = [0] * len(needed) + needed
    record.red_copies[:] = TINY_RED_COPIES if options.tiny else options.red_copies
    return record
