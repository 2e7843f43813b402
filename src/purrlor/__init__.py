"""Purrlor: a parlour for cat games."""

from purrlor.core.discovery import game, game_names
from purrlor.core.refusals import Refusal

__version__ = "0.1.0"
__all__ = ["Refusal", "__version__", "game", "game_names"]
