"""K1: the cards."""

CARDS = ("J", "Q", "K")
"""By number inside the kernels; the higher one wins."""
DECK = 2
"""The place of the card that is not dealt, after those of the two seats."""
