"""The conformance kit: one call checks every general property of a game."""

from purrlor.testing.conformance import Failure, Report, check_game
from purrlor.testing.enumeration import Node, children, opening_nodes
from purrlor.testing.symmetry import Symmetry, check_equal_shares, check_renaming

__all__ = [
    "Failure",
    "Node",
    "Report",
    "Symmetry",
    "check_equal_shares",
    "check_game",
    "check_renaming",
    "children",
    "opening_nodes",
]
