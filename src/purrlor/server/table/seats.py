"""A seat and who sits on it."""

from typing import Literal

import msgspec

from purrlor.bots.levels import PLAYERS
from purrlor.core.refusals import PolicyRefused
from purrlor.server.entries import Signer

BOT_NAMES = ("Biscuit", "Saffron", "Pounce", "Duchess", "Whiskers", "Marmalade", "Figaro", "Misty")


class SeatState(msgspec.Struct, kw_only=True):
    """A seat and who sits on it."""

    kind: Literal["open", "person", "bot"] = "open"
    name: str = ""
    level: str = ""
    device: str = ""
    claim: str = ""
    contribution: str = ""
    commitment: str = ""
    """The hash of the device's nonce for the next game."""
    nonce: str = ""
    """The nonce, once it is shown."""
    signer: Signer | None = None
    """By which key the device will sign its moves in the next game."""
    is_committing: bool = False
    """Whether the device has committed before: then it is waited for."""
    is_covered: bool = False
    is_vacated: bool = False
    """A person left during the game; somebody else may take over from the bot."""
    wants_pause: bool = False
    bank: float = 0.0
    acting_since: float | None = None
    decided_from: int = 0
    """The step of its own count at which the seat's present decision began."""
    acted_at: int = 0
    """The step of its own count in which its person acted last in this game; 0: not yet."""

    @property
    def is_played_by_bot(self) -> bool:
        """Whether a bot decides here."""
        return self.kind == "bot" or self.is_covered

    def promise(self, commitment: str) -> None:
        """Commit to a nonce in place of the one before; empty: to none."""
        self.commitment, self.nonce, self.signer = commitment, "", None
        self.is_committing |= bool(commitment)

    def empty(self) -> None:
        """Let nobody sit here; the clock of a decision that is due runs on."""
        self.kind, self.name, self.level, self.device, self.claim = "open", "", "", "", ""
        self.contribution, self.is_committing = "", False
        self.promise("")
        self.is_covered, self.is_vacated, self.wants_pause, self.acted_at = False, False, False, 0


def read_level(name: str) -> str:
    """Return the level of a bot, if there is such a one."""
    if name not in PLAYERS:
        sentence = f"There is no player {name!r}; there are {', '.join(PLAYERS)}."
        raise PolicyRefused(sentence, reason="unknown_level")
    return name
