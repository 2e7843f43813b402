"""Refusals: typed errors with one sentence that says what is allowed."""

from typing import NamedTuple


class Reason(NamedTuple):
    """Why something is refused: a name that stays, a sentence, and the clause that decides it."""

    name: str
    sentence: str
    clause: str = ""


class Refusal(ValueError):
    """Something was not accepted, and nothing has changed.

    `clause` is the clause of the rules that decides it, where there is one. `reason` is a name that
    stays the same when the sentence is worded anew, and `words` are what the sentence is about
    (`{name}` in it): with both a client says it in the language of its reader.
    """

    def __init__(
        self, sentence: str, *, clause: str = "", reason: str = "", **words: str | int
    ) -> None:
        self.sentence = sentence.format(**words) if words else sentence
        super().__init__(self.sentence)
        self.clause = clause
        self.reason = reason
        self.words = words


class UnknownGame(Refusal):
    """There is no game of this name."""


class OptionRefused(Refusal):
    """An option is unknown or out of range."""


class KeyRefused(Refusal):
    """A key is not 256 bits."""


class SeatRefused(Refusal):
    """There is no such seat at the table."""


class ActionMalformed(Refusal):
    """An action is not one of the game's."""


class ActionRefused(Refusal):
    """The rules do not allow an action now."""


class PositionRefused(Refusal):
    """A position is not one of the game's."""


class RecordRefused(Refusal):
    """A record cannot be read, or does not replay."""


class ScenarioRefused(Refusal):
    """A scenario file cannot be read."""


class PolicyRefused(Refusal):
    """There is no player of this name."""
