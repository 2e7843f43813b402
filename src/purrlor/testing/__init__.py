"""The conformance kit: one call checks every general property of a game."""

from purrlor.testing.conformance import Failure, Report, check_game
from purrlor.testing.enumeration import Node, children, opening_nodes

__all__ = ["Failure", "Node", "Report", "check_game", "children", "opening_nodes"]
